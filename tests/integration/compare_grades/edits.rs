//! Edits of the shipped rubric and its cases, each with the kinds of causes by which it moves somebody.

use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::support::{Course, Ran};

/// One edit.
pub(super) struct Edit {
    pub(super) name: &'static str,
    assignment: &'static str,
    /// Changes the assignment's section of the rubric, and files of the course, which stands in `edited`.
    apply: fn(&mut Table, &Course),
    /// The kinds of causes that move somebody.
    pub(super) kinds: &'static [&'static str],
}

/// Programs of the class, by what they hand in: each fails otherwise.
const CLASS: [(&str, &str); 7] = [
    (
        "domineering/crashes",
        "submissions/domineering/student-09/domineering.cpp",
    ),
    (
        "domineering/half",
        "calibration/domineering/ignores-second-half.cpp",
    ),
    (
        "domineering/blanks",
        "calibration/domineering/no-blanks-between-squares.cpp",
    ),
    (
        "domineering/misnamed",
        "calibration/domineering/misnamed-function.cpp",
    ),
    ("tttn/diagonal", "calibration/tttn/misses-anti-diagonal.cpp"),
    ("tttn/winner", "calibration/tttn/winner-is-always-1.cpp"),
    ("tttn/untidy", "calibration/tttn/untidy.cpp"),
];

/// The shipped course as it is, and beside it the one that is edited.
pub(super) struct EditedCourse(Course);

impl EditedCourse {
    pub(super) fn new() -> EditedCourse {
        let course = Course::empty();
        for (name, program) in CLASS {
            let (assignment, _) = name.split_once('/').unwrap();
            let text = fs::read(shipped(program)).unwrap();
            course.write(format!("class/{name}/{assignment}.cpp"), text);
        }
        write(&course, "base", |_, _| {}, "");
        EditedCourse(course)
    }

    /// What the class gets by the shipped rubric, and what by the edited one.
    pub(super) fn compare(&self, edit: &Edit) -> Ran {
        let EditedCourse(course) = self;
        if course.path("edited").exists() {
            fs::remove_dir_all(course.path("edited")).unwrap();
        }
        write(course, "edited", edit.apply, edit.assignment);
        course.grader(&[
            "compare",
            "base",
            "edited",
            "--submissions",
            "class",
            "--assignment",
            edit.assignment,
            "--format",
            "json",
            "--students",
        ])
    }
}

fn shipped(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Writes the shipped course into a folder of a course, with an assignment edited.
fn write(course: &Course, folder: &str, apply: fn(&mut Table, &Course), assignment: &str) {
    let rubric = fs::read_to_string(shipped("rubric.toml")).unwrap();
    let mut rubric: Table = toml::from_str(&rubric).unwrap();
    // Points depend on neither of them, and both take longer than to grade.
    let defaults = rubric["defaults"].as_table_mut().unwrap();
    defaults.insert("shortest".to_owned(), false.into());
    defaults.remove("undefined");
    let assignments = rubric["assignments"].as_table_mut().unwrap();
    assignments.retain(|id, _| ["tttn", "domineering"].contains(&id));
    for (id, section) in assignments.iter_mut() {
        for file in fs::read_dir(shipped(&format!("testcases/{id}"))).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let text = fs::read(&path).unwrap();
            course.write(format!("{folder}/testcases/{id}/{name}"), text);
        }
        let section = section.as_table_mut().unwrap();
        // Only checks, and what is known of programs.
        section.remove("points");
        section.remove("calibration");
        if id == assignment {
            apply(section, course);
        }
    }
    course.write(
        format!("{folder}/rubric.toml"),
        toml::to_string(&rubric).unwrap(),
    );
}

fn criteria(section: &mut Table) -> &mut Vec<Value> {
    section["criteria"].as_array_mut().unwrap()
}

fn criterion<'t>(section: &'t mut Table, id: &str) -> &'t mut Table {
    let found = criteria(section)
        .iter_mut()
        .find(|one| one["id"].as_str() == Some(id));
    found.unwrap().as_table_mut().unwrap()
}

