//! A game as a case: an assignment that has no other, so that everything judges it as it judges a case.

use std::sync::Arc;

use super::super::expectations::{InputVariant, printed};
use super::game::Answer;
use crate::model::{
    Assignment, Case, Criterion, Evidence, JudgedCase, Player, Turn, WholeInput, with_line_breaks,
};

/// An assignment with one case, whose script can be another each time.
pub(super) struct Table {
    pub(super) assignment: Assignment,
    pub(super) variant: InputVariant,
}

impl Table {
    /// A table for games like the case `like`, in an input variant.
    pub(super) fn new(assignment: &Assignment, like: usize, variant: &InputVariant) -> Table {
        let case = &assignment.cases[like];
        // Whoever goes on after a script plays no game that is given.
        let player = match &case.player {
            Player::Policy { .. } => Player::Script,
            other => other.clone(),
        };
        let criteria = assignment.criteria.iter().map(|one| with_one_case(one, case, like));
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
        let cases = vec![Case { player, ..case.clone() }];
        Table { assignment: Assignment { cases, criteria, ..assignment.clone() }, variant }
    }

    /// The game, and after it some cases of the assignment.
    pub(super) fn beside(&self, whole: &Assignment, places: &[usize]) -> Assignment {
        let mut all = self.assignment.clone();
        for (number, place) in places.iter().enumerate() {
            all.cases.push(whole.cases[*place].clone());
            for (mine, theirs) in all.criteria.iter_mut().zip(&whole.criteria) {
                let (Evidence::Cases { cases: mine, .. }, Evidence::Cases { cases: theirs, .. }) =
                    (&mut mine.evidence, &theirs.evidence)
                else {
                    continue;
                };
                let judged = theirs.iter().find(|judged| judged.index == *place);
                let index = number + 1;
                mine.extend(judged.map(|judged| JudgedCase { index, ..judged.clone() }));
            }
        }
        all
    }

    /// Puts a game on it.
    pub(super) fn set(&mut self, lines: &[String], answer: &Answer) {
        let case = &mut self.assignment.cases[0];
        give(case, lines);
        let turns = match &case.whole_input {
            Some(_) if answer.is_of_game => {
                let all: String = answer.turns.iter().map(Turn::printed).collect();
                Arc::new(vec![printed(all.as_bytes())])
            }
            _ => Arc::clone(&answer.turns),
        };
        self.variant.cases[0] = (lines.to_vec(), turns);
        self.variant.products[0] = Arc::clone(&answer.products);
    }
}

/// Gives a case another script.
pub(super) fn give(case: &mut Case, lines: &[String]) {
    case.input = lines.to_vec();
    if case.whole_input.is_some() {
        let whole = with_line_breaks(lines);
        case.whole_input = Some(WholeInput { bytes: whole.into_bytes().into(), file: None });
    }
}

/// The criterion as it looks at the only case. Parts of a game's rules are judged in any game, whatever case shows them.
fn with_one_case(criterion: &Criterion, case: &Case, like: usize) -> Criterion {
    let mut criterion = criterion.clone();
    if let Evidence::Cases { cases, .. } = &mut criterion.evidence {
        let own = cases.iter().find(|judged| judged.index == like);
        let parts = || {
            let parts = |judged: &&JudgedCase| {
                judged.comparison.as_ref().is_some_and(|rule| rule.aspects.is_some())
            };
            cases.iter().find(parts).filter(|_| case.comparison.interactor.is_some())
        };
        let judged = own.or_else(parts).cloned();
        *cases = judged.into_iter().map(|judged| JudgedCase { index: 0, ..judged }).collect();
    }
    criterion
}
