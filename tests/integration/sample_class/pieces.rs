//! The class in pieces, merged: the files of one run.
//!
//! ```text
//! GRADER_PIECES=all        cut into 1, 2, 3, 7 and 18 pieces, by student and by position; without it, in two ways
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{GRADED, files, on_the_shipped_course, run};

/// How a class is cut, and into how many pieces.
const FEW: [(&str, u32); 2] = [("hash", 3), ("slice", 2)];
const CUTS: [&str; 2] = ["hash", "slice"];
const PIECES: [u32; 5] = [1, 2, 3, 7, 18];

/// Programs of chance play other games each time, and are never taken from what was graded before.
const OF_CHANCE: [&str; 2] = ["student-14", "student-15"];

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn pieces_of_the_class_make_the_same_files() {
    // What was graded once is taken from there.
    GRADED.ran.exits_with(0);
    let every = CUTS
        .iter()
        .flat_map(|&cut| PIECES.map(|pieces| (cut, pieces)));
    let all = std::env::var("GRADER_PIECES").is_ok_and(|value| value == "all");
    let ways = if all { every.collect() } else { FEW.to_vec() };
    for (cut, pieces) in ways {
        let merged = merged(cut, pieces);
        for (name, text) in &without_chance(&GRADED.files) {
            assert!(
                *text == merged[name],
                "cut into {pieces} by {cut}, {} differs",
                name.display()
            );
        }
        let names = GRADED.files.keys();
        assert!(
            names.eq(merged.keys()),
            "cut into {pieces} by {cut}: {:?}",
            merged.keys()
        );
    }
}

/// The class, graded in pieces and put together.
fn merged(cut: &str, pieces: u32) -> BTreeMap<PathBuf, String> {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let mut merge = on_the_shipped_course(&["merge", "--expect", &pieces.to_string(), "--out"]);
    merge.arg(place("merged"));
    for piece in 1..=pieces {
        let partition = format!("{cut}:{piece}/{pieces}");
        let arguments = [
            "run",
            "submissions/",
            "--quiet",
            "--partition",
            &partition,
            "--out",
        ];
        let mut command = on_the_shipped_course(&arguments);
        command.arg(place(&piece.to_string()));
        run(command).exits_with(0);
        merge.arg(place(&piece.to_string()));
    }
    run(merge).exits_with(0).shows(&["18 submissions"]);
    without_chance(&files(&place("merged")))
}

/// The files, and in those of the whole class nothing that hangs on what a program of chance did.
fn without_chance(files: &BTreeMap<PathBuf, String>) -> BTreeMap<PathBuf, String> {
    let is_of_chance = |text: &str| OF_CHANCE.iter().any(|student| text.contains(student));
    let mut kept = BTreeMap::new();
    for (name, text) in files {
        let text = if is_of_chance(&name.display().to_string()) {
            String::new()
        } else if name == Path::new("results.json") {
            results_without_chance(text)
        } else {
            text.split_inclusive('\n')
                .filter(|line| !is_of_chance(line))
                .collect()
        };
        kept.insert(name.clone(), text);
    }
    kept
}

fn results_without_chance(text: &str) -> String {
    let mut results: Value = serde_json::from_str(text).unwrap();
    for submission in results["submissions"].as_array_mut().unwrap() {
        if OF_CHANCE
            .iter()
            .any(|student| submission["student"] == *student)
        {
            // That it stands in its place must be the same, and what was handed in.
            let kept = ["student", "assignment", "build"].map(|key| submission[key].clone());
            *submission = kept.into();
        }
    }
    format!("{results:#}")
}
