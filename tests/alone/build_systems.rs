//! Builds that students' files direct: a Makefile is a program of a student's, so it is tried with all that a program may not do,
//! in every tier that this machine can produce.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::checkers::{grade, is_of_tier, prepare};
use crate::support::account::Account;
use crate::support::remains::{self, Snapshot};
use crate::support::results::text;
use crate::support::tiers::{skipped, tiers};
use crate::support::{ADDS, CASE, Course, EXPECTED, SUM};
use serial_test::parallel;

/// What the attacker compiles.
const ATTACK: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/alone/build_systems/attack.cpp"
);

/// What is left in place of a program, and the words that the report has for it.
const PRODUCTS: &[(&str, &str, &str)] = &[
    ("link", "ln -s {secret} sum", "left a link for `sum`"),
    (
        "through-a-link",
        "cd .. && mv files away && ln -s /bin files",
        "left no file `sum`",
    ),
    ("hard-link", "ln {secret} sum", "ln: "),
    ("device", "mknod sum c 1 8", "mknod: "),
    ("pipe", "mkfifo sum", "mkfifo: "),
    ("sparse", "truncate -s 1G sum", "File size limit exceeded"),
    ("locked", "mkdir -m 0 sum", "left a folder for `sum`"),
    ("many", "seq 1 20 | xargs touch", "and 12 more"),
];

fn is_there(command: &str) -> bool {
    let is = Command::new(command).arg("--version").output().is_ok();
    if !is {
        skipped(&format!("{command}, which is not installed"));
    }
    is
}

fn course() -> Course {
    let course = Course::empty();
    let rubric = SUM.replacen("sources", "toolchain = [\"make\", \"g++\"]\nsources", 1);
    course.write("rubric.toml", rubric);
    course.write("testcases/sum/adds.toml", CASE);
    course.write("testcases/sum/adds.expected", EXPECTED);
    course.write("solution.cpp", ADDS);
    course.write("submissions/ann/sum.cpp", ADDS);
    course.write("submissions/bob/sum.cpp", ADDS);
    course.write("submissions/bob/Makefile", "sum: sum.cpp\n\tg++ -o $@ $<\n");
    course
}

#[test]
#[parallel(root, ordinary)]
fn a_makefile_that_attacks_harms_nothing_in_any_tier() {
    if !is_there("make") {
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    for (tier, account) in tiers("D") {
        let secret = tempfile::Builder::new()
            .prefix(".secret-")
            .tempfile_in(&account.home);
        let secret = secret.unwrap().into_temp_path();
        fs::write(&secret, "a secret").unwrap();
        account.owns(&secret);
        let course = course();
        let bound = if ["A", "B"].contains(&tier) {
            "bounded"
        } else {
            "unbounded"
        };
        let place = course.path("");
        let home = account.home.display();
        let words = format!(
            "{} {home} {} {port} {bound}",
            secret.display(),
            place.display()
        );
        course.write("submissions/eve/sum.cpp", ADDS);
        course.write(
            "submissions/eve/attack.cpp",
            fs::read_to_string(ATTACK).unwrap(),
        );
        // What is linked here cannot be executed by its name.
        let makefile = format!(
            "LOADER = $(firstword $(wildcard /lib64/ld-linux-*.so.* /lib/ld-linux-*.so.*))\n\
             sum: sum.cpp attack.cpp\n\tg++ -o sum sum.cpp\n\tg++ -o attack attack.cpp\n\t$(LOADER) ./attack {words}\n"
        );
        course.write("submissions/eve/Makefile", makefile);
        for (student, command, _) in PRODUCTS {
            let command = command.replace("{secret}", &secret.display().to_string());
            course.write(format!("submissions/{student}/sum.cpp"), ADDS);
            course.write(
                format!("submissions/{student}/Makefile"),
                format!("all:\n\t{command}\n"),
            );
        }
        prepare(&course, &account);
        let watched = [course.path(""), secret.to_path_buf()];
        let watched: Vec<&Path> = watched.iter().map(PathBuf::as_path).collect();
        let before = Snapshot::of(&watched);
        let (ran, results) = grade(&course, &account, tier);
        if !is_of_tier(&results, tier) {
            continue;
        }
        for student in ["ann", "bob", "eve"] {
            let one = results.of(student, "sum");
            let verdict = &one["cases"][0]["verdict"];
            let build = &one["build"];
            assert_eq!(verdict, "accepted", "{student} in tier {tier}: {build:#}");
        }
        assert_eq!(ran.code, Some(0), "tier {tier}: {ran:#?}");
        for (student, _, words) in PRODUCTS {
            let build = &results.of(student, "sum")["build"];
            assert_eq!(
                build["verdict"], "compile-error",
                "{student} in tier {tier}: {build:#}"
            );
            let report = course.home().join("out").join(student).join("sum.md");
            let report = fs::read_to_string(report).unwrap();
            assert!(report.contains(words), "{student} in tier {tier}: {report}");
            assert!(
                !report.contains("a secret"),
                "{student} in tier {tier}: {report}"
            );
        }
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
        let left = fs::read_dir(course.temporary()).unwrap().count();
        assert_eq!(left, 0, "tier {tier} leaves temporary folders");
        assert!(
            listener.accept().is_err(),
            "somebody connected in tier {tier}"
        );
    }
}

#[test]
#[parallel(root, ordinary)]
fn without_walls_around_files_no_students_files_direct_a_build() {
    if !is_there("make") {
        return;
    }
    let Ok(account) = Account::ordinary() else {
        return skipped("tier E, because there is no ordinary account");
    };
    let course = course();
    prepare(&course, &account);
    let (ran, results) = grade(&course, &account, "E");
    if !is_of_tier(&results, "E") {
        return;
    }
    assert_eq!(ran.code, Some(3), "{ran:#?}");
    assert_eq!(results.of("ann", "sum")["cases"][0]["verdict"], "accepted");
    let build = &results.of("bob", "sum")["build"];
    assert_eq!(build["verdict"], "ungraded", "{build:#}");
    assert!(text(&build["reason"]).contains("Landlock"), "{build:#}");
}
