//! Attackers beside honest neighbours, graded in one tier, and all that must be true afterwards.

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use serde_json::Value;

use super::combination::{BUILDS, Combination, honest};
use crate::support::account::Account;
use crate::support::programs::copy_of_grader;
use crate::support::remains;
use crate::support::results::{Results, list, text};
use crate::support::{CASE, Course, EXPECTED, RECORDS, entries};

/// The grader's memory may not grow beyond this, whatever is handed in.
const MOST_MEMORY: u64 = 200 << 20;

const DEFAULTS: &str = r#"
[defaults]
# One program stands at its limit of threads: which of two changes helps it is decided by chance.
repair = "0s"
limits = { cpu = "1s", wall = "4s", memory = "128MiB", output = "64KiB" }
compare = { scope = "transcript", whitespace = "exact", prompts = "exact" }
build_limits = { cpu = "8s", wall = "20s", memory = "1GiB", source = "64KiB" }
"#;

const ASSIGNMENT: &str = r#"
[assignments.NAME]
SETTINGS
sources = ["main.cpp"]
reference = { sources = ["solution.cpp"] }

[[assignments.NAME.criteria]]
id = "works"
points = 8
cases = ["*"]

[[assignments.NAME.criteria]]
id = "globals"
points = 1
rule = "no-global-variables"

[[assignments.NAME.criteria]]
id = "warnings"
points = 1
build = "no-warnings"
"#;

/// Two calls, of which students may see one.
const CALLS: [(&str, &str); 2] = [
    (
        "call-shown",
        "description = \"add\"\nkind = \"call\"\nprototype = \"int add(int first, int second)\"\n\
         calls = [{ arguments = [2, 3] }]\n",
    ),
    (
        "call-hidden",
        "description = \"add\"\nkind = \"call\"\nprototype = \"int add(int first, int second)\"\n\
         visibility = \"hidden\"\ncalls = [{ arguments = [40404, 3] }]\n",
    ),
];

const PLAIN: &str = "#include \"honest.h\"\nint main() { return honest(); }\n";

const THREADED: &str = r#"#include "honest.h"
#include <thread>
#include <vector>

int main() {
    int first = ask("First");
    int second = ask("Second");
    int sums[16] = {};
    std::vector<std::thread> threads;
    for (int i = 0; i < 16; ++i) threads.emplace_back([&, i] { sums[i] = add(first, second); });
    for (std::thread& thread : threads) thread.join();
    tell(sums[15]);
}
"#;

const SLOW: &str = r#"#include "honest.h"
#include <ctime>

int main() {
    int first = ask("First");
    while (std::clock() < CLOCKS_PER_SEC / 4) {}
    tell(add(first, ask("Second")));
}
"#;

/// Honest students of an assignment, with their programs.
fn neighbours(build: &str) -> &'static [(&'static str, &'static str)] {
    match build {
        "plain" => &[
            ("a-plain", PLAIN),
            ("m-threaded", THREADED),
            ("z-slow", SLOW),
        ],
        _ => &[("m-threaded", THREADED)],
    }
}

/// A class that can be graded.
pub(crate) struct Class<'a> {
    course: Course,
    account: &'a Account,
    secret: PathBuf,
}

/// What became of it.
pub(crate) struct Graded {
    pub(crate) tier: String,
    /// What there is about honest students, by the names of the files.
    pub(crate) neighbours: BTreeMap<String, String>,
    pub(crate) complaints: Vec<String>,
    /// The most that the grader held at a time, in bytes.
    pub(crate) memory: u64,
}

