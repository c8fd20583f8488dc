//! `--layout` and `--pattern`: how what was handed in is laid out.

use std::path::Path;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};

use crate::intake::{Scratch, Source};
use crate::layout::StudentPattern;
use crate::model::Layout;

/// What the user says of a layout.
#[derive(Debug, Clone, Args)]
pub(super) struct LayoutArguments {
    /// How names are made, where that cannot be seen
    #[arg(long, value_name = "NAME", value_parser = layouts())]
    pub(super) layout: Option<Layout>,
    /// What the path of a file says: a regular expression with the group `student`, and perhaps `file`, `assignment`, `late`, `attempt`,
    /// `id`, `login`, `time`
    #[arg(long, value_name = "REGEX", conflicts_with = "layout", value_parser = value_parser!(StudentPattern))]
    pub(super) pattern: Option<StudentPattern>,
}

impl LayoutArguments {
    /// What was handed in at `path`, laid out so. What has to be unpacked goes into `scratch`; `stop` says whether the user wants
    /// to stop.
    pub(super) fn source<'s>(
        &'s self,
        path: &'s Path,
        scratch: &'s Scratch,
        stop: &'s dyn Fn() -> bool,
    ) -> Source<'s> {
        Source { path, layout: self.layout, pattern: self.pattern.as_ref(), scratch, stop }
    }
}

fn layouts() -> impl TypedValueParser<Value = Layout> {
    PossibleValuesParser::new(Layout::NAMED.map(Layout::name))
        .try_map(|name| Layout::named(&name).ok_or("there is no such layout"))
}
