//! A compiler that is asked whether it accepts a text, and makes nothing of it.

use std::time::Duration;

use crate::compile::write_file;
use crate::compiler::Compiler;
use crate::precompiled::PrecompiledHeaders;
use crate::report::{build_verdict, check_compiler, verdict_report};
use crate::runner::InterruptibleRunner;
use crate::{BuildError, copy};
use model::{BuildReport, BuildSettings, BuildVerdict, SourceFile};

/// The option with which compilers print what they propose to change, in a form for programs.
const PROPOSALS: &str = "-fdiagnostics-parseable-fixits";

/// The option with which compilers make nothing.
const SYNTAX_ONLY: &str = "-fsyntax-only";

/// What a compiler says of the files in the folder of the sources.
pub enum SyntaxVerdict {
    /// They have no errors.
    Accepted,
    /// They have errors: its messages.
    Rejected(String),
    /// It needed more than it may use.
    Limit,
}

/// A compiler that checks one program again and again, each time with other texts.
pub struct SyntaxChecker<'a> {
    compiler: Compiler<'a>,
    /// The files that are compiled: the sources, or headers where there is no source.
    names: Vec<String>,
    /// The precompiled header that each check begins with.
    prefix: Option<String>,
    /// The processor time of all checks.
    used: Duration,
}

impl<'a> SyntaxChecker<'a> {
    /// A compiler with these settings for a program, which is copied into the folder of a runner that has built nothing yet; none if the
    /// files may not be copied.
    ///
    /// # Errors
    ///
    /// If something of ours fails.
    pub fn start(
        settings: &'a BuildSettings,
        sources: &[SourceFile],
        precompiled: &'a PrecompiledHeaders,
        runner: &'a mut InterruptibleRunner,
    ) -> Result<Option<SyntaxChecker<'a>>, BuildError> {
        let folder = runner.path_outside("source");
        if copy::copy_sources(sources, &folder, &settings.limits)?.is_some() {
            return Ok(None);
        }
        let has_sources = sources.iter().any(|source| !source.is_header());
        let names: Vec<String> = sources
            .iter()
            .filter(|source| !source.is_header() || !has_sources)
            .map(|source| source.name.clone())
            .collect();
        // With two sources the compiler is given one command, and they may begin differently.
        let prefix = match names.as_slice() {
            [only] => precompiled.prefix_for(settings, &folder.join(only)),
            _ => None,
        };
        Ok(Some(SyntaxChecker {
            compiler: Compiler::new(settings, runner),
            names,
            prefix,
            used: Duration::ZERO,
        }))
    }

    /// Writes a file of the program, in place of what has its name.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write_text(&self, name: &str, text: &str) -> Result<(), BuildError> {
        let path = self.compiler.runner.path_outside("source").join(name);
        write_file(path, text.as_bytes())
    }

    /// The processor time of all checks so far.
    pub fn used(&self) -> Duration {
        self.used
    }

    /// What the compiler says of the files as they are now.
    ///
    /// # Errors
    ///
    /// If something of ours fails.
    pub fn check(&mut self) -> Result<SyntaxVerdict, BuildError> {
        let settings = self.compiler.settings;
        let mut arguments = Vec::new();
        if let Some(prefix) = &self.prefix {
            arguments.extend(["-include".to_owned(), prefix.clone()]);
        }
        arguments.extend(settings.flags.iter().cloned());
        arguments.extend([SYNTAX_ONLY, PROPOSALS].map(str::to_owned));
        arguments.extend(self.names.iter().cloned());
        let command = self.compiler.command;
        let said = self.compiler.run(command, arguments)?;
        self.used += said.cpu;
        Ok(match said.is_success() {
            true => SyntaxVerdict::Accepted,
            false if said.hit_limit(&settings.limits) => SyntaxVerdict::Limit,
            false => SyntaxVerdict::Rejected(said.diagnostics),
        })
    }
}

/// The report on headers that were handed in without a source, and are in the folder of the sources; none if the compiler finds no
/// error in them.
///
/// # Errors
///
/// If something of ours fails.
pub fn check_headers(
    settings: &BuildSettings,
    names: &[String],
    runner: &mut InterruptibleRunner,
) -> Result<Option<BuildReport>, BuildError> {
    let mut compiler = Compiler::new(settings, runner);
    let mut arguments = settings.flags.clone();
    arguments.push(SYNTAX_ONLY.to_owned());
    arguments.extend(names.iter().cloned());
    let said = compiler.run(compiler.command, arguments.clone())?;
    if said.is_success() {
        return Ok(None);
    }
    let verdict = build_verdict(settings, &said, false);
    if verdict == BuildVerdict::CompileError {
        check_compiler(&mut compiler)?;
    }
    let command = [&[compiler.command.to_owned()], arguments.as_slice()].concat();
    Ok(Some(BuildReport {
        diagnostics: said.diagnostics,
        command,
        log: compiler.log,
        toolchain: Some(settings.toolchain.name.clone()),
        ..verdict_report(verdict)
    }))
}
