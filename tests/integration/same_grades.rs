//! However programs are built and whatever is kept from earlier runs, every grade and every report is the same: with and without a
//! cache, precompiled headers, import libraries. The programs are those of the sample class, those whose grades are known, and
//! those of the table of hints.
//!
//! ```text
//! GRADER_SAME_GRADES=all        every program in every case; without it, some programs, in one case of a kind
//! GRADER_SAME_GRADES=rowcol     the same for one game
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::hint_table;
use crate::support::{Course, Ran, without_measures};

const GAMES: [&str; 5] = ["tttn", "domineering", "rowcol", "cpu", "counters"];

/// Only the sample class plays it in a way that is the same each time, and to follow its games takes long.
const AT_RANDOM: &str = "cpu";

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// What is to be graded without leaving out anything, if something is.
fn asked() -> Option<String> {
    std::env::var("GRADER_SAME_GRADES").ok()
}

fn is_thorough() -> bool {
    asked().is_some()
}

fn games() -> impl Iterator<Item = &'static str> {
    let asked = asked();
    GAMES
        .into_iter()
        .filter(move |game| match asked.as_deref() {
            None => *game != AT_RANDOM,
            Some(asked) => asked == "all" || asked == *game,
        })
}

/// The files below a folder of the repository with this ending, in the order of their names.
fn files_of(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(repository(folder))
        .sort_by_file_name()
        .into_iter();
    let paths = entries.map(|entry| entry.unwrap().into_path());
    paths
        .filter(|path| path.extension().is_some_and(|it| it == ending))
        .collect()
}

/// The shipped rubric, in which these games have these cases.
fn course() -> Course {
    let course = Course::empty();
    let rubric = fs::read_to_string(repository("rubric.toml")).unwrap();
    let mut table: toml::Table = toml::from_str(&rubric).unwrap();
    let assignments = table["assignments"].as_table_mut().unwrap();
    assignments.retain(|id, _| games().any(|game| game == id));
    for (_, assignment) in assignments.iter_mut() {
        assignment.as_table_mut().unwrap().remove("calibration");
    }
    course.write("rubric.toml", toml::to_string(&table).unwrap());
    for game in games() {
        let mut kinds = BTreeSet::new();
        for file in files_of(&format!("testcases/{game}"), "toml") {
            let case = file.file_stem().unwrap().to_str().unwrap();
            let kind = case.split('-').next().unwrap().to_owned();
            let is_named = rubric.contains(&format!("\"{case}\""));
            if kinds.insert(kind) || is_named || is_thorough() {
                for ending in ["toml", "expected"] {
                    let text = fs::read(file.with_extension(ending)).unwrap();
                    course.write(format!("testcases/{game}/{case}.{ending}"), text);
                }
            }
        }
    }
    course
}

/// What all of them hand in, by `assignment/student`.
fn programs() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for game in games() {
        let source = |path: &PathBuf| fs::read_to_string(path).unwrap();
        let (each_handed_in, each_known, each_row) = if is_thorough() {
            (1, 1, 1)
        } else {
            (2, 12, 96)
        };
        let handed_in = files_of(&format!("submissions/{game}"), "cpp");
        for path in handed_in.iter().step_by(each_handed_in) {
            let student = path
                .parent()
                .unwrap()
                .file_name()
                .unwrap()
                .to_str()
                .unwrap();
            all.push((format!("{game}/{student}"), source(path)));
        }
        if game == AT_RANDOM {
            continue;
        }
        for path in files_of(&format!("calibration/{game}"), "cpp")
            .iter()
            .step_by(each_known)
        {
            let name = path
                .strip_prefix(repository("calibration"))
                .unwrap()
                .with_extension("");
            let name = name.to_str().unwrap().replace('/', "-");
            all.push((format!("{game}/known-{name}"), source(path)));
        }
        for (name, source) in hint_table::programs(game).into_iter().step_by(each_row) {
            all.push((format!("{game}/{name}"), source));
        }
    }
    all
}

/// Grades with these options. What was measured is left out of the files.
fn graded(course: &Course, out: &str, options: &[&str]) -> BTreeMap<String, String> {
    let arguments = [&["run", "submissions", "--quiet", "--out", out], options].concat();
    let mut command = course.command(&arguments);
    // All of it takes longer than any grader of another test may.
    let ran = if is_thorough() {
        Ran::of(&command.output().unwrap())
    } else {
        course.run(command)
    };
    ran.exits_with(0);
    let files = course.files_in(out).into_iter();
    files
        .map(|(name, text)| (name, without_measures(&text)))
        .collect()
}

/// Grades in every way. What is warm is the grades themselves in one run, in one what was built, and in others headers or what
/// libraries have.
fn is_the_same_in_every_way(course: &Course, selection: &[&str]) {
    let ways: [&[&str]; 5] = [
        &[],
        &[],
        &["--no-cache"],
        &["--regrade", "--no-precompiled"],
        &["--regrade", "--no-import-libraries"],
    ];
    let cold = graded(course, "cold", selection);
    for (number, way) in ways.into_iter().enumerate() {
        if number == 1 {
            fs::remove_dir_all(course.caches().join("grader/grades")).unwrap();
        }
        let other = graded(course, "other", &[selection, way].concat());
        assert_eq!(
            cold.keys().collect::<Vec<_>>(),
            other.keys().collect::<Vec<_>>(),
            "{way:?}"
        );
        for (name, text) in &cold {
            let differing = text
                .lines()
                .zip(other[name].lines())
                .find(|(one, two)| one != two);
            assert!(*text == other[name], "{way:?}: {name}: {differing:?}");
        }
    }
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn every_grade_is_the_same_however_programs_are_built_and_whatever_is_kept() {
    let course = course();
    let programs = programs();
    for (whose, source) in &programs {
        let (game, _) = whose.split_once('/').unwrap();
        course.write(format!("submissions/{whose}/{game}.cpp"), source);
    }
    if !is_thorough() {
        assert!(programs.len() >= 12, "{}", programs.len());
        return is_the_same_in_every_way(&course, &[]);
    }
    for game in games() {
        is_the_same_in_every_way(&course, &["--assignment", game]);
        for folder in ["cold", "other"] {
            fs::remove_dir_all(course.path(folder)).unwrap();
        }
    }
}
