//! Checkers: an instructor's own programs that judge what a student's program printed. They can do what a checker needs
//! in every tier that this machine can produce, and no more; and what one fails at is never a student's loss.

use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::account::Account;
use crate::support::programs::copy_of_grader;
use crate::support::remains::{self, Snapshot};
use crate::support::results::{Results, list, text};
use crate::support::tiers::{skipped, tiers};
use crate::support::{ADDS, CASE, Course, EXPECTED, Ran};
use serial_test::parallel;

/// Where the checkers are.
const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/alone/checkers");

/// Several assignments that all ask for the sum of two numbers, each with a checker.
fn course(checkers: &[(&str, Vec<String>)]) -> Course {
    let course = Course::empty();
    fill(&course, checkers);
    course
}

fn fill(course: &Course, checkers: &[(&str, Vec<String>)]) {
    let mut rubric = "[defaults]\nflags = []\n".to_owned();
    for (name, words) in checkers {
        write!(
            rubric,
            "[assignments.{name}]\nsources = [\"sum.cpp\"]\nreference = {{ sources = [\"solution.cpp\"] }}\n\
             compare = {{ checker = {words:?} }}\n\
             [[assignments.{name}.criteria]]\nid = \"sums\"\npoints = 10\ncases = [\"*\"]\n"
        )
        .unwrap();
        course.write(format!("testcases/{name}/adds.toml"), CASE);
        course.write(format!("testcases/{name}/adds.expected"), EXPECTED);
        course.write(format!("submissions/{name}/ann/sum.cpp"), ADDS);
    }
    course.write("rubric.toml", rubric);
    course.write("solution.cpp", ADDS);
}

pub(crate) fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// Gives all to the account, and opens the course to nobody else.
pub(crate) fn prepare(course: &Course, account: &Account) {
    copy_of_grader(&course.home().join("grader"));
    account.owns(&course.home());
    for entry in walkdir::WalkDir::new(course.path(""))
        .into_iter()
        .map(Result::unwrap)
    {
        let is_closed = entry.file_type().is_dir() || is_executable(entry.path());
        let mode = if is_closed { 0o700 } else { 0o600 };
        fs::set_permissions(entry.path(), Permissions::from_mode(mode)).unwrap();
    }
}

/// Grades a course that is prepared, in the strongest tier that is not stronger than `tier`.
pub(crate) fn grade(course: &Course, account: &Account, tier: &str) -> (Ran, Results) {
    let out = course.home().join("out");
    let mut command = Command::new(course.home().join("grader"));
    command
        .args([
            "run",
            "submissions",
            "--allow-unconfined",
            "--jobs",
            "4",
            "--out",
        ])
        .arg(&out)
        .current_dir(course.path(""))
        .envs(course.own_environment())
        .env("HOME", &account.home)
        .env("GRADER_STRONGEST_TIER", tier);
    account.runs(&mut command);
    let ran = course.run(command);
    assert!(out.is_dir(), "{ran:#?}");
    (ran, Results::read(&out))
}

fn is_executable(path: &Path) -> bool {
    fs::metadata(path).unwrap().permissions().mode() & 0o100 != 0
}

/// Whether results are of this tier; a machine may give a weaker one.
pub(crate) fn is_of_tier(results: &Results, tier: &str) -> bool {
    let found = text(&results.0["sandbox"]["tier"]);
    let is = found == tier;
    if !is {
        skipped(&format!(
            "tier {tier}: this machine gives tier {found} instead"
        ));
    }
    is
}

/// A fixture, copied into a course as a program.
fn install(course: &Course, name: &str) {
    fs::copy(format!("{FIXTURES}/{name}"), course.path(name)).unwrap();
    fs::set_permissions(course.path(name), Permissions::from_mode(0o700)).unwrap();
}

#[test]
#[parallel(root, ordinary)]
fn a_checker_has_what_it_needs_in_every_tier_and_the_course_stays_private() {
    let course = course(&[
        ("shell", words(&["./check.sh"])),
        ("python", words(&["python3", "check.py"])),
        (
            "one-liner",
            words(&["sh", "-c", "diff \"$2\" \"$3\"", "sh"]),
        ),
    ]);
    install(&course, "check.sh");
    install(&course, "check.py");
    course.write("words/greeting.sh", "GREETING=Hello\n");
    course.write("words/greeting.json", "\"Hello\"\n");
    let mut greetings = vec![("shell", Some("Hello from bash")), ("one-liner", None)];
    if Path::new("/usr/bin/python3").exists() {
        greetings.push(("python", Some("Hello from Python")));
    } else {
        skipped("a checker in Python, which is not installed");
        fs::remove_dir_all(course.path("submissions/python")).unwrap();
    }
    // Without Landlock as well, where the course belongs to whoever grades.
    let unguarded = Account::ordinary().ok().map(|account| ("E", account));
    for (tier, account) in tiers("D").into_iter().chain(unguarded) {
        prepare(&course, &account);
        let (ran, results) = grade(&course, &account, tier);
        ran.exits_with(0);
        for (assignment, greeting) in &greetings {
            let case = &results.of("ann", assignment)["cases"][0];
            assert_eq!(
                case["verdict"], "accepted",
                "{assignment} in tier {tier}: {case:#}"
            );
            let remark = list(&case["remarks"]).first().map(text);
            assert_eq!(remark, *greeting, "{assignment} in tier {tier}");
        }
        is_of_tier(&results, tier);
    }
}

