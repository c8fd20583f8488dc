//! What the instructor says of outputs that they know, added to the hints of cases that are not accepted.

use crate::case_run::CaseRun;
use model::{Hint, Judgement, KnownOutput, Observation};

/// How much of an output is looked at, in bytes. The time that a pattern needs grows with it.
const MOST_BYTES: usize = 64 << 10;

/// Puts the instructor's hints before those that were recognised.
pub(super) fn add_instructor_hints(known: &[KnownOutput], ran: &mut [CaseRun]) {
    if known.is_empty() {
        return;
    }
    for run in ran {
        let Some(seen) = &run.observation else {
            continue;
        };
        let own = run.criterion_judgements.iter_mut();
        let mut judgements: Vec<&mut Judgement> = own
            .filter(|own| own.game.is_none())
            .map(|own| &mut own.judgement)
            .chain([&mut run.judgement])
            .filter(|judgement| judgement.verdict.is_failure())
            .collect();
        if judgements.is_empty() {
            continue;
        }
        let hints = find_hints(known, seen);
        for judgement in &mut judgements {
            judgement.hints.retain(|hint| !hint.is_from_instructor());
            judgement.hints.splice(..0, hints.iter().cloned());
        }
    }
}

fn find_hints(known: &[KnownOutput], seen: &Observation) -> Vec<Hint> {
    let mut output = seen.stdout();
    output.truncate(MOST_BYTES);
    let output = String::from_utf8_lossy(&output);
    let hints = known.iter().enumerate().filter_map(|(number, known)| {
        let is_it = known.pattern.is_match(&output);
        is_it.then(|| Hint::from_instructor(number, &known.words))
    });
    hints.collect()
}
