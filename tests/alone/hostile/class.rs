//! A class of attackers with honest neighbours, graded in one tier, and all that must be true of it afterwards.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempPath;

use crate::support::account::Account;
use crate::support::programs::copy_of_grader;
use crate::support::remains::{self, Snapshot};
use crate::support::results::{Results, list, text};
use crate::support::{ADDS, CASE, Course, EXPECTED, RECORDS, Ran};

/// Where the attacks are.
pub(crate) const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/alone/hostile");

/// Limits that end every attack soon. All output counts: an attack that succeeds says so.
const DEFAULTS: &str = r#"
[defaults]
flags = []
repair = "REPAIR"
limits = { cpu = "500ms", wall = "2s", memory = "64MiB", output = "64KiB" }
compare = { scope = "transcript", whitespace = "exact", prompts = "exact" }
build_limits = { cpu = "2s", wall = "6s", memory = "512MiB", source = "64KiB" }
"#;

const ASSIGNMENT: &str = r#"
[assignments.NAME]
terminal = TERMINAL
flags = FLAGS
sources = SOURCES
accept = ["*.cpp"]
reference = { sources = ["solution.cpp"] }

[[assignments.NAME.criteria]]
id = "sums"
points = 10
cases = ["*"]
"#;

/// An assignment: its sources, the files that honest students hand in, and the number of its cases.
type Assignment = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
    usize,
);

/// A name with a plus sorts before one with a hyphen.
const ASSIGNMENTS: [Assignment; 7] = [
    ("program", &["main.cpp"], &["main.cpp"], 1),
    ("twice", &["main.cpp"], &["main.cpp"], 2),
    ("terminal", &["main.cpp"], &["main.cpp"], 1),
    ("static", &["main.cpp"], &["main.cpp"], 1),
    ("compiler", &["main.cpp"], &["main.cpp"], 1),
    (
        "several",
        &["+main.cpp", "helper.cpp"],
        &["+main.cpp", "helper.cpp"],
        1,
    ),
    ("many", &["part*.cpp"], &["part.cpp"], 1),
];

/// What every source but the first contains.
pub(crate) const HELPS: &str = "int help() { return 1; }\n";

/// Honest students: the first and the last of every assignment.
pub(crate) const NEIGHBOURS: [&str; 2] = ["a-neighbour", "z-neighbour"];

/// Attackers, neighbours, and secrets that nobody may see.
pub(crate) struct Class {
    course: Course,
    account: Account,
    secret: String,
    marker: String,
    home_file: TempPath,
}

/// What became of a class.
pub(crate) struct Graded {
    pub(crate) results: Results,
    pub(crate) tier: String,
    pub(crate) complaints: Vec<String>,
    out: PathBuf,
}

impl Class {
    /// Neighbours and secrets, without an attacker yet. `repair` is the budget for changes that make an attack right.
    pub(crate) fn new(account: Account, repair: &str) -> Class {
        let course = Course::empty();
        let home_file = tempfile::Builder::new()
            .prefix(".secret-")
            .tempfile_in(&account.home);
        let home_file = home_file.unwrap().into_temp_path();
        let class = Class {
            course,
            account,
            secret: random(),
            marker: random(),
            home_file,
        };
        class.write_course(repair);
        class.write_secrets();
        class
    }

    fn write_course(&self, repair: &str) {
        let mut rubric = DEFAULTS.replace("REPAIR", repair);
        for (name, sources, files, cases) in ASSIGNMENTS {
            rubric += &ASSIGNMENT
                .replace("NAME", name)
                .replace("TERMINAL", &(name == "terminal").to_string())
                .replace(
                    "FLAGS",
                    if name == "static" {
                        "[\"-static\"]"
                    } else {
                        "[]"
                    },
                )
                .replace("SOURCES", &format!("{sources:?}"));
            for number in 0..cases {
                let add = |text: &str| text.replace('2', &(2 + 5 * number).to_string());
                let place = format!("testcases/{name}/adds-{number}");
                self.course.write(format!("{place}.toml"), add(CASE));
                let expected = add(EXPECTED).replace('5', &(5 + 5 * number).to_string());
                self.course.write(format!("{place}.expected"), expected);
            }
            for student in NEIGHBOURS {
                self.hand_in(
                    name,
                    student,
                    files[0],
                    format!("{ADDS}// {}\n", self.secret),
                );
                for source in &files[1..] {
                    self.hand_in(name, student, source, HELPS);
                }
            }
        }
        self.course.write("rubric.toml", rubric);
        self.course.write("solution.cpp", ADDS);
    }