impl<'a> Class<'a> {
    /// Writes the course and all programs.
    pub(crate) fn new(account: &'a Account, attackers: &[Combination]) -> Class<'a> {
        let course = Course::empty();
        let secret = course.path("secret.txt");
        let class = Class {
            course,
            account,
            secret,
        };
        class.write_course();
        for (place, attacker) in attackers.iter().enumerate() {
            class.hand_in_attack(place, attacker);
        }
        class
    }

    fn write_course(&self) {
        let mut rubric = DEFAULTS.to_owned();
        for build in BUILDS {
            rubric += &ASSIGNMENT
                .replace("NAME", build)
                .replace("SETTINGS", settings(build));
            self.course
                .write(format!("testcases/{build}/adds.toml"), CASE);
            for (student, code) in neighbours(build) {
                self.hand_in(build, student, "main.cpp", code);
                self.hand_in(build, student, "honest.h", &honest());
            }
        }
        for (name, case) in CALLS {
            self.course
                .write(format!("testcases/calls/{name}.toml"), case);
        }
        self.course.write("rubric.toml", rubric);
        let main = PLAIN.replace("#include \"honest.h\"", "");
        self.course.write("solution.cpp", honest() + &main);
        self.course.write("secret.txt", "a secret\n");
        fs::create_dir(self.out()).unwrap();
        self.course.grader(&["regenerate"]).exits_with(0);
        assert_eq!(self.course.read("testcases/plain/adds.expected"), EXPECTED);
    }

    fn hand_in(&self, build: &str, student: &str, file: &str, text: &str) {
        self.course
            .write(format!("submissions/{build}/{student}/{file}"), text);
    }

    fn hand_in_attack(&self, place: usize, attacker: &Combination) {
        let neighbour = self.course.path("submissions/plain/a-plain/main.cpp");
        let [secret, neighbour] = [&self.secret, &neighbour].map(|path| path.display().to_string());
        let student = attacker.student(place);
        for (file, text) in attacker.files(&secret, &neighbour) {
            self.hand_in(attacker.build, &student, file, &text);
        }
    }

    fn out(&self) -> PathBuf {
        self.course.home().join("out")
    }

    /// Grades it in the strongest tier that is not stronger than `tier`.
    pub(crate) fn grade(&self, tier: &str) -> Graded {
        let executable = self.course.home().join("grader");
        copy_of_grader(&executable);
        self.account.owns(&self.course.home());
        let home = self.course.home();
        fs::set_permissions(&home, Permissions::from_mode(0o755)).unwrap();
        let [stdout, stderr] = ["stdout", "stderr"].map(|name| home.join(name));
        let mut command = Command::new(&executable);
        command
            .args(["run", "submissions", "--jobs", "2", "--out"])
            .arg(self.out())
            .current_dir(self.course.path(""))
            .env("TMPDIR", self.course.temporary())
            .env("HOME", &self.account.home)
            .env("GRADER_STRONGEST_TIER", tier)
            .stdout(File::create(&stdout).unwrap())
            .stderr(File::create(&stderr).unwrap());
        self.account.runs(&mut command);
        let mut child = command.spawn().unwrap();
        let memory = peak_memory_until_the_end(&child);
        let code = child.wait().unwrap().code();
        let said = fs::read_to_string(&stderr).unwrap();
        let mut complaints = Vec::new();
        if code != Some(0) || said.contains("panicked") {
            complaints.push(format!(
                "it ended with {code:?}: {}",
                without_progress(&said)
            ));
        }
        self.graded(tier, memory, complaints)
    }

    fn graded(&self, tier: &str, memory: u64, mut complaints: Vec<String>) -> Graded {
        let left = entries(&self.course.temporary());
        complaints.extend(left.iter().map(|name| format!("left behind: {name}")));
        let alive = remains::processes_of(&self.course.home());
        complaints.extend(
            alive
                .iter()
                .map(|process| format!("still alive: {process}")),
        );
        if memory > MOST_MEMORY {
            complaints.push(format!("the grader held {} MiB", memory >> 20));
        }
        if !self.out().join("results.json").is_file() {
            complaints.push("there is no results.json".to_owned());
            return Graded {
                tier: tier.to_owned(),
                neighbours: BTreeMap::new(),
                complaints,
                memory,
            };
        }
        let results = Results::read(&self.out());
        complaints.extend(self.faults_of_reports());
        for one in list(&results.0["submissions"]) {
            complaints.extend(faults_of(one));
        }
        let tier = text(&results.0["sandbox"]["tier"]).to_owned();
        Graded {
            tier,
            neighbours: self.about_neighbours(&results),
            complaints,
            memory,
        }
    }

    /// No secret and nothing that a terminal obeys is in any file that was written.
    fn faults_of_reports(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let files = walkdir::WalkDir::new(self.out())
            .into_iter()
            .map(Result::unwrap);
        // Nobody reads records but the grader.
        let is_shown = |path: &Path| !path.iter().any(|part| part == RECORDS);
        let files = files.filter(|entry| entry.file_type().is_file() && is_shown(entry.path()));
        for file in files {
            let bytes = fs::read(file.path()).unwrap();
            let name = file.path().display();
            for word in ["a secret", "BREACH"] {
                if remains::contains(&bytes, word.as_bytes()) {
                    faults.push(format!("{name} contains `{word}`"));
                }
            }
            if bytes
                .iter()
                .any(|byte| matches!(byte, 0..=8 | 11..=31 | 127))
            {
                faults.push(format!("{name} contains control characters"));
            }
            if std::str::from_utf8(&bytes).is_err() {
                faults.push(format!("{name} is not UTF-8"));
            }
        }
        faults
    }

    /// Their reports, and what `results.json` says of them without what a run used.
    fn about_neighbours(&self, results: &Results) -> BTreeMap<String, String> {
        let mut all = BTreeMap::new();
        for build in BUILDS {
            for (student, _) in neighbours(build) {
                let mut one = results.of(student, build).clone();
                forget_usage(&mut one);
                all.insert(format!("{student}/{build}"), format!("{one:#}"));
                let report = self.out().join(student).join(format!("{build}.md"));
                all.insert(
                    report_name(student, build),
                    fs::read_to_string(report).unwrap(),
                );
            }
        }
        all
    }
}

impl Graded {
    /// Whatever is not as it is without attackers.
    pub(crate) fn complain_of_neighbours(&mut self, alone: &BTreeMap<String, String>) {
        for (name, text) in alone {
            let now = self.neighbours.get(name).map_or("nothing", String::as_str);
            if now != text {
                let differs = now
                    .lines()
                    .zip(text.lines())
                    .find(|(now, alone)| now != alone);
                self.complaints
                    .push(format!("{name} differs from what it is alone: {differs:?}"));
            }
        }
    }
}

fn report_name(student: &str, build: &str) -> String {
    format!("{student}/{build}.md")
}

/// What makes an assignment the build that it is named for.
fn settings(build: &str) -> &'static str {
    match build {
        "optimised" => "flags = [\"-O2\"]",
        "static" => "flags = [\"-static\"]",
        "undefined" => "undefined = { sanitizers = true, uninitialised = true }",
        "terminal" => "terminal = true",
        _ => "flags = [\"-Wall\"]",
    }
}

