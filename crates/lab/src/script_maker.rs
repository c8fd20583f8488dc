//! Games that no case plays: made by choices, each with the case that is most like it. Without a built-in game, given scripts are
//! varied: other numbers, lines in another order, left out, or twice.

use std::collections::BTreeSet;
use std::sync::Arc;

use grading::{CaseKind, PreparedCase};
use model::{Assignment, CasePlayer, GameTurn, ReferenceSolution, ScriptChoices};

/// How many times as many scripts as games are made: some do not end, and some exist already.
const TRIES: usize = 8;

/// A script that is to be played.
#[derive(Debug, Clone)]
pub(super) struct GameScript {
    pub(super) lines: Vec<String>,
    /// The case that is most like it.
    pub(super) like: Arc<PreparedCase>,
    /// What is expected; none if only a program knows.
    pub(super) expected: Option<Arc<Vec<GameTurn>>>,
    /// The choices that made it; none if it was given.
    pub(super) choices: Vec<u32>,
}

/// What distinguishes a case from others.
struct KnownGameCase {
    case: Arc<PreparedCase>,
    messages: BTreeSet<String>,
    ending: Vec<String>,
}

/// Makes scripts for one assignment.
pub(super) struct ScriptMaker<'a> {
    assignment: &'a Assignment,
    known: Vec<KnownGameCase>,
    /// The cases whose scripts can be varied.
    variable_cases: Vec<Arc<PreparedCase>>,
}

impl<'a> ScriptMaker<'a> {
    /// Makes scripts that are like these cases.
    pub(super) fn new(
        assignment: &'a Assignment,
        given: Vec<Arc<PreparedCase>>,
    ) -> ScriptMaker<'a> {
        let known = given
            .iter()
            .filter_map(|case| known_case(assignment, case))
            .collect();
        ScriptMaker {
            assignment,
            known,
            variable_cases: given,
        }
    }

    /// The scripts of so many games, the shortest first: then the first difference between two programs is short.
    pub(super) fn make_scripts(&self, count: usize, seed: u64) -> Vec<GameScript> {
        let cases = &self.assignment.cases;
        let mut seen: BTreeSet<Vec<String>> = cases.iter().map(|case| case.input.clone()).collect();
        let mut all: Vec<GameScript> = Vec::new();
        for number in 0..count.saturating_mul(TRIES) {
            if all.len() == count {
                break;
            }
            let choices = ScriptChoices::from_seed(seed.wrapping_add((number as u64) << 20));
            let Some(script) = self.script_from_choices(choices) else {
                continue;
            };
            if seen.insert(script.lines.clone()) {
                all.push(script);
            }
        }
        all.sort_by(|one, other| {
            (one.lines.len(), &one.lines).cmp(&(other.lines.len(), &other.lines))
        });
        all
    }

    /// The script that these choices make; none if they make none.
    pub(super) fn script_from_choices(&self, mut choices: ScriptChoices) -> Option<GameScript> {
        let made = match &self.assignment.reference {
            ReferenceSolution::Game(game, options) => {
                self.script_from_lines(game.generate_script(*options, &mut choices)?, None)
            }
            _ => self.vary_case_script(&mut choices),
        }?;
        Some(GameScript {
            choices: choices.into_numbers(),
            ..made
        })
    }

    /// These lines as a script; none if they are no complete game. `like` is the most similar case if that cannot be seen from the
    /// lines.
    pub(super) fn script_from_lines(
        &self,
        lines: Vec<String>,
        like: Option<&Arc<PreparedCase>>,
    ) -> Option<GameScript> {
        let choices = Vec::new();
        let ReferenceSolution::Game(game, options) = &self.assignment.reference else {
            return Some(GameScript {
                lines,
                like: Arc::clone(like?),
                expected: None,
                choices,
            });
        };
        let first = self.known.first()?;
        // The CPU of a program plays other games.
        if game.referee_constructor().is_some() {
            let expected = Some(Arc::new(Vec::new()));
            return Some(GameScript {
                lines,
                like: Arc::clone(&first.case),
                expected,
                choices,
            });
        }
        let turns = game.complete_transcript(*options, &CasePlayer::Script, &lines)?;
        if !game.is_same_for_all(*options, &lines) {
            return None;
        }
        let like = self.most_like(&turns).unwrap_or(&first.case);
        Some(GameScript {
            lines,
            like: Arc::clone(like),
            expected: Some(Arc::new(turns)),
            choices,
        })
    }

    /// The first case with the same messages, or else with the same ending.
    fn most_like(&self, turns: &[GameTurn]) -> Option<&Arc<PreparedCase>> {
        let all = message_set(turns);
        let last = owned_ending_messages(turns);
        let same = self
            .known
            .iter()
            .find(|it| it.messages == all && it.ending == last);
        let same = same.or_else(|| self.known.iter().find(|it| it.ending == last));
        same.map(|it| &it.case)
    }

    fn vary_case_script(&self, choices: &mut ScriptChoices) -> Option<GameScript> {
        let like = choices.choose_from(&self.variable_cases)?;
        let given = match &like.kind {
            CaseKind::WholeInput(input) => input.lines()?,
            _ => like.spec.input.clone(),
        };
        self.script_from_lines(vary_script(&[&given], choices)?, Some(like))
    }
}

