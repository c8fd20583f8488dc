//! What games and judgements tell, by which two of them are held to be alike.

use model::{GameTurn, OutputPiece};

/// The messages of these turns.
pub(super) fn turn_messages(turns: &[GameTurn]) -> impl Iterator<Item = &str> {
    turns
        .iter()
        .flat_map(|turn| &turn.pieces)
        .filter_map(|piece| match piece {
            OutputPiece::Message(text) => Some(text.as_str()),
            OutputPiece::Board(_) | OutputPiece::Prompt(_) | OutputPiece::Choice { .. } => None,
        })
}

/// The messages of the last turn.
pub(super) fn ending_messages(turns: &[GameTurn]) -> Vec<&str> {
    turn_messages(
        turns
            .get(turns.len().saturating_sub(1)..)
            .unwrap_or_default(),
    )
    .collect()
}

/// A sentence about a game without what belongs to this game alone: its numbers, and what it quotes.
pub(super) fn generalise_sentence(sentence: &str) -> String {
    let mut out = String::new();
    let mut quoted = false;
    for letter in sentence.chars() {
        match letter {
            '`' | '“' | '”' | '"' => quoted = !quoted,
            _ if quoted => {}
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' => out.push('#'),
            // The rest of an ordinal.
            's' | 't' | 'n' | 'd' | 'r' | 'h' if out.ends_with('#') => {}
            _ => out.push(letter),
        }
    }
    out
}
