//! Every report of a class, with what persons have decided, and in the forms that were asked for.

use std::path::Path;

use clap::Args;

use super::failure::CliFailure;
use super::formats::ReportFormatArgs;
use super::overrides::{OverrideArgs, warn_of_stale};
use judging::score;
use judging::score::OverriddenGradebook;
use model::{Course, GradeOverride, Gradebook, GradingEnvironment};
use report::ReportEntry;

/// What was typed about reports.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct ReportArgs {
    #[command(flatten)]
    pub(super) formats: ReportFormatArgs,
    #[command(flatten)]
    overrides: OverrideArgs,
}

/// Writes reports as was typed.
pub(super) struct ReportWriter<'a> {
    formats: &'a ReportFormatArgs,
    /// What persons have decided.
    overrides: Vec<GradeOverride>,
}

/// What was written.
pub(super) struct WrittenReports {
    /// What is kept of each grade.
    pub(super) entries: Vec<ReportEntry>,
    /// Whether a table is to be printed.
    pub(super) has_table: bool,
}

impl ReportArgs {
    /// What writes them; `rubric` is where it may stand what persons have decided.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with what they have decided.
    pub(super) fn to_writer(&self, rubric: Option<&Path>) -> Result<ReportWriter<'_>, CliFailure> {
        Ok(ReportWriter {
            formats: &self.formats,
            overrides: self.overrides.load_overrides(rubric)?,
        })
    }
}

impl ReportWriter<'_> {
    /// Refuses overrides that give more points than the course has, before anything is graded.
    pub(super) fn check_overrides(&self, course: &Course) -> Result<(), CliFailure> {
        let maximum =
            |one: &GradeOverride| course.max_points_of(&one.assignment, one.criterion.as_deref());
        Ok(score::check_maximum(&self.overrides, maximum)?)
    }

    /// Writes all reports. Overrides that change nothing are told of.
    pub(super) fn write_reports(
        &self,
        gradebook: &(impl Gradebook + ?Sized),
        environment: &GradingEnvironment,
        out: &Path,
        workers: usize,
    ) -> Result<WrittenReports, CliFailure> {
        let overridden = OverriddenGradebook::new(gradebook, &self.overrides)?;
        let entries = report::write_reports(&overridden, environment, out, workers);
        let entries = entries.map_err(CliFailure::internal_error)?;
        let has_table = self.formats.write_targets(&overridden, environment, out)?;
        warn_of_stale(&overridden);
        Ok(WrittenReports { entries, has_table })
    }
}
