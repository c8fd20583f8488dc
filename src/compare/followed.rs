//! Games that are followed by an interactor of the reference's, because no two runs of a program are alike.

use super::compared::{Compared, Outcome};
use super::patterns;
use super::text::decode;
use crate::model::{Interactor, Observation, Patterns, Turn, Whitespace};

/// Has the game followed that was seen. `patterns` judge it where that is not possible.
pub(super) fn compare(
    interactor: &dyn Interactor,
    patterns: Option<&Patterns>,
    expected: &[Turn],
    seen: &Observation,
) -> Compared {
    let mut remarks = Vec::new();
    let decoded =
        seen.turns.iter().map(|turn| decode(&turn.output, Whitespace::Collapse, &mut remarks));
    let texts: Vec<String> = decoded.collect();
    let followed = interactor.judge(seen, &texts);
    remarks.extend(followed.remarks);
    match (followed.by_words_alone, patterns) {
        (true, Some(patterns)) => {
            Compared { remarks, ..patterns::compare(patterns, expected, seen) }
        }
        _ => {
            let outcome =
                if followed.fault.is_none() { Outcome::Equal } else { Outcome::Different };
            Compared { outcome, difference: followed.fault, turns: None, remarks }
        }
    }
}
