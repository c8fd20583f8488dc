//! Processes, files and limits are shared by all that runs on a machine. Whoever takes what others need, a student's program or
//! somebody else's, changes nothing for honest students; and limits that the grader itself was started with are never their loss.

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Write as _};
use std::os::unix::fs::{PermissionsExt as _, lchown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::account::Account;
use crate::support::compiler;
use crate::support::processes;
use crate::support::programs::copy_of_grader;
use crate::support::results::{Results, list, text};
use crate::support::tiers::{self as walled, skipped, there};
use crate::support::{ADDS, CASE, Course, EXPECTED, Ran, entries};
use serial_test::{parallel, serial};

/// Adds as everybody does; before that, it does what `BEFORE` says.
const PROGRAM: &str = r#"
#include <cstdio>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static int ask(const char* prompt) {
    int number = 0;
    std::printf("%s: ", prompt);
    std::fflush(stdout);
    return std::scanf("%d", &number) == 1 ? number : 0;
}

static void* stay(void*) { for (;;) pause(); }

// How many threads it can have, of so many.
static int threads(int most, void* (*work)(void*) = stay) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 << 10);
    int count = 0;
    for (pthread_t one; count < most && pthread_create(&one, &small, work, nullptr) == 0;) ++count;
    return count;
}

static void* start_more(void*) { threads(300); return stay(nullptr); }

static int all_threads() {
    char line[256];
    int count = 0;
    std::FILE* file = std::fopen("/proc/self/status", "r");
    while (file != nullptr && std::fgets(line, sizeof line, file) != nullptr) std::sscanf(line, "Threads: %d", &count);
    return count;
}

int main() {
    BEFORE
    int first = ask("First");
    std::printf("Sum: %d\n", first + ask("Second"));
}
"#;

/// Holds as many threads as it can get, for longer than the others need.
const HOLDS: &str = "threads(600); usleep(1000000);";

/// Needs a few, for a while.
const THREADED: &str = "if (threads(40) != 40) return 1; usleep(100000);";

fn program(before: &str) -> String {
    PROGRAM.replace("BEFORE", before)
}

/// One student whose program needs a few threads.
fn one_student() -> Course {
    let course = Course::sum();
    course.write("submissions/a-threaded/sum.cpp", program(THREADED));
    course
}

/// Honest students around one who does `before`, if anything.
fn class(before: Option<&str>) -> Course {
    let course = one_student();
    course.write("testcases/sum/adds-again.toml", CASE);
    course.write("testcases/sum/adds-again.expected", EXPECTED);
    course.write("submissions/c-threaded/sum.cpp", program(THREADED));
    course.write("submissions/d-plain/sum.cpp", ADDS);
    if let Some(before) = before {
        course.write("submissions/b-greedy/sum.cpp", program(before));
    }
    course
}

/// The students of a [`class`] who only do what they were asked for.
const HONEST: [&str; 3] = ["a-threaded", "c-threaded", "d-plain"];

/// The grader, about to grade a course as this account, in the strongest tier that is not stronger than `tier`; `wrapper` starts
/// it.
fn grader(course: &Course, account: &Account, tier: &str, wrapper: &[String]) -> Command {
    let executable = course.home().join("grader");
    copy_of_grader(&executable);
    account.owns(&course.home());
    fs::set_permissions(course.home(), Permissions::from_mode(0o755)).unwrap();
    let words: Vec<&str> = wrapper.iter().map(String::as_str).collect();
    let mut command = match words.as_slice() {
        [first, rest @ ..] => {
            let mut command = Command::new(first);
            command.args(rest).arg(executable);
            command
        }
        [] => Command::new(executable),
    };
    command
        .args(["run", "submissions", "--allow-unconfined", "--jobs", "4"])
        .current_dir(course.path(""))
        .envs(course.own_environment())
        .env("HOME", &account.home)
        .env("GRADER_STRONGEST_TIER", tier);
    account.runs(&mut command);
    command
}

/// The tiers with walls, and the one without for whoever can be there.
fn tiers() -> Vec<(&'static str, Account)> {
    let unguarded = [Account::root(), Account::ordinary()].into_iter();
    walled::all_tiers()
        .into_iter()
        .chain(unguarded.filter_map(|account| there("E", account)))
        .collect()
}

