//! A class that is graded in pieces, on machines that know nothing of each other, and put together again.

mod holes;
mod refusals;
mod stopped;
mod whole;

use std::fs;

use crate::support::{Course, Ran};

/// Grades piece `piece` of `pieces` into a folder of its own, whose name is the value.
fn graded(course: &Course, piece: u32, pieces: u32) -> String {
    let folder = format!("pieces/{piece}-of-{pieces}");
    run(course, &format!("{piece}/{pieces}"), &[]).exits_with(0);
    assert!(
        course.path(&folder).is_dir(),
        "where a piece is written if nothing is said"
    );
    folder
}

/// Grades a piece.
fn run(course: &Course, partition: &str, more: &[&str]) -> Ran {
    let arguments = ["run", "submissions", "--quiet", "--partition", partition];
    course.grader(&[&arguments, more].concat())
}

/// All pieces of a class, and their folders.
fn all(course: &Course, pieces: u32) -> Vec<String> {
    (1..=pieces)
        .map(|piece| graded(course, piece, pieces))
        .collect()
}

/// Puts these folders together into `merged`.
fn merge(course: &Course, folders: &[String]) -> Ran {
    let mut arguments = vec!["merge", "--out", "merged"];
    arguments.extend(folders.iter().map(String::as_str));
    let mut command = course.command(&arguments);
    // A merge is later than the runs, and what it writes is theirs.
    command.env("SOURCE_DATE_EPOCH", "1900000000");
    course.run(command)
}

/// Changes what a piece says of itself.
fn rewrite(course: &Course, folder: &str, from: &str, to: &str) {
    let file = course.path(folder).join(".grader/piece.json");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(file, text.replace(from, to)).unwrap();
}
