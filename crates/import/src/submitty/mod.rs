//! Submitty: `config.json` with test cases, `test_input/` and `test_output/`.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `testcase`, `files` | a test case as a case and a criterion |
//! | `generation` | programs that make its files |
//! | `limits` | what programs may use |
//! | `steps` | the commands of a test case |
//! | `validation` | how its files are judged |

mod files;
mod generation;
mod limits;
mod steps;
mod testcase;
mod validation;

use std::collections::BTreeSet;

use super::document::DocumentNode;
use super::error::ImportError;
use super::expected;
use super::notes::{format_place, quote_word};
use super::package::ImportPackage;
use super::plan::{ImportPlan, to_names};
use super::programs;
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
    let named = list_parts(&node);
    let is_one_part = node.get("one_part_only").and_then(DocumentNode::as_flag) == Some(true);
    if let Some(names) = node.get("part_names") {
        let place = format_place(file, names.line);
        names.mark_as_read();
        let text = "files of all parts are in one folder here";
        if is_one_part || named.len() <= 1 {
            plan.notes.add_remark(place, text);
        } else {
            plan.notes.add_dropped(place, text);
        }
    }
    let testcases = node
        .get("testcases")
        .map(DocumentNode::items)
        .unwrap_or_default();
    let mut filling = SubmittyConverter::new(package, file, folder, testcases);
    filling.has_alternatives = is_one_part;
    for testcase in testcases {
        filling.convert_testcase(plan, testcase)?;
    }
    add_environment(plan, file, &node);
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
    expected::add_submission_folders(package, plan)?;
    expected::add_named_submissions(package, plan)
}

/// The folders of parts, such as `part2`, from which test cases take sources.
fn list_parts(node: &DocumentNode) -> BTreeSet<String> {
    let testcases = node.get("testcases").map(DocumentNode::items);
    let commands = testcases
        .unwrap_or_default()
        .iter()
        .flat_map(testcase::list_commands);
    let words = commands.flat_map(str::split_whitespace);
    let folder = |word: &str| {
        let rest = testcase::without_part(word);
        word.strip_suffix(rest)
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
    };
    words.filter_map(folder).collect()
}

/// Variables that every program finds.
fn add_environment(plan: &mut ImportPlan, file: &str, node: &DocumentNode) {
    let variables = node
        .get("environment_variables")
        .map(DocumentNode::entries)
        .unwrap_or_default();
    for (name, value) in variables {
        let place = format_place(file, name.line);
        let Some(value) = value.as_text() else {
            continue;
        };
        if rubric::is_reserved_variable(&name.name) {
            let text = format!(
                "the variable {} is set by the grader",
                quote_word(&name.name)
            );
            plan.notes.add_dropped(place, text);
            continue;
        }
        for case in &mut plan.cases {
            let name = name.name.as_str();
            case.file.env.insert(name.into(), value.into());
        }
    }
}

