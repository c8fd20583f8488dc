//! Submitty: `config.json` with test cases, `test_input/` and `test_output/`.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `command` | the command line of a test case |
//! | `testcase`, `files` | a test case as a case and a criterion |
//! | `limits` | what programs may use |
//! | `validation` | how its files are judged |

mod command;
mod files;
mod limits;
mod testcase;
mod validation;

use super::document::Node;
use super::error::ImportError;
use super::expected;
use super::notes::{at, code, plain};
use super::package::Package;
use super::plan::{Calibration, Plan};
use super::programs::{self, file_name, safe};
use testcase::Filling;

/// Where the file may stand.
const FILES: [&str; 2] = ["config.json", "config/config.json"];

/// The file of a package; none if it has none.
pub(super) fn file(package: &Package) -> Option<&'static str> {
    FILES.into_iter().find(|file| package.has(file))
}

/// Makes the plan of a package.
pub(super) fn fill(package: &Package, plan: &mut Plan) -> Result<(), ImportError> {
    let file = file(package).unwrap_or(FILES[0]);
    let node = package.json(file)?;
    let folder = file.strip_suffix("config.json").unwrap_or_default();
    plan.has_answers = true;
    plan.compare.scope = Some("output");
    plan.toolchain = vec!["g++"];
    keys(plan, file, &node);
    let mut filling = Filling::new(package, file, folder);
    for testcase in node.get("testcases").map(Node::items).unwrap_or_default() {
        filling.testcase(plan, testcase)?;
    }
    if plan.cases.is_empty() {
        let why = "there is no test case whose command could be carried over";
        return Err(package.mistake(file, None, why));
    }
    if plan.sources.is_empty() {
        plan.sources = vec!["*.cpp".to_owned()];
        plan.notes
            .lose(file, "no test case compiles anything: students hand in files ending in `.cpp`");
    }
    provided(package, plan, folder)?;
    solution(package, plan, folder)?;
    expected::folders(package, plan)
}

fn keys(plan: &mut Plan, file: &str, node: &Node) {
    for (key, value) in node.entries() {
        let place = at(file, key.line);
        if ["allow_system_calls", "part_names", "notebook"].contains(&key.name.as_str()) {
            value.settle();
        }
        match key.name.as_str() {
            "testcases" => {}
            "grading_parameters" | "assignment_message" => {
                value.settle();
                let text = format!("{} decides no grade here", code(&key.name));
                plan.notes.remark(place, text);
            }
            "resource_limits" => limits::read(plan, value, &place),
            "allow_system_calls" => plan.notes.lose(
                place,
                "which calls a program may make of the system is the same for all programs here",
            ),
            "part_names" => plan.notes.lose(place, "files of all parts are in one folder here"),
            "notebook" => plan.notes.lose(place, "only programs are graded"),
            // Reported when all is read.
            _ => {}
        }
    }
}

/// Files that are compiled with every program.
fn provided(package: &Package, plan: &mut Plan, folder: &str) -> Result<(), ImportError> {
    for file in package.below(&format!("{folder}provided_code")) {
        let target = format!("provided/{}/{}", plan.id, safe(file_name(file)));
        plan.files.insert(target.clone(), package.bytes(file)?);
        plan.provide.push(target);
        plan.notes.carry(plain(file), "compiled with every program (`provide`)");
    }
    Ok(())
}

/// The instructor's solution, whose output is what is expected.
fn solution(package: &Package, plan: &mut Plan, folder: &str) -> Result<(), ImportError> {
    let path = format!("{folder}solution");
    if package.has_folder(&path) {
        let permitted = vec!["accepted"];
        let known = Calibration { permitted, ..Calibration::default() };
        programs::calibrate(package, plan, &path, known, "right in every case")?;
    }
    Ok(())
}
