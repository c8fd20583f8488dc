//! What the grader asks of a built-in game. A game answers for itself; what it says nothing about, it does not have.
//!
//! The stages know these types and no game. The games are in `games`, above the stages, and reach them as a
//! [`GameRegistry`] that the command line was started with.

mod known_bug;
mod player;
mod script;

use std::fmt;
use std::sync::Arc;

pub use known_bug::{GameEnding, KnownBug, KnownBugs, MutantGame, StartMutant};
pub use player::{
    AspectResult, CasePlayer, InputConvention, JudgedAspect, LivePlayer, PlayerKind, PlayerSetup,
    Referee, RefereeReport, RefereeWords, UNFOLLOWED_GAME,
};
use reference::{GameOptions, GameRules, GameTurn};
pub use script::{ScriptChoices, describe_refused_inputs};

/// One built-in game, as the grader needs it.
pub trait GameSupport: fmt::Debug + Send + Sync {
    /// Its name, and the program that defines correct.
    fn rules(&self) -> &'static GameRules;

    /// The transcript of a script, if the game is over by its end.
    fn complete_transcript(
        &self,
        options: GameOptions,
        _player: &CasePlayer,
        script: &[String],
    ) -> Option<Vec<GameTurn>> {
        let mut game = self.rules().create_game(options);
        let turns = reference::play_transcript(game.as_mut(), script);
        game.is_over().then_some(turns)
    }

    /// What a program may ask at reads for which the game prints nothing, one wording each: it is no question of the program's own.
    fn silent_prompts(&self) -> &'static [&'static str] {
        &[]
    }

    /// A script of a whole game, made of choices; none if these lead to none. A right program comes to its end with it.
    fn generate_script(
        &self,
        options: GameOptions,
        choices: &mut ScriptChoices,
    ) -> Option<Vec<String>> {
        script::generate_legal_script(self.rules(), options, choices)
    }

    /// Whether every right program plays the same game by this script, whenever it looks at what it reads.
    fn is_same_for_all(&self, _options: GameOptions, _script: &[String]) -> bool {
        true
    }

    /// What decides the game of this script, in words, where that is more than what is printed at its end. What no case shows,
    /// no case tests.
    fn describe_decision(&self, _options: GameOptions, _script: &[String]) -> Vec<String> {
        Vec::new()
    }

    /// The usual mistakes in its rules, for hints.
    fn known_bugs(&self, _options: GameOptions) -> Option<KnownBugs> {
        None
    }

    /// How programs may number and read their input; the first convention is the one in which scripts are written.
    ///
    /// `index_bases` are the numbers of the first row and column that the rubric allows, none if it does not say. Where
    /// `is_prompted`, a [`PlayerKind::Prompted`] answers in some case.
    fn input_conventions(
        &self,
        options: GameOptions,
        _index_bases: &[u8],
        _is_prompted: bool,
    ) -> Vec<InputConvention> {
        vec![InputConvention {
            options,
            ..InputConvention::default()
        }]
    }

    /// A line of a script, renumbered from some options to others.
    fn renumber_line(&self, line: &str, _from: GameOptions, _to: GameOptions) -> String {
        line.to_owned()
    }

    /// The words that `player` can be in the rubric for this game, besides `script`.
    fn player_kinds(&self) -> Vec<(&'static str, PlayerKind)> {
        Vec::new()
    }

    /// What is wrong with the `input` of a case with this player, as a whole.
    fn input_mistake(&self, _player: &CasePlayer, _lines: usize) -> Option<&'static str> {
        None
    }

    /// Whoever answers a program while it runs; none if the script is given as it stands.
    fn live_player<'a>(&self, _setup: PlayerSetup<'a>) -> Option<Box<dyn LivePlayer + 'a>> {
        None
    }

    /// Makes an interactor that understands these words; none if programs' transcripts can be compared.
    fn referee_constructor(&self) -> Option<fn(RefereeWords) -> Arc<dyn Referee>> {
        None
    }

    /// Why the same inputs may lead to another game, in a sentence.
    fn why_games_differ(&self) -> Option<&'static str> {
        None
    }
}

/// The games that a grader was built with.
#[derive(Debug, Clone, Default)]
pub struct GameRegistry(Vec<&'static dyn GameSupport>);

impl GameRegistry {
    /// These games.
    pub fn new(games: Vec<&'static dyn GameSupport>) -> GameRegistry {
        GameRegistry(games)
    }

    /// These and one more.
    #[must_use]
    pub fn with_game(mut self, game: &'static dyn GameSupport) -> GameRegistry {
        self.0.push(game);
        self
    }

    /// All of them.
    pub fn iter_games(&self) -> impl Iterator<Item = &'static dyn GameSupport> {
        self.0.iter().copied()
    }

    /// The game of this name.
    pub fn find_game(&self, name: &str) -> Option<&'static dyn GameSupport> {
        self.iter_games().find(|game| game.rules().name == name)
    }

    /// Their names.
    pub fn game_names(&self) -> Vec<&'static str> {
        self.iter_games().map(|game| game.rules().name).collect()
    }
}
