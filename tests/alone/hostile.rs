//! Attacks, each with the verdicts that it may get, in every tier that this machine can produce.
//!
//! A class of attackers is graded together with honest neighbours, who must keep their full marks; nothing may be
//! left alive, changed or leaked. The attacks are in `tests/alone/hostile/`, a folder for each assignment.

mod class;
use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Command;

use crate::support::account::Account;
use crate::support::remains;
use crate::support::results::Results;
use crate::support::tiers::skipped;
use crate::support::{Course, compiler, gate_step, programs, tries_all};
use class::{Class, FIXTURES, Graded, HELPS};
use serial_test::serial;

/// An attack and how it may end: a verdict, and after it, if it matters, a signal or a limit.
type Row = (&'static str, &'static [&'static str]);

/// Programs. `accepted` means that everything the program tried was denied: it then did what was asked for.
const PROGRAMS: &[Row] = &[
    ("aborts", &["runtime-error SIGABRT"]),
    ("asks_for_signals", &["accepted"]),
    ("becomes_a_shell", &["accepted"]),
    ("both_streams_in_turn", &["output-limit", "time-limit"]),
    ("closes_everything", &["wrong-answer"]),
    ("closes_streams_at_the_end", &["accepted"]),
    ("daemon_closing_stdout", &["accepted"]),
    ("daemon_holding_stdout", &["accepted"]),
    ("disk_fill", &["accepted"]),
    ("endless_stderr", &["output-limit"]),
    ("endless_stdout", &["output-limit"]),
    ("environment", &["accepted"]),
    ("every_fork", &["accepted"]),
    ("exec_itself", &["time-limit"]),
    ("follow_links_of_processes", &["accepted"]),
    ("fork_bomb", &["accepted"]),
    ("fork_chain", &["accepted"]),
    ("huge_static_array", &["memory-limit", "runtime-error"]),
    ("ignore_signals_and_loop", &["time-limit cpu"]),
    ("ignore_signals_and_sleep", &["time-limit wall"]),
    ("inherited_descriptors", &["accepted"]),
    ("int_80", &["forbidden-call SIGSYS"]),
    ("kill_parent", &["accepted"]),
    ("kills_itself", &["runtime-error SIGKILL"]),
    ("limit_parent", &["accepted"]),
    ("list_folders", &["accepted"]),
    ("malloc_fill", &["memory-limit", "runtime-error"]),
    ("memfd_fill", &["accepted"]),
    ("new_fill", &["memory-limit", "runtime-error"]),
    ("no_interpreter", &["runtime-error"]),
    ("noise", &["wrong-answer"]),
    ("opens_the_terminal", &["accepted"]),
    ("own_filter", &["accepted"]),
    ("pretends_a_time_limit", &["runtime-error SIGXCPU"]),
    ("read_course", &["accepted"]),
    (
        "read_nothing_again_and_again",
        &["time-limit", "read-past-end"],
    ),
    ("read_processes", &["accepted"]),
    ("read_system", &["accepted"]),
    ("reads_dev_stdin", &["accepted"]),
    ("recurses", &["runtime-error SIGSEGV"]),
    ("rewrites_itself", &["accepted"]),
    ("rewrites_results", &["accepted"]),
    ("see_whether_files_exist", &["accepted"]),
    ("segfaults", &["runtime-error SIGSEGV"]),
    ("signal_by_descriptor", &["accepted"]),
    ("sockets", &["accepted"]),
    ("stop_itself", &["time-limit wall"]),
    ("terminates_itself", &["runtime-error SIGTERM"]),
    ("thread_bomb", &["accepted"]),
    ("thread_bomb_on_one_page_each", &["accepted"]),
    ("thread_bomb_with_small_stacks", &["accepted"]),
    ("throws", &["runtime-error SIGABRT"]),
    ("two_readers", &["wrong-answer", "read-past-end"]),
    ("writes_dev_stdout", &["accepted"]),
    ("x32", &["forbidden-call SIGSYS"]),
];

/// Calls that end the program that makes them; each is made by a copy of `forbidden_call.cpp`.
const FORBIDDEN: &[&str] = &[
    "unshare",
    "setns",
    "mount",
    "umount2",
    "pivot_root",
    "chroot",
    "bpf",
    "io_uring_setup",
    "keyctl",
    "add_key",
    "perf_event_open",
    "userfaultfd",
    "ptrace",
    "process_vm_readv",
    "pidfd_open",
    "open_by_handle_at",
];

/// What a program linked with `-static` may name as the interpreter that it does not need. The kernel has a word of its own for
/// nearly each: `EACCES` for what is no file, out of reach, or not to be executed, `ENOTDIR`, `ENAMETOOLONG`, `ENOENT`, `ELIBBAD`.
const INTERPRETERS: &[(&str, &str)] = &[
    ("device", "/dev/null"),
    ("folder", "/usr/lib"),
    ("in-a-file", "/dev/null/x"),
    ("locked", "/root/x"),
    ("long", "/LONG"),
    ("missing", "/nonexistent"),
    ("ourselves", "/proc/self/exe"),
    ("text", "/etc/ld.so.cache"),
];

/// Programs that are run in two cases: both runs must find nothing of the other.
const TWICE: &[Row] = &[
    ("files", &["accepted"]),
    ("marks_on_itself", &["accepted"]),
    ("memory", &["accepted"]),
    ("removes_itself", &["accepted"]),
];

/// Programs that run on a terminal.
const TERMINAL: &[Row] = &[("commands_its_terminal", &["accepted"])];

/// Programs by their folders, which are their assignments.
const FOLDERS: &[(&str, &[Row])] = &[
    ("program", PROGRAMS),
    ("twice", TWICE),
    ("terminal", TERMINAL),
    ("compiler", COMPILER),
];

/// Sources that attack the compiler.
const COMPILER: &[Row] = &[
    ("assembler_include", &["compile-error"]),
    ("constexpr_loop", &["compile-error", "compile-limit"]),
    ("diagnostics_bomb", &["compile-error", "compile-limit"]),
    ("escape_sequences", &["accepted"]),
    ("huge_object", &["compile-limit"]),
    ("incbin", &["compile-error"]),
    ("includes_itself", &["compile-error", "compile-limit"]),
    ("includes_passwd", &["compile-error"]),
    ("includes_processes", &["compile-error"]),
    ("includes_secrets", &["compile-error"]),
    ("includes_zero", &["compile-error", "compile-limit"]),
    ("linked_header", &["compile-error"]),
    ("macro_bomb", &["compile-limit"]),
    ("probes", &["accepted"]),
    ("template_bomb", &["compile-error", "compile-limit"]),
    ("writes_files", &["accepted", "compile-error"]),
];

/// What is handed in instead of a source; [`hand_in_odd_files`] makes them.
const ODD_FILES: &[Row] = &[
    ("a-device", &["refused"]),
    ("a-fifo", &["refused"]),
    ("a-folder", &["refused"]),
    ("a-link", &["refused"]),
    ("a-link-to-a-folder", &["missing", "refused"]),
    ("a-name-that-grows", &["accepted", "refused"]),
    ("a-socket", &["refused"]),
    ("an-option", &["refused"]),
    ("escapes-as-they-are", &["accepted"]),
    ("options-from-a-file", &["refused"]),
    ("too-large", &["refused"]),
];

/// Sources in folders that are named like options.
const SEVERAL: &[Row] = &[("an-option-as-a-folder", &["accepted", "refused"])];

/// More sources than a command line has words.
const MANY: &[Row] = &[(
    "six-hundred-files",
    &["accepted", "compile-limit", "refused"],
)];

/// What may happen besides where programs have no root of their own: they cannot open files, but see that they exist.
const IN_THE_ROOT_OF_THE_SYSTEM: &[Row] = &[
    ("probes", &["compile-error"]),
    ("see_whether_files_exist", &["wrong-answer"]),
];

#[test]
#[serial(root)]
fn root_with_namespaces_withstands_every_attack() {
    withstands_every_attack("A", Account::root());
}

#[test]
#[serial(ordinary)]
fn an_ordinary_user_with_namespaces_withstands_every_attack() {
    withstands_every_attack("B", Account::ordinary());
}

#[test]
#[serial(root)]
fn root_without_namespaces_withstands_every_attack() {
    withstands_every_attack("C", Account::root());
}

#[test]
#[serial(ordinary)]
fn an_ordinary_user_without_namespaces_withstands_every_attack() {
    withstands_every_attack("D", Account::ordinary());
}

#[test]
#[serial(root, ordinary)]
fn where_nothing_guards_files_the_same_attacks_are_seen_to_succeed() {
    let class = Class::new(
        Account::root().or_else(|_| Account::ordinary()).unwrap(),
        "0s",
    );
    for (assignment, name) in [("program", "read_course"), ("compiler", "incbin")] {
        class.attack(assignment, name, &fixture(assignment, name));
    }
    spoil_themselves(&class);
    let mut graded = class.grade("E");
    assert_eq!(graded.came_to("program", "read_course"), ["wrong-answer 0"]);
    assert_eq!(graded.came_to("compiler", "incbin"), ["wrong-answer 0"]);
    let leaks = graded
        .complaints
        .iter()
        .filter(|complaint| complaint.contains("a secret"));
    // In the file for the instructor's programs, in both students' reports and pages, and in the one for a student's programs
    // that quotes what a compiler said.
    assert_eq!(leaks.count(), 6, "{:#?}", graded.complaints);
    graded.complaints.clear();
    check_spoiled(&mut graded);
    assert!(
        graded.complaints.is_empty(),
        "{}",
        graded.complaints.join("\n")
    );
}

#[test]
#[serial(root, ordinary)]
fn where_nothing_guards_files_what_a_program_does_to_itself_is_its_own_loss() {
    let class = Class::new(
        Account::ordinary().or_else(|_| Account::root()).unwrap(),
        "0s",
    );
    spoil_themselves(&class);
    let mut graded = class.grade("E");
    check_spoiled(&mut graded);
    assert!(
        graded.complaints.is_empty(),
        "{}",
        graded.complaints.join("\n")
    );
}

fn spoil_themselves(class: &Class) {
    class.attack(
        "twice",
        "removes_itself",
        &fixture("twice", "removes_itself"),
    );
    name_interpreters(class, INTERPRETERS.iter());
}

/// What becomes of them in tier E.
fn check_spoiled(graded: &mut Graded) {
    check_one(graded, "twice", "removes_itself", &["accepted"]);
    for (name, _) in INTERPRETERS {
        // The grader itself can be an interpreter here. It runs as the program, and knows nothing to say.
        let besides = if *name == "ourselves" {
            "wrong-answer"
        } else {
            "runtime-error"
        };
        check_one(graded, "static", name, &["runtime-error", besides]);
    }
}

#[test]
#[serial(root, ordinary)]
fn a_compiler_in_a_home_folder_does_not_open_the_home_folder() {
    let course = Course::sum();
    let home = course.home();
    let folder = compiler::install(&course, compiler::COMPILES);
    fs::write(home.join("diary"), "a_secret\n").unwrap();
    let attack = format!(
        "#include \"{}\"\nint main() {{}}\n",
        home.join("diary").display()
    );
    course.write("submissions/eve/sum.cpp", attack);
    course.write("submissions/z-neighbour/sum.cpp", crate::support::ADDS);
    for tier in ["A", "C"] {
        let mut command = course.command(&["run", "submissions"]);
        command
            .env("PATH", &folder)
            .env("GRADER_STRONGEST_TIER", tier);
        course.run(command).exits_with(0);
        let report = course.read("reports/eve/sum.md");
        assert!(!report.contains("a_secret"), "tier {tier}: {report}");
        let results = Results::read(&course.path("reports"));
        assert_eq!(
            results.of("z-neighbour", "sum")["points"],
            10.0,
            "tier {tier}"
        );
    }
}

/// Below the checkout, wherever that is: also where its path begins as the sandbox's own folder does.
#[test]
#[serial(root, ordinary)]
fn a_compiler_beside_the_checkout_is_not_hidden_by_the_sandbox() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let script = format!("#!/bin/sh\n{}", compiler::COMPILES);
    programs::executable(&folder.path().join("g++"), script);
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    let course = Course::sum();
    course.write("submissions/ann/sum.cpp", crate::support::ADDS);
    let mut command = course.command(&["run", "submissions"]);
    command.env("PATH", folder.path());
    course.run(command).exits_with(0);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.of("ann", "sum")["points"], 10.0);
}