fn convert_keys(plan: &mut ImportPlan, file: &str, node: &DocumentNode) {
    for (key, value) in node.entries() {
        let place = format_place(file, key.line);
        if ["allow_system_calls", "notebook"].contains(&key.name.as_str()) {
            value.mark_as_read();
        }
        match key.name.as_str() {
            "testcases" | "environment_variables" | "part_names" | "one_part_only" => {}
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
        programs::provide_file(package, plan, file)?;
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
    use super::super::plan::{ImportedCase, to_strings};
    use super::super::{PackageFormat, test_package};

    /// What becomes of a test case with these keys and these validations, after one that compiles `sum.cpp` to `sum.out`: how many cases
    /// it has, what they are worth, and what is reported, each with its line. The first validation is in line 5.
    fn outcome(keys: &str, validations: &[&str]) -> (usize, String, String) {
        let config = format!(
            "{{\"testcases\": [\n{{\"type\": \"Compilation\", \"command\": \"g++ -o sum.out sum.cpp\"}},\n\
             {{\"title\": \"One\", {keys},\n\"validation\": [\n{}\n]}},\n\
             {{\"title\": \"Two\", \"command\": \"./sum.out\", \"validation\": [\
             {{\"method\": \"diff\", \"expected_string\": \"3\"}}]}} ]}}\n",
            validations.join(",\n")
        );
        let files = [
            ("config.json", config.as_str()),
            ("custom_validation_code/grade.py", ""),
            ("instructor_solution/make.py", ""),
        ];
        let plan = test_package::read_files(PackageFormat::Submitty, &files).unwrap();
        let worth = plan.criteria.iter().map(|one| {
            let penalty = one.penalty.as_ref().map(|table| &table.body);
            let each = penalty.and_then(|it| it.each.as_ref());
            let sign = if each.is_some() { "-" } else { "" };
            let points = one.points.as_ref().or(each);
            let manual = one.manual.as_ref().map_or("", |_| "?");
            let all = one.credit.as_ref().map_or("", |it| &it.get_ref()[..3]);
            format!("{manual}{sign}{}{all}", points.unwrap().get_ref())
        });
        let worth = worth.collect::<Vec<_>>().join(" ");
        let lost = plan
            .notes
            .dropped
            .iter()
            .map(|note| format!("{} {}\n", note.place, note.text));
        (plan.cases.len() - 1, worth, lost.collect())
    }

    #[test]
    fn every_statement_of_a_test_case_is_carried_over_or_named_with_its_line() {
        const RUN: &str = r#""points": 4, "command": "./sum.out""#;
        const SORT: &str = r#""points": 4, "command": ["./sum.out 1", "sort < STDOUT_0.txt", "head -1 STDOUT_1.txt"]"#;
        const TWICE: &str =
            r#""points": 1, "containers": [{"commands": ["./sum.out 1", "./sum.out 2"]}]"#;
        const SAME: &str = r#"{"method": "diff", "expected_string": "3\n"}"#;
        const SAME_LAST: &str =
            r#"{"method": "diff", "actual_file": "STDOUT_2.txt", "expected_string": "3\n"}"#;
        const SAME_FIRST: &str =
            r#"{"method": "diff", "actual_file": "STDOUT_0.txt", "expected_string": "3\n"}"#;
        const EMPTY_ERROR: &str = r#"{"method": "errorIfNotEmpty", "actual_file": "STDERR.txt"}"#;
        const SEVERAL: &str =
            r#"{"method": "diff", "actual_file": ["STDOUT.txt", "b.txt"], "expected_string": "3"}"#;
        type Row<'t> = (&'t str, &'t [&'t str], usize, &'t str, &'t str);
        let table: [Row<'_>; 38] = [
            (RUN, &[SAME], 1, "4per", ""),
            (
                r#""points": 4, "command": "./a.out""#,
                &[SAME],
                0,
                "?4",
                ":3 the test case `One`: `./a.out` is not the student's program `./sum.out`",
            ),
            (RUN, &[SEVERAL], 0, "?4", ":5 `actual_file`: one name"),
            (
                RUN,
                &[
                    SAME,
                    r#"{"method": "errorIfNotEmpty", "actual_file": "*.txt"}"#,
                ],
                0,
                "?4",
                ":6 `actual_file`: one name",
            ),
            (
                RUN,
                &[r#"{"method": "errorIfEmpty", "actual_file": "STDOUT.txt"}"#],
                1,
                "4",
                "",
            ),
            (
                RUN,
                &[r#"{"method": "warnIfEmpty", "deduction": 1.0}"#],
                0,
                "?4",
                ":3 the test case `One`: it has no validation that costs",
            ),
            (
                RUN,
                &[r#"{"method": "errorIfEmpty"}"#, SAME],
                2,
                "2 2per",
                "",
            ),
            // What a warning would take off stays.
            (
                RUN,
                &[
                    SAME,
                    r#"{"method": "warnIfNotEmpty", "actual_file": "STDERR.txt"}"#,
                ],
                1,
                "2 2per",
                "",
            ),
            (
                RUN,
                &[
                    r#"{"method": "diff", "expected_string": "3", "deduction": 0.25}"#,
                    EMPTY_ERROR,
                ],
                2,
                "1 1per 2",
                "",
            ),
            (
                RUN,
                &[
                    SAME,
                    r#"{"method": "errorIfNotEmpty", "actual_file": "STDERR.txt", "deduction": 1}"#,
                ],
                2,
                "4all",
                ":3 `deduction`: together",
            ),
            (
                r#""points": 4, "partial_credit": false, "command": "./sum.out""#,
                &[SAME, EMPTY_ERROR],
                2,
                "4all",
                "",
            ),
            (
                r#""points": 1, "command": "./sum.out""#,
                &[SAME],
                1,
                "1",
                "",
            ),
            (
                RUN,
                &[r#"{"method": "searchToken", "data": ["3"]}"#],
                1,
                "4",
                "",
            ),
            (
                RUN,
                &[r#"{"method": "searchToken", "data": ["3", "4"]}"#],
                2,
                "2 2",
                "",
            ),
            (
                RUN,
                &[SAME, r#"{"method": "diff", "expected_string": "4"}"#],
                2,
                "2per 2per",
                "",
            ),
            (
                RUN,
                &[r#"{"method": "diff", "expected_string": "4", "extra_student_output": true}"#],
                1,
                "4",
                "",
            ),
            (
                r#""points": 4, "command": "./sum.out 1> shown.txt""#,
                &[r#"{"method": "errorIfEmpty", "actual_file": "STDOUT.txt"}"#],
                0,
                "?4",
                ":5 no command prints `STDOUT.txt`",
            ),
            (
                RUN,
                &[
                    SAME,
                    r#"{"method": "errorIfNotEmpty", "actual_file": "out.txt"}"#,
                ],
                0,
                "?4",
                ":6 what is asked of `out.txt`",
            ),
            (
                RUN,
                &[
                    SAME,
                    r#"{"method": "diff", "actual_file": "STDERR.txt", "expected_string": "3", "extra_student_output": true}"#,
                ],
                0,
                "?4",
                ":6 `STDERR.txt` cannot be compared",
            ),
            (
                RUN,
                &[r#"{"method": "errorIfNotEmpty", "actual_file": "execute_logfile.txt"}"#],
                1,
                "4",
                "",
            ),
            (
                RUN,
                &[EMPTY_ERROR, r#"{"method": "intComparison"}"#],
                0,
                "?4",
                ":6 the method `intComparison`",
            ),
            (
                RUN,
                &[r#"{"method": "intComparison", "comparison": "ge", "term": 3}"#],
                1,
                "4",
                "",
            ),
            (
                RUN,
                &[r#"{"method": "custom_validator", "command": "python3 grade.py 3"}"#],
                1,
                "4",
                "",
            ),
            (
                RUN,
                &[r#"{"method": "custom_validator", "command": "./grade"}"#],
                0,
                "?4",
                ":5 a validator is a Python program",
            ),
            (
                RUN,
                &[r#"{"method": "custom", "args": "5"}"#],
                0,
                "?4",
                ":5 the method `custom`",
            ),
            (
                RUN,
                &[r#"{"method": "diff", "expected_string": "3", "max_char_changes": 5}"#],
                0,
                "?4",
                ":3 the test case `One`: line 5: nothing here is like `max_char_changes`",
            ),
            (SORT, &[SAME_LAST], 1, "4", ""),
            (
                SORT,
                &[r#"{"method": "diff", "actual_file": "STDOUT_3.txt", "expected_string": "3"}"#],
                0,
                "?4",
                ":5 no command prints `STDOUT_3.txt`",
            ),
            (
                r#""points": 4, "command": ["./sum.out", "sort < other.txt"]"#,
                &[r#"{"method": "diff", "actual_file": "STDOUT_1.txt", "expected_string": "3"}"#],
                0,
                "?4",
                ":5 `STDOUT_1.txt` is not made of the output",
            ),
            (
                r#""points": 4, "command": ["./sum.out", "nc -l"]"#,
                &[SAME_FIRST],
                0,
                "?4",
                ":3 the test case `One`: `nc` is not the student's program",
            ),
            (
                TWICE,
                &[
                    SAME_FIRST,
                    r#"{"method": "diff", "actual_file": "STDOUT_1.txt", "expected_string": "4"}"#,
                ],
                2,
                "1all",
                "",
            ),
            (
                TWICE,
                &[r#"{"method": "diff", "actual_file": "out.txt", "expected_string": "4"}"#],
                0,
                "?1",
                ":5 `out.txt` is left by one of several starts",
            ),
            (
                r#""points": -2, "command": "./sum.out""#,
                &[r#"{"method": "searchToken", "data": ["goto"]}"#],
                1,
                "-2",
                "",
            ),
            (
                r#""points": -2, "command": "./sum.out""#,
                &[EMPTY_ERROR],
                0,
                "",
                ":5 points are taken off for what `STDERR.txt` is",
            ),
            (
                r#""points": -2, "type": "FileCheck", "max_submissions": 3, "penalty": -0.5"#,
                &[],
                0,
                "",
                ":3 the test case `One`: how often somebody has submitted",
            ),
            (
                r#""points": 1, "type": "FileCheck", "actual_file": "README.txt""#,
                &[],
                0,
                "?1",
                ":3 the test case `One`: whether a file was handed in",
            ),
            (
                r#""points": 1, "command": "./sum.out < in.txt", "input_generation_commands": ["python3 make.py 1> in.txt"]"#,
                &[SAME],
                1,
                "1",
                "",
            ),
            (
                r#""points": 1, "command": "./sum.out", "solution_commands": ["./make 1> right.txt"]"#,
                &[r#"{"method": "diff", "expected_file": "right.txt"}"#],
                0,
                "?1",
                ":3 the test case `One`: the command `./make 1> right.txt`",
            ),
        ];
        for (keys, validations, cases, points, reported) in table {
            let (found, worth, lost) = outcome(keys, validations);
            let said = format!("{keys} {validations:?}: {lost}");
            assert_eq!((found, worth.as_str()), (cases, points), "{said}");
            let is_said = lost.lines().any(|line| {
                let line = line.strip_prefix("config.json").unwrap_or(line);
                !reported.is_empty() && line.starts_with(reported)
            });
            assert_eq!(is_said, !reported.is_empty(), "{said}");
            assert_eq!(reported.is_empty(), lost.is_empty(), "{said}");
        }
    }

    #[test]
    fn every_case_of_a_test_case_may_write_the_files_that_are_compared() {
        let config = r#"{"testcases": [{"title": "t", "command": "./a.out", "points": 4, "validation": [
            {"method": "diff", "actual_file": "out.txt", "expected_string": "hi\n"},
            {"method": "diff", "actual_file": "STDOUT.txt", "expected_string": "done\n"}]}]}"#;
        let files = [("config.json", config)];
        let plan = test_package::read_files(PackageFormat::Submitty, &files).unwrap();
        let [of_file, of_output] = &plan.cases[..] else {
            panic!("{:?}", plan.cases)
        };
        let names =
            |case: &ImportedCase| (case.writes.len(), to_strings(case.file.scratch.as_ref()));
        assert_eq!(names(of_file), (1, Vec::new()));
        assert_eq!(names(of_output), (0, vec!["out.txt".to_owned()]));
    }

    #[test]
    fn only_a_comparison_by_lines_ignores_blanks_and_the_order() {
        let table = [
            ("", "trailing", false, 0),
            (
                r#", "ignoreWhitespace": true, "lineSwapOk": true"#,
                "trailing",
                false,
                2,
            ),
            (
                r#", "comparison": "byLine", "ignoreWhitespace": true, "lineSwapOk": true"#,
                "collapse",
                true,
                0,
            ),
            (
                r#", "tolerance": 0.5, "ignoreWhitespace": true"#,
                "collapse",
                false,
                0,
            ),
        ];
        for file in ["STDOUT.txt", "out.txt"] {
            for (more, whitespace, is_any, remarks) in table {
                let config = format!(
                    "{{\"testcases\": [{{\"title\": \"t\", \"command\": \"./a.out\", \"points\": 4, \"validation\": [\
                     {{\"method\": \"diff\", \"actual_file\": \"{file}\", \"expected_string\": \"3\"{more}}}]}}]}}"
                );
                let files = [("config.json", config.as_str())];
                let plan = test_package::read_files(PackageFormat::Submitty, &files).unwrap();
                let compare = &plan.cases[0].file.compare.as_ref().unwrap().body;
                assert_eq!(compare.whitespace, Some(whitespace.into()), "{more}");
                assert_eq!(compare.order.is_some(), is_any, "{more}");
                let said = plan.notes.remarks.iter();
                let said = said.filter(|note| note.text.contains("no effect"));
                assert_eq!(said.count(), remarks, "{more}");
                let credit = plan.criteria[0].credit.as_ref();
                assert_eq!(credit, Some(&"per-line".into()));
            }
        }
    }

    #[test]
    fn warnings_of_a_compiler_cost_their_share_and_parts_are_alternatives() {
        let config = r#"{"one_part_only": true, "part_names": ["C", "C++"], "environment_variables": {"PATH": "/", "SIZE": "4"}, "testcases": [
            {"command": "python3 part3/*.py", "points": 5, "validation": [{"method": "diff", "expected_string": "3"}]},
            {"type": "Compilation", "command": "gcc -o one part1/*.c", "points": 4, "warning_deduction": 0.25, "validation": [
                {"method": "fileExists", "actual_file": "one"}, {"method": "searchToken", "actual_file": "map.txt", "data": ["main"]}]},
            {"type": "Compilation", "command": "g++ -o two part2/*.cpp", "points": 4},
            {"command": "./one", "points": 3, "validation": [{"method": "searchAny", "data": ["3", "{4}"]}]},
            {"command": "./two", "points": 3, "validation": [{"method": "searchAny", "data": ["3", "{4}"]}]}]}"#;
        let files = [
            ("config.json", config),
            ("submissions/correct.c", "int main() {}"),
            ("submissions/buggy_loop.cpp", "int main() {}"),
            ("submissions/syntax_error.c", "int main( {}"),
            ("submissions/other.c", "int main() {}"),
        ];
        let plan = test_package::read_files(PackageFormat::Submitty, &files).unwrap();
        let points = plan
            .criteria
            .iter()
            .map(|one| *one.points.as_ref().unwrap().get_ref());
        assert_eq!(points.collect::<Vec<_>>(), [3.0, 1.0, 3.0]);
        let case = &plan.cases[0].file;
        let expected = vec![r"(?-i:3)|(?-i:\x7B4\})".into()];
        assert_eq!(case.compare.as_ref().unwrap().body.patterns, Some(expected));
        assert_eq!(case.env.len(), 1);
        assert_eq!(plan.calibration.len(), 3);
        let lost = plan.notes.dropped.iter();
        let lost: Vec<String> = lost
            .map(|note| format!("{} {}", note.place, note.text))
            .collect();
        let expected = [
            "config.json:4 `searchToken` of what a compiler leaves: only its warnings are looked at here",
            "config.json:1 the variable `PATH` is set by the grader",
        ];
        assert_eq!(lost, expected);
    }
}
