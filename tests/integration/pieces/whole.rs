//! Pieces that belong together make what one run would have made.

use std::fs;
use std::process::Stdio;

use rustix::process::geteuid;

use super::{all, graded, merge, rewrite, run};
use crate::support::results::Results;
use crate::support::sum::class_of;
use crate::support::tiers::skipped;
use crate::support::{ADDS, CASE, Course, EXPECTED, SUM, entries};

/// Four students, each with a program for two assignments; the second stands first in the rubric.
fn class() -> Course {
    let course = class_of(4);
    let (defaults, sum) = SUM.split_once("[assignments.sum]").unwrap();
    let plus = sum.replace("sum", "plus");
    course.write(
        "rubric.toml",
        format!("{defaults}[assignments.plus]{plus}[assignments.sum]{sum}"),
    );
    course.write("testcases/plus/adds.toml", CASE);
    course.write("testcases/plus/adds.expected", EXPECTED);
    for number in 0..4 {
        course.write(format!("submissions/s{number}/plus.cpp"), ADDS);
    }
    course
}

#[test]
fn a_name_with_a_slash_is_merged_as_it_is() {
    let course = class_of(2);
    course.write(
        "roster.csv",
        "student,name\ns0,Ann\ns1,Bob\n,Kumar A/L Rajan\n",
    );
    let folders = all(&course, 2);
    merge(&course, &folders).exits_with(0);
    let merged = Results::read(&course.path("merged"));
    assert_eq!(merged.of("Kumar A/L Rajan", "sum")["points"], 0.0);
}

#[test]
fn pieces_of_every_size_and_cut_make_the_files_of_one_run() {
    let course = class();
    course
        .grader(&["run", "submissions", "--quiet", "--out", "whole"])
        .exits_with(0);
    let whole = course.files_but_measures("whole");
    // More than there are submissions, so that some are empty.
    for pieces in [1, 2, 3, 11] {
        for cut in ["hash", "slice"] {
            let mut folders: Vec<String> = Vec::new();
            for piece in 1..=pieces {
                let folder = format!("{cut}/{piece}-of-{pieces}");
                let partition = format!("{cut}:{piece}/{pieces}");
                run(&course, &partition, &["--out", &folder]).exits_with(0);
                folders.push(folder);
            }
            folders.reverse();
            merge(&course, &folders)
                .exits_with(0)
                .shows(&["8 submissions"]);
            assert_eq!(course.files_but_measures("merged"), whole, "{cut} {pieces}");
        }
    }
    let left: Vec<String> = entries(&course.path("merged/.grader"));
    assert_eq!(left, ["records"], "what a run leaves");
}

#[test]
fn a_merged_folder_is_gone_on_with_as_if_one_run_had_made_it() {
    let course = class_of(3);
    let folders = all(&course, 2);
    merge(&course, &folders).exits_with(0);
    fs::remove_dir_all(course.path("pieces")).unwrap();
    let before = course.files_in("merged");
    course
        .grader(&["report", "--all", "--out", "merged"])
        .exits_with(0);
    assert_eq!(course.files_in("merged"), before);
    course.write("submissions/s1/sum.cpp", ADDS);
    let again = ["run", "submissions", "--only-failed", "--out", "merged"];
    course
        .grader(&again)
        .exits_with(0)
        .shows(&["1 other submission is kept"]);
    course.is_whole("merged");
}

#[test]
fn a_piece_that_is_there_twice_counts_once() {
    let course = class_of(3);
    let mut folders = all(&course, 2);
    run(&course, "1/2", &["--out", "again"]).exits_with(0);
    run(&course, "2/2", &["--out", "anew", "--regrade"]).exits_with(0);
    folders.extend(["again", "anew", "again"].map(str::to_owned));
    merge(&course, &folders)
        .exits_with(0)
        .shows(&["3 submissions"]);
    course.is_whole("merged");
}

