//! From a source to an object, with its warnings; with precompiled headers where there are some. The files that are read and
//! written for it.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::compiler::{Compiler, CompilerOutput, OUT};
use super::warnings::CapturedDiagnostics;
use crate::compiler::LARGEST_FILE;
use crate::runner::InterruptibleRunner;
use crate::{BuildError, copy};
use model::SourceFile;
use sandbox::SandboxError;

/// How GCC is asked to tell its warnings as JSON.
const JSON: &str = "-fdiagnostics-format=json";

/// What an attempt with precompiled headers came to.
enum PrecompiledAttempt {
    /// What it came to without them, too.
    Counts(CompilerOutput),
    /// Errors, which only a compilation without them may tell.
    Failed,
    /// Nothing that can be used; or there are no such headers.
    Nothing,
}

impl Compiler<'_> {
    /// Makes an object of each source, so that every program that needs a source is linked from the one object. Sources
    /// after one with errors are compiled, too: a student wants to see all errors.
    pub(super) fn compile_sources(
        &mut self,
        sources: &[&str],
    ) -> Result<(CompilerOutput, Vec<String>), SandboxError> {
        let mut all = CompilerOutput::empty();
        let mut objects = Vec::new();
        for (number, source) in (1..).zip(sources) {
            let object = format!("{number}.o");
            let mut arguments = self.settings.flags.clone();
            arguments.extend(["-c", "-o"].map(str::to_owned));
            arguments.extend([format!("{OUT}/{object}"), (*source).to_owned()]);
            all = all.merge_later(self.compile_one(source, arguments)?);
            objects.push(object);
        }
        Ok((all, objects))
    }

    fn compile_one(
        &mut self,
        source: &str,
        arguments: Vec<String>,
    ) -> Result<CompilerOutput, SandboxError> {
        let logged = self.log.len();
        let path = self.runner.path_outside("source").join(source);
        let prefix = self
            .precompiled
            .and_then(|all| Some((all, all.prefix_for(self.settings, &path)?)));
        let Some((all, prefix)) = prefix.filter(|_| self.speaks_json) else {
            return self.compile_without_prefix(arguments);
        };
        match self.compile_with_prefix(&prefix, &arguments)? {
            PrecompiledAttempt::Counts(said) => return Ok(said),
            PrecompiledAttempt::Failed => {
                let said = self.run(self.command, arguments.clone())?;
                if !said.is_success() && !said.hit_limit(&self.settings.limits) {
                    let told = CapturedDiagnostics::from_text(&said.diagnostics);
                    return Ok(CompilerOutput {
                        captured: told,
                        ..said
                    });
                }
                if said.is_success() {
                    tracing::warn!(
                        prefix,
                        "a precompiled header does not do, and is not used again"
                    );
                    all.remove_prefix(&prefix);
                }
            }
            PrecompiledAttempt::Nothing => {}
        }
        self.log.truncate(logged);
        self.compile_without_prefix(arguments)
    }

    /// One compilation that begins with precompiled headers. Its warnings are the same as without, unless they lead through
    /// the file that was put before the source, or would.
    ///
    /// The log of a build lists the command without that file. Whether it was there depends on the moment, and two runs are to
    /// write the same; what it makes is the same in any case.
    fn compile_with_prefix(
        &mut self,
        prefix: &str,
        arguments: &[String],
    ) -> Result<PrecompiledAttempt, SandboxError> {
        let logged = self.log.len();
        let own = [JSON, "-include", prefix].map(str::to_owned);
        let said = self.run(self.command, [own.as_slice(), arguments].concat())?;
        self.log.truncate(logged);
        let as_json = [&[self.command.to_owned(), JSON.to_owned()], arguments].concat();
        self.log.push(as_json.join(" "));
        if said.hit_limit(&self.settings.limits) && !said.is_success() {
            return Ok(PrecompiledAttempt::Nothing);
        }
        if !said.is_success() {
            return Ok(PrecompiledAttempt::Failed);
        }
        let folder = prefix.rsplit_once('/').map_or(prefix, |(folder, _)| folder);
        if said.diagnostics.contains(folder) {
            return Ok(PrecompiledAttempt::Nothing);
        }
        tracing::debug!(source = arguments.last(), "begins with precompiled headers");
        let told = CapturedDiagnostics::from_json(&said.diagnostics);
        Ok(PrecompiledAttempt::Counts(CompilerOutput {
            captured: told,
            diagnostics: String::new(),
            ..said
        }))
    }

    /// One compilation with its warnings. GCC tells them as JSON, and then nothing in its own text; so a compilation that
    /// fails is made again for the text, which makes no object either. A GCC that does not know JSON fails at once.
    fn compile_without_prefix(
        &mut self,
        arguments: Vec<String>,
    ) -> Result<CompilerOutput, SandboxError> {
        if self.speaks_json {
            let with_json = [&[JSON.to_owned()], arguments.as_slice()].concat();
            let said = self.run(self.command, with_json)?;
            if said.is_success() {
                let told = CapturedDiagnostics::from_json(&said.diagnostics);
                return Ok(CompilerOutput {
                    captured: told,
                    diagnostics: String::new(),
                    ..said
                });
            }
            if said.hit_limit(&self.settings.limits) {
                let text = said
                    .diagnostics
                    .lines()
                    .filter(|line| !line.starts_with('['));
                let diagnostics = text.collect::<Vec<_>>().join("\n");
                return Ok(CompilerOutput {
                    diagnostics,
                    ..said
                });
            }
        }
        let said = self.run(self.command, arguments)?;
        let told = CapturedDiagnostics::from_text(&said.diagnostics);
        if !said.is_success() {
            return Ok(CompilerOutput {
                captured: told,
                ..said
            });
        }
        self.speaks_json = false;
        Ok(CompilerOutput {
            captured: told,
            diagnostics: String::new(),
            ..said
        })
    }
}