/// Sets keys of a criterion.
fn set(section: &mut Table, id: &str, keys: &str) {
    criterion(section, id).extend(toml::from_str::<Table>(keys).unwrap());
}

fn add(section: &mut Table, keys: &str) {
    criteria(section).push(Value::Table(toml::from_str(keys).unwrap()));
}

fn remove(section: &mut Table, id: &str) {
    criteria(section).retain(|one| one["id"].as_str() != Some(id));
}

/// Sets keys of the assignment.
fn all(section: &mut Table, keys: &str) {
    section.extend(toml::from_str::<Table>(keys).unwrap());
}

fn file(course: &Course, name: &str, ending: &str) -> PathBuf {
    course.path(format!("edited/testcases/{name}.{ending}"))
}

fn copy_case(course: &Course, from: &str, to: &str) {
    for ending in ["toml", "expected"] {
        fs::copy(file(course, from, ending), file(course, to, ending)).unwrap();
    }
}

fn remove_case(course: &Course, name: &str) {
    for ending in ["toml", "expected"] {
        fs::remove_file(file(course, name, ending)).unwrap();
    }
}

/// Adds a line to a case's file.
fn say(course: &Course, name: &str, line: &str) {
    let path = file(course, name, "toml");
    let text = format!("{line}\n{}", fs::read_to_string(&path).unwrap());
    fs::write(path, text).unwrap();
}

const fn edit(
    name: &'static str,
    assignment: &'static str,
    apply: fn(&mut Table, &Course),
    kinds: &'static [&'static str],
) -> Edit {
    Edit {
        name,
        assignment,
        apply,
        kinds,
    }
}

const DOM: &str = "domineering";
const TTTN: &str = "tttn";

