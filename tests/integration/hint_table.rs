//! A table of faulty programs, and the hints that each is given: those that are true of it, and no other.
//!
//! A row of `hint_table/<assignment>.toml` says in what a program differs from a right one, and its hints by name, or `none` with the
//! reason. The games are judged by the shipped rubric without its rules and calls of functions; six small assignments without a
//! game have their own. What is told besides a first hint is held against the report.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;
use serde::Deserialize;
use serde_json::Value;

use crate::support::results::{Results, list};
use crate::support::{Course, gate_step};

const GAMES: [&str; 5] = ["tttn", "domineering", "rowcol", "cpu", "counters"];
const OTHERS: [&str; 6] = ["average", "triangle", "words", "groups", "digits", "marks"];

/// Some cases of each kind, on small boards: they show all that the others show, in half the time.
const TTTN_CASES: &str = "win-top-row-x win-last-row-o win-first-column-o win-last-column-x win-main-diagonal \
    win-anti-diagonal-o win-anti-diagonal-x win-middle-row-o-7x7 win-column-not-top-left-5x5 win-row-needs-all-five \
    win-last-free-square win-last-free-square-5x5 win-last-column-o-5x5 draw-early-5x5 draw-full-board draw-one-square-left \
    draw-main-diagonal-decides draw-anti-diagonal-decides draw-last-row-decides draw-last-column-decides occupied-once \
    occupied-own-square occupied-by-both quit-one-too-high quit-negative quit-by-o-5x5 quit-first-move";

/// They print what a register or memory without a value holds, which is something else each time: no golden digest can hold it.
const BY_CHANCE: [&str; 3] = [
    "average-as-a-whole-number",
    "and-instead-of-or",
    "reads-all-into-the-first",
];

/// So many rows at least, and of a hundred so many with a hint.
const LEAST_ROWS: usize = 280;
const LEAST_SHARE: usize = 90;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    /// What is replaced in the right program, once each, and by what.
    edits: Vec<(String, String)>,
    /// The hints that are given first in some failing case.
    #[serde(default)]
    hints: BTreeSet<String>,
    /// Words of what is told besides, one for each such hint.
    #[serde(default)]
    besides: Vec<String>,
    /// Why there is no hint.
    none: Option<String>,
}

/// A row of the table, and what the grader made of it.
pub(crate) struct Graded {
    pub(crate) name: String,
    pub(crate) row: Row,
    pub(crate) submission: Value,
    pub(crate) report: String,
}

