//! Things in a folder of submissions that are not what they seem: no regular files, too large, or oddly named.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use crate::support::results::{Results, list, text};
use crate::support::{ADDS, Course, SUM, compiler};

/// The smallest course, with a right program of Ann's.
fn with_ann() -> Course {
    let course = Course::sum();
    course.write("submissions/ann/sum.cpp", ADDS);
    course
}

/// Puts something in a student's folder that must not be touched.
type Trap = fn(&Path);

#[test]
fn what_is_no_regular_file_is_refused_with_the_reason() {
    const TRAPS: [(&str, Trap, &str); 5] = [
        (
            "link",
            |place| symlink("../../solution.cpp", place).unwrap(),
            "a symbolic link",
        ),
        (
            "device",
            |place| symlink("/dev/zero", place).unwrap(),
            "a symbolic link",
        ),
        (
            "nowhere",
            |place| symlink("nowhere", place).unwrap(),
            "a symbolic link",
        ),
        ("pipe", pipe, "a named pipe"),
        ("folder", |place| fs::create_dir(place).unwrap(), "a folder"),
    ];
    let course = with_ann();
    for (student, make, _) in TRAPS {
        let folder = course.path(format!("submissions/{student}"));
        fs::create_dir(&folder).unwrap();
        make(&folder.join("sum.cpp"));
    }
    let results = course.results();
    assert_eq!(results.of("ann", "sum")["points"], 10.0);
    for (student, _, kind) in TRAPS {
        let submission = results.of(student, "sum");
        assert_eq!(submission["build"]["verdict"], "refused", "{student}");
        let reason = text(&submission["build"]["reason"]);
        assert!(
            reason.contains("`sum.cpp`") && reason.contains(kind),
            "{student}: {reason}"
        );
        assert_eq!(submission["cases"][0]["verdict"], "not-run", "{student}");
    }
}

fn pipe(place: &Path) {
    assert!(
        Command::new("mkfifo")
            .arg(place)
            .status()
            .unwrap()
            .success()
    );
}

#[test]
fn a_link_in_place_of_a_students_folder_is_refused() {
    let course = with_ann();
    symlink("ann", course.path("submissions/eve")).unwrap();
    let build = course.results().of("eve", "sum")["build"].clone();
    assert_eq!(build["verdict"], "refused");
    assert!(
        text(&build["reason"]).contains("a symbolic link"),
        "{build}"
    );
}

#[test]
fn a_folder_beside_the_source_is_not_reached_through_a_link() {
    let course = with_ann();
    course.write("secret/sum.cpp", ADDS);
    fs::create_dir(course.path("submissions/eve")).unwrap();
    symlink("../../secret", course.path("submissions/eve/src")).unwrap();
    assert_eq!(
        course.results().of("eve", "sum")["build"]["verdict"],
        "missing"
    );
}

#[test]
fn a_file_that_is_too_large_is_refused_with_both_sizes() {
    let course = with_ann();
    let rubric = format!("{SUM}\n[assignments.sum.build_limits]\nsource = \"1KiB\"\n");
    course.write("rubric.toml", rubric);
    course.write("submissions/bob/sum.cpp", " ".repeat(1025));
    let results = course.results();
    assert_eq!(results.of("ann", "sum")["build"]["verdict"], "ok");
    let build = &results.of("bob", "sum")["build"];
    assert_eq!(build["verdict"], "refused");
    let reason = text(&build["reason"]);
    assert!(
        reason.contains("1025") && reason.contains("1024"),
        "{reason}"
    );
}

#[test]
fn a_name_that_the_compiler_takes_for_an_option_is_refused() {
    for name in ["-x.cpp", "@x.cpp", "--version.cpp"] {
        let course = with_ann();
        course.write(format!("submissions/eve/{name}"), ADDS);
        let results = course.results();
        let build = &results.of("eve", "sum")["build"];
        assert_eq!(build["verdict"], "refused", "{name}");
        assert!(text(&build["reason"]).contains("option"), "{name}: {build}");
    }
}

#[test]
fn names_with_odd_bytes_are_shown_printable_and_stay_different() {
    let names: [(&[u8], &str); 4] = [
        (b"new\nline", r"new\x0aline"),
        (b"not-utf8-\xff", r"not-utf8-\xff"),
        (br"not-utf8-\xff", r"not-utf8-\x5cxff"),
        ("Zoë Ω".as_bytes(), "Zoë Ω"),
    ];
    let course = Course::sum();
    for (name, _) in names {
        let folder = Path::new("submissions").join(OsStr::from_bytes(name));
        course.write(folder.join("sum.cpp"), ADDS);
    }
    let ran = course.grader(&["run", "submissions"]);
    ran.exits_with(0);
    let results = Results::read(&course.path("reports"));
    for (_, shown) in names {
        assert_eq!(results.of(shown, "sum")["points"], 10.0, "{shown}");
        assert!(
            course.path(format!("reports/{shown}/sum.md")).is_file(),
            "{shown}"
        );
        assert!(
            ran.stdout.contains(shown) && ran.stderr.contains(shown),
            "{shown}: {ran:#?}"
        );
    }
}

