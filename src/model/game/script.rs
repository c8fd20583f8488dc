//! Scripts of whole games, for any game that says which numbers it would not refuse.

use reference::{GameOptions, Rules};

use super::Choices;

/// More inputs than this make no game.
const LONGEST: usize = 400;

/// A script by legal moves, with some that are refused among them; none if it comes to no end.
pub(super) fn by_legal_moves(
    rules: &Rules,
    options: GameOptions,
    choices: &mut Choices,
) -> Option<Vec<String>> {
    let mut game = rules.start(options);
    let _ = game.open();
    let mut lines: Vec<String> = Vec::new();
    let is_noisy = choices.below(3) == 2;
    while !game.is_over() && lines.len() < LONGEST {
        let legal = game.legal();
        let (least, most) = (legal.first().copied()?, legal.last().copied()?);
        let number = if is_noisy && choices.once_in(5) {
            let far = [least - 1, most + 1, 0, -1, 1_000, 1_000_000, -1_000_000, 10_000_000];
            let taken = lines.last().and_then(|line| line.parse().ok());
            let refused: Vec<i64> = taken.into_iter().chain(far).collect();
            *choices.of(&refused)?
        } else {
            *choices.of(&legal)?
        };
        let _ = game.feed(&number.to_string());
        lines.push(number.to_string());
    }
    game.is_over().then_some(lines)
}
