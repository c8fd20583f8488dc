//! A course that is graded in every tier that this machine can produce.

use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use super::account::Account;
use super::programs::copy_of_grader;
use super::results::{Results, text};
use super::{Course, Ran, tries_all};

/// Standard error itself, because a test's own is shown only if it fails.
pub(crate) fn skipped(what: &str) {
    let _ = writeln!(std::io::stderr(), "not tested: {what}");
}

/// The tiers with walls, with those who get them; those that nobody here can be for are left out, which is told.
pub(crate) fn all_tiers() -> Vec<(&'static str, Account)> {
    [
        ("A", Account::root()),
        ("B", Account::ordinary()),
        ("C", Account::root()),
        ("D", Account::ordinary()),
    ]
    .into_iter()
    .filter_map(|(tier, account)| there(tier, account))
    .collect()
}

/// All of them if `GRADER_TABLES=all` asks for them. A gate tries the named one, or where nobody here can have it, any other.
pub(crate) fn tiers(in_gate: &str) -> Vec<(&'static str, Account)> {
    let mut tiers = all_tiers();
    if !tries_all() {
        tiers.sort_by_key(|(tier, _)| *tier != in_gate);
        tiers.truncate(1);
    }
    tiers
}

/// The tier with the account that shall get it; none if there is no such account.
pub(crate) fn there(tier: &str, account: Result<Account, String>) -> Option<(&str, Account)> {
    match account {
        Ok(account) => Some((tier, account)),
        Err(reason) => {
            skipped(&format!("tier {tier}: {reason}"));
            None
        }
    }
}

/// Grades in each of [`tiers`], and has a look at what came of it.
pub(crate) fn in_every_tier(in_gate: &str, course: &Course, check: impl Fn(&str, &Ran, &Results)) {
    for (tier, account) in tiers(in_gate) {
        if let Some((ran, results)) = graded(course, tier, &account) {
            check(tier, &ran, &results);
        }
    }
}

/// Grades in this tier, if the account gets it here.
fn graded(course: &Course, tier: &str, account: &Account) -> Option<(Ran, Results)> {
    graded_in(course, tier, account, &["--jobs", "4"])
}

/// The same with these options.
pub(crate) fn graded_in(
    course: &Course,
    tier: &str,
    account: &Account,
    options: &[&str],
) -> Option<(Ran, Results)> {
    let executable = course.home().join("grader");
    copy_of_grader(&executable);
    account.owns(&course.home());
    fs::set_permissions(course.home(), Permissions::from_mode(0o755)).unwrap();
    let mut command = run_by(&executable, course);
    command
        .args(options)
        .env("HOME", &account.home)
        .env("GRADER_STRONGEST_TIER", tier);
    account.runs(&mut command);
    let ran = course.run(command);
    let results = Results::read(&course.path("reports"));
    let found = text(&results.0["sandbox"]["tier"]);
    if found != tier {
        skipped(&format!(
            "tier {tier}: this machine gives tier {found} instead"
        ));
        return None;
    }
    Some((ran, results))
}

/// The grader at this place, about to grade the course.
pub(crate) fn run_by(executable: &Path, course: &Course) -> Command {
    let mut command = Command::new(executable);
    command
        .args(["run", "submissions"])
        .current_dir(course.path(""));
    command.envs(course.own_environment());
    command
}
