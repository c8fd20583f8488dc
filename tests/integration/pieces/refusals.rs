//! What does not belong together is told apart, each with what to do about it.

use std::fs;
use std::path::Path;

use super::{all, graded, merge, rewrite, run};
use crate::support::compiler;
use crate::support::sum::class_of;
use crate::support::{ADDS, Course};

/// Three pieces of a class, one of which has been changed.
struct Case {
    what: &'static str,
    change: fn(&Course, &mut Vec<String>),
    says: &'static [&'static str],
}

/// Grades the second piece in another way, in place of what it was.
fn second(course: &Course, partition: &str) {
    fs::remove_dir_all(course.path("pieces/2-of-3")).unwrap();
    run(course, partition, &["--out", "pieces/2-of-3"]).exits_with(0);
}

/// The second piece, graded with this in the place of `g++`.
fn second_compiled_by(course: &Course, script: &str) {
    let path = compiler::install(course, script);
    fs::remove_dir_all(course.path(SECOND)).unwrap();
    let mut command = course.command(&["run", "submissions", "--partition", "2/3"]);
    command.env("PATH", path);
    course.run(command).exits_with(0);
}

const SECOND: &str = "pieces/2-of-3";

const CASES: [Case; 16] = [
    Case {
        what: "a folder that is not there",
        change: |_, folders| folders.push("nowhere".to_owned()),
        says: &["no folder nowhere", "--out"],
    },
    Case {
        what: "a folder that is no piece",
        change: |course, folders| {
            course.grader(&["run", "submissions"]).exits_with(0);
            folders.push("reports".to_owned());
        },
        says: &["reports is no piece", "piece.json", "--partition K/N"],
    },
    Case {
        what: "a piece of a class cut in another way",
        change: |course, _| second(course, "slice:2/3"),
        says: &[SECOND, "is piece slice:2/3", "hash:1/3", "cut in one way"],
    },
    Case {
        what: "a piece of a class cut into more",
        change: |course, _| second(course, "2/4"),
        says: &[SECOND, "is piece hash:2/4", "cut in one way"],
    },
    Case {
        what: "a piece of another list of submissions",
        change: |course, _| {
            course.write("submissions/late/sum.cpp", ADDS);
            second(course, "2/3");
        },
        says: &[
            SECOND,
            "graded on",
            "another list of submissions than pieces/1-of-3",
            "handed in",
        ],
    },
    Case {
        what: "a piece of another course",
        change: |course, _| {
            let solution = course.read("solution.cpp");
            course.write("solution.cpp", format!("{solution}// another"));
            second(course, "2/3");
        },
        says: &[
            SECOND,
            "graded on",
            "by another course than pieces/1-of-3",
            "same files",
        ],
    },
    Case {
        what: "a piece that was compiled by another compiler",
        change: |course, _| {
            let other = "case \"$*\" in *--version*) echo 'g++ (other) 99'; exit;; esac\n";
            second_compiled_by(course, &format!("{other}{}", compiler::COMPILES));
        },
        says: &[
            SECOND,
            "graded on",
            "another version of a toolchain",
            "`g++` is ",
            "g++ (other) 99",
            "grade it again",
        ],
    },
    Case {
        what: "a piece that was compiled by another compiler that calls itself the same",
        change: |course, _| second_compiled_by(course, compiler::COMPILES),
        says: &[
            SECOND,
            "graded on",
            "`g++` is ",
            "in both",
            "not the same files",
            "grade it again",
        ],
    },
    Case {
        what: "a piece of another version of the grader",
        change: |course, _| rewrite(course, SECOND, env!("CARGO_PKG_VERSION"), "0.0.9"),
        says: &[
            SECOND,
            "graded by grader 0.0.9",
            env!("CARGO_PKG_VERSION"),
            "this version",
        ],
    },
    Case {
        what: "a piece of an older form",
        change: |course, _| rewrite(course, SECOND, "grader/piece/v1", "grader/piece/v0"),
        says: &[
            SECOND,
            "`grader/piece/v0`",
            "reads `grader/piece/v1`",
            "grade the piece again",
        ],
    },
    Case {
        what: "a piece whose description is cut short",
        change: |course, _| rewrite(course, SECOND, "\"host\"", "}"),
        says: &[
            "2-of-3/.grader/piece.json is damaged",
            "delete pieces/2-of-3",
            "again",
        ],
    },
    Case {
        what: "a piece whose list is cut short",
        change: |course, _| course.write("pieces/1-of-3/.grader/class.txt", "sum/s1\n"),
        says: &[
            "1-of-3/.grader/class.txt is damaged",
            "delete pieces/1-of-3",
        ],
    },
    Case {
        what: "a piece without records",
        change: |course, _| fs::remove_file(course.path(SECOND).join(".grader/records")).unwrap(),
        says: &["2-of-3/.grader/records is damaged", "delete pieces/2-of-3"],
    },
    Case {
        what: "a piece whose records are cut short",
        change: |course, _| {
            let file = course.path(SECOND).join(".grader/records");
            let bytes = fs::read(&file).unwrap();
            fs::write(file, &bytes[..bytes.len() - 45]).unwrap();
        },
        says: &[
            "pieces/2-of-3 is torn",
            "end before `sum/s",
            "--partition hash:2/3",
        ],
    },
    Case {
        what: "a piece with somebody else's result",
        change: |course, _| {
            course.write("submissions/late/sum.cpp", ADDS);
            let late = ["run", "submissions", "--student", "late", "--out", SECOND];
            course.grader(&late).exits_with(0);
        },
        says: &["pieces/2-of-3 has results of `sum/late`", "not on its list"],
    },
    Case {
        what: "a submission that came out in two ways",
        change: |course, folders| {
            course.write("submissions/s0/sum.cpp", ADDS.replace("first +", "first *"));
            for piece in 1..=3 {
                let partition = format!("{piece}/3");
                let folder = format!("anew-{piece}");
                run(course, &partition, &["--out", &folder]).exits_with(0);
                folders.push(folder);
            }
        },
        says: &[
            "`sum/s0` was graded twice",
            "10 of 10 points in pieces/",
            "0 of 10 points in anew-",
        ],
    },
];

