//! `files` and `writes`: what a program finds in its folder, and what it must leave there.

use std::io::Read as _;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use toml::Spanned;

use super::config_file::ConfigFile;
use super::game::GameContext;
use super::raw::{self, Texts};
use crate::beneath::Folder;
use crate::model::{Case, GivenFile, Toolchain};

/// The most files of a case, of each kind.
const MOST: usize = 50;

/// How much the files of a case may hold together, in bytes.
const LARGEST: u64 = 64 << 20;

/// The files that a case gives, and the names of those that a program is to write.
pub(super) fn files(config: &ConfigFile<'_>, raw: &raw::Case) -> (Vec<GivenFile>, Vec<String>) {
    let given = raw.files.as_ref().map(|typed| given(config, typed)).unwrap_or_default();
    let written = raw.writes.as_ref().map(|typed| written(config, typed)).unwrap_or_default();
    (given, written)
}

/// A built-in game writes no file and no standard error, and a simulator starts where the sources are.
pub(super) fn check<'t>(
    config: &ConfigFile<'_>,
    at: &Range<usize>,
    cases: &[Case],
    game: GameContext<'_>,
    mut toolchains: impl Iterator<Item = &'t Toolchain>,
) {
    let compares = |case: &&Case| !case.products().is_empty();
    if let Some(case) = cases.iter().find(compares).filter(|_| game.own.is_some()) {
        let wanted = "which a built-in game does not write: expected a `reference` of your own";
        let text = format!("the case `{}` compares standard error or files, {wanted}", case.id);
        config.report(at, text);
    }
    let simulates = toolchains.find(|one| one.run.is_some());
    let has_folder = |case: &&Case| case.invocation.has_folder();
    if let (Some(case), Some(toolchain)) = (cases.iter().find(has_folder), simulates) {
        let wanted = "runs programs where the sources are: expected a toolchain without `run`";
        let text = format!(
            "the case `{}` has `files` or `writes`, and `{}` {wanted}",
            case.id, toolchain.name
        );
        config.report(at, text);
    }
}

fn given(config: &ConfigFile<'_>, typed: &Spanned<raw::Files>) -> Vec<GivenFile> {
    let at = typed.span();
    // A list names paths, and programs find the last part of each.
    let pairs: Vec<(&str, &str)> = match typed.get_ref() {
        raw::Files::Names(paths) => {
            paths.iter().map(|path| (last_part(path), path.as_str())).collect()
        }
        raw::Files::Named(named) => {
            named.iter().map(|(name, path)| (name.as_str(), path.as_str())).collect()
        }
    };
    check_count(config, &at, "files", pairs.len());
    let mut left = LARGEST;
    let mut given: Vec<GivenFile> = Vec::new();
    for (name, path) in pairs.into_iter().take(MOST) {
        if given.iter().any(|known| known.name == name) {
            config.report(&at, format!("found the name `{name}` twice in `files`"));
        } else if check_name(config, &at, name) {
            let content = content(config, &at, path, &mut left);
            let content = content.map(Arc::new);
            given.extend(content.map(|content| GivenFile { name: name.to_owned(), content }));
        }
    }
    given
}

fn written(config: &ConfigFile<'_>, typed: &Texts) -> Vec<String> {
    check_count(config, &typed.span(), "writes", typed.get_ref().len());
    let mut written: Vec<String> = Vec::new();
    for name in typed.get_ref().iter().take(MOST) {
        let (at, name) = (name.span(), name.get_ref());
        if written.contains(name) {
            config.report(&at, format!("found `{name}` twice in `writes`"));
        } else if check_name(config, &at, name) {
            written.push(name.clone());
        }
    }
    written
}

fn check_count(config: &ConfigFile<'_>, at: &Range<usize>, key: &str, count: usize) {
    if count > MOST {
        config.report(at, format!("found {count} names in `{key}`, expected {MOST} at most"));
    }
}

fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A name that means the same everywhere, and leads nowhere else.
fn check_name(config: &ConfigFile<'_>, at: &Range<usize>, name: &str) -> bool {
    const LONGEST: usize = 100;
    let is_part = |it: char| it.is_ascii_alphanumeric() || "._+- ".contains(it);
    let starts = name.starts_with(|it: char| it.is_ascii_alphanumeric() || it == '_');
    let is_name = starts && name.len() <= LONGEST && name.chars().all(is_part);
    if !is_name {
        let wanted = "expected the name of a file in the program's own folder: letters, digits, blanks, `.`, `_`, `+` and `-`";
        config.report(at, format!("found `{name}`, {wanted}"));
    }
    is_name
}

/// What a file holds that is beside the case or in a folder there.
fn content(
    config: &ConfigFile<'_>,
    at: &Range<usize>,
    path: &str,
    left: &mut u64,
) -> Option<Vec<u8>> {
    let fails = |why: &str| {
        let place = "expected a regular file beside the case, or in a folder there";
        config.report(at, format!("`{path}` {why}: {place}"));
    };
    let opened = Folder::named(config.folder()).and_then(|folder| folder.file(Path::new(path)));
    let file = match opened {
        Ok(Some(file)) => file,
        Ok(None) => {
            fails("is a link or no file, or leads out of the folder");
            return None;
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            fails("does not exist");
            return None;
        }
        Err(error) => {
            fails(&format!("cannot be read ({error})"));
            return None;
        }
    };
    let mut bytes = Vec::new();
    if let Err(error) = file.take(*left + 1).read_to_end(&mut bytes) {
        fails(&format!("cannot be read ({error})"));
        return None;
    }
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if length > *left {
        fails("is too large: the `files` of a case may hold 64 MiB together");
        return None;
    }
    *left -= length;
    Some(bytes)
}
