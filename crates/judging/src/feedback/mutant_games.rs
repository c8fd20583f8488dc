//! What the mutants of a game make of scripts. A class is given the same scripts for each student, so each mutant plays each
//! of them once, and only what it comes to is kept.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use reference::play_transcript;

use super::judged_run::content_lines;
use crate::compare::final_content;
use model::{GameEnding, GameTurn, KnownBugs, StartMutant};

/// Scripts that change with what a program asks are without number; these are more than an assignment has cases.
const MOST_SCRIPTS: usize = 1000;

/// A whole game.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ReplayedGame {
    pub(super) turns: Vec<GameTurn>,
    pub(super) ending: Option<GameEnding>,
}

impl ReplayedGame {
    pub(super) fn play_script(start: &StartMutant, input: &[String]) -> ReplayedGame {
        let mut game = start();
        let turns = play_transcript(game.as_mut(), input);
        ReplayedGame {
            turns,
            ending: game.ending(),
        }
    }

    pub(super) fn read_count(&self) -> usize {
        ::reference::count_reads(&self.turns)
    }

    /// The last turn that printed anything but a prompt, and what.
    pub(super) fn last_screen(&self) -> Option<(usize, Vec<String>)> {
        let turns = self.turns.iter().enumerate().rev();
        turns
            .map(|(turn, it)| (turn, content_lines(it)))
            .find(|(_, lines)| !lines.is_empty())
    }
}

/// How a mutant's game differs at its end from the right one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GameDifference {
    pub(super) reads: usize,
    /// Whether it would be seen without a board, where the wording is free.
    pub(super) beyond_the_board: bool,
    pub(super) ending: Option<GameEnding>,
    /// What its last screen shows, as [`final_content`] returns it.
    pub(super) final_content: Arc<str>,
}

/// One script with what is known of it so far.
pub(super) struct PlayedScript {
    input: Vec<String>,
    pub(super) right: ReplayedGame,
    right_screen: Vec<String>,
    /// For each mutant, in the order of the bugs; none where it cannot be told from the right game at the end.
    differences: Vec<OnceLock<Option<GameDifference>>>,
}

impl PlayedScript {
    fn new(known: &KnownBugs, input: &[String]) -> PlayedScript {
        let right = ReplayedGame::play_script(&known.original, input);
        let mutants = known.bugs.iter().flat_map(|bug| &bug.mutants);
        PlayedScript {
            input: input.to_vec(),
            right_screen: last_screen_lines(&right),
            right,
            differences: mutants.map(|_| OnceLock::new()).collect(),
        }
    }

    /// How the mutant with this number plays otherwise, where the end shows it.
    pub(super) fn find_difference(
        &self,
        number: usize,
        mutant: &StartMutant,
    ) -> Option<GameDifference> {
        let play = || self.compare_mutant(mutant);
        self.differences
            .get(number)
            .map_or_else(play, |known| known.get_or_init(play).clone())
    }

    /// The mutant's whole game.
    pub(super) fn play_mutant(&self, mutant: &StartMutant) -> ReplayedGame {
        ReplayedGame::play_script(mutant, &self.input)
    }

    fn compare_mutant(&self, mutant: &StartMutant) -> Option<GameDifference> {
        let game = self.play_mutant(mutant);
        let reads = game.read_count();
        let beyond_the_board = game.ending != self.right.ending || reads != self.right.read_count();
        let differs = beyond_the_board || last_screen_lines(&game) != self.right_screen;
        differs.then(|| GameDifference {
            reads,
            beyond_the_board,
            ending: game.ending,
            final_content: final_content(&game.turns).into(),
        })
    }
}

fn last_screen_lines(game: &ReplayedGame) -> Vec<String> {
    game.last_screen()
        .map(|(_, lines)| lines)
        .unwrap_or_default()
}

/// The known bugs of a game, and what their mutants made of the scripts that a class was given.
pub struct MutantGames {
    pub(super) known: Arc<KnownBugs>,
    scripts: Mutex<HashMap<Vec<String>, Arc<PlayedScript>>>,
}

impl MutantGames {
    /// The mutants of these bugs, which have played nothing yet.
    pub fn new(known: KnownBugs) -> MutantGames {
        MutantGames {
            known: Arc::new(known),
            scripts: Mutex::default(),
        }
    }

    /// The same mutants for scripts that nobody else is given. What is known of the others is known here, too.
    pub fn with_separate_scripts(&self) -> MutantGames {
        let scripts = self
            .scripts
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        MutantGames {
            known: Arc::clone(&self.known),
            scripts: Mutex::new(scripts),
        }
    }

    /// The mutants that make this mistake, each as what says whether it plays a script otherwise than it should.
    pub fn find_deviation_checks<'m>(
        &'m self,
        mistake: &str,
    ) -> Vec<impl Fn(&[String]) -> bool + use<'m>> {
        let bugs = self.known.bugs.iter().filter(|bug| bug.mistake == mistake);
        let mutants = bugs.flat_map(|bug| &bug.mutants);
        mutants
            .map(|mutant| {
                move |input: &[String]| {
                    PlayedScript::new(&self.known, input)
                        .compare_mutant(mutant)
                        .is_some()
                }
            })
            .collect()
    }

    /// What is known of a script.
    pub(super) fn replay_script(&self, input: &[String]) -> Arc<PlayedScript> {
        let mut scripts = self.scripts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(script) = scripts.get(input) {
            return Arc::clone(script);
        }
        let script = Arc::new(PlayedScript::new(&self.known, input));
        if scripts.len() < MOST_SCRIPTS {
            scripts.insert(input.to_vec(), Arc::clone(&script));
        }
        script
    }
}

impl fmt::Debug for MutantGames {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.known.fmt(formatter)
    }
}
