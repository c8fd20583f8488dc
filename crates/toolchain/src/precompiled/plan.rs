//! Which prefixes a class needs, and how one is had: taken from what is kept, or made.

use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::Path;

use super::super::compiler::{Compiler, OUT};
use super::super::{BuildError, copy};
use super::choose::{self, Prefix, PrefixChoice, choose_prefixes};
use super::drained;
use super::headers::{self, StandardHeader};
use super::identity::{self, CompilerIdentity};
use super::leading::{self, HEAD};
use super::ready::PrecompiledHeaders;
use super::settings::{self, PrefixGroup};
use super::store::{LARGEST, PrecompiledStore};
use crate::compile::{is_output_file, write_file};
use crate::compiler;
use crate::runner::InterruptibleRunner;
use model::{BuildSettings, SourceFile, Toolchain};
use sandbox::SandboxError;

/// A prefix's text, while it is made.
const PREFIX: &str = "prefix.hpp";

/// What becomes of it; GCC looks for this beside the file that it is told to include.
const COMPILED: &str = "prefix.hpp.gch";

/// Where the compiler lists the headers that it read.
const LIST: &str = "prefix.d";

/// How long that list may be, in bytes.
const LONGEST_LIST: u64 = 1 << 20;

/// What stands in the prefix's place where it is used. A compiler that refuses the precompiled one reads this instead, and
/// fails: then the source is compiled as it is.
const REFUSED: &str = "#error \"this header must be precompiled\"\n";

/// A prefix that is worth having.
#[derive(Debug)]
pub struct PlannedPrefix {
    settings: BuildSettings,
    group: PrefixGroup,
    identity: CompilerIdentity,
    choice: PrefixChoice,
}

/// The prefixes that are worth having for sources with these settings, those that take longest to make first. Nobody is asked
/// anything where nothing could pay. `runner` is for a compiler that is asked who it is.
///
/// # Errors
///
/// If something of ours fails.
pub fn plan_prefixes<'a>(
    settings: &BuildSettings,
    sources: impl Iterator<Item = &'a SourceFile>,
    store: &PrecompiledStore,
    runner: impl FnOnce() -> Result<InterruptibleRunner, SandboxError>,
) -> Result<Vec<PlannedPrefix>, SandboxError> {
    let Some(group) = settings::prefix_group(settings) else {
        return Ok(Vec::new());
    };
    let leading: Vec<Prefix> = sources.filter_map(leading_headers).collect();
    let may_be_kept = store.has_entries();
    if choose_prefixes(&leading, &mut |_| may_be_kept).is_empty() {
        return Ok(Vec::new());
    }
    let Some(identity) = CompilerIdentity::query_compiler(settings, &mut runner()?)? else {
        tracing::info!(
            compiler = group.0,
            "does not say who it is: no headers are precompiled"
        );
        return Ok(Vec::new());
    };
    let choices = choose_prefixes(&leading, &mut |prefix| {
        store.has_prefix(&identity.describe_prefix(prefix))
    });
    let planned = |choice: PrefixChoice| PlannedPrefix {
        settings: settings.clone(),
        group: group.clone(),
        identity: identity.clone(),
        choice,
    };
    Ok(choices.into_iter().map(planned).collect())
}

/// What of its headers a compiler can keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrecompilingSupport {
    /// What it has read, and the templates that the headers ask for.
    WithTemplates,
    /// What it has read.
    WithoutTemplates,
    /// Nothing.
    Nothing,
}

/// Tries with `<iostream>` what of its headers a compiler can keep.
///
/// # Errors
///
/// If the compiler cannot be started, or a file of ours cannot be read or written.
pub fn try_precompiling(
    settings: &BuildSettings,
    runner: &mut InterruptibleRunner,
) -> Result<PrecompilingSupport, BuildError> {
    let Some(group) = settings::prefix_group(settings) else {
        return Ok(PrecompilingSupport::Nothing);
    };
    let Some(identity) = CompilerIdentity::query_compiler(settings, runner)? else {
        return Ok(PrecompilingSupport::Nothing);
    };
    let planned = PlannedPrefix {
        settings: settings.clone(),
        group,
        identity,
        choice: PrefixChoice {
            prefix: headers::find_header(b"iostream").into_iter().collect(),
            pays_to_make: true,
        },
    };
    let mut compiler = Compiler::new(settings, runner).with_file_limit(LARGEST);
    let store = PrecompiledStore::default();
    Ok(
        if planned.compile_drained(&mut compiler, &store)?.is_some() {
            PrecompilingSupport::WithTemplates
        } else if planned
            .compile_headers(&mut compiler, Vec::new())?
            .is_some()
        {
            PrecompilingSupport::WithoutTemplates
        } else {
            PrecompilingSupport::Nothing
        },
    )
}

