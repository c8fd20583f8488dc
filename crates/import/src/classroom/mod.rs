//! GitHub Classroom: `autograding.json` with tests, or a workflow with a step for each test.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `tests` | the tests of both files, as plain data |
//! | `commands` | the commands of a test: what compiles, and what is run |
//! | `makefile` | what `make` compiles |
//! | `unit_tests` | files of tests with a framework |
//! | `course` | tests as cases and criteria |
//! | `forms` | tests: what becomes of every form |

mod commands;
mod course;
#[cfg(test)]
mod forms;
mod makefile;
mod tests;
mod unit_tests;

use super::error::ImportError;
use super::expected;
use super::package::ImportPackage;
use super::plan::ImportPlan;

/// The tests of the older form.
const JSON: &str = ".github/classroom/autograding.json";

/// The workflow of the newer form.
const WORKFLOWS: [&str; 2] = [
    ".github/workflows/classroom.yml",
    ".github/workflows/classroom.yaml",
];

/// Whether it is such a package.
pub(super) fn is_package(package: &ImportPackage) -> bool {
    std::iter::once(JSON)
        .chain(WORKFLOWS)
        .any(|file| package.has_file(file))
}

/// Makes the plan of a package. Where both forms are there, the older one is what its teachers wrote.
pub(super) fn fill_plan(package: &ImportPackage, plan: &mut ImportPlan) -> Result<(), ImportError> {
    let workflow = WORKFLOWS.into_iter().find(|file| package.has_file(file));
    let (file, tests) = match workflow {
        _ if package.has_file(JSON) => (
            JSON,
            tests::read_json_tests(&*package.read_json(JSON)?, JSON, plan),
        ),
        Some(file) => {
            let node = package.read_yaml(file)?;
            (file, tests::read_workflow_tests(&node, file, plan))
        }
        None => (JSON, Vec::new()),
    };
    if tests.is_empty() {
        return Err(package.mistake_error(file, None, "there is no test in it"));
    }
    course::add_tests(package, plan, file, &tests)?;
    expected::add_submission_folders(package, plan)
}
