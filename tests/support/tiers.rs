//! A course graded in every tier that the machine can produce.

use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use super::account::Account;
use super::programs::copy_of_grader;
use super::results::{Results, text};
use super::{Course, Ran};

/// Standard error itself, because a test's own is shown only if it fails.
pub(crate) fn skipped(tier: &str, reason: &str) {
    let _ = writeln!(std::io::stderr(), "tier {tier} was not tested: {reason}");
}

/// Grades in each tier, and has a look at what came of it.
pub(crate) fn in_every_tier(course: &Course, check: impl Fn(&str, &Ran, &Results)) {
    for (tier, account) in [
        ("A", Account::root()),
        ("C", Account::root()),
        ("B", Account::ordinary()),
        ("D", Account::ordinary()),
    ] {
        if let Some((ran, results)) = graded(course, tier, account) {
            check(tier, &ran, &results);
        }
    }
}

/// Grades in this tier, if the account gets it here.
fn graded(course: &Course, tier: &str, account: Result<Account, String>) -> Option<(Ran, Results)> {
    let account = account.map_err(|reason| skipped(tier, &reason)).ok()?;
    let executable = course.home().join("grader");
    copy_of_grader(&executable);
    account.owns(&course.home());
    fs::set_permissions(course.home(), Permissions::from_mode(0o755)).unwrap();
    let mut command = run_by(&executable, course);
    command.env("GRADER_STRONGEST_TIER", tier);
    account.runs(&mut command);
    let ran = course.run(command);
    let results = Results::read(&course.path("reports"));
    let found = text(&results.0["sandbox"]["tier"]);
    if found != tier {
        skipped(tier, &format!("this machine gives tier {found} instead"));
        return None;
    }
    Some((ran, results))
}

/// The grader at this place, about to grade the course.
pub(crate) fn run_by(executable: &Path, course: &Course) -> Command {
    let mut command = Command::new(executable);
    command.args(["run", "submissions"]).current_dir(course.path(""));
    command.env("TMPDIR", course.temporary());
    command
}
