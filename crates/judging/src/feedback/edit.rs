//! Correcting what a program printed, or altering what the reference prints, to see whether that one thing is the trouble.

use model::{GameTurn, Observation, ObservedTurn, OutputPiece};

/// The same run, had the program printed something else in each turn. `change` gets the turn's place and text.
pub(super) fn map_output(
    seen: &Observation,
    change: impl Fn(usize, &str) -> String,
) -> Observation {
    let turn = |(place, turn): (usize, &ObservedTurn)| ObservedTurn {
        output: change(place, &String::from_utf8_lossy(&turn.output)).into_bytes(),
        input: turn.input.clone(),
    };
    seen.with_turns(seen.turns.iter().enumerate().map(turn).collect())
}

/// The same run, had the program printed its lines otherwise. `change` gets each line without its line break.
pub(super) fn map_lines(
    seen: &Observation,
    change: impl Fn(&str) -> Option<String>,
) -> Observation {
    map_output(seen, |_, text| {
        let lines = text.split('\n').filter_map(&change);
        lines.collect::<Vec<_>>().join("\n")
    })
}

/// The same expectations, had the reference printed other pieces. `change` gets the turn's place and the piece.
pub(super) fn map_pieces(
    expected: &[GameTurn],
    change: impl Fn(usize, &OutputPiece) -> Option<OutputPiece>,
) -> Vec<GameTurn> {
    let turn = |(place, turn): (usize, &GameTurn)| GameTurn {
        pieces: turn
            .pieces
            .iter()
            .filter_map(|piece| change(place, piece))
            .collect(),
        input: turn.input.clone(),
    };
    expected.iter().enumerate().map(turn).collect()
}

/// The same expectations with other boards; a board that becomes empty is left out.
pub(super) fn map_boards(
    expected: &[GameTurn],
    change: impl Fn(usize, &[String]) -> Vec<String>,
) -> Vec<GameTurn> {
    map_pieces(expected, |place, piece| match piece {
        OutputPiece::Board(rows) => {
            let rows = change(place, rows);
            (!rows.is_empty()).then_some(OutputPiece::Board(rows))
        }
        other => Some(other.clone()),
    })
}
