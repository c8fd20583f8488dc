//! What it costs to write the reports of a large class: `grader merge`, first into an empty folder, then once more.
//!
//! `cargo bench --bench reports -- --submissions 20000` grades the sample class as a piece, and multiplies its records under
//! other students' names. Nothing is asserted. Processor time and memory are counted by GNU time.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "shared/many_records.rs"]
mod many_records;

use std::error::Error;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Parser;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// What writing the reports of a large class costs.
#[derive(Debug, Parser)]
#[command(name = "reports")]
struct Options {
    /// Submissions in the class
    #[arg(long, default_value_t = 1000)]
    submissions: usize,
    /// The grader that is measured [default: this one]
    #[arg(long, value_name = "FILE")]
    grader: Option<PathBuf>,
    /// Make the class in this folder, which stays, and is taken as it is where it has one
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// What cargo says to every benchmark
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Outcome<()> {
    let options = Options::parse();
    let temporary = tempfile::Builder::new().prefix("reports-").tempdir()?;
    let folder = options.folder.as_deref().unwrap_or(temporary.path());
    let piece = folder.join("piece");
    if !piece.exists() {
        grade_sample_class(&piece)?;
        let records = piece.join(".grader");
        let names = many_records::multiply(&records, options.submissions)?;
        // All names are in the one piece, so their order matters to nobody.
        write_names(&records, &names.concat())?;
    }
    let grader = options
        .grader
        .unwrap_or_else(|| env!("CARGO_BIN_EXE_grader").into());
    // A new one each time: where a disk has just removed many files, it makes new ones more slowly.
    let out = tempfile::Builder::new()
        .prefix("merged-")
        .tempdir_in(folder)?
        .keep()
        .join("reports");
    for round in ["first", "nothing changed"] {
        let figures = folder.join("figures");
        let ended = Command::new("/usr/bin/time")
            .args(["-f", "%e s, processor %U s + %S s, at most %M KiB", "-o"])
            .arg(&figures)
            .args([
                grader.as_path(),
                Path::new("merge"),
                &piece,
                Path::new("--out"),
                &out,
            ])
            .output()?;
        let told = String::from_utf8_lossy(&ended.stderr);
        ended
            .status
            .success()
            .then_some(())
            .ok_or_else(|| format!("{}: {told}", ended.status))?;
        println!("{round:16} {}", fs::read_to_string(&figures)?.trim());
    }
    let results = fs::metadata(out.join("results.json"))?.size();
    println!(
        "{} submissions, results.json of {} MB",
        options.submissions,
        results / 1_000_000
    );
    Ok(())
}

/// Grades the sample class as the only piece of itself.
fn grade_sample_class(piece: &Path) -> Outcome<()> {
    let graded = Command::new(env!("CARGO_BIN_EXE_grader"))
        .args([
            "--quiet",
            "run",
            "submissions",
            "--partition",
            "hash:1/1",
            "--out",
        ])
        .arg(piece)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()?;
    let told = String::from_utf8_lossy(&graded.stderr).into_owned();
    Ok(graded.status.success().then_some(()).ok_or(told)?)
}

/// Makes these the names of the piece's class.
fn write_names(folder: &Path, names: &str) -> Outcome<()> {
    let path = folder.join("piece.json");
    let mut piece: serde_json::Value = serde_json::from_slice(&fs::read(&path)?)?;
    let mut digest = blake3::Hasher::new();
    digest.update(&(names.len() as u64).to_le_bytes());
    digest.update(names.as_bytes());
    piece["class"] = digest.finalize().to_hex().as_str().into();
    fs::write(folder.join("class.txt"), names)?;
    Ok(fs::write(path, serde_json::to_string_pretty(&piece)?)?)
}
