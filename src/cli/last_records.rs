//! The grades of the last run, for whoever makes something of them without grading.

use std::path::Path;

use super::failure::Failure;
use crate::record::{RecordFolder, Records};
use crate::report;

/// The records of the last run whose reports stand in `folder`, which the user names with `option`.
pub(super) fn last_records(folder: &Path, option: &str) -> Result<Records, Failure> {
    let records = match report::has_results(folder) {
        true => RecordFolder::open(folder)?.records()?,
        false => None,
    };
    records.ok_or_else(|| {
        Failure::usage(anyhow::anyhow!(
            "there are no records of a run in {}; run `grader run SUBMISSIONS` first, or name the folder with {option} DIR",
            folder.display()
        ))
    })
}
