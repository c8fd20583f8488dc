//! What of the rubric forgives that a mutant prints something else: the knob which, turned to its strictest, would not.

use crate::compare::{self, Expected, Outcome};
use crate::model::{Comparison, ExtraLines, LineOrder, Observation, Prompts, Scope, Whitespace};

/// What it is, as the rubric spells it. `right` is what the program itself does there.
pub(super) fn knob(
    rule: &Comparison,
    expected: Expected<'_>,
    seen: &Observation,
    right: &Observation,
) -> String {
    if rule.checker.is_some() {
        return "checker".to_owned();
    }
    if rule.interactor.is_some() {
        return "referee".to_owned();
    }
    if let Some(patterns) = &rule.patterns {
        let what = if patterns.judges_games() { "ending, never" } else { "patterns" };
        return what.to_owned();
    }
    let is_equal = |rule: &Comparison, seen: &Observation| {
        compare::compare(expected, seen, rule).outcome == Outcome::Equal
    };
    let mut turned: Vec<&'static str> = Vec::new();
    let mut strict = rule.clone();
    for (name, turn) in KNOBS {
        let mut alone = rule.clone();
        if !turn(&mut alone) {
            continue;
        }
        // A program with words of its own is right only where the knob is loose, and then the knob is what forgives.
        let tells = !is_equal(&alone, seen) && is_equal(&alone, right);
        if tells {
            return (*name).to_owned();
        }
        turn(&mut strict);
        turned.push(name);
    }
    if !turned.is_empty() && !is_equal(&strict, seen) {
        return turned.join(", ");
    }
    "compare".to_owned()
}

/// A knob's name, and what turns it to its strictest: whether that changed anything.
type Knob = (&'static str, fn(&mut Comparison) -> bool);

const KNOBS: [Knob; 6] = [
    ("prompts", |rule| change(&mut rule.prompts, Prompts::Exact)),
    ("scope", |rule| {
        let is_dialogue = rule.scope != Scope::Output;
        is_dialogue && change(&mut rule.scope, Scope::Transcript)
    }),
    ("whitespace", |rule| change(&mut rule.whitespace, Whitespace::Exact)),
    ("extra_lines", |rule| change(&mut rule.extra_lines, ExtraLines::Deny)),
    ("order", |rule| change(&mut rule.order, LineOrder::Kept)),
    ("numbers", |rule| rule.numbers.take().is_some()),
];

fn change<T: PartialEq>(knob: &mut T, strictest: T) -> bool {
    let changes = *knob != strictest;
    *knob = strictest;
    changes
}
