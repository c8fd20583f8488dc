//! What failing cases show of a fault: what was printed, and what is expected.

use crate::case_run::CaseRun;
use model::{Comparison, ComparisonScope, GameTurn, Observation, PromptMode, RepairClue};
use support::excerpt::cut_to;

/// How many cases are looked at, and how much of their texts.
const MOST_CLUES: usize = 24;
const LONGEST: usize = 2000;

/// The clues of the failing cases, those with the shortest output first.
pub(super) fn collect_clues(ran: &[CaseRun]) -> Vec<RepairClue> {
    let mut clues = Vec::new();
    for ran in ran.iter().filter(|ran| ran.judgement.verdict.is_failure()) {
        let Some(seen) = &ran.observation else {
            continue;
        };
        let clue = RepairClue {
            expected: cut_text(&expected_text(&ran.expected)).to_owned(),
            printed: cut_text(&printed_text(seen)).to_owned(),
            has_free_prompts: has_free_prompts(&ran.case.spec.comparison),
        };
        if clue.expected != clue.printed && !clues.contains(&clue) {
            clues.push(clue);
        }
    }
    clues.sort_by_key(|clue| clue.expected.len() + clue.printed.len());
    clues.truncate(MOST_CLUES);
    clues
}

fn has_free_prompts(comparison: &Comparison) -> bool {
    comparison.scope != ComparisonScope::Output && comparison.prompts == PromptMode::Any
}

/// Whether so little is expected that a case can be run some hundred times.
pub(super) fn is_small(ran: &CaseRun) -> bool {
    const LARGEST: usize = 64 << 10;
    let lengths = ran.expected.iter().map(|turn| turn.printed_text().len());
    lengths.sum::<usize>() <= LARGEST
}

/// All that is expected to be printed.
pub(super) fn expected_text(turns: &[GameTurn]) -> String {
    turns.iter().map(GameTurn::printed_text).collect()
}

/// All that was printed.
pub(super) fn printed_text(seen: &Observation) -> String {
    String::from_utf8_lossy(&seen.stdout()).into_owned()
}

/// The beginning of a long text.
pub(super) fn cut_text(text: &str) -> &str {
    cut_to(text, LONGEST)
}
