//! A class made from tables: programs that are right in unusual ways, and wrong in subtle ones. Each must get exactly its
//! grade under the shipped rubric and under three others, and its mistake must be recognised by name.
//!
//! The grades stand in a snapshot. What no snapshot can change is asserted besides: right programs get full marks, wrong
//! ones do not.

pub(crate) mod domineering;
pub(crate) mod programs;
pub(crate) mod tttn;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::results::{Results, list, text};
use crate::support::{Course, Ran, is_part_of, sample_step, tries_all};
use programs::{Program, Table};

const TABLES: [&Table; 2] = [&tttn::TABLE, &domineering::TABLE];

/// The rubrics beside the shipped one: their names, and how they compare.
const OTHERS: [(&str, &str); 3] = [
    (
        "strict",
        r#"{ scope = "transcript", whitespace = "exact", prompts = "exact" }"#,
    ),
    (
        "middle",
        r#"{ scope = "transcript", whitespace = "trailing", prompts = "shows" }"#,
    ),
    (
        "loose",
        r#"{ scope = "final", whitespace = "collapse", prompts = "any" }"#,
    ),
];

/// The shipped cases by which the other rubrics judge: some of each kind, on small boards.
const CASES: [(&str, &[&str]); 2] = [
    (
        "tttn",
        &[
            "draw-early-5x5",
            "draw-one-square-left",
            "occupied-once",
            "quit-negative",
            "quit-one-too-high",
            "win-anti-diagonal-x",
            "win-last-column-x",
            "win-last-row-o",
            "win-row-needs-all-five",
        ],
    ),
    (
        "domineering",
        &[
            "invalid-bottom-row",
            "invalid-cell-below",
            "sample-run",
            "win-shortest",
            "win-shortest-player-1",
        ],
    ),
];

