//! `grader schema`: what editors need to complete and check rubrics and cases.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
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
    anstream::stdout()
        .lock()
        .write_all(schema_text(kind).as_bytes())
}

fn schema_text(kind: SchemaKind) -> String {
    let schema = match kind {
        SchemaKind::Rubric => rubric::rubric_schema(),
        SchemaKind::Case => rubric::case_schema(),
    };
    format!("{schema:#}\n")
}

/// The schema files of a course in this folder. Editors find them by the line `#:schema` of a file, without a network.
pub(super) fn schema_files(folder: &Path) -> [(PathBuf, String); 2] {
    [
        (
            folder.join("schema/rubric.json"),
            schema_text(SchemaKind::Rubric),
        ),
        (
            folder.join("schema/case.json"),
            schema_text(SchemaKind::Case),
        ),
    ]
}
