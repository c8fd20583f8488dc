//! Games that no case plays: made by choices, each with the case that is most like it. Without a built-in game, given scripts are
//! varied: other numbers, lines in another order, left out, or twice.

use std::collections::BTreeSet;
use std::sync::Arc;

use grading::{CaseKind, PreparedCase};
use model::{Assignment, CasePlayer, GameTurn, ReferenceSolution, ScriptChoices};

/// How many times as many scripts as games are made: some do not end, and some exist already.
const TRIES: usize = 8;

/// How many lines or numbers a long input has, and how many inputs are made that no variation leads to.
const LONG: usize = 50;
const MOST_EDGE_SCRIPTS: usize = 12;

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

    /// Scripts that no variation leads to: nothing at all, and many numbers or lines. Only for cases that are read to their end, and
    /// whose programs accept both; the first such case of each form has them.
    pub(super) fn make_edge_scripts(&self) -> Vec<GameScript> {
        if matches!(self.assignment.reference, ReferenceSolution::Game(..)) {
            return Vec::new();
        }
        let mut seen: BTreeSet<Vec<String>> = BTreeSet::new();
        for case in &self.variable_cases {
            seen.extend(case_lines(case));
        }
        let mut all = Vec::new();
        for case in &self.variable_cases {
            let is_read_to_end =
                matches!(case.kind, CaseKind::WholeInput(_)) || case.spec.end_of_input;
            let Some(given) = case_lines(case).filter(|_| is_read_to_end) else {
                continue;
            };
            for lines in edge_inputs(&given) {
                if all.len() < MOST_EDGE_SCRIPTS
                    && seen.insert(lines.clone())
                    && let Some(script) = self.script_from_lines(lines, Some(case))
                {
                    all.push(script);
                }
            }
        }
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
        let given = case_lines(like)?;
        self.script_from_lines(vary_script(&[&given], choices)?, Some(like))
    }
}

/// The lines that a case gives; none if they are no text.
fn case_lines(case: &PreparedCase) -> Option<Vec<String>> {
    match &case.kind {
        CaseKind::WholeInput(input) => input.lines(),
        _ => Some(case.spec.input.clone()),
    }
}

/// No input at all; the lines again and again; the words of the last line again and again.
fn edge_inputs(given: &[String]) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    if given.len() > 1 {
        all.push(given.iter().cycle().take(LONG).cloned().collect());
    }
    if let Some((last, before)) = given.split_last()
        && last.contains(' ')
    {
        let words: Vec<&str> = last.split_whitespace().cycle().take(LONG).collect();
        let mut lines = before.to_vec();
        lines.push(words.join(" "));
        all.push(lines);
    }
    all
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
    const FAR: [i64; 8] = [
        0,
        -1,
        1_000,
        -1_000,
        1_000_000,
        -10_000_000,
        2_147_483_647,
        -2_147_483_648,
    ];
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

    #[test]
    fn edges_are_no_input_and_long_ones() {
        let given = ["3".to_owned(), "7 8".to_owned()];
        let made = edge_inputs(&given);
        assert_eq!(made.len(), 3);
        assert!(made[0].is_empty());
        assert_eq!(made[1].len(), LONG);
        assert_eq!(made[2].len(), 2);
        assert_eq!(made[2][1].split(' ').count(), LONG);
    }

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
