//! Gaps planted in the shipped course, by taking cases away: each is told.

use super::found;
use super::shipped::shipped;

/// Few cases, which together notice all that all cases do. Among all, hardly one is missed when it is gone.
const FEW: [(&str, &[&str]); 3] = [
    (
        "rowcol",
        &[
            "errors-of-all-kinds",
            "occupied-by-other",
            "out-of-bounds-far",
            "occupied-own",
            "win-first-column-o",
            "out-of-bounds-both",
            "tie-full-board",
            "out-of-bounds-in-the-next-row",
        ],
    ),
    (
        "counters",
        &[
            "negative",
            "draw-full-board",
            "out-of-range",
            "errors-of-all-kinds",
            "taken-own",
            "win-first-column-1",
            "draw-other",
            "win-main-diagonal-2",
            "taken-repeatedly",
        ],
    ),
    (
        "cpu",
        &[
            "full-board",
            "chance",
            "ascending",
            "out-of-range-later",
            "errors-of-all-kinds",
            "loss",
            "win",
        ],
    ),
];

/// Those of them that alone notice some fault.
const PLANTED: [(&str, &str); 6] = [
    ("rowcol", "out-of-bounds-far"),
    ("rowcol", "occupied-own"),
    ("rowcol", "win-first-column-o"),
    ("rowcol", "out-of-bounds-both"),
    ("counters", "negative"),
    ("cpu", "full-board"),
];

#[test]
fn a_gap_that_was_closed_in_the_shipped_course_shows_when_its_case_is_taken_away() {
    let (missed, told) = unnoticed("rowcol", |case| case != "out-of-bounds-far");
    assert!(missed > 0, "{told}");
}

/// All of them: CONTRIBUTING.md has the command.
#[test]
#[ignore = "takes a quarter of an hour; CONTRIBUTING.md says when to run it"]
fn planted_gaps_are_each_found() {
    for (assignment, few) in FEW {
        let (missed, told) = unnoticed(assignment, |case| few.contains(&case));
        assert_eq!(missed, 0, "{told}");
    }
    let mut unseen = Vec::new();
    for (assignment, taken) in PLANTED {
        let (_, few) = FEW.iter().find(|(id, _)| *id == assignment).unwrap();
        let (missed, told) = unnoticed(assignment, |case| case != taken && few.contains(&case));
        println!("{assignment} without {taken}: {missed} are not noticed");
        if missed == 0 {
            unseen.push(format!("{assignment} without {taken}:\n{told}"));
        }
    }
    assert!(unseen.is_empty(), "{}", unseen.join("\n"));
}

/// How many mutants are not noticed by the cases that are kept, beside those that the rubric accepts, and what is told of them.
fn unnoticed(assignment: &str, keeps: impl Fn(&str) -> bool) -> (usize, String) {
    let course = shipped(assignment, keeps);
    let ran = course.grader(&["check", "--mutants", "--games", "200"]);
    let all = found(&course);
    let is_missed =
        |one: &&serde_json::Value| one["outcome"] == "not-noticed" && one["accepted"].is_null();
    (all.iter().filter(is_missed).count(), ran.stdout)
}
