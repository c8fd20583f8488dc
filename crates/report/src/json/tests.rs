//! What other programs rely on.

use serde_json::{Value, json};

use super::super::entry::ReportEntry;
use super::super::names::SharedNames;
use super::*;
use crate::fixture;
use model::Grade;

fn rendered(grades: Vec<Grade>) -> String {
    let entries: Vec<ReportEntry> = grades
        .iter()
        .map(|it| ReportEntry::new(it, &SharedNames::default()))
        .collect();
    let items = ResultsItems::new_in(&std::env::temp_dir()).unwrap();
    let places: Vec<_> = grades
        .iter()
        .map(|grade| items.add_submission(&render_submission(grade)).unwrap())
        .collect();
    let mut out = Vec::new();
    write_results(&items, &places, &entries, &fixture::environment(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn parsed(grades: Vec<Grade>) -> Value {
    serde_json::from_str(&rendered(grades)).unwrap()
}

#[test]
fn the_whole_file_is_as_it_was_reviewed() {
    insta::assert_snapshot!(rendered(fixture::class()));
}

#[test]
fn the_contract_is_kept() {
    let results = parsed(vec![fixture::wrong()]);
    assert_eq!(results["schema"], "grader/results/v1");
    let submission = &results["submissions"][0];
    assert_eq!(submission["student"], "student-02");
    assert_eq!(submission["assignment"], "tttn");
    assert_eq!(submission["points"], json!(75.0));
    assert_eq!(submission["max_points"], json!(100.0));
    assert_eq!(submission["build"]["verdict"], "ok");
    assert_eq!(submission["build"]["warnings"], json!(0));
    let case = &submission["cases"][1];
    assert_eq!(case["id"], "win-main-diagonal");
    assert_eq!(case["verdict"], "wrong-answer");
    assert_eq!(case["points"], json!(0.0));
    assert_eq!(case["max_points"], json!(25.0));
    assert_eq!(case["exit"], json!({ "code": 0 }));
    let criterion = &submission["criteria"][0];
    assert_eq!(criterion["id"], "games");
    assert_eq!(criterion["points"], json!(25.0));
    assert_eq!(criterion["max_points"], json!(50.0));
}

#[test]
fn a_crash_names_its_signal_and_why_it_is_not_right() {
    let case = &parsed(vec![fixture::crash()])["submissions"][0]["cases"][0];
    assert_eq!(case["verdict"], "runtime-error");
    assert_eq!(case["exit"], json!({ "signal": "SIGSEGV" }));
    assert!(
        case["reason"]
            .as_str()
            .unwrap()
            .contains("memory that is not its own")
    );
}

#[test]
fn an_ungraded_submission_says_that_its_points_are_no_grade() {
    let results = parsed(vec![fixture::ungraded(), fixture::perfect()]);
    assert_eq!(results["ungraded"], json!(1));
    assert_eq!(results["submissions"][0]["graded"], json!(false));
    assert_eq!(results["submissions"][0]["cases"][0]["verdict"], "ungraded");
    assert_eq!(
        results["submissions"][0]["criteria"][0]["state"],
        "ungraded"
    );
    assert_eq!(results["submissions"][1]["graded"], json!(true));
}

#[test]
fn only_the_keys_for_times_and_memory_differ_between_runs() {
    let fast = fixture::perfect();
    let mut slow = fast.clone();
    for case in &mut slow.cases {
        let usage = &mut case.observation.as_mut().unwrap().usage;
        usage.cpu *= 3;
        usage.wall *= 3;
        usage.peak_memory += 1;
    }
    let timeless = |grade| {
        let text = rendered(vec![grade]);
        let keep = |line: &&str| {
            !["cpu_seconds", "wall_seconds", "peak_memory_bytes"]
                .iter()
                .any(|key| line.contains(key))
        };
        text.lines().filter(keep).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(timeless(fast), timeless(slow));
}
