//! An assignment without a game speaks of no game, move or board.

use crate::support::results::Results;
use crate::support::{ADDS, Course, SUM};

/// Programs that go wrong in the ways that hints and verdicts speak of.
const PROGRAMS: &[(&str, &str)] = &[
    ("early_end", "int main() { ask(\"First\"); }"),
    (
        "early",
        "int main() { ask(\"First\"); std::printf(\"Sum: 5\\n\"); ask(\"Second\"); }",
    ),
    (
        "wrong",
        "int main() { ask(\"First\"); ask(\"Second\"); std::printf(\"Sum: 6\\n\"); }",
    ),
    ("silent", "int main() { ask(\"First\"); ask(\"Second\"); }"),
    (
        "asks_on",
        "int main() { for (;;) { ask(\"First\"); ask(\"Second\"); std::printf(\"Sum: 5\\n\"); } }",
    ),
    (
        "again",
        "int main() { ask(\"First\"); ask(\"Second\"); std::printf(\"Sum: 5\\n\"); ask(\"Continue (y/n)?\"); }",
    ),
    (
        "index",
        "int a[3]; int main() { volatile int i = 90000000; ask(\"First\"); a[i] = 1; }",
    ),
];

#[test]
fn an_assignment_without_a_game_speaks_of_none() {
    for compare in ["", "compare = { scope = \"final\" }"] {
        let course = Course::sum();
        course.write(
            "rubric.toml",
            SUM.replace("reference =", &format!("{compare}\nreference =")),
        );
        let ask = ADDS.split("int main").next().unwrap();
        for (name, main) in PROGRAMS {
            course.write(
                format!("submissions/{name}/sum.cpp"),
                format!("{ask}{main}\n"),
            );
        }
        course.grader(&["run", "submissions/"]).exits_with(0);
        let results = Results::read(&course.path("reports"));
        for (name, _) in PROGRAMS {
            let case = results.case_of(name, "sum");
            assert_ne!(case["verdict"], "accepted", "{name}");
            let report = course
                .read(&format!("reports/{name}/sum.md"))
                .to_lowercase();
            for word in [" game", " move", " board", " player", " square"] {
                let found = report.lines().find(|line| line.contains(word));
                assert_eq!(found, None, "{name} under `{compare}`");
            }
        }
    }
}
