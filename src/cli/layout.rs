//! `--layout` and `--pattern`: how what was handed in is laid out.

use std::path::Path;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};

use crate::intake::{IntakeScratch, IntakeSource};
use crate::layout::StudentPattern;
use crate::model::SubmissionLayout;

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
    /// What was handed in at `path`, laid out so. What has to be unpacked goes into `scratch`; `stop` says whether the user wants
    /// to stop.
    pub(super) fn to_source<'s>(
        &'s self,
        path: &'s Path,
        scratch: &'s IntakeScratch,
        stop: &'s dyn Fn() -> bool,
    ) -> IntakeSource<'s> {
        IntakeSource {
            path,
            layout: self.layout,
            pattern: self.pattern.as_ref(),
            scratch,
            stop,
        }
    }
}

fn layout_parser() -> impl TypedValueParser<Value = SubmissionLayout> {
    PossibleValuesParser::new(SubmissionLayout::NAMED.map(SubmissionLayout::name))
        .try_map(|name| SubmissionLayout::from_name(&name).ok_or("there is no such layout"))
}