/// The messages of a case that is played by its script.
fn known_case(assignment: &Assignment, case: &Arc<PreparedCase>) -> Option<KnownGameCase> {
    let ReferenceSolution::Game(game, options) = &assignment.reference else {
        return None;
    };
    let spec = &case.spec;
    let turns = game.complete_transcript(*options, &spec.player, &spec.input)?;
    Some(KnownGameCase {
        case: Arc::clone(case),
        messages: message_set(&turns),
        ending: owned_ending_messages(&turns),
    })
}

fn message_set(turns: &[GameTurn]) -> BTreeSet<String> {
    grading::turn_messages(turns).map(str::to_owned).collect()
}

fn owned_ending_messages(turns: &[GameTurn]) -> Vec<String> {
    grading::ending_messages(turns)
        .into_iter()
        .map(str::to_owned)
        .collect()
}

/// A script like one of those that are given; none if none is.
pub(crate) fn vary_script(
    scripts: &[&[String]],
    choices: &mut ScriptChoices,
) -> Option<Vec<String>> {
    let mut lines = choices.choose_from(scripts)?.to_vec();
    let changes = 1 + choices.choose_below(3);
    for _ in 0..changes {
        let place = choices.choose_below(lines.len());
        match choices.choose_below(8) {
            // Most of the numbers are near: bugs at a bound show there.
            0..=2 => change_number(lines.get_mut(place)?, choices),
            6 => copy_number(&mut lines, place, choices),
            7 => swap_words(lines.get_mut(place)?, choices),
            3 if place + 1 < lines.len() => lines.swap(place, place + 1),
            4 if lines.len() > 1 => {
                lines.remove(place);
            }
            _ => {
                let line = lines.get(place)?.clone();
                lines.insert(place, line);
            }
        }
    }
    Some(lines)
}

/// Another number in place of one of the line's.
fn change_number(line: &mut String, choices: &mut ScriptChoices) {
    const FAR: [i64; 6] = [0, -1, 1_000, -1_000, 1_000_000, -10_000_000];
    let words: Vec<&str> = line.split(' ').collect();
    let place = choices.choose_below(words.len());
    let Some(number) = words.get(place).and_then(|word| word.parse::<i64>().ok()) else {
        return;
    };
    let other = match choices.choose_below(4) {
        3 => number.saturating_neg(),
        0 => number.saturating_add(1),
        1 => number.saturating_sub(1),
        _ => choices.choose_from(&FAR).copied().unwrap_or_default(),
    };
    let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
    words[place] = other.to_string();
    *line = words.join(" ");
}

/// A number of the script in place of one of the line's: programs often fail where two are equal.
fn copy_number(lines: &mut [String], place: usize, choices: &mut ScriptChoices) {
    let words = lines.iter().flat_map(|line| line.split(' '));
    let numbers: Vec<String> = words
        .filter(|word| word.parse::<i64>().is_ok())
        .map(str::to_owned)
        .collect();
    let Some(copied) = choices.choose_from(&numbers) else {
        return;
    };
    let Some(line) = lines.get_mut(place) else {
        return;
    };
    let mut words: Vec<&str> = line.split(' ').collect();
    let place = choices.choose_below(words.len());
    if words[place].parse::<i64>().is_ok() {
        words[place] = copied;
        *line = words.join(" ");
    }
}

/// Two words of a line the other way round.
fn swap_words(line: &mut String, choices: &mut ScriptChoices) {
    let mut words: Vec<&str> = line.split(' ').collect();
    let one = choices.choose_below(words.len());
    let other = choices.choose_below(words.len());
    words.swap(one, other);
    *line = words.join(" ");
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn any_choices_make_a_script_of_any_other(
            script in proptest::collection::vec("[0-9a -]{0,6}", 0..6),
            given in proptest::collection::vec(0_u32..20, 0..20),
        ) {
            let made = vary_script(&[&script], &mut ScriptChoices::from_numbers(given));
            proptest::prop_assert!(made.is_none_or(|it| it.len() <= script.len() + 3));
        }
    }
}