    fn write_secrets(&self) {
        for name in ["secret.txt", "testcases/spare/hidden.expected"] {
            self.course.write(name, format!("\"{}\"\n", self.secret));
        }
        fs::write(&self.home_file, &self.secret).unwrap();
        fs::create_dir(self.out()).unwrap();
    }

    fn out(&self) -> PathBuf {
        self.folder().join("out")
    }

    /// The folder that everything of this class is in.
    fn folder(&self) -> PathBuf {
        self.course.temporary().parent().unwrap().to_owned()
    }

    /// What attacks are told of the places they are after.
    fn places(&self) -> String {
        let folder = |path: &Path| path.display().to_string();
        let course = folder(&self.course.path(""))
            .trim_end_matches('/')
            .to_owned();
        let places = [
            ("COURSE", course.clone()),
            ("SECRET_FILE", format!("{course}/secret.txt")),
            (
                "EXPECTED",
                format!("{course}/testcases/spare/hidden.expected"),
            ),
            (
                "SIBLING",
                format!("{course}/submissions/program/z-neighbour/main.cpp"),
            ),
            ("HOME_FILE", folder(&self.home_file)),
            ("HOME_FOLDER", folder(&self.account.home)),
            ("OUT", folder(&self.out())),
            ("TEMPORARY", folder(&self.course.temporary())),
            ("MARKER", self.marker.clone()),
        ];
        places
            .iter()
            .fold("#pragma once\n".to_owned(), |mut text, (name, place)| {
                writeln!(text, "#define {name} \"{place}\"").unwrap();
                text
            })
    }

    /// A file of a student's.
    pub(crate) fn hand_in(
        &self,
        assignment: &str,
        student: &str,
        file: impl AsRef<OsStr>,
        text: impl AsRef<[u8]>,
    ) {
        let folder = self.folder_of(assignment, student);
        self.course.write(folder.join(file.as_ref()), text);
    }

    /// A student's folder, which is there.
    pub(crate) fn folder_of(&self, assignment: &str, student: &str) -> PathBuf {
        let folder = self
            .course
            .path(format!("submissions/{assignment}/{student}"));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    pub(crate) fn secret_file(&self) -> PathBuf {
        self.course.path("secret.txt")
    }

    /// An attack, with the headers that attacks share.
    pub(crate) fn attack(&self, assignment: &str, student: &str, code: &str) {
        let header = fs::read_to_string(format!("{FIXTURES}/attack.h")).unwrap();
        let files = ASSIGNMENTS
            .iter()
            .find(|(name, ..)| *name == assignment)
            .unwrap()
            .2;
        self.hand_in(assignment, student, files[0], code);
        self.hand_in(assignment, student, "attack.h", header);
        self.hand_in(assignment, student, "places.h", self.places());
    }

    /// Grades the class in the strongest tier that is not stronger than `tier`.
    pub(crate) fn grade(&self, tier: &str) -> Graded {
        let executable = self.folder().join("grader");
        copy_of_grader(&executable);
        self.account.owns(&self.folder());
        self.account.owns(&self.home_file);
        open_to_everybody(&self.folder());
        let course = self.course.path("");
        let watched = [course.as_path(), &self.home_file, &executable];
        let before = Snapshot::of(&watched);
        let ran = self.course.run(self.command(&executable, tier));
        let results = Results::read(&self.out());
        let mut graded = Graded {
            tier: text(&results.0["sandbox"]["tier"]).to_owned(),
            results,
            complaints: Vec::new(),
            out: self.out(),
        };
        graded.complain_of_changes(&before.changes(&Snapshot::of(&watched)));
        graded.complain_of_processes(&remains::processes_of(&self.folder()));
        graded.complain_of_output(&ran, &self.secret, &self.marker);
        graded.complain_of_neighbours();
        graded
    }

    fn command(&self, executable: &Path, tier: &str) -> Command {
        let mut command = Command::new(executable);
        command
            .args([
                "run",
                "submissions",
                "--allow-unconfined",
                "--jobs",
                "2",
                "--out",
            ])
            .arg(self.out())
            .current_dir(self.course.path(""))
            .env("TMPDIR", self.course.temporary())
            .env("HOME", &self.account.home)
            .env("GRADER_SECRET", &self.secret)
            .env("GRADER_STRONGEST_TIER", tier);
        self.account.runs(&mut command);
        command
    }
}

impl Graded {
    fn complain_of_changes(&mut self, changes: &[String]) {
        self.complaints
            .extend(changes.iter().map(|change| format!("changed: {change}")));
    }

