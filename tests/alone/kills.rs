//! A run that is killed at any moment goes on where it was: the same files in the end, and nobody graded twice whose grade was told.
//! So does a piece of a class.
//!
//! ```text
//! GRADER_KILLS=50         how many moments; a few without it
//! GRADER_KILLS_SEED=7     where to begin; every failure names its own
//! ```

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serial_test::parallel;
use wait_timeout::ChildExt as _;

use crate::support::processes::Guarded;
use crate::support::random::Random;
use crate::support::{ADDS, Course, RECORDS, entries};

/// How many hand something in, and how many are graded at a time.
const CLASS: usize = 12;
const WORKERS: usize = 2;

/// Right and wrong programs, one that does not compile, and one that loops.
fn class() -> Course {
    let course = Course::sum();
    let limits = "limits = { cpu = \"200ms\" }\nflags = []";
    course.write(
        "rubric.toml",
        course.read("rubric.toml").replace("flags = []", limits),
    );
    for number in 0..CLASS {
        let program = match number % 4 {
            0 => ADDS.to_owned(),
            1 => ADDS.replace("first +", "first -"),
            2 => ADDS.replace("first +", "frist +"),
            _ => ADDS.replace(
                "int main() {",
                "int main() { for (volatile int i = 0;; i = i + 1) {}",
            ),
        };
        course.write(format!("submissions/s{number:02}/sum.cpp"), program);
    }
    course
}

/// What is killed.
#[derive(Debug, Clone, Copy)]
enum Killed {
    Run,
    /// A piece that is the whole class, so that merging it makes the same files.
    Piece,
}

impl Killed {
    /// The arguments of a run that finds nothing in a cache.
    fn arguments<'a>(self, more: &[&'a str]) -> Vec<&'a str> {
        let workers = ["1", "2"][WORKERS - 1];
        let all: [&str; 5] = ["run", "submissions", "--no-cache", "--jobs", workers];
        let piece: &[&str] = match self {
            Killed::Run => &[],
            Killed::Piece => &["--partition", "1/1", "--out", "pieces/1"],
        };
        [&all, piece, more].concat()
    }

    /// Whether the last run had done all, and only wanted to end.
    fn was_done(self, course: &Course) -> bool {
        match self {
            Killed::Run => entries(&course.path("reports").join(RECORDS)) == ["records"],
            Killed::Piece => course.path("pieces/1").exists(),
        }
    }

    /// Makes reports, where that is a command of its own.
    fn merge(self, course: &Course) {
        if let Killed::Piece = self {
            course
                .grader(&["merge", "pieces/1", "--expect", "1"])
                .exits_with(0);
        }
    }
}

/// The students whose grades a run has told.
fn announced_students(stderr: &str) -> BTreeSet<String> {
    let done = stderr.lines().filter(|line| line.starts_with('['));
    done.filter_map(|line| line.split_whitespace().nth(1))
        .map(str::to_owned)
        .collect()
}

/// The students whom a run has graded, as its log says.
fn graded(log: &str) -> BTreeSet<String> {
    let done = log.lines().filter(|line| line.contains("graded points="));
    let student = |line: &str| {
        line.split_once("student=")
            .map(|(_, rest)| rest[..3].to_owned())
    };
    done.filter_map(student).collect()
}

/// When a run is killed.
#[derive(Debug)]
enum Moment {
    After(Duration),
    /// When the last grade was told, and the reports are about to be made.
    AllTold,
}

/// Kills a run. What it had said is the value; none if it had ended.
fn killed(course: &Course, what: Killed, moment: &Moment) -> Option<String> {
    for folder in ["reports", "pieces"] {
        let _ = fs::remove_dir_all(course.path(folder));
    }
    let _ = fs::remove_file(course.path("log"));
    let mut command = course.command(&what.arguments(&["--log", "log"]));
    command.stderr(Stdio::piped()).stdout(Stdio::null());
    let mut grader = Guarded(command.spawn().unwrap());
    let mut stderr = BufReader::new(grader.0.stderr.take().unwrap());
    let mut said = String::new();
    let has_ended = match moment {
        Moment::After(time) => grader.0.wait_timeout(*time).unwrap().is_some(),
        Moment::AllTold => {
            while announced_students(&said).len() < CLASS {
                assert_ne!(
                    stderr.read_line(&mut said).unwrap(),
                    0,
                    "it must tell of all: {said}"
                );
            }
            false
        }
    };
    drop(grader);
    stderr.read_to_string(&mut said).unwrap();
    (!has_ended).then_some(said)
}

#[test]
#[parallel(root, ordinary)]
fn a_run_killed_at_any_moment_goes_on_where_it_was() {
    goes_on_where_it_was(Killed::Run, 3);
}

#[test]
#[parallel(root, ordinary)]
#[ignore = "takes long: scripts/test-long hostile"]
fn a_piece_killed_at_any_moment_goes_on_where_it_was() {
    goes_on_where_it_was(Killed::Piece, 2);
}

fn goes_on_where_it_was(what: Killed, few: usize) {
    let seed = number("GRADER_KILLS_SEED").unwrap_or(1_u64);
    let count = number("GRADER_KILLS").unwrap_or(few);
    let course = class();
    let begun = Instant::now();
    course
        .grader(&Killed::Run.arguments(&["--out", "whole"]))
        .exits_with(0);
    let whole = course.files_but_measures("whole");
    let time = begun.elapsed();
    let mut random = Random::new(seed);
    let mut kills = 0;
    let mut twice = 0;
    while kills < count {
        let share = (random.next() % 1000) as f64 / 1000.0;
        let at = if kills % 5 == 2 {
            Moment::AllTold
        } else {
            Moment::After(time.mul_f64(share))
        };
        let Some(said) = killed(&course, what, &at) else {
            continue;
        };
        kills += 1;
        let moment = format!("{what:?}, seed {seed}, kill {kills}, {at:?}");
        let before = graded(&fs::read_to_string(course.path("log")).unwrap_or_default());
        if what.was_done(&course) {
            what.merge(&course);
            assert_eq!(course.files_but_measures("reports"), whole, "{moment}");
            say(count, &format!("{moment}: it had made its reports"));
            continue;
        }
        let told = announced_students(&said);
        course
            .grader(&what.arguments(&["--resume", "--log", "log"]))
            .exits_with(0);
        what.merge(&course);
        let after = graded(&course.read("log"));
        assert_eq!(course.files_but_measures("reports"), whole, "{moment}");
        assert!(
            after.is_disjoint(&told),
            "{moment}: told {told:?}, graded again {after:?}"
        );
        let again = before.intersection(&after).count();
        assert!(again <= WORKERS, "{moment}: {again} were in work");
        twice += again;
        say(
            count,
            &format!("{moment}: {} told, {again} graded twice", told.len()),
        );
    }
    say(
        count,
        &format!(
            "{kills} kills: {twice} of {} were graded twice",
            kills * CLASS
        ),
    );
}

fn number<T: std::str::FromStr>(variable: &str) -> Option<T> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Standard error itself, because a test's own is shown only if it fails.
fn say(count: usize, line: &str) {
    if count > 3 {
        let _ = writeln!(std::io::stderr(), "{line}");
    }
}