#[test]
#[serial(root, ordinary)]
fn every_attack_is_in_a_table_and_says_what_it_tries() {
    for &(folder, table) in FOLDERS {
        let listed = table.iter().map(|(name, _)| format!("{name}.cpp"));
        let template = (folder == "program").then(|| "forbidden_call.cpp".to_owned());
        let mut listed: Vec<String> = listed.chain(template).collect();
        listed.sort();
        assert_eq!(
            listed,
            crate::support::entries(format!("{FIXTURES}/{folder}").as_ref())
        );
        for name in listed {
            let text = fixture(folder, name.trim_end_matches(".cpp"));
            assert!(text.starts_with("// "), "{name} does not say what it tries");
        }
    }
}

#[test]
#[serial(root, ordinary)]
fn a_survivor_would_be_found() {
    let folder = tempfile::tempdir().unwrap();
    let mut sleeper = Command::new("sleep")
        .arg("60")
        .current_dir(&folder)
        .spawn()
        .unwrap();
    let found = remains::alive(folder.path());
    sleeper.kill().unwrap();
    sleeper.wait().unwrap();
    assert_eq!(found, [i32::try_from(sleeper.id()).unwrap()]);
    assert_eq!(remains::processes_of(folder.path()), [""; 0]);
}

#[track_caller]
fn withstands_every_attack(tier: &str, account: Result<Account, String>) {
    let account = match account {
        Ok(account) => account,
        Err(reason) => return skipped(&format!("tier {tier}: {reason}")),
    };
    // Each attack is run again and again in the search; that it is confined there as well is tried in one tier.
    let repair = match tier {
        _ if tries_all() => "2s",
        "A" => "200ms",
        _ => "0s",
    };
    let class = Class::new(account, repair);
    let devices = hand_in(&class, tier);
    let mut graded = class.grade(tier);
    if graded.tier != tier {
        assert!(
            tier != "A" && tier != "C",
            "root must get tier {tier}, not {}",
            graded.tier
        );
        return skipped(&format!(
            "tier {tier}: this machine gives tier {} instead",
            graded.tier
        ));
    }
    let besides = if matches!(tier, "C" | "D") {
        IN_THE_ROOT_OF_THE_SYSTEM
    } else {
        &[]
    };
    for &(assignment, table) in FOLDERS {
        check(&mut graded, assignment, tried_in(tier, table), besides);
    }
    for (assignment, table) in [("several", SEVERAL), ("many", MANY)] {
        check(&mut graded, assignment, table.iter(), besides);
    }
    for call in tried_in(tier, FORBIDDEN) {
        check_one(
            &mut graded,
            "program",
            &forbidden(call),
            &["forbidden-call SIGSYS"],
        );
    }
    for (name, _) in tried_in(tier, INTERPRETERS) {
        check_one(&mut graded, "static", name, &["runtime-error"]);
    }
    let odd = ODD_FILES
        .iter()
        .filter(|(name, _)| devices || *name != "a-device");
    check(&mut graded, "compiler", odd, &[]);
    if besides.is_empty() && tried_in(tier, COMPILER).any(|(name, _)| *name == "probes") {
        assert!(
            !graded.report("compiler", "probes").contains("SEEN"),
            "probes see files"
        );
    }
    let complaints = graded.complaints;
    assert!(
        complaints.is_empty(),
        "tier {tier}:\n{}",
        complaints.join("\n")
    );
}

