//! A run that stops loses nothing: what it has graded is on disk, and a later run goes on from there.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};

use crate::support::processes::Guarded;
use crate::support::sum::class_of as class;
use crate::support::{ADDS, Course, RECORDS, Ran};

/// How many bytes follow the last record of a run that ended.
const END_MARK: usize = 44;

/// How many submissions a logged run graded itself.
fn graded(course: &Course) -> usize {
    course
        .read("log")
        .lines()
        .filter(|line| line.contains("graded points="))
        .count()
}

/// Runs until so many submissions are done, and ends the run by this signal.
fn stopped_after(course: &Course, done: usize, signal: Signal, more: &[&str]) -> Vec<String> {
    let mut command = course.command(&["run", "submissions", "--no-cache", "--jobs", "1"]);
    command
        .args(more)
        .stderr(Stdio::piped())
        .stdout(Stdio::null());
    let mut grader = Guarded(command.spawn().unwrap());
    let mut stderr = BufReader::new(grader.0.stderr.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let is_done = |line: &String| line.starts_with('[');
    let seen = stderr.by_ref().filter(is_done).take(done).count();
    assert_eq!(seen, done);
    kill_process(Pid::from_child(&grader.0), signal).unwrap();
    let rest = stderr.collect();
    grader.0.wait().unwrap();
    rest
}

/// What a killed grader leaves in the folder for temporary files is swept by the next one.
fn resumed(course: &Course) -> Ran {
    let arguments = [
        "run",
        "submissions",
        "--resume",
        "--no-cache",
        "--jobs",
        "1",
        "--log",
        "log",
    ];
    let ran = course.grader(&arguments);
    ran.exits_with(0);
    ran
}

/// The file of the run that was stopped.
fn stopped_file(course: &Course) -> PathBuf {
    let folder = course.path("reports").join(RECORDS);
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_run = |path: &PathBuf| {
        path.file_name()
            .unwrap()
            .to_string_lossy()
            .starts_with("run-")
    };
    entries.filter(is_run).collect::<Vec<_>>().pop().unwrap()
}

#[test]
fn a_killed_run_goes_on_where_it_was_and_gives_the_same_files() {
    let size = 3;
    let course = class(size);
    course
        .grader(&["run", "submissions", "--no-cache", "--out", "whole"])
        .exits_with(0);
    for done in 0..size {
        stopped_after(&course, done, Signal::KILL, &[]);
        resumed(&course);
        assert!(
            graded(&course) <= size - done,
            "after {done}: {}",
            course.read("log")
        );
        assert_eq!(
            course.files_but_measures("reports"),
            course.files_but_measures("whole"),
            "after {done}"
        );
        let left = fs::read_dir(course.path("reports").join(RECORDS))
            .unwrap()
            .count();
        assert_eq!(left, 1, "nothing but the records is left");
    }
}

#[test]
fn a_run_of_one_student_leaves_what_a_stopped_run_has_of_others() {
    let course = class(3);
    stopped_after(&course, 1, Signal::KILL, &[]);
    let one = ["--student", "s2", "--resume", "--no-cache"];
    course
        .grader(&[&["run", "submissions"], &one[..]].concat())
        .exits_with(0);
    resumed(&course);
    assert!(graded(&course) <= 2, "{}", course.read("log"));
}

#[test]
fn an_interrupted_run_says_how_to_go_on_and_so_does_the_next_one() {
    let course = class(3);
    let said = stopped_after(&course, 2, Signal::INT, &[]).join("\n");
    assert!(
        said.contains("of 3 submissions are graded") && said.contains("--resume"),
        "{said}"
    );
    let again = course.grader(&["run", "submissions"]);
    again
        .exits_with(0)
        .says(&["a run that was stopped had graded", "--resume"]);
    let third = course.grader(&["run", "submissions"]);
    assert!(!third.stderr.contains("--resume"), "{third:?}");
}

#[test]
fn a_torn_or_changed_record_is_graded_again_and_no_other() {
    type Harm = fn(&mut Vec<u8>);
    let harms: [Harm; 2] = [
        |bytes| bytes.truncate(bytes.len() - END_MARK - 3),
        |bytes| {
            let place = bytes.len() - END_MARK - 30;
            bytes[place] ^= 1;
        },
    ];
    let course = class(3);
    course
        .grader(&["run", "submissions", "--no-cache", "--out", "whole"])
        .exits_with(0);
    for harm in harms {
        course.grader(&["run", "submissions"]).exits_with(0);
        // As if it had been killed just before its end.
        let folder = course.path("reports").join(RECORDS);
        fs::rename(folder.join("records"), folder.join("run-1")).unwrap();
        let file = stopped_file(&course);
        let mut bytes = fs::read(&file).unwrap();
        harm(&mut bytes);
        fs::write(&file, bytes).unwrap();
        resumed(&course);
        assert_eq!(graded(&course), 1, "{}", course.read("log"));
        assert_eq!(
            course.files_but_measures("reports"),
            course.files_but_measures("whole")
        );
    }
}

#[test]
fn what_has_changed_meanwhile_is_graded_again() {
    let course = class(3);
    stopped_after(&course, 2, Signal::INT, &[]);
    course.write("submissions/s0/sum.cpp", ADDS.replace("first +", "first *"));
    resumed(&course);
    assert_eq!(graded(&course), 2, "s0 and the one that was left");
    stopped_after(&course, 2, Signal::INT, &[]);
    let rubric = course
        .read("rubric.toml")
        .replace("points = 10", "points = 12");
    course.write("rubric.toml", rubric);
    resumed(&course);
    assert_eq!(
        graded(&course),
        3,
        "with another rubric all grades may be others"
    );
}

#[test]
fn only_those_without_all_points_are_graded_again_if_one_likes() {
    let course = class(4);
    course.grader(&["run", "submissions"]).exits_with(0);
    course.write("submissions/s1/sum.cpp", ADDS);
    let arguments = [
        "run",
        "submissions",
        "--only-failed",
        "--no-cache",
        "--log",
        "log",
    ];
    let ran = course.grader(&arguments);
    ran.exits_with(0).shows(&[
        "2 submissions: 1 with full marks",
        "2 other submissions are kept",
    ]);
    assert_eq!(graded(&course), 2, "s1 and s2");
    course
        .grader(&["run", "submissions", "--no-cache", "--out", "whole"])
        .exits_with(0);
    assert_eq!(
        course.files_but_measures("reports"),
        course.files_but_measures("whole")
    );
}

#[test]
fn reports_are_made_again_from_records_alone() {
    let course = class(3);
    course.grader(&["run", "submissions"]).exits_with(0);
    let before = course.files_in("reports");
    fs::remove_file(course.path("reports/s1/sum.md")).unwrap();
    course.write("reports/results.json", &before["results.json"][..60]);
    fs::remove_dir_all(course.path("submissions")).unwrap();
    let mut command = course.command(&["report", "--all"]);
    command
        .env("PATH", "")
        .env("SOURCE_DATE_EPOCH", "1900000000");
    let shown = course.grader(&["report", "s1"]);
    shown.exits_with(0).shows(&["10 points", "s1"]);
    course
        .run(command)
        .exits_with(0)
        .shows(&["s1", "3 submissions"]);
    assert_eq!(course.files_in("reports"), before);
    for whose in ["--all", "s1"] {
        let none = course.grader(&["report", whose, "--out", "elsewhere"]);
        none.exits_with(2)
            .says(&["no records", "elsewhere", "--out DIR"]);
    }
}

#[test]
fn damaged_records_end_every_command_that_reads_them_and_name_who_is_lost() {
    let course = class(3);
    course.grader(&["run", "submissions"]).exits_with(0);
    let before = course.files_in("reports");
    let path = course.path("reports").join(RECORDS).join("records");
    let whole = fs::read(&path).unwrap();
    let last = "1 result is lost: `sum/s2`; grade everybody again";
    type Harm = fn(&mut Vec<u8>);
    let harms: [(Harm, &str); 6] = [
        // A record is changed, and those after it can be read.
        (
            |bytes| bytes[200] ^= 1,
            "1 result is lost: `sum/s0`; grade everybody again",
        ),
        (|bytes| bytes.truncate(bytes.len() - END_MARK - 3), last),
        // Cut where the third record begins: no half of one is there.
        (|bytes| bytes.truncate(third_record(bytes)), last),
        (
            |bytes| bytes.truncate(20),
            "3 results are lost: `sum/s0`, `sum/s1`, `sum/s2`",
        ),
        (Vec::clear, "3 results are lost"),
        (
            |bytes| bytes.truncate(bytes.len() - 1),
            "3 results in it can be read",
        ),
    ];
    let commands: [&[&str]; 8] = [
        &["report", "--all"],
        &["report", "s1"],
        &["report", "--all", "--format", "junit=out.xml"],
        &["gradebook", "canvas"],
        &["worksheet"],
        &["compare", "reports", "reports"],
        &["run", "submissions", "--student", "s1"],
        &["run", "submissions", "--only-failed"],
    ];
    for (number, (harm, says)) in harms.iter().enumerate() {
        let mut bytes = whole.clone();
        harm(&mut bytes);
        fs::write(&path, &bytes).unwrap();
        // Every kind of damage with one command, and every command with one kind.
        for command in if number == 0 {
            &commands[..]
        } else {
            &commands[..1]
        } {
            let says = ["reports/.grader/records is damaged: ", says];
            let ran = course.grader(command);
            ran.exits_with(3).says(&says);
            assert_eq!(ran.stdout, "", "{command:?}");
            assert_eq!(course.files_in("reports"), before, "{command:?}");
            assert!(!course.path("out.xml").exists() && !course.path("worksheet.csv").exists());
        }
    }
    course.grader(&["run", "submissions"]).exits_with(0);
    assert_eq!(course.files_but_measures("reports").len(), before.len());
}

/// Where the third record begins, by the lengths that stand before records.
fn third_record(bytes: &[u8]) -> usize {
    (0..3).fold(0, |at, _| {
        let length = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        at + 20 + length as usize
    })
}

#[test]
fn records_are_for_nobody_but_their_owner() {
    let course = class(1);
    course.grader(&["run", "submissions"]).exits_with(0);
    let folder = course.path("reports").join(RECORDS);
    let mode = |path: &PathBuf| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(
        (mode(&folder), mode(&folder.join("records"))),
        (0o700, 0o600)
    );
}
