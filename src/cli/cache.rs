//! `grader cache`.

use std::io::{self, Write};
use std::process::ExitCode;

use bytesize::ByteSize;

use super::failure::{self, CliFailure};
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

fn print_cache(
    contents: &[CacheUsage],
    path: &std::path::Path,
    cleared: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let done = if cleared { "removed: " } else { "" };
    for CacheUsage { kind, files, bytes } in contents {
        let noun = if *files == 1 { "file" } else { "files" };
        writeln!(
            out,
            "{done}{kind}: {files} {noun}, {}",
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