/// Copies a folder with all that is in it.
fn copied(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from).into_iter().map(Result::unwrap) {
        let place = to.join(entry.path().strip_prefix(from).unwrap());
        match entry.file_type().is_dir() {
            true => fs::create_dir(place).unwrap(),
            false => drop(fs::copy(entry.path(), place).unwrap()),
        }
    }
}

#[test]
fn what_does_not_belong_together_is_refused_with_the_folder_and_what_to_do() {
    let course = class_of(5);
    let mut folders = all(&course, 3);
    let solution = course.read("solution.cpp");
    for Case { what, change, says } in CASES {
        let before = tempfile::tempdir().unwrap();
        let kept = before.path().join("pieces");
        copied(&course.path("pieces"), &kept);
        change(&course, &mut folders);
        let ran = merge(&course, &folders);
        assert_eq!(ran.code, Some(2), "{what}: {ran:?}");
        ran.says(says);
        assert!(
            !course.path("merged").exists(),
            "{what}: nothing is written"
        );
        fs::remove_dir_all(course.path("pieces")).unwrap();
        copied(&kept, &course.path("pieces"));
        folders.truncate(3);
        course.write("solution.cpp", &solution);
        if course.path("submissions/late").exists() {
            fs::remove_dir_all(course.path("submissions/late")).unwrap();
        }
    }
}

#[test]
fn there_must_be_as_many_pieces_as_are_expected() {
    let course = class_of(1);
    let folder = graded(&course, 1, 1);
    let ran = course.grader(&["merge", &folder, "--expect", "16"]);
    ran.exits_with(2).says(&["cut into 1", "--expect 16"]);
    course
        .grader(&["merge", &folder, "--expect", "1"])
        .exits_with(0);
}