/// What compiling `sources` will cost because of the headers that they begin with, in milliseconds, once what is `planned` is there.
pub fn expected_cost(sources: &[SourceFile], planned: &[PlannedPrefix]) -> i64 {
    let prefixes = || planned.iter().map(|planned| &planned.choice.prefix);
    let leading = sources
        .iter()
        .filter(|source| !source.is_header())
        .filter_map(leading_headers);
    leading
        .map(|leading| choose::remaining_cost(&leading, prefixes()))
        .sum()
}

/// What a student's source begins with; none if it cannot be read, or is not for a C++ compiler.
fn leading_headers(source: &SourceFile) -> Option<Prefix> {
    if !settings::is_cpp(&source.name) {
        return None;
    }
    let head = copy::read_head(source, HEAD as u64 + 1).ok()??;
    Some(leading::read_headers(&head))
}

impl PlannedPrefix {
    /// Whose compiler makes it.
    pub fn toolchain(&self) -> &Toolchain {
        &self.settings.toolchain
    }

    /// Takes the prefix from what is kept, into a folder of this name. Whether it was there; everybody may use it from then on.
    pub fn load_cached(
        &self,
        name: &str,
        store: &PrecompiledStore,
        ready: &PrecompiledHeaders,
    ) -> bool {
        let Some(folder) = ready.folder().map(|all| all.join(name)) else {
            return false;
        };
        let taken = prepare_folder(&folder).is_ok()
            && store.copy_prefix(&self.describe(), &folder.join(COMPILED));
        if taken {
            self.register_prefix(ready, &folder);
        }
        taken
    }

    /// Makes it, if that pays, in the folder of this name, for everybody who compiles from then on. If it cannot be made, they do
    /// without.
    ///
    /// # Errors
    ///
    /// If the user wants to stop.
    pub fn compile_prefix(
        &self,
        name: &str,
        store: &PrecompiledStore,
        ready: &PrecompiledHeaders,
        runner: impl FnOnce() -> Result<InterruptibleRunner, SandboxError>,
    ) -> Result<(), SandboxError> {
        let Some(folder) = ready.folder().map(|all| all.join(name)) else {
            return Ok(());
        };
        if !self.choice.pays_to_make {
            return Ok(());
        }
        let headers = header_names(&self.choice.prefix).join(" ");
        match self.compile_in_folder(&folder, store, runner) {
            Ok(true) => self.register_prefix(ready, &folder),
            Ok(false) => tracing::info!(headers, "left as they are"),
            Err(BuildError::Sandbox(SandboxError::Interrupted)) => {
                return Err(SandboxError::Interrupted);
            }
            Err(error) => tracing::warn!(headers, %error, "left as they are"),
        }
        Ok(())
    }

    fn register_prefix(&self, ready: &PrecompiledHeaders, folder: &Path) {
        if let Some(file) = folder.join(PREFIX).to_str() {
            ready.add_prefix(
                self.group.clone(),
                self.choice.prefix.clone(),
                file.to_owned(),
            );
            tracing::info!(
                headers = header_names(&self.choice.prefix).join(" "),
                "precompiled"
            );
        }
    }

    fn describe(&self) -> String {
        self.identity.describe_prefix(&self.choice.prefix)
    }

