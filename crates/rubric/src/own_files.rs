//! `files` and `writes`: what a program finds in its folder, and what it must leave there.

use std::ops::Range;
use std::sync::Arc;

use super::config_file::ConfigFile;
use super::game::GameContext;
use super::instructor_file;
use super::raw::{self, Texts};
use super::spanned::Spanned;
use model::{CaseDataFile, TestCase, Toolchain};

/// The most files of a case, of each kind.
const MOST: usize = 50;

/// How much the files of a case may hold together, in bytes.
const LARGEST: u64 = 64 << 20;

/// The files of a case's folder.
pub(super) struct CaseFolder {
    /// Those that the case gives.
    pub(super) files: Vec<CaseDataFile>,
    /// The names of those that a program is to write.
    pub(super) writes: Vec<String>,
    /// The names of those that it may write.
    pub(super) scratch: Vec<String>,
}

/// The files that a case gives, and the names of those that a program is to write or may write.
pub(super) fn parse_case_folder(config: &ConfigFile<'_>, raw: &raw::RawCase) -> CaseFolder {
    let given = raw
        .files
        .as_ref()
        .map(|typed| parse_data_files(config, typed))
        .unwrap_or_default();
    let names: Vec<&str> = given.iter().map(|file| file.name.as_str()).collect();
    let writes = raw
        .writes
        .as_ref()
        .map(|typed| parse_written_names(config, "writes", typed, &names))
        .unwrap_or_default();
    let mut names = names;
    names.extend(writes.iter().map(String::as_str));
    let scratch = raw
        .scratch
        .as_ref()
        .map(|typed| parse_written_names(config, "scratch", typed, &names))
        .unwrap_or_default();
    for name in scratch.iter().filter(|name| writes.contains(name)) {
        let at = raw.scratch.as_ref().map_or(0..0, Spanned::span);
        config.report(
            &at,
            format!("`{name}` is in `writes`, too: expected it in one of them"),
        );
    }
    CaseFolder {
        files: given,
        writes,
        scratch,
    }
}

/// A built-in game writes no file and no standard error, and a simulator starts where the sources are.
pub(super) fn check_file_support<'t>(
    config: &ConfigFile<'_>,
    at: &Range<usize>,
    cases: &[TestCase],
    game: GameContext<'_>,
    mut toolchains: impl Iterator<Item = &'t Toolchain>,
) {
    let compares = |case: &&TestCase| !case.side_outputs().is_empty();
    if let Some(case) = cases
        .iter()
        .find(compares)
        .filter(|_| game.reference_game.is_some())
    {
        let wanted = "which a built-in game does not write: expected a `reference` of your own";
        let text = format!(
            "the case `{}` compares standard error or files, {wanted}",
            case.id
        );
        config.report(at, text);
    }
    let simulates = toolchains.find(|one| one.run.is_some());
    let has_folder = |case: &&TestCase| case.invocation.has_folder();
    if let (Some(case), Some(toolchain)) = (cases.iter().find(has_folder), simulates) {
        let wanted = "runs programs where the sources are: expected a toolchain without `run`";
        let text = format!(
            "the case `{}` has `files`, `writes` or `scratch`, and `{}` {wanted}",
            case.id, toolchain.name
        );
        config.report(at, text);
    }
}

fn parse_data_files(config: &ConfigFile<'_>, typed: &Spanned<raw::RawFiles>) -> Vec<CaseDataFile> {
    let at = typed.span();
    let pairs = typed.get_ref().name_path_pairs();
    let may_be_below = matches!(typed.get_ref(), raw::RawFiles::Named(_));
    check_count(config, &at, "files", pairs.len());
    let mut left = LARGEST;
    let mut given: Vec<CaseDataFile> = Vec::new();
    for (name, path) in pairs.into_iter().take(MOST) {
        if given.iter().any(|known| known.name == name) {
            config.report(&at, format!("found the name `{name}` twice in `files`"));
        } else if let Some((one, other)) = given
            .iter()
            .find_map(|it| find_nested_names(&it.name, name))
        {
            let text = format!(
                "`{one}` in `files` is a folder, because `{other}` is in it: expected a name for one of them"
            );
            config.report(&at, text);
        } else if check_data_file_name(config, &at, name, may_be_below) {
            let content = read_data_file(config, &at, path, &mut left);
            let original = config.folder().join(path);
            given.extend(content.map(|content| CaseDataFile {
                name: name.to_owned(),
                content: Arc::new(content),
                original,
            }));
        }
    }
    given
}

