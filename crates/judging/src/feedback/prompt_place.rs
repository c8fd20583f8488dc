//! Prompts that stand in the wrong place.

use super::edit;
use super::judged_run::{HintContext, JudgedRun, collapse_blanks, content_lines, find_prompt};
use model::{GameTurn, Hint, OutputPiece};

/// A prompt and a row of a board share a line.
pub(super) fn detect_glued_prompt(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let corrected = edit::map_output(run.seen, |turn, text| {
        let rows: Vec<String> = run.expected.get(turn).map(board_ends).unwrap_or_default();
        let lines = text.split('\n').map(|line| split_glued_line(line, &rows));
        lines.collect::<Vec<_>>().join("\n")
    });
    (corrected != *run.seen && run.would_be_right(&corrected)).then(|| {
        Hint::new(
            "prompt-glued",
            "The prompt stands on the same line as a row of the board: a line break (`endl` or `\\n`) is missing \
             between them.",
        )
    })
}

/// The first and the last row of each board.
fn board_ends(turn: &GameTurn) -> Vec<String> {
    let boards = turn.pieces.iter().filter_map(|piece| match piece {
        OutputPiece::Board(rows) => Some(rows),
        _ => None,
    });
    boards
        .flat_map(|rows| rows.first().into_iter().chain(rows.last()))
        .cloned()
        .collect()
}

/// A line with a line break between a row and whatever else stands there.
fn split_glued_line(line: &str, rows: &[String]) -> String {
    let parted = rows.iter().map(|row| row.trim()).find_map(|row| {
        let at = line.find(row)?;
        let before = &line[..at];
        let after = &line[at + row.len()..];
        let alone = before.trim().is_empty() && after.trim().is_empty();
        (!alone).then(|| match before.trim().is_empty() {
            true => format!("{before}{row}\n{}", after.trim_start()),
            false => format!("{before}\n{row}{after}"),
        })
    });
    parted.unwrap_or_else(|| line.to_owned())
}

/// A prompt takes several lines, and one of them shows nothing of what it must, so it is no part of it.
pub(super) fn detect_multiline_prompt(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let corrected = edit::map_output(run.seen, |turn, text| {
        let asks = run
            .expected
            .get(turn)
            .is_some_and(|turn| find_prompt(turn).is_some());
        if asks {
            with_one_line_prompt(run, turn, text)
        } else {
            text.to_owned()
        }
    });
    (corrected != *run.seen && !run.has_unreliable_reads() && run.would_be_right(&corrected)).then(|| {
        Hint::new(
            "prompt-on-several-lines",
            "Your prompt takes several lines. Print it on one line, and let it end there, without a line break.",
        )
    })
}

/// The lines after the last one that belongs to the expected content become one.
fn with_one_line_prompt(run: &JudgedRun<'_>, turn: usize, text: &str) -> String {
    let wanted = content_lines(&run.expected[turn]);
    let lines: Vec<&str> = text.split('\n').collect();
    let board = lines
        .iter()
        .rposition(|line| wanted.contains(&collapse_blanks(line)));
    let (board, prompt) = lines.split_at(board.map_or(0, |last| last + 1));
    let words: Vec<&str> = prompt
        .iter()
        .map(|line| line.trim())
        .filter(|line| !line.is_empty())
        .collect();
    let board: String = board.iter().flat_map(|line| [line, "\n"]).collect();
    board + &words.join(" ")
}

/// The prompt appears only when the player has typed.
pub(super) fn detect_late_prompt(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let late = |turn: usize| {
        let wanted = run
            .expected
            .get(turn)
            .map(content_lines)
            .unwrap_or_default();
        let line = run.turn_lines(turn).into_iter().next()?;
        let asked = run
            .expected
            .get(turn.checked_sub(1)?)
            .is_some_and(|turn| find_prompt(turn).is_some());
        let before = run.turn_lines(turn - 1).pop().unwrap_or_default();
        (asked && run.is_blank_or_board_row(&before) && !wanted.contains(&line)).then_some(line)
    };
    let corrected = edit::map_output(run.seen, |turn, text| {
        let own = match late(turn) {
            Some(_) => text
                .trim_start()
                .split_once('\n')
                .map_or("", |(_, rest)| rest),
            None => text,
        };
        own.to_owned() + &late(turn + 1).unwrap_or_default()
    });
    let is_late = (0..run.seen.turns.len()).any(|turn| late(turn).is_some());
    (is_late && !run.has_unreliable_reads() && run.would_be_right(&corrected)).then(|| {
        Hint::new(
            "prompt-after-reading",
            "Your program asks only after it has read: print the prompt before `cin >> …`.",
        )
    })
}

#[cfg(test)]
mod tests {
    use reference::tttn;

    use super::*;
    use crate::feedback::stage::{HintTestRun, SHOWS, STRICT};

    const GAME: [&str; 3] = ["5", "24", "25"];

    #[test]
    fn a_prompt_on_two_lines_is_found() {
        let two_lines = |prompt: &str| format!("It is your turn.\n{prompt}");
        let hint =
            HintTestRun::with_prompt_change(SHOWS, two_lines).find_hint(detect_multiline_prompt);
        assert_eq!(hint.unwrap().mistake, "prompt-on-several-lines");
        assert_eq!(
            HintTestRun::with_prompt_change(SHOWS, |_| "Player X's turn: ".to_owned())
                .find_hint(detect_multiline_prompt),
            None
        );
    }

    #[test]
    fn a_prompt_that_comes_after_the_answer_is_found() {
        let stage = HintTestRun::from_game(tttn::RULES, &GAME, SHOWS, |turn, text| {
            let board = text.split("Player").next().unwrap_or_default().to_owned();
            if turn > 1 {
                format!("Player X [0-24], O as well\n{board}")
            } else {
                board
            }
        });
        assert_eq!(
            stage.find_mistake(detect_late_prompt),
            Some("prompt-after-reading")
        );
    }

    #[test]
    fn a_row_that_shares_its_line_with_the_prompt_is_found() {
        let stage = HintTestRun::from_game(tttn::RULES, &GAME, STRICT, |_, text| {
            text.replace("\nPlayer", "Player")
        });
        assert_eq!(
            stage.find_mistake(detect_glued_prompt),
            Some("prompt-glued")
        );
        let right =
            HintTestRun::from_game(tttn::RULES, &GAME, STRICT, |_, text| text.replace('?', "_"));
        assert_eq!(right.find_hint(detect_glued_prompt), None);
    }
}
