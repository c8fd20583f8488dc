//! The pieces become the class, and what became of those that are missing is said.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::super::failure::CliFailure;
use super::super::merge;
use super::super::summary::print_remark;
use super::super::writing::ReportWriter;

use crate::slurm::{self, JobFolder, SubmittedJobs};

/// Of how many missing pieces each is told of.
const MOST_WARNINGS: usize = 10;

/// How many bytes of a log's end are looked at.
const END_OF_LOG: u64 = 4096;

/// Merges the pieces that are whole, as the job did that merges, and prints what a run prints. The jobs are forgotten then, so
/// that the same command submits others.
pub(super) fn collect_shards(
    folder: &JobFolder,
    submitted: &SubmittedJobs,
    out: &Path,
    fail_under: Option<f64>,
    writer: &ReportWriter<'_>,
) -> Result<ExitCode, CliFailure> {
    let pieces = submitted.pieces;
    let whole = folder.finished_shards(pieces);
    let folders: Vec<PathBuf> = whole.iter().map(|(_, path)| path.clone()).collect();
    let missing: Vec<u32> = (1..=pieces)
        .filter(|piece| whole.iter().all(|(number, _)| number != piece))
        .collect();
    if folders.is_empty() {
        warn_of_missing_shards(folder, submitted, &missing);
        folder.clear_submitted()?;
        return Err(CliFailure::internal_error(anyhow::anyhow!(
            "Slurm has ended all jobs, and no piece is graded; when the reason is gone, the same command submits them again"
        )));
    }
    let merged = merge::run(&folders, out, Some(pieces), fail_under, writer);
    warn_of_missing_shards(folder, submitted, &missing);
    // Where the disk is full, or a piece must go first, there is still something to collect.
    let code = merged?;
    if !missing.is_empty() {
        print_remark(
            &"the same command submits all pieces again, and grades only what is missing or has changed",
        );
    }
    folder.clear_submitted()?;
    Ok(code)
}

fn warn_of_missing_shards(folder: &JobFolder, submitted: &SubmittedJobs, missing: &[u32]) {
    for piece in missing.iter().take(MOST_WARNINGS) {
        let told = slurm::describe_task(submitted.pieces_job, *piece)
            .unwrap_or_else(|error| format!("nothing ({error})"));
        let log = folder.log_path(*piece);
        let said = match read_last_line(&log) {
            Ok(Some(line)) => format!("the last that it said is “{}”", report::escape_lines(&line)),
            Ok(None) => "it said nothing".to_owned(),
            Err(_) => "it was never started".to_owned(),
        };
        print_remark(&format!(
            "piece {piece} of {} is missing; Slurm says of its task: {}; {said} ({})",
            submitted.pieces,
            report::escape_lines(&told),
            log.display()
        ));
    }
    let others = missing.len().saturating_sub(MOST_WARNINGS);
    if others > 0 {
        print_remark(&format!("{others} other pieces are missing"));
    }
}

/// The last line of a log that is not empty.
fn read_last_line(log: &Path) -> io::Result<Option<String>> {
    let mut file = File::open(log)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(END_OF_LOG)))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    let end = String::from_utf8_lossy(&end);
    Ok(end
        .lines()
        .map(str::trim)
        .rfind(|line| !line.is_empty())
        .map(str::to_owned))
}
