//! Scripts of whole games, for any game that says which numbers it would not refuse. Whoever makes a script asks for one number after the
//! other, and these numbers are the script.
//!
//! So a script can be made again, and made smaller by making its choices fewer and smaller: 0 is always the simplest, and what
//! is asked for beyond the given choices is 0. Every list of choices is a script that could have been made.

use reference::{GameOptions, GameRules};

/// More inputs than this make no game.
const LONGEST: usize = 400;

/// A script by legal moves, with some that are refused among them; none if it comes to no end.
pub(super) fn generate_legal_script(
    rules: &GameRules,
    options: GameOptions,
    choices: &mut ScriptChoices,
) -> Option<Vec<String>> {
    let mut game = rules.create_game(options);
    let _ = game.start_game();
    let mut lines: Vec<String> = Vec::new();
    let is_noisy = choices.choose_below(3) == 2;
    while !game.is_over() && lines.len() < LONGEST {
        let legal = game.legal_inputs();
        let least = legal.first().copied()?;
        let most = legal.last().copied()?;
        let number = if is_noisy && choices.happens_once_in(5) {
            let far = [
                least - 1,
                most + 1,
                0,
                -1,
                1_000,
                1_000_000,
                -1_000_000,
                10_000_000,
            ];
            let taken = lines.last().and_then(|line| line.parse().ok());
            let refused: Vec<i64> = taken.into_iter().chain(far).collect();
            *choices.choose_from(&refused)?
        } else {
            *choices.choose_from(&legal)?
        };
        let _ = game.feed_token(&number.to_string());
        lines.push(number.to_string());
    }
    game.is_over().then_some(lines)
}

/// Numbers that decide what a script becomes.
#[derive(Debug, Clone)]
pub struct ScriptChoices {
    given: Vec<u32>,
    next: usize,
    /// Where more come from; none if they are 0.
    chance: Option<u64>,
    made: Vec<u32>,
}

impl ScriptChoices {
    /// Choices that follow from a seed.
    pub fn from_seed(seed: u64) -> ScriptChoices {
        ScriptChoices {
            given: Vec::new(),
            next: 0,
            chance: Some(seed),
            made: Vec::new(),
        }
    }

    /// These choices, and nothing but 0 after them.
    pub fn from_numbers(choices: Vec<u32>) -> ScriptChoices {
        ScriptChoices {
            given: choices,
            next: 0,
            chance: None,
            made: Vec::new(),
        }
    }

    /// A number below `bound`; 0 if there is none.
    pub fn choose_below(&mut self, bound: usize) -> usize {
        let bound = u32::try_from(bound).unwrap_or(u32::MAX).max(1);
        let chosen = match (self.given.get(self.next), &mut self.chance) {
            (Some(given), _) => given % bound,
            (None, Some(state)) => {
                u32::try_from(next_random(state) % u64::from(bound)).unwrap_or(0)
            }
            (None, None) => 0,
        };
        self.next += 1;
        self.made.push(chosen);
        chosen as usize
    }

    /// Whether something happens that does so once in so many times. The simplest is that it does not.
    pub fn happens_once_in(&mut self, times: usize) -> bool {
        times > 1 && self.choose_below(times) == times - 1
    }

    /// One of these; none of nothing.
    pub fn choose_from<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        let place = self.choose_below(items.len());
        items.get(place)
    }

    /// The choices that were made.
    pub fn into_numbers(self) -> Vec<u32> {
        self.made
    }
}

/// The next number of a sequence (SplitMix64).
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut bits = *state;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// What is farther than this from every allowed number is far from it.
const FAR: i64 = 500;

/// The kinds of refused input in a game by this script, in words.
pub fn describe_refused_inputs(
    rules: &GameRules,
    options: GameOptions,
    script: &[String],
) -> Vec<String> {
    let mut game = rules.create_game(options);
    let _ = game.start_game();
    let mut all = Vec::new();
    for line in script {
        let legal = game.legal_inputs();
        let (Some(least), Some(most)) = (legal.first().copied(), legal.last().copied()) else {
            let _ = game.feed_token(line);
            continue;
        };
        let number: Option<i64> = line.trim().parse().ok();
        let kind = match number {
            None => "that is no number",
            Some(number) if legal.contains(&number) => {
                let _ = game.feed_token(line);
                continue;
            }
            Some(number) if number < least.saturating_sub(FAR) => "far below all that are allowed",
            Some(number) if number > most.saturating_add(FAR) => "far above all that are allowed",
            Some(number) if number < least => "below all that are allowed",
            Some(number) if number > most => "above all that are allowed",
            Some(_) => "between some that are allowed",
        };
        all.push(format!("an input {kind}"));
        let _ = game.feed_token(line);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_that_were_made_make_the_same_again() {
        let mut first = ScriptChoices::from_seed(3);
        let numbers: Vec<usize> = [3, 10, 1, 7].map(|bound| first.choose_below(bound)).into();
        let mut again = ScriptChoices::from_numbers(first.into_numbers());
        assert_eq!(
            numbers,
            [3, 10, 1, 7].map(|bound| again.choose_below(bound))
        );
        assert_eq!(again.choose_below(100), 0);
    }

    #[test]
    fn a_refused_input_is_classified_by_its_place() {
        let script = ["4", "4", "-1", "9", "1000000", "0"].map(str::to_owned);
        let found =
            describe_refused_inputs(reference::counters::RULES, GameOptions::default(), &script);
        let kinds: Vec<&str> = found
            .iter()
            .map(|it| it.trim_start_matches("an input "))
            .collect();
        assert_eq!(
            kinds,
            [
                "between some that are allowed",
                "below all that are allowed",
                "above all that are allowed",
                "far above all that are allowed"
            ]
        );
    }
}
