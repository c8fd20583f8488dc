//! `grader new` makes an assignment that works as it is, and never overwrites anything.

use crate::support::Course;

#[test]
fn a_new_assignment_passes_its_own_gate_and_grades_its_own_solution_at_once() {
    let course = Course::empty();
    course.grader(&["new", "hello-world"]).exits_with(0).shows(&["rubric.toml", "grader check"]);
    course.grader(&["check"]).exits_with(0);
    let solution = course.read("calibration/hello-world/solution.cpp");
    course.write("submissions/ann/hello-world.cpp", solution);
    let results = course.results();
    let ann = results.of("ann", "hello-world");
    assert_eq!(ann["points"], ann["max_points"]);
    assert_eq!(ann["cases"][0]["verdict"], "accepted");
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
        ("plus", |course| course.write("calibration/plus/solution.cpp", "mine"), "solution.cpp"),
        (
            "plus",
            |course| course.write("testcases/plus/adds-two-numbers.toml", "mine"),
            "adds-two-numbers.toml",
        ),
        (
            "plus",
            |course| course.write("testcases/plus/adds-two-numbers.expected", "mine"),
            "adds-two-numbers.expected",
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
        course.grader(&["new", "--", id]).exits_with(2).says(&["lower-case letters"]);
        assert!(course.files().is_empty(), "{id}");
    }
}
