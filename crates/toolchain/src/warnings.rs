//! The compiler's warnings: where they are, and which flag asked for each.
//!
//! GCC tells them as JSON (`-fdiagnostics-format=json`). Other compilers, and a GCC that does not know the format any more,
//! write text, and there the rule is: a warning is a line `FILE:LINE:COLUMN: warning: MESSAGE [-WFLAG]`, the flag being
//! optional. Either way a warning counts once for each place and flag (a header that two files include warns once), notes
//! do not count, and neither does what is not about a file of the submission: a name that starts with `/` is the system's.
//! What has no column counts as often as one compilation has it: GCC's JSON forgets where on a line a comment is.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::LazyLock;

use regex::Regex;
use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

use model::{CompilerWarning, CompilerWarnings};

/// How many warnings are kept with their words; the others are only counted.
const LISTED: usize = 100;

/// How much is kept of a message, and of a line of source, in characters.
const LONGEST: usize = 300;

#[expect(
    clippy::expect_used,
    reason = "the pattern is a constant, and a test compiles it"
)]
static WARNING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^(?<file>[^\s:][^:\n]*):(?<line>\d+):(?:(?<column>\d+):)? warning: (?<message>.*?)(?: \[(?<flag>-W[^\]\n]+)\])?\s*$")
        .expect("valid")
});

#[expect(
    clippy::expect_used,
    reason = "the pattern is a constant, and a test compiles it"
)]
static KILLED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^(\S*\+\+|\S*gcc|\S*clang): .*(signal terminated program|Killed|File size limit exceeded)|^(cc1plus|cc1|as|\S*/ld): (out of memory|.*File size limit exceeded)|^virtual memory exhausted")
        .expect("valid")
});

/// How much of what all compilations of a submission told is kept, in bytes.
const MOST_CAPTURED_BYTES: usize = 8 << 20;

/// What one compilation said that may hold warnings, not read yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CapturedDiagnostics {
    /// GCC's JSON.
    Json(String),
    /// Text for people.
    Text(String),
}

impl CapturedDiagnostics {
    /// What a compilation told as JSON, if that is anything.
    pub(super) fn from_json(diagnostics: &str) -> Vec<CapturedDiagnostics> {
        let says_nothing = diagnostics.split_whitespace().all(|word| word == "[]");
        if says_nothing {
            Vec::new()
        } else {
            vec![CapturedDiagnostics::Json(diagnostics.to_owned())]
        }
    }

    /// What a compilation told in words, if there may be a warning among them.
    pub(super) fn from_text(diagnostics: &str) -> Vec<CapturedDiagnostics> {
        let warns = diagnostics.contains("warning: ");
        if warns {
            vec![CapturedDiagnostics::Text(diagnostics.to_owned())]
        } else {
            Vec::new()
        }
    }

    /// Adds what later compilations told, as much as is kept.
    pub(super) fn append_bounded(
        all: &mut Vec<CapturedDiagnostics>,
        later: Vec<CapturedDiagnostics>,
    ) {
        let mut kept: usize = all.iter().map(CapturedDiagnostics::length).sum();
        for one in later {
            kept = kept.saturating_add(one.length());
            if kept > MOST_CAPTURED_BYTES {
                return;
            }
            all.push(one);
        }
    }

    fn length(&self) -> usize {
        let (CapturedDiagnostics::Json(text) | CapturedDiagnostics::Text(text)) = self;
        text.len()
    }

    fn parse_warnings(&self) -> Vec<CompilerWarning> {
        match self {
            CapturedDiagnostics::Json(text) => parse_json(text),
            CapturedDiagnostics::Text(text) => parse_text(text),
        }
    }
}

/// What compilations warned of, sorted, each place and flag once. `files` are the submission's; of those in `provided`, which are an
/// instructor's, nothing counts.
pub fn collect_warnings(
    told: &[CapturedDiagnostics],
    files: &[(String, Vec<u8>)],
    provided: &[String],
) -> CompilerWarnings {
    let mut all: Vec<(CompilerWarning, usize)> = Vec::new();
    for one in told {
        let mut own = one.parse_warnings();
        own.retain(|one| !one.file.starts_with('/') && !provided.contains(&one.file));
        all.extend(number_warnings(own));
    }
    all.sort();
    let mut places = BTreeSet::new();
    all.retain(|(one, number)| {
        places.insert((
            one.file.clone(),
            one.line,
            one.column,
            one.flag.clone(),
            *number,
        ))
    });
    let count = all.len();
    all.truncate(LISTED);
    let listed = all.into_iter().map(|(one, _)| CompilerWarning {
        source: source_line(files, &one.file, one.line),
        file: shorten_text(&one.file),
        flag: shorten_text(&one.flag),
        message: shorten_text(&one.message),
        ..one
    });
    CompilerWarnings {
        count,
        listed: listed.collect(),
        unknown: None,
    }
}

