//! `grader cache`.

use std::io::{self, Write};
use std::process::ExitCode;

use bytesize::ByteSize;

use super::arguments::CliArgs;
use super::failure::{self, CliFailure};
use super::setup::{configure_build, install_interrupt, load_course, open_cache, prepare_sandbox};
use grading::{PipelineError, RunCache, Session, WarmedHeaders, WarmingOutcome};
use model::GameRegistry;
use sandbox::SandboxError;
use support::count::format_count;
use toolchain::cache::{CacheFolder, CacheUsage};

/// Shows what is kept between runs, or removes it.
pub(super) fn run(clear: bool) -> Result<ExitCode, CliFailure> {
    let cache = CacheFolder::for_user();
    let Some(path) = cache.path() else {
        return Err(CliFailure::usage_error(anyhow::anyhow!(
            "there is no cache: neither XDG_CACHE_HOME nor HOME names a folder by its whole path"
        )));
    };
    let contents = cache.usage_by_kind();
    if clear {
        cache.clear().map_err(|error| {
            let about = format!("cannot remove all of {}", path.display());
            CliFailure::internal_error(anyhow::Error::from(error).context(about))
        })?;
    }
    failure::finish_printing(print_cache(
        &contents,
        path,
        clear,
        &mut anstream::stdout().lock(),
    ))
}

/// Precompiles the headers with which programs of earlier runs began, and says which.
pub(super) fn warm(arguments: &CliArgs, games: &GameRegistry) -> Result<ExitCode, CliFailure> {
    let course = load_course(arguments, games)?;
    let interrupt = install_interrupt()?;
    let sandbox = prepare_sandbox(arguments, &course, &interrupt)?;
    let cache = open_cache(arguments);
    let run_cache = RunCache::from_cache_folder(&cache);
    let session = configure_build(arguments, Session::new(&sandbox, &interrupt), &run_cache);
    let mut stdout = anstream::stdout().lock();
    let mut printed = Ok(());
    let warmed = grading::warm_headers(&course, session, &mut |warmed| {
        if printed.is_ok() {
            printed = print_warmed(warmed, &mut stdout);
        }
    });
    warmed.map_err(|error| match error {
        SandboxError::Interrupted => PipelineError::Interrupted.into(),
        error => CliFailure::internal_error(
            anyhow::Error::from(error).context("cannot precompile headers"),
        ),
    })?;
    cache.shrink_to_limit();
    failure::finish_printing(printed)
}

fn print_warmed(warmed: &WarmedHeaders, out: &mut dyn Write) -> io::Result<()> {
    let outcome = match warmed.outcome {
        WarmingOutcome::Kept => "kept",
        WarmingOutcome::Made => "made",
        WarmingOutcome::NotMade => "cannot be precompiled",
    };
    let flags: String = warmed.flags.iter().map(|flag| format!(" {flag}")).collect();
    let WarmedHeaders {
        toolchain, headers, ..
    } = warmed;
    writeln!(out, "{toolchain}{flags}: {headers}: {outcome}")
}

fn print_cache(
    contents: &[CacheUsage],
    path: &std::path::Path,
    cleared: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let done = if cleared { "removed: " } else { "" };
    for CacheUsage { kind, files, bytes } in contents {
        writeln!(
            out,
            "{done}{kind}: {}, {}",
            format_count(*files, "file", "files"),
            ByteSize::b(*bytes).display().iec()
        )?;
    }
    let all: u64 = contents.iter().map(|one| one.bytes).sum();
    writeln!(
        out,
        "{done}{} in {}",
        ByteSize::b(all).display().iec(),
        path.display()
    )
}