#[test]
fn reports_are_not_merged_into_a_piece() {
    let course = class_of(1);
    let folder = graded(&course, 1, 1);
    for (out, relation) in [
        (folder.as_str(), "is a piece"),
        ("pieces", "holds a piece"),
        ("pieces/1-of-1/x", "is inside"),
    ] {
        let ran = course.grader(&["merge", &folder, "--out", out]);
        ran.exits_with(2).says(&[relation, "--out DIR"]);
    }
    let whole = course.grader(&["run", "submissions", "--out", &folder]);
    whole
        .exits_with(2)
        .says(&["pieces/1-of-1 is a piece of a class", "--out DIR"]);
}

#[test]
fn a_piece_goes_where_nothing_else_is() {
    let course = class_of(2);
    let folder = graded(&course, 1, 2);
    course.write("mine/notes.txt", "");
    course.write("other.part/notes.txt", "");
    for (out, says) in [
        (
            folder.as_str(),
            ["is piece hash:1/2 of a class", "not hash:2/2"],
        ),
        ("mine", ["is there already and is no piece", "--out DIR"]),
        (
            "other",
            ["other.part is nothing that a run has left", "--out DIR"],
        ),
        (
            "piece.part",
            ["piece.part ends with .part, as the folders", "--out DIR"],
        ),
    ] {
        for more in [&["--out", out] as &[&str], &["--out", out, "--resume"]] {
            run(&course, "2/2", more).exits_with(2).says(&says);
        }
    }
    assert_eq!(course.read("mine/notes.txt"), "");
    assert_eq!(course.read("other.part/notes.txt"), "");
    let rubric = course
        .read("rubric.toml")
        .replace("points = 10", "points = 12");
    course.write("rubric.toml", rubric);
    let one = ["run", "submissions", "--student", "s0", "--out", &folder];
    course
        .grader(&one)
        .exits_with(2)
        .says(&["is a piece of another course", "again"]);
    // What it is a piece of is not forgotten because it cannot be read.
    course.write(format!("{folder}/.grader/piece.json"), "{");
    course
        .grader(&one)
        .exits_with(2)
        .says(&["is a piece of a class", "is damaged or of another version"]);
    course.write(
        "g.csv",
        "Student,ID,SIS Login ID,Section,sum (1)\nZ,57,zoe,x,\n",
    );
    let zeros = ["gradebook", "canvas", "g.csv", "--missing-as-zero"];
    course
        .grader(&[&zeros[..], &["--reports", &folder]].concat())
        .exits_with(2)
        .says(&["has no grades"]);
    let folder = graded(&course, 2, 2);
    course.write(format!("{folder}/.grader/piece.json"), "{");
    course
        .grader(&[&zeros[..], &["--reports", &folder]].concat())
        .exits_with(2)
        .says(&["could give 0 to students", "is a piece of a class"]);
}

#[test]
fn what_names_a_piece_wrongly_or_twice_is_wrong_usage() {
    let course = class_of(1);
    for (partition, says) in [
        ("0/4", ["piece 0 of 4", "counted from 1"]),
        ("5/4", ["piece 5 of 4", "from 1 to 4"]),
        ("x/4", ["`x`", "whole number"]),
        ("round:1/2", ["`round`", "`hash:`"]),
    ] {
        run(&course, partition, &[]).exits_with(2).says(&says);
    }
    course.write("list", "sum/s0\n");
    for (more, says) in [
        (
            &["--partition", "1/2", "--student", "s0"] as &[&str],
            "leave one of them out",
        ),
        (
            &["--partition", "1/2", "--only", "list"],
            "leave one of them out",
        ),
        (
            &["--partition", "1/2", "--only-failed"],
            "merge the pieces first",
        ),
        (
            &["--only", "list", "--student", "s0"],
            "leave out `--student`",
        ),
        (
            &["--only", "list", "--only-failed"],
            "leave out `--student`",
        ),
    ] {
        let ran = course.grader(&[&["run", "submissions"], more].concat());
        ran.exits_with(2).says(&[says]);
    }
    course.grader(&["merge"]).exits_with(2).says(&["DIR"]);
}
