//! A file of a program with numbered lines in colours.

use crate::comments::describe_change;
use cpp::colouring::{PieceColour, colour_lines};
use document::Prose;
use document::visible::{VisibleDetail, escape_line};
use model::{Grade, LineComment};

/// How much of a file is shown, in lines and in bytes of a line.
const MOST_LINES: usize = 3000;
const LONGEST_LINE: usize = 500;

/// A file.
pub(super) struct SourceFileView {
    pub(super) name: String,
    pub(super) lines: Vec<SourceLineView>,
    /// How many lines are not shown.
    pub(super) left_out: usize,
}

/// A line.
pub(super) struct SourceLineView {
    pub(super) pieces: Vec<SourcePiece>,
    /// What is written about it, and what it costs, and by whom.
    pub(super) comments: Vec<(Prose, String)>,
}

/// A piece of a line.
pub(super) struct SourcePiece {
    /// Its class in the style sheet; empty if it has no colour.
    pub(super) class: &'static str,
    pub(super) text: String,
}

impl SourceFileView {
    pub(super) fn new(
        (name, bytes): &(String, Vec<u8>),
        grade: &Grade,
        comments: &[(LineComment, String)],
    ) -> SourceFileView {
        let mut raw: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
        if raw.last().is_some_and(|last| last.is_empty()) {
            raw.pop();
        }
        let shown: Vec<String> = raw
            .iter()
            .take(MOST_LINES)
            .map(|line| show_line(line))
            .collect();
        // Another language would get the colours of this one.
        let lines: Vec<Vec<SourcePiece>> = match name.ends_with(".s") || name.ends_with(".asm") {
            true => shown.iter().map(|line| vec![plain_piece(line)]).collect(),
            false => colour_lines(&shown)
                .into_iter()
                .map(|line| {
                    let pieces = line.into_iter().map(|piece| SourcePiece {
                        class: class_name(piece.colour),
                        text: piece.text.to_owned(),
                    });
                    pieces.collect()
                })
                .collect(),
        };
        let lines = lines.into_iter().zip(1..).map(|(pieces, number)| {
            let about = comments.iter().map(|(comment, _)| comment);
            let about = about.filter(|it| it.line.file == *name && it.line.number == number);
            SourceLineView {
                pieces,
                comments: about
                    .map(|it| {
                        let points = it.change.as_ref();
                        let points = points.map(|change| describe_change(change, grade) + "; ");
                        let after = points.unwrap_or_default() + &it.by;
                        (Prose::text(&it.text), after)
                    })
                    .collect(),
            }
        });
        SourceFileView {
            name: crate::visible::one_line(name),
            lines: lines.collect(),
            left_out: raw.len().saturating_sub(MOST_LINES),
        }
    }
}

fn show_line(raw: &[u8]) -> String {
    let raw = raw.strip_suffix(b"\r").unwrap_or(raw);
    if raw.len() <= LONGEST_LINE {
        return escape_line(raw, VisibleDetail::Plain);
    }
    format!(
        "{} …",
        escape_line(&raw[..LONGEST_LINE], VisibleDetail::Plain)
    )
}

fn plain_piece(line: &str) -> SourcePiece {
    SourcePiece {
        class: "",
        text: line.to_owned(),
    }
}

fn class_name(colour: PieceColour) -> &'static str {
    match colour {
        PieceColour::Plain => "",
        PieceColour::Keyword => "kw",
        PieceColour::Number => "nu",
        PieceColour::Quoted => "qu",
        PieceColour::Comment => "co",
        PieceColour::Directive => "di",
    }
}
