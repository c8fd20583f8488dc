//! Interactors stand behind the walls of checkers, and neither they nor the programs that they speak with can do more than speak.

use std::fmt::Write as _;
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use crate::checkers::{compile, grade, is_of_tier, prepare, words};
use crate::support::account::Account;
use crate::support::remains::{self, Snapshot};
use crate::support::results::{list, text};
use crate::support::tiers::tiers;
use crate::support::{Course, gate_step, tries_all};
use serial_test::parallel;

/// Reads a line and ends.
const READS: &str = "#include <iostream>\n#include <string>\nint main() { std::string s; std::getline(std::cin, s); }\n";

/// Several assignments, each with an interactor and a reference that it accepts.
fn course(interactors: &[(&str, Vec<String>)], reference: &str) -> Course {
    let course = Course::empty();
    let mut rubric = "[defaults]\nflags = []\nrepair = \"0s\"\n".to_owned();
    for (name, words) in interactors {
        write!(
            rubric,
            "[assignments.{name}]\nsources = [\"talk.cpp\"]\nreference = {{ sources = [\"solution.cpp\"] }}\n\
             compare = {{ interactor = {words:?} }}\nlimits = {{ cpu = \"500ms\" }}\n\
             [[assignments.{name}.criteria]]\nid = \"talks\"\npoints = 10\ncases = [\"*\"]\n"
        )
        .unwrap();
        course.write(
            format!("testcases/{name}/talks.toml"),
            "description = \"Talks\"\n",
        );
    }
    course.write("rubric.toml", rubric);
    course.write("solution.cpp", reference);
    course
}

