//! `grader new` makes an assignment that works as it is, and never overwrites anything.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use regex::Regex;
use serde_json::Value;

use crate::support::results::{Results, list};
use crate::support::{Course, gate_step};

#[test]
fn a_new_assignment_passes_its_own_gate_and_grades_its_own_solution_at_once() {
    let course = Course::empty();
    course
        .grader(&["new", "hello-world"])
        .exits_with(0)
        .shows(&["rubric.toml", "grader check", "wrote hello-world.md"]);
    course.grader(&["check"]).exits_with(0);
    // Editors find the schemas by these lines.
    let case = "testcases/hello-world/alone.toml";
    for (file, line, kind) in [
        ("rubric.toml", "#:schema schema/rubric.json\n", "rubric"),
        (case, "#:schema ../../schema/case.json\n", "case"),
    ] {
        assert!(course.read(file).starts_with(line), "{file}");
        let schema = course.read(&format!("schema/{kind}.json"));
        assert_eq!(course.grader(&["schema", kind]).stdout, schema);
    }
    // VS Code finds the place of a mistake.
    let tasks: Value = serde_json::from_str(&course.read(".vscode/tasks.json")).unwrap();
    let pattern = &tasks["tasks"][0]["problemMatcher"][0]["pattern"]["regexp"];
    let pattern = Regex::new(&format!("(?m){}", pattern.as_str().unwrap())).unwrap();
    let rubric = course.read("rubric.toml");
    course.write("rubric.toml", rubric.replacen("\npoints", "\npionts", 1));
    let said = course.grader(&["check"]).exits_with(2).stderr.clone();
    let place = pattern.captures(&said).unwrap();
    assert_eq!(&place[1], "rubric.toml", "{said}");
    assert!(place[4].contains("pionts"), "{said}");
    course.write("rubric.toml", rubric);
    // Others can read it as far as the umask lets them, as what an editor writes.
    course.write("by-hand", "");
    let mode = |file: &str| {
        fs::metadata(course.path(file))
            .unwrap()
            .permissions()
            .mode()
    };
    for file in ["rubric.toml", case, "testcases/hello-world/alone.expected"] {
        assert_eq!(mode(file), mode("by-hand"), "{file}");
    }
    let solution = course.read("calibration/hello-world/solution.cpp");
    course.write(
        "submissions/ben/hello-world.cpp",
        solution.replace("Fuel", "Feul"),
    );
    course.write(
        "submissions/cleo/hello-world.cpp",
        solution.replace("distance = 0", "distance").replace(
            "std::cout << \"Distance",
            "int unset; if (unset == 7) std::cout << \"?\"; std::cout << unset % 2 << \"Distance",
        ),
    );
    course.write("submissions/ann/hello-world.cpp", solution);
    fs::remove_dir_all(course.path("submissions/hello-world")).unwrap();
    let results = course.results();
    let ann = results.of("ann", "hello-world");
    assert_eq!(ann["points"], ann["max_points"]);
    assert_eq!(ann["cases"][0]["verdict"], "accepted");
    assert_eq!(list(&ann["undefined"]["findings"]).len(), 0);
    // One misspelt word costs the lines in which it is, and a variable without a value is named.
    assert_eq!(results.of("ben", "hello-world")["points"], 80.0);
    let found = &results.of("cleo", "hello-world")["undefined"]["findings"];
    assert_eq!(found[0]["kind"], "depends-on-uninitialised-data");
}

#[test]
fn a_new_assignment_is_added_to_a_course_without_touching_the_others() {
    let course = Course::sum();
    let before = course.files();
    course.grader(&["new", "plus"]).exits_with(0);
    let after = course.files();
    for (name, text) in &before {
        match name.as_str() {
            "rubric.toml" => assert!(after[name].starts_with(text), "{}", after[name]),
            _ => assert_eq!(after[name], *text, "{name}"),
        }
    }
    course.grader(&["check"]).exits_with(0);
}

