//! Submitty: `config.json` with test cases, `test_input/` and `test_output/`.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `testcase`, `files` | a test case as a case and a criterion |
//! | `limits` | what programs may use |
//! | `validation` | how its files are judged |

mod files;
mod limits;
mod testcase;
mod validation;

use super::document::DocumentNode;
use super::error::ImportError;
use super::expected;
use super::notes::{escape_word, format_place};
use super::package::ImportPackage;
use super::plan::{ImportPlan, to_names};
use super::programs::{self, file_name, sanitize_name};
use rubric::raw::{RawCalibration, to_texts};
use testcase::SubmittyConverter;

/// Where the file may stand.
const FILES: [&str; 2] = ["config.json", "config/config.json"];

/// The file of a package; none if it has none.
pub(super) fn find_config(package: &ImportPackage) -> Option<&'static str> {
    FILES.into_iter().find(|file| package.has_file(file))
}

/// Makes the plan of a package.
pub(super) fn fill_plan(package: &ImportPackage, plan: &mut ImportPlan) -> Result<(), ImportError> {
    let file = find_config(package).unwrap_or(FILES[0]);
    let node = package.read_json(file)?;
    let folder = file.strip_suffix("config.json").unwrap_or_default();
    plan.use_answers();
    plan.compare.scope = Some("output".into());
    plan.assignment.toolchain = Some(to_names(&["g++"]));
    convert_keys(plan, file, &node);
    let testcases = node
        .get("testcases")
        .map(DocumentNode::items)
        .unwrap_or_default();
    let mut filling = SubmittyConverter::new(package, file, folder, testcases);
    for testcase in testcases {
        filling.convert_testcase(plan, testcase)?;
    }
    add_environment(plan, &node);
    if plan.cases.is_empty() {
        let why = "there is no test case whose command could be carried over";
        return Err(package.mistake_error(file, None, why));
    }
    if plan.sources().is_empty() {
        plan.assignment.sources = Some(to_texts(["*.cpp"]));
        plan.notes.add_dropped(
            file,
            "no test case compiles anything: students hand in files ending in `.cpp`",
        );
    }
    add_provided_files(package, plan, folder)?;
    add_solution(package, plan, folder)?;
    expected::add_submission_folders(package, plan)
}

/// Variables that every program finds.
fn add_environment(plan: &mut ImportPlan, node: &DocumentNode) {
    let variables = node
        .get("environment_variables")
        .map(DocumentNode::entries)
        .unwrap_or_default();
    for (name, value) in variables {
        let Some(value) = value.as_text() else {
            continue;
        };
        for case in &mut plan.cases {
            let name = name.name.as_str();
            case.file.env.insert(name.into(), value.into());
        }
    }
}

fn convert_keys(plan: &mut ImportPlan, file: &str, node: &DocumentNode) {
    for (key, value) in node.entries() {
        let place = format_place(file, key.line);
        if ["allow_system_calls", "part_names", "notebook"].contains(&key.name.as_str()) {
            value.mark_as_read();
        }
        match key.name.as_str() {
            "testcases" | "environment_variables" => {}
            "grading_parameters"
            | "assignment_message"
            | "required_capabilities"
            | "autograding_method"
            | "container_options"
            | "autograding"
            | "display_testcase_runtime_memory"
            | "leaderboards"
            | "hide_version_and_test_details"
            | "hide_submitted_files"
            | "max_submission_size" => plan.notes.add_needless_key(place, &key.name, value),
            "resource_limits" => limits::convert_limits(plan, value, &place),
            "allow_system_calls" => plan.notes.add_dropped(
                place,
                "which calls a program may make of the system is the same for all programs here",
            ),
            "part_names" => plan
                .notes
                .add_dropped(place, "files of all parts are in one folder here"),
            "notebook" => plan.notes.add_dropped(place, "only programs are graded"),
            // Reported when all is read.
            _ => {}
        }
    }
}

/// Files that are compiled with every program.
fn add_provided_files(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    folder: &str,
) -> Result<(), ImportError> {
    for file in package.files_below(&format!("{folder}provided_code")) {
        let target = format!("provided/{}/{}", plan.id, sanitize_name(file_name(file)));
        plan.files.insert(target.clone(), package.read_bytes(file)?);
        plan.add_provided_file(target);
        plan.notes
            .add_imported(escape_word(file), "compiled with every program (`provide`)");
    }
    Ok(())
}

