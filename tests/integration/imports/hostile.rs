//! Packages that were made to do harm: nothing grows, nothing leads out, nothing is obeyed.

use std::os::unix::fs::symlink;

use super::{imported, package};

const SETTINGS: &str = "name: Sum\n";

/// A package of Kattis with one case and these files.
fn files<'f>(more: &[(&'f str, &'f str)]) -> Vec<(&'f str, &'f str)> {
    let usual = [
        ("problem.yaml", SETTINGS),
        ("data/secret/1.in", "1 2\n"),
        ("data/secret/1.ans", "3\n"),
    ];
    let usual = usual
        .into_iter()
        .filter(|(name, _)| !more.iter().any(|(other, _)| name == other));
    usual.chain(more.iter().copied()).collect()
}

#[test]
fn names_and_texts_of_a_package_are_values_and_never_a_part_of_the_rubric_or_the_terminal() {
    let evil = "name: \"x\\\"\\n[assignments.evil]\\e[31m\"\nvalidator_flags: \"\\e[2J`x`\"\n";
    let sum = imported(
        "kattis",
        &files(&[
            ("problem.yaml", evil),
            ("data/secret/a b\u{1b}[1m\n[x].in", "1 1\n"),
            ("data/secret/a b\u{1b}[1m\n[x].ans", "2\n"),
            ("submissions/accepted/-o x\".cpp", "int main() {}\n"),
        ]),
    );
    let rubric = sum.rubric();
    assert!(!rubric.contains("\n[assignments.evil]"), "{rubric}");
    assert!(
        sum.place
            .path("made/testcases/sum/secret-a-b-1m-x.in")
            .is_file()
    );
    for text in [
        rubric,
        sum.losses(),
        sum.told.stdout.clone(),
        sum.told.stderr.clone(),
    ] {
        assert!(!text.contains('\u{1b}'), "{text}");
    }
    sum.grader(&["check"])
        .exits_with(1)
        .shows(&["rubric.toml: valid; 1 assignment, 1 criterion, 2 cases"]);
}

#[test]
fn links_inside_are_followed_and_all_others_refused() {
    let place = package(&files(&[("data/secret/more/3.in", "2 2\n")]));
    place.write("secret.txt", "the secret");
    for (target, link) in [
        ("../../../secret.txt", "data/secret/2.in"),
        ("1.ans", "data/secret/2.ans"),
        ("../1.ans", "data/secret/more/3.ans"),
        ("more", "data/secret/again"),
        ("..", "data/secret/round"),
    ] {
        symlink(target, place.path(format!("sum/{link}"))).unwrap();
    }
    let arguments = ["import", "kattis", "sum", "--out", "made"];
    place.grader(&arguments).exits_with(1).shows(&[
        "data/secret/2.in: a link that is not followed: it leads out of the package",
        "data/secret/round: a link that is not followed: it leads to a folder that it is in",
        "nothing was written",
    ]);
    assert!(!place.path("made").exists());
    place
        .grader(&[&arguments[..], &["--partial"]].concat())
        .exits_with(0)
        .shows(&["with 3 cases,"]);
    assert!(
        place
            .path("made/testcases/sum/secret-again-3.ans")
            .is_file()
    );
    assert!(
        !place
            .files_in("made")
            .values()
            .any(|text| text.contains("the secret"))
    );
}

#[test]
fn settings_that_would_grow_or_are_none_are_told_with_their_line() {
    let mut bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n".to_owned();
    for level in 1..20 {
        let parts = vec![format!("*a{}", level - 1); 9].join(",");
        bomb += &format!("a{level}: &a{level} [{parts}]\n");
    }
    let deep = "[".repeat(100_000);
    let table = [
        (bomb.as_str(), "more than 50000 parts"),
        (&deep, "problem.yaml:1: recursion limit exceeded"),
        (
            "name: x\nname: y\n",
            "problem.yaml:2: it has the same key twice",
        ),
        (
            "type: submit-answer\n",
            "problem.yaml:1: found the type `submit-answer`",
        ),
    ];
    for (settings, said) in table {
        let place = package(&files(&[("problem.yaml", settings)]));
        place
            .grader(&["import", "kattis", "sum", "--out", "made"])
            .exits_with(2)
            .says(&[said]);
        assert!(!place.path("made").exists());
    }
}

#[test]
fn an_archive_that_leads_out_is_refused() {
    use crate::support::packed::zipped;
    let place = package(&[]);
    let evil = zipped(&[("problem.yaml", SETTINGS), ("../evil.txt", "out")]);
    place.write("sum.zip", evil);
    place
        .grader(&["import", "kattis", "sum.zip"])
        .exits_with(2)
        .says(&["which leads out of it"]);
    assert!(!place.path("evil.txt").exists() && !place.path("sum-course").exists());
}

#[test]
fn what_no_course_can_have_is_told_and_nothing_is_written() {
    let arguments = format!("args: [\"a\\0b\", {}]\n", "x".repeat(9000));
    let place = package(&files(&[("data/secret/1.yaml", arguments.as_str())]));
    place
        .grader(&["import", "kattis", "sum", "--out", "made"])
        .exits_with(2)
        .says(&[
            "the package asks for what a course cannot have, and nothing was written",
            "cannot hold a zero byte",
        ]);
    assert_eq!(crate::support::entries(&place.path("")), ["sum"]);
}