/// What honest students are told: points, verdicts and reports, without measures.
fn feedback_of_honest(course: &Course) -> Vec<String> {
    let results = Results::read(&course.path("reports"));
    let mut all = Vec::new();
    for student in HONEST {
        let one = results.of(student, "sum");
        let verdicts = list(&one["cases"])
            .iter()
            .map(|case| text(&case["verdict"]));
        let verdicts = verdicts.collect::<Vec<_>>().join(", ");
        all.push(format!("{student}: {} points, {verdicts}", one["points"]));
        all.push(course.read(&format!("reports/{student}/sum.md")));
    }
    all
}

/// A process of this test's that does not outlive it.
struct Guarded(Child);

impl Drop for Guarded {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Somebody else's program: it holds so many threads until it is ended, or for so many seconds.
fn build_holder(course: &Course, count: usize, seconds: u32) -> PathBuf {
    let file = course.home().join("holder");
    let source = course.home().join("holder.cpp");
    let before = format!(
        "std::printf(\"%d\\n\", threads({count})); std::fflush(stdout); sleep({seconds}); return 0;"
    );
    fs::write(&source, program(&before)).unwrap();
    let built = Command::new("g++")
        .arg("-o")
        .arg(&file)
        .arg(&source)
        .status();
    assert!(built.unwrap().success());
    file
}

/// Returns once it holds them.
fn start_holder(file: &Path, count: usize, prepare: impl Fn(&mut Command)) -> Guarded {
    let mut command = Command::new(file);
    command.stdout(Stdio::piped());
    prepare(&mut command);
    let mut holder = Guarded(command.spawn().unwrap());
    let mut line = String::new();
    BufReader::new(holder.0.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert_eq!(line.trim(), count.to_string());
    holder
}

#[test]
#[serial(root, ordinary)]
fn a_neighbour_who_holds_every_thread_changes_no_byte_of_an_honest_report() {
    let account = Account::root().or_else(|_| Account::ordinary()).unwrap();
    let undisturbed = class(None);
    undisturbed
        .run(grader(&undisturbed, &account, "A", &[]))
        .exits_with(0);
    let undisturbed = feedback_of_honest(&undisturbed);
    assert!(undisturbed[0].contains("10.0 points"), "{undisturbed:#?}");
    for (tier, account) in tiers() {
        let course = class(Some(HOLDS));
        course
            .run(grader(&course, &account, tier, &[]))
            .exits_with(0);
        assert_eq!(feedback_of_honest(&course), undisturbed, "tier {tier}");
    }
}

#[test]
#[serial(root, ordinary)]
fn two_graders_at_a_time_do_not_take_each_others_threads() {
    for (tier, account) in tiers()
        .into_iter()
        .filter(|(tier, _)| matches!(*tier, "C" | "D"))
    {
        let courses = [class(Some(HOLDS)), class(Some(HOLDS))];
        let all: Vec<Vec<String>> = thread::scope(|scope| {
            let graders = courses.each_ref().map(|course| {
                let command = grader(course, &account, tier, &[]);
                scope.spawn(move || {
                    course.run(command).exits_with(0);
                    feedback_of_honest(course)
                })
            });
            graders
                .into_iter()
                .map(|grader| grader.join().unwrap())
                .collect()
        });
        assert_eq!(all[0], all[1], "tier {tier}");
        assert!(all[0][0].contains("10.0 points"), "tier {tier}: {all:#?}");
    }
}

#[test]
#[serial(root, ordinary)]
fn whoever_else_runs_as_nobody_takes_nothing_from_roots_programs() {
    const NOBODY: u32 = 65534;
    for (tier, account) in tiers()
        .into_iter()
        .filter(|(tier, _)| matches!(*tier, "A" | "C" | "E"))
    {
        if account.home.as_os_str() != "/root" {
            continue;
        }
        let course = class(None);
        let command = grader(&course, &account, tier, &[]);
        let holder = build_holder(&course, 700, 60);
        let _holder = start_holder(&holder, 700, |command| {
            command.uid(NOBODY).gid(NOBODY);
        });
        course.run(command).exits_with(0);
        let told = feedback_of_honest(&course);
        assert!(told[0].contains("10.0 points"), "tier {tier}: {told:#?}");
    }
}

#[test]
#[serial(root, ordinary)]
fn a_program_has_as_many_threads_in_every_tier_and_a_bomb_of_threads_is_bounded() {
    for (tier, account) in tiers() {
        let course = class(None);
        // One after the other: 512, of which the program itself is one, and the namespace's own are a few.
        let alone = "int count = threads(2000); if (count < 500 || count > 511) std::printf(\"%d \", count);";
        // All at a time: those that ask together are counted before they are made.
        let together = "threads(16, start_more); usleep(300000); \
                        for (int count = 0, before = -1; count != before; usleep(100000)) { before = count; count = threads(1); } \
                        if (all_threads() > 1024) std::printf(\"too many \");";
        course.write("submissions/alone/sum.cpp", program(alone));
        course.write("submissions/together/sum.cpp", program(together));
        course
            .run(grader(&course, &account, tier, &[]))
            .exits_with(0);
        let results = Results::read(&course.path("reports"));
        for student in ["alone", "together"].iter().chain(&HONEST) {
            assert_eq!(
                results.of(student, "sum")["points"],
                10.0,
                "tier {tier}: {student}"
            );
        }
    }
}

/// A number that no account has: nothing else counts as its processes.
fn nobody_elses() -> Option<u32> {
    let number = 70_000 + std::process::id() % 20_000;
    rustix::process::geteuid().is_root().then_some(number)
}

/// The grader, about to grade a course as an account that runs nothing else, with limits that `prlimit` sets.
fn limited(course: &Course, number: u32, limits: &[String]) -> Command {
    let account = Account::root().unwrap();
    let mut wrapper = vec!["prlimit".to_owned()];
    wrapper.extend_from_slice(limits);
    let mut command = grader(course, &account, "D", &wrapper);
    for entry in walkdir::WalkDir::new(course.home()) {
        lchown(entry.unwrap().path(), Some(number), Some(number)).unwrap();
    }
    command.env("HOME", course.home()).uid(number).gid(number);
    command
}

/// Ann's program adds at once. While the first of Bob's cases sleeps, somebody else of the account takes every process that is
/// left, for so many seconds.
fn graded_while_somebody_takes_all(seconds: u32) -> Option<(Ran, Course)> {
    let number = nobody_elses()?;
    let course = Course::sum();
    course.write("testcases/sum/then-adds.toml", CASE);
    course.write("testcases/sum/then-adds.expected", EXPECTED);
    course.write("submissions/ann/sum.cpp", ADDS);
    course.write("submissions/bob/sum.cpp", program("sleep(2);"));
    let holder = build_holder(&course, 1500, seconds);
    // Enough for one worker.
    let mut command = limited(&course, number, &["--nproc=600".to_owned()]);
    let mut grader = Guarded(
        command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    let mut stderr = BufReader::new(grader.0.stderr.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let mut said: Vec<String> = Vec::new();
    while !said.last().is_some_and(|line| line.contains("ann sum")) {
        said.push(stderr.next().unwrap());
    }
    let id = i32::try_from(grader.0.id()).unwrap();
    while !processes::descendants(id)
        .iter()
        .any(|one| one.is_program())
    {
        thread::sleep(Duration::from_millis(5));
    }
    let _holder = start_holder(&holder, 1500, |command| {
        command.uid(number).gid(number);
    });
    said.extend(stderr);
    let code = grader.0.wait().unwrap().code();
    Some((
        Ran {
            code,
            stdout: String::new(),
            stderr: said.join("\n"),
        },
        course,
    ))
}

#[test]
#[serial(root, ordinary)]
fn what_is_missing_for_a_moment_costs_nobody_anything() {
    let Some((ran, course)) = graded_while_somebody_takes_all(3) else {
        return skipped("an account of one's own needs root");
    };
    ran.exits_with(0);
    let results = Results::read(&course.path("reports"));
    for student in ["ann", "bob"] {
        assert_eq!(results.of(student, "sum")["points"], 10.0, "{student}");
    }
}

#[test]
#[serial(root, ordinary)]
fn what_stays_missing_costs_the_case_it_was_for_and_the_sentence_is_true() {
    let Some((ran, course)) = graded_while_somebody_takes_all(60) else {
        return skipped("an account of one's own needs root");
    };
    ran.exits_with(3);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.of("ann", "sum")["points"], 10.0);
    let cases = list(&results.of("bob", "sum")["cases"]);
    let verdicts: Vec<&str> = cases.iter().map(|case| text(&case["verdict"])).collect();
    let report = course.read("reports/bob/sum.md");
    assert_eq!(verdicts, ["accepted", "ungraded"], "{report}");
    assert!(report.contains("ulimit -u"), "{report}");
    assert!(report.contains("tried again"), "{report}");
}

/// A limit as `prlimit` takes it, and what an ordinary user is told who starts the grader with it; nothing if it does not matter.
/// Root raises each.
const LIMITS: [(&str, &str); 11] = [
    ("--nproc=64", "ulimit -u"),
    ("--nproc=700", ""),
    ("--nofile=64", ""),
    ("--nofile=40", "ulimit -n"),
    ("--cpu=30", "ulimit -t"),
    ("--as=1000000000", "ulimit -v"),
    ("--data=1000000000", "ulimit -d"),
    ("--stack=1000000", "ulimit -s"),
    ("--fsize=1000000", "ulimit -f"),
    ("--core=0", ""),
    ("--memlock=0", ""),
];

#[test]
#[serial(root, ordinary)]
fn limits_that_the_grader_was_started_with_cost_no_student_a_point() {
    let Some(number) = nobody_elses() else {
        return skipped("an account of one's own needs root");
    };
    let course = one_student();
    for (limit, told) in LIMITS {
        let ran = course.run(limited(&course, number, &[limit.to_owned()]));
        if told.is_empty() {
            ran.exits_with(0);
            let results = Results::read(&course.path("reports"));
            assert_eq!(results.of("a-threaded", "sum")["points"], 10.0, "{limit}");
        } else {
            ran.exits_with(3).says(&[told, "raise it"]);
            // Nothing was graded: no report is there.
            assert_eq!(entries(&course.path("reports")), [""; 0], "{limit}");
        }
        let _ = fs::remove_dir_all(course.path("reports"));
    }
}

/// Whether root may raise limits, which a plain container does not let it.
fn root_may_raise() -> bool {
    const SYS_RESOURCE: u32 = 24;
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("CapEff:"))
        .unwrap();
    u64::from_str_radix(line.trim(), 16).unwrap() >> SYS_RESOURCE & 1 == 1
}

#[test]
#[serial(root, ordinary)]
fn root_raises_the_limits_that_it_was_started_with_or_says_that_it_may_not() {
    let Ok(account) = Account::root() else {
        return skipped("needs root");
    };
    let course = one_student();
    let may_raise = root_may_raise();
    // Without that power it is as in a plain container.
    let without = [
        "setpriv",
        "--bounding-set",
        "-sys_resource",
        "prlimit",
        "--as=1000000000",
    ];
    let mut table = vec![(without.to_vec(), "ulimit -v")];
    for (limit, told) in LIMITS {
        table.push((vec!["prlimit", limit], if may_raise { "" } else { told }));
    }
    for (wrapper, told) in table {
        let wrapper: Vec<String> = wrapper.iter().map(|&word| word.to_owned()).collect();
        let ran = course.run(grader(&course, &account, "A", &wrapper));
        if told.is_empty() {
            ran.exits_with(0);
            let results = Results::read(&course.path("reports"));
            assert_eq!(
                results.of("a-threaded", "sum")["points"],
                10.0,
                "{wrapper:?}"
            );
        } else {
            ran.exits_with(3).says(&[told]);
        }
    }
}

#[test]
#[serial(root, ordinary)]
fn an_instructors_own_mask_keeps_no_program_from_its_account() {
    let Ok(account) = Account::root() else {
        return skipped("needs root");
    };
    for tier in ["A", "C", "E"] {
        let course = one_student();
        let wrapper = ["sh", "-c", "umask 077; exec \"$0\" \"$@\""].map(str::to_owned);
        course
            .run(grader(&course, &account, tier, &wrapper))
            .exits_with(0);
        let results = Results::read(&course.path("reports"));
        assert_eq!(
            results.of("a-threaded", "sum")["points"],
            10.0,
            "tier {tier}"
        );
    }
}

/// As in a container that maps no number above 65535, and so none of those that are best for accounts.
#[test]
#[serial(root, ordinary)]
fn where_few_numbers_are_mapped_programs_have_accounts_among_them() {
    let Ok(account) = Account::root() else {
        return skipped("needs root");
    };
    for tier in ["A", "C"] {
        let course = class(None);
        let becomes_root =
            "echo ready; read go; exec setpriv --reuid 0 --regid 0 --clear-groups \"$0\" \"$@\"";
        let wrapper = ["unshare", "--user", "sh", "-c", becomes_root].map(str::to_owned);
        let mut command = grader(&course, &account, tier, &wrapper);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut inside = Guarded(command.spawn().unwrap());
        let mut ready = String::new();
        let mut stdout = BufReader::new(inside.0.stdout.take().unwrap());
        stdout.read_line(&mut ready).unwrap();
        let maps = ["uid_map", "gid_map"].map(|map| format!("/proc/{}/{map}", inside.0.id()));
        if maps
            .iter()
            .any(|map| fs::write(map, "0 0 65536\n").is_err())
        {
            return skipped("this root may map no numbers in a user namespace");
        }
        inside.0.stdin.take().unwrap().write_all(b"go\n").unwrap();
        assert_eq!(inside.0.wait().unwrap().code(), Some(0), "tier {tier}");
        let results = Results::read(&course.path("reports"));
        assert_eq!(results.0["sandbox"]["tier"], tier);
        for student in HONEST {
            assert_eq!(
                results.of(student, "sum")["points"],
                10.0,
                "tier {tier}: {student}"
            );
        }
    }
}

/// What GCC says that can start no process, with the last line of a script that does what GCC does.
fn a_compiler_that_fails(first: &str) -> String {
    const SAYS: &str =
        "g++: fatal error: cannot execute 'cc1plus': vfork: Resource temporarily unavailable";
    format!(
        "{first} && {{ echo \"{SAYS}\" >&2; exit 1; }}\n{}",
        compiler::COMPILES
    )
}

#[test]
#[parallel(root, ordinary)]
fn a_compiler_that_can_start_no_process_for_a_moment_is_asked_again() {
    let course = one_student();
    let script = a_compiler_that_fails(
        r#"[ "$1" != --version ] && { mkdir "$TMPDIR/once" || mkdir "$TMPDIR/twice"; } 2>/dev/null"#,
    );
    let folder = compiler::install(&course, &script);
    let mut command = course.command(&["run", "submissions"]);
    command.env("PATH", format!("{}:/usr/bin:/bin", folder.display()));
    course.run(command).exits_with(0);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.of("a-threaded", "sum")["points"], 10.0);
}

#[test]
#[parallel(root, ordinary)]
fn a_compiler_that_can_start_no_process_is_our_failure_and_says_so() {
    let course = one_student();
    let script =
        a_compiler_that_fails(r#"case "$*" in *sum.cpp*|*smallest*) true;; *) false;; esac"#);
    let folder = compiler::install(&course, &script);
    let mut command = course.command(&["run", "submissions"]);
    command.env("PATH", format!("{}:/usr/bin:/bin", folder.display()));
    course.run(command).exits_with(3);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.of("a-threaded", "sum")["graded"], false);
    let report = course.read("reports/a-threaded/sum.md");
    assert!(report.contains("it can start no process"), "{report}");
}

#[test]
#[parallel(root, ordinary)]
fn a_student_who_puts_such_words_into_the_compilers_mouth_has_a_compile_error() {
    let course = one_student();
    let code = "#error vfork: Resource temporarily unavailable\n";
    course.write("submissions/eve/sum.cpp", code);
    course.grader(&["run", "submissions"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    assert_eq!(
        results.of("eve", "sum")["build"]["verdict"],
        "compile-error"
    );
    assert_eq!(results.of("a-threaded", "sum")["points"], 10.0);
}
