//! What a run has left: its records, or where there are none that this version reads, the points in `results.json`.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use crate::cli::failure::CliFailure;
use crate::cli::setup::processor_count;
use crate::cli::summary::print_remark;
use judging::attribution::GradeFacts;
use model::Gradebook;
use records::{ClassRecords, RecordError, RecordFolder};
use support::parallel;

/// What is known of the class in a folder of reports, or in a `results.json`.
pub(super) fn load_facts(path: &Path) -> Result<Vec<GradeFacts>, CliFailure> {
    if path.is_file() {
        return load_points_only(path);
    }
    match open_records(path) {
        Ok(Some(records)) => facts_from_records(&records).map_err(CliFailure::internal_error),
        Ok(None) => load_points_only(&path.join("results.json")),
        Err(error @ RecordError::Version { .. }) => {
            print_remark(&format!("{error}; its points are read from results.json"));
            load_points_only(&path.join("results.json"))
        }
        Err(error) => Err(error.into()),
    }
}

fn open_records(folder: &Path) -> Result<Option<ClassRecords>, RecordError> {
    // A result that somebody keeps is only looked at.
    if !folder.join(".grader").is_dir() {
        return Ok(None);
    }
    RecordFolder::open(folder)?.into_records()
}

/// As much of all records as explains points.
pub(super) fn facts_from_records(records: &ClassRecords) -> io::Result<Vec<GradeFacts>> {
    let places: Vec<usize> = (0..records.count()).collect();
    parallel::try_map_jobs(&places, processor_count(), |&place| {
        records
            .grade(place)
            .map(|grade| GradeFacts::from(grade.as_ref()))
    })
}

fn load_points_only(file: &Path) -> Result<Vec<GradeFacts>, CliFailure> {
    let told = |error: anyhow::Error| {
        CliFailure::usage_error(
            error.context(format!("{} cannot be read as results", file.display())),
        )
    };
    let opened = File::open(file).map_err(|error| told(error.into()))?;
    GradeFacts::read_results(BufReader::new(opened)).map_err(|error| told(error.into()))
}