    fn complain_of_processes(&mut self, processes: &[String]) {
        self.complaints.extend(
            processes
                .iter()
                .map(|process| format!("still alive: {process}")),
        );
    }

    /// No secret, nothing planted, nothing that a terminal obeys, and no failure of ours.
    fn complain_of_output(&mut self, ran: &Ran, secret: &str, marker: &str) {
        if ran.code != Some(0) || ran.stderr.contains("panicked") {
            let lines: Vec<&str> = ran
                .stderr
                .lines()
                .filter(|line| !line.starts_with('['))
                .collect();
            self.complaints.push(format!(
                "it ended with {:?}: {}",
                ran.code,
                lines.join("\n")
            ));
        }
        let mut texts = vec![
            (
                "standard output".to_owned(),
                ran.stdout.clone().into_bytes(),
            ),
            ("standard error".to_owned(), ran.stderr.clone().into_bytes()),
        ];
        for entry in walkdir::WalkDir::new(&self.out)
            .into_iter()
            .map(Result::unwrap)
        {
            let name = entry.path().display().to_string();
            // Nobody reads records but the grader.
            let is_record = entry.path().iter().any(|part| part == RECORDS);
            if !entry.file_type().is_dir() && !is_record {
                texts.push((name, fs::read(entry.path()).unwrap()));
            }
        }
        for (name, text) in &texts {
            self.complaints
                .extend(faults(text, secret, marker).map(|fault| format!("{name}: {fault}")));
        }
    }

    fn complain_of_neighbours(&mut self) {
        for (assignment, ..) in ASSIGNMENTS {
            for student in NEIGHBOURS {
                let one = self.results.of(student, assignment);
                if one["points"] != 10.0 {
                    self.complaints
                        .push(format!("the honest {student} of {assignment}: {one:#}"));
                }
            }
        }
    }

    /// What an attack came to: `refused`, `compile-error`, or the verdict and the end of each case.
    pub(crate) fn came_to(&self, assignment: &str, student: &str) -> Vec<String> {
        let one = self.results.of(student, assignment);
        match text(&one["build"]["verdict"]) {
            "ok" => list(&one["cases"]).iter().map(verdict_and_end).collect(),
            other => vec![other.to_owned()],
        }
    }

    /// A student's report.
    pub(crate) fn report(&self, assignment: &str, student: &str) -> String {
        fs::read_to_string(self.out.join(student).join(format!("{assignment}.md"))).unwrap()
    }
}

/// `runtime-error SIGABRT`, for example.
fn verdict_and_end(case: &Value) -> String {
    let end = case["exit"]
        .as_object()
        .and_then(|exit| exit.values().next());
    let end = end.map(|end| end.as_str().map_or_else(|| end.to_string(), str::to_owned));
    format!("{} {}", text(&case["verdict"]), end.unwrap_or_default())
}

/// What must not be in a text of ours.
fn faults<'t>(text: &'t [u8], secret: &'t str, marker: &'t str) -> impl Iterator<Item = String> {
    let words = [("a secret", secret), ("something planted", marker)];
    let words = words
        .into_iter()
        .filter(|(_, word)| remains::contains(text, word.as_bytes()));
    let mut faults: Vec<String> = words.map(|(what, _)| format!("contains {what}")).collect();
    if text
        .iter()
        .any(|byte| matches!(byte, 0..=8 | 11..=31 | 127))
    {
        faults.push("contains control characters".to_owned());
    }
    if std::str::from_utf8(text).is_err() {
        faults.push("is not UTF-8".to_owned());
    }
    faults.into_iter()
}

/// File permissions shall not be what stops an attack.
fn open_to_everybody(folder: &Path) {
    for entry in walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
    {
        let mode = if entry.file_type().is_dir() {
            0o777
        } else {
            0o666
        };
        let mode = if entry.file_name() == "grader" {
            0o755
        } else {
            mode
        };
        if entry.file_type().is_dir() || entry.file_type().is_file() {
            fs::set_permissions(entry.path(), Permissions::from_mode(mode)).unwrap();
        }
    }
}

/// Sixteen random bytes, as text.
fn random() -> String {
    let mut bytes = [0; 16];
    rustix::io::read(fs::File::open("/dev/urandom").unwrap(), &mut bytes).unwrap();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
