//! What systems let an instructor download goes in as it is. Every file here is made up.

mod systems;
mod trouble;

use serde_json::Value;
use std::fs;

use crate::support::packed::{tar_folder, zip_folder, zipped};
use crate::support::results::{Results, list, text};
use crate::support::{ADDS, Course};

/// What `grader intake --json` says of it.
fn intake(course: &Course, arguments: &[&str]) -> Value {
    let ran = course.grader(&[&["intake", "--json"], arguments].concat());
    ran.exits_with(0);
    serde_json::from_str(&ran.stdout).unwrap()
}

/// `student: found (sources)` for each submission, with `late` and how many attempts there are.
fn lines(intake: &Value) -> Vec<String> {
    let line = |one: &Value| {
        let sources: Vec<&str> = list(&one["sources"]).iter().map(text).collect();
        let hand_in = &one["hand_in"];
        let late = if hand_in["late"] == true { " late" } else { "" };
        let attempts = hand_in["attempts"].as_u64().unwrap_or(1);
        let attempts = if attempts > 1 {
            format!(" of {attempts}")
        } else {
            String::new()
        };
        format!(
            "{}: {} {}{late}{attempts}",
            text(&one["student"]),
            text(&one["found"]),
            sources.join(" ")
        )
    };
    list(&intake["submissions"])
        .iter()
        .map(|one| line(one).replace("  ", " ").trim_end().to_owned())
        .collect()
}

/// A copy of the class in each form in which it may arrive.
fn forms(course: &Course, folder: &str) -> Vec<String> {
    let zip = format!("{folder}.zip");
    let tar = format!("{folder}.tgz");
    zip_folder(&course.path(folder), &course.path(&zip));
    tar_folder(&course.path(folder), &course.path(&tar));
    vec![folder.to_owned(), zip, tar]
}

#[test]
fn a_download_gets_the_grades_of_the_plain_folder() {
    let course = Course::sum();
    let wrong = ADDS.replace("first + second", "first - second");
    for (name, program) in [("exampleann", ADDS), ("smithbob", wrong.as_str())] {
        course.write(format!("submissions/{name}/sum.cpp"), program);
    }
    course.write("download/exampleann_57_901_sum.cpp", ADDS);
    course.write(
        "download/smithbob_LATE_58_902_lab.zip",
        zipped(&[("lab/sum.cpp", &wrong)]),
    );
    zip_folder(&course.path("download"), &course.path("download.zip"));
    let plain = course.results();
    let ran = course.grader(&["run", "download.zip", "--out", "downloaded"]);
    ran.exits_with(0)
        .says(&["`download.zip` was read as a download of `canvas`: 2 students, 1 late"]);
    let downloaded = Results::read(&course.path("downloaded"));
    for name in ["exampleann", "smithbob"] {
        let [plain, downloaded] = [&plain, &downloaded].map(|results| {
            let one = results.of(name, "sum");
            (
                one["points"].clone(),
                one["build"].clone(),
                one["cases"][0]["verdict"].clone(),
            )
        });
        assert_eq!(plain, downloaded);
    }
    assert_eq!(downloaded.of("smithbob", "sum")["points"], 0.0);
    // Nothing has changed, so nothing is graded again.
    course
        .grader(&["run", "download.zip", "--out", "downloaded", "--resume"])
        .exits_with(0);
}

#[test]
fn what_canvas_renamed_has_the_name_by_which_it_is_included() {
    let course = Course::sum();
    let uuid = "0f8fad5b-d9cb-469f-a165-70867728950e";
    let program = format!("#include \"helper.h\"\n{ADDS}");
    let files = [
        ("a_57_901_sum-1.cpp".to_owned(), program.as_str()),
        ("a_57_902_helper-1.h".to_owned(), "#include \"more.h\"\n"),
        (format!("a_57_903_more-{uuid}.h"), ""),
        ("b_58_904_sum.cpp".to_owned(), program.as_str()),
        ("b_58_905_helper.h".to_owned(), ""),
        ("b_58_906_notes-1.h".to_owned(), ""),
    ];
    for (name, text) in files {
        course.write(format!("submissions/{name}"), text);
    }
    let said = intake(&course, &["submissions"]);
    let expected = [
        "a: sources helper.h more.h sum.cpp",
        "b: sources helper.h notes-1.h sum.cpp",
    ];
    assert_eq!(lines(&said), expected);
}

#[test]
fn a_student_may_hand_in_an_archive() {
    let course = Course::sum();
    course.write("submissions/ann/sum.cpp", ADDS);
    course.write(
        "submissions/ann/old.zip",
        zipped(&[("sum.cpp", "not this one")]),
    );
    course.write(
        "submissions/bob/lab.zip",
        zipped(&[("__MACOSX/._x", ""), ("a/b/sum.cpp", ADDS)]),
    );
    let inner = zipped(&[("sum.cpp", ADDS)]);
    course.write(
        "submissions/cem/all.zip",
        zipped(&[("lab/mine.zip", &inner)]),
    );
    let deeper = zipped(&[("mine.zip", &inner)]);
    course.write("submissions/eve/all.zip", zipped(&[("lab.zip", &deeper)]));
    course.write(
        "submissions/dan/lab.zip",
        zipped(&[("../../sum.cpp", ADDS)]),
    );
    let said = intake(&course, &["submissions"]);
    assert_eq!(
        lines(&said),
        [
            "ann: sources sum.cpp",
            "bob: sources sum.cpp",
            "cem: sources sum.cpp",
            "dan: refused",
            "eve: missing"
        ]
    );
    let submissions = list(&said["submissions"]);
    assert!(text(&submissions[0]["remarks"][0]).contains("`old.zip`"));
    assert_eq!(
        list(&submissions[2]["remarks"]),
        &[] as &[Value],
        "cem's is unpacked"
    );
    assert!(text(&submissions[4]["reason"]).contains("archives are nested too deep"));
    assert!(text(&submissions[3]["reason"]).contains("`lab.zip` holds the name `../../sum.cpp`"));
}

