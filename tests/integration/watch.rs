//! `grader watch`: what changes is graded again, until somebody asks it to end.

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::process::{ChildStdout, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use wait_timeout::ChildExt;

use crate::support::processes::Guarded;
use crate::support::sum::class;
use crate::support::{ADDS, CASE, PATIENCE, SUM, entries};

/// The next line that speaks of a grade; the end of the output fails.
fn next_grade(lines: &mut Lines<BufReader<ChildStdout>>) -> String {
    lines
        .map(Result::unwrap)
        .find(|line| line.contains(" → "))
        .unwrap()
}

#[test]
fn whatever_changes_is_graded_again_and_told_with_the_points_before_and_after() {
    let course = class();
    let subtracts = ADDS.replace("first + second", "first - second");
    course.write("submissions/ann/sum.cpp", &subtracts);
    let mut command = course.command(&["watch", "submissions", "--quiet"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut grader = Guarded(command.spawn().unwrap());
    let mut lines = BufReader::new(grader.0.stdout.take().unwrap()).lines();
    let mut told = BufReader::new(grader.0.stderr.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let mut says = |words: &str| assert!(told.any(|line| line.contains(words)), "{words}");
    says("waiting for changes");

    // As an editor writes: beside the file, and then in its place.
    course.write("submissions/ann/.sum.cpp.new", ADDS);
    let file = course.path("submissions/ann/sum.cpp");
    fs::rename(course.path("submissions/ann/.sum.cpp.new"), &file).unwrap();
    assert_eq!(next_grade(&mut lines), "ann sum: 0/10 → 10/10");
    assert!(
        course
            .read("reports/ann/sum.md")
            .contains("10 of 10 points")
    );

    course.write("submissions/cem/sum.cpp", &subtracts);
    assert_eq!(next_grade(&mut lines), "cem sum: new → 0/10");
    fs::remove_dir_all(course.path("submissions/cem")).unwrap();
    assert_eq!(next_grade(&mut lines), "cem sum: 0/10 → gone");

    // A mistake is told, and nobody has to begin again after it.
    course.write("rubric.toml", SUM.replace("points = 10", "point = 10"));
    says("did you mean `points`?");
    course.write("rubric.toml", SUM.replace("points = 10", "points = 20"));
    assert_eq!(next_grade(&mut lines), "ann sum: 10/10 → 20/20");
    assert!(next_grade(&mut lines).starts_with("bob sum: "));

    course.write(
        "testcases/sum/adds.toml",
        format!("tags = [\"easy\"]\n{CASE}"),
    );
    assert_eq!(next_grade(&mut lines), "ann sum: 20/20 → 20/20");

    kill_process(Pid::from_child(&grader.0), Signal::INT).unwrap();
    let status = grader.0.wait_timeout(PATIENCE).unwrap();
    assert_eq!(status.and_then(|status| status.code()), Some(0));
    assert_eq!(entries(&course.temporary()), [""; 0]);
}

#[test]
fn what_cannot_be_graded_at_all_ends_at_once() {
    let course = class();
    course
        .grader(&["watch", "nothing"])
        .exits_with(2)
        .says(&["nothing"]);
}
