//! The grades of the last run, for whoever makes something of them without grading.

use std::path::Path;

use super::failure::CliFailure;
use records::{ClassRecords, RecordFolder};

/// The records of the last run whose reports stand in `folder`, which the user names with `option`.
pub(super) fn load_last_records(folder: &Path, option: &str) -> Result<ClassRecords, CliFailure> {
    let records = match report::has_results(folder) {
        true => RecordFolder::open(folder)?.into_records()?,
        false => None,
    };
    records.ok_or_else(|| {
        CliFailure::usage_error(anyhow::anyhow!(
            "there are no records of a run in {}; run `grader run SUBMISSIONS` first, or name the folder with {option} DIR",
            folder.display()
        ))
    })
}
