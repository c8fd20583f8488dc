//! What a case gives to a program: the key `input`, or the file `NAME.in` beside the case.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::config_file::ConfigFile;
use super::input_line::InputLineRules;
use super::input_text::{InputText, to_input_lines};
use super::raw;
use super::spanned::Spanned;
use model::{BulkInput, CasePlayer, ComparisonScope};

/// The largest file with input, in bytes.
const LARGEST: u64 = 64 << 20;

/// What a case gives.
#[derive(Debug, Default)]
pub(super) struct CaseInput {
    /// Line by line, as far as it can be shown.
    pub(super) lines: Vec<String>,
    /// As a whole, if it is given so.
    pub(super) bulk: Option<BulkInput>,
    /// The file it was read from, if it has one of its own.
    pub(super) file: Option<PathBuf>,
}

/// The path of the file next to a case that holds its input.
fn input_file_path(case: &Path) -> PathBuf {
    case.with_extension("in")
}

/// The file next to a case that holds its input; none if there is no such file.
pub(super) fn find_input_file(case: &Path) -> Option<PathBuf> {
    Some(input_file_path(case)).filter(|file| fs::symlink_metadata(file).is_ok())
}

/// Reads what a case gives to the program.
pub(super) fn read_case_input(
    config: &ConfigFile<'_>,
    typed: Option<&Spanned<InputText>>,
    player: &CasePlayer,
    terminal: bool,
    scope: ComparisonScope,
) -> CaseInput {
    let file = find_input_file(config.path());
    let bytes = match (typed, &file) {
        (Some(typed), Some(file)) => {
            let text = format!(
                "`input` stands here, and `{}` beside this case holds input, too: keep one of them",
                file.display()
            );
            config.report(&typed.span(), text);
            return CaseInput::default();
        }
        (Some(typed), None) => to_input_bytes(typed),
        (None, Some(file)) => match read_input_file(file) {
            Ok(bytes) => bytes,
            Err(reason) => {
                config.diagnostics().report_file(file, reason);
                return CaseInput::default();
            }
        },
        (None, None) => {
            // A policy can play from the start.
            if !matches!(player, CasePlayer::Policy { .. }) {
                let text = "missing key `input`: expected an array of strings, one for each line, a string with all lines, or \
                            a file beside this one whose name ends in `.in`";
                config.report(&(0..0), text);
            }
            return CaseInput::default();
        }
    };
    if scope == ComparisonScope::Output {
        let whole = BulkInput {
            bytes: bytes.into(),
            file: file.clone(),
        };
        let lines = whole.lines().unwrap_or_default();
        return CaseInput {
            lines,
            bulk: Some(whole),
            file,
        };
    }
    let typed = match (typed, String::from_utf8(bytes)) {
        (Some(typed), _) => to_input_lines(typed),
        (None, Ok(text)) => text
            .lines()
            .map(|line| Spanned::new(0..0, line.to_owned()))
            .collect(),
        (None, Err(_)) => {
            let text = "it is not UTF-8, and is given line by line: that goes with `scope = \"output\"` only";
            config
                .diagnostics()
                .report_file(&input_file_path(config.path()), text);
            Vec::new()
        }
    };
    let check = InputLineRules {
        on_a_terminal: terminal,
    };
    typed
        .iter()
        .for_each(|line| check.check_line(config, line.get_ref(), &line.span()));
    CaseInput {
        lines: raw::to_strings(&typed),
        bulk: None,
        file,
    }
}

/// All that was typed, as a program finds it in a file.
fn to_input_bytes(typed: &Spanned<InputText>) -> Vec<u8> {
    match typed.get_ref() {
        InputText::Block(text) => text.clone().into_bytes(),
        InputText::Lines(lines) => lines
            .iter()
            .flat_map(|line| [line.get_ref().as_bytes(), b"\n"].concat())
            .collect(),
    }
}

/// Reads a regular file of a bearable size.
pub(super) fn read_input_file(file: &Path) -> Result<Vec<u8>, String> {
    let unreadable = |error: io::Error| format!("cannot be read: {error}");
    let data = fs::symlink_metadata(file).map_err(unreadable)?;
    if !data.is_file() {
        return Err("must be a regular file: links are never followed".to_owned());
    }
    if data.len() > LARGEST {
        let most = LARGEST >> 20;
        return Err(format!(
            "has {} bytes, and {most} MiB are the most",
            data.len()
        ));
    }
    fs::read(file).map_err(unreadable)
}