#[test]
#[parallel(root, ordinary)]
fn a_checker_that_was_taken_over_harms_nothing_in_any_tier() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    for (tier, account) in tiers("A") {
        let secret = tempfile::Builder::new()
            .prefix(".secret-")
            .tempfile_in(&account.home);
        let secret = secret.unwrap().into_temp_path();
        fs::write(&secret, "a secret").unwrap();
        account.owns(&secret);
        let place = |path: &Path| path.display().to_string().trim_end_matches('/').to_owned();
        let course = Course::empty();
        let checker = [
            "./attack",
            &place(&secret),
            &place(&account.home),
            &place(&course.path("")),
            &port,
        ];
        fill(&course, &[("attacked", words(&checker))]);
        compile("attack.cpp", &course.path("attack"));
        let watched = [course.path(""), secret.to_path_buf()];
        let watched: Vec<&Path> = watched.iter().map(PathBuf::as_path).collect();
        prepare(&course, &account);
        let before = Snapshot::of(&watched);
        let (ran, results) = grade(&course, &account, tier);
        let case = &results.of("ann", "attacked")["cases"][0];
        assert_eq!(ran.code, Some(0), "tier {tier}: {case:#}");
        if is_of_tier(&results, tier) {
            assert_eq!(
                case["remarks"][0], "everything was denied",
                "tier {tier}: {case:#}"
            );
            assert_eq!(
                before.changes(&Snapshot::of(&watched)),
                [""; 0],
                "tier {tier}"
            );
            assert_eq!(
                remains::processes_of(&course.home()),
                [""; 0],
                "tier {tier}"
            );
        }
        assert!(
            listener.accept().is_err(),
            "somebody connected in tier {tier}"
        );
    }
}

pub(crate) fn compile(name: &str, program: &Path) {
    let source = format!("{FIXTURES}/{name}");
    let built = Command::new("g++")
        .arg("-o")
        .arg(program)
        .arg(source)
        .status()
        .unwrap();
    assert!(built.success(), "{name}");
}

/// What a checker does wrong, as a script of the shell, and what the report says about it.
const FAILURES: &[(&str, &str, &[&str])] = &[
    (
        "loops",
        "while :; do :; done",
        &["stopped after 10 seconds of processor time"],
    ),
    (
        "floods",
        "yes",
        &["stopped because it printed more than 1024 KiB"],
    ),
    ("crashes", "kill -SEGV $$", &["signal 11 ended it"]),
    (
        "gives-up",
        "echo out of order >&2; exit 7",
        &["exit code 7", "it said: out of order"],
    ),
    (
        "reads-elsewhere",
        "cat /etc/passwd",
        &["exit code 1", "/etc/passwd", "a checker can read"],
    ),
    (
        "writes-elsewhere",
        "echo x > trace",
        &["exit code 2", "trace", "write below TMPDIR"],
    ),
    (
        "asks-for-a-file",
        "grep -q Sum missing",
        &["exit code 2", "grep: missing: No such file"],
    ),
    ("is-no-script", "if then", &["exit code 2", "yntax error"]),
];

#[test]
#[parallel(root, ordinary)]
fn a_checker_that_fails_is_told_of_and_costs_nobody_a_point() {
    let script = |code: &str| words(&["sh", "-c", code, "sh"]);
    let mut checkers: Vec<(&str, Vec<String>)> = FAILURES
        .iter()
        .map(|(name, code, _)| (*name, script(code)))
        .collect();
    checkers.push(("is-not-there", words(&["./chek"])));
    checkers.push((
        "raises",
        words(&["python3", "-c", "print('so far', flush=True); open('no')"]),
    ));
    checkers.push(("misspelt", words(&["python3", "chek.py"])));
    let course = course(&checkers);
    let account = Account::root().or_else(|_| Account::ordinary()).unwrap();
    prepare(&course, &account);
    let (ran, results) = grade(&course, &account, "A");

    ran.exits_with(3);
    let mut expected = FAILURES.to_vec();
    expected.push((
        "is-not-there",
        "",
        &["`./chek` cannot be started", "/usr/bin"],
    ));
    if Path::new("/usr/bin/python3").exists() {
        expected.push(("raises", "", &["exit code 1", "FileNotFoundError"]));
        expected.push((
            "misspelt",
            "",
            &["exit code 2", "can't open file", "chek.py"],
        ));
    }
    for (assignment, _, parts) in expected {
        let one = results.of("ann", assignment);
        assert_eq!(one["cases"][0]["verdict"], "ungraded", "{assignment}");
        let reason = text(&one["build"]["reason"]);
        for part in parts {
            assert!(
                reason.contains(part),
                "`{part}` is not in {assignment}: {reason}"
            );
        }
    }
}

