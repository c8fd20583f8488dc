//! A temporary course as a type: tests write into it, run the real `grader` on it, and read what came out.

#![allow(dead_code, reason = "neither binary of tests uses all of this")]
#![expect(
    clippy::unwrap_used,
    reason = "a course that cannot be prepared is a failed test"
)]

pub(crate) mod account;
pub(crate) mod browser;
pub(crate) mod compiler;
pub(crate) mod functions;
pub(crate) mod json_schema;
pub(crate) mod mistakes;
pub(crate) mod packed;
pub(crate) mod processes;
pub(crate) mod programs;
pub(crate) mod random;
pub(crate) mod remains;
pub(crate) mod results;
pub(crate) mod served;
pub(crate) mod site;
pub(crate) mod sum;
pub(crate) mod terminal;
pub(crate) mod tiers;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, UNIX_EPOCH};

use tempfile::TempDir;

use results::Results;

/// A grader that has not come to an end by then hangs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1200);

/// Whether `GRADER_TABLES=all` asks for all that takes too long for a gate.
pub(crate) fn tries_all() -> bool {
    std::env::var("GRADER_TABLES").is_ok_and(|value| value == "all")
}

/// Of long tables, a gate tries each row of so many.
pub(crate) fn sample_step() -> usize {
    gate_step(48)
}

/// The step by which a gate goes through something; one by one with `GRADER_TABLES=all`.
pub(crate) fn gate_step(step: usize) -> usize {
    if tries_all() { 1 } else { step }
}

/// Demands that a sample of a table has only lines that stand in the snapshot of the whole table.
#[track_caller]
pub(crate) fn is_part_of(snapshot: &str, sample: &str) {
    let is_other = |line: &&str| !snapshot.lines().any(|expected| expected == *line);
    let others: Vec<&str> = sample.lines().filter(is_other).collect();
    assert!(others.is_empty(), "not in the snapshot: {others:#?}");
}

/// The program that the tests are about.
pub(crate) const GRADER: &str = env!("CARGO_BIN_EXE_grader");

/// The rubric of the smallest course: add two numbers. No repairs are searched: that runs a failing program some hundred times more.
pub(crate) const SUM: &str = r#"
[defaults]
flags = []
repair = "0s"
undefined = { uninitialised = false }
[assignments.sum]
sources = ["sum.cpp"]
accept = ["*.cpp"]
reference = { sources = ["solution.cpp"] }

[[assignments.sum.criteria]]
id = "sums"
points = 10
cases = ["*"]
"#;

/// A right program for [`SUM`].
pub(crate) const ADDS: &str = r#"#include <cstdio>

int ask(const char* prompt) {
    int number = 0;
    std::printf("%s: ", prompt);
    std::fflush(stdout);
    return std::scanf("%d", &number) == 1 ? number : 0;
}

int main() {
    int first = ask("First");
    int second = ask("Second");
    std::printf("Sum: %d\n", first + second);
}
"#;

/// The one case of [`SUM`], and what [`ADDS`] makes of it.
pub(crate) const CASE: &str = "description = \"Two and three\"\ninput = [\"2\", \"3\"]\n";
pub(crate) const EXPECTED: &str = "First: ‹2›\nSecond: ‹3›\nSum: 5\n";

/// Parts of the cache that all courses share: an entry is found by the digest of everything that it depends on, this grader
/// included, so what one test has built need not be built by another. Grades are not among them: each test grades for itself.
const SHARED_STORES: [&str; 3] = ["builds", "import-libraries", "installations"];

/// The part of the cache with precompiled headers.
const HEADERS: &str = "precompiled";