#[test]
fn a_program_that_was_built_in_another_way_in_another_folder_is_the_same() {
    let course = class_of(1);
    for number in 0..8 {
        // So many that a trial of the linker pays.
        course.write(format!("submissions/nobody-{number}/notes.txt"), "nothing");
    }
    run(&course, "1/1", &["--out", "one"]).exits_with(0);
    let plainly = ["--out", "other", "--regrade", "--no-import-libraries"];
    run(&course, "1/1", &plainly).exits_with(0);
    let log =
        |folder: &str| Results::read(&course.path(folder)).of("s0", "sum")["build"]["log"].clone();
    assert_eq!(
        log("one"),
        log("other"),
        "a report lists the plain commands"
    );
    merge(&course, &["one".to_owned(), "other".to_owned()]).exits_with(0);
}

#[test]
fn two_merges_at_once_do_no_harm_to_each_other() {
    let course = class_of(4);
    let folders = all(&course, 2);
    let mut arguments = vec!["merge", "--out", "merged"];
    arguments.extend(folders.iter().map(String::as_str));
    let start = || {
        let mut command = course.command(&arguments);
        command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    for mut merge in [start(), start(), start()] {
        assert_eq!(merge.wait().unwrap().code(), Some(0));
    }
    course.is_whole("merged");
}

#[test]
fn the_weakest_confinement_of_all_pieces_is_told_of_the_class() {
    let course = class_of(3);
    let weaker = if geteuid().is_root() { "C" } else { "D" };
    let arguments = [
        "run",
        "submissions",
        "--partition",
        "slice:2/2",
        "--out",
        "weaker",
    ];
    let mut command = course.command(&arguments);
    command.env("GRADER_STRONGEST_TIER", weaker);
    course.run(command).exits_with(0);
    run(&course, "slice:1/2", &["--out", "stronger"]).exits_with(0);
    if Results::read(&course.path("stronger")).0["sandbox"]["tier"] == weaker {
        return skipped(&format!(
            "tiers that differ: this machine gives no other than {weaker}"
        ));
    }
    let merged = merge(&course, &["stronger".to_owned(), "weaker".to_owned()]);
    merged
        .exits_with(0)
        .says(&[&format!("weakest is tier {weaker}"), "weaker, graded on"]);
    assert_eq!(
        Results::read(&course.path("merged")).0["sandbox"]["tier"],
        weaker
    );
}

#[test]
fn a_machine_that_confines_too_weakly_grades_no_piece_and_leaves_nothing() {
    let course = class_of(1);
    course.write("rubric.toml", format!("[sandbox]\nrequire = \"A\"\n{SUM}"));
    let mut command = course.command(&["run", "submissions", "--partition", "1/1"]);
    command.env("GRADER_STRONGEST_TIER", "C");
    let ran = course.run(command);
    ran.exits_with(3)
        .says(&["tier A is required", "grader doctor"]);
    assert!(!ran.stderr.contains("[1/1]"), "{ran:?}");
    assert!(!course.path("pieces").exists());
}

#[test]
fn a_piece_says_which_of_what_it_is() {
    let course = class_of(3);
    let folder = graded(&course, 2, 2);
    let text = course.read(&format!("{folder}/.grader/piece.json"));
    let said: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(said["schema"], "grader/piece/v1");
    assert_eq!(
        (&said["piece"], &said["pieces"], &said["cut"]),
        (&2.into(), &2.into(), &"hash".into())
    );
    for key in [
        "grader",
        "class",
        "course",
        "toolchains",
        "confinement",
        "host",
        "started",
        "ended",
    ] {
        assert!(!said[key].is_null(), "{key}: {text}");
    }
    let class = course.read(&format!("{folder}/.grader/class.txt"));
    assert_eq!(class, "sum/s0\nsum/s1\nsum/s2\n");
    // Keys that a later grader may add are nothing to this one.
    rewrite(&course, &folder, "\"host\"", "\"more\": 1, \"host\"");
    merge(&course, &[folder]).exits_with(3);
}