/// How a checker ends, as a script of the shell, and what becomes of that.
const ANSWERS: &[(&str, &str, &str, &str)] = &[
    ("silent", "exit 1", "wrong-answer", "not what is asked for"),
    (
        "speaks",
        "echo; echo ' no sum '; exit 1",
        "wrong-answer",
        "no sum",
    ),
    (
        "mutters",
        "echo note >&2; echo no sum; exit 1",
        "wrong-answer",
        "no sum",
    ),
    (
        "contest",
        "echo 'wrong answer no sum' >&2; exit 1",
        "wrong-answer",
        "wrong answer no sum",
    ),
    (
        "form",
        "echo 'wrong output format' >&2; exit 2",
        "presentation-error",
        "wrong output format",
    ),
    ("warns", "echo note >&2", "accepted", ""),
];

#[test]
#[parallel(root, ordinary)]
fn an_answer_is_an_exit_code_and_a_line() {
    let script = |code: &str| words(&["sh", "-c", code, "sh"]);
    let checkers: Vec<(&str, Vec<String>)> = ANSWERS
        .iter()
        .map(|(name, code, ..)| (*name, script(code)))
        .collect();
    let course = course(&checkers);
    course.grader(&["run", "submissions"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    for (assignment, _, verdict, says) in ANSWERS {
        let case = &results.of("ann", assignment)["cases"][0];
        assert_eq!(case["verdict"], *verdict, "{assignment}: {case:#}");
        let report = course.read(&format!("reports/ann/{assignment}.md"));
        assert!(
            report.contains(says) && !report.contains("note"),
            "{assignment}: {report}"
        );
    }
}

/// What a student's program prints before a factorisation, and what the documented checker says of it.
const FACTORS: &[(&str, &str, &str)] = &[
    ("as-it-is", "12 = 2 2 3", "accepted"),
    ("in-another-order", "3 2 2 = 12", "accepted"),
    (
        "one-is-missing",
        "12 = 2 3 3",
        "wrong-answer the last line lacks 2",
    ),
    (
        "one-too-many",
        "12 = 2 2 3 1",
        "wrong-answer the last line holds 1 too often",
    ),
    (
        "another",
        "12 = 2 2 4",
        "wrong-answer the last line lacks 3",
    ),
    ("nothing", "", "wrong-answer the last line lacks 12"),
    ("no-text", "\\xff\\xfe 12 = 2 2 3", "accepted"),
];

#[test]
#[parallel(root, ordinary)]
fn the_documented_checker_works_when_it_is_copied() {
    if !Path::new("/usr/bin/python3").exists() {
        return skipped("the documented checker, because Python is not installed");
    }
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/rubric.md");
    let page = fs::read_to_string(page).unwrap();
    let section = page
        .split("### ")
        .find(|it| it.starts_with("A checker of your own"))
        .unwrap();
    let block = |language: &str| {
        let (_, rest) = section.split_once(&format!("```{language}\n")).unwrap();
        rest.split_once("```").unwrap().0
    };
    let course = Course::empty();
    let prints =
        |line: &str| format!("#include <cstdio>\nint main() {{ std::puts(\"{line}\"); }}\n");
    course.write(
        "rubric.toml",
        format!(
            "[assignments.factors]\nsources = [\"factors.cpp\"]\n\
             reference = {{ sources = [\"solution.cpp\"] }}\n\
             [[assignments.factors.criteria]]\nid = \"all\"\npoints = 1\ncases = [\"*\"]\n{}",
            block("toml")
        ),
    );
    course.write("checkers/same_numbers.py", block("python"));
    course.write("solution.cpp", prints("12 = 2 2 3"));
    course.write(
        "testcases/factors/twelve.toml",
        "description = \"Twelve\"\ninput = []\n",
    );
    for (student, line, _) in FACTORS {
        course.write(format!("submissions/{student}/factors.cpp"), prints(line));
    }
    course.grader(&["regenerate"]).exits_with(0);
    let results = course.results();
    for (student, _, expected) in FACTORS {
        let case = results.case_of(student, "factors");
        let reason = case["reason"].as_str().unwrap_or_default();
        let seen = format!("{} {reason}", text(&case["verdict"]));
        assert_eq!(seen.trim_end(), *expected, "{student}");
    }
}
