//! check50: checks in Python, which are read and never executed, or the simple checks in YAML.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `python`, `chain` | functions that are checks, and the chains of calls in them |
//! | `text` | texts and numbers of Python |
//! | `check` | what a check does, as plain data |
//! | `keywords` | which program a call compiles, and how |
//! | `simple` | the same from YAML |
//! | `course` | checks as cases and criteria |

mod chain;
mod check;
mod course;
mod keywords;
mod python;
mod simple;
mod text;

use super::document::{DocumentNode, DocumentValue};
use super::error::ImportError;
use super::notes::format_place;
use super::package::ImportPackage;
use super::plan::ImportPlan;
use check::CheckFile;

/// What the file of settings may be called.
const FILES: [&str; 4] = [".cs50.yml", ".cs50.yaml", ".check50.yml", ".check50.yaml"];

/// What the file with the checks is called where nothing else is said.
const CHECKS: &str = "__init__.py";

/// Whether it is such a package.
pub(super) fn is_package(package: &ImportPackage) -> bool {
    FILES.iter().any(|file| package.has_file(file))
        || (package.has_file(CHECKS)
            && package
                .read_text(CHECKS)
                .is_ok_and(|text| text.contains("check50")))
}

/// Makes the plan of a package.
pub(super) fn fill_plan(package: &ImportPackage, plan: &mut ImportPlan) -> Result<(), ImportError> {
    let file = FILES.into_iter().find(|file| package.has_file(file));
    let node = match file {
        Some(file) => Some(package.read_yaml(file)?),
        None => None,
    };
    let settings = node.as_ref().and_then(|node| node.get("check50"));
    let mut required = Vec::new();
    let mut checks = None;
    for (key, value) in settings.map(DocumentNode::entries).unwrap_or_default() {
        let place = format_place(file.unwrap_or(CHECKS), key.line);
        match (key.name.as_str(), &value.value) {
            ("checks", DocumentValue::Map(_)) => {
                checks = Some(simple::parse_checks(value, file.unwrap_or(CHECKS)));
            }
            ("checks", DocumentValue::Text(name, _)) => {
                checks = Some(read_python_checks(package, name, plan)?)
            }
            ("files", _) => {
                let wanted = value
                    .items()
                    .iter()
                    .filter(|it| it.tag.as_deref() == Some("require"));
                required.extend(wanted.filter_map(DocumentNode::as_text).map(str::to_owned));
                // What may be handed in besides is what the rubric says.
                for node in value.items().iter().filter(|it| it.tag.is_some()) {
                    node.mark_as_read();
                }
            }
            ("dependencies", _) if !value.items().is_empty() => {
                value.mark_as_read();
                plan.notes.add_remark(
                    place,
                    "packages of Python are not installed: nothing of the checks is executed",
                );
            }
            ("dependencies", _) => {}
            // Reported when all is read.
            _ => {}
        }
    }
    let checks = match checks {
        Some(checks) => checks,
        None => read_python_checks(package, CHECKS, plan)?,
    };
    course::add_checks(package, plan, &checks, &required)?;
    super::expected::add_submission_folders(package, plan)
}

fn read_python_checks(
    package: &ImportPackage,
    file: &str,
    plan: &mut ImportPlan,
) -> Result<CheckFile, ImportError> {
    let text = package.read_text(file)?;
    let checks = python::parse_checks(file, &text, &mut plan.notes);
    checks.ok_or_else(|| package.mistake_error(file, None, "it cannot be read as Python"))
}
