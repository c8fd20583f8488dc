//! The three games whose wording is free: programs that are right in unusual ways, and wrong in subtle ones. Each must get
//! exactly its grade under the shipped rubric.
//!
//! The programs stand in `outcomes/<assignment>.toml`, their grades in a snapshot. What no snapshot can change is
//! asserted besides: right programs get full marks, wrong ones do not.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use crate::support::results::{Results, list, text};
use crate::support::{Course, is_part_of, sample_step, tries_all};

/// By macro of the template, what it stands for.
pub(crate) type Definitions = BTreeMap<String, String>;

/// The programs of one assignment: what makes a plain one, and in what the others differ from it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    plain: Definitions,
    right: BTreeMap<String, Definitions>,
    wrong: BTreeMap<String, Definitions>,
}

const ASSIGNMENTS: [(&str, &str); 3] = [
    ("rowcol", include_str!("outcomes/board.template.cpp")),
    ("counters", include_str!("outcomes/board.template.cpp")),
    ("cpu", include_str!("outcomes/cpu.template.cpp")),
];

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn table(assignment: &str) -> Table {
    let path = repository(&format!("tests/integration/outcomes/{assignment}.toml"));
    toml::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The source of a program, which may change only what the plain one defines.
fn source(plain: &Definitions, changes: &Definitions, template: &str) -> String {
    let unknown: Vec<&String> = changes
        .keys()
        .filter(|name| !plain.contains_key(*name))
        .collect();
    assert_eq!(unknown, [""; 0], "the template does not use this");
    let mut definitions = plain.clone();
    definitions.extend(changes.clone());
    let headers = definitions.remove("INCLUDES").unwrap();
    let headers = ["cstdio", "cstdlib", "cstring"]
        .into_iter()
        .chain(headers.split_whitespace());
    let mut source: String = headers
        .map(|header| format!("#include <{header}>\n"))
        .collect();
    for (name, text) in definitions {
        writeln!(source, "#define {name} {}", text.trim().replace('\n', " ")).unwrap();
    }
    source + template
}

/// The source of a program of an assignment, which differs from the plain one in this.
pub(crate) fn source_with(assignment: &str, changes: &Definitions) -> String {
    let (_, template) = ASSIGNMENTS
        .iter()
        .find(|(name, _)| *name == assignment)
        .unwrap();
    source(&table(assignment).plain, changes, template)
}

/// All programs of an assignment, each with its name.
pub(crate) fn programs(assignment: &str) -> Vec<(String, String)> {
    let Some((_, template)) = ASSIGNMENTS.iter().find(|(name, _)| *name == assignment) else {
        return Vec::new();
    };
    let Table {
        plain,
        right,
        wrong,
    } = table(assignment);
    let all = right.iter().chain(&wrong);
    all.map(|(name, changes)| (name.clone(), source(&plain, changes, template)))
        .collect()
}

/// The grades of all programs.
fn graded() -> Results {
    let course = Course::empty();
    for (assignment, template) in ASSIGNMENTS {
        let Table {
            plain,
            right,
            wrong,
        } = table(assignment);
        for (name, changes) in right.iter().chain(&wrong).step_by(sample_step()) {
            let file = format!("submissions/{assignment}/{name}/{assignment}.cpp");
            course.write(file, source(&plain, changes, template));
        }
    }
    let rubric = course.shipped_rubric().display().to_string();
    course
        .grader(&["run", "submissions", "--rubric", &rubric])
        .exits_with(0);
    crate::goldens::compare("outcomes", &course.path("reports"));
    Results::read(&course.path("reports"))
}

/// What failed, by verdict and mistake, and how often.
fn failures(submission: &Value) -> String {
    let mut failures: BTreeMap<String, usize> = BTreeMap::new();
    for case in list(&submission["cases"])
        .iter()
        .filter(|case| case["verdict"] != "accepted")
    {
        let mistake = case["mistake"].as_str().unwrap_or("-");
        *failures
            .entry(format!("{} {mistake}", text(&case["verdict"])))
            .or_default() += 1;
    }
    let counted = failures
        .into_iter()
        .map(|(failure, times)| format!("{times} {failure}"));
    counted.collect::<Vec<_>>().join("; ")
}

#[test]
fn every_program_in_free_wording_gets_its_grade() {
    let results = graded();
    let mut rows = BTreeSet::new();
    let mut misjudged = Vec::new();
    for (assignment, _) in ASSIGNMENTS {
        let Table { right, wrong, .. } = table(assignment);
        let expected = right.keys().map(|name| (name, true));
        let expected = expected.chain(wrong.keys().map(|name| (name, false)));
        for (name, is_right) in expected.step_by(sample_step()) {
            let submission = results.of(name, assignment);
            let failures = failures(submission);
            let row = format!("{assignment},{name},{},{failures}", submission["points"]);
            assert_eq!(submission["build"]["verdict"], "ok", "{row}");
            if (submission["points"] == submission["max_points"]) != is_right {
                misjudged.push(row.clone());
            }
            rows.insert(row);
        }
    }
    assert_eq!(
        misjudged, [""; 0],
        "right programs get full marks, and no others do"
    );
    let lines = rows.iter().fold(String::new(), |all, row| all + row + "\n");
    let table = format!("assignment,program,points,failures\n{lines}");
    if tries_all() {
        insta::assert_snapshot!(table);
    } else {
        is_part_of(
            include_str!(
                "snapshots/integration__outcomes__every_program_in_free_wording_gets_its_grade.snap"
            ),
            &table,
        );
    }
}
