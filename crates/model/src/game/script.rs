//! Scripts of whole games, for any game that says which numbers it would not refuse.

use reference::{GameOptions, GameRules};

use super::ScriptChoices;

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
