//! Standard output that cannot be written: a reader that went away, and a full disk.

use std::fs::File;
use std::process::Stdio;

use crate::support::sum::class;
use crate::support::terminal::Terminal;

#[test]
fn a_reader_of_the_output_that_goes_away_is_no_failure() {
    let course = class();
    course.grader(&["run", "submissions"]).exits_with(0);
    let commands: [&[&str]; 7] = [
        &["run", "submissions"],
        &["report", "bob"],
        &["check"],
        &["regenerate"],
        &["play", "tttn"],
        &["--help"],
        &["run", "--help"],
    ];
    for arguments in commands {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = course.command(arguments);
        command.stdout(writer).stdin(Stdio::null());
        course.run_with_own_stdout(command).exits_with(0);
    }
}

#[test]
fn output_that_cannot_be_printed_for_lack_of_room_is_our_failure() {
    let course = class();
    course.grader(&["run", "submissions"]).exits_with(0);
    for arguments in [
        &["run", "submissions"] as &[&str],
        &["report", "bob"],
        &["check"],
    ] {
        let mut command = course.command(arguments);
        command.stdout(File::create("/dev/full").unwrap());
        course
            .run_with_own_stdout(command)
            .exits_with(3)
            .says(&["No space left on device"]);
    }
}

#[test]
fn a_terminal_of_width_0_is_as_wide_as_most() {
    let (terminal, theirs) = Terminal::open();
    let course = class();
    let mut command = course.command(&["run", "submissions"]);
    command.stdout(Stdio::from(theirs));
    course.run_with_own_stdout(command).exits_with(0);
    let shown = terminal.rest();
    let row = shown
        .lines()
        .find(|line| line.contains("ann"))
        .unwrap_or_default();
    assert!(row.contains("sum") && row.contains("10/10"), "{shown}");
}