/// Nothing that a program does is a failure of ours.
fn faults_of(one: &Value) -> Vec<String> {
    let student = text(&one["student"]);
    let assignment = text(&one["assignment"]);
    let about = |what: String| format!("{assignment}/{student}: {what}");
    let mut faults = Vec::new();
    if one["build"]["verdict"] == "ungraded" {
        faults.push(about(format!("not built: {}", one["build"]["reason"])));
    }
    for case in list(&one["cases"]) {
        if case["verdict"] == "ungraded" {
            faults.push(about(format!(
                "{} is ungraded: {}",
                case["id"], case["reason"]
            )));
        }
    }
    faults
}

/// Takes away what differs from run to run.
fn forget_usage(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            let is_usage = |key: &str| key.ends_with("_seconds") || key.ends_with("_bytes");
            entries.retain(|key, _| !is_usage(key));
            entries.values_mut().for_each(forget_usage);
        }
        Value::Array(items) => items.iter_mut().for_each(forget_usage),
        _ => {}
    }
}

fn without_progress(said: &str) -> String {
    let lines: Vec<&str> = said.lines().filter(|line| !line.starts_with('[')).collect();
    lines.join("\n")
}

/// The kernel keeps the peak, so what counts is the last look before the end.
fn peak_memory_until_the_end(child: &Child) -> u64 {
    let pid = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    let process = pidfd_open(pid, PidfdFlags::empty()).unwrap();
    let pause = Timespec {
        tv_sec: 0,
        tv_nsec: 50_000_000,
    };
    let mut peak = 0;
    while poll(&mut [PollFd::new(&process, PollFlags::IN)], Some(&pause)).unwrap() == 0 {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes =
            line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        peak = peak.max(kibibytes.unwrap_or(0) << 10);
    }
    peak
}
