//! `results.json` is a contract with other people's tools: `grader/results/v1`, key by key.

use serde_json::{Value, json};

use crate::support::{ADDS, CASE, Course, SUM};

/// Two criteria, so that sums show: one for the build, one for two cases.
fn graded() -> Value {
    let course = Course::sum();
    let more =
        "[[assignments.sum.criteria]]\nid = \"builds\"\npoints = 2.5\nbuild = \"compiles\"\n";
    course.write(
        "rubric.toml",
        format!("{SUM}{more}").replace("flags = []", "flags = [\"-Wall\"]"),
    );
    let zero = format!("tags = [\"edge\"]\n{}", CASE.replace('3', "0"));
    course.write("testcases/sum/zero.toml", zero);
    course.grader(&["regenerate"]).exits_with(0);
    // Right for zero only; the compiler warns of `unused`.
    let wrong = ADDS
        .replace("int first", "int unused; int first")
        .replace("+ second", "- second");
    course.write("submissions/ann/sum.cpp", wrong);
    course.write("submissions/bob/notes.txt", "");
    course.results().0
}

#[test]
fn every_key_of_the_contract_is_there_with_its_value() {
    let results = graded();
    let table = [
        ("/schema", json!("grader/results/v1")),
        ("/submissions/0/student", json!("ann")),
        ("/submissions/0/assignment", json!("sum")),
        ("/submissions/0/points", json!(7.5)),
        ("/submissions/0/max_points", json!(12.5)),
        ("/submissions/0/build/verdict", json!("ok")),
        ("/submissions/0/build/warnings", json!(1)),
        ("/submissions/0/cases/0/id", json!("adds")),
        ("/submissions/0/cases/0/verdict", json!("wrong-answer")),
        ("/submissions/0/cases/0/points", json!(0.0)),
        ("/submissions/0/cases/0/max_points", json!(5.0)),
        ("/submissions/0/cases/1/id", json!("zero")),
        ("/submissions/0/cases/1/verdict", json!("accepted")),
        ("/submissions/0/cases/1/tags", json!(["edge"])),
        ("/submissions/0/cases/1/points", json!(5.0)),
        ("/submissions/0/criteria/0/id", json!("sums")),
        ("/submissions/0/criteria/0/points", json!(5.0)),
        ("/submissions/0/criteria/0/max_points", json!(10.0)),
        ("/submissions/0/criteria/1/id", json!("builds")),
        ("/submissions/0/criteria/1/points", json!(2.5)),
        ("/submissions/0/criteria/1/max_points", json!(2.5)),
        ("/submissions/1/student", json!("bob")),
        ("/submissions/1/points", json!(0.0)),
        ("/submissions/1/max_points", json!(12.5)),
        ("/submissions/1/build/verdict", json!("missing")),
        ("/submissions/1/build/warnings", json!(0)),
        ("/submissions/1/cases/0/verdict", json!("not-run")),
        ("/submissions/1/cases/0/max_points", json!(5.0)),
        ("/submissions/1/criteria/1/points", json!(0.0)),
    ];
    for (key, value) in table {
        assert_eq!(results.pointer(key), Some(&value), "{key} in {results:#}");
    }
    for (list, length) in [
        ("/submissions", 2),
        ("/submissions/0/cases", 2),
        ("/submissions/1/criteria", 2),
    ] {
        let found = results
            .pointer(list)
            .and_then(Value::as_array)
            .map(Vec::len);
        assert_eq!(found, Some(length), "{list} in {results:#}");
    }
}
