//! `--format NAME[=PATH]`: the grades in the words of other systems, and what is printed besides.

use std::io;
use std::path::Path;

use clap::Args;

use super::failure::Failure;
use crate::model::{Environment, Gradebook};
use crate::nearest::hint;
use crate::report::{self, EventLines, Format, FormatError, Target};

#[derive(Debug, Clone, Default, Args)]
pub(super) struct Formats {
    /// Write the grades in another form, too: junit, ctrf, tap, sarif, ndjson, github, gradescope, prairielearn, classroom50 or vpl; without
    /// a path to standard output, in place of the table (may be repeated)
    #[arg(long = "format", value_name = "NAME[=PATH]", value_parser = parse)]
    targets: Vec<Target>,
    /// Print JSON in place of a table: for a class, that of `results.json`
    #[arg(long)]
    json: bool,
}

impl Formats {
    /// Refuses them where something else is printed.
    pub(super) fn none_with(&self, what: &str) -> Result<(), Failure> {
        if self.targets.is_empty() && !self.json {
            return Ok(());
        }
        Err(Failure::usage(anyhow::anyhow!(
            "`--format` and `--json` are about a class, and do not go with {what}; use `grader report --all`"
        )))
    }

    /// Who is to be told what happens, while it happens.
    pub(super) fn event_lines(&self) -> Result<EventLines, Failure> {
        Ok(EventLines::open(&self.targets)?)
    }

    /// Refuses to tell of events where there are none.
    pub(super) fn no_events(&self) -> Result<(), Failure> {
        if self.targets.iter().all(|target| target.format != Format::Ndjson) {
            return Ok(());
        }
        Err(Failure::usage(anyhow::anyhow!(
            "`--format ndjson` tells what happens while a class is graded, and nothing is graded here; leave it out"
        )))
    }

    /// Refuses, before any work is done, what does not go with so many submissions or with this place.
    pub(super) fn check(&self, submissions: usize) -> Result<(), Failure> {
        Ok(report::check_formats(&self.targets, submissions)?)
    }

    /// Writes what was asked for. Whether that leaves room for a table is the value.
    pub(super) fn write(
        &self,
        gradebook: &(impl Gradebook + ?Sized),
        environment: &Environment,
        out: &Path,
    ) -> Result<bool, Failure> {
        report::write_formats(gradebook, environment, &self.targets)?;
        if self.json {
            let printed = report::print_results(out, &mut io::stdout().lock());
            super::failure::printed(printed)?;
        }
        Ok(!self.json && self.targets.iter().all(|target| target.path.is_some()))
    }
}

fn parse(text: &str) -> Result<Target, String> {
    let (name, path) = match text.split_once('=') {
        Some((_, "")) => return Err("expected a path behind `=`".to_owned()),
        Some((name, path)) => (name, Some(path.into())),
        None => (text, None),
    };
    let names = Format::ALL.map(|(name, _)| name);
    match Format::ALL.into_iter().find(|(known, _)| *known == name) {
        Some((_, format)) => Ok(Target { format, path }),
        None => Err(format!("expected one of {}{}", names.join(", "), hint(name, &names))),
    }
}

impl From<FormatError> for Failure {
    fn from(error: FormatError) -> Failure {
        match error {
            FormatError::NotOne { .. } | FormatError::Unsaid { .. } => Failure::usage(error),
            FormatError::Disk { .. } | FormatError::Write(_) => Failure::internal_fault(error),
        }
    }
}
