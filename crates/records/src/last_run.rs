//! The records of the last run, by submission.

use std::collections::HashMap;

use super::basis::GradeBasis;
use super::error::RecordError;
use super::file::{RecordFile, RecordPlace};
use super::folder::RecordFolder;
use model::Grade;

/// The records of the last run, each for whoever asks for it. Other runs may replace them meanwhile.
#[derive(Debug)]
pub struct LastRun {
    file: Option<RecordFile>,
    /// By student and assignment.
    places: HashMap<(String, String), RecordPlace>,
}

impl LastRun {
    /// The last run in this folder; one that graded nobody if there was none.
    ///
    /// # Errors
    ///
    /// If its records cannot be read.
    pub fn load_from(folder: &RecordFolder) -> Result<LastRun, RecordError> {
        let (file, places) = folder.open_finished()?.unzip();
        let whose =
            |place: &RecordPlace| (place.head.student.clone(), place.head.assignment.clone());
        let places = places
            .unwrap_or_default()
            .into_iter()
            .map(|place| (whose(&place), place));
        Ok(LastRun {
            file,
            places: places.collect(),
        })
    }

    /// The grade of a submission, with what it rests on. What cannot be read is found out again.
    pub fn find_grade(
        &self,
        student: &str,
        assignment: &str,
    ) -> Option<(Grade, Option<GradeBasis>)> {
        let place = self
            .places
            .get(&(student.to_owned(), assignment.to_owned()))?;
        self.file.as_ref()?.read_grade_and_basis(place).ok()
    }
}
