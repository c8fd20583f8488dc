//! The files of a folder that are cases, and what was typed in them.

use std::collections::HashSet;
use std::fs::{self, DirEntry};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::case_input;
use super::config_file::{ConfigFile, DiagnosticCollector};
use super::raw;
use super::rows::parse_rows;
use super::spanned::Spanned;
use super::transcript::{DIALOG_ENDING, parse_dialog};
use model::GameTurn;

/// A case that was read and not understood yet.
pub(super) struct UnparsedCase<'m> {
    pub(super) id: String,
    pub(super) raw: raw::RawCase,
    /// Where its keys stand.
    pub(super) config: ConfigFile<'m>,
    /// The table that it is a row of, with all that must be printed if the row says so.
    pub(super) row: Option<(Rc<ConfigFile<'m>>, Option<Vec<u8>>)>,
    /// Its dialogue, if it has one: the file, and its turns.
    pub(super) dialog: Option<(PathBuf, Vec<GameTurn>)>,
}

/// The files that are cases, hidden ones aside: those whose names end in `.toml`, those with input alone, which end in `.in`, and
/// tables of cases, which end in `.csv`.
pub(super) fn list_case_files(
    rubric: &ConfigFile<'_>,
    at: &Range<usize>,
    folder: &Path,
) -> Option<Vec<PathBuf>> {
    let entries = list_real_folder(folder)
        .map_err(|reason| {
            let text = format!(
                "the folder `{}` with the test cases {reason}: create it, with one file per case, such as `{}`",
                folder.display(),
                folder.join("first.toml").display()
            );
            rubric.report(at, text);
        })
        .ok()?;
    report_unread_files(rubric.diagnostics(), &entries);
    let entries: Vec<PathBuf> = entries.iter().map(DirEntry::path).collect();
    let names: HashSet<&Path> = entries.iter().map(PathBuf::as_path).collect();
    let is_there =
        |path: &Path, ending: &str| names.contains(path.with_extension(ending).as_path());
    let is_case = |path: &PathBuf| {
        let hidden = path
            .file_name()
            .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        let is_input_alone = || ends_in(path, "in") && !is_there(path, "toml");
        let is_shared = || is_there(path, "csv");
        let is_dialog_alone = || {
            strip_dialog_ending(path).is_some_and(|stem| {
                let mut keys = stem.into_os_string();
                keys.push(".toml");
                !names.contains(Path::new(&keys))
            })
        };
        let is_one_case =
            || (ends_in(path, "toml") || is_input_alone()) && !is_shared() || is_dialog_alone();
        !hidden && (ends_in(path, "csv") || is_one_case())
    };
    Some(
        entries
            .iter()
            .filter(|path| is_case(path))
            .cloned()
            .collect(),
    )
}

/// Marks what is probably meant as a case and would not be read as one.
fn report_unread_files(diagnostics: &DiagnosticCollector, entries: &[DirEntry]) {
    for entry in entries {
        let path = entry.path();
        let ending = path.extension().unwrap_or_default();
        let small = ending.to_ascii_lowercase();
        if small != ending && ["toml", "in", "csv"].iter().any(|known| small == *known) {
            let name = path.with_extension(&small);
            let name = name.file_name().unwrap_or_default().to_string_lossy();
            let text = format!(
                "is not read, because its ending has capital letters: rename it to `{name}`"
            );
            diagnostics.report_file(&path, text);
        }
        if entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        for inner in fs::read_dir(path).into_iter().flatten().flatten() {
            if ends_in(&inner.path(), "toml") {
                let text = "is not read, because cases are in the assignment's folder itself: move it there";
                diagnostics.report_file(&inner.path(), text);
            }
        }
    }
}

/// The path of a dialogue without its ending; none of another file.
fn strip_dialog_ending(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    Some(path.with_file_name(name.strip_suffix(DIALOG_ENDING)?))
}

fn ends_in(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|ending| ending == wanted)
}

/// Everything in a folder that is no link.
fn list_real_folder(folder: &Path) -> Result<Vec<DirEntry>, String> {
    match fs::symlink_metadata(folder) {
        Ok(found) if found.is_symlink() => {
            return Err("is a link, which is never followed".to_owned());
        }
        Ok(found) if !found.is_dir() => return Err("is no folder".to_owned()),
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err("does not exist".to_owned());
        }
        Err(error) => return Err(format!("cannot be read ({error})")),
    }
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    entries.map_err(|error| format!("cannot be read ({error})"))
}

