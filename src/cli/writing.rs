//! Every report of a class, with what persons have decided, and in the forms that were asked for.

use std::io;
use std::path::Path;

use super::failure::CliFailure;
use super::overrides::{OverrideArgs, warn_of_stale};
use clap::Args;
use document::Block;
use judging::score::{self, OverriddenGradebook};
use model::{Course, GradeOverride, Gradebook, GradingEnvironment};
use records::ClassRecords;
use report::{
    EventLines, FormatError, FormatTarget, ReportEntry, ReportFormat, ReportQuery, ShowError,
};
use support::nearest::describe_suggestion;

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

    /// The reports on one student.
    pub(super) fn build_student_reports(
        &self,
        records: &ClassRecords,
        query: ReportQuery<'_>,
    ) -> Result<Vec<Block>, CliFailure> {
        let overridden = OverriddenGradebook::new(records, &self.overrides)?;
        report::build_student_reports(&overridden, &records.environment(), query).map_err(|error| {
            match error {
                ShowError::NoStudent { .. } => CliFailure::usage_error(error),
                ShowError::Read { .. } => CliFailure::internal_error(error),
            }
        })
    }
}

#[derive(Debug, Clone, Default, Args)]
pub(super) struct ReportFormatArgs {
    /// Write the grades in another form, too: junit, ctrf, tap, sarif, ndjson, github, gradescope, prairielearn, classroom50 or vpl; without
    /// a path to standard output, in place of the table (may be repeated)
    #[arg(long = "format", value_name = "NAME[=PATH]", value_parser = parse_target)]
    targets: Vec<FormatTarget>,
    /// Print JSON in place of a table: for a class, that of `results.json`
    #[arg(long)]
    json: bool,
}

impl ReportFormatArgs {
    /// Refuses them where something else is printed.
    pub(super) fn refuse_with(&self, what: &str) -> Result<(), CliFailure> {
        if self.targets.is_empty() && !self.json {
            return Ok(());
        }
        Err(CliFailure::usage_error(anyhow::anyhow!(
            "`--format` and `--json` are about a class, and do not go with {what}; use `grader report --all`"
        )))
    }

    /// Who is to be told what happens, while it happens.
    pub(super) fn open_event_lines(&self) -> Result<EventLines, CliFailure> {
        Ok(EventLines::open_targets(&self.targets)?)
    }

    /// Refuses to tell of events where there are none.
    pub(super) fn refuse_events(&self) -> Result<(), CliFailure> {
        if self
            .targets
            .iter()
            .all(|target| target.format != ReportFormat::Ndjson)
        {
            return Ok(());
        }
        Err(CliFailure::usage_error(anyhow::anyhow!(
            "`--format ndjson` tells what happens while a class is graded, and nothing is graded here; leave it out"
        )))
    }

    /// Refuses, before any work is done, what does not go with so many submissions or with this place.
    pub(super) fn check_targets(&self, submissions: usize) -> Result<(), CliFailure> {
        Ok(report::check_formats(&self.targets, submissions)?)
    }

    /// Writes what was asked for. Whether that leaves room for a table is the value.
    pub(super) fn write_targets(
        &self,
        gradebook: &(impl Gradebook + ?Sized),
        environment: &GradingEnvironment,
        out: &Path,
    ) -> Result<bool, CliFailure> {
        report::write_formats(gradebook, environment, &self.targets)?;
        if self.json {
            let printed = report::print_results(out, &mut io::stdout().lock());
            crate::cli::failure::finish_printing(printed)?;
        }
        Ok(!self.json && self.targets.iter().all(|target| target.path.is_some()))
    }
}

fn parse_target(text: &str) -> Result<FormatTarget, String> {
    let (name, path) = match text.split_once('=') {
        Some((_, "")) => return Err("expected a path behind `=`".to_owned()),
        Some((name, path)) => (name, Some(path.into())),
        None => (text, None),
    };
    let names = ReportFormat::ALL.map(|(name, _)| name);
    match ReportFormat::ALL
        .into_iter()
        .find(|(known, _)| *known == name)
    {
        Some((_, format)) => Ok(FormatTarget { format, path }),
        None => Err(format!(
            "expected one of {}{}",
            names.join(", "),
            describe_suggestion(name, &names)
        )),
    }
}

impl From<FormatError> for CliFailure {
    fn from(error: FormatError) -> CliFailure {
        match error {
            FormatError::NotOne { .. }
            | FormatError::MissingVariable { .. }
            | FormatError::WrongTime { .. } => CliFailure::usage_error(error),
            FormatError::Disk { .. } | FormatError::Write(_) => CliFailure::internal_error(error),
        }
    }
}
