//! A fault as the report shows it: a sentence with its moment, and two boards where these help.

use ::reference::cpu::CpuPosition;

use super::fault::GameFault;
use super::lost::TwoBoards;
use model::{DiffLine, DifferingTurn, TranscriptDifference};

/// The fault that came `after` an answer with this number, counted from 0; none before the first.
pub(super) fn build_difference(
    after: Option<(usize, i64)>,
    fault: &GameFault,
    boards: Option<TwoBoards>,
) -> TranscriptDifference {
    let words = after.map(|(number, answer)| {
        format!(
            "After the {} input, `{answer}`,",
            format_ordinal(number + 1)
        )
    });
    let sentence = fault.to_sentence(&words.unwrap_or_default());
    let mut lines = Vec::new();
    if let Some(TwoBoards { right, drawn }) = boards.filter(|_| fault.shows_board()) {
        let right = draw_board(&right);
        // Beside another drawing all lines differ, and the wrong square is not seen.
        if is_drawn_alike(&right, &drawn) {
            lines.extend(right.into_iter().map(DiffLine::Expected));
            lines.extend(drawn.into_iter().map(DiffLine::Actual));
        }
    }
    let number = after.map_or(0, |(number, _)| number + 1);
    // What is judged may be a part of the rules, so nothing is said of what came before.
    let turn = Some(DifferingTurn {
        number,
        earlier_are_right: false,
    });
    TranscriptDifference {
        sentence,
        lines,
        first: 0,
        turn,
        tells_end: false,
    }
}

/// The board as the text draws it.
fn draw_board(position: &CpuPosition) -> Vec<String> {
    let rows: Vec<String> = position.row_texts().collect();
    rows.join("\n-+-+-\n").lines().map(str::to_owned).collect()
}

/// Whether two boards differ in nothing but what is on their squares.
fn is_drawn_alike(one: &[String], other: &[String]) -> bool {
    let frame = |line: &String| line.chars().filter(|sign| "|-+".contains(*sign)).collect();
    let frames = |lines: &[String]| lines.iter().map(frame).collect::<Vec<String>>();
    frames(one) == frames(other)
}

fn format_ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (1, hundred) if hundred != 11 => "st",
        (2, hundred) if hundred != 12 => "nd",
        (3, hundred) if hundred != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}
