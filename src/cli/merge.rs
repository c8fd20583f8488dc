//! `grader merge`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::failure::Failure;
use super::gate::exit_code;
use super::out;
use super::setup::processors;
use super::summary::{print, say};
use super::writing::ReportWriter;
use crate::model::SubmissionName;
use crate::record::{MergeError, Merged, Pieces, RecordFolder};
use crate::report::{self, Entry};

/// Makes of pieces of a class what one run of it would have made. What is missing is named, and everything else written.
pub(super) fn run(
    folders: &[PathBuf],
    out: &Path,
    expected: Option<u32>,
    fail_under: Option<f64>,
    writer: &ReportWriter<'_>,
) -> Result<ExitCode, Failure> {
    for folder in folders {
        out::is_apart(out, "a piece", folder)?;
    }
    let pieces = Pieces::open(folders, expected)?;
    tell_of_unfinished(&pieces);
    let merged = pieces.merged()?;
    report::prepare(out, &merged.names()).map_err(Failure::place)?;
    let records = merged.write(&RecordFolder::open(out)?)?;
    let environment = records.environment();
    let written = writer.write(&records, &environment, out, processors())?;
    let entries = written.entries;
    let missing = missing(&merged, &entries);
    report::write_missing(out, &missing).map_err(Failure::internal_fault)?;
    tell_of_confinement(&pieces);
    let all: Vec<&Entry> = entries.iter().collect();
    if written.has_table {
        print(&all, 0, out)?;
    }
    if missing.is_empty() {
        return Ok(exit_code(&all, fail_under));
    }
    tell_of_missing(&pieces, &merged, &entries, out);
    Ok(ExitCode::from(3))
}

/// What nobody has graded: no piece, or a piece that failed at it.
fn missing(merged: &Merged<'_>, entries: &[Entry]) -> Vec<SubmissionName> {
    let ungraded = entries.iter().filter(|entry| !entry.graded).map(Entry::name);
    merged.missing.iter().cloned().chain(ungraded).collect()
}

fn tell_of_unfinished(pieces: &Pieces) {
    for folder in &pieces.unfinished {
        say(&format!(
            "{} is left out: its run is not finished, or was stopped and goes on with --resume",
            folder.display()
        ));
    }
}

fn tell_of_confinement(pieces: &Pieces) {
    if let Some((weakest, folder, host)) = pieces.weakest() {
        let reads = if weakest.shows_reads { "" } else { ", without seeing their reads" };
        say(&format!(
            "programs were not confined alike on all machines: the weakest is tier {}{reads} (such as in {}, graded on \
             {host}), and that is what results.json says of all",
            weakest.tier.letter(),
            folder.display(),
        ));
    }
}

fn tell_of_missing(pieces: &Pieces, merged: &Merged<'_>, entries: &[Entry], out: &Path) {
    let (lost, all) = (merged.missing.len(), pieces.submissions());
    if lost > 0 {
        let numbers: Vec<String> = merged.missing_pieces.iter().map(u32::to_string).collect();
        let (noun, is) = if numbers.len() == 1 { ("piece", "is") } else { ("pieces", "are") };
        let (numbers, pieces) = (numbers.join(", "), pieces.pieces());
        say(&format!(
            "THIS IS NOT THE WHOLE CLASS: {noun} {numbers} of {pieces} {is} missing, and with that {lost} of {all} submissions"
        ));
    }
    let ungraded = entries.iter().filter(|entry| !entry.graded).count();
    if ungraded > 0 {
        say(&format!(
            "{ungraded} of {all} submissions were not graded: the grader failed, or nothing proves which file is meant; their \
             reports say which"
        ));
    }
    let (file, out) = (report::missing_file(out), out.display());
    say(&format!(
        "{0} names them; `grader run SUBMISSIONS --only {0} --out {out}` grades just these",
        file.display()
    ));
}

impl From<MergeError> for Failure {
    fn from(error: MergeError) -> Failure {
        match error {
            MergeError::Disk { .. } => Failure::internal_fault(error),
            _ => Failure::usage(error),
        }
    }
}
