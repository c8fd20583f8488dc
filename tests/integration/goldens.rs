//! Golden digests: a refactoring must not change a byte of any report of these classes.
//!
//! `scripts/goldens write` records the reports as the program writes them now, `scripts/goldens` compares. The repository keeps
//! one digest for each class, assignment and kind of file (`tests/integration/goldens.txt`); the texts stay below `target/`, so
//! that a difference can be read where they were recorded. The classes are those of the tables of grades and hints, the sample
//! class, and the calibration programs. What depends on g++'s wording makes the digests specific to one version of it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Course, files_but_measures};

/// The file of digests, a line each: class, assignment, ending, digest.
const DIGESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/integration/goldens.txt");

/// Whether `GRADER_GOLDENS` asks to compare or to record.
pub(crate) fn uses_goldens() -> bool {
    std::env::var_os("GRADER_GOLDENS").is_some()
}

/// Compares or records a folder of reports, if `GRADER_GOLDENS` says so; otherwise does nothing.
pub(crate) fn compare(class: &str, reports: &Path) {
    match std::env::var("GRADER_GOLDENS").as_deref() {
        Ok("write") => record(class, &files_but_measures(reports)),
        Ok(_) => check(class, &files_but_measures(reports)),
        Err(_) => {}
    }
}

/// One digest for each assignment and ending, as lines of the file of digests.
fn digests(class: &str, texts: &BTreeMap<String, String>) -> String {
    let mut hashers: BTreeMap<[String; 2], blake3::Hasher> = BTreeMap::new();
    for (name, text) in texts {
        // `<student>/<assignment>.md`, `cases/<assignment>/<case>.in`, `results.json`
        let path = Path::new(name);
        let assignment = Path::new(path.iter().nth(1).unwrap_or(path.as_os_str()));
        let key = [assignment.file_stem(), path.extension()];
        let key = key.map(|part| part.unwrap_or_default().to_string_lossy().into_owned());
        let hasher = hashers.entry(key).or_default();
        hasher.update(name.as_bytes()).update(text.as_bytes());
    }
    let mut lines = String::new();
    for ([assignment, ending], hasher) in hashers {
        let digest = &hasher.finalize().to_hex()[..16];
        writeln!(lines, "{class} {assignment} {ending} {digest}").unwrap();
    }
    lines
}

fn lines_of(class: &str) -> (String, String) {
    let all = fs::read_to_string(DIGESTS).unwrap_or_default();
    let (own, others) = all
        .lines()
        .partition::<Vec<_>, _>(|line| line.split(' ').next() == Some(class));
    let join = |lines: Vec<&str>| {
        lines
            .into_iter()
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    (join(own), join(others))
}

fn folder(class: &str, what: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("goldens")
        .join(class)
        .join(what)
}

fn keep(class: &str, what: &str, texts: &BTreeMap<String, String>) {
    let folder = folder(class, what);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    for (name, text) in texts {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

fn record(class: &str, texts: &BTreeMap<String, String>) {
    keep(class, "recorded", texts);
    let (_, others) = lines_of(class);
    let mut lines: Vec<String> = (others + &digests(class, texts))
        .lines()
        .map(str::to_owned)
        .collect();
    lines.sort();
    fs::write(DIGESTS, lines.join("\n") + "\n").unwrap();
}

fn check(class: &str, texts: &BTreeMap<String, String>) {
    keep(class, "now", texts);
    let (recorded, _) = lines_of(class);
    let now = digests(class, texts);
    let differing: Vec<&str> = now
        .lines()
        .filter(|line| !recorded.contains(line))
        .collect();
    assert!(
        recorded == now,
        "{class} differs from its golden digests: {differing:?}\ndiff -r {} {}",
        folder(class, "recorded").display(),
        folder(class, "now").display()
    );
}

/// The calibration programs, handed in as if they were a class.
#[test]
#[ignore = "compares with golden digests only if asked to: scripts/goldens"]
fn the_reports_of_the_calibration_programs_are_as_recorded() {
    let course = Course::empty();
    let calibration = Path::new(env!("CARGO_MANIFEST_DIR")).join("calibration");
    for entry in walkdir::WalkDir::new(&calibration) {
        let path = entry.unwrap().into_path();
        let name = path.strip_prefix(&calibration).unwrap().with_extension("");
        let Some(assignment) = name
            .iter()
            .next()
            .map(|it| it.to_string_lossy().into_owned())
        else {
            continue;
        };
        if let Some(ending) = path.extension().filter(|_| path.is_file()) {
            let student = name.display().to_string().replace('/', "-");
            let file = format!(
                "submissions/{assignment}/{student}/{assignment}.{}",
                ending.display()
            );
            course.write(file, fs::read(&path).unwrap());
        }
    }
    let rubric = course.shipped_rubric().display().to_string();
    course
        .grader(&["run", "submissions", "--rubric", &rubric])
        .exits_with(0);
    compare("calibration", &course.path("reports"));
}