/// What of a table is tried in a tier: all of it with `GRADER_TABLES=all`. Otherwise a quarter, so that each attack is tried in one.
fn tried_in<T>(tier: &str, table: &'static [T]) -> impl Iterator<Item = &'static T> {
    let step = gate_step(4);
    let first = usize::from(tier.as_bytes()[0] - b'A') % step;
    table.iter().skip(first).step_by(step)
}

fn check(
    graded: &mut Graded,
    assignment: &str,
    table: impl Iterator<Item = &'static Row>,
    besides: &[Row],
) {
    for (name, may_get) in table {
        let more = besides
            .iter()
            .filter(|(other, _)| other == name)
            .flat_map(|(_, may)| *may);
        let may_get: Vec<&str> = may_get.iter().chain(more).copied().collect();
        check_one(graded, assignment, name, &may_get);
    }
}

fn check_one(graded: &mut Graded, assignment: &str, student: &str, may_get: &[&str]) {
    for got in graded.came_to(assignment, student) {
        if !may_get.iter().any(|may| got.starts_with(may)) {
            let report = graded.report(assignment, student);
            let says = [
                "What happened",
                "BREACH",
                "error:",
                "warning:",
                "not be tested",
            ];
            let telling = report
                .lines()
                .filter(|line| says.iter().any(|say| line.contains(say)));
            let report: Vec<&str> = telling.take(10).collect();
            graded.complaints.push(format!(
                "{assignment}/{student} is `{got}`, not one of {may_get:?}:\n{}",
                report.join("\n")
            ));
        }
    }
}

fn hand_in(class: &Class, tier: &str) -> bool {
    for &(assignment, table) in FOLDERS {
        for (name, _) in tried_in(tier, table) {
            class.attack(assignment, name, &fixture(assignment, name));
        }
    }
    for call in tried_in(tier, FORBIDDEN) {
        let code =
            fixture("program", "forbidden_call").replace("FORBIDDEN_CALL", &format!("SYS_{call}"));
        class.attack("program", &forbidden(call), &code);
    }
    name_interpreters(class, tried_in(tier, INTERPRETERS));
    let linked = class
        .folder_of("compiler", "linked_header")
        .join("linked.h");
    symlink(class.secret_file(), linked).unwrap();
    let option = "an-option-as-a-folder";
    class.attack("several", option, OPTION_AS_A_FOLDER);
    class.hand_in("several", option, "-DINJECTED=/helper.cpp", HELPS);
    class.attack("many", "six-hundred-files", crate::support::ADDS);
    for number in 0..600 {
        class.hand_in("many", "six-hundred-files", format!("part{number}.cpp"), "");
    }
    hand_in_odd_files(class)
}

fn name_interpreters(
    class: &Class,
    interpreters: impl Iterator<Item = &'static (&'static str, &'static str)>,
) {
    for (name, path) in interpreters {
        let path = path.replace("LONG", &"x".repeat(300));
        let code = fixture("static", "names_an_interpreter").replace("INTERPRETER", &path);
        class.attack("static", name, &code);
    }
}

/// Says whether an option that stands in a folder's name reached the compiler.
const OPTION_AS_A_FOLDER: &str = r#"
#include "attack.h"

int main() {
#ifdef INJECTED
    breach("a folder's name is an option of the compiler");
#endif
    return honest();
}
"#;

/// Returns whether a device could be made: only root can, and not in every container.
fn hand_in_odd_files(class: &Class) -> bool {
    let place = |student: &str| class.folder_of("compiler", student).join("main.cpp");
    symlink(class.secret_file(), place("a-link")).unwrap();
    symlink(
        class.folder_of("program", "a-neighbour"),
        class
            .folder_of("compiler", "a-link-to-a-folder")
            .join("src"),
    )
    .unwrap();
    fs::create_dir(place("a-folder")).unwrap();
    std::os::unix::net::UnixListener::bind(place("a-socket")).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(place("a-fifo"))
            .status()
            .unwrap()
            .success()
    );
    class.attack("compiler", "an-option", "");
    for (student, name) in [
        ("an-option", "-fplugin=x.cpp"),
        ("options-from-a-file", "@x.cpp"),
    ] {
        class.hand_in("compiler", student, name, "-DINJECTED");
    }
    fs::remove_file(place("an-option")).unwrap();
    class.hand_in("compiler", "too-large", "main.cpp", [b'\n'; 65 << 10]);
    let raw = b"#include \"attack.h\"\n#pragma GCC warning \"\x1b[31m\x07\xff\xc2\x9b2J\"\nint main() { return honest(); }\n";
    class.attack("compiler", "escapes-as-they-are", "");
    class.hand_in("compiler", "escapes-as-they-are", "main.cpp", raw);
    // Shown as `\xFF` each, its bytes are more than a name may have; cut, it must still be a source's name.
    let grows = [&[0xff; 120], b".cpp".as_slice()].concat();
    class.hand_in(
        "compiler",
        "a-name-that-grows",
        OsStr::from_bytes(&grows),
        crate::support::ADDS,
    );
    let device = Command::new("mknod")
        .arg(place("a-device"))
        .args(["c", "1", "5"])
        .output();
    device.is_ok_and(|ran| ran.status.success())
}

fn forbidden(call: &str) -> String {
    format!("calls-{call}")
}

fn fixture(folder: &str, name: &str) -> String {
    fs::read_to_string(format!("{FIXTURES}/{folder}/{name}.cpp")).unwrap()
}
