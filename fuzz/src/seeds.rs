//! What fuzzing begins with: files of this repository, read where they stand.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::bodies;

/// One thing that is fuzzed.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The name that `cargo fuzz` knows it by.
    pub name: &'static str,
    /// What must hold.
    pub body: fn(&[u8]),
    /// Its seeds, from the repository's folder.
    seeds: fn(&Path) -> io::Result<Vec<Vec<u8>>>,
}

/// All of them.
pub const TARGETS: &[Target] = &[
    Target {
        name: "rubric",
        body: bodies::rubric,
        seeds: rubrics,
    },
    Target {
        name: "case",
        body: bodies::case,
        seeds: |repository| files(repository, "toml"),
    },
    Target {
        name: "transcript",
        body: bodies::transcript,
        seeds: |repository| files(repository, "expected"),
    },
    Target {
        name: "comparison",
        body: bodies::comparison,
        seeds: comparisons,
    },
];

/// The seeds of a target.
///
/// # Errors
///
/// The repository's files cannot be read.
pub fn of(target: &Target, repository: &Path) -> io::Result<Vec<Vec<u8>>> {
    (target.seeds)(repository)
}

/// The shipped rubric, each of its assignments alone, and the examples of the pages about rubrics.
fn rubrics(repository: &Path) -> io::Result<Vec<Vec<u8>>> {
    let whole = fs::read_to_string(repository.join("rubric.toml"))?;
    let mut sections = whole.split("\n[assignments.");
    let mut rubrics: Vec<String> = Vec::new();
    let defaults = sections.next().unwrap_or_default();
    for section in sections {
        rubrics.push(format!("{defaults}\n[assignments.{section}"));
    }
    for page in [
        "README.md",
        "docs/reference/rubric.md",
        "docs/how-to/toolchains.md",
    ] {
        let page = fs::read_to_string(repository.join(page))?;
        for block in page.split("```toml\n").skip(1) {
            rubrics.extend(block.split("```").next().map(str::to_owned));
        }
    }
    rubrics.push(whole);
    Ok(rubrics.into_iter().map(String::into_bytes).collect())
}

/// Every shipped game as expected, and a program that prints almost the same, with one setting of the knobs each.
fn comparisons(repository: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut seeds = Vec::new();
    for (number, bytes) in (0_u8..=255).cycle().zip(files(repository, "expected")?) {
        let text = String::from_utf8_lossy(&bytes);
        let mut seed = vec![number, number % 5];
        seed.extend(&bytes);
        for output in text.replace("wins", "won").split(['‹', '›']).step_by(2) {
            seed.push(0);
            seed.extend(output.strip_prefix('\n').unwrap_or(output).as_bytes());
        }
        seeds.push(seed);
    }
    Ok(seeds)
}

/// The files below `testcases/` whose names end so, in the order of their names.
fn files(repository: &Path, ending: &str) -> io::Result<Vec<Vec<u8>>> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in fs::read_dir(repository.join("testcases"))? {
        for file in fs::read_dir(folder?.path())? {
            paths.push(file?.path());
        }
    }
    paths.retain(|path| path.extension().is_some_and(|it| it == ending));
    paths.sort();
    paths.iter().map(fs::read).collect()
}
