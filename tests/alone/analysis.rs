//! Files that whoever reads them is not to survive: what a student hands in is read in a process of its own, so it costs that
//! student at most, and nobody else, in every tier.

use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use serial_test::parallel;
use wait_timeout::ChildExt as _;

use crate::support::account::Account;
use crate::support::functions::{RUBRIC, SOLUTION, case, course};
use crate::support::processes::Guarded;
use crate::support::programs::copy_of_grader;
use crate::support::results::{Results, list, text};
use crate::support::tiers::{in_every_tier, run_by, skipped};
use crate::support::{Course, GRADER, PATIENCE, entries, processes};

const RULE: &str =
    "\n[[assignments.f.criteria]]\nid = \"tidy\"\npoints = 5\nrule = \"no-global-variables\"\n";

/// Templates nested thirty deep, each with the one before it twice, and one function: its symbol has some hundred letters, and
/// its name in C++ some billion.
fn doubles() -> String {
    let mut text = "template <class A, class B> struct P {};\nusing T0 = P<int, int>;\n".to_owned();
    for number in 1..=30 {
        let before = number - 1;
        writeln!(text, "using T{number} = P<T{before}, T{before}>;").unwrap();
    }
    text + "void f(T30*) {}\n"
}

/// Twenty thousand functions for a linker, each with a name of three thousand letters in C++ and two hundred for the linker.
fn many_names(file: usize) -> String {
    let long = format!("100{}", "x".repeat(100));
    let name = format!("_Z8f{file}\\n\\(){long}{}", "S_".repeat(29));
    format!(
        "asm(R\"(.altmacro\n.macro named n\n.type {name}, @function\n{name}:\n.endm\n.set number, 100000\n\
         .rept 20000\nnamed %number\n.set number, number + 1\n.endr\n.noaltmacro)\");\n"
    )
}

/// A course with three functions and a rule, and an honest student before and after the others.
fn class() -> Course {
    let course = course();
    course.write("rubric.toml", format!("{RUBRIC}{RULE}"));
    for student in ["a-neighbour", "z-neighbour"] {
        course.write(format!("submissions/{student}/f.cpp"), SOLUTION);
    }
    course
}

fn criterion<'r>(submission: &'r Value, id: &str) -> &'r Value {
    list(&submission["criteria"])
        .iter()
        .find(|one| one["id"] == id)
        .unwrap()
}

#[test]
#[parallel(root, ordinary)]
fn a_name_that_doubles_thirty_times_is_passed_over_in_every_tier() {
    let course = class();
    course.write("submissions/doubles/f.cpp", doubles() + SOLUTION);
    in_every_tier("A", &course, |tier, ran, results| {
        ran.exits_with(0);
        for student in ["a-neighbour", "doubles", "z-neighbour"] {
            let submission = results.of(student, "f");
            assert_eq!(submission["points"], 45.0, "tier {tier}: {submission:#}");
        }
    });
}

#[test]
#[parallel(root, ordinary)]
#[ignore = "takes long: scripts/test-long hostile"]
fn files_that_take_too_much_to_read_cost_their_student_and_nobody_else() {
    let course = class();
    course.write("submissions/hungry/f.cpp", SOLUTION);
    for file in 1..=9 {
        course.write(format!("submissions/hungry/f{file}.cpp"), many_names(file));
    }
    in_every_tier("D", &course, |tier, ran, results| {
        ran.exits_with(3);
        for student in ["a-neighbour", "z-neighbour"] {
            assert_eq!(
                results.of(student, "f")["points"],
                45.0,
                "tier {tier}, {student}"
            );
        }
        let hungry = results.of("hungry", "f");
        assert_eq!(
            criterion(hungry, "game")["points"],
            10.0,
            "tier {tier}: {hungry:#}"
        );
        let rule = criterion(hungry, "tidy");
        assert_eq!(rule["state"], "awaits-instructor", "tier {tier}: {rule:#}");
        let called = case(results, "hungry", "call-twice");
        assert_eq!(called["verdict"], "ungraded", "tier {tier}: {called:#}");
        // A build for debugging is slow, and runs out of time before.
        let reason = "Your program was not looked at: reading its files takes too ";
        assert!(
            text(&called["reason"]).starts_with(reason),
            "tier {tier}: {called:#}"
        );
    });
}

#[test]
#[parallel(root, ordinary)]
fn the_user_may_interrupt_the_reading_of_files() {
    let course = course();
    course.write("submissions/hungry/f.cpp", SOLUTION);
    for file in 1..=9 {
        course.write(format!("submissions/hungry/f{file}.cpp"), many_names(file));
    }
    let mut command = course.command(&["run", "submissions"]);
    let command = command.stderr(Stdio::null()).stdout(Stdio::null());
    let mut grader = Guarded(command.spawn().unwrap());
    let id = Pid::from_child(&grader.0);
    // Nothing tells when the reading begins, so this looks until it has. The reference's files are read in no time, and not
    // what this waits for: one process that is still there when it is looked for again and again.
    let start = Instant::now();
    let mut seen = Vec::new();
    while seen.len() < 20 {
        let family = processes::descendants(id.as_raw_nonzero().get());
        let reader = family
            .into_iter()
            .find(|one| one.command.contains(" __analyse "));
        seen.retain(|before| Some(before) == reader.as_ref());
        seen.extend(reader);
        assert!(start.elapsed() < PATIENCE, "files are never read");
        std::thread::sleep(Duration::from_millis(5));
    }
    kill_process(id, Signal::INT).unwrap();
    let status = grader.0.wait_timeout(PATIENCE).unwrap();
    assert_eq!(status.and_then(|status| status.code()), Some(130));
    assert_eq!(entries(&course.temporary()), [""; 0]);
}

/// The account that reads a student's files may not execute a file like this; root may.
#[test]
#[parallel(root, ordinary)]
fn a_grader_that_only_root_may_execute_reads_a_students_files() {
    if Account::root().is_err() {
        return skipped("tier A: needs root");
    }
    let course = class();
    let executable = course.home().join("grader");
    copy_of_grader(&executable);
    fs::set_permissions(&executable, Permissions::from_mode(0o700)).unwrap();
    for tier in ["A", "C"] {
        let mut command = run_by(&executable, &course);
        command.env("GRADER_STRONGEST_TIER", tier);
        course.run(command).exits_with(0);
        let results = Results::read(&course.path("reports"));
        assert_eq!(text(&results.0["sandbox"]["tier"]), tier);
        assert_eq!(
            results.of("a-neighbour", "f")["points"],
            45.0,
            "tier {tier}"
        );
    }
}

#[test]
#[parallel(root, ordinary)]
fn nobody_starts_the_reader_by_hand_and_learns_something() {
    for arguments in [
        &["__analyse"][..],
        &["__analyse", "/etc/passwd"],
        &["__analyse", "/"],
    ] {
        let output = Command::new(GRADER).args(arguments).output().unwrap();
        assert_eq!(
            (output.status.code(), output.stdout),
            (Some(1), Vec::new()),
            "{arguments:?}"
        );
    }
}
