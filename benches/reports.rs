//! What it costs to write the reports of a large class: `grader merge`, first into an empty folder, then once more.
//!
//! `cargo bench --bench reports -- --submissions 20000` grades the sample class as a piece, and multiplies its records under
//! other students' names. Nothing is asserted. Processor time and memory are counted by GNU time.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

/// The grader's own: how a record stands in its file.
#[path = "../src/record/frame.rs"]
#[expect(dead_code, reason = "the grader needs more of it than a benchmark")]
mod frame;

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
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
        multiply(&piece.join(".grader"), options.submissions)?;
    }
    let grader = options.grader.unwrap_or_else(|| env!("CARGO_BIN_EXE_grader").into());
    // A new one each time: where a disk has just removed many files, it makes new ones more slowly.
    let out = tempfile::Builder::new().prefix("merged-").tempdir_in(folder)?.keep().join("reports");
    for round in ["first", "nothing changed"] {
        let figures = folder.join("figures");
        let ended = Command::new("/usr/bin/time")
            .args(["-f", "%e s, processor %U s + %S s, at most %M KiB", "-o"])
            .arg(&figures)
            .args([grader.as_path(), Path::new("merge"), &piece, Path::new("--out"), &out])
            .output()?;
        let told = String::from_utf8_lossy(&ended.stderr);
        ended.status.success().then_some(()).ok_or_else(|| format!("{}: {told}", ended.status))?;
        println!("{round:16} {}", fs::read_to_string(&figures)?.trim());
    }
    let results = fs::metadata(out.join("results.json"))?.size();
    println!("{} submissions, results.json of {} MB", options.submissions, results / 1_000_000);
    Ok(())
}

/// Grades the sample class as the only piece of itself.
fn grade_sample_class(piece: &Path) -> Outcome<()> {
    let graded = Command::new(env!("CARGO_BIN_EXE_grader"))
        .args(["--quiet", "run", "submissions", "--partition", "hash:1/1", "--out"])
        .arg(piece)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()?;
    let told = String::from_utf8_lossy(&graded.stderr).into_owned();
    Ok(graded.status.success().then_some(()).ok_or(told)?)
}

/// Takes the records in turns, until there are so many, each for a student of its own.
fn multiply(folder: &Path, submissions: usize) -> Outcome<()> {
    let (path, new) = (folder.join("records"), folder.join("records-new"));
    let file = File::open(&path)?;
    let length = file.metadata()?.len();
    let (mut records, mut at) = (Vec::new(), 0);
    while let Some(record) = frame::read(&file, at, length)? {
        at += frame::HEAD + record.len() as u64;
        records.push(record);
    }
    let (scheme, graded) = records.split_first().ok_or("a file without records")?;
    let mut out = BufWriter::new(File::create(&new)?);
    out.write_all(&frame::framed(scheme)?)?;
    let mut names = Vec::new();
    for (number, record) in (0..submissions).zip(graded.iter().cycle()) {
        let student = format!("student-{number:06}");
        let (record, assignment) = of_other_student(record, &student)?;
        out.write_all(&frame::framed(&record)?)?;
        names.push(format!("{assignment}/{student}\n"));
    }
    out.into_inner()?.sync_all()?;
    fs::rename(new, path)?;
    // All names are in the one piece, so their order matters to nobody.
    write_names(folder, &names.concat())
}

/// What stands before the grade in a record: student, assignment, digest, whether it has all points, toolchains, confinement.
type Head = (String, String, Option<[u8; 32]>, bool, Vec<Toolchain>, Option<(u32, bool)>);

/// Its name, its command, its version, and the digest of its programs.
type Toolchain = (String, String, String, Option<String>);

/// The same grade for another student, whose name begins both the record and the grade that is packed in it.
fn of_other_student(record: &[u8], student: &str) -> Outcome<(Vec<u8>, String)> {
    let (mut head, packed) = postcard::take_from_bytes::<Head>(record)?;
    let grade = lz4_flex::decompress_size_prepended(packed)?;
    let (_, rest) = postcard::take_from_bytes::<String>(&grade)?;
    let grade = [&postcard::to_stdvec(student)?, rest].concat();
    head.0 = student.to_owned();
    let packed = lz4_flex::compress_prepend_size(&grade);
    Ok(([postcard::to_stdvec(&head)?, packed].concat(), head.1))
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
