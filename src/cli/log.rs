//! The log of a run: off unless `--log` or `--verbose` asks for it.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Mutex;

use anyhow::Context as _;
use tracing_subscriber::fmt::MakeWriter;

use super::arguments::CliArgs;
use super::failure::CliFailure;

/// Starts what was asked for. Without that nothing listens, and nothing is made for the log.
pub(super) fn start_log(arguments: &CliArgs) -> Result<(), CliFailure> {
    match (&arguments.log, arguments.verbose) {
        (Some(path), _) => install_log_writer(Mutex::new(create_log(path)?)),
        (None, true) => install_log_writer(io::stderr),
        (None, false) => Ok(()),
    }
}

fn create_log(path: &Path) -> Result<File, CliFailure> {
    let created = File::create(path);
    let what = || {
        format!(
            "cannot write the log {}; name another file with --log",
            path.display()
        )
    };
    created.with_context(what).map_err(CliFailure::usage_error)
}

fn install_log_writer(
    writer: impl for<'w> MakeWriter<'w> + Send + Sync + 'static,
) -> Result<(), CliFailure> {
    let listener = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::DEBUG)
        .with_ansi(false)
        .with_target(false)
        .with_writer(writer)
        .finish();
    let started = tracing::subscriber::set_global_default(listener);
    started
        .context("cannot start the log")
        .map_err(CliFailure::internal_error)
}