/// The names of files to write, beside files of the case that have the names `given`.
fn parse_written_names(
    config: &ConfigFile<'_>,
    key: &str,
    typed: &Texts,
    given: &[&str],
) -> Vec<String> {
    check_count(config, &typed.span(), key, typed.get_ref().len());
    let mut written: Vec<String> = Vec::new();
    for name in typed.get_ref().iter().take(MOST) {
        let at = name.span();
        let name = name.get_ref();
        if written.contains(name) {
            config.report(&at, format!("found `{name}` twice in `{key}`"));
        } else if let Some((one, other)) = (written.iter().map(String::as_str))
            .chain(given.iter().copied())
            .find_map(|it| find_nested_names(it, name))
        {
            let text = format!(
                "`{one}` in `{key}` is a folder, because `{other}` is in it: expected a name for one of them"
            );
            config.report(&at, text);
        } else if check_data_file_name(config, &at, name, true) {
            written.push(name.clone());
        }
    }
    written
}

fn check_count(config: &ConfigFile<'_>, at: &Range<usize>, key: &str, count: usize) {
    if count > MOST {
        config.report(
            at,
            format!("found {count} names in `{key}`, expected {MOST} at most"),
        );
    }
}

/// Which of two names would have to be a folder for the other.
fn find_nested_names<'n>(one: &'n str, other: &'n str) -> Option<(&'n str, &'n str)> {
    let is_below = |name: &str, folder: &str| {
        name.strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/'))
    };
    let both = [(one, other), (other, one)];
    both.into_iter()
        .find(|(folder, name)| is_below(name, folder))
}

/// A name that means the same everywhere, and leads nowhere else. Some may have folders before them.
fn check_data_file_name(
    config: &ConfigFile<'_>,
    at: &Range<usize>,
    name: &str,
    may_be_below: bool,
) -> bool {
    const LONGEST: usize = 100;
    const DEEPEST: usize = 5;
    let is_character = |it: char| it.is_ascii_alphanumeric() || "._+- ".contains(it);
    let is_part = |part: &str| {
        let starts = part.starts_with(|it: char| it.is_ascii_alphanumeric() || it == '_');
        starts && part.chars().all(is_character)
    };
    let most = if may_be_below { DEEPEST } else { 1 };
    let is_shallow = name.split('/').count() <= most;
    let is_name = is_shallow && name.len() <= LONGEST && name.split('/').all(is_part);
    if !is_name {
        let where_to = if may_be_below {
            "or below it"
        } else {
            "and not below it"
        };
        let wanted = format!(
            "expected the name of a file in the program's own folder, {where_to}: letters, digits, blanks, `.`, `_`, `+` and `-`"
        );
        config.report(at, format!("found `{name}`, {wanted}"));
    }
    is_name
}

/// What a file holds that is beside the case or in a folder there.
fn read_data_file(
    config: &ConfigFile<'_>,
    at: &Range<usize>,
    path: &str,
    left: &mut u64,
) -> Option<Vec<u8>> {
    let most = "the `files` of a case may hold 64 MiB together";
    let read = instructor_file::read_instructor_file(config.folder(), path, left, most);
    let report = |why: String| {
        let place = "expected a regular file beside the case, or in a folder there";
        config.report(at, format!("`{path}` {why}: {place}"));
    };
    read.map_err(report).ok()
}
