//! Rules about source, through the real command: what findings cost, and where they are shown.

use std::fs;

use crate::support::results::{list, text};
use crate::support::{ADDS, Course, SUM};
use serde_json::Value;

/// Besides the cases.
const CRITERIA: &str = r#"
[[assignments.sum.criteria]]
id = "globals"
title = "No global variables"
points = 4
rule = "no-global-variables"

[[assignments.sum.criteria]]
id = "arrays"
penalty = { each = 1, most = 2 }
rule = "no-arrays"

[[assignments.sum.criteria]]
id = "long-lines"
title = "Long lines"
remark = true
rule = "line-length"
with = { most = 70 }
"#;

/// A course with these criteria, and one submission of these files.
fn course(files: &[(&str, &str)]) -> Course {
    let course = Course::sum();
    course.write("rubric.toml", format!("{SUM}{CRITERIA}"));
    for (name, text) in files {
        course.write(format!("submissions/ann/{name}"), text);
    }
    course
}

fn with(top: &str) -> String {
    ADDS.replace("int ask", &format!("{top}\nint ask"))
}

/// The criterion of the one submission with this id.
fn criterion(submission: &Value, id: &str) -> Value {
    list(&submission["criteria"])
        .iter()
        .find(|one| one["id"] == id)
        .cloned()
        .unwrap_or_default()
}

#[test]
fn findings_cost_what_the_rubric_says() {
    let broken = "int main() { return 0 }";
    let table = [
        (ADDS.to_owned(), 14.0, [0, 0, 0]),
        (with("int sum;"), 10.0, [1, 0, 0]),
        (with("void f(int a[]);"), 13.0, [0, 1, 0]),
        (with("void f(int a[], int b[], int c[]);"), 12.0, [0, 3, 0]),
        (with("int a[3];"), 9.0, [1, 1, 0]),
        (
            with("// 45678901234567890123456789012345678901234567890123456789012345678901"),
            14.0,
            [0, 0, 1],
        ),
    ];
    for (program, points, findings) in table {
        let course = course(&[("sum.cpp", &program)]);
        let results = course.results();
        let submission = results.of("ann", "sum");
        assert_eq!(
            (
                submission["points"].as_f64(),
                submission["max_points"].as_f64()
            ),
            (Some(points), Some(14.0)),
            "{program}"
        );
        let found = ["globals", "arrays", "long-lines"]
            .map(|id| list(&criterion(submission, id)["findings"]).len());
        assert_eq!(found, findings, "{program}");
    }
    let course = course(&[("sum.cpp", broken)]);
    let results = course.results();
    let submission = results.of("ann", "sum");
    assert_eq!(submission["points"], 0.0);
    let globals = criterion(submission, "globals");
    let reason = text(&globals["reason"]);
    assert!(
        reason.starts_with("without a program the rule could not decide at sum.cpp:1"),
        "{reason}"
    );
    assert_eq!(
        criterion(submission, "arrays")["points"],
        0.0,
        "what is not there breaks no rule"
    );
    let results = self::course(&[("sum.cpp", "// my homework\n")]).results();
    let submission = results.of("ann", "sum");
    assert_eq!(submission["points"], 0.0);
    let globals = criterion(submission, "globals");
    assert_eq!(text(&globals["reason"]), "there is no program to look at");
}

