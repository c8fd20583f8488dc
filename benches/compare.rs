//! What `grader compare` costs on a large class: the sample class by the shipped rubric and by an edited one, each multiplied
//! under other students' names. Nothing is asserted.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "shared/many_records.rs"]
mod many_records;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use clap::Parser;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// What `grader compare` costs on a large class.
#[derive(Debug, Parser)]
#[command(name = "compare")]
struct Options {
    /// Submissions in the class
    #[arg(long, default_value_t = 1000)]
    submissions: usize,
    /// What cargo says to every benchmark
    #[arg(long, hide = true)]
    bench: bool,
}

/// What is edited: points, credit, a comparison, and a case that is no more.
const EDITS: [(&str, &str); 4] = [
    ("points = 22\ncases", "points = 20\ncases"),
    ("points = 14\ncases", "points = 16\ncases"),
    (
        "cases = [\"draw-*\"]",
        "cases = [\"draw-*\"]\ncredit = \"all-or-nothing\"",
    ),
    (
        "scope = \"final\", whitespace = \"collapse\"",
        "scope = \"final\", whitespace = \"exact\"",
    ),
];

fn main() -> Outcome<()> {
    let options = Options::parse();
    let temporary = tempfile::Builder::new().prefix("compare-").tempdir()?;
    let folder = temporary.path();
    for part in ["testcases", "calibration", "submissions"] {
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join(part);
        std::os::unix::fs::symlink(shipped, folder.join(part))?;
    }
    let rubric = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("rubric.toml"))?;
    for (out, edits) in [("old", &EDITS[..0]), ("new", &EDITS[..])] {
        let text = edits.iter().fold(rubric.clone(), |text, (from, to)| {
            text.replacen(from, to, 1)
        });
        fs::write(folder.join("rubric.toml"), text)?;
        grader(folder, &["--quiet", "run", "submissions", "--out", out])?;
        many_records::multiply(&folder.join(out).join(".grader"), options.submissions)?;
    }
    for round in 1..=3 {
        let begun = Instant::now();
        let told = grader(folder, &["compare", "old", "new"])?;
        println!(
            "round {round}: {:.2} s; {}",
            begun.elapsed().as_secs_f64(),
            told.lines().next().unwrap_or_default()
        );
    }
    Ok(())
}

/// Runs the grader in the course's folder; what it prints is the value.
fn grader(folder: &Path, arguments: &[&str]) -> Outcome<String> {
    let ran = Command::new(env!("CARGO_BIN_EXE_grader"))
        .args(arguments)
        .current_dir(folder)
        .output()?;
    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
    ran.status.success().then_some(()).ok_or(told)?;
    Ok(String::from_utf8_lossy(&ran.stdout).into_owned())
}
