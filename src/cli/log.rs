//! The log of a run: off unless `--log` or `--verbose` asks for it.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Mutex;

use anyhow::Context as _;
use tracing_subscriber::fmt::MakeWriter;

use super::arguments::Arguments;
use super::failure::Failure;

/// Starts what was asked for. Without that nothing listens, and nothing is made for the log.
pub(super) fn start(arguments: &Arguments) -> Result<(), Failure> {
    match (&arguments.log, arguments.verbose) {
        (Some(path), _) => listen(Mutex::new(create(path)?)),
        (None, true) => listen(io::stderr),
        (None, false) => Ok(()),
    }
}

fn create(path: &Path) -> Result<File, Failure> {
    let created = File::create(path);
    let what = || format!("cannot write the log {}; name another file with --log", path.display());
    created.with_context(what).map_err(Failure::usage)
}

fn listen(writer: impl for<'w> MakeWriter<'w> + Send + Sync + 'static) -> Result<(), Failure> {
    let listener = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::DEBUG)
        .with_ansi(false)
        .with_target(false)
        .with_writer(writer)
        .finish();
    let started = tracing::subscriber::set_global_default(listener);
    started.context("cannot start the log").map_err(Failure::internal_fault)
}