/// Writes a new file that the compiler may read, whatever the user's mask. What has its name goes: the compiler may write
/// into the folder, too, and a link that it made is not followed.
pub(super) fn write_file(path: PathBuf, bytes: &[u8]) -> Result<(), BuildError> {
    remove_file(path.clone())?;
    let write = || {
        OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&path)?
            .write_all(bytes)?;
        fs::set_permissions(&path, Permissions::from_mode(0o644))
    };
    write().map_err(|source| BuildError::Write {
        path: path.clone(),
        source,
    })
}

/// Removes a file, if there is one. A link is removed itself.
pub(super) fn remove_file(path: PathBuf) -> Result<(), BuildError> {
    match fs::remove_file(&path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => {
            Err(BuildError::Write { path, source })
        }
        _ => Ok(()),
    }
}

/// Whether the compiler made this file in the folder for output. Never through a link: a compiler may have been talked
/// into making one.
pub(super) fn is_output_file(runner: &InterruptibleRunner, name: &str) -> bool {
    fs::symlink_metadata(runner.path_outside("out").join(name)).is_ok_and(|data| data.is_file())
}

/// The bytes of an object in the folder for output; none if something else has its name.
///
/// # Errors
///
/// If it cannot be read.
pub(super) fn read_output_object(
    runner: &InterruptibleRunner,
    name: &str,
) -> Result<Vec<u8>, BuildError> {
    let path = runner.path_outside("out").join(name);
    read_object(&path).map_err(|source| BuildError::Read { path, source })
}

/// The bytes of an object; none if something else has its name.
///
/// # Errors
///
/// If it cannot be read.
pub fn read_object(path: &Path) -> io::Result<Vec<u8>> {
    Ok(copy::read_regular_file(path, LARGEST_FILE)?.unwrap_or_default())
}

/// The names and bytes of the sources in their folder.
pub(super) fn read_sources(sources: &[SourceFile], folder: &Path) -> Vec<(String, Vec<u8>)> {
    let read = |source: &SourceFile| {
        Some((
            source.name.clone(),
            fs::read(folder.join(&source.name)).ok()?,
        ))
    };
    sources.iter().filter_map(read).collect()
}
