//! Two mistakes at once: with one of them corrected, a rule that finds a single mistake finds the other.
//!
//! Only what needs no guess is corrected first, and each correction is tried once, so that there are few pairs.

use super::judged_run::{HintContext, JudgedRun, contains_lines, plain_lines};
use super::rule::{Rule, find_first_hint};
use super::{board, drawing, edit, lines, spacing, wrong_number};
use crate::compare::{ComparisonOutcome, ExpectedTranscript, compare_transcript};
use model::{GameTurn, Hint, Judgement, Observation, OutputPiece, Verdict, WhitespaceMode};

/// A run as it would have been without one mistake, and what to say of that.
struct CorrectedRun {
    /// None where numbers are wrong and do not show why.
    hint: Option<Hint>,
    expected: Vec<GameTurn>,
    seen: Observation,
}

/// Both mistakes of a run that no single one explains.
pub(super) fn recognise_pair(context: &HintContext<'_>, rules: &[Rule]) -> Vec<Hint> {
    if !context.run.is_compared_by_options() {
        return Vec::new();
    }
    const OF_GAMES: [Correction; 4] = [
        without_initial_board,
        with_old_boards,
        board_once,
        with_program_symbol,
    ];
    const OF_ALL: [Correction; 3] = [
        without_blank_lines,
        without_missing_lines,
        with_right_numbers,
    ];
    let of_games = OF_GAMES.iter().filter(|_| context.is_game);
    let pairs = of_games.chain(&OF_ALL).filter_map(|correct| {
        let corrected = correct(context)?;
        let other = corrected.other_mistake(context, rules)?;
        corrected.hint_with(other)
    });
    pairs.into_iter().next().unwrap_or_default()
}

type Correction = fn(&HintContext<'_>) -> Option<CorrectedRun>;

impl CorrectedRun {
    /// Both hints; none where they are the same.
    fn hint_with(self, other: Hint) -> Option<Vec<Hint>> {
        match self.hint {
            Some(hint) => (hint.mistake != other.mistake).then(|| vec![hint, other]),
            None => {
                let detail = other.detail.clone().unwrap_or_default();
                let detail = format!("{detail} Besides, a number is wrong.");
                Some(vec![other.with_detail(detail.trim_start())])
            }
        }
    }

    /// What explains the rest of the difference.
    fn other_mistake(&self, context: &HintContext<'_>, rules: &[Rule]) -> Option<Hint> {
        let own = context.run;
        let expected = ExpectedTranscript {
            turns: &self.expected,
            messages: &[],
        };
        let compared = compare_transcript(expected, &self.seen, own.rule);
        let verdict = match compared.outcome {
            ComparisonOutcome::Equal => return None,
            ComparisonOutcome::Presentation => Verdict::PresentationError,
            ComparisonOutcome::Different | ComparisonOutcome::NotReached => Verdict::WrongAnswer,
        };
        let judgement = Judgement {
            difference: compared.difference,
            ..Judgement::new(verdict)
        };
        let run = JudgedRun {
            expected: &self.expected,
            seen: &self.seen,
            judgement: &judgement,
            ..*own
        };
        find_first_hint(
            rules,
            &HintContext {
                run: &run,
                ..*context
            },
        )
    }
}

fn without_initial_board(context: &HintContext<'_>) -> Option<CorrectedRun> {
    let run = context.run;
    let turn = run.expected.iter().position(board::has_board)?;
    let is_there =
        turn >= run.seen.turns.len() || run.has_unreliable_reads() || context.draws_board(turn);
    let hint = board::missing_first_board_hint();
    let expected = board::without_board(run.expected, turn);
    (!is_there).then(|| CorrectedRun {
        hint: Some(hint),
        expected,
        seen: run.seen.clone(),
    })
}

fn with_old_boards(context: &HintContext<'_>) -> Option<CorrectedRun> {
    let expected = board::with_old_boards(context.run.expected);
    let is_shown = expected.iter().enumerate().all(|(turn, expected)| {
        contains_lines(&context.run.turn_lines(turn), &board_rows(expected))
    });
    let hint = board::old_board_before_new_hint();
    (is_shown && expected != context.run.expected).then(|| CorrectedRun {
        hint: Some(hint),
        expected,
        seen: context.run.seen.clone(),
    })
}

fn board_rows(turn: &GameTurn) -> Vec<String> {
    plain_lines(&print_boards(turn))
}

fn print_boards(turn: &GameTurn) -> String {
    let boards = turn
        .pieces
        .iter()
        .filter(|piece| matches!(piece, OutputPiece::Board(_)));
    boards.map(OutputPiece::printed_text).collect()
}

fn board_once(context: &HintContext<'_>) -> Option<CorrectedRun> {
    let run = context.run;
    let seen = board::with_boards_once(run);
    let hint = board::doubled_board_hint();
    (seen != *run.seen).then(|| CorrectedRun {
        hint: Some(hint),
        expected: run.expected.to_vec(),
        seen,
    })
}

/// A character that stands for another in the boards is a guess, which the other mistake proves: without both nothing differs.
fn with_program_symbol(context: &HintContext<'_>) -> Option<CorrectedRun> {
    let (expected, hint) = drawing::with_program_symbol(context)?;
    Some(CorrectedRun {
        hint: Some(hint),
        expected,
        seen: context.run.seen.clone(),
    })
}

fn without_missing_lines(context: &HintContext<'_>) -> Option<CorrectedRun> {
    let (expected, hint) = lines::without_missing_lines(context)?;
    Some(CorrectedRun {
        hint: Some(hint),
        expected,
        seen: context.run.seen.clone(),
    })
}

fn with_right_numbers(context: &HintContext<'_>) -> Option<CorrectedRun> {
    let (seen, hint) = wrong_number::with_right_numbers(context)?;
    Some(CorrectedRun {
        hint,
        expected: context.run.expected.to_vec(),
        seen,
    })
}

fn without_blank_lines(context: &HintContext<'_>) -> Option<CorrectedRun> {
    let run = context.run;
    let seen = edit::map_output(run.seen, |_, text| spacing::without_blank_lines(text));
    let hint = spacing::extra_blank_lines_hint();
    let has_blank_rows = String::from_utf8_lossy(&run.seen.stdout())
        .lines()
        .any(is_blank_row);
    let counts = run.rule.whitespace < WhitespaceMode::Collapse && !has_blank_rows;
    (counts && seen != *run.seen).then(|| CorrectedRun {
        hint: Some(hint),
        expected: run.expected.to_vec(),
        seen,
    })
}

/// A line of blanks may be a row of free squares.
fn is_blank_row(line: &str) -> bool {
    !line.is_empty() && line.trim().is_empty()
}
