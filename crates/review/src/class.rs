//! The class as it was graded, in memory: runs wait as long as records are open, and a person judges for hours.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;

use model::{Grade, Gradebook, RunOutline, SubmissionName};

/// The class of a run, as it was graded.
pub struct ReviewClass {
    /// The grades, without what persons have decided, in the order of the gradebook.
    pub grades: Vec<Grade>,
    /// What is known of the run.
    pub outline: RunOutline,
    /// The files of each program by name.
    pub programs: BTreeMap<SubmissionName, Vec<(String, Vec<u8>)>>,
    /// Equal for programs of an assignment that have the same structure, and near for those that are alike; none for one whose
    /// structure is not known.
    pub structures: BTreeMap<SubmissionName, usize>,
    /// Submissions whose students object to something.
    pub objections: BTreeSet<SubmissionName>,
    /// Where decisions are kept.
    pub overrides: PathBuf,
    /// The folder of the reports.
    pub reports: PathBuf,
    /// Who judges: the name that students see.
    pub by: String,
    /// Which grader it is, for staff and for programs that are dealt out; none if that does not matter.
    pub grader: Option<String>,
}

impl Gradebook for ReviewClass {
    fn count(&self) -> usize {
        self.grades.len()
    }

    fn grade(&self, place: usize) -> io::Result<Cow<'_, Grade>> {
        self.grades.as_slice().grade(place)
    }

    fn run_outline(&self) -> RunOutline {
        self.outline.clone()
    }
}
