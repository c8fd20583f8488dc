//! A run that is interrupted leaves nothing behind: no report, no temporary file, no process.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use wait_timeout::ChildExt;

use crate::support::processes::{self, Guarded, Process};
use crate::support::results::Results;
use crate::support::{ADDS, Course, RECORDS, SUM, entries};

/// A program that would sleep until its limit, which is beyond the patience of this test.
const SLEEPS: &str = "#include <unistd.h>\nint main() { for (;;) pause(); }\n";

/// What has not happened by then never will.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn inherited_signal_masks_and_dispositions_are_reset() {
    let course = Course::sum();
    course.write("submissions/ann/sum.cpp", ADDS);
    let grader = course.command(&["run", "submissions"]);
    let command = with_signals(&grader, &["--ignore-signal=CHLD", "--block-signal"]);
    course.run(command).exits_with(0).shows(&["10/10"]);
}

/// The command, started with other signal dispositions, as options of `env` say.
fn with_signals(grader: &Command, options: &[&str]) -> Command {
    let mut command = Command::new("env");
    command.args(options);
    command.arg(grader.get_program()).args(grader.get_args());
    command.current_dir(grader.get_current_dir().unwrap());
    for (name, value) in grader.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}

#[test]
fn an_interrupted_run_ends_with_130_and_leaves_nothing_behind() {
    for signal in [
        Signal::INT,
        Signal::TERM,
        Signal::HUP,
        Signal::QUIT,
        Signal::XCPU,
    ] {
        let course = Course::sum();
        course.write(
            "rubric.toml",
            format!("{SUM}\n[assignments.sum.limits]\nwall = \"1h\"\n"),
        );
        course.write("submissions/ann/sum.cpp", ADDS);
        course.write("submissions/bob/sum.cpp", SLEEPS);
        let grader = course.command(&["run", "submissions", "--jobs", "1"]);
        // Tests that are started with `nohup` ignore a hangup, and the grader would, too.
        let mut command = with_signals(&grader, &["--default-signal"]);
        let command = command.stderr(Stdio::piped()).stdout(Stdio::null());
        let mut grader = Guarded(command.spawn().unwrap());
        let mut stderr = BufReader::new(grader.0.stderr.take().unwrap()).lines();
        assert!(stderr.next().unwrap().unwrap().contains("ann sum"));
        let family = family_with_a_program(&grader.0);

        kill_process(Pid::from_child(&grader.0), signal).unwrap();

        let status = grader.0.wait_timeout(PATIENCE).unwrap();
        assert_eq!(
            status.and_then(|status| status.code()),
            Some(130),
            "{signal:?}"
        );
        let rest: Vec<String> = stderr.map(Result::unwrap).collect();
        assert!(
            rest.iter().any(|line| line.contains("interrupted")),
            "{rest:?}"
        );
        assert_eq!(entries(&course.temporary()), [""; 0], "{signal:?}");
        assert_eq!(entries(&course.path("reports")), [RECORDS], "{signal:?}");
        wait_until("they all end", || {
            family
                .iter()
                .all(|one| !processes::alive(&one.command).contains(one))
                .then_some(())
        });
    }
}

#[test]
fn a_run_that_is_to_outlive_its_session_does() {
    let course = Course::sum();
    course.write("submissions/ann/sum.cpp", SLEEPS);
    let grader = course.command(&["run", "submissions"]);
    let mut nohup = Command::new("sh");
    nohup
        .args(["-c", "trap '' HUP; exec \"$0\" run submissions"])
        .arg(grader.get_program());
    nohup
        .current_dir(course.path(""))
        .envs(course.own_environment());
    let mut grader = Guarded(
        nohup
            .stderr(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap(),
    );
    family_with_a_program(&grader.0);
    let status = fs::read_to_string(format!("/proc/{}/status", grader.0.id())).unwrap();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .unwrap();
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    assert_eq!(ignored & 1, 1, "a hangup is signal 1: {status}");
    kill_process(Pid::from_child(&grader.0), Signal::TERM).unwrap();
    let status = grader.0.wait_timeout(PATIENCE).unwrap();
    assert_eq!(status.and_then(|status| status.code()), Some(130));
    assert_eq!(entries(&course.temporary()), [""; 0]);
}

#[test]
fn progress_that_nobody_reads_ends_no_run() {
    let course = Course::sum();
    course.write("submissions/ann/sum.cpp", ADDS);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = course.command(&["run", "submissions"]);
    let mut grader = Guarded(
        command
            .stderr(writer)
            .stdout(Stdio::null())
            .spawn()
            .unwrap(),
    );
    let status = grader.0.wait_timeout(PATIENCE).unwrap();
    assert_eq!(status.and_then(|status| status.code()), Some(0));
    assert_eq!(entries(&course.temporary()), [""; 0]);
    assert_eq!(
        Results::read(&course.path("reports")).of("ann", "sum")["points"],
        10.0
    );
}

/// The grader's descendants, once a student's program is among them.
fn family_with_a_program(grader: &Child) -> Vec<Process> {
    let grader = Pid::from_child(grader).as_raw_nonzero().get();
    wait_until("the program runs", || {
        let family = processes::descendants(grader);
        let runs = family.iter().any(|process| process.is_program());
        let builds = family
            .iter()
            .any(|process| process.command.contains("sum.cpp"));
        (runs && !builds).then_some(family)
    })
}

/// Nothing tells when a process of somebody else's has begun or ended, so this looks until it has.
fn wait_until<T>(what: &str, happened: impl Fn() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = happened() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "it never happened that {what}");
        thread::sleep(Duration::from_millis(5));
    }
}
