//! `grader merge`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::failure::CliFailure;
use super::out;
use super::setup::processor_count;
use super::summary::{exit_code, print_class_table, print_remark};
use super::writing::ReportWriter;
use model::SubmissionName;
use records::{MergeError, MergedShards, RecordFolder, ShardSet};
use report::ReportEntry;

/// Makes of pieces of a class what one run of it would have made. What is missing is named, and everything else written.
pub(super) fn run(
    folders: &[PathBuf],
    out: &Path,
    expected: Option<u32>,
    fail_under: Option<f64>,
    writer: &ReportWriter<'_>,
) -> Result<ExitCode, CliFailure> {
    for folder in folders {
        out::ensure_disjoint_folder(out, "a piece", folder)?;
    }
    let pieces = ShardSet::open(folders, expected)?;
    warn_of_unfinished(&pieces);
    let merged = pieces.merge_records()?;
    report::prepare_folder(out, &merged.submission_names())
        .map_err(CliFailure::from_prepare_error)?;
    let records = merged.write_records(&RecordFolder::open(out)?)?;
    let environment = records.environment();
    let written = writer.write_reports(&records, &environment, out, processor_count())?;
    let entries = written.entries;
    let missing = list_missing(&merged, &entries);
    report::write_missing(out, &missing).map_err(CliFailure::internal_error)?;
    warn_of_confinement(&pieces);
    let all: Vec<&ReportEntry> = entries.iter().collect();
    if written.has_table {
        print_class_table(&all, 0, out)?;
    }
    if missing.is_empty() {
        return Ok(exit_code(&all, fail_under));
    }
    warn_of_missing(&pieces, &merged, &entries, out);
    Ok(ExitCode::from(3))
}

/// What nobody has graded: no piece, or a piece that failed at it.
fn list_missing(merged: &MergedShards<'_>, entries: &[ReportEntry]) -> Vec<SubmissionName> {
    let ungraded = entries
        .iter()
        .filter(|entry| !entry.graded)
        .map(ReportEntry::name);
    merged.missing.iter().cloned().chain(ungraded).collect()
}

fn warn_of_unfinished(pieces: &ShardSet) {
    for folder in &pieces.unfinished {
        print_remark(&format!(
            "{} is left out: its run is not finished, or was stopped and goes on with --resume",
            folder.display()
        ));
    }
}

fn warn_of_confinement(pieces: &ShardSet) {
    if let Some((weakest, folder, host)) = pieces.weakest_confinement() {
        let reads = if weakest.shows_reads {
            ""
        } else {
            ", without seeing their reads"
        };
        print_remark(&format!(
            "programs were not confined alike on all machines: the weakest is tier {}{reads} (such as in {}, graded on \
             {host}), and that is what results.json says of all",
            weakest.tier.letter(),
            folder.display(),
        ));
    }
}

fn warn_of_missing(
    pieces: &ShardSet,
    merged: &MergedShards<'_>,
    entries: &[ReportEntry],
    out: &Path,
) {
    let lost = merged.missing.len();
    let all = pieces.submission_count();
    if lost > 0 {
        let numbers: Vec<String> = merged.missing_shards.iter().map(u32::to_string).collect();
        let (noun, is) = if numbers.len() == 1 {
            ("piece", "is")
        } else {
            ("pieces", "are")
        };
        let numbers = numbers.join(", ");
        let pieces = pieces.shard_count();
        print_remark(&format!(
            "THIS IS NOT THE WHOLE CLASS: {noun} {numbers} of {pieces} {is} missing, and with that {lost} of {all} submissions"
        ));
    }
    let ungraded = entries.iter().filter(|entry| !entry.graded).count();
    if ungraded > 0 {
        print_remark(&format!(
            "{ungraded} of {all} submissions were not graded: the grader failed, or nothing proves which file is meant; their \
             reports say which"
        ));
    }
    let file = report::missing_file(out);
    let out = out.display();
    print_remark(&format!(
        "{0} names them; `grader run SUBMISSIONS --only {0} --out {out}` grades just these",
        file.display()
    ));
}

impl From<MergeError> for CliFailure {
    fn from(error: MergeError) -> CliFailure {
        match error {
            MergeError::Disk { .. } => CliFailure::internal_error(error),
            _ => CliFailure::usage_error(error),
        }
    }
}
