//! Packages of other judges become courses that give every program the verdict that its package declares. The packages are written
//! here, in the formats of those judges; nothing of them is anybody else's.

mod check50;
mod classroom;
mod cms;
mod dmoj;
mod exercism;
mod hostile;
mod kattis;
mod polygon;
mod submitty;
mod vpl;

use std::fs;

use crate::support::results::{Results, list, text};
use crate::support::{Course, Ran};

/// A package that was imported into the folder `made`.
struct Imported {
    place: Course,
    told: Ran,
}

/// A place with a package of these files in the folder `sum`.
fn package(files: &[(&str, &str)]) -> Course {
    let place = Course::empty();
    for (name, content) in files {
        place.write(format!("sum/{name}"), content);
    }
    place
}

/// Imports these files, which must work; nothing of ours may be said to be our mistake. No repairs are searched then, which takes
/// longer than all else.
#[track_caller]
fn imported(format: &str, files: &[(&str, &str)]) -> Imported {
    let place = package(files);
    let told = place.grader(&["import", format, "sum", "--out", "made", "--partial"]);
    told.exits_with(0);
    let rubric = place.read("made/rubric.toml");
    assert!(
        rubric.starts_with("#:schema schema/rubric.json\n"),
        "{rubric}"
    );
    assert!(place.path("made/schema/rubric.json").is_file());
    let table = "[assignments.sum]\n";
    let quick = rubric.replace(table, &format!("{table}repair = \"0s\"\n"));
    place.write("made/rubric.toml", quick);
    Imported { place, told }
}

impl Imported {
    /// The grader in the folder of the new course.
    fn grader(&self, arguments: &[&str]) -> Ran {
        let mut command = self.place.command(arguments);
        command.current_dir(self.place.path("made"));
        self.place.run(command)
    }

    /// Demands that each calibration program gets what is declared, and that there are so many.
    #[track_caller]
    fn checks(&self, programs: usize) -> Ran {
        let ran = self.grader(&["check"]);
        let said = format!("every grade is as declared ({programs} program");
        ran.exits_with(0).shows(&[&said]);
        ran
    }

    /// Grades these programs, each handed in by a student of this name.
    #[track_caller]
    fn graded(&self, programs: &[(&str, &str, &str)]) -> Results {
        for (student, file, source) in programs {
            self.place
                .write(format!("made/submissions/{student}/{file}"), source);
        }
        self.grader(&["run", "submissions"]).exits_with(0);
        Results::read(&self.place.path("made/reports"))
    }

    fn rubric(&self) -> String {
        self.place.read("made/rubric.toml")
    }

    /// What stands in `IMPORT.md` under the second heading.
    fn losses(&self) -> String {
        let account = self.place.read("made/IMPORT.md");
        account.split("## Remarks").nth(1).unwrap().to_owned()
    }
}

/// The points of a student, and the verdicts of the cases by their names.
fn outcome(results: &Results, student: &str) -> (f64, Vec<String>) {
    let graded = results.of(student, "sum");
    let cases = list(&graded["cases"]);
    let said =
        |case: &serde_json::Value| format!("{} {}", text(&case["id"]), text(&case["verdict"]));
    (
        graded["points"].as_f64().unwrap(),
        cases.iter().map(said).collect(),
    )
}

/// A program that reads two numbers and does this with `a` and `b`.
fn program(body: &str) -> String {
    format!(
        "#include <cstdio>\nint main() {{ long a, b; if (scanf(\"%ld %ld\", &a, &b) != 2) return 9; {body} }}\n"
    )
}

#[test]
fn the_wrong_format_and_a_place_that_is_taken_are_told() {
    let place = package(&[
        ("problem.yaml", "name: Sum\n"),
        ("data/secret/1.in", "1 2\n"),
        ("data/secret/1.ans", "3\n"),
    ]);
    place
        .grader(&["import", "katis", "sum"])
        .exits_with(2)
        .says(&["kattis"]);
    place
        .grader(&["import", "kattis", "none"])
        .exits_with(2)
        .says(&["cannot read none"]);
    place.write("empty/notes.txt", "");
    place.grader(&["import", "kattis", "empty"]).exits_with(2).says(&[
        "empty is no package of Kattis: expected `problem.yaml` and the folder `data/`, found `notes.txt`",
    ]);
    place
        .grader(&["import", "kattis", "sum", "-a", "Sum"])
        .exits_with(2)
        .says(&["`Sum` cannot name an assignment"]);
    place.write("taken/mine.txt", "mine");
    let ran = place.grader(&["import", "kattis", "sum", "--out", "taken"]);
    ran.exits_with(2)
        .says(&["`taken` is there already, and nothing was written"]);
    assert_eq!(place.read("taken/mine.txt"), "mine");
    fs::create_dir(place.path("new")).unwrap();
    place
        .grader(&["import", "kattis", "sum", "--out", "new", "-a", "two"])
        .exits_with(0);
    assert!(place.read("new/rubric.toml").contains("[assignments.two]"));
}