fn table(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/integration/hint_table")
        .join(file)
}

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn toml_file<T: serde::de::DeserializeOwned>(path: &Path) -> T {
    toml::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The right program of an assignment.
fn right(assignment: &str) -> String {
    let own = table(&file_name(assignment));
    let shipped = repository(&format!("calibration/{assignment}/solution.cpp"));
    fs::read_to_string(if own.exists() { own } else { shipped }).unwrap()
}

/// The name of its file: two of the small assignments are about C.
fn file_name(assignment: &str) -> String {
    let ending = if table(&format!("{assignment}.c")).exists() {
        "c"
    } else {
        "cpp"
    };
    format!("{assignment}.{ending}")
}

/// The solution that an assignment has. The one of `marks` has no function in common with the programs, so that no change can be
/// taken from it.
fn solution(assignment: &str) -> String {
    let right = right(assignment);
    if assignment == "marks" {
        let elsewhere = right.replace("int main(void)", "static int answer(void)");
        format!("{elsewhere}int main(void) {{ return answer(); }}\n")
    } else {
        right
    }
}

fn faulty(right: &str, name: &str, row: &Row) -> String {
    row.edits
        .iter()
        .fold(right.to_owned(), |source, (from, to)| {
            assert_eq!(source.matches(from.as_str()).count(), 1, "{name}: {from}");
            source.replacen(from, to, 1)
        })
}

/// The shipped rubric with what plays games alone, and the small assignments.
fn rubric() -> String {
    let mut shipped: toml::Table = toml_file(&repository("rubric.toml"));
    let small: toml::Table = toml_file(&table("rubric.toml"));
    let assignments = shipped["assignments"].as_table_mut().unwrap();
    for (_, assignment) in assignments.iter_mut() {
        let assignment = assignment.as_table_mut().unwrap();
        assignment.remove("calibration");
        assignment.remove("points");
        let criteria = assignment["criteria"].as_array_mut().unwrap();
        criteria.retain(|criterion| {
            let cases = criterion.get("cases").and_then(toml::Value::as_array);
            cases.is_some_and(|cases| cases[0].as_str() != Some("call-*"))
        });
    }
    assignments.extend(small["assignments"].as_table().unwrap().clone());
    let defaults = shipped["defaults"].as_table_mut().unwrap();
    defaults.insert("shortest".to_owned(), false.into());
    defaults.remove("undefined");
    let limits = defaults["limits"].as_table_mut().unwrap();
    limits.extend(small["defaults"]["limits"].as_table().unwrap().clone());
    toml::to_string(&shipped).unwrap()
}

fn write_cases(course: &Course) {
    for game in GAMES {
        for entry in fs::read_dir(repository(&format!("testcases/{game}"))).unwrap() {
            let path = entry.unwrap().path();
            let case = path.file_stem().unwrap();
            let file = path.file_name().unwrap();
            let case = case.to_str().unwrap();
            let file = file.to_str().unwrap();
            let is_wanted = game != "tttn" || TTTN_CASES.split_whitespace().any(|it| it == case);
            if is_wanted && !case.starts_with("call-") {
                course.write(format!("testcases/{game}/{file}"), fs::read(&path).unwrap());
            }
        }
    }
    let small: BTreeMap<String, BTreeMap<String, toml::Value>> = toml_file(&table("cases.toml"));
    for (assignment, cases) in small {
        course.write(file_name(&assignment), solution(&assignment));
        for (name, case) in cases {
            let case = toml::to_string(&case).unwrap();
            course.write(format!("testcases/{assignment}/{name}.toml"), case);
        }
    }
}

/// The names of an assignment's rows, each with its program.
pub(crate) fn programs(assignment: &str) -> Vec<(String, String)> {
    let right = right(assignment);
    let rows: BTreeMap<String, Row> = toml_file(&table(&format!("{assignment}.toml")));
    rows.iter()
        .map(|(name, row)| (name.clone(), faulty(&right, name, row)))
        .collect()
}

/// A course with the small assignments that have no game, and the programs of their tables, of which each of so many is tried.
pub(crate) fn small_assignments(step: usize) -> Course {
    let course = Course::empty();
    course.write("rubric.toml", rubric());
    write_cases(&course);
    for assignment in OTHERS {
        for (name, source) in programs(assignment).into_iter().step_by(step) {
            if !BY_CHANCE.contains(&name.as_str()) {
                let file = file_name(assignment);
                course.write(format!("submissions/{assignment}/{name}/{file}"), source);
            }
        }
    }
    course.grader(&["regenerate"]).exits_with(0);
    course
}

/// The table, or a sample of it and what the gallery shows, graded in one run.
pub(crate) fn graded() -> Vec<(String, Graded)> {
    let course = Course::empty();
    course.write("rubric.toml", rubric());
    write_cases(&course);
    let mut rows: Vec<(String, String, Row)> = Vec::new();
    let mut index = 0;
    for assignment in GAMES.iter().chain(&OTHERS) {
        let right = right(assignment);
        let own: BTreeMap<String, Row> = toml_file(&table(&format!("{assignment}.toml")));
        for (name, row) in own {
            index += 1;
            if index % gate_step(48) != 0 && !gallery::shows(assignment, &name)
                || crate::goldens::uses_goldens() && BY_CHANCE.contains(&name.as_str())
            {
                continue;
            }
            let file = format!("submissions/{assignment}/{name}/{}", file_name(assignment));
            course.write(file, faulty(&right, &name, &row));
            rows.push(((*assignment).to_owned(), name, row));
        }
    }
    course.grader(&["regenerate"]).exits_with(0);
    course.grader(&["run", "submissions"]).exits_with(0);
    crate::goldens::compare("hints", &course.path("reports"));
    let results = Results::read(&course.path("reports"));
    let graded = rows.into_iter().map(|(assignment, name, row)| {
        let submission = results.of(&name, &assignment).clone();
        let report = course.read(&format!("reports/{name}/{assignment}.md"));
        (
            assignment,
            Graded {
                name,
                row,
                submission,
                report,
            },
        )
    });
    graded.collect()
}

/// The rows of an assignment.
fn all_rows(assignment: &str) -> Vec<Row> {
    let rows: BTreeMap<String, Row> = toml_file(&table(&format!("{assignment}.toml")));
    rows.into_values().collect()
}

/// The mistake that is named first in each failing case, and in each that a criterion judges more strictly.
fn named(submission: &Value) -> BTreeSet<String> {
    let own = list(&submission["cases"]).iter();
    let stricter = list(&submission["criteria"])
        .iter()
        .filter_map(|one| one["cases"].as_array());
    let failed = own
        .chain(stricter.flatten())
        .filter(|case| case["verdict"] != "accepted");
    failed
        .filter_map(|case| case["mistake"].as_str())
        .map(str::to_owned)
        .collect()
}

/// What is told besides, each once.
fn besides(report: &str) -> BTreeSet<String> {
    let pattern = Regex::new(r"Besides: ([^.]*)").unwrap();
    pattern
        .captures_iter(report)
        .map(|found| found[1].to_owned())
        .collect()
}

/// In what a report is not as its row says.
fn surprise(graded: &Graded) -> Option<String> {
    let Graded {
        row,
        submission,
        report,
        ..
    } = graded;
    let hints = named(submission);
    let besides = besides(report);
    let told = |words: &String| besides.iter().any(|told| told.contains(words.as_str()));
    let as_expected = hints == row.hints
        && besides.len() == row.besides.len()
        && row.besides.iter().all(told)
        && row.hints.is_empty() == row.none.is_some()
        && submission["build"]["verdict"] == "ok"
        && submission["points"] != submission["max_points"];
    (!as_expected).then(|| format!("{hints:?}, besides {besides:?}, {}", submission["points"]))
}

#[test]
fn every_hint_is_true_and_nine_of_ten_faulty_programs_have_one() {
    let graded = graded();
    let mut surprises = Vec::new();
    for (assignment, graded) in &graded {
        let surprise = surprise(graded).into_iter();
        surprises.extend(surprise.map(|it| format!("{assignment} {}: {it}", graded.name)));
    }
    assert!(surprises.is_empty(), "{}", surprises.join("\n"));
    let rows: Vec<Row> = GAMES
        .iter()
        .chain(&OTHERS)
        .flat_map(|it| all_rows(it))
        .collect();
    let hinted = rows.iter().filter(|row| !row.hints.is_empty()).count();
    assert!(rows.len() >= LEAST_ROWS, "{}", rows.len());
    assert!(
        hinted * 100 >= rows.len() * LEAST_SHARE,
        "{hinted} of {}",
        rows.len()
    );
    gallery::is_true(&graded, (hinted, rows.len()));
}

/// docs/explanation/gallery.md, the hardest of the table.
mod gallery {
    use super::*;

    /// What the page says that a report begins with, by assignment and row: each follows its line `<!-- assignment row -->`.
    fn quoted(page: &str) -> Vec<(String, String, String)> {
        let pattern = Regex::new(r"(?m)^<!-- (\S+) (\S+) -->\n\n((?:>.*\n)+)").unwrap();
        let found = pattern.captures_iter(page);
        found
            .map(|it| (it[1].to_owned(), it[2].to_owned(), it[3].replace("> ", ">")))
            .collect()
    }

    /// A report's first words on what is wrong: what several cases have in common, or the first hint.
    fn first_words(report: &str) -> String {
        let common = report.lines().filter(|line| line.starts_with('>'));
        let common: Vec<String> = common.map(|line| line.replace("> ", ">")).collect();
        if !common.is_empty() {
            return common.join("\n") + "\n";
        }
        let hint = report
            .lines()
            .find(|line| line.starts_with("**Probable cause.**"));
        hint.map_or_else(String::new, |line| format!(">{line}\n"))
    }

    /// Whether the page shows a row.
    pub(super) fn shows(assignment: &str, name: &str) -> bool {
        let page = fs::read_to_string(repository("docs/explanation/gallery.md")).unwrap();
        page.contains(&format!("<!-- {assignment} {name} -->"))
    }

    pub(super) fn is_true(graded: &[(String, Graded)], (hinted, all): (usize, usize)) {
        let page = fs::read_to_string(repository("docs/explanation/gallery.md")).unwrap();
        let quoted = quoted(&page);
        assert_eq!(quoted.len(), 6);
        let mut wrong = Vec::new();
        for (assignment, name, words) in quoted {
            let is_it = |one: &&(String, Graded)| one.0 == assignment && one.1.name == name;
            let graded = graded.iter().find(is_it).map(|(_, graded)| graded);
            let told = graded.map_or_else(String::new, |graded| first_words(&graded.report));
            if told != words {
                wrong.push(format!("{assignment} {name}\n{told}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        for page in ["docs/explanation/gallery.md", "docs/reference/mistakes.md"] {
            let text = fs::read_to_string(repository(page)).unwrap();
            let share = format!("{hinted} of {all} faulty programs");
            assert!(text.contains(&share), "{page} must say: {share}");
        }
    }
}
