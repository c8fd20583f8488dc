//! What of the rubric forgives that a mutant prints something else: the knob which, turned to its strictest, would not.

use judging::compare;
use judging::compare::{ComparisonOutcome, ExpectedTranscript};
use model::{
    Comparison, ComparisonScope, ExtraLines, LineOrder, Observation, PromptMode, WhitespaceMode,
};

/// What it is, as the rubric spells it. `right` is what the program itself does there.
pub(super) fn find_forgiving_option(
    rule: &Comparison,
    expected: ExpectedTranscript<'_>,
    seen: &Observation,
    right: &Observation,
) -> String {
    if rule.checker.is_some() {
        return "checker".to_owned();
    }
    if rule.referee.is_some() {
        return "referee".to_owned();
    }
    if let Some(patterns) = &rule.patterns {
        let what = if patterns.judges_games() {
            "ending, never"
        } else {
            "patterns"
        };
        return what.to_owned();
    }
    let is_equal = |rule: &Comparison, seen: &Observation| {
        compare::compare_transcript(expected, seen, rule).outcome == ComparisonOutcome::Equal
    };
    let mut turned: Vec<&'static str> = Vec::new();
    let mut strict = rule.clone();
    for (name, turn) in COMPARISON_OPTIONS {
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
type ComparisonOption = (&'static str, fn(&mut Comparison) -> bool);

const COMPARISON_OPTIONS: [ComparisonOption; 6] = [
    ("prompts", |rule| {
        set_strictest(&mut rule.prompts, PromptMode::Exact)
    }),
    ("scope", |rule| {
        let is_dialogue = rule.scope != ComparisonScope::Output;
        is_dialogue && set_strictest(&mut rule.scope, ComparisonScope::Transcript)
    }),
    ("whitespace", |rule| {
        set_strictest(&mut rule.whitespace, WhitespaceMode::Exact)
    }),
    ("extra_lines", |rule| {
        set_strictest(&mut rule.extra_lines, ExtraLines::Deny)
    }),
    ("order", |rule| {
        set_strictest(&mut rule.order, LineOrder::AsReference)
    }),
    ("numbers", |rule| rule.numbers.take().is_some()),
];

fn set_strictest<T: PartialEq>(knob: &mut T, strictest: T) -> bool {
    let changes = *knob != strictest;
    *knob = strictest;
    changes
}
