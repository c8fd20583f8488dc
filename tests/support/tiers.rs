//! A course that is graded in every tier that this machine can produce.

#![allow(dead_code, reason = "no test file uses all of this, and each compiles its own copy")]

#[path = "../hostile/account.rs"]
mod account;

use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use account::Account;

use super::support::programs::copy_of_grader;
use super::support::results::{Results, text};
use super::support::{Course, Ran};

/// One test of a file at a time: each uses all processors.
static TURN: Mutex<()> = Mutex::new(());

pub(crate) fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Grades the course in every tier that this machine can produce, and hands over what came of it.
pub(crate) fn in_every_tier(course: &Course, check: impl Fn(&str, &Ran, &Results)) {
    let _turn = turn();
    let accounts = [
        ("A", Account::root()),
        ("B", Account::ordinary()),
        ("C", Account::root()),
        ("D", Account::ordinary()),
    ];
    for (tier, account) in accounts {
        let account = match account {
            Ok(account) => account,
            Err(reason) => {
                not_tested(tier, &reason);
                continue;
            }
        };
        let ran = course.run(grading(course, &account, tier));
        let results = Results::read(&course.home().join("out"));
        let found = text(&results.0["sandbox"]["tier"]);
        if found == tier {
            check(tier, &ran, &results);
        } else {
            not_tested(tier, &format!("this machine gives tier {found} instead"));
        }
    }
}

/// The grader, about to grade as somebody to whom the whole course belongs.
fn grading(course: &Course, account: &Account, tier: &str) -> Command {
    let (grader, out) = (course.home().join("grader"), course.home().join("out"));
    copy_of_grader(&grader);
    fs::create_dir_all(&out).unwrap();
    account.owns(&course.home());
    fs::set_permissions(course.home(), Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(grader);
    command
        .args(["run", "submissions", "--jobs", "4", "--out"])
        .arg(out)
        .current_dir(course.path(""))
        .env("TMPDIR", course.temporary())
        .env("HOME", &account.home)
        .env("GRADER_STRONGEST_TIER", tier);
    account.runs(&mut command);
    command
}

/// Standard error itself, because a test's own is shown only if it fails.
fn not_tested(tier: &str, reason: &str) {
    let _ = writeln!(std::io::stderr(), "tier {tier} was not tested: {reason}");
}
