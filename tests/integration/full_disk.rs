//! A disk without room is our failure, and no file is left half-written.
//!
//! The disks are file systems in memory, a page or two in size, that only the processes of one test see. Where
//! the system does not allow that, these tests say so and prove nothing.

use std::fs;
use std::io::{Write, stderr};
use std::process::Command;

use crate::support::results::Results;
use crate::support::{ADDS, Course, GRADER, RECORDS, SUM, entries, without_measures};

/// Mounts a small disk at `$2`, runs the rest as a command, and copies what it left on the disk to `$3`.
const ON_A_SMALL_DISK: &str = r#"
size=$1 disk=$2 kept=$3
shift 3
mount -t tmpfs -o "size=$size" tmpfs "$disk" || exit 99
"$@"
code=$?
cp -a "$disk/." "$kept/"
exit $code
"#;

/// How to get a name space of one's own: as root, or as an ordinary user who plays root.
const UNSHARE: [&[&str]; 2] = [&["--mount"], &["--mount", "--map-root-user"]];

/// A command whose `disk` holds no more than `size`; none if the system does not allow it.
fn on_a_small_disk(course: &Course, size: &str, disk: &str) -> Option<Command> {
    for name in [disk, "kept"] {
        fs::create_dir_all(course.path(name)).unwrap();
    }
    let start = |options: &&&[&str]| {
        let mut command = Command::new("unshare");
        command
            .args(**options)
            .args(["sh", "-c", ON_A_SMALL_DISK, "sh", size]);
        command
            .arg(course.path(disk))
            .arg(course.path("kept"))
            .current_dir(course.path(""));
        command
    };
    let works = |options: &&&[&str]| {
        start(options)
            .arg("true")
            .output()
            .is_ok_and(|output| output.status.success())
    };
    let allowed = UNSHARE.iter().find(works);
    if allowed.is_none() {
        // Written past the test harness, which keeps what a passing test prints to itself.
        stderr()
            .write_all(b"SKIPPED: this system lets no test mount a small disk\n")
            .unwrap();
    }
    allowed.as_ref().map(start)
}

#[test]
fn a_disk_that_fills_up_while_reports_are_written_leaves_each_file_whole_or_not_there() {
    let course = Course::sum().with_own_cache();
    course.write("submissions/ann/sum.cpp", ADDS);
    course.write("submissions/bob/sum.cpp", "nonsense");
    course
        .grader(&["run", "submissions", "--out", "whole"])
        .exits_with(0);
    let mut gone_on = 0;
    for size in ["4k", "8k", "12k", "20k"] {
        let Some(mut command) = on_a_small_disk(&course, size, "disk") else {
            return;
        };
        command.envs(course.own_environment());
        command.args([GRADER, "run", "submissions", "--out", "disk"]);
        course
            .run(command)
            .exits_with(3)
            .says(&["no room left", "--out DIR"]);
        let kept = course.files_in("kept");
        assert!(
            !kept.contains_key("results.json") || !kept.contains_key("grades.csv"),
            "{size}"
        );
        for (name, text) in kept.iter().filter(|(name, _)| *name != "results.json") {
            let whole = course.read(&format!("whole/{name}"));
            assert_eq!(
                without_measures(text),
                without_measures(&whole),
                "{size}: {name}"
            );
        }
        if kept.contains_key("results.json") {
            assert_eq!(Results::read(&course.path("kept")).submissions().len(), 2);
        }
        if entries(&course.path("kept").join(RECORDS)).contains(&"records".to_owned()) {
            let arguments = [
                "run",
                "submissions",
                "--out",
                "kept",
                "--resume",
                "--no-cache",
            ];
            course
                .grader(&[&arguments[..], &["--log", "log"]].concat())
                .exits_with(0);
            assert!(!course.read("log").contains("graded points="), "{size}");
            gone_on += 1;
        }
        fs::remove_dir_all(course.path("kept")).unwrap();
    }
    assert!(gone_on > 0, "of what was graded nothing is graded again");
}

/// A course whose reference is no program that would have to be built.
fn course_with_a_game() -> Course {
    let course = Course::empty().with_own_cache();
    let rubric = SUM.replace("{ sources = [\"solution.cpp\"] }", "{ game = \"tttn\" }");
    course.write("rubric.toml", rubric);
    course.write(
        "testcases/sum/quits.toml",
        "description = \"Quits\"\ninput = [\"1\", \"7\"]\n",
    );
    course.grader(&["regenerate"]).exits_with(0);
    course.write("submissions/ann/sum.cpp", ADDS);
    course
}

#[test]
fn a_disk_from_which_nothing_may_be_executed_is_no_fault_of_a_program() {
    let course = course_with_a_game();
    let Some(mut command) = on_a_small_disk(&course, "64m,noexec", "disk") else {
        return;
    };
    command.env("TMPDIR", course.path("disk"));
    command.args([GRADER, "run", "submissions"]);
    course.run(command).exits_with(3);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.of("ann", "sum")["graded"], false);
    let report = course.read("reports/ann/sum.md");
    assert!(report.contains("mounted with `noexec`"), "{report}");
}

#[test]
fn precompiled_headers_take_no_room_that_submissions_need() {
    let course = Course::sum().with_own_cache();
    for number in 0..6 {
        let source = format!("#include <iostream>\n{ADDS}");
        course.write(format!("submissions/s{number}/sum.cpp"), source);
    }
    course.grader(&["run", "submissions"]).exits_with(0);
    let graded = course.read("reports/grades.csv");
    assert!(course.caches().exists());
    // Once what is kept finds no room where submissions are built, and once what is made finds none to be kept.
    for name in ["TMPDIR", "XDG_CACHE_HOME"] {
        let Some(mut command) = on_a_small_disk(&course, "64m", "disk") else {
            return;
        };
        command.envs(course.own_environment());
        command.env(name, course.path("disk"));
        command.args([GRADER, "run", "submissions"]);
        course.run(command).exits_with(0);
        assert_eq!(course.read("reports/grades.csv"), graded, "{name}");
        assert!(
            !course
                .files_in("kept")
                .keys()
                .any(|file| file.ends_with(".gch")),
            "{name}"
        );
        fs::remove_dir_all(course.path("kept")).unwrap();
    }
}

#[test]
fn a_full_disk_for_temporary_files_is_never_a_compile_error_of_the_students() {
    let course = course_with_a_game();
    for size in ["4k", "16k"] {
        let Some(mut command) = on_a_small_disk(&course, size, "disk") else {
            return;
        };
        command.env("TMPDIR", course.path("disk"));
        command.args([GRADER, "run", "submissions"]);
        course.run(command).exits_with(3);
        let reports = course.path("reports");
        if entries(&reports).contains(&"results.json".to_owned()) {
            assert_eq!(
                Results::read(&reports).of("ann", "sum")["graded"],
                false,
                "{size}"
            );
        }
    }
}
