//! What looks like a row of this game's board. Such a line is never taken for a prompt.

use std::borrow::Cow;
use std::collections::BTreeSet;

use model::{GameTurn, OutputPiece};

/// What a row of the board looks like, learned from the boards of the expected transcript.
#[derive(Debug, Clone, Default)]
pub(super) struct BoardShape {
    characters: BTreeSet<char>,
    /// Those that stand between cells only: never first or last in a row.
    joints: BTreeSet<char>,
    /// The fewest characters that a row has, blanks not counted.
    shortest: usize,
}

impl BoardShape {
    pub(super) fn from_transcript(expected: &[GameTurn]) -> BoardShape {
        let rows: Vec<&String> = expected
            .iter()
            .flat_map(|turn| &turn.pieces)
            .filter_map(|piece| {
                if let OutputPiece::Board(rows) = piece {
                    Some(rows)
                } else {
                    None
                }
            })
            .flatten()
            .collect();
        let characters: BTreeSet<char> = rows
            .iter()
            .flat_map(|row| visible_characters(row))
            .collect();
        let ends = |row: &&String| {
            [
                visible_characters(row).next(),
                visible_characters(row).next_back(),
            ]
        };
        let ends: BTreeSet<char> = rows.iter().flat_map(ends).flatten().collect();
        BoardShape {
            joints: characters.difference(&ends).copied().collect(),
            characters,
            shortest: rows
                .iter()
                .map(|row| visible_characters(row).count())
                .min()
                .unwrap_or(usize::MAX),
        }
    }

    /// Whether the expected transcript has a board at all.
    pub(super) fn is_known(&self) -> bool {
        !self.characters.is_empty()
    }

    /// Whether a line consists of the board's characters and is as long as a row.
    pub(super) fn is_row(&self, line: &str) -> bool {
        let line = without_colours(line);
        visible_characters(&line).count() >= self.shortest
            && visible_characters(&line).all(|mark| self.characters.contains(&mark))
    }

    /// What stands before a row at the end of a line; none if the line does not end with a row, or is one.
    pub(super) fn before_row<'a>(&self, line: &'a str) -> Option<&'a str> {
        let fits =
            |character: char| character.is_whitespace() || self.characters.contains(&character);
        let before = line.trim_end_matches(fits);
        (!before.is_empty() && self.is_row(&line[before.len()..])).then_some(before)
    }

    /// Whether the text is a piece of a row or ends with one, so that what follows it is no row of its own. A prompt may
    /// well end with a character of the board: `[0-8]?`.
    pub(super) fn ends_inside_row(&self, text: &str) -> bool {
        let text = &without_colours(text);
        let is_piece = visible_characters(text).all(|mark| self.characters.contains(&mark));
        is_piece
            || visible_characters(text)
                .next_back()
                .is_some_and(|mark| self.joints.contains(&mark))
    }

    /// Whether the text breaks off inside a row: its unfinished line is a piece of one.
    pub(super) fn breaks_off(&self, text: &str) -> bool {
        let line = &without_colours(text.rsplit('\n').next().unwrap_or_default());
        !line.trim().is_empty()
            && !self.is_row(line)
            && visible_characters(line).all(|mark| self.characters.contains(&mark))
    }
}

/// Where white space is exact, colours still stand in the text: a coloured row is a row all the same.
fn without_colours(line: &str) -> Cow<'_, str> {
    if line.contains('\u{1b}') {
        anstream::adapter::strip_str(line).to_string().into()
    } else {
        line.into()
    }
}

fn visible_characters(line: &str) -> impl DoubleEndedIterator<Item = char> {
    line.chars().filter(|character| !character.is_whitespace())
}