/// The instructor's solution, whose output is what is expected.
fn add_solution(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    folder: &str,
) -> Result<(), ImportError> {
    let path = format!("{folder}solution");
    if package.has_folder(&path) {
        let known = RawCalibration {
            permitted: Some(to_texts(["accepted"])),
            ..RawCalibration::default()
        };
        programs::add_calibration_program(package, plan, &path, known, "right in every case")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{PackageFormat, test_package};

    /// What becomes of a test case with this command and these validations, after one that compiles `sum.cpp` to `sum.out`: its case, if
    /// it has one, and what is reported, each with its line. The first validation is in line 5.
    fn outcome(command: &str, validations: &[&str]) -> (bool, String) {
        let config = format!(
            "{{\"testcases\": [\n{{\"type\": \"Compilation\", \"command\": \"g++ -o sum.out sum.cpp\"}},\n\
             {{\"title\": \"One\", \"points\": 1, \"command\": \"{command}\",\n\"validation\": [\n{}\n]}},\n\
             {{\"title\": \"Two\", \"command\": \"./sum.out\", \"validation\": [\
             {{\"method\": \"diff\", \"expected_string\": \"3\"}}]}} ]}}\n",
            validations.join(",\n")
        );
        let files = [("config.json", config.as_str())];
        let plan = test_package::read_files(PackageFormat::Submitty, &files).unwrap();
        let lost = plan
            .notes
            .dropped
            .iter()
            .map(|note| format!("{} {}\n", note.place, note.text));
        (plan.cases.len() == 2, lost.collect())
    }

    #[test]
    fn every_statement_of_a_test_case_is_carried_over_or_named_with_its_line() {
        const SAME: &str = r#"{"method": "diff", "expected_string": "3\n"}"#;
        const EMPTY_ERROR: &str = r#"{"method": "errorIfNotEmpty", "actual_file": "STDERR.txt"}"#;
        let table: [(&str, &[&str], bool, &[&str]); 16] = [
            ("./sum.out", &[SAME], true, &[]),
            (
                "./a.out",
                &[SAME],
                false,
                &[
                    "config.json:3 the test case `One`: `./a.out` is not the student's program `./sum.out`",
                ],
            ),
            (
                "./sum.out",
                &[
                    r#"{"method": "diff", "actual_file": ["STDOUT.txt", "b.txt"], "expected_string": "3"}"#,
                ],
                false,
                &["config.json:5 `actual_file`: one name"],
            ),
            (
                "./sum.out",
                &[
                    SAME,
                    r#"{"method": "errorIfNotEmpty", "actual_file": "*.txt"}"#,
                ],
                false,
                &["config.json:6 `actual_file`: one name"],
            ),
            (
                "./sum.out",
                &[r#"{"method": "errorIfEmpty", "actual_file": "STDOUT.txt"}"#],
                false,
                &["config.json:5 whether `STDOUT.txt` is empty is not looked at"],
            ),
            (
                "./sum.out",
                &[r#"{"method": "warnIfEmpty", "deduction": 1.0}"#],
                false,
                &["config.json:5 whether `STDOUT.txt` is empty is not looked at"],
            ),
            // A comparison finds an empty output wrong, too.
            (
                "./sum.out",
                &[r#"{"method": "errorIfEmpty"}"#, SAME],
                true,
                &["right only if all"],
            ),
            (
                "./sum.out",
                &[
                    SAME,
                    r#"{"method": "warnIfNotEmpty", "actual_file": "STDERR.txt"}"#,
                ],
                true,
                &[],
            ),
            (
                "./sum.out",
                &[
                    SAME,
                    r#"{"method": "warnIfNotEmpty", "actual_file": "STDERR.txt", "deduction": 0.1}"#,
                ],
                true,
                &["config.json:6 `deduction`"],
            ),
            (
                "./sum.out",
                &[r#"{"method": "searchToken", "data": ["3"]}"#],
                true,
                &[],
            ),
            (
                "./sum.out",
                &[r#"{"method": "searchToken", "data": ["3", "4"]}"#],
                true,
                &["config.json:5 `searchToken` gives a share"],
            ),
            (
                "./sum.out",
                &[SAME, r#"{"method": "diff", "expected_string": "4"}"#],
                false,
                &["config.json:5 `STDOUT.txt` is looked at in two ways"],
            ),
            (
                "./sum.out 1> shown.txt",
                &[r#"{"method": "errorIfEmpty", "actual_file": "STDOUT.txt"}"#],
                false,
                &["config.json:5 what is asked of `STDOUT.txt`"],
            ),
            (
                "./sum.out",
                &[
                    SAME,
                    r#"{"method": "errorIfNotEmpty", "actual_file": "out.txt"}"#,
                ],
                false,
                &["config.json:6 what is asked of `out.txt`"],
            ),
            (
                "./sum.out",
                &[
                    SAME,
                    r#"{"method": "diffLineSwapOk", "actual_file": "STDERR.txt", "expected_string": "3"}"#,
                ],
                false,
                &["config.json:6 `STDERR.txt` cannot be compared"],
            ),
            (
                "./sum.out",
                &[EMPTY_ERROR, r#"{"method": "intComparison"}"#],
                false,
                &["config.json:6 the method `intComparison`"],
            ),
        ];
        for (command, validations, is_case, reported) in table {
            let (found, lost) = outcome(command, validations);
            assert_eq!(found, is_case, "{command} {validations:?}: {lost}");
            assert!(
                reported.iter().all(|it| lost.contains(it)),
                "{command} {validations:?}: {lost}"
            );
            assert_eq!(
                reported.is_empty(),
                lost.is_empty(),
                "{command} {validations:?}: {lost}"
            );
        }
    }

    #[test]
    fn one_of_several_texts_is_enough_for_search_any() {
        let config = r#"{"testcases": [{"command": "./a.out", "points": 1, "validation":
            [{"method": "searchAny", "data": ["3", "{4}"]}]}]}"#;
        let files = [("config.json", config)];
        let plan = test_package::read_files(PackageFormat::Submitty, &files).unwrap();
        let compare = plan.cases[0].file.compare.as_ref().unwrap();
        let expected = vec![r"(?-i:3)|(?-i:\x7B4\})".into()];
        assert_eq!(compare.body.patterns, Some(expected));
    }
}
