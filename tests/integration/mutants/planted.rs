//! Gaps planted in the shipped course, by taking cases away: each is told.

use super::found;
use super::shipped::shipped;

/// Few cases, which together with all calls notice all that all cases do; each of them alone notices something.
const FEW: [(&str, &[&str]); 5] = [
    (
        "tttn",
        &[
            "draw-full-board-first-column",
            "occupied-last-square-9x9",
            "occupied-repeatedly",
            "quit-11x11",
            "quit-far-too-high",
            "quit-negative-first-move",
        ],
    ),
    ("domineering", &["invalid-huge"]),
    (
        "rowcol",
        &[
            "occupied-own",
            "out-of-bounds-both",
            "out-of-bounds-far",
            "out-of-bounds-high",
            "out-of-bounds-in-the-next-row",
            "tie-full-board",
        ],
    ),
    (
        "counters",
        &[
            "draw-full-board",
            "errors-of-all-kinds",
            "negative",
            "out-of-range-far",
            "taken-by-other",
            "taken-repeatedly",
        ],
    ),
    (
        "cpu",
        &["chance", "full-board", "out-of-range-later", "win"],
    ),
];

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_gap_that_was_closed_in_the_shipped_course_shows_when_its_case_is_taken_away() {
    let (missed, told) = unnoticed("rowcol", "60", |case| case != "out-of-bounds-far");
    assert!(missed > 0, "{told}");
}

/// All of them: CONTRIBUTING.md has the command.
#[test]
#[ignore = "takes a quarter of an hour; CONTRIBUTING.md says when to run it"]
fn planted_gaps_are_each_found() {
    let mut unseen = Vec::new();
    for (assignment, few) in FEW {
        let is_kept = |case: &str| case.starts_with("call-") || few.contains(&case);
        let (missed, told) = unnoticed(assignment, "200", is_kept);
        assert_eq!(missed, 0, "{told}");
        for taken in few {
            let (missed, told) =
                unnoticed(assignment, "200", |case| case != *taken && is_kept(case));
            println!("{assignment} without {taken}: {missed} are not noticed");
            if missed == 0 {
                unseen.push(format!("{assignment} without {taken}:\n{told}"));
            }
        }
    }
    assert!(unseen.is_empty(), "{}", unseen.join("\n"));
}

/// How many mutants are not noticed by the cases that are kept, beside those that the rubric accepts, and what is told of them.
fn unnoticed(assignment: &str, games: &str, keeps: impl Fn(&str) -> bool) -> (usize, String) {
    let course = shipped(assignment, keeps);
    let ran = course.grader(&["check", "--mutants", "--games", games]);
    let all = found(&course);
    let is_missed =
        |one: &&serde_json::Value| one["outcome"] == "not-noticed" && one["accepted"].is_null();
    (all.iter().filter(is_missed).count(), ran.stdout)
}
