//! The assignment's game, and what the rubric may say only of some games.

use model::{GameRegistry, GameSupport, join_with_and};

/// The built-in game that is the reference, among all that there are.
#[derive(Debug, Clone, Copy)]
pub(super) struct GameContext<'a> {
    /// All games that there are.
    pub(super) games: &'a GameRegistry,
    /// The assignment's; none if its reference is another program.
    pub(super) reference_game: Option<&'static dyn GameSupport>,
}

impl GameContext<'_> {
    /// ``the game `rowcol` ``: the names of the games that have something.
    pub(super) fn list_game_names(self, has: impl Fn(&dyn GameSupport) -> bool) -> String {
        let having = self.games.iter_games().filter(|game| has(*game));
        let names: Vec<String> = having
            .map(|game| format!("`{}`", game.rules().name))
            .collect();
        match names.as_slice() {
            [] => "a game, and no game here has it".to_owned(),
            [only] => format!("the game {only}"),
            names => format!("the games {}", join_with_and(names)),
        }
    }

    /// ``reference = { game = "cpu" }``: how the rubric asks for a game that has something.
    pub(super) fn list_references(self, has: impl Fn(&dyn GameSupport) -> bool) -> String {
        let having = self.games.iter_games().filter(|game| has(*game));
        let typed: Vec<String> = having
            .map(|game| format!("`reference = {{ game = \"{}\" }}`", game.rules().name))
            .collect();
        if typed.is_empty() {
            "a game, and no game here has it".to_owned()
        } else {
            typed.join(" or ")
        }
    }
}
