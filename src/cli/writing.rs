//! Every report of a class, with what persons have decided, and in the forms that were asked for.

use std::path::Path;

use clap::Args;

use super::failure::Failure;
use super::formats::Formats;
use super::overrides::{OverrideArguments, tell_of_stale};
use crate::model::{Course, Environment, Gradebook, Override};
use crate::report::{self, Entry};
use crate::score::{self, Overridden};

/// What was typed about reports.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct ReportArguments {
    #[command(flatten)]
    pub(super) formats: Formats,
    #[command(flatten)]
    overrides: OverrideArguments,
}

/// Writes reports as was typed.
pub(super) struct ReportWriter<'a> {
    formats: &'a Formats,
    /// What persons have decided.
    overrides: Vec<Override>,
}

/// What was written.
pub(super) struct Written {
    /// What is kept of each grade.
    pub(super) entries: Vec<Entry>,
    /// Whether a table is to be printed.
    pub(super) has_table: bool,
}

impl ReportArguments {
    /// What writes them; `rubric` is where it may stand what persons have decided.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with what they have decided.
    pub(super) fn writer(&self, rubric: Option<&Path>) -> Result<ReportWriter<'_>, Failure> {
        Ok(ReportWriter { formats: &self.formats, overrides: self.overrides.load(rubric)? })
    }
}

impl ReportWriter<'_> {
    /// Refuses overrides that give more points than the course has, before anything is graded.
    pub(super) fn check_overrides(&self, course: &Course) -> Result<(), Failure> {
        let maximum = |one: &Override| course.maximum(&one.assignment, one.criterion.as_deref());
        Ok(score::check_maximum(&self.overrides, maximum)?)
    }

    /// Writes all reports. Overrides that change nothing are told of.
    pub(super) fn write(
        &self,
        gradebook: &(impl Gradebook + ?Sized),
        environment: &Environment,
        out: &Path,
        workers: usize,
    ) -> Result<Written, Failure> {
        let overridden = Overridden::new(gradebook, &self.overrides)?;
        let entries = report::write(&overridden, environment, out, workers);
        let entries = entries.map_err(Failure::internal_fault)?;
        let has_table = self.formats.write(&overridden, environment, out)?;
        tell_of_stale(&overridden);
        Ok(Written { entries, has_table })
    }
}