#[test]
fn the_folder_of_an_archive_takes_a_name_that_no_other_file_has() {
    let course = Course::sum();
    let program = zipped(&[("sum.cpp", ADDS)]);
    course.write("submissions/ann/lab.zip", &program);
    course.write("submissions/ann/lab", "the compiled program");
    course.write("submissions/bob/lab.zip", &program);
    course.write("submissions/bob/lab/notes.txt", "");
    course.write("submissions/cem/a.zip", zipped(&[("b", "a file")]));
    course.write("submissions/cem/a/b/c.zip", &program);
    course.write("submissions/dan/sum.cpp", ADDS);
    let one_each = ["ann", "bob", "cem", "dan"].map(|who| format!("{who}: sources sum.cpp"));
    assert_eq!(lines(&intake(&course, &["submissions"])), one_each);
    course.write("canvas/ann_1_11_lab.zip", &program);
    course.write("canvas/ann_1_12_lab", "the compiled program");
    course.write("canvas/bob_2_13_sum.cpp", ADDS);
    let canvas = intake(&course, &["canvas", "--layout", "canvas"]);
    assert_eq!(lines(&canvas), one_each[..2]);
}

#[test]
fn archives_may_be_named_after_students() {
    let course = Course::sum();
    let in_folder = zipped(&[("My lab/sum.cpp", ADDS)]);
    course.write("class/ann.zip", zipped(&[("sum.cpp", ADDS)]));
    course.write("class/bob.zip", &in_folder);
    course.write("class/cem/x/sum.cpp", ADDS);
    tar_folder(&course.path("class/cem"), &course.path("class/dan.tar.gz"));
    fs::remove_dir_all(course.path("class/cem")).unwrap();
    zip_folder(&course.path("class"), &course.path("class.zip"));
    tar_folder(&course.path("class"), &course.path("lab.tgz"));
    let expected = [
        "ann: sources sum.cpp",
        "bob: sources sum.cpp",
        "dan: sources sum.cpp",
    ];
    for arguments in [
        &["class"][..],
        &["class", "--layout", "students"],
        &["class.zip"],
        &["lab.tgz"],
    ] {
        let found = intake(&course, arguments);
        assert_eq!(lines(&found), expected, "{arguments:?}");
        assert!(
            list(&found["submissions"])
                .iter()
                .all(|one| list(&one["to_check"]).is_empty())
        );
    }
    // A class that is packed in the place of a student is an error that names the archive.
    course.write("outer/all.zip", fs::read(course.path("class.zip")).unwrap());
    let ran = course.grader(&["run", "outer"]);
    ran.exits_with(2).says(&[
        "`outer/all.zip` looks like a class",
        "run `grader run outer/all.zip`",
    ]);
}

#[test]
fn files_not_unpacked_from_a_class_are_named_and_other_students_keep_their_grades() {
    let course = Course::sum();
    let deep = format!("ann/{}x.txt", "d/".repeat(17));
    let large = vec![b' '; 17 << 20];
    let packed = zipped(&[("sum.cpp", &large)]);
    let files: [(&str, &[u8]); 4] = [
        ("ann/sum.cpp", ADDS.as_bytes()),
        (&deep, b""),
        ("bob/sum.cpp", ADDS.as_bytes()),
        ("cem/lab.zip", &packed),
    ];
    course.write("class.zip", zipped(&files));
    let said = intake(&course, &["class.zip"]);
    assert_eq!(
        lines(&said),
        [
            "ann: sources sum.cpp",
            "bob: sources sum.cpp",
            "cem: refused"
        ]
    );
    let submissions = list(&said["submissions"]);
    let why = "was not unpacked: its path is too long";
    assert!(
        text(&submissions[0]["to_check"][0]).contains(why),
        "{said:#}"
    );
    assert!(
        text(&submissions[2]["reason"]).contains("`sum.cpp`"),
        "{said:#}"
    );
    course.grader(&["intake", "class.zip"]).says(&[why]);
}

#[test]
fn a_source_that_no_compiler_reads_is_converted_and_graded() {
    let course = Course::sum();
    let units: Vec<u8> = ADDS.encode_utf16().flat_map(u16::to_le_bytes).collect();
    course.write(
        "submissions/ann/sum.cpp",
        [b"\xff\xfe".as_slice(), &units].concat(),
    );
    course.write("submissions/bob.cpp", [ADDS.as_bytes(), b"\x1a"].concat());
    let results = course.results();
    for (name, remark) in [
        ("ann", "`sum.cpp` was saved as UTF-16"),
        ("bob", "`bob.cpp` ended with a Ctrl-Z"),
    ] {
        let one = results.of(name, "sum");
        assert_eq!(one["points"], 10.0, "{name}");
        assert!(text(&one["remarks"][0]).contains(remark), "{one:#}");
    }
    assert_eq!(
        fs::read(course.path("submissions/bob.cpp")).unwrap().last(),
        Some(&0x1a)
    );
}

#[test]
fn the_table_of_intake_shows_who_has_what() {
    let course = Course::sum();
    course.write("download/exampleann_LATE_57_901_sum.cpp", ADDS);
    course.write("download/smithbob_58_text.html", "<p>int main</p>");
    course
        .grader(&["intake", "download"])
        .exits_with(0)
        .shows(&[
            "exampleann",
            "late",
            "1 of 2 submissions have a program.",
            "sum/smithbob: `sum.cpp` is not there",
            "`smithbob_58_text.html` was left out: it was typed into Canvas, and is no file",
        ]);
}
