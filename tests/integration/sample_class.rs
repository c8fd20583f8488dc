//! The class that is shipped with the course gets the grades that it must get.

mod pieces;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;

use crate::support::results::{Results, list, text};
use crate::support::{Course, GRADER, PATIENCE, RECORDS, Ran, gate_step, without_measures};

/// One submission: student, assignment, points, build, what fails by the names of cases, and why.
type Row = (
    &'static str,
    &'static str,
    f64,
    &'static str,
    Failing,
    &'static str,
);

enum Failing {
    Nothing,
    Everything(&'static str),
    These(&'static str, &'static [&'static str]),
    /// Every case whose name begins so, but for those that begin otherwise; and one more; and one with another verdict.
    Family(
        &'static str,
        &'static str,
        [&'static str; 2],
        Option<(&'static str, &'static str)>,
    ),
}

use Failing::{Everything, Family, Nothing, These};

const CLASS: [Row; 18] = [
    ("student-14", "cpu", 100.0, "ok", Nothing, "a right program"),
    (
        "student-15",
        "cpu",
        20.0,
        "ok",
        Everything("output-limit"),
        "its CPU never finds a square",
    ),
    (
        "student-16",
        "counters",
        100.0,
        "ok",
        Nothing,
        "a right program",
    ),
    (
        "student-17",
        "counters",
        91.142,
        "ok",
        These(
            "wrong-answer",
            &[
                "taken-repeatedly",
                "win-anti-diagonal-1",
                "win-anti-diagonal-2",
            ],
        ),
        "the middle square does not count for the other diagonal",
    ),
    (
        "student-18",
        "counters",
        0.0,
        "missing",
        Everything("not-run"),
        "handed in notes, no program",
    ),
    (
        "student-08",
        "domineering",
        100.0,
        "ok",
        Nothing,
        "a right program",
    ),
    (
        "student-09",
        "domineering",
        85.759,
        "ok",
        These(
            "runtime-error",
            &[
                "call-isPlaceable",
                "invalid-bottom-row",
                "invalid-many-in-one-turn",
                "sample-run",
            ],
        ),
        "divides by zero",
    ),
    (
        "student-10",
        "domineering",
        86.0,
        "ok",
        These("wrong-answer", &["call-isPlaceable"]),
        "right in every game, with four warnings, and a third player may put dominoes",
    ),
    (
        "student-11",
        "rowcol",
        100.0,
        "ok",
        Nothing,
        "counts rows and columns from 0",
    ),
    (
        "student-12",
        "rowcol",
        100.0,
        "ok",
        Nothing,
        "counts rows and columns from 1",
    ),
    (
        "student-13",
        "rowcol",
        76.655,
        "ok",
        These(
            "wrong-answer",
            &[
                "out-of-bounds-high",
                "out-of-bounds-negative",
                "win-first-column-o",
                "win-first-column-x",
                "win-last-column-o",
                "win-last-column-x",
                "win-last-square",
                "win-middle-column-o",
                "win-middle-column-x",
            ],
        ),
        "columns do not win",
    ),
    (
        "student-01",
        "tttn",
        100.0,
        "ok",
        Nothing,
        "a right program",
    ),
    (
        "student-02",
        "tttn",
        100.0,
        "ok",
        Nothing,
        "a right program",
    ),
    (
        "student-03",
        "tttn",
        100.0,
        "ok",
        Nothing,
        "right, with a new line after every prompt",
    ),
    (
        "student-04",
        "tttn",
        91.329,
        "ok",
        These(
            "wrong-answer",
            &[
                "call-checkForWinner",
                "occupied-own-square",
                "win-anti-diagonal-o",
                "win-anti-diagonal-o-7x7",
                "win-anti-diagonal-x",
                "win-anti-diagonal-x-5x5",
                "win-anti-diagonal-x-9x9",
            ],
        ),
        "the other diagonal does not win",
    ),
    (
        "student-05",
        "tttn",
        80.718,
        "ok",
        Family(
            "read-past-end",
            "draw-",
            ["draw-full-board", "occupied-by-both"],
            Some(("wrong-answer", "call-checkForDraw")),
        ),
        "sees a draw only on a full board, and asks for ever at the end of input",
    ),
    (
        "student-06",
        "tttn",
        2.0,
        "compile-error",
        Everything("not-run"),
        "does not compile",
    ),
    (
        "student-07",
        "tttn",
        89.764,
        "ok",
        Family("read-past-end", "quit-", ["", ""], None),
        "asks again where the game must be quit",
    ),
];

/// Whether a family leaves this case out: by the beginning of its name.
fn is_but(but: &str, case: &str) -> bool {
    !but.is_empty() && case.starts_with(but)
}

impl Failing {
    /// The verdict that `case` must get.
    fn verdict(&self, case: &str) -> &'static str {
        match self {
            Everything(verdict) => verdict,
            These(verdict, cases) if cases.contains(&case) => verdict,
            Family(.., Some((verdict, other))) if case == *other => verdict,
            Family(verdict, family, [but, and], _)
                if case == *and || (case.starts_with(family) && !is_but(but, case)) =>
            {
                verdict
            }
            _ => "accepted",
        }
    }
}

/// The shipped class, graded once for all tests but one.
static GRADED: LazyLock<Graded> = LazyLock::new(|| Graded::by(&["--jobs", "2"]));

struct Graded {
    ran: Ran,
    results: Results,
    /// Every report by its path, and the bytes of `results.json` without its times.
    files: BTreeMap<PathBuf, String>,
}

impl Graded {
    fn by(options: &[&str]) -> Graded {
        let reports = tempfile::tempdir().unwrap();
        let mut command =
            on_the_shipped_course(&["run", "submissions/", "--regrade", "--quiet", "--out"]);
        command.arg(reports.path()).args(options);
        let ran = run(command);
        crate::goldens::compare("sample", reports.path());
        let results = Results::read(reports.path());
        Graded {
            ran,
            results,
            files: files(reports.path()),
        }
    }
}

fn on_the_shipped_course(arguments: &[&str]) -> Command {
    let mut command = Command::new(GRADER);
    command
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    // Where nothing is kept that a run outside of tests could meet.
    command.env(
        "XDG_CACHE_HOME",
        concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"),
    );
    command
}

fn run(command: Command) -> Ran {
    Ran::of(
        &assert_cmd::Command::from_std(command)
            .timeout(PATIENCE)
            .output()
            .unwrap(),
    )
}

fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let entries = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap);
    let is_report = |path: &Path| !path.iter().any(|part| part == RECORDS);
    let files = entries.filter(|entry| entry.file_type().is_file() && is_report(entry.path()));
    let read = |path: &Path| {
        let text = String::from_utf8(fs::read(path).unwrap()).unwrap();
        (
            path.strip_prefix(folder).unwrap().to_owned(),
            without_measures(&text),
        )
    };
    files.map(|entry| read(entry.path())).collect()
}

#[test]
fn every_submission_gets_the_points_and_verdicts_that_it_must_get() {
    GRADED.ran.exits_with(0);
    let wanted: BTreeSet<String> = CLASS
        .iter()
        .map(|(student, assignment, ..)| format!("{student} {assignment}"))
        .collect();
    let graded: BTreeSet<String> = GRADED.results.names().into_iter().collect();
    assert_eq!(graded, wanted);
    for (student, assignment, points, build, failing, why) in &CLASS {
        let submission = GRADED.results.of(student, assignment);
        assert_eq!(submission["points"], *points, "{student}: {why}");
        assert_eq!(submission["max_points"], 100.0, "{student}: {why}");
        assert_eq!(submission["build"]["verdict"], *build, "{student}: {why}");
        assert!(!list(&submission["cases"]).is_empty(), "{student}: {why}");
        for case in list(&submission["cases"]) {
            let wanted = failing.verdict(text(&case["id"]));
            assert_eq!(case["verdict"], wanted, "{student}, {}: {why}", case["id"]);
        }
    }
}

#[test]
fn the_table_names_only_cases_that_exist() {
    for (student, assignment, _, _, failing, _) in &CLASS {
        let cases = list(&GRADED.results.of(student, assignment)["cases"]);
        let exists = |name: &str| cases.iter().any(|case| case["id"] == name);
        match failing {
            These(_, names) => assert!(names.iter().all(|name| exists(name)), "{student}"),
            Family(_, family, but_and, other) => {
                let beginning = |case: &&Value| text(&case["id"]).starts_with(family);
                assert!(cases.iter().filter(beginning).count() > 1, "{student}");
                let other = other.map(|(_, name)| name);
                let named = but_and
                    .iter()
                    .copied()
                    .chain(other)
                    .filter(|name| !name.is_empty());
                assert!(named.into_iter().all(exists), "{student}");
            }
            Nothing | Everything(_) => {}
        }
    }
}

#[test]
fn only_the_program_with_unused_things_has_warnings() {
    for (student, assignment, _, build, ..) in &CLASS {
        let warnings = &GRADED.results.of(student, assignment)["build"]["warnings"];
        if *build == "ok" {
            assert_eq!(
                *warnings,
                if *student == "student-10" { 4 } else { 0 },
                "{student}"
            );
        }
    }
}

#[test]
fn a_program_that_counts_from_one_gets_its_input_that_way_and_a_remark() {
    let remarks = |student| list(&GRADED.results.of(student, "rowcol")["remarks"]);
    assert!(remarks("student-11").is_empty());
    assert!(
        text(&remarks("student-12")[0]).contains("from 1"),
        "{:?}",
        remarks("student-12")
    );
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn two_runs_write_the_same_bytes_times_aside() {
    let again = Graded::by(&["--jobs", "3"]);
    let names = |graded: &Graded| graded.files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&GRADED), names(&again));
    assert!(
        GRADED.files.len() > 2 + CLASS.len(),
        "each submission has a report"
    );
    for (name, text) in &GRADED.files {
        assert!(*text == again.files[name], "{} differs", name.display());
    }
}

