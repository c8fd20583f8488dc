//! Which prefixes a class needs, and how one is had: taken from what is kept, or made.

use std::collections::BTreeMap;
use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::Path;

use super::super::compiler::{Compiler, OUT};
use super::super::{BuildError, copy};
use super::choose::{
    self, MakingTime, Prefix, PrefixChoice, SeenHeaders, choose_prefixes, header_names,
};
use super::drained;
use super::headers;
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
    let seen = count_beginnings(
        sources.filter_map(leading_headers),
        store.earlier_beginnings(&group),
    );
    plan_for(settings, group, &seen, store, runner)
}

/// The prefixes for sources like those of earlier runs, as many as are kept together: of what at least two of them began with. Where
/// nobody has seen any, `<iostream>` and `<bits/stdc++.h>`. `runner` is for a compiler that is asked who it is.
///
/// # Errors
///
/// If something of ours fails.
pub fn plan_usual_prefixes(
    settings: &BuildSettings,
    store: &PrecompiledStore,
    runner: impl FnOnce() -> Result<InterruptibleRunner, SandboxError>,
) -> Result<Vec<PlannedPrefix>, SandboxError> {
    /// Each is worth making, whatever it costs.
    const OFTEN: i64 = 1000;
    let Some(group) = settings::prefix_group(settings) else {
        return Ok(Vec::new());
    };
    let mut usual = store.earlier_beginnings(&group);
    if usual.is_empty() {
        let names = [&b"iostream"[..], b"bits/stdc++.h"];
        let headers = names.iter().filter_map(|name| headers::find_header(name));
        usual = headers.map(|header| (vec![header], 2)).collect();
    }
    let often = usual.into_iter().filter(|(_, count)| *count > 1);
    let seen: Vec<SeenHeaders> = often
        .map(|(headers, count)| SeenHeaders {
            headers,
            now: count * OFTEN,
            earlier: 0,
        })
        .collect();
    plan_for(settings, group, &seen, store, runner)
}

/// How many sources begin with the same headers, in this run and in earlier ones.
fn count_beginnings(
    sources: impl Iterator<Item = Prefix>,
    earlier: Vec<(Prefix, i64)>,
) -> Vec<SeenHeaders> {
    let mut seen: BTreeMap<Vec<&str>, SeenHeaders> = BTreeMap::new();
    let now = sources.map(|headers| (headers, 1, 0));
    let all = now.chain(
        earlier
            .into_iter()
            .map(|(headers, count)| (headers, 0, count)),
    );
    for (headers, now, earlier) in all.filter(|(headers, ..)| !headers.is_empty()) {
        let entry = seen.entry(header_names(&headers));
        let counts = entry.or_insert(SeenHeaders {
            headers,
            now: 0,
            earlier: 0,
        });
        counts.now += now;
        counts.earlier += earlier;
    }
    seen.into_values().collect()
}

fn plan_for(
    settings: &BuildSettings,
    group: PrefixGroup,
    seen: &[SeenHeaders],
    store: &PrecompiledStore,
    runner: impl FnOnce() -> Result<InterruptibleRunner, SandboxError>,
) -> Result<Vec<PlannedPrefix>, SandboxError> {
    let pays = |is_kept: bool| !choose_prefixes(seen, &mut |_| is_kept).is_empty();
    let may_pay = pays(false) || (store.has_entries() && pays(true));
    if !may_pay {
        return Ok(Vec::new());
    }
    let Some(identity) = CompilerIdentity::query_compiler(settings, &mut runner()?)? else {
        tracing::info!(
            compiler = group.0,
            "does not say who it is: no headers are precompiled"
        );
        return Ok(Vec::new());
    };
    let choices = choose_prefixes(seen, &mut |prefix| {
        store.has_prefix(&identity.describe_prefix(prefix))
    });
    let planned = choices.into_iter().map(|choice| PlannedPrefix {
        settings: settings.clone(),
        group: group.clone(),
        identity: identity.clone(),
        choice,
    });
    let is_of_use =
        |one: &PlannedPrefix| one.making_time() != MakingTime::Last || store.is_written();
    Ok(planned.filter(is_of_use).collect())
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
            making: MakingTime::First,
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
    Some(choose::to_prefix(leading::read_headers(&head)))
}

impl PlannedPrefix {
    /// Whose compiler makes it.
    pub fn toolchain(&self) -> &Toolchain {
        &self.settings.toolchain
    }

    /// The headers, as they stand in a source.
    pub fn headers(&self) -> String {
        let names = header_names(&self.choice.prefix).into_iter();
        let quoted: Vec<String> = names.map(|name| format!("<{name}>")).collect();
        quoted.join(" ")
    }

    /// When it is made, if no earlier run has.
    pub fn making_time(&self) -> MakingTime {
        self.choice.making
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

    /// Whether an earlier run made it.
    pub fn has_entry(&self, store: &PrecompiledStore) -> bool {
        store.has_prefix(&self.describe())
    }

    /// Makes it, if that pays, in the folder of this name, for everybody who compiles from then on. Whether it was made: if not, they
    /// do without.
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
    ) -> Result<bool, SandboxError> {
        let Some(folder) = ready.folder().map(|all| all.join(name)) else {
            return Ok(false);
        };
        if self.choice.making == MakingTime::Never {
            return Ok(false);
        }
        let headers = header_names(&self.choice.prefix).join(" ");
        match self.compile_in_folder(&folder, store, runner) {
            Ok(true) => {
                self.register_prefix(ready, &folder);
                return Ok(true);
            }
            Ok(false) => tracing::info!(headers, "left as they are"),
            Err(BuildError::Sandbox(SandboxError::Interrupted)) => {
                return Err(SandboxError::Interrupted);
            }
            Err(error) => tracing::warn!(headers, %error, "left as they are"),
        }
        Ok(false)
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
        if !folder.exists() {
            prepare_folder(folder).map_err(|error| BuildError::write_error(folder, error))?;
        }
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
        let about = self.describe();
        let known = store.can_drain(&about);
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
                headers = header_names(&self.choice.prefix).join(" "),
                can_drain,
                "precompiled headers are tried with their templates"
            );
            store.remember_draining(&about, can_drain);
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

/// The headers in a list as `make` reads it: a target and a colon, then names, and `\` where a line goes on.
fn parse_header_list(list: &str) -> impl Iterator<Item = &str> {
    list.split_ascii_whitespace()
        .filter(|word| word.starts_with('/'))
}
