//! The expected transcript, taken apart once: content, prompts, last screen.

use model::{GameTurn, OutputPiece, Prompt};

/// One turn of the expected transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ExpectedTurn {
    /// The lines that are no prompt.
    pub(super) content: Vec<String>,
    /// The prompts, in order; one at most in most games.
    pub(super) prompts: Vec<Prompt>,
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

pub(super) fn split_turns(expected: &[GameTurn]) -> Vec<ExpectedTurn> {
    expected.iter().map(split_turn).collect()
}

fn split_turn(turn: &GameTurn) -> ExpectedTurn {
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
