//! Things in a folder of submissions that are not what they seem: no regular files, too large, or oddly named.

#![expect(clippy::unwrap_used, reason = "a folder that cannot be prepared is a failed test")]

mod support;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use support::results::{Results, text};
use support::{ADDS, Course, SUM};

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
        ("link", |place| symlink("../../solution.cpp", place).unwrap(), "a symbolic link"),
        ("device", |place| symlink("/dev/zero", place).unwrap(), "a symbolic link"),
        ("nowhere", |place| symlink("nowhere", place).unwrap(), "a symbolic link"),
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
        assert!(reason.contains("`sum.cpp`") && reason.contains(kind), "{student}: {reason}");
        assert_eq!(submission["cases"][0]["verdict"], "not-run", "{student}");
    }
}

fn pipe(place: &Path) {
    assert!(Command::new("mkfifo").arg(place).status().unwrap().success());
}

#[test]
fn a_link_in_place_of_a_students_folder_is_refused() {
    let course = with_ann();
    symlink("ann", course.path("submissions/eve")).unwrap();
    let build = course.results().of("eve", "sum")["build"].clone();
    assert_eq!(build["verdict"], "refused");
    assert!(text(&build["reason"]).contains("a symbolic link"), "{build}");
}

#[test]
fn a_folder_beside_the_source_is_not_reached_through_a_link() {
    let course = with_ann();
    course.write("secret/sum.cpp", ADDS);
    fs::create_dir(course.path("submissions/eve")).unwrap();
    symlink("../../secret", course.path("submissions/eve/src")).unwrap();
    assert_eq!(course.results().of("eve", "sum")["build"]["verdict"], "missing");
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
    assert!(reason.contains("1025") && reason.contains("1024"), "{reason}");
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
        assert!(course.path(format!("reports/{shown}/sum.md")).is_file(), "{shown}");
        assert!(ran.stdout.contains(shown) && ran.stderr.contains(shown), "{shown}: {ran:#?}");
    }
}

#[test]
fn a_source_with_an_odd_name_is_graded() {
    let course = with_ann();
    let names: [(&str, &[u8]); 3] =
        [("newline", b"su\nm.cpp"), ("bytes", b"\xff.cpp"), ("blank", b" $(touch x) '.cpp")];
    for (student, name) in names {
        let folder = Path::new("submissions").join(student);
        course.write(folder.join(OsStr::from_bytes(name)), ADDS);
    }
    let results = course.results();
    for (student, _) in names {
        assert_eq!(results.of(student, "sum")["points"], 10.0, "{student}");
    }
}