/// A folder of caches with these, and with `<iostream>` compiled beforehand. What another build of the grader has left is removed: no
/// entry of it can be found any more. `scripts/test` says where they are if the files of tests are on another file system.
static SHARED_CACHES: LazyLock<PathBuf> = LazyLock::new(|| {
    let all = std::env::var_os("GRADER_TEST_CACHES").map_or_else(
        || Path::new(env!("CARGO_TARGET_TMPDIR")).join("shared-caches"),
        PathBuf::from,
    );
    let built = fs::metadata(GRADER).unwrap().modified().unwrap();
    let built = built.duration_since(UNIX_EPOCH).unwrap().as_nanos();
    let current = built.to_string();
    let caches = all.join(&current);
    fs::create_dir_all(&all).unwrap();
    // Another process of tests waits here until they are made. Closing the folder unlocks it.
    let folder = fs::File::open(&all).unwrap();
    rustix::fs::flock(&folder, rustix::fs::FlockOperation::LockExclusive).unwrap();
    if !caches.exists() {
        for older in entries(&all) {
            fs::remove_dir_all(all.join(older)).unwrap();
        }
        let new = tempfile::tempdir_in(&all).unwrap();
        fill_shared_caches(new.path());
        fs::rename(new.keep(), &caches).unwrap();
    }
    caches
});

