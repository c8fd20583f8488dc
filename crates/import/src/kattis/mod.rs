//! The problem package format of Kattis, in its older form (`legacy`) and the newer one (`2023-07`, `2025-09`).
//!
//! | file | what it knows |
//! | --- | --- |
//! | `metadata` | `problem.yaml` |
//! | `cases` | `data/`: inputs, answers, and what stands beside them |
//! | `settings` | files of settings beside cases |
//! | `groups`, `legacy_groups`, `domjudge_groups`, `scored_part` | what a group of cases is worth |
//! | `validation` | how output is judged: flags of the default validator, or a program |
//! | `submissions` | programs with what is expected of them |

mod cases;
mod domjudge_groups;
mod groups;
mod legacy_groups;
mod metadata;
mod scored_part;
mod settings;
mod submissions;
#[cfg(test)]
mod tests;
mod validation;

use super::error::ImportError;
use super::notes::{escape_word, quote_word};
use super::package::ImportPackage;
use super::plan::ImportPlan;
use super::programs;
use metadata::KattisMetadata;

/// Makes the plan of a package.
pub(super) fn fill_plan(package: &ImportPackage, plan: &mut ImportPlan) -> Result<(), ImportError> {
    let mut metadata = KattisMetadata::read_from(package, plan)?;
    plan.use_judge_defaults();
    let rule = validation::convert_validation(package, plan, &metadata)?;
    let groups = cases::add_cases(package, plan, &metadata, &rule)?;
    if plan.cases.is_empty() {
        let why = "there is no case: expected files `NAME.in` with `NAME.ans` below it";
        return Err(package.mistake_error("data", None, why));
    }
    if metadata.has_legacy_points() && domjudge_groups::is_for_domjudge(package, &groups)? {
        metadata.use_domjudge_rules(package)?;
    }
    groups::add_criteria(package, plan, &metadata, &groups)?;
    if plan.criteria.is_empty() {
        let why = "no group of cases gives points";
        return Err(package.mistake_error("data", None, why));
    }
    add_provided_files(package, plan)?;
    submissions::add_submissions(package, plan, &metadata)?;
    if plan.has_interactor() {
        add_interactive_reference(package, plan)?;
    }
    note_unused_parts(package, plan);
    Ok(())
}

/// No file can hold the answer to a conversation or to several passes, so the first accepted program is the reference.
fn add_interactive_reference(
    package: &ImportPackage,
    plan: &mut ImportPlan,
) -> Result<(), ImportError> {
    if !plan.use_accepted_reference() {
        let why = "programs speak with the validator, so an accepted program in C or C++, or one file in Python 3, is needed as the reference";
        return Err(package.mistake_error("submissions/accepted", None, why));
    }
    plan.notes.add_remark(
        "data",
        "the reference's conversations are written down: read them",
    );
    Ok(())
}

/// Files that every program is built with.
fn add_provided_files(package: &ImportPackage, plan: &mut ImportPlan) -> Result<(), ImportError> {
    for language in package.names_in("include") {
        let folder = format!("include/{language}");
        if !["default", "cpp", "c"].contains(&language.as_str()) {
            plan.notes.add_remark(
                escape_word(&folder),
                "it is for programs in another language",
            );
            continue;
        }
        for file in package.files_below(&folder) {
            programs::provide_file(package, plan, file)?;
        }
    }
    Ok(())
}

/// What a grader has no use for.
fn note_unused_parts(package: &ImportPackage, plan: &mut ImportPlan) {
    let why = |name: &str| match name {
        "attachments" => Some("hand it out yourself: a grader hands nothing out"),
        "problem_statement" | "statement" => Some("hand out the text of the assignment yourself"),
        "solution" => Some("it is a text for persons"),
        "input_validators" | "input_format_validators" => {
            Some("input is taken as it is: have the package's own tools validate it")
        }
        "generators" => Some("cases are taken as they are, and nothing of a package is executed"),
        "input_visualizer" | "output_visualizer" => Some("there is nothing like it here"),
        _ => None,
    };
    for name in package.names_in("") {
        if let Some(why) = why(&name) {
            plan.notes
                .add_remark(format!("{}/", escape_word(&name)), why);
        }
    }
    if package.has_folder("static_validator") {
        plan.notes.add_dropped(
            "static_validator/",
            "it decides points, and there is nothing like it here",
        );
    }
    if package.has_folder("graders") {
        let text = "where a group has `grading: custom`, that is listed with its line";
        plan.notes.add_remark("graders/", text);
    }
    for name in package.names_in("data") {
        let folder = format!("data/{name}");
        if name != "sample" && name != "secret" && package.has_folder(&folder) {
            let why = "only `sample` and `secret` hold cases for programs";
            plan.notes
                .add_remark(format!("{}/", escape_word(&folder)), why);
        }
    }
    plan.notes.add_imported(
        "problem",
        format!(
            "students hand in {}, or one other file in C or C++; it is built with g++ (or gcc), `-O2 -std=gnu++20` and `-lm`",
            quote_word(&format!("{}.cpp", plan.id))
        ),
    );
}
