//! `cpu`: a person against a computer that plays at random. Its games are followed instead of compared, and a policy can
//! be the person.

mod interactor;

use std::sync::Arc;

use ::reference::cpu::{self, CpuGame, MovePolicy};
use ::reference::{GameOptions, GameRules, GameTurn, parse_integer, play_transcript};
use interactor::{CpuReferee, GameFollower};
use model::{
    CasePlayer, GameSupport, LivePlayer, PlayerKind, PlayerSetup, Referee, RefereeWords,
    ScriptChoices,
};

/// The game with all that the grader needs of it.
#[derive(Debug)]
pub(super) struct CpuSupport;

impl GameSupport for CpuSupport {
    fn rules(&self) -> &'static GameRules {
        cpu::RULES
    }

    /// One game of a case that a policy plays: the first one's, against the CPU that the reference's seed gives.
    fn complete_transcript(
        &self,
        options: GameOptions,
        player: &CasePlayer,
        script: &[String],
    ) -> Option<Vec<GameTurn>> {
        if let CasePlayer::Policy { name, seeds } = player {
            let human = find_policy_player(name, seeds.first().copied().unwrap_or_default())?;
            return Some(CpuGame::from_seed(options.seed.unwrap_or(0)).play_game(script, human));
        }
        let mut game = cpu::RULES.create_game(options);
        let turns = play_transcript(game.as_mut(), script);
        game.is_over().then_some(turns)
    }

    /// The CPU of a program plays its own games, so that nobody knows which squares will be free.
    fn generate_script(
        &self,
        _options: GameOptions,
        choices: &mut ScriptChoices,
    ) -> Option<Vec<String>> {
        Some(generate_script(choices))
    }

    fn player_kinds(&self) -> Vec<(&'static str, PlayerKind)> {
        MovePolicy::ALL
            .iter()
            .map(|(name, _)| (*name, PlayerKind::Policy))
            .collect()
    }

    fn live_player<'a>(&self, setup: PlayerSetup<'a>) -> Option<Box<dyn LivePlayer + 'a>> {
        let human = find_policy_player(setup.name, setup.seed)?;
        Some(Box::new(PolicyPlayer::new(
            setup.words?,
            human,
            setup.script,
        )))
    }

    fn referee_constructor(&self) -> Option<fn(RefereeWords) -> Arc<dyn Referee>> {
        Some(|words| Arc::new(CpuReferee::new(words)))
    }

    fn why_games_differ(&self) -> Option<&'static str> {
        Some("The CPU chooses at random, so the same inputs may lead to another game.")
    }
}

/// Who plays by the policy of this name.
fn find_policy_player(policy: &str, seed: u64) -> Option<cpu::SimulatedPlayer> {
    let (_, policy) = MovePolicy::ALL
        .into_iter()
        .find(|(name, _)| *name == policy)?;
    Some(cpu::SimulatedPlayer::new(policy, seed))
}

/// Answers that name every square, with some among them that name none.
pub(super) fn generate_script(choices: &mut ScriptChoices) -> Vec<String> {
    const OUTSIDE: [i64; 8] = [0, 10, -1, 1_000, -1_000, 1_000_000, -1_000_000, -10_000_000];
    let is_noisy = choices.choose_below(2) == 1;
    let mut left: Vec<i64> = (1..=9).collect();
    let mut lines = Vec::new();
    while !left.is_empty() {
        if is_noisy && choices.happens_once_in(4) {
            lines.extend(choices.choose_from(&OUTSIDE).map(ToString::to_string));
            continue;
        }
        let place = choices.choose_below(left.len());
        lines.push(left.remove(place).to_string());
        if is_noisy && choices.happens_once_in(5) {
            lines.extend(lines.last().cloned());
        }
    }
    lines
}

/// The human in one game.
pub(super) struct PolicyPlayer<'r> {
    follower: GameFollower<'r>,
    player: cpu::SimulatedPlayer,
    /// What is said before the policy plays.
    script: std::slice::Iter<'r, String>,
    /// The squares that were never named.
    unnamed: Vec<i64>,
}

impl<'r> PolicyPlayer<'r> {
    /// A player who says the lines of `script` first.
    pub(super) fn new(
        words: &'r RefereeWords,
        player: cpu::SimulatedPlayer,
        script: &'r [String],
    ) -> PolicyPlayer<'r> {
        PolicyPlayer {
            follower: GameFollower::new(words),
            player,
            script: script.iter(),
            unnamed: (1..=9).collect(),
        }
    }

    /// A program that cannot be followed is given every square once: sooner or later its game is over.
    fn choose_square(&mut self) -> Option<i64> {
        match self.follower.position() {
            Some(position) => self.player.next_square(position),
            None => self.unnamed.first().copied(),
        }
    }
}

impl LivePlayer for PolicyPlayer<'_> {
    fn next_line(&mut self, printed: &[u8]) -> Option<String> {
        self.follower.read_output(printed);
        let line = self.script.next().cloned();
        let line = line.or_else(|| self.choose_square().map(|square| square.to_string()))?;
        if let Some(square) = parse_integer(&line) {
            self.unnamed.retain(|it| *it != square);
            self.follower.record_answer(square);
        }
        let number = |square| self.follower.numbering().to_number(square).to_string();
        Some(parse_integer(&line).map_or(line, number))
    }
}
