//! The problem format of DMOJ: `init.yml`, and the files that it names, often in an archive.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `cases`, `names` | `test_cases`: single cases, batches, and cases by their names |
//! | `data` | inputs and outputs, in the package or in its archive |
//! | `settings` | the name of `init.yml` |
//! | `checkers` | how output is judged |
//! | `interactor` | programs that speak with those of students |
//! | `signature` | a `main` of the package, for functions of students |
//! | `tests` | programs with what is expected of them, as the judge's own tests have them |

mod cases;
mod checkers;
mod data;
mod interactor;
mod names;
mod settings;
mod signature;
mod tests;

use super::document::DocumentNode;
use super::error::ImportError;
use super::notes::{format_place, quote_word};
use super::package::ImportPackage;
use super::plan::ImportPlan;
use data::DmojData;
use settings::FILE;

/// Makes the plan of a package.
pub(super) fn fill_plan(package: &ImportPackage, plan: &mut ImportPlan) -> Result<(), ImportError> {
    let node = package.read_yaml(FILE)?;
    plan.use_judge_defaults();
    plan.limits.output = Some(24 << 20);
    convert_keys(package, plan, &node)?;
    let archive = match node.get("archive").and_then(DocumentNode::as_text) {
        Some(file) => Some(package.open_inner(file, &mut plan.notes)?),
        None => None,
    };
    let data = DmojData {
        package,
        archive: archive.as_ref(),
    };
    cases::add_cases(&data, plan, &node)?;
    if plan.cases.is_empty() {
        let why = "there is no case with an input and an output that are in the package";
        return Err(package.mistake_error(FILE, None, why));
    }
    tests::add_tests(package, plan)?;
    if plan.has_interactor() {
        interactor::add_reference(package, plan)?;
    }
    if plan.limits.cpu.is_none() {
        plan.limits.cpu = Some(2.0);
        plan.limits.memory = Some(256 << 20);
        let text = "the limits of time and memory stand on the site and not in the package: they are 2 s and 256 MiB";
        plan.notes.add_remark("limits", text);
    }
    plan.limits.stack = plan.limits.memory;
    Ok(())
}

/// The keys of the problem, but for those of cases.
fn convert_keys(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    node: &DocumentNode,
) -> Result<(), ImportError> {
    for (key, value) in node.entries() {
        let place = format_place(FILE, key.line);
        let why = match key.name.as_str() {
            "archive" | "test_cases" | "points" | "checker" | "in" | "out" | "time_limit"
            | "memory_limit" => continue,
            "output_limit_length" => {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "it is clamped"
                )]
                let bytes = value.as_number().map(|it| it.clamp(1024.0, 1e9) as u64);
                plan.limits.output = bytes.or(plan.limits.output);
                plan.notes.add_imported(place, "`limits.output`");
                continue;
            }
            "interactive" => {
                interactor::convert_interactor(package, plan, value)?;
                continue;
            }
            "custom_judge" | "grader" => {
                let why = format!(
                    "found {}: a judge in Python that needs DMOJ itself to run; a checker in Python (`checker`) or an interactor in C++ \
                     (`interactive`) can be carried over",
                    quote_word(&key.name)
                );
                return Err(package.mistake_error(FILE, Some(key.line), &why));
            }
            "signature_grader" => {
                signature::add_provided_files(package, plan, value)?;
                let text = "its header stands before every program, whose `main` has another name, as on DMOJ";
                plan.notes.add_imported(place, text);
                continue;
            }
            "output_prefix_length" | "unbuffered" | "hints" | "meta" => {
                value.mark_as_read();
                plan.notes.add_remark(
                    place,
                    format!("{} decides no grade here", quote_word(&key.name)),
                );
                continue;
            }
            // Said of each case that needs it.
            "generator" => continue,
            "pretest_test_cases" => "cases of contests' first round are not run besides the others",
            "wall_time_factor" | "binary_data" => "limits and streams have rules of their own here",
            "file_io" | "io_redirects" => "programs read standard input and write standard output",
            "short_circuit" => "all cases are run, whatever came before",
            // Reported when all is read.
            _ => continue,
        };
        value.mark_as_read();
        plan.notes
            .add_dropped(place, format!("{}: {why}", quote_word(&key.name)));
    }
    Ok(())
}
