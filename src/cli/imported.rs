//! What `grader import` is asked.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use import::PackageFormat;

/// What is imported.
#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// What the package was made for
    #[arg(value_name = "FORMAT", value_parser = format_parser())]
    pub(super) format: PackageFormat,
    /// The package: a folder, or an archive of it
    #[arg(value_name = "DIR")]
    pub(super) package: PathBuf,
    /// The folder of the new course, which must not be there yet [default: ID-course]
    #[arg(short, long, value_name = "COURSE-DIR")]
    pub(super) out: Option<PathBuf>,
    /// Write the course although parts of the package that decide grades are not carried over
    #[arg(long)]
    pub(super) partial: bool,
    /// The name of the assignment [default: that of the package]
    #[arg(short, long, value_name = "NEW-ID")]
    pub(super) assignment: Option<String>,
}

fn format_parser() -> impl TypedValueParser<Value = PackageFormat> {
    PossibleValuesParser::new(PackageFormat::ALL.map(PackageFormat::name))
        .try_map(|name| PackageFormat::from_name(&name).ok_or("there is no such format"))
}