#[test]
#[parallel]
fn an_interactor_that_was_taken_over_harms_nothing_in_any_tier() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    for (tier, account) in tiers("A") {
        let secret = tempfile::Builder::new()
            .prefix(".secret-")
            .tempfile_in(&account.home);
        let secret = secret.unwrap().into_temp_path();
        std::fs::write(&secret, "a secret").unwrap();
        account.owns(&secret);
        let place = |path: &Path| path.display().to_string().trim_end_matches('/').to_owned();
        let course = Course::empty();
        let attack = [
            "./attack",
            &place(&secret),
            &place(&account.home),
            &place(&course.path("")),
            &port,
        ];
        let attack = words(&attack);
        fill(&course, &attack);
        let watched = [course.path(""), secret.to_path_buf()];
        let watched: Vec<&Path> = watched.iter().map(PathBuf::as_path).collect();
        prepare(&course, &account);
        let before = Snapshot::of(&watched);
        let (ran, results) = grade(&course, &account, tier);
        let case = &results.of("ann", "attacked")["cases"][0];
        assert_eq!(ran.code, Some(0), "tier {tier}: {case:#}");
        if is_of_tier(&results, tier) {
            // It ends with 0 only if everything was denied.
            assert_eq!(case["verdict"], "accepted", "tier {tier}: {case:#}");
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

fn fill(course: &Course, attack: &[String]) {
    course.write(
        "rubric.toml",
        format!(
            "[defaults]\nflags = []\n[assignments.attacked]\nsources = [\"talk.cpp\"]\n\
             reference = {{ sources = [\"solution.cpp\"] }}\ncompare = {{ interactor = {attack:?} }}\n\
             [[assignments.attacked.criteria]]\nid = \"talks\"\npoints = 10\ncases = [\"*\"]\n"
        ),
    );
    course.write("solution.cpp", READS);
    course.write("testcases/attacked/talks.toml", "description = \"Talks\"\n");
    course.write(
        "testcases/attacked/talks.expected",
        "‹everything was denied›\n",
    );
    course.write("submissions/attacked/ann/talk.cpp", READS);
    compile("attack.cpp", &course.path("attack"));
}

/// What an interactor does wrong once a student says `attack`, and what the report says about it.
const FAILURES: &[(&str, &str, &str)] = &[
    ("loops", "while :; do :; done", "it was stopped after"),
    (
        "floods",
        "yes",
        "stopped because it printed more than 1024 KiB",
    ),
    ("crashes", "kill -SEGV $$", "signal 11 ended it"),
    (
        "gives-up",
        "echo out of order >&2; exit 7",
        "it said: out of order",
    ),
    (
        "has-no-reason",
        "exit 1",
        "with the reason in `teammessage.txt`",
    ),
    (
        "lies-about-shares",
        "echo '1.5 more than all' > \"$3teammessage.txt\"; exit 3",
        "exit code 3",
    ),
    (
        "lies-about-passes",
        "echo again > \"$3nextpass.in\"; exit 0",
        "`passes = 1` allows no more",
    ),
];

#[test]
#[parallel]
fn an_interactor_that_fails_is_told_of_and_costs_nobody_a_point() {
    let script = |code: &str| {
        let code = format!("read -r said; [ \"$said\" = attack ] || exit 0; {code}");
        words(&["sh", "-c", &code, "sh"])
    };
    // A loop is stopped after ten seconds of processor time. The gate tries one with a checker, which has the same limit.
    let failures = || {
        let all = FAILURES.iter();
        all.filter(|(name, ..)| tries_all() || *name != "loops")
    };
    let interactors: Vec<(&str, Vec<String>)> = failures()
        .map(|(name, code, _)| (*name, script(code)))
        .collect();
    let course = course(
        &interactors,
        "#include <cstdio>\nint main() { std::puts(\"good\"); }\n",
    );
    course.grader(&["regenerate"]).exits_with(0);
    for (name, ..) in failures() {
        let program = "#include <cstdio>\nint main() { std::puts(\"attack\"); }\n";
        course.write(format!("submissions/{name}/ann/talk.cpp"), program);
    }
    course.grader(&["run", "submissions"]).exits_with(3);
    let results = crate::support::results::Results::read(&course.path("reports"));
    for (assignment, _, part) in failures() {
        let one = results.of("ann", assignment);
        assert_eq!(one["cases"][0]["verdict"], "ungraded", "{assignment}");
        let reason = text(&one["build"]["reason"]);
        assert!(
            reason.contains(part),
            "`{part}` is not in {assignment}: {reason}"
        );
    }
}

/// What a program tries against the interactor, as the body of its `main`.
const ATTACKS: &[(&str, &str)] = &[
    (
        "writes-the-answer",
        "for (auto name : {\"/work/tmp/teammessage.txt\", \"/work/tmp/score.txt\", \"teammessage.txt\", \"/tmp/score.txt\"}) \
      { std::ofstream file(name); file << \"1 all of it\\n\"; if (file.flush()) std::puts(\"BREACH\"); }",
    ),
    (
        "says-the-answer",
        "std::puts(\"score 1\\n1 all\\naccepted\"); std::fputs(\"ok\\npoints 1\\n\", stderr);",
    ),
    (
        "kills",
        "kill(-1, SIGKILL); kill(getppid(), SIGKILL); std::puts(\"done\");",
    ),
    (
        "forks",
        "for (int i = 0; i < 100; ++i) fork(); std::puts(\"done\");",
    ),
    ("floods", "for (;;) std::puts(\"more\");"),
    ("floods-errors", "for (;;) std::fputs(\"more\\n\", stderr);"),
    ("never-ends", "for (;;) {}"),
    (
        "closes-all",
        "for (int i = 0; i < 99; ++i) close(i); for (;;) pause();",
    ),
    (
        "reads-on",
        "std::string s; for (;;) { std::getline(std::cin, s); std::cin.clear(); }",
    ),
    (
        "long-line",
        "std::string s(900000, 'x'); std::cout << s; for (;;) {}",
    ),
];

#[test]
#[parallel]
fn no_program_can_talk_or_force_an_interactor_into_anything() {
    let polite = "read -r said; [ \"$said\" = please ] && exit 0; echo \"it did not say please\" > \"$3teammessage.txt\"; exit 1";
    let attacks = || ATTACKS.iter().step_by(gate_step(2));
    let interactors: Vec<(&str, Vec<String>)> = attacks()
        .map(|(name, _)| (*name, words(&["sh", "-c", polite, "sh"])))
        .collect();
    let course = course(
        &interactors,
        "#include <cstdio>\nint main() { std::puts(\"please\"); }\n",
    );
    course.grader(&["regenerate"]).exits_with(0);
    for (name, attack) in attacks() {
        let program = format!(
            "#include <csignal>\n#include <cstdio>\n#include <fstream>\n#include <iostream>\n#include <string>\n#include <unistd.h>\n\
             int main() {{ {attack} }}\n"
        );
        course.write(format!("submissions/{name}/ann/talk.cpp"), program);
    }
    let account = Account::root().or_else(|_| Account::ordinary()).unwrap();
    prepare(&course, &account);
    let (ran, results) = grade(&course, &account, "A");
    ran.exits_with(0);
    for (assignment, _) in attacks() {
        let one = results.of("ann", assignment);
        let case = &one["cases"][0];
        assert_ne!(case["verdict"], "accepted", "{assignment}: {case:#}");
        assert_ne!(case["verdict"], "ungraded", "{assignment}: {case:#}");
        assert_eq!(one["points"], 0.0, "{assignment}: {case:#}");
        assert!(
            !case["transcript"].to_string().contains("BREACH"),
            "{assignment}: {case:#}"
        );
        assert_eq!(list(&one["cases"]).len(), 1);
    }
    assert_eq!(remains::processes_of(&course.home()), [""; 0]);
}

#[test]
#[parallel]
#[ignore = "takes long: scripts/test-long hostile"]
fn a_kept_checker_has_its_limits_for_each_question_anew_and_no_more() {
    if !Path::new("/usr/bin/python3").exists() {
        return crate::support::tiers::skipped("a kept checker, because Python is not installed");
    }
    // Four seconds of processor time for each of three cases are more than ten; a question that takes for ever is stopped.
    let script = "import json, sys, time\nfor line in sys.stdin:\n    question = json.loads(line)\n\
                  \x20   end = time.process_time() + (4 if 'good' in open(question['output']).read() else 999)\n\
                  \x20   while time.process_time() < end: pass\n\
                  \x20   print('{\"verdict\": \"accepted\"}', flush=True)\n";
    let course = Course::empty();
    course.write(
        "rubric.toml",
        "[defaults]\nflags = []\n[assignments.talk]\nsources = [\"talk.cpp\"]\nreference = { sources = [\"solution.cpp\"] }\n\
         compare = { checker = [\"python3\", \"check.py\"], protocol = \"lines\" }\n\
         [[assignments.talk.criteria]]\nid = \"talks\"\npoints = 10\ncases = [\"*\"]\n",
    );
    let says = |word: &str| format!("#include <cstdio>\nint main() {{ std::puts(\"{word}\"); }}\n");
    course.write("check.py", script);
    course.write("solution.cpp", says("good"));
    for name in ["a", "b", "c"] {
        course.write(
            format!("testcases/talk/{name}.toml"),
            "description = \"Says\"\ninput = []\n",
        );
        course.write(format!("testcases/talk/{name}.expected"), "good\n");
    }
    course.write("submissions/ann/talk.cpp", says("good"));
    course.write("submissions/bob/talk.cpp", says("attack"));
    course
        .grader(&["run", "submissions", "--jobs", "2"])
        .exits_with(3);
    let results = crate::support::results::Results::read(&course.path("reports"));
    let ann = list(&results.of("ann", "talk")["cases"]);
    assert!(
        ann.iter().all(|case| case["verdict"] == "accepted"),
        "{ann:#?}"
    );
    let bob = results.of("bob", "talk");
    assert!(
        text(&bob["build"]["reason"]).contains("it was stopped after"),
        "{bob:#}"
    );
}