/// The cases that a file holds.
pub(super) fn read_cases<'m>(
    diagnostics: &'m DiagnosticCollector,
    file: &Path,
    has_answers: bool,
) -> Vec<UnparsedCase<'m>> {
    if ends_in(file, "csv") {
        return read_table_cases(diagnostics, file, has_answers);
    }
    read_single_case(diagnostics, file).into_iter().collect()
}

/// The cases of a table, a row for each.
fn read_table_cases<'m>(
    diagnostics: &'m DiagnosticCollector,
    file: &Path,
    has_answers: bool,
) -> Vec<UnparsedCase<'m>> {
    let Some(name) = require_case_file(diagnostics, file) else {
        return Vec::new();
    };
    let Some(table) = ConfigFile::read(file, diagnostics).map(Rc::new) else {
        return Vec::new();
    };
    let shared = file.with_extension("toml");
    let mut cases = Vec::new();
    for row in parse_rows(&table) {
        let config = match fs::symlink_metadata(&shared).is_ok() {
            true if require_case_file(diagnostics, &shared).is_none() => return cases,
            true => ConfigFile::read(&shared, diagnostics),
            false => Some(ConfigFile::from_text(file, "", diagnostics)),
        };
        let Some(config) = config else { return cases };
        let Some(mut raw) = config.parse::<raw::RawCase>() else {
            return cases;
        };
        row.apply_to(&name, &mut raw);
        if row.expected.is_some() && !has_answers {
            let text = "the column `expected` goes with `reference = { answers = true }`: here the reference says what is right, \
                        and `grader regenerate` writes it";
            table.report(&(0..0), text);
            return cases;
        }
        let id = format!("{name}-{}", row.name);
        let typed = UnparsedCase {
            id,
            raw,
            config,
            row: Some((Rc::clone(&table), row.expected)),
            dialog: None,
        };
        cases.push(typed);
    }
    cases
}

/// Reads a file with one case.
fn read_single_case<'m>(
    diagnostics: &'m DiagnosticCollector,
    file: &Path,
) -> Option<UnparsedCase<'m>> {
    let id = require_case_file(diagnostics, file)?;
    let is_input_alone = ends_in(file, "in");
    let is_dialog_alone = strip_dialog_ending(file).is_some();
    let config = if is_input_alone || is_dialog_alone {
        ConfigFile::from_text(file, "", diagnostics)
    } else {
        ConfigFile::read(file, diagnostics)?
    };
    let mut raw = config.parse::<raw::RawCase>()?;
    if is_input_alone {
        raw.description = Some(Spanned::new(0..0, format!("The input in {id}.in")));
    }
    if is_dialog_alone {
        let text = format!("The dialogue in {id}{DIALOG_ENDING}");
        raw.description = Some(Spanned::new(0..0, text));
    }
    let dialog_file = file.with_file_name(format!("{id}{DIALOG_ENDING}"));
    let dialog = if fs::symlink_metadata(&dialog_file).is_ok() {
        let read = case_input::read_input_file(&dialog_file)
            .and_then(|bytes| String::from_utf8(bytes).map_err(|_| "is not UTF-8".to_owned()));
        let text = read
            .map_err(|why| diagnostics.report_file(&dialog_file, why))
            .ok()?;
        Some((dialog_file, parse_dialog(&text)))
    } else {
        None
    };
    Some(UnparsedCase {
        id,
        raw,
        config,
        row: None,
        dialog,
    })
}

/// The name of a file that may be a case.
fn require_case_file(diagnostics: &DiagnosticCollector, file: &Path) -> Option<String> {
    if !fs::symlink_metadata(file).is_ok_and(|found| found.is_file()) {
        diagnostics.report_file(
            file,
            "a case must be a regular file: links are never followed",
        );
        return None;
    }
    parse_case_id(diagnostics, file)
}

/// The name of the file without its ending.
fn parse_case_id(diagnostics: &DiagnosticCollector, file: &Path) -> Option<String> {
    let dialog = strip_dialog_ending(file);
    let stem = dialog.as_deref().map_or(file.file_stem(), Path::file_name);
    let id = stem
        .and_then(|stem| stem.to_str())
        .filter(|stem| is_case_id(stem));
    if id.is_none() {
        let text = "a case's file name must start with a letter or digit and go on with letters, digits, `.`, `_` or `-`";
        diagnostics.report_file(file, text);
    }
    id.map(str::to_owned)
}

pub(super) fn is_case_id(stem: &str) -> bool {
    stem.starts_with(|first: char| first.is_ascii_alphanumeric())
        && stem
            .chars()
            .all(|it| it.is_ascii_alphanumeric() || "._-".contains(it))
}
