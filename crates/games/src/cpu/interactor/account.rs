//! What a game comes to: every fault in its order, what was shown of each part of the rules, and a fault as the report shows it.

use super::fault::{GameFault, RuleAspect};
use super::step::TwoBoards;
use ::reference::cpu::CpuPosition;
use model::{
    AspectResult, DiffLine, DifferingTurn, JudgedAspect, RefereeReport, TranscriptDifference,
};

/// What was found in a game. The first fault is its verdict; what follows is only told by aspects.
#[derive(Debug, Default)]
pub(super) struct AspectTally {
    faults: Vec<(RuleAspect, TranscriptDifference)>,
    /// What the report should mention, of the time before the first fault.
    remarks: Vec<String>,
    pub(super) evidence: AspectEvidence,
}

/// What a game has shown. Nothing is right that was not shown: a program that does nothing breaks no rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct AspectEvidence {
    /// Both have moved, and the game has come to its end.
    pub(super) is_over: bool,
    /// It was not known for a while where the game stands.
    pub(super) has_gap: bool,
    /// A board was drawn after a move.
    pub(super) board: bool,
    /// Its end was announced, and no other.
    pub(super) winner: bool,
    /// It was the end of the program's questions and moves.
    pub(super) end: bool,
    /// A wrong answer was refused, and another one taken after it.
    pub(super) retry: bool,
}

impl AspectTally {
    /// Whether nothing was found so far.
    pub(super) fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }

    /// Whether a fault of this kind was found.
    pub(super) fn has_fault(&self, aspect: RuleAspect) -> bool {
        self.faults.iter().any(|(of, _)| *of == aspect)
    }

    pub(super) fn add_fault(&mut self, aspect: RuleAspect, difference: TranscriptDifference) {
        self.faults.push((aspect, difference));
    }

    pub(super) fn add_remark(&mut self, remark: &str) {
        if self.is_clean() && !self.remarks.iter().any(|known| known == remark) {
            self.remarks.push(remark.to_owned());
        }
    }

    pub(super) fn forget_remarks(&mut self) {
        self.remarks.clear();
    }

    /// All faults have this one cause.
    pub(super) fn explain_faults(&mut self, cause: &TranscriptDifference) {
        for (_, difference) in &mut self.faults {
            difference.clone_from(cause);
        }
    }

    pub(super) fn into_remarks(self) -> Vec<String> {
        self.remarks
    }

    /// What it comes to, as a whole and by aspects.
    pub(super) fn into_report(self) -> RefereeReport {
        let aspects = RuleAspect::ALL
            .into_iter()
            .map(|aspect| self.judge_aspect(aspect))
            .collect();
        let fault = self
            .faults
            .into_iter()
            .next()
            .map(|(_, difference)| difference);
        RefereeReport {
            fault,
            aspects,
            by_words_alone: false,
            remarks: self.remarks,
        }
    }

    fn judge_aspect(&self, aspect: RuleAspect) -> JudgedAspect {
        let fault = self.faults.iter().find(|(of, _)| *of == aspect);
        let result = match fault {
            Some((_, difference)) => AspectResult::Wrong(difference.clone()),
            // A game without any fault is right in every way, whatever it did not come to.
            None if self.is_clean() || self.evidence.covers_aspect(aspect) => AspectResult::Right,
            None => AspectResult::NotReached(self.explain_missing_evidence(aspect)),
        };
        // How a program ends is the question of one aspect alone, once the game is over.
        let stands = self.evidence.is_over && aspect != RuleAspect::End;
        JudgedAspect {
            aspect: aspect.name(),
            result,
            regardless_of_exit: stands,
        }
    }

    /// A game that stopped for a fault has no more to tell than that.
    fn explain_missing_evidence(&self, aspect: RuleAspect) -> TranscriptDifference {
        self.faults.first().map_or_else(
            || TranscriptDifference::from_sentence(describe_missing_aspect(&aspect)),
            |(_, first)| first.clone(),
        )
    }
}

fn describe_missing_aspect(aspect: &RuleAspect) -> String {
    format!(
        "No game of this test case shows {}.",
        aspect.describe_question()
    )
}

impl AspectEvidence {
    fn covers_aspect(self, aspect: RuleAspect) -> bool {
        let was_seen = match aspect {
            RuleAspect::Moves => !self.has_gap,
            RuleAspect::Board => !self.has_gap && self.board,
            RuleAspect::Winner => self.winner,
            RuleAspect::End => self.end,
            RuleAspect::Retry => !self.has_gap && self.retry,
        };
        self.is_over && was_seen
    }
}

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
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .all(|(one, other)| frame_signs(one).eq(frame_signs(other)))
}

fn frame_signs(line: &str) -> impl Iterator<Item = char> {
    line.chars().filter(|sign| "|-+".contains(*sign))
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