/// The flags of most courses of tests, of those that `grader new` writes, and of the shipped one.
const USUAL_FLAGS: [(&str, &str); 4] = [
    ("none", "[]"),
    ("standard", r#"["-std=c++17"]"#),
    ("new", r#"["-std=c++17", "-Wall", "-Wextra"]"#),
    (
        "shipped",
        r#"["-std=c++17", "-Wall", "-Wextra", "-Wno-unknown-pragmas"]"#,
    ),
];

/// Makes the stores, and lets `grader cache --warm` see programs that begin with `<iostream>`.
fn fill_shared_caches(caches: &Path) {
    for store in SHARED_STORES {
        fs::create_dir_all(caches.join("grader").join(store)).unwrap();
    }
    let course = Course::empty_below(&std::env::temp_dir());
    course.write_sums_with_flags(USUAL_FLAGS);
    for (name, _) in USUAL_FLAGS {
        for student in ["one", "two"] {
            let program = format!("#include <iostream>\n// {student}\nint main() {{}}\n");
            course.write(format!("submissions/{name}/{student}/sum.cpp"), program);
        }
    }
    for arguments in [&["run", "submissions"][..], &["cache", "--warm"]] {
        let mut command = course.command(arguments);
        command.env("XDG_CACHE_HOME", caches);
        course.run(command).exits_with(0);
    }
}

/// A folder with a course, a place for temporary files that is the course's own, and nothing else.
pub(crate) struct Course {
    folder: TempDir,
}

impl Course {
    /// A course without any file.
    pub(crate) fn empty() -> Course {
        let course = Course::empty_below(&std::env::temp_dir());
        course.share_caches();
        course
    }

    /// The same course with a cache that nothing else uses: for tests about what is cached and what is built.
    pub(crate) fn with_own_cache(self) -> Course {
        fs::remove_dir_all(self.caches()).unwrap();
        self
    }

    fn share_caches(&self) {
        let own = self.caches().join("grader");
        let shared = SHARED_CACHES.join("grader");
        fs::create_dir_all(&own).unwrap();
        for store in SHARED_STORES {
            std::os::unix::fs::symlink(shared.join(store), own.join(store)).unwrap();
        }
        // The grader takes headers from a folder of its user's own only. Where the folder is on another file system, they are
        // compiled again.
        if !link_files(&shared.join(HEADERS), &own.join(HEADERS)) {
            let _ = fs::remove_dir_all(own.join(HEADERS));
        }
    }

    /// The same somewhere else.
    pub(crate) fn empty_below(place: &Path) -> Course {
        let folder = tempfile::Builder::new()
            .prefix("course-")
            .tempdir_in(place)
            .unwrap();
        for name in ["course", "temporary"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        Course { folder }
    }

    /// The smallest course: two numbers are added, in one case.
    pub(crate) fn sum() -> Course {
        let course = Course::sum_below(&std::env::temp_dir());
        course.share_caches();
        course
    }

    /// The same somewhere else.
    pub(crate) fn sum_below(place: &Path) -> Course {
        let course = Course::empty_below(place);
        course.write("rubric.toml", SUM);
        course.write("solution.cpp", ADDS);
        course.write("testcases/sum/adds.toml", CASE);
        course.write("testcases/sum/adds.expected", EXPECTED);
        course
    }

    /// Writes the assignment of [`SUM`] once for each of these flags, by their name.
    pub(crate) fn write_sums_with_flags<'f>(
        &self,
        all: impl IntoIterator<Item = (&'f str, &'f str)>,
    ) {
        let (_, section) = SUM.split_once("[assignments.sum]").unwrap();
        let mut rubric = String::new();
        for (name, flags) in all {
            let section = section.replace("assignments.sum", &format!("assignments.{name}"));
            rubric += &format!("[assignments.{name}]\nflags = {flags}\n{section}");
            self.write(format!("testcases/{name}/adds.toml"), CASE);
            self.write(format!("testcases/{name}/adds.expected"), EXPECTED);
        }
        self.write("rubric.toml", rubric);
        self.write("solution.cpp", ADDS);
    }

    /// A file or folder of the course.
    pub(crate) fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.folder.path().join("course").join(name.as_ref())
    }

    /// The folder that the course and its temporary files are in.
    pub(crate) fn home(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// Where the grader keeps its temporary files.
    pub(crate) fn temporary(&self) -> PathBuf {
        self.folder.path().join("temporary")
    }

    /// What stands for the user's own folder of caches.
    pub(crate) fn caches(&self) -> PathBuf {
        self.folder.path().join("caches")
    }

    /// The variables by which a grader uses these two folders, and ends its runs on a day that tests know.
    pub(crate) fn own_environment(&self) -> [(&'static str, PathBuf); 3] {
        [
            ("TMPDIR", self.temporary()),
            ("XDG_CACHE_HOME", self.caches()),
            // 26 November 2026
            ("SOURCE_DATE_EPOCH", "1795694400".into()),
        ]
    }

    pub(crate) fn write(&self, name: impl AsRef<OsStr>, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        let path = self.path(name);
        assert!(path.is_file(), "{} is not there", path.display());
        fs::read_to_string(path).unwrap()
    }

    /// The shipped rubric beside its cases, by which neither shorter games nor uninitialised variables are looked for: tables of
    /// grades and mistakes say nothing of them, and they take more than a quarter of the time.
    pub(crate) fn shipped_rubric(&self) -> PathBuf {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(repository.join("rubric.toml")).unwrap();
        self.write(
            "shipped-course/rubric.toml",
            text.replace("[defaults]", "[defaults]\nshortest = false")
                .replace(
                    "\nundefined = { uninitialised = true, quick = true }\n",
                    "\nundefined = { uninitialised = false }\n",
                ),
        );
        for folder in ["calibration", "testcases"] {
            let link = self.path("shipped-course").join(folder);
            std::os::unix::fs::symlink(repository.join(folder), link).unwrap();
        }
        self.path("shipped-course/rubric.toml")
    }

    /// The grader, about to start in the course's folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(GRADER);
        command
            .args(arguments)
            .current_dir(self.path(""))
            .envs(self.own_environment());
        command
    }

    /// Runs the grader to its end.
    pub(crate) fn grader(&self, arguments: &[&str]) -> Ran {
        self.run(self.command(arguments))
    }

    /// Runs a prepared command to its end. No command may leave a temporary file behind.
    pub(crate) fn run(&self, command: Command) -> Ran {
        let output = assert_cmd::Command::from_std(command)
            .timeout(PATIENCE)
            .output()
            .unwrap();
        let ran = Ran::of(&output);
        assert_eq!(
            entries(&self.temporary()),
            [""; 0],
            "left behind by: {ran:?}"
        );
        ran
    }

    /// As [`Course::run`], for a command whose standard output is somewhere else.
    pub(crate) fn run_with_own_stdout(&self, mut command: Command) -> Ran {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        drop(command);
        let mut stderr = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut stderr)
            .unwrap();
        let code = child.wait().unwrap().code();
        Ran {
            code,
            stdout: String::new(),
            stderr,
        }
    }

    /// All files of the course by their names in it, with their texts.
    pub(crate) fn files(&self) -> BTreeMap<String, String> {
        self.files_in("")
    }

    /// All files in a folder of the course by their names in it, with their texts, but for a run's records.
    pub(crate) fn files_in(&self, folder: &str) -> BTreeMap<String, String> {
        files_below(&self.path(folder))
    }

    /// The same without what differs between two runs of the same programs.
    pub(crate) fn files_but_measures(&self, folder: &str) -> BTreeMap<String, String> {
        files_but_measures(&self.path(folder))
    }

    /// Demands that a folder, made of pieces, is what one run of the whole class writes.
    #[track_caller]
    pub(crate) fn is_whole(&self, folder: &str) {
        self.grader(&["run", "submissions", "--quiet", "--out", "whole"])
            .exits_with(0);
        assert_eq!(
            self.files_but_measures(folder),
            self.files_but_measures("whole")
        );
    }

    /// Grades the folder `submissions` and returns what `results.json` says.
    pub(crate) fn results(&self) -> Results {
        self.grader(&["run", "submissions"]).exits_with(0);
        Results::read(&self.path("reports"))
    }
}

/// The folder of a run's records, beside its reports.
pub(crate) const RECORDS: &str = ".grader";

/// What a command printed, and how it ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    pub(crate) fn of(output: &Output) -> Ran {
        Ran {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Demands an exit code; a panic of ours is never right.
    #[track_caller]
    pub(crate) fn exits_with(&self, code: i32) -> &Ran {
        assert_eq!(self.code, Some(code), "{self:#?}");
        assert!(!self.stderr.contains("panicked"), "{self:#?}");
        self
    }

    /// Demands that standard error tells all of this.
    #[track_caller]
    pub(crate) fn says(&self, parts: &[&str]) -> &Ran {
        for part in parts {
            assert!(self.stderr.contains(part), "`{part}` is not in {self:#?}");
        }
        self
    }

    /// Demands that standard output shows all of this.
    #[track_caller]
    pub(crate) fn shows(&self, parts: &[&str]) -> &Ran {
        for part in parts {
            assert!(self.stdout.contains(part), "`{part}` is not in {self:#?}");
        }
        self
    }
}

/// All files below a folder by their names in it, with their texts, but for a run's records.
fn files_below(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
    {
        let name = entry.path().strip_prefix(folder).unwrap();
        if entry.file_type().is_file() && !name.iter().any(|part| part == RECORDS) {
            let text = String::from_utf8_lossy(&fs::read(entry.path()).unwrap()).into_owned();
            files.insert(name.display().to_string(), text);
        }
    }
    files
}

/// The same without what differs between two runs of the same programs.
pub(crate) fn files_but_measures(folder: &Path) -> BTreeMap<String, String> {
    let files = files_below(folder).into_iter();
    files
        .map(|(name, text)| (name, without_measures(&text)))
        .collect()
}

/// Gives all files below a folder a second name below another one. Whether that succeeded.
fn link_files(from: &Path, to: &Path) -> bool {
    walkdir::WalkDir::new(from).into_iter().all(|entry| {
        let entry = entry.unwrap();
        let copy = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::DirBuilder::new().mode(0o700).create(copy).is_ok()
        } else {
            fs::hard_link(entry.path(), copy).is_ok()
        }
    })
}

/// The names in a folder, sorted; none if there is no such folder.
pub(crate) fn entries(folder: &Path) -> Vec<String> {
    let Ok(found) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut names: Vec<String> = found
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// What two runs of the same programs agree about; JSON stays JSON.
pub(crate) fn without_measures(text: &str) -> String {
    const MEASURES: [&str; 3] = [
        "\"cpu_seconds\":",
        "\"wall_seconds\":",
        "\"peak_memory_bytes\":",
    ];
    let mut kept = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match MEASURES
            .iter()
            .find_map(|name| line.find(name).map(|at| at + name.len()))
        {
            Some(end) if line.ends_with(",\n") => kept += &format!("{} 0,\n", &line[..end]),
            Some(end) => kept += &format!("{} 0\n", &line[..end]),
            None => kept += line,
        }
    }
    kept
}