#[test]
fn what_the_object_knows_of_variables_and_functions_is_understood() {
    let table = [
        ("struct { int a; } both;", 1),
        ("enum { START, END } phase = START;", 1),
        ("thread_local int depth = 0;", 1),
        ("inline int used = 0;\nint use() { return used++; }", 1),
        ("const struct { int a; } BOTH = {1};", 0),
        (
            "struct Both { int a; Both(int b) : a(b) {} };\nBoth make(Both(int));",
            0,
        ),
    ];
    let tops: String = table
        .iter()
        .enumerate()
        .map(|(at, (top, _))| format!("namespace n{at} {{\n{top}\n}}\n"))
        .collect();
    let course = course(&[("sum.cpp", &with(&tops))]);
    let results = course.results();
    let globals = criterion(results.of("ann", "sum"), "globals");
    let found: Vec<&str> = list(&globals["findings"])
        .iter()
        .map(|it| text(&it["text"]))
        .collect();
    let expected: Vec<&str> = table
        .iter()
        .filter(|(_, count)| *count == 1)
        .map(|(top, _)| top.lines().next().unwrap_or_default())
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn a_function_of_another_type_is_not_the_one_that_was_asked_for() {
    let course = course(&[("sum.cpp", &with("bool isFree(int a) { return a > 0; }"))]);
    let rubric = course.read("rubric.toml");
    let criterion_of = |id: &str, prototype: &str| {
        format!(
            "\n[[assignments.sum.criteria]]\nid = \"{id}\"\nremark = true\nrule = \"required-functions\"\n\
             with = {{ called = false, functions = [\"{prototype}\"] }}\n"
        )
    };
    let right = criterion_of("right", "bool isFree(int a)");
    let other = criterion_of("other", "int isFree(int a)");
    course.write("rubric.toml", format!("{rubric}{right}{other}"));
    let results = course.results();
    let found = ["right", "other"]
        .map(|id| list(&criterion(results.of("ann", "sum"), id)["findings"]).len());
    assert_eq!(found, [0, 1]);
}

#[test]
fn reports_show_the_rule_the_place_and_the_line() {
    let main = ADDS.replace(
        "#include <cstdio>",
        "#include <cstdio>\n#include \"lib/state.h\"",
    );
    let header = "#pragma once\n#define STATE static int last_number\nSTATE;  // <b>`kept`</b>\n";
    let course = course(&[("sum.cpp", &main), ("lib/state.h", header)]);
    let results = course.results();
    let globals = criterion(results.of("ann", "sum"), "globals");
    assert_eq!(text(&globals["rule"]), "no-global-variables");
    let finding = &list(&globals["findings"])[0];
    assert_eq!(
        *finding,
        serde_json::json!({
            "rule": "no-global-variables",
            "file": "lib/state.h",
            "line": 3,
            "text": "STATE;  // <b>`kept`</b>",
            "message": "`last_number` is a variable outside all functions."
        })
    );
    let own: Value = serde_json::from_str(&course.read("reports/ann/sum.json")).unwrap_or_default();
    assert_eq!(
        criterion(&own, "globals"),
        globals,
        "the student sees the same"
    );
    let report = course.read("reports/ann/sum.md");
    assert!(
        report.contains("| No global variables | 0 | 4 | lib/state.h:3: `last_number` is"),
        "{report}"
    );
    assert!(
        report.contains("\n### No global variables\n\nDeclare variables inside functions")
            && report.contains("\n- `lib/state.h:3`: `last_number` is a variable outside all functions. ``STATE;  // <b>`kept`</b>``\n"),
        "{report}"
    );
    assert!(
        !report.contains("| Long lines"),
        "a remark is no row of the table: {report}"
    );
    let shown = course.grader(&["report", "ann"]);
    assert!(shown.stdout.contains("last_number"), "{}", shown.stdout);
}

#[test]
fn what_no_rule_can_read_awaits_the_instructor() {
    let undecided = with("#if RAND_MAX > 5\nint a[3];\n#endif");
    let course = course(&[("sum.cpp", &undecided)]);
    let results = course.results();
    let submission = results.of("ann", "sum");
    for (id, points) in [("globals", 4.0), ("arrays", 0.0)] {
        let criterion = criterion(submission, id);
        assert_eq!(
            (&criterion["points"], text(&criterion["state"])),
            (&Value::from(points), "awaits-instructor")
        );
        let reason = text(&criterion["reason"]);
        assert!(
            reason.contains("sum.cpp:3 (whether this condition holds"),
            "{reason}"
        );
    }
    assert_eq!(submission["points"], 14.0);
}

#[test]
fn a_program_that_is_all_nesting_is_graded_all_the_same() {
    let nested = format!(
        "int deep() {{ return {}1{}; }}",
        "(".repeat(200),
        ")".repeat(200)
    );
    let too_deep = format!(
        "int deep() {{ {}int x; x = 1;{} return 0; }}",
        "{".repeat(1500),
        "}".repeat(1500)
    );
    for (top, state) in [(nested, "decided"), (too_deep, "awaits-instructor")] {
        let course = course(&[("sum.cpp", &with(&top))]);
        let results = course.results();
        let submission = results.of("ann", "sum");
        assert_eq!(submission["points"], 14.0);
        assert_eq!(text(&criterion(submission, "globals")["state"]), state);
    }
}

#[test]
fn calibration_programs_declare_how_often_a_rule_finds_something() {
    let course = course(&[("sum.cpp", ADDS)]);
    let calibration = |findings: &str| {
        course.write("untidy.cpp", with("int sum;\nint a[3];"));
        let text = format!(
            "{SUM}{CRITERIA}\n[[assignments.sum.calibration]]\nsources = [\"untidy.cpp\"]\npoints = 9\nfindings = {findings}\n"
        );
        fs::write(course.path("rubric.toml"), text)
            .map_or(None, |()| Some(course.grader(&["check"])))
    };
    let (Some(right), Some(wrong), Some(unknown)) = (
        calibration("{ globals = 2, arrays = 1, long-lines = 0 }"),
        calibration("{ globals = 1 }"),
        calibration("{ global = 1 }"),
    ) else {
        panic!("the rubric could not be written")
    };
    right.exits_with(0);
    wrong.exits_with(1);
    assert!(
        wrong
            .stdout
            .contains("`globals` has 2 findings, and 1 are declared"),
        "{wrong:?}"
    );
    unknown.exits_with(2);
    let said = "unknown criterion with a rule `global`; did you mean `globals`? Expected one of `globals`, `arrays`, `long-lines`";
    assert!(unknown.stderr.contains(said), "{unknown:?}");
}
