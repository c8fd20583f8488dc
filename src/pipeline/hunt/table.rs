//! A game as a case: an assignment that has no other, so that everything judges it as it judges a case.

use std::sync::Arc;

use super::super::expectations::{InputVariant, turn_from_output};
use super::game::HuntAnswer;
use crate::model::{
    Assignment, BulkInput, CasePlayer, Criterion, CriterionEvidence, GameTurn, JudgedCase,
    TestCase, with_line_breaks,
};

/// An assignment with one case, whose script can be another each time.
pub(super) struct HuntAssignment {
    pub(super) assignment: Assignment,
    pub(super) variant: InputVariant,
}

impl HuntAssignment {
    /// A table for games like the case `like`, in an input variant.
    pub(super) fn new(
        assignment: &Assignment,
        like: usize,
        variant: &InputVariant,
    ) -> HuntAssignment {
        let case = &assignment.cases[like];
        // Whoever goes on after a script plays no game that is given.
        let player = match &case.player {
            CasePlayer::Policy { .. } => CasePlayer::Script,
            other => other.clone(),
        };
        let criteria = assignment
            .criteria
            .iter()
            .map(|one| with_one_case(one, case, like));
        let variant = InputVariant {
            convention: variant.convention.clone(),
            cases: vec![(Vec::new(), Arc::default())],
            products: vec![Arc::default()],
            messages: variant.messages.clone(),
            prompts: variant.prompts.clone(),
            mutants: variant.mutants.clone(),
            short_games: None,
        };
        let criteria = criteria.collect();
        let cases = vec![TestCase {
            player,
            ..case.clone()
        }];
        HuntAssignment {
            assignment: Assignment {
                cases,
                criteria,
                ..assignment.clone()
            },
            variant,
        }
    }

    /// The game, and after it some cases of the assignment.
    pub(super) fn with_cases(&self, whole: &Assignment, places: &[usize]) -> Assignment {
        let mut all = self.assignment.clone();
        for (number, place) in places.iter().enumerate() {
            all.cases.push(whole.cases[*place].clone());
            for (mine, theirs) in all.criteria.iter_mut().zip(&whole.criteria) {
                let (
                    CriterionEvidence::Cases { cases: mine, .. },
                    CriterionEvidence::Cases { cases: theirs, .. },
                ) = (&mut mine.evidence, &theirs.evidence)
                else {
                    continue;
                };
                let judged = theirs.iter().find(|judged| judged.index == *place);
                let index = number + 1;
                mine.extend(judged.map(|judged| JudgedCase {
                    index,
                    ..judged.clone()
                }));
            }
        }
        all
    }

    /// Puts a game on it.
    pub(super) fn set_game(&mut self, lines: &[String], answer: &HuntAnswer) {
        let case = &mut self.assignment.cases[0];
        set_script(case, lines);
        let turns = match &case.bulk_input {
            Some(_) if answer.is_of_game => {
                let all: String = answer.turns.iter().map(GameTurn::printed_text).collect();
                Arc::new(vec![turn_from_output(all.as_bytes())])
            }
            _ => Arc::clone(&answer.turns),
        };
        self.variant.cases[0] = (lines.to_vec(), turns);
        self.variant.products[0] = Arc::clone(&answer.products);
    }
}

/// Gives a case another script.
pub(super) fn set_script(case: &mut TestCase, lines: &[String]) {
    case.input = lines.to_vec();
    if case.bulk_input.is_some() {
        let whole = with_line_breaks(lines);
        case.bulk_input = Some(BulkInput {
            bytes: whole.into_bytes().into(),
            file: None,
        });
    }
}

/// The criterion as it looks at the only case. Parts of a game's rules are judged in any game, whatever case shows them.
fn with_one_case(criterion: &Criterion, case: &TestCase, like: usize) -> Criterion {
    let mut criterion = criterion.clone();
    if let CriterionEvidence::Cases { cases, .. } = &mut criterion.evidence {
        let own = cases.iter().find(|judged| judged.index == like);
        let parts = || {
            let parts = |judged: &&JudgedCase| {
                judged
                    .comparison
                    .as_ref()
                    .is_some_and(|rule| rule.aspects.is_some())
            };
            cases
                .iter()
                .find(parts)
                .filter(|_| case.comparison.referee.is_some())
        };
        let judged = own.or_else(parts).cloned();
        *cases = judged
            .into_iter()
            .map(|judged| JudgedCase { index: 0, ..judged })
            .collect();
    }
    criterion
}