/// The warnings of one compilation, those without a column numbered by how many were about the same line before.
fn number_warnings(warnings: Vec<CompilerWarning>) -> Vec<(CompilerWarning, usize)> {
    let mut lines: BTreeMap<(String, u32, String), usize> = BTreeMap::new();
    let number = |one: &CompilerWarning| {
        if one.column > 0 {
            return 0;
        }
        let before = lines
            .entry((one.file.clone(), one.line, one.flag.clone()))
            .or_default();
        *before += 1;
        *before
    };
    let numbers: Vec<usize> = warnings.iter().map(number).collect();
    warnings.into_iter().zip(numbers).collect()
}

/// How many warnings there are in the text of one command.
pub(super) fn count_warnings(diagnostics: &str) -> usize {
    collect_warnings(&CapturedDiagnostics::from_text(diagnostics), &[], &[]).count
}

/// A line of one of the submission's files. The name is the compiler's word for it, and a source can make it say anything.
fn source_line(files: &[(String, Vec<u8>)], file: &str, line: u32) -> String {
    let name = file.trim_start_matches("./");
    let bytes = files
        .iter()
        .find(|(known, _)| known == name)
        .map(|(_, bytes)| bytes);
    let place = usize::try_from(line).unwrap_or(0).checked_sub(1);
    let line = bytes
        .zip(place)
        .and_then(|(bytes, at)| bytes.split(|it| *it == b'\n').nth(at));
    shorten_text(String::from_utf8_lossy(line.unwrap_or_default()).trim())
}

fn shorten_text(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The warnings in a compiler's text.
fn parse_text(diagnostics: &str) -> Vec<CompilerWarning> {
    let part = |found: &regex::Captures<'_>, name| {
        found
            .name(name)
            .map_or(String::new(), |part| part.as_str().to_owned())
    };
    let warnings = WARNING
        .captures_iter(diagnostics)
        .map(|found| CompilerWarning {
            file: part(&found, "file"),
            line: part(&found, "line").parse().unwrap_or(0),
            column: part(&found, "column").parse().unwrap_or(0),
            flag: part(&found, "flag"),
            message: part(&found, "message"),
            source: String::new(),
        });
    warnings.collect()
}

/// The warnings in GCC's JSON. Where it was cut off, those before.
fn parse_json(diagnostics: &str) -> Vec<CompilerWarning> {
    // GCC copies what stands in a source, and control characters have no place in JSON.
    let unfit = |character: char| character.is_control() && character != '\n';
    let diagnostics = diagnostics.replace(unfit, "\u{fffd}");
    let mut all = Vec::new();
    let starts = diagnostics.match_indices('[').map(|(at, _)| at);
    let mut read_to = 0;
    for start in starts.filter(|&at| at == 0 || diagnostics[..at].ends_with('\n')) {
        if start < read_to {
            continue;
        }
        let mut values = serde_json::Deserializer::from_str(&diagnostics[start..]);
        let read = GccDiagnosticList(&mut all).deserialize(&mut values);
        if read.is_err() {
            break;
        }
        read_to = start + values.into_iter::<serde::de::IgnoredAny>().byte_offset();
    }
    let mut warnings = Vec::new();
    for diagnostic in all {
        diagnostic.append_warnings(&mut warnings);
    }
    warnings
}

/// One of GCC's diagnostics, as far as it is of interest.
#[derive(Debug, Deserialize)]
struct GccDiagnostic {
    kind: String,
    #[serde(default)]
    message: String,
    #[serde(default)]
    option: String,
    #[serde(default)]
    locations: Vec<GccLocation>,
    /// What GCC told while it was about to tell this: notes, and warnings of its preprocessor. Nested no deeper than the
    /// reader of JSON goes.
    #[serde(default)]
    children: Vec<GccDiagnostic>,
}

#[derive(Debug, Deserialize)]
struct GccLocation {
    caret: GccCaret,
}

#[derive(Debug, Deserialize)]
struct GccCaret {
    file: String,
    line: i64,
    /// -1 where a warning is about a whole line, such as one with `#pragma`.
    column: i64,
}

impl GccDiagnostic {
    /// Adds the warnings in it, its own first.
    fn append_warnings(self, warnings: &mut Vec<CompilerWarning>) {
        let place = self.locations.into_iter().next().map(|it| it.caret);
        if let Some(GccCaret { file, line, column }) = place.filter(|_| self.kind == "warning") {
            let [line, column] = [line, column].map(|place| u32::try_from(place).unwrap_or(0));
            let flag = self.option;
            let message = self.message;
            let source = String::new();
            warnings.push(CompilerWarning {
                file,
                line,
                column,
                flag,
                message,
                source,
            });
        }
        for child in self.children {
            child.append_warnings(warnings);
        }
    }
}

/// Reads an array item by item, so that what was read stays when the rest is missing.
struct GccDiagnosticList<'a>(&'a mut Vec<GccDiagnostic>);

impl<'de> DeserializeSeed<'de> for GccDiagnosticList<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for GccDiagnosticList<'_> {
    type Value = ();
    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of diagnostics")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while let Some(item) = items.next_element()? {
            self.0.push(item);
        }
        Ok(())
    }
}

/// Whether the compiler's driver says that one of its parts ran into a limit.
pub(super) fn reports_killed_process(diagnostics: &str) -> bool {
    KILLED.is_match(diagnostics)
}

#[cfg(test)]
mod tests;
