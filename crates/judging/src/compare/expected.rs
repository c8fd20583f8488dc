//! The expected transcript, taken apart once: content, prompts, last screen, and what looks like a row of its board.
//! Such a line is never taken for a prompt.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use model::{GameTurn, OutputPiece, Prompt};

/// One turn of the expected transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ExpectedTurn {
    /// The lines that are no prompt.
    pub(super) content: Vec<String>,
    /// The prompts, in order; one at most in most games.
    pub(super) prompts: Vec<Prompt>,
    /// Every line of the whole transcript that is neither a prompt nor of a board.
    pub(super) messages: Arc<[String]>,
    /// Everything as it is printed.
    pub(super) printed: String,
    /// The line that is read at the end; none in the last turn.
    pub(super) input: Option<String>,
}

impl ExpectedTurn {
    /// What the prompts of a program must show, whatever their wording.
    pub(super) fn must_show(&self) -> Vec<&str> {
        self.prompts
            .iter()
            .flat_map(|prompt| &prompt.shows)
            .map(String::as_str)
            .collect()
    }
}

/// The turns of a transcript with this board.
pub(super) fn split_turns(expected: &[GameTurn], board: &BoardShape) -> Vec<ExpectedTurn> {
    let mut turns: Vec<ExpectedTurn> = expected.iter().map(split_turn).collect();
    let lines = turns.iter().flat_map(|turn| &turn.content);
    let messages = lines.filter(|line| !line.trim().is_empty() && !board.is_row(line));
    let messages: Arc<[String]> = messages.cloned().collect();
    for turn in &mut turns {
        turn.messages = Arc::clone(&messages);
    }
    turns
}

/// A turn by itself, without the messages of the others.
pub(super) fn split_turn(turn: &GameTurn) -> ExpectedTurn {
    let mut content = Vec::new();
    let mut prompts = Vec::new();
    for piece in &turn.pieces {
        match piece {
            OutputPiece::Board(rows) => content.extend(rows.iter().cloned()),
            OutputPiece::Message(text) | OutputPiece::Choice { text, .. } => {
                content.extend(text.split('\n').map(str::to_owned))
            }
            OutputPiece::Prompt(prompt) => prompts.push(prompt.clone()),
        }
    }
    // A reference that is not ours may end its prompt with a newline: the last line that is not blank is then it.
    let asks = turn.input.is_some() && prompts.is_empty() && ends_with_message(turn);
    if let (true, Some(last)) = (
        asks,
        content.iter().rposition(|line| !line.trim().is_empty()),
    ) {
        prompts.push(Prompt {
            text: content[last].clone(),
            shows: Vec::new(),
        });
        content.truncate(last);
    }
    ExpectedTurn {
        content,
        prompts,
        messages: Arc::default(),
        printed: turn.printed_text(),
        input: turn.input.clone(),
    }
}

/// Games of ours end a turn that is followed by a read with a typed prompt, or print nothing at all.
fn ends_with_message(turn: &GameTurn) -> bool {
    matches!(turn.pieces.last(), Some(OutputPiece::Message(_)))
}

/// The last screen: the last board and what follows it, prompts aside. Where no board is known, what was printed in
/// the last turn that printed anything but a prompt.
pub(super) fn last_screen(expected: &[GameTurn], turns: &[ExpectedTurn]) -> Vec<String> {
    let pieces: Vec<&OutputPiece> = expected.iter().flat_map(|turn| &turn.pieces).collect();
    let lines: Vec<String> = match pieces
        .iter()
        .rposition(|piece| matches!(piece, OutputPiece::Board(_)))
    {
        Some(board) => pieces[board..]
            .iter()
            .flat_map(|piece| content_lines(piece))
            .collect(),
        None => turns
            .iter()
            .rev()
            .map(|turn| turn.content.clone())
            .find(|content| content.iter().any(|line| !line.trim().is_empty()))
            .unwrap_or_default(),
    };
    lines
        .into_iter()
        .filter(|line| !line.trim().is_empty())
        .collect()
}

