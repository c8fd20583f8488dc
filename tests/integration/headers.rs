//! Programs of several files: headers are found wherever the submission has them, and nowhere else.

use std::fs;
use std::os::unix::fs::symlink;

use crate::support::results::{Results, text};
use crate::support::{ADDS, Course, SUM};

/// The header of [`ADDING`]; nobody's report may show it but its owner's.
const HEADER: &str = "#pragma once\nint adding_is_a_secret(int a, int b);\n";

/// What the header declares.
const ADDING: &str = "int adding_is_a_secret(int a, int b) { return a + b; }\n";

/// A program that includes this, adds by `sum`, and says whether `condition` holds where it is compiled.
fn adds_with(include: &str, sum: &str, condition: &str) -> String {
    let program = ADDS.replace("first + second", sum);
    format!("{include}\n#if {condition}\n#error it is there\n#endif\n{program}")
}

/// A right program of which a part is declared in this header.
fn main_with(header: &str) -> String {
    adds_with(
        &format!("#include \"{header}\""),
        "adding_is_a_secret(first, second)",
        "0",
    )
}

/// A course whose programs are made of all `.cpp` files.
fn course_of_many_files(flags: &str) -> Course {
    let course = Course::sum().with_own_cache();
    let rubric = SUM
        .replace("\"sum.cpp\"", "\"*.cpp\"")
        .replace("flags = []", flags);
    course.write("rubric.toml", rubric);
    course
}

/// The tiers that this account can have.
fn tiers() -> [&'static str; 2] {
    if rustix::process::geteuid().is_root() {
        ["A", "C"]
    } else {
        ["B", "D"]
    }
}

fn results_in(course: &Course, tier: &str) -> Results {
    let mut command = course.command(&["run", "submissions"]);
    command.env("GRADER_STRONGEST_TIER", tier);
    course.run(command).exits_with(0);
    Results::read(&course.path("reports"))
}

/// The build's verdict and the only case's.
fn came_to(results: &Results, student: &str) -> [String; 2] {
    let one = results.of(student, "sum");
    [&one["build"], &one["cases"][0]].map(|it| text(&it["verdict"]).to_owned())
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn headers_are_found_in_every_folder_of_the_submission_and_nowhere_else() {
    let course = course_of_many_files("flags = []");
    let hand_in = |name: &str, text: &str| course.write(format!("submissions/{name}"), text);
    for (student, header, included) in [
        ("beside", "board.h", "board.h"),
        ("below", "headers/board.hpp", "headers/board.hpp"),
        ("elsewhere", "include/board.h", "../include/board.h"),
    ] {
        let place = if student == "elsewhere" {
            "elsewhere/src"
        } else {
            student
        };
        hand_in(&format!("{place}/main.cpp"), &main_with(included));
        hand_in(
            &format!("{place}/board.cpp"),
            &format!("#include \"{included}\"\n{ADDING}"),
        );
        hand_in(&format!("{student}/{header}"), HEADER);
    }
    hand_in("capitals/main.cpp", &main_with("include/board.h"));
    hand_in(
        "capitals/board.cpp",
        &format!("#include \"Include/Board.h\"\n{ADDING}"),
    );
    hand_in("capitals/Include/Board.h", HEADER);
    let neighbour = course
        .path("submissions/beside/board.h")
        .display()
        .to_string();
    for (student, header) in [
        ("relative", "../beside/board.h"),
        ("far", "../../submissions/beside/board.h"),
        ("absolute", neighbour.as_str()),
        ("linked", "board.h"),
        ("linked-folder", "headers/board.h"),
    ] {
        hand_in(&format!("{student}/main.cpp"), &main_with(header));
        hand_in(&format!("{student}/board.cpp"), ADDING);
    }
    symlink(
        "../beside/board.h",
        course.path("submissions/linked/board.h"),
    )
    .unwrap();
    symlink(
        "../beside",
        course.path("submissions/linked-folder/headers"),
    )
    .unwrap();
    let probe = format!("__has_include(\"../beside/board.h\") || __has_include(\"{neighbour}\")");
    hand_in("probing/main.cpp", &adds_with("", "first + second", &probe));
    hand_in(
        "itself/main.cpp",
        &adds_with("#include __FILE__", "first + second", "0"),
    );

    for tier in tiers() {
        let results = results_in(&course, tier);
        for student in ["beside", "below", "elsewhere", "capitals"] {
            assert_eq!(
                came_to(&results, student),
                ["ok", "accepted"],
                "{student} in tier {tier}"
            );
        }
        for student in [
            "relative",
            "far",
            "absolute",
            "linked",
            "linked-folder",
            "itself",
        ] {
            let expected = ["compile-error", "not-run"];
            assert_eq!(
                came_to(&results, student),
                expected,
                "{student} in tier {tier}"
            );
            let report = course.read(&format!("reports/{student}/sum.md"));
            assert!(
                !report.contains("int adding_is_a_secret(int a"),
                "{student}: {report}"
            );
        }
        // Where the system's folders are not hidden but shut, the compiler stops at what it may not open.
        let probe = course.read("reports/probing/sum.md");
        assert!(!probe.contains("it is there"), "{probe}");
        let command = results.of("elsewhere", "sum")["build"]["command"].to_string();
        assert!(
            command.contains("src/board.cpp") && command.contains("src/main.cpp"),
            "{command}"
        );
    }
}

#[test]
fn an_include_path_in_the_flags_is_searched_inside_the_submission_and_not_outside() {
    let course = Course::sum().with_own_cache();
    let outside = course.path("outside");
    course.write("outside/board.h", HEADER);
    let flags = format!(
        "flags = [\"-Iinclude\", \"-I..\", \"-I{}\"]",
        outside.display()
    );
    let rubric = course_of_many_files(&flags).read("rubric.toml");
    course.write("rubric.toml", rubric);
    for student in ["inside", "outside"] {
        course.write(
            format!("submissions/{student}/main.cpp"),
            main_with("board.h"),
        );
        course.write(format!("submissions/{student}/board.cpp"), ADDING);
    }
    course.write("submissions/inside/include/board.h", HEADER);
    fs::create_dir_all(course.path("submissions/outside/include")).unwrap();
    for tier in tiers() {
        let results = results_in(&course, tier);
        assert_eq!(
            came_to(&results, "inside"),
            ["ok", "accepted"],
            "tier {tier}"
        );
        assert_eq!(
            came_to(&results, "outside"),
            ["compile-error", "not-run"],
            "tier {tier}"
        );
    }
}
