//! `--layout` and `--pattern`: how what was handed in is laid out.

use std::path::Path;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};

use sandbox::Interrupt;

use super::failure::CliFailure;
use grading::SubmissionSelection;
use lms::intake::{IntakeScratch, IntakeSource};
use lms::layout::StudentPattern;
use model::{Course, SubmissionLayout, SubmissionSet};

/// What the user says of a layout.
#[derive(Debug, Clone, Args)]
pub(super) struct LayoutArgs {
    /// How names are made, where that cannot be seen
    #[arg(long, value_name = "NAME", value_parser = layout_parser())]
    pub(super) layout: Option<SubmissionLayout>,
    /// What the path of a file says: a regular expression with the group `student`, and perhaps `file`, `assignment`, `late`, `attempt`,
    /// `id`, `login`, `time`
    #[arg(long, value_name = "REGEX", conflicts_with = "layout", value_parser = value_parser!(StudentPattern))]
    pub(super) pattern: Option<StudentPattern>,
}

impl LayoutArgs {
    /// Finds the submissions at `path`. What has to be unpacked goes into `scratch`.
    ///
    /// # Errors
    ///
    /// If `path` cannot be read, is no class, or has nothing that was selected.
    pub(super) fn find_submissions(
        &self,
        path: &Path,
        course: &Course,
        selection: &SubmissionSelection,
        scratch: &IntakeScratch,
        interrupt: &Interrupt,
    ) -> Result<SubmissionSet, CliFailure> {
        let source = IntakeSource {
            path,
            layout: self.layout,
            pattern: self.pattern.as_ref(),
            scratch,
            stop: &|| interrupt.is_raised(),
        };
        Ok(grading::find_submissions(course, &source, selection)?)
    }
}

fn layout_parser() -> impl TypedValueParser<Value = SubmissionLayout> {
    PossibleValuesParser::new(SubmissionLayout::NAMED.map(SubmissionLayout::name))
        .try_map(|name| SubmissionLayout::from_name(&name).ok_or("there is no such layout"))
}