pub(super) const EDITS: [Edit; 31] = [
    edit(
        "fewer points",
        DOM,
        |it, _| set(it, "games", "points = 23"),
        &["criterion-points"],
    ),
    edit(
        "odd points",
        DOM,
        |it, _| set(it, "invalid", "points = 7.777"),
        &["criterion-points"],
    ),
    edit(
        "no invalid moves",
        DOM,
        |it, _| remove(it, "invalid"),
        &["criterion-gone"],
    ),
    edit(
        "all cases once more",
        DOM,
        |it, _| add(it, "id = \"all\"\npoints = 20\ncases = [\"*\"]"),
        &["criterion-new"],
    ),
    edit(
        "once more, and looser",
        DOM,
        |it, _| {
            add(
                it,
                "id = \"all\"\npoints = 20\ncases = [\"win-*\"]\ncompare = { prompts = \"any\", extra_lines = \"allow\" }",
            )
        },
        &["criterion-new"],
    ),
    edit(
        "a penalty for failed cases",
        DOM,
        |it, _| {
            add(
                it,
                "id = \"fails\"\npenalty = { each = 1.5, most = 4 }\ncases = [\"*\"]",
            )
        },
        &["criterion-new"],
    ),
    edit(
        "by calls",
        DOM,
        |it, _| set(it, "functions", "credit = \"per-call\""),
        &["credit"],
    ),
    edit(
        "all games",
        DOM,
        |it, _| set(it, "games", "credit = \"all-or-nothing\""),
        &["credit"],
    ),
    edit(
        "nothing for blanks",
        DOM,
        |it, _| all(it, "presentation = 0"),
        &["credit"],
    ),
    edit(
        "all for blanks",
        DOM,
        |it, _| all(it, "presentation = 100"),
        &["credit"],
    ),
    edit(
        "games first",
        DOM,
        |it, _| set(it, "functions", "requires = [\"games\"]"),
        &["requires"],
    ),
    edit(
        "a chain",
        DOM,
        |it, _| {
            set(it, "invalid", "requires = [\"games\"]");
            set(it, "functions", "requires = [\"invalid\"]");
        },
        &["requires"],
    ),
    edit(
        "blanks count",
        DOM,
        |it, _| {
            all(
                it,
                "compare = { scope = \"transcript\", whitespace = \"exact\", prompts = \"exact\" }\npresentation = 10",
            )
        },
        &["credit", "own-comparison", "verdicts"],
    ),
    edit(
        "words that nobody says",
        TTTN,
        |it, _| {
            all(it, "compare = { ending = [\"zzz\"] }");
            set(it, "format", "credit = \"per-case\"");
        },
        &["verdicts", "own-comparison", "credit"],
    ),
    edit(
        "a format of words",
        DOM,
        |it, _| {
            set(
                it,
                "format",
                "compare = { ending = [\"zzz\"] }\ncredit = \"per-case\"",
            )
        },
        &["own-comparison", "credit"],
    ),
    edit(
        "no sample among the games",
        DOM,
        |it, _| set(it, "games", "cases = [\"win-*\"]"),
        &["looks-at"],
    ),
    edit(
        "wins among the invalid",
        DOM,
        |it, _| set(it, "invalid", "cases = [\"invalid-*\", \"win-*\"]"),
        &["looks-at"],
    ),
    edit(
        "a case less",
        DOM,
        |_, at| remove_case(at, "domineering/win-shortest"),
        &["case-gone"],
    ),
    edit(
        "a case more",
        DOM,
        |_, at| copy_case(at, "domineering/win-shortest", "domineering/win-once-more"),
        &["case-new"],
    ),
    edit(
        "another name",
        DOM,
        |_, at| {
            copy_case(at, "domineering/win-shortest", "domineering/win-brief");
            remove_case(at, "domineering/win-shortest");
        },
        &["case-new", "case-gone"],
    ),
    edit(
        "a weight",
        DOM,
        |_, at| say(at, "domineering/win-shortest", "weight = 4"),
        &["weight"],
    ),
    edit(
        "weights",
        DOM,
        |_, at| {
            say(at, "domineering/invalid-zero", "weight = 3");
            say(at, "domineering/invalid-cell-below", "weight = 7");
        },
        &["weight"],
    ),
    edit(
        "less output",
        DOM,
        |it, _| all(it, "limits = { output = \"400B\" }"),
        &["verdicts"],
    ),
    edit(
        "more comments",
        DOM,
        |it, _| set(it, "comments", "with = { least = 99 }"),
        &["rule"],
    ),
    edit(
        "style from none",
        DOM,
        |it, _| set(it, "style", "manual = \"none\""),
        &["evidence"],
    ),
    edit(
        "another script",
        DOM,
        |_, at| {
            copy_case(
                at,
                "domineering/win-full-grid",
                "domineering/invalid-cell-below",
            );
        },
        &["verdicts"],
    ),
    edit(
        "several at once",
        DOM,
        |it, at| {
            set(it, "games", "points = 40\ncredit = \"all-or-nothing\"");
            set(it, "invalid", "requires = [\"functions\"]");
            copy_case(at, "domineering/win-shortest", "domineering/win-once-more");
            say(at, "domineering/invalid-zero", "weight = 3");
        },
        &[
            "case-new",
            "weight",
            "criterion-points",
            "credit",
            "requires",
        ],
    ),
    edit(
        "each line",
        TTTN,
        |it, _| set(it, "indentation", "each = 0.01"),
        &["criterion-points"],
    ),
    edit(
        "arrays cost more",
        TTTN,
        |it, _| set(it, "one-dimension", "penalty = { each = 3, most = 9 }"),
        &["criterion-points"],
    ),
    edit(
        "other flags",
        TTTN,
        |it, _| all(it, "flags = [\"-std=c++17\", \"-Dmain=other\"]"),
        &["common"],
    ),
    edit(
        "two wins less",
        TTTN,
        |_, at| {
            remove_case(at, "tttn/win-anti-diagonal-x");
            remove_case(at, "tttn/win-anti-diagonal-o");
        },
        &["case-gone"],
    ),
];
