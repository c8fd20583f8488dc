//! `grader schema`: what editors need to complete and check rubrics and cases.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::ValueEnum;

use super::failure::{self, CliFailure};

/// What a schema describes.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum SchemaKind {
    /// rubric.toml
    Rubric,
    /// A test case, NAME.toml
    Case,
}

/// Prints a schema.
pub(super) fn run(kind: SchemaKind) -> Result<ExitCode, CliFailure> {
    failure::finish_printing(print_schema(kind))
}

fn print_schema(kind: SchemaKind) -> io::Result<()> {
    let schema = match kind {
        SchemaKind::Rubric => rubric::rubric_schema(),
        SchemaKind::Case => rubric::case_schema(),
    };
    writeln!(anstream::stdout().lock(), "{schema:#}")
}
