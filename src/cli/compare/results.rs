//! What a run has left: its records, or where there are none that this version reads, the points in `results.json`.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use crate::attribution::Facts;
use crate::cli::failure::Failure;
use crate::cli::setup::processors;
use crate::cli::summary::say;
use crate::model::Gradebook;
use crate::parallel;
use crate::record::{RecordError, RecordFolder, Records};

/// What is known of the class in a folder of reports, or in a `results.json`.
pub(super) fn facts(path: &Path) -> Result<Vec<Facts>, Failure> {
    if path.is_file() {
        return points_alone(path);
    }
    match records(path) {
        Ok(Some(records)) => of_records(&records).map_err(Failure::internal_fault),
        Ok(None) => points_alone(&path.join("results.json")),
        Err(error @ RecordError::Version { .. }) => {
            say(&format!("{error}; its points are read from results.json"));
            points_alone(&path.join("results.json"))
        }
        Err(error) => Err(error.into()),
    }
}

fn records(folder: &Path) -> Result<Option<Records>, RecordError> {
    // A result that somebody keeps is only looked at.
    if !folder.join(".grader").is_dir() {
        return Ok(None);
    }
    RecordFolder::open(folder)?.records()
}

/// As much of all records as explains points.
pub(super) fn of_records(records: &Records) -> io::Result<Vec<Facts>> {
    let places: Vec<usize> = (0..records.count()).collect();
    parallel::try_map(&places, processors(), |&place| {
        records.grade(place).map(|grade| Facts::from(grade.as_ref()))
    })
}

fn points_alone(file: &Path) -> Result<Vec<Facts>, Failure> {
    let told = |error: anyhow::Error| {
        Failure::usage(error.context(format!("{} cannot be read as results", file.display())))
    };
    let opened = File::open(file).map_err(|error| told(error.into()))?;
    Facts::of_results(BufReader::new(opened)).map_err(|error| told(error.into()))
}
