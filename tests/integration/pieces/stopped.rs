//! A piece appears whole or not at all, and a run that was killed is gone on with.

use std::io::{BufRead, BufReader};
use std::process::{ChildStderr, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use super::{graded, merge, run};
use crate::support::processes::Guarded;
use crate::support::sum::class_of;
use crate::support::{ADDS, Course, Ran, entries};

/// A run of the only piece that has graded so many submissions.
fn under_way(course: &Course, done: usize) -> (Guarded, BufReader<ChildStderr>) {
    let arguments = [
        "run",
        "submissions",
        "--no-cache",
        "--jobs",
        "1",
        "--partition",
        "1/1",
    ];
    let mut command = course.command(&arguments);
    command
        .args(["--out", "piece"])
        .stderr(Stdio::piped())
        .stdout(Stdio::null());
    let mut grader = Guarded(command.spawn().unwrap());
    let mut stderr = BufReader::new(grader.0.stderr.take().unwrap());
    for _ in 0..done {
        let mut line = String::new();
        stderr.read_line(&mut line).unwrap();
        assert!(line.starts_with('['), "{line}");
    }
    (grader, stderr)
}

/// How many submissions a logged run graded itself.
fn newly_graded(course: &Course) -> usize {
    course
        .read("log")
        .lines()
        .filter(|line| line.contains("graded points="))
        .count()
}

/// The arguments of a run that goes on.
const RESUME: [&str; 6] = ["--resume", "--no-cache", "--log", "log", "--out", "piece"];

#[test]
fn a_killed_piece_is_not_there_and_gone_on_with_it_is_the_same() {
    let course = class_of(4);
    for done in [1, 3] {
        let (mut grader, _stderr) = under_way(&course, done);
        kill_process(Pid::from_child(&grader.0), Signal::KILL).unwrap();
        grader.0.wait().unwrap();
        assert!(!course.path("piece").exists(), "it is not whole");
        let merged = course.command(&["merge", "piece.part"]).output().unwrap();
        Ran::of(&merged)
            .exits_with(2)
            .says(&["no piece is finished", "piece.part", "--resume"]);
        run(&course, "1/1", &RESUME).exits_with(0);
        assert!(
            newly_graded(&course) <= 4 - done,
            "after {done}: {}",
            course.read("log")
        );
        assert!(!course.path("piece.part").exists());
        merge(&course, &["piece".to_owned()]).exits_with(0);
        course.is_whole("merged");
        std::fs::remove_dir_all(course.path("piece")).unwrap();
    }
}

#[test]
fn two_runs_are_never_at_one_piece() {
    // So many that the first run is still at it when the second has started.
    let course = class_of(12);
    let (mut grader, _stderr) = under_way(&course, 1);
    for more in [
        &["--out", "piece"] as &[&str],
        &["--out", "piece", "--resume"],
    ] {
        let mut command = course.command(&["run", "submissions", "--partition", "1/1"]);
        let output = command.args(more).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(
            said.contains("another run is at") && said.contains("piece.part"),
            "{said}"
        );
    }
    kill_process(Pid::from_child(&grader.0), Signal::KILL).unwrap();
    grader.0.wait().unwrap();
}

#[test]
fn a_finished_piece_is_written_once_and_gone_on_with_only_where_something_changed() {
    let course = class_of(4);
    let folder = graded(&course, 1, 1);
    run(&course, "1/1", &[])
        .exits_with(2)
        .says(&[&folder, "is there already", "--resume"]);
    let arguments = ["--resume", "--no-cache", "--log", "log"];
    run(&course, "1/1", &arguments).exits_with(0);
    assert_eq!(newly_graded(&course), 0);
    course.write("submissions/s1/sum.cpp", ADDS);
    run(&course, "1/1", &arguments).exits_with(0);
    assert_eq!(newly_graded(&course), 1);
    merge(&course, &[folder]).exits_with(0);
    course.is_whole("merged");
}

#[test]
fn an_empty_folder_that_somebody_made_beforehand_becomes_the_piece() {
    let course = class_of(1);
    std::fs::create_dir_all(course.path("made/before")).unwrap();
    run(&course, "1/1", &["--out", "made/before/"]).exits_with(0);
    assert_eq!(entries(&course.path("made")), ["before"]);
    merge(&course, &["made/before/".to_owned()]).exits_with(0);
}

#[test]
fn what_a_killed_run_left_is_graded_again_unless_it_is_gone_on_with() {
    let course = class_of(3);
    let (mut grader, _stderr) = under_way(&course, 2);
    kill_process(Pid::from_child(&grader.0), Signal::KILL).unwrap();
    grader.0.wait().unwrap();
    // As if it had been killed while it wrote reports, of somebody who has left.
    course.write("piece.part/gone/sum.md", "");
    course.write("piece.part/missing.txt", "");
    let more = ["--no-cache", "--log", "log", "--out", "piece"];
    run(&course, "1/1", &more)
        .exits_with(0)
        .says(&["a run that was stopped had graded", "--resume"]);
    assert_eq!(newly_graded(&course), 3);
    let left = [
        ".grader",
        "cases",
        "grades.csv",
        "index.html",
        "results.json",
        "s0",
        "s1",
        "s2",
    ];
    assert_eq!(entries(&course.path("piece")), left);
}
