//! Short games of a built-in game, made by choices: if a program fails in one of them, nobody has to read a longer one. They are the
//! same for all submissions of a class, so they are made once, and only if they are needed.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ::reference::{GameOptions, count_reads};

use judging::feedback::MutantGames;
use model::{CasePlayer, GameSupport, GameTurn, OutputPiece, ScriptChoices};
use support::shrink::{minimize_choices, minimize_lines};

/// How many games are made, and how many with each ending are kept: the shortest. Of all games most would be short wins.
const GENERATED_GAMES: u64 = 1_500;
const GAMES_PER_ENDING: usize = 80;

/// How often choices, and then lines, are made fewer where nobody has to run a program for it.
const ATTEMPTS: usize = 600;

/// A whole game: the built-in game comes to its end with the last line.
#[derive(Debug, Clone)]
pub(super) struct ShortGame {
    pub(super) lines: Vec<String>,
    pub(super) turns: Arc<Vec<GameTurn>>,
    /// What it was made of; none of a game that was made by hand.
    pub(super) choices: Option<Vec<u32>>,
}

impl ShortGame {
    /// What it says at its end.
    pub(super) fn ending_messages(&self) -> Vec<&str> {
        ending_messages(&self.turns)
    }

    /// What is simpler comes first: fewer lines, and of as many those with shorter numbers.
    pub(super) fn compare_simplicity(&self, other: &ShortGame) -> Ordering {
        let by_count = self.lines.len().cmp(&other.lines.len());
        by_count.then_with(|| self.lines_with_lengths().cmp(other.lines_with_lengths()))
    }

    fn lines_with_lengths(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines.iter().map(|line| (line.len(), line.as_str()))
    }

    /// How many rows all of its boards have.
    pub(super) fn board_rows(&self) -> usize {
        let pieces = self.turns.iter().flat_map(|turn| &turn.pieces);
        let boards = pieces.filter_map(|piece| match piece {
            OutputPiece::Board(rows) => Some(rows.len()),
            _ => None,
        });
        boards.sum()
    }
}

/// The mistake, and how games must end if that matters.
type MistakeEnding = (String, Option<Vec<String>>);

/// Short games of one game, and which of them tell its mutants from it.
#[derive(Debug)]
pub struct ShortGames {
    game: &'static dyn GameSupport,
    options: GameOptions,
    shortest: OnceLock<Vec<ShortGame>>,
    by_mistake: Mutex<BTreeMap<MistakeEnding, Arc<Vec<ShortGame>>>>,
}

impl ShortGames {
    /// Games that nobody has made yet.
    pub(super) fn new(game: &'static dyn GameSupport, options: GameOptions) -> ShortGames {
        ShortGames {
            game,
            options,
            shortest: OnceLock::new(),
            by_mistake: Mutex::default(),
        }
    }

    /// The shortest games with each ending, the shortest of all first.
    pub(super) fn shortest_games(&self) -> &[ShortGame] {
        self.shortest.get_or_init(|| {
            let made = (0..GENERATED_GAMES)
                .filter_map(|seed| self.game_from_choices(ScriptChoices::from_seed(seed << 20)));
            let mut all: Vec<ShortGame> = made.collect();
            all.sort_by(ShortGame::compare_simplicity);
            all.dedup_by(|one, other| one.lines == other.lines);
            let mut kept: BTreeMap<Vec<String>, usize> = BTreeMap::new();
            all.retain(|game| {
                let ending = game
                    .ending_messages()
                    .into_iter()
                    .map(str::to_owned)
                    .collect();
                let kept = kept.entry(ending).or_default();
                *kept += 1;
                *kept <= GAMES_PER_ENDING
            });
            all
        })
    }

    /// The game that these choices make; none if they make none.
    pub(super) fn game_from_choices(&self, mut choices: ScriptChoices) -> Option<ShortGame> {
        let lines = self.game.generate_script(self.options, &mut choices)?;
        let made = choices.into_numbers();
        Some(ShortGame {
            choices: Some(made),
            ..self.game_from_lines(&lines)?
        })
    }

    /// The game that these lines begin with; none if it does not end.
    pub(super) fn game_from_lines(&self, lines: &[String]) -> Option<ShortGame> {
        let turns = self
            .game
            .complete_transcript(self.options, &CasePlayer::Script, lines)?;
        let lines = lines.get(..count_reads(&turns))?.to_vec();
        if !self.game.is_same_for_all(self.options, &lines) {
            return None;
        }
        Some(ShortGame {
            lines,
            turns: Arc::new(turns),
            choices: None,
        })
    }

    /// For each game that makes this mistake the shortest in which it is seen, if its end is `ending`: programs that make it
    /// probably fail there. The shortest comes first.
    pub(super) fn games_with_mistake(
        &self,
        mutants: &MutantGames,
        mistake: &str,
        ending: Option<Vec<String>>,
    ) -> Arc<Vec<ShortGame>> {
        let wanted = (mistake.to_owned(), ending);
        let known = |wanted: &MistakeEnding| {
            let telling = self
                .by_mistake
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            telling.get(wanted).cloned()
        };
        if let Some(known) = known(&wanted) {
            return known;
        }
        let mutants = mutants.find_deviation_checks(mistake);
        let found = mutants.iter().filter_map(|plays_otherwise| {
            self.shortest_matching(&|game| {
                has_same_ending(&wanted, game) && plays_otherwise(&game.lines)
            })
        });
        let mut found: Vec<ShortGame> = found.collect();
        found.sort_by(ShortGame::compare_simplicity);
        found.dedup_by(|one, other| one.lines == other.lines);
        let found = Arc::new(found);
        let mut telling = self
            .by_mistake
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        telling.insert(wanted, Arc::clone(&found));
        found
    }