    /// Whether it was made.
    fn compile_in_folder(
        &self,
        folder: &Path,
        store: &PrecompiledStore,
        runner: impl FnOnce() -> Result<InterruptibleRunner, SandboxError>,
    ) -> Result<bool, BuildError> {
        let compiled = folder.join(COMPILED);
        let mut runner = runner()?;
        let mut compiler = Compiler::new(&self.settings, &mut runner).with_file_limit(LARGEST);
        let headers = match self.compile_drained(&mut compiler, store)? {
            Some(headers) => Some(headers),
            None => self.compile_headers(&mut compiler, Vec::new())?,
        };
        let Some(headers) = headers else {
            return Ok(false);
        };
        let made = runner.path_outside("out").join(COMPILED);
        identity::copy_with_checksum(&made, &compiled, LARGEST).map_err(|error| {
            let _ = fs::remove_file(&compiled);
            BuildError::write_error(&compiled, error)
        })?;
        store.store_prefix(&self.describe(), headers, &compiled);
        Ok(true)
    }

    /// Compiles the headers so that their templates are instantiated in them. None if that cannot be done with this compiler, or
    /// if a program would not be the same.
    fn compile_drained(
        &self,
        compiler: &mut Compiler<'_>,
        store: &PrecompiledStore,
    ) -> Result<Option<Vec<String>>, BuildError> {
        let whose = self.identity.describe_compiler();
        let known = store.can_drain(&whose);
        if known == Some(false) {
            return Ok(None);
        }
        let mut headers = None;
        if drained::build_library(compiler)? {
            headers = self.compile_headers(compiler, drained::preload_arguments().to_vec())?;
        }
        let text = self.include_lines();
        let can_drain = headers.is_some()
            && drained::is_marked(compiler)
            && (known.is_some() || drained::makes_same_program(compiler, &text, COMPILED)?);
        if known.is_none() {
            tracing::info!(
                can_drain,
                "precompiled headers are tried with their templates"
            );
            store.remember_draining(&whose, can_drain);
        }
        Ok(headers.filter(|_| can_drain))
    }

    fn include_lines(&self) -> String {
        let names = header_names(&self.choice.prefix).into_iter();
        names.map(|name| format!("#include <{name}>\n")).collect()
    }

    /// Compiles the headers, with `more` arguments. Returns those that were read, as they are; none if the compiler said anything
    /// at all, which it would have said of each source.
    fn compile_headers(
        &self,
        compiler: &mut Compiler<'_>,
        more: Vec<String>,
    ) -> Result<Option<Vec<String>>, BuildError> {
        write_file(
            compiler.runner.path_outside("source").join(PREFIX),
            self.include_lines().as_bytes(),
        )?;
        let mut arguments = more;
        arguments.extend(self.settings.flags.iter().cloned());
        arguments.extend(["-MD", "-MF"].map(str::to_owned));
        arguments.push(format!("{OUT}/{LIST}"));
        arguments.extend(["-x", "c++-header", "-o"].map(str::to_owned));
        arguments.extend([format!("{OUT}/{COMPILED}"), PREFIX.to_owned()]);
        let said = compiler.run(compiler.command, arguments)?;
        let is_silent = said.diagnostics.trim().is_empty() && said.output.trim().is_empty();
        let was_made = |name| is_output_file(compiler.runner, name);
        if !said.is_success() || !is_silent || !was_made(COMPILED) || !was_made(LIST) {
            return Ok(None);
        }
        let list = compiler.runner.path_outside("out").join(LIST);
        let read = |source| BuildError::Read {
            path: list.clone(),
            source,
        };
        let text = copy::read_regular_file(&list, LONGEST_LIST)
            .map_err(read)?
            .unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let headers =
            parse_header_list(&text).map(|path| compiler::fingerprint_file(Path::new(path)));
        Ok(headers
            .collect::<Option<Vec<String>>>()
            .filter(|all| !all.is_empty()))
    }
}

/// A folder with the file that stands in the prefix's place.
fn prepare_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o755).create(folder)?;
    fs::set_permissions(folder, Permissions::from_mode(0o755))?;
    let path = folder.join(PREFIX);
    fs::write(&path, REFUSED)?;
    fs::set_permissions(&path, Permissions::from_mode(0o444))
}

fn header_names(prefix: &[&'static StandardHeader]) -> Vec<&'static str> {
    prefix.iter().map(|header| header.name).collect()
}

/// The headers in a list as `make` reads it: a target and a colon, then names, and `\` where a line goes on.
fn parse_header_list(list: &str) -> impl Iterator<Item = &str> {
    list.split_ascii_whitespace()
        .filter(|word| word.starts_with('/'))
}
