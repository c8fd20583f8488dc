//! The records of a small class, made those of a large one.

/// The grader's own: how a record stands in its file.
#[path = "../../crates/records/src/frame.rs"]
#[expect(dead_code, reason = "the grader needs more of it than a benchmark")]
mod frame;

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::Path;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Takes the records in turns, until there are so many, each for a student of its own. The names are the value, a line each.
pub(crate) fn multiply(folder: &Path, submissions: usize) -> Outcome<Vec<String>> {
    let path = folder.join("records");
    let new = folder.join("records-new");
    let file = File::open(&path)?;
    let length = file.metadata()?.len();
    let mut records = Vec::new();
    let mut at = 0;
    while let Some(record) = frame::read_frame(&file, at, length)? {
        at += frame::HEAD + record.len() as u64;
        records.push(record);
    }
    let (scheme, graded) = records.split_first().ok_or("a file without records")?;
    let mut out = BufWriter::new(File::create(&new)?);
    out.write_all(&frame::encode_frame(scheme)?)?;
    let mut names = Vec::new();
    for (number, record) in (0..submissions).zip(graded.iter().cycle()) {
        let student = format!("student-{number:06}");
        let (record, assignment) = of_other_student(record, &student)?;
        out.write_all(&frame::encode_frame(&record)?)?;
        names.push(format!("{assignment}/{student}\n"));
    }
    // What ends the records of a finished run: a length that no record has, how many records there are, and what is known of it.
    out.write_all(&[0xff; 4])?;
    out.write_all(&(names.len() as u64).to_le_bytes())?;
    let outline = postcard::to_stdvec(&("2026-11-26", Vec::<String>::new()))?;
    out.write_all(&frame::encode_frame(&outline)?)?;
    out.into_inner()?.sync_all()?;
    fs::rename(new, path)?;
    Ok(names)
}

/// What stands before the grade in a record: student, assignment, digest, whether it has all points, toolchains, confinement.
type Head = (
    String,
    String,
    Option<[u8; 32]>,
    bool,
    Vec<Toolchain>,
    Option<(u32, bool)>,
);

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
