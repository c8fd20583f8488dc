//! Runs that nobody handed in, as a grade.

use super::super::case_run::CaseRun;
use super::AssignmentGrader;
use super::outcome::SubmissionOutcome;
use model::{BuildReport, BuildVerdict, Grade, Submission};

impl AssignmentGrader<'_> {
    /// The grade of a program that was built and did this in the cases. What is read in its text is not asked.
    pub(crate) fn score_runs(&self, program: &Submission, ran: Vec<CaseRun>) -> Grade {
        let build = BuildReport::new(BuildVerdict::Ok);
        self.assemble_grade(
            program,
            SubmissionOutcome::new(build, ran, self.expectations.scripted_variant()),
        )
        .grade
    }
}