fn repository(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// All programs of the tables about a game, each with its name.
pub(crate) fn programs_of(game: &str) -> Vec<(String, String)> {
    let tables = [&tttn::TABLE, &domineering::TABLE].into_iter();
    let mut all = Vec::new();
    for table in tables.filter(|table| table.assignment == game) {
        for program in table.programs {
            all.push((program.name.to_owned(), table.source(program)));
        }
    }
    all
}

/// A course with the class of these tables, of which each program of so many is tried, and the three rubrics beside each other.
fn class(tables: &[&Table], step: usize) -> Course {
    let course = Course::empty();
    for table in tables {
        for program in table.programs.iter().step_by(step) {
            let assignment = table.assignment;
            let name = program.name;
            let file = format!("submissions/{assignment}/{name}/{assignment}.cpp");
            course.write(file, table.source(program));
        }
    }
    write_rubrics(&course);
    course
}

/// The three rubrics, and the shipped cases by which they judge.
pub(crate) fn write_rubrics(course: &Course) {
    for (assignment, cases) in CASES {
        for file in cases
            .iter()
            .flat_map(|case| [format!("{case}.toml"), format!("{case}.expected")])
        {
            let shipped = repository(&format!("testcases/{assignment}/{file}"));
            course.write(
                format!("testcases/{assignment}/{file}"),
                fs::read(shipped).unwrap(),
            );
        }
    }
    for (name, compare) in OTHERS {
        course.write(format!("{name}.toml"), rubric(compare));
    }
}

fn rubric(compare: &str) -> String {
    let mut text = "[defaults]\nflags = [\"-std=c++17\"]\nshortest = false\n".to_owned();
    for (game, _) in CASES {
        write!(
            text,
            "\n[assignments.{game}]\nsources = [\"{game}.cpp\"]\nreference = {{ game = \"{game}\" }}\ncompare = {compare}\n\n\
             [[assignments.{game}.criteria]]\nid = \"games\"\npoints = 100\ncases = [\"*\"]\n"
        )
        .unwrap();
    }
    text
}

/// Grades the class by a rubric.
fn graded(course: &Course, rubric: &Path, out: &str) -> Results {
    let rubric = rubric.display().to_string();
    let ran: Ran = course.grader(&["run", "submissions", "--rubric", &rubric, "--out", out]);
    ran.exits_with(0);
    crate::goldens::compare(&format!("equivalence-{out}"), &course.path(out));
    Results::read(&course.path(out))
}

/// What failed, by verdict and mistake, and how often: each case's own verdict, or, where that is right, a criterion's.
fn failures(submission: &Value) -> BTreeMap<(String, String), usize> {
    let own = list(&submission["cases"]);
    let is_right = |id: &Value| {
        own.iter()
            .any(|case| case["id"] == *id && case["verdict"] == "accepted")
    };
    let criteria = list(&submission["criteria"])
        .iter()
        .filter_map(|criterion| criterion["cases"].as_array());
    let stricter = criteria.flatten().filter(|case| is_right(&case["id"]));
    let mut failures = BTreeMap::new();
    for case in own
        .iter()
        .chain(stricter)
        .filter(|case| case["verdict"] != "accepted")
    {
        let mistake = case["mistake"].as_str().unwrap_or("-").to_owned();
        *failures
            .entry((text(&case["verdict"]).to_owned(), mistake))
            .or_default() += 1;
    }
    failures
}

/// The mistake that explains most failures; none if nothing failed.
fn commonest(submission: &Value) -> Option<String> {
    // Calls of functions are no games: nothing is recognised there.
    let known = failures(submission)
        .into_iter()
        .filter(|((_, mistake), _)| mistake != "-");
    known
        .max_by_key(|(_, times)| *times)
        .map(|((_, mistake), _)| mistake)
}

/// One grade as a row of the file.
fn row(rubric: &str, submission: &Value) -> String {
    let failures: Vec<String> = failures(submission)
        .into_iter()
        .map(|((verdict, mistake), times)| format!("{times} {verdict} {mistake}"))
        .collect();
    let assignment = text(&submission["assignment"]);
    let student = text(&submission["student"]);
    format!(
        "{assignment},{student},{rubric},{},{}",
        submission["points"],
        failures.join("; ")
    )
}

/// All rows, each program's together.
fn rows(results: &[(&str, Results)]) -> String {
    let mut text = "assignment,program,rubric,points,failures\n".to_owned();
    for table in TABLES {
        for program in table.programs.iter().step_by(sample_step()) {
            for (rubric, results) in results {
                writeln!(
                    text,
                    "{}",
                    row(rubric, results.of(program.name, table.assignment))
                )
                .unwrap();
            }
        }
    }
    text
}

/// A right program has full marks under the shipped rubric; a wrong one has not, and its mistake is named under the first of
/// the rubrics that finds it.
fn is_judged_as_it_should(program: &Program, table: &Table, results: &[(&str, Results)]) {
    let of = |results: &Results| results.of(program.name, table.assignment).clone();
    let shipped = of(&results[0].1);
    // The templates are read by no student: what rules say about their text is the business of other tests.
    let is_full = |one: &&Value| one["points"] == one["max_points"];
    let full = list(&shipped["criteria"])
        .iter()
        .filter(|one| one["rule"].is_null())
        .all(|one| is_full(&one));
    match program.mistake {
        None => assert!(full, "{}: {}", program.name, row("shipped", &shipped)),
        Some(mistake) => {
            let finder = results
                .iter()
                .map(|(_, results)| of(results))
                .find_map(|one| commonest(&one));
            assert_eq!(
                finder.as_deref(),
                Some(mistake),
                "{} {}",
                table.assignment,
                program.name
            );
        }
    }
}

#[test]
fn every_program_gets_its_grade_and_hears_of_its_mistake() {
    let course = class(&TABLES, sample_step());
    let mut results = vec![(
        "shipped",
        graded(&course, &course.shipped_rubric(), "shipped"),
    )];
    for (name, _) in OTHERS {
        results.push((
            name,
            graded(&course, &course.path(format!("{name}.toml")), name),
        ));
    }
    let rows = rows(&results);
    if tries_all() {
        insta::assert_snapshot!(rows);
    } else {
        is_part_of(
            include_str!(
                "snapshots/integration__equivalence__every_program_gets_its_grade_and_hears_of_its_mistake.snap"
            ),
            &rows,
        );
    }
    for table in TABLES {
        for program in table.programs.iter().step_by(sample_step()) {
            is_judged_as_it_should(program, table, &results);
        }
    }
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_program_that_never_ends_hears_of_its_loop() {
    let course = class(&[&tttn::ENDLESS], 1);
    let limits = "\nlimits = { cpu = \"200ms\", wall = \"1s\", output = \"16KiB\" }\n";
    let rubric = course.read("loose.toml").replacen('\n', limits, 1);
    course.write("impatient.toml", rubric);
    let results = [(
        "impatient",
        graded(&course, &course.path("impatient.toml"), "reports"),
    )];
    for program in tttn::ENDLESS.programs {
        is_judged_as_it_should(program, &tttn::ENDLESS, &results);
    }
    let report = course.read("reports/prints/tttn.md");
    assert!(
        report.contains("it printed over and over: `Square taken`"),
        "{report}"
    );
}