#[test]
fn nothing_is_ever_overwritten() {
    type Obstacle = fn(&Course);
    let table: [(&str, Obstacle, &str); 4] = [
        ("sum", |_| {}, "`sum` already"),
        (
            "plus",
            |course| course.write("calibration/plus/solution.cpp", "mine"),
            "solution.cpp",
        ),
        (
            "plus",
            |course| course.write("testcases/plus/alone.toml", "mine"),
            "alone.toml",
        ),
        (
            "plus",
            |course| course.write("testcases/plus/alone.expected", "mine"),
            "alone.expected",
        ),
    ];
    for (id, obstacle, says) in table {
        let course = Course::sum();
        obstacle(&course);
        let before = course.files();
        course.grader(&["new", id]).exits_with(2).says(&[says]);
        assert_eq!(course.files(), before, "{says}");
    }
}

#[test]
fn a_name_that_the_rubric_could_not_hold_is_refused() {
    for id in ["", "Sum", "1st", "a b", "../up", "a.b", "-a", "é"] {
        let course = Course::empty();
        course
            .grader(&["new", "--", id])
            .exits_with(2)
            .says(&["lower-case letters"]);
        assert!(course.files().is_empty(), "{id}");
    }
}

/// What the made-up students of an example course get.
fn graded(like: &str, students: usize, course: &Course) -> Vec<(f64, Vec<String>)> {
    course
        .grader(&["new", "hw1", "--like", like])
        .exits_with(0)
        .shows(&["wrote hw1.md"]);
    course
        .grader(&["check"])
        .exits_with(0)
        .shows(&["every grade is as declared"]);
    course
        .grader(&["run", "submissions/hw1", "--assignment", "hw1"])
        .exits_with(0);
    let results = Results::read(&course.path("reports"));
    let student = |student: &str| {
        let submission = results.of(student, "hw1");
        let mistakes = list(&submission["cases"])
            .iter()
            .filter_map(|it| it["mistake"].as_str());
        let mut mistakes: Vec<String> = mistakes.map(str::to_owned).collect();
        mistakes.sort_unstable();
        mistakes.dedup();
        (submission["points"].as_f64().unwrap(), mistakes)
    };
    let names = ["ada", "ben", "cleo"].into_iter();
    names.take(students).map(student).collect()
}

#[test]
fn each_example_course_is_sound_and_grades_its_made_up_students_at_once() {
    type Graded = (f64, &'static [&'static str]);
    const RIGHT: Graded = (100.0, &[]);
    const WANTED: [(&str, &[Graded]); 5] = [
        ("dialogue", &[RIGHT, (70.0, &["number-type"])]),
        (
            "sums",
            &[
                RIGHT,
                (25.0, &["loop-one-round-too-few"]),
                (10.0, &["assignment-in-condition"]),
            ],
        ),
        (
            "files",
            &[
                RIGHT,
                (60.0, &[]),
                (50.0, &["message-misspelt", "speaks-when-it-quits"]),
            ],
        ),
        ("classes", &[RIGHT, (92.0, &[]), (82.0, &[])]),
        ("game", &[RIGHT, (93.0, &["anti-diagonal-missed"])]),
    ];
    for (like, wanted) in WANTED.into_iter().step_by(gate_step(WANTED.len())) {
        let found = graded(like, wanted.len(), &Course::empty());
        let found: Vec<(f64, Vec<&str>)> = found
            .iter()
            .map(|(points, mistakes)| (*points, mistakes.iter().map(String::as_str).collect()))
            .collect();
        let wanted: Vec<(f64, Vec<&str>)> = wanted
            .iter()
            .map(|(points, mistakes)| (*points, mistakes.to_vec()))
            .collect();
        assert_eq!(found, wanted, "{like}");
    }
}

#[test]
fn two_example_courses_fit_into_one_and_overwrite_nothing() {
    let course = Course::empty();
    course
        .grader(&["new", "first", "--like", "sums"])
        .exits_with(0);
    course
        .grader(&["new", "second", "--like", "files"])
        .exits_with(0);
    course.grader(&["check"]).exits_with(0);
    for obstacle in [
        "third.md",
        "testcases/third/few.ans",
        "submissions/third/ada/third.cpp",
    ] {
        let course = Course::empty();
        course.write(obstacle, "mine");
        course
            .grader(&["new", "third", "--like", "sums"])
            .exits_with(2)
            .says(&[obstacle]);
        assert_eq!(course.files().len(), 1, "{obstacle}");
    }
    course
        .grader(&["new", "other", "--like", "sum"])
        .exits_with(2)
        .says(&["sums"]);
}