    /// The shortest game of which this holds.
    fn shortest_matching(&self, holds: &dyn Fn(&ShortGame) -> bool) -> Option<ShortGame> {
        let mut best = self
            .shortest_games()
            .iter()
            .find(|game| holds(game))?
            .clone();
        let Ok::<_, std::convert::Infallible>(_) =
            minimize_choices(best.choices.clone()?, ATTEMPTS, |choices| {
                let made = self.game_from_choices(ScriptChoices::from_numbers(choices.to_vec()));
                let made = made.filter(|game| game.lines.len() <= best.lines.len() && holds(game));
                let choices = made.as_ref().and_then(|game| game.choices.clone());
                if let Some(game) = made.filter(|game| game.compare_simplicity(&best).is_lt()) {
                    best = game;
                }
                Ok(choices)
            });
        let Ok::<_, std::convert::Infallible>(lines) =
            minimize_lines(best.lines, ATTEMPTS, |lines| {
                Ok(self.game_from_lines(lines).is_some_and(|game| holds(&game)))
            });
        self.game_from_lines(&lines)
    }
}

fn has_same_ending(wanted: &(String, Option<Vec<String>>), game: &ShortGame) -> bool {
    wanted
        .1
        .as_ref()
        .is_none_or(|end| *end == game.ending_messages())
}

/// The messages of these turns.
pub fn turn_messages(turns: &[GameTurn]) -> impl Iterator<Item = &str> {
    turns
        .iter()
        .flat_map(|turn| &turn.pieces)
        .filter_map(|piece| match piece {
            OutputPiece::Message(text) => Some(text.as_str()),
            OutputPiece::Board(_) | OutputPiece::Prompt(_) | OutputPiece::Choice { .. } => None,
        })
}

/// The messages of the last turn.
pub fn ending_messages(turns: &[GameTurn]) -> Vec<&str> {
    turn_messages(
        turns
            .get(turns.len().saturating_sub(1)..)
            .unwrap_or_default(),
    )
    .collect()
}

/// A sentence about a game without what belongs to this game alone: its numbers, and what it quotes.
pub fn generalise_sentence(sentence: &str) -> String {
    let mut out = String::new();
    let mut quoted = false;
    for letter in sentence.chars() {
        match letter {
            '`' | '“' | '”' | '"' => quoted = !quoted,
            _ if quoted => {}
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' => out.push('#'),
            // The rest of an ordinal.
            's' | 't' | 'n' | 'd' | 'r' | 'h' if out.ends_with('#') => {}
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tttn() -> ShortGames {
        let games = games::built_in_games();
        ShortGames::new(games.find_game("tttn").unwrap(), GameOptions::default())
    }

    #[test]
    fn short_games_come_to_their_end_with_their_last_line_and_the_shortest_is_first() {
        let games = tttn();
        let all = games.shortest_games();
        let draws = all
            .iter()
            .filter(|game| game.ending_messages().concat().contains("Draw"));
        assert_eq!(draws.count(), GAMES_PER_ENDING);
        assert!(
            all.windows(2)
                .all(|pair| pair[0].compare_simplicity(&pair[1]).is_lt())
        );
        for game in all {
            assert_eq!(
                games.game_from_lines(&game.lines).unwrap().lines,
                game.lines
            );
            assert!(
                games
                    .game_from_lines(&game.lines[..game.lines.len() - 1])
                    .is_none()
            );
            let again = games
                .game_from_choices(ScriptChoices::from_numbers(game.choices.clone().unwrap()))
                .unwrap();
            assert_eq!(again.lines, game.lines);
        }
    }

    #[test]
    fn a_mistake_is_told_by_a_game_from_which_no_line_can_go() {
        let games = tttn();
        let known = games.game.known_bugs(games.options).unwrap();
        let mutants = MutantGames::new(known);
        let told = games.games_with_mistake(&mutants, "anti-diagonal-missed", None);
        let game = &told[0];
        assert!(game.lines.len() <= 6, "{:?}", game.lines);
        let plays_otherwise = mutants.find_deviation_checks("anti-diagonal-missed");
        let fails = |game: &ShortGame| plays_otherwise.iter().any(|it| it(&game.lines));
        assert!(fails(game));
        for place in 0..game.lines.len() {
            let mut less = game.lines.clone();
            less.remove(place);
            assert!(
                !games
                    .game_from_lines(&less)
                    .is_some_and(|game| fails(&game)),
                "{less:?}"
            );
        }
        assert!(Arc::ptr_eq(
            &told,
            &games.games_with_mistake(&mutants, "anti-diagonal-missed", None)
        ));
    }
}
