//! A million random scripts, 200,000 for each game: none panics, and all keep the promises of [`Game`].

use reference::{
    GameOptions, GameRules, OutputPiece, ReferenceGame, counters, cpu, domineering, rowcol, tttn,
};

const SCRIPTS: u64 = 200_000;

/// Mostly squares, because only those lead deep into a game; the rest is what students type by mistake.
const TOKENS: [&str; 32] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
    "11",
    "12",
    "13",
    "14",
    "15",
    "16",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "+3",
    "-1",
    "17",
    "x",
    "99999999999999999999",
    "-99999999999999999999",
];

/// Marsaglia's xorshift: quick, and the same scripts on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % bound) as usize
    }
}

/// A prompt ends what a running game prints and nothing else; only `tttn` reads once without one.
fn is_well_formed(pieces: &[OutputPiece], is_over: bool) -> bool {
    let prompts = pieces
        .iter()
        .filter(|piece| matches!(piece, OutputPiece::Prompt(_)))
        .count();
    let ends_asking = matches!(pieces.last(), Some(OutputPiece::Prompt(_)));
    if is_over {
        prompts == 0
    } else {
        prompts == 1 && ends_asking
    }
}

fn play(game: &mut dyn ReferenceGame, dice: &mut Dice) {
    let opening = game.start_game();
    assert!(opening.is_empty() || is_well_formed(&opening, game.is_over()));
    for _ in 0..=dice.below(10) {
        let was_over = game.is_over();
        let token = TOKENS[dice.below(32)];
        let pieces = game.feed_token(token);
        assert!(
            is_well_formed(&pieces, game.is_over()),
            "{token} caused {pieces:?}"
        );
        assert!(
            !was_over || pieces.is_empty(),
            "{token} was answered after the end"
        );
        assert!(!game.is_over() || game.legal_inputs().is_empty());
    }
}

fn survives(rules: &GameRules) {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for seed in 0..SCRIPTS {
        let options = GameOptions {
            base: Some((seed % 2) as u8),
            seed: Some(seed),
        };
        play(&mut *rules.create_game(options), &mut dice);
    }
}

#[test]
fn tttn_survives_random_scripts() {
    survives(tttn::RULES);
}

#[test]
fn domineering_survives_random_scripts() {
    survives(domineering::RULES);
}

#[test]
fn rowcol_survives_random_scripts() {
    survives(rowcol::RULES);
}

#[test]
fn cpu_survives_random_scripts() {
    survives(cpu::RULES);
}

#[test]
fn counters_survives_random_scripts() {
    survives(counters::RULES);
}
