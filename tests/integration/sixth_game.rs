//! A game can be added from outside: the grader of `examples/sixth_game` knows one more than ours, and no stage was touched.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::Course;
use crate::support::results::Results;

/// The example's own course, copied to where reports may be written.
fn course() -> Course {
    let course = Course::empty();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/sixth_game/course");
    for entry in walkdir::WalkDir::new(&folder)
        .into_iter()
        .map(Result::unwrap)
    {
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(&folder).unwrap();
            course.write(name, std::fs::read(entry.path()).unwrap());
        }
    }
    course
}

/// The example's binary, which `cargo test` builds only where it was not told which tests to run. To build it from here builds the
/// library once more where that was built with other settings, as in `scripts/test`: so what was built since the last change is taken.
fn sixth_game() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let built = tests.ancestors().nth(2).unwrap();
    let binary = built.join("examples/sixth_game");
    if is_up_to_date(&binary) {
        return binary;
    }
    let profile = match built.file_name().unwrap().to_str().unwrap() {
        "debug" => "dev",
        other => other,
    };
    let build = Command::new(env!("CARGO"))
        .args([
            "build",
            "--quiet",
            "--locked",
            "--offline",
            "--example",
            "sixth_game",
        ])
        .args(["--profile", profile, "--target-dir"])
        .arg(built.parent().unwrap())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(build.unwrap().success(), "the example does not build");
    binary
}

/// Whether the binary is there, and newer than all that it is made from.
fn is_up_to_date(binary: &Path) -> bool {
    let changed = |file: &Path| std::fs::metadata(file).and_then(|data| data.modified());
    let Ok(built) = changed(binary) else {
        return false;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let parts = [
        "Cargo.toml",
        "Cargo.lock",
        "src",
        "crates",
        "reference",
        "sandbox",
        "examples",
    ];
    let files = parts
        .iter()
        .flat_map(|part| walkdir::WalkDir::new(root.join(part)));
    files
        .map(Result::unwrap)
        .all(|file| changed(file.path()).is_ok_and(|changed| changed < built))
}

#[test]
fn a_sixth_game_is_graded_and_its_known_bug_is_named() {
    let course = course();
    let grader = sixth_game();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&grader);
        command
            .args(arguments)
            .current_dir(course.path(""))
            .envs(course.own_environment());
        course.run(command)
    };
    run(&["regenerate", "--check"])
        .exits_with(0)
        .shows(&["2 fresh"]);
    run(&["check"]).exits_with(0);
    run(&["run", "submissions"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    let right = results.of("right", "cup");
    let wrong = results.of("takes-too-many", "cup");
    assert_eq!(
        (&right["points"], &wrong["points"]),
        (&10.0.into(), &5.0.into())
    );
    assert_eq!(wrong["cases"][0]["id"], "too-many");
    assert_eq!(wrong["cases"][0]["mistake"], "takes-too-many");
    let report = course.read("reports/takes-too-many/cup.md");
    assert!(
        report.contains("lets a player take more than three marbles"),
        "{report}"
    );
}

#[test]
fn a_grader_without_that_game_refuses_its_rubric_and_names_the_nearest_game() {
    let game = "unknown game `cup`; did you mean `cpu`? Expected one of `tttn`, `domineering`, `rowcol`, `cpu`, `counters`";
    course().grader(&["check"]).exits_with(2).says(&[game]);
}