#[test]
fn a_source_with_an_odd_name_is_graded() {
    let course = with_ann();
    let names: [(&str, &[u8]); 3] = [
        ("newline", b"su\nm.cpp"),
        ("bytes", b"\xff.cpp"),
        ("blank", b" $(touch x) '.cpp"),
    ];
    for (student, name) in names {
        let folder = Path::new("submissions").join(student);
        course.write(folder.join(OsStr::from_bytes(name)), ADDS);
    }
    let results = course.results();
    for (student, _) in names {
        assert_eq!(results.of(student, "sum")["points"], 10.0, "{student}");
    }
}

/// Makes a file of this size that takes no room.
fn sparse(course: &Course, name: &str, size: u64) {
    course.write(name, "");
    fs::File::options()
        .write(true)
        .open(course.path(name))
        .unwrap()
        .set_len(size)
        .unwrap();
}

#[test]
fn a_submission_beyond_a_bound_is_refused_with_the_bound_and_costs_nobody_else() {
    type HandIn = fn(&Course);
    const HAND_INS: [(&str, HandIn, &[&str]); 7] = [
        (
            "many",
            |course| {
                (0..300).for_each(|n| sparse(course, &format!("submissions/many/{n}.h"), 1 << 20));
            },
            &["301 sources and headers", "at most 256"],
        ),
        (
            "large",
            |course| {
                (0..5).for_each(|n| sparse(course, &format!("submissions/large/{n}.h"), 1 << 20));
            },
            &[
                "5243189 bytes",
                "at most 4194304",
                "hand in only the files that you wrote",
            ],
        ),
        (
            "huge",
            |course| sparse(course, "submissions/huge/sum.cpp", 1 << 40),
            &["`sum.cpp` has 1099511627776 bytes; at most 1048576"],
        ),
        (
            "deep",
            |course| course.write(format!("submissions/deep/{}x.h", "d/".repeat(17)), ""),
            &[
                "more than 16 folders deep",
                "without the folders around them",
            ],
        ),
        (
            "crowded",
            |course| {
                (0..10_001).for_each(|n| course.write(format!("submissions/crowded/{n}"), ""));
            },
            &[
                "more than 10000 files and folders",
                "hand in only what you wrote",
            ],
        ),
        (
            "hidden",
            |course| {
                (0..10_001).for_each(|n| course.write(format!("submissions/hidden/.g/{n}"), ""));
            },
            &[],
        ),
        (
            "long",
            |course| {
                let folders = format!("{}/", "l".repeat(200)).repeat(3);
                course.write(format!("submissions/long/{folders}x.h"), "");
            },
            &["has 602 bytes; at most 500", "shorter names"],
        ),
    ];
    let course = with_ann();
    for (student, hand_in, _) in HAND_INS {
        course.write(format!("submissions/{student}/sum.cpp"), ADDS);
        hand_in(&course);
    }
    let results = course.results();
    assert_eq!(results.of("ann", "sum")["points"], 10.0);
    for (student, _, says) in HAND_INS {
        let one = results.of(student, "sum");
        let expected = if says.is_empty() { "ok" } else { "refused" };
        assert_eq!(one["build"]["verdict"], expected, "{student}: {one:#}");
        let reason = text(&one["build"]["reason"]);
        assert!(
            says.iter().all(|part| reason.contains(part)),
            "{student}: {reason}"
        );
    }
}

