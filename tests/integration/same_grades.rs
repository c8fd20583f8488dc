//! However programs are built and whatever is kept from earlier runs, every grade and every report is the same: with and without a
//! cache, precompiled headers, their templates, import libraries. The programs are those of the sample class, those whose grades are
//! known, those of all tables, and the example courses of `grader new`.
//!
//! ```text
//! GRADER_SAME_GRADES=all        every program in every case, with each g++ that is installed; without it, some programs, in one
//!                               case of a kind
//! GRADER_SAME_GRADES=rowcol     the same for one game
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::compiler::install;
use crate::support::{Course, Ran, entries, without_measures};
use crate::{equivalence, faulty_programs, hint_table, outcomes};

const GAMES: [&str; 5] = ["tttn", "domineering", "rowcol", "cpu", "counters"];

/// Only the sample class plays it in a way that is the same each time, and to follow its games takes long. Of other programs the
/// points are the same.
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

/// The compilers with which all is tried: in the long form each version of g++ that is installed (`apt-get install g++-11`), by its
/// command. None is the one that the rubric names.
fn compilers() -> Vec<Option<String>> {
    if !is_thorough() {
        return vec![None];
    }
    let is_version = |name: &String| {
        let version = name.strip_prefix("g++-");
        version.is_some_and(|version| version.parse::<u32>().is_ok())
    };
    let installed = entries(Path::new("/usr/bin")).into_iter();
    let mut all: Vec<Option<String>> = installed.filter(is_version).map(Some).collect();
    if all.is_empty() {
        all.push(None);
    }
    all
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
        for (name, source) in of_tables(game).into_iter().step_by(each_row) {
            all.push((format!("{game}/{name}"), source));
        }
    }
    all
}

/// The programs of all tables about a game.
fn of_tables(game: &str) -> Vec<(String, String)> {
    let tables = [
        ("", hint_table::programs(game)),
        ("faulty-", faulty_programs::sources(game)),
        ("outcome-", outcomes::programs(game)),
        ("equivalent-", equivalence::programs_of(game)),
    ];
    let mut all = Vec::new();
    for (table, programs) in tables {
        all.extend(
            programs
                .into_iter()
                .map(|(name, source)| (format!("{table}{name}"), source)),
        );
    }
    all
}

/// Grades with these options, and with the compiler that stands beside the course, if there is one. What was measured is left out of
/// the files.
fn graded(course: &Course, out: &str, options: &[&str]) -> BTreeMap<String, String> {
    let arguments = [&["run", "submissions", "--quiet", "--out", out], options].concat();
    let mut command = course.command(&arguments);
    let own = course.home().join("bin");
    command.env(
        "PATH",
        format!("{}:/usr/local/bin:/usr/bin:/bin", own.display()),
    );
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

/// Takes the templates out of precompiled headers: what is kept of them is removed, and the cache says that none can be drained.
fn forget_drained(course: &Course) {
    let folder = course.caches().join("grader/precompiled");
    for name in entries(&folder) {
        let path = folder.join(&name);
        match name.as_str() {
            "draining" => {
                for key in entries(&path) {
                    // The file may be one that other courses share.
                    fs::remove_file(path.join(&key)).unwrap();
                    fs::write(path.join(key), "no").unwrap();
                }
            }
            "seen" => {}
            _ => fs::remove_dir_all(path).unwrap(),
        }
    }
}

/// The options of a run, and what is done to the course before it.
type GradingWay = (&'static [&'static str], fn(&Course));

/// Grades in every way. What is warm is the grades themselves in one run, in one what was built, and in others headers or what
/// libraries have. `compared` says which files must be the same.
fn is_the_same_in_every_way(course: &Course, selection: &[&str], compared: fn(&str) -> bool) {
    let ways: [GradingWay; 6] = [
        (&[], |_| {}),
        (&[], |course| {
            fs::remove_dir_all(course.caches().join("grader/grades")).unwrap();
        }),
        (&["--no-cache"], |_| {}),
        (&["--regrade", "--no-precompiled"], |_| {}),
        (&["--regrade", "--no-import-libraries"], |_| {}),
        (&["--regrade"], forget_drained),
    ];
    let mut cold = graded(course, "cold", selection);
    cold.retain(|name, _| compared(name));
    assert!(!cold.is_empty());
    for (way, prepare) in ways {
        prepare(course);
        let mut other = graded(course, "other", &[selection, way].concat());
        other.retain(|name, _| compared(name));
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
    for folder in ["cold", "other"] {
        fs::remove_dir_all(course.path(folder)).unwrap();
    }
}

/// The same with each compiler. Each has a cache of its own.
fn is_the_same_with_every_compiler(
    course: &Course,
    selections: &[Vec<&str>],
    compared: fn(&str) -> bool,
) {
    for compiler in compilers() {
        if let Some(compiler) = compiler {
            install(
                course,
                &format!("PATH=/usr/bin:/bin exec /usr/bin/{compiler} \"$@\"\n"),
            );
            let _ = fs::remove_dir_all(course.caches());
        }
        for selection in selections {
            is_the_same_in_every_way(course, selection, compared);
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
    let selections: Vec<Vec<&str>> = if is_thorough() {
        games().map(|game| vec!["--assignment", game]).collect()
    } else {
        assert!(programs.len() >= 12, "{}", programs.len());
        vec![Vec::new()]
    };
    is_the_same_with_every_compiler(&course, &selections, |_| true);
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn small_assignments_have_the_same_grades_in_every_way() {
    let course = hint_table::small_assignments(if is_thorough() { 1 } else { 24 });
    is_the_same_with_every_compiler(&course, &[Vec::new()], |_| true);
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn example_courses_have_the_same_grades_in_every_way() {
    for example in ["dialogue", "sums", "files", "classes", "game"] {
        let course = Course::empty();
        course
            .grader(&["new", "example", "--like", example])
            .exits_with(0);
        for path in files_of_course(&course, "calibration/example") {
            let name = path.file_stem().unwrap().to_str().unwrap();
            let file = format!("submissions/example/known-{name}/example.cpp");
            course.write(file, fs::read(&path).unwrap());
        }
        is_the_same_with_every_compiler(&course, &[Vec::new()], |_| true);
        if !is_thorough() {
            break;
        }
    }
}

/// The C++ sources in a folder of a course.
fn files_of_course(course: &Course, folder: &str) -> Vec<PathBuf> {
    let folder = course.path(folder);
    let names = entries(&folder).into_iter();
    let sources = names.filter(|name| name.ends_with(".cpp"));
    sources.map(|name| folder.join(name)).collect()
}

#[test]
#[ignore = "takes long: scripts/test-long same-grades"]
fn points_against_chance_are_the_same_in_every_way() {
    if !games().any(|game| game == AT_RANDOM) {
        return;
    }
    let course = course();
    for path in files_of(&format!("calibration/{AT_RANDOM}"), "cpp") {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let file = format!("submissions/{AT_RANDOM}/known-{name}/{AT_RANDOM}.cpp");
        course.write(file, fs::read(&path).unwrap());
    }
    let selection = vec!["--assignment", AT_RANDOM];
    is_the_same_with_every_compiler(&course, &[selection], |name| name == "grades.csv");
}
