//! Games that are followed by an interactor of the reference's, because no two runs of a program are alike.

use super::compared::{Compared, Outcome};
use super::patterns;
use super::text::decode;
use crate::model::{
    AspectResult, Comparison, Followed, Interactor, JudgedAspect, Observation, Turn, Whitespace,
};

/// Has the game followed that was seen.
pub(super) fn follow(interactor: &dyn Interactor, seen: &Observation) -> Followed {
    let mut remarks = Vec::new();
    let decoded =
        seen.turns.iter().map(|turn| decode(&turn.output, Whitespace::Collapse, &mut remarks));
    let texts: Vec<String> = decoded.collect();
    let followed = interactor.judge(seen, &texts);
    remarks.extend(followed.remarks);
    Followed { remarks, ..followed }
}

/// What a rule says of a game. Its patterns judge it where it could not be followed.
pub(super) fn compare(
    followed: &Followed,
    rule: &Comparison,
    expected: &[Turn],
    seen: &Observation,
) -> Compared {
    let compared = match (&rule.patterns, &rule.aspects) {
        (Some(patterns), _) if followed.by_words_alone => {
            patterns::compare(patterns, expected, seen)
        }
        (_, Some(aspects)) if !followed.by_words_alone => by_aspects(followed, aspects),
        _ => as_a_whole(followed),
    };
    Compared { remarks: followed.remarks.clone(), ..compared }
}

/// Any fault makes a game wrong.
fn as_a_whole(followed: &Followed) -> Compared {
    let outcome = if followed.fault.is_none() { Outcome::Equal } else { Outcome::Different };
    Compared { difference: followed.fault.clone(), ..Compared::new(outcome) }
}

/// Only faults of these aspects make it wrong, and each aspect must have been seen to be right.
fn by_aspects(followed: &Followed, counted: &[&'static str]) -> Compared {
    let mut compared = Compared { stands: true, ..Compared::new(Outcome::Equal) };
    for JudgedAspect { aspect, result, stands } in &followed.aspects {
        if !counted.contains(aspect) {
            continue;
        }
        compared.stands &= *stands;
        match (result, compared.outcome) {
            (AspectResult::Wrong(difference), Outcome::Equal | Outcome::NotShown) => {
                compared.outcome = Outcome::Different;
                compared.difference = Some(difference.clone());
            }
            (AspectResult::NotShown(difference), Outcome::Equal) => {
                compared.outcome = Outcome::NotShown;
                compared.difference = Some(difference.clone());
            }
            _ => {}
        }
    }
    compared
}