/// The shipped course with some of its assignments, by their names.
fn part_of_the_shipped_course() -> (Course, BTreeSet<String>) {
    let course = Course::empty();
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rubric = fs::read_to_string(repository.join("rubric.toml")).unwrap();
    let mut rubric: toml::Table = rubric.parse().unwrap();
    let assignments = rubric["assignments"].as_table_mut().unwrap();
    let names: BTreeSet<String> = assignments.keys().cloned().collect();
    let names: BTreeSet<String> = names.into_iter().step_by(gate_step(3)).collect();
    assignments.retain(|name, _| names.contains(name));
    course.write("rubric.toml", rubric.to_string());
    for folder in ["calibration", "testcases"] {
        symlink(repository.join(folder), course.path(folder)).unwrap();
    }
    (course, names)
}

#[test]
fn the_shipped_course_passes_its_own_gate() {
    let (course, assignments) = part_of_the_shipped_course();
    let ran = course.grader(&["check"]);
    ran.exits_with(0);
    for assignment in assignments {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("calibration");
        for program in files(&folder.join(&assignment)).keys() {
            let program = Path::new(&assignment).join(program);
            let named = program.with_extension("");
            let name = if named.ends_with(&assignment) {
                program.parent().unwrap()
            } else {
                &named
            };
            ran.shows(&[&format!("{}: ", name.display())]);
        }
    }
}
