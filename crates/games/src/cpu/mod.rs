//! `cpu`: a person against a computer that plays at random. Its games are followed instead of compared, and a policy can
//! be the person.

mod interactor;
mod policy_player;
mod script;

use std::sync::Arc;

use ::reference::cpu::{self, CpuGame, MovePolicy};
use ::reference::{GameOptions, GameRules, GameTurn, play_transcript};

use self::interactor::CpuReferee;
use self::policy_player::PolicyPlayer;
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
        Some(script::generate_script(choices))
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