#[test]
fn headers_within_the_bounds_are_taken_and_one_that_is_too_large_is_left_out_with_a_remark() {
    let course = with_ann();
    (0..200).for_each(|n| course.write(format!("submissions/ann/{n}.h"), "\n"));
    sparse(&course, "submissions/ann/board.hpp", 2 << 20);
    let results = course.results();
    let ann = results.of("ann", "sum");
    assert_eq!(ann["points"], 10.0);
    let remark = text(&ann["remarks"][0]);
    assert!(
        remark.contains("`board.hpp` has 2097152 bytes; at most 1048576"),
        "{remark}"
    );
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_folder_of_more_students_than_any_class_has_is_a_mistake_in_the_command() {
    let course = with_ann();
    // Whatever is no submission is passed over, however much it is.
    (0..30_000).for_each(|n| course.write(format!("submissions/{n}.txt"), ""));
    assert_eq!(course.results().submissions().len(), 1);
    (0..20_000).for_each(|n| course.write(format!("submissions/{n}.cpp"), ""));
    let ran = course.grader(&["run", "submissions"]);
    ran.exits_with(2)
        .says(&["`submissions` holds more than 20000 students"]);
}

#[test]
fn a_file_that_was_not_graded_is_not_said_to_have_been() {
    let course = with_ann();
    fs::create_dir(course.path("submissions/eve")).unwrap();
    symlink(
        "../../solution.cpp",
        course.path("submissions/eve/game.cpp"),
    )
    .unwrap();
    let results = course.results();
    let eve = results.of("eve", "sum");
    assert_eq!(eve["build"]["verdict"], "refused");
    let remark = text(&eve["remarks"][0]);
    assert_eq!(remark, "`game.cpp` was taken, because `sum.cpp` is missing");
    assert!(!course.read("reports/eve/sum.md").contains("was graded"));
}

/// A compiler that is asked for its version after files were listed and before they are copied. It then puts a link in
/// place of a folder, and of a file.
const SWAPS: &str = r#"
case "$*" in *--version*)
    cd "COURSE/submissions"
    mv folder/src folder/.away && ln -s ../../secret folder/src
    mv file/sum.cpp file/.away && ln -s ../../secret/sum.cpp file/sum.cpp
    mv whole .whole && ln -s ../secret whole
esac
"#;

#[test]
fn what_becomes_a_link_after_it_was_listed_is_refused_and_shows_nothing_of_where_it_leads() {
    for tier in if rustix::process::geteuid().is_root() {
        ["A", "C"]
    } else {
        ["B", "D"]
    } {
        let course = with_ann();
        // It would be seen in what the compiler says of it.
        course.write("secret/sum.cpp", "#error the_secret_of_another\n");
        for name in ["folder/src/sum.cpp", "file/sum.cpp", "whole/sum.cpp"] {
            course.write(format!("submissions/{name}"), ADDS);
        }
        let swaps = SWAPS.replace("COURSE", &course.path("").display().to_string());
        let folder = compiler::install(&course, &(swaps + compiler::COMPILES));
        let mut command = course.command(&["run", "submissions"]);
        command.env("PATH", format!("{}:/usr/bin:/bin", folder.display()));
        command.env("GRADER_STRONGEST_TIER", tier);
        course.run(command).exits_with(0);
        assert!(
            course.path("submissions/whole").is_symlink(),
            "nothing was swapped"
        );
        let results = Results::read(&course.path("reports"));
        assert_eq!(results.of("ann", "sum")["points"], 10.0);
        for student in ["folder", "file", "whole"] {
            let one = results.of(student, "sum");
            assert_eq!(
                one["build"]["verdict"], "refused",
                "{student} in tier {tier}: {one:#}"
            );
            assert_eq!(list(&one["cases"])[0]["verdict"], "not-run");
        }
        for (name, report) in course.files_in("reports") {
            assert!(!report.contains("the_secret_of_another"), "{name}");
        }
    }
}

#[test]
fn what_a_student_cannot_see_in_a_source_is_named() {
    let course = Course::sum();
    for (student, program) in [
        ("curly", ADDS.replace("\"Sum: %d\\n\"", "“Sum: %d\\n”")),
        ("blank", ADDS.replace("int first =", "int\u{A0}first =")),
        ("mian", ADDS.replace("int main", "int mian")),
        ("empty", "\n".to_owned()),
        ("document", "PK\u{3}\u{4}\u{14}\0".to_owned()),
    ] {
        course.write(format!("submissions/{student}/sum.cpp"), program);
    }
    course.grader(&["run", "submissions"]).exits_with(0);
    for (student, says) in [
        (
            "curly",
            "`sum.cpp` has a curly quotation mark in line 13, `“` (U+201C)",
        ),
        (
            "blank",
            "`sum.cpp` has a blank that is none in line 11 (a non-breaking space, U+00A0)",
        ),
        (
            "mian",
            "`sum.cpp` has a function `mian` in line 10, and no `main`",
        ),
        ("empty", "`sum.cpp` is empty: save your program"),
        (
            "document",
            "`sum.cpp` is a document or an archive (`.docx`, `.odt`, `.zip`) and no text",
        ),
    ] {
        let report = course.read(&format!("reports/{student}/sum.md"));
        assert!(report.contains(says), "{report}");
    }
}
