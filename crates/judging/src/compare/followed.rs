//! Games that are followed by an interactor of the reference's, because no two runs of a program are alike.

use super::compared::{ComparisonOutcome, ComparisonResult};
use super::patterns;
use super::text::decode_output;
use model::{
    AspectResult, Comparison, GameTurn, JudgedAspect, Observation, Referee, RefereeReport,
    WhitespaceMode,
};

/// Has the game followed that was seen.
pub(super) fn follow_game(interactor: &dyn Referee, seen: &Observation) -> RefereeReport {
    let mut remarks = Vec::new();
    let decoded = seen
        .turns
        .iter()
        .map(|turn| decode_output(&turn.output, WhitespaceMode::Collapse, &mut remarks));
    let texts: Vec<String> = decoded.collect();
    let followed = interactor.judge_run(seen, &texts);
    remarks.extend(followed.remarks);
    RefereeReport {
        remarks,
        ..followed
    }
}

/// What a rule says of a game. Its patterns judge it where it could not be followed.
pub(super) fn compare_followed_game(
    followed: &RefereeReport,
    rule: &Comparison,
    expected: &[GameTurn],
    seen: &Observation,
) -> ComparisonResult {
    let compared = match (&rule.patterns, &rule.aspects) {
        (Some(patterns), _) if followed.by_words_alone => {
            patterns::compare_by_patterns(patterns, rule.scope, expected, seen)
        }
        (_, Some(aspects)) if !followed.by_words_alone => compare_by_aspects(followed, aspects),
        _ => compare_overall(followed),
    };
    ComparisonResult {
        remarks: followed.remarks.clone(),
        ..compared
    }
}

/// Any fault makes a game wrong.
fn compare_overall(followed: &RefereeReport) -> ComparisonResult {
    let outcome = if followed.fault.is_none() {
        ComparisonOutcome::Equal
    } else {
        ComparisonOutcome::Different
    };
    ComparisonResult {
        difference: followed.fault.clone(),
        ..ComparisonResult::new(outcome)
    }
}

/// Only faults of these aspects make it wrong, and each aspect must have been seen to be right.
fn compare_by_aspects(followed: &RefereeReport, counted: &[&'static str]) -> ComparisonResult {
    let mut compared = ComparisonResult {
        regardless_of_exit: true,
        ..ComparisonResult::new(ComparisonOutcome::Equal)
    };
    for JudgedAspect {
        aspect,
        result,
        regardless_of_exit: stands,
    } in &followed.aspects
    {
        if !counted.contains(aspect) {
            continue;
        }
        compared.regardless_of_exit &= *stands;
        match (result, compared.outcome) {
            (
                AspectResult::Wrong(difference),
                ComparisonOutcome::Equal | ComparisonOutcome::NotReached,
            ) => {
                compared.outcome = ComparisonOutcome::Different;
                compared.difference = Some(difference.clone());
            }
            (AspectResult::NotReached(difference), ComparisonOutcome::Equal) => {
                compared.outcome = ComparisonOutcome::NotReached;
                compared.difference = Some(difference.clone());
            }
            _ => {}
        }
    }
    compared
}
