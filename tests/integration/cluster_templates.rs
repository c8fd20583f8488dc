//! The files that `grader cluster-template` prints do what they say, as far as that can be tried here.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use saphyr_parser::{Event, Parser};

use crate::support::sum::class_of;
use crate::support::tiers::skipped;
use crate::support::{Course, GRADER, Ran};

const KINDS: [&str; 4] = ["ci", "k8s", "slurm", "parallel"];

fn printed(course: &Course, kind: &str) -> String {
    let ran = course.grader(&["cluster-template", kind]);
    ran.exits_with(0);
    ran.stdout
}

/// All strings of a YAML text, keys and values; how many documents there are.
fn scalars(text: &str) -> (Vec<String>, usize) {
    let mut scalars = Vec::new();
    let mut documents = 0;
    for event in Parser::new_from_str(text) {
        match event.unwrap().0 {
            Event::Scalar(value, ..) => scalars.push(value.into_owned()),
            Event::DocumentStart(..) => documents += 1,
            _ => {}
        }
    }
    (scalars, documents)
}

/// Demands that a shell can read it.
fn parses(course: &Course, script: &str) {
    course.write("script", script);
    let shells = Command::new("bash")
        .arg("-n")
        .arg(course.path("script"))
        .output()
        .unwrap();
    assert!(
        shells.status.success(),
        "{}\n{script}",
        String::from_utf8_lossy(&shells.stderr)
    );
}

#[test]
fn workflows_and_manifests_are_yaml_and_the_scripts_in_them_are_scripts() {
    let course = Course::empty();
    for (kind, documents) in [("ci", 1), ("k8s", 2)] {
        let (scalars, found) = scalars(&printed(&course, kind));
        assert_eq!(found, documents);
        let scripts: Vec<&String> = scalars
            .iter()
            .filter(|text| text.contains("grader run") || text.contains("merge pieces"))
            .collect();
        assert_eq!(scripts.len(), 2, "one grades and one merges: {scalars:#?}");
        for script in scripts {
            // An expression of GitHub's is replaced before a shell sees it.
            parses(&course, &script.replace("${{ matrix.piece }}", "1"));
        }
    }
}

#[test]
fn a_matrix_and_an_indexed_job_have_as_many_pieces_as_they_say() {
    let course = Course::empty();
    let ci = printed(&course, "ci");
    let pieces: u32 = ci
        .split("PIECES: ")
        .nth(1)
        .unwrap()
        .lines()
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let all: Vec<String> = (1..=pieces).map(|piece| piece.to_string()).collect();
    assert!(ci.contains(&format!("piece: [{}]", all.join(", "))), "{ci}");
    let (scalars, _) = scalars(&printed(&course, "k8s"));
    let after = |key: &str| {
        let place = scalars.iter().position(|text| text == key).unwrap();
        scalars[place + 1].clone()
    };
    assert_eq!(
        (after("completions"), after("value")),
        ("16".to_owned(), "16".to_owned())
    );
    assert_eq!(
        scalars.iter().filter(|text| *text == "16").count(),
        4,
        "{scalars:#?}"
    );
}

#[test]
fn scripts_are_scripts_and_every_file_says_how_it_is_used() {
    let course = Course::empty();
    for kind in KINDS {
        let text = printed(&course, kind);
        let head: Vec<&str> = text
            .lines()
            .take_while(|line| line.starts_with('#'))
            .collect();
        assert!(head.len() > 5, "{kind}: {head:#?}");
        if text.starts_with("#!/bin/sh") {
            parses(&course, &text);
        }
    }
    let unknown = course.grader(&["cluster-template", "slurn"]);
    unknown.exits_with(2).says(&["slurm"]);
}

/// A folder with the grader by its name, for `PATH`.
fn bin(course: &Course) -> PathBuf {
    let bin = course.home().join("bin");
    fs::create_dir_all(&bin).unwrap();
    let _ = std::os::unix::fs::symlink(GRADER, bin.join("grader"));
    bin
}

fn script(course: &Course, variables: &[(&str, &str)]) -> Ran {
    let mut command = Command::new("sh");
    command
        .arg("grade.sh")
        .current_dir(course.path(""))
        .envs(course.own_environment())
        .envs(variables.iter().copied());
    command.env("PATH", format!("{}:/usr/bin:/bin", bin(course).display()));
    Ran::of(&command.output().unwrap())
}

#[test]
fn the_job_script_of_slurm_grades_pieces_and_merges_them() {
    let course = class_of(4);
    course.write(
        "grade.sh",
        printed(&course, "slurm").replace("pieces=16", "pieces=2"),
    );
    let task = |number| script(&course, &[("SLURM_ARRAY_TASK_ID", number)]);
    task("1").exits_with(0);
    script(&course, &[])
        .exits_with(3)
        .says(&["piece 2 of 2 is missing"]);
    task("2").exits_with(0);
    task("1").exits_with(0);
    script(&course, &[]).exits_with(0);
    course.is_whole("reports");
}

#[test]
fn the_script_of_gnu_parallel_grades_pieces_and_merges_them() {
    if !PathBuf::from("/usr/bin/parallel").exists() {
        return skipped(
            "the script of GNU parallel, which is not installed (apt-get install parallel)",
        );
    }
    let course = class_of(4);
    course.write(
        "grade.sh",
        printed(&course, "parallel").replace("pieces=8", "pieces=3"),
    );
    // The second time, pieces are gone on with.
    for _ in 0..2 {
        script(&course, &[]).exits_with(0).shows(&["4 submissions"]);
    }
    course.is_whole("reports");
}