fn content_lines(piece: &OutputPiece) -> Vec<String> {
    match piece {
        OutputPiece::Board(rows) => rows.clone(),
        OutputPiece::Message(text) | OutputPiece::Choice { text, .. } => {
            text.split('\n').map(str::to_owned).collect()
        }
        OutputPiece::Prompt(_) => Vec::new(),
    }
}

/// What a row of the board looks like, learned from the boards of the expected transcript.
#[derive(Debug, Clone, Default)]
pub(super) struct BoardShape {
    characters: CharacterSet,
    /// Those that stand between cells only: never first or last in a row.
    joints: CharacterSet,
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
        let mut characters = CharacterSet::default();
        let mut ends = CharacterSet::default();
        let mut shortest = usize::MAX;
        for row in rows {
            let mut count = 0;
            for character in visible_characters(row) {
                characters.insert(character);
                count += 1;
            }
            shortest = shortest.min(count);
            let first = visible_characters(row).next();
            let last = visible_characters(row).next_back();
            for character in first.into_iter().chain(last) {
                ends.insert(character);
            }
        }
        BoardShape {
            joints: characters.difference(&ends),
            characters,
            shortest,
        }
    }

    /// Whether the expected transcript has a board at all.
    pub(super) fn is_known(&self) -> bool {
        !self.characters.is_empty()
    }

    /// Whether a line consists of the board's characters and is as long as a row.
    pub(super) fn is_row(&self, line: &str) -> bool {
        let line = without_colours(line);
        let mut count = 0;
        for character in visible_characters(&line) {
            if !self.characters.contains(character) {
                return false;
            }
            count += 1;
        }
        count >= self.shortest
    }

    /// What stands before a row at the end of a line; none if the line does not end with a row, or is one.
    pub(super) fn before_row<'a>(&self, line: &'a str) -> Option<&'a str> {
        let fits =
            |character: char| character.is_whitespace() || self.characters.contains(character);
        let before = line.trim_end_matches(fits);
        (!before.is_empty() && self.is_row(&line[before.len()..])).then_some(before)
    }

    /// Whether the text is a piece of a row or ends with one, so that what follows it is no row of its own. A prompt may
    /// well end with a character of the board: `[0-8]?`.
    pub(super) fn ends_inside_row(&self, text: &str) -> bool {
        let text = &without_colours(text);
        let is_piece = visible_characters(text).all(|mark| self.characters.contains(mark));
        is_piece
            || visible_characters(text)
                .next_back()
                .is_some_and(|mark| self.joints.contains(mark))
    }

    /// Whether the text breaks off inside a row: its unfinished line is a piece of one.
    pub(super) fn breaks_off(&self, text: &str) -> bool {
        let line = &without_colours(text.rsplit('\n').next().unwrap_or_default());
        !line.trim().is_empty()
            && !self.is_row(line)
            && visible_characters(line).all(|mark| self.characters.contains(mark))
    }
}

/// A set of characters, which are those of ASCII in most games.
#[derive(Debug, Clone, Default)]
struct CharacterSet {
    /// A bit for each character of ASCII.
    ascii: u128,
    others: BTreeSet<char>,
}

impl CharacterSet {
    fn insert(&mut self, character: char) {
        match ascii_bit(character) {
            Some(bit) => self.ascii |= bit,
            None => drop(self.others.insert(character)),
        }
    }

    fn contains(&self, character: char) -> bool {
        match ascii_bit(character) {
            Some(bit) => self.ascii & bit != 0,
            None => self.others.contains(&character),
        }
    }

    fn is_empty(&self) -> bool {
        self.ascii == 0 && self.others.is_empty()
    }

    fn difference(&self, other: &CharacterSet) -> CharacterSet {
        CharacterSet {
            ascii: self.ascii & !other.ascii,
            others: self.others.difference(&other.others).copied().collect(),
        }
    }
}

fn ascii_bit(character: char) -> Option<u128> {
    character.is_ascii().then(|| 1 << u32::from(character))
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
