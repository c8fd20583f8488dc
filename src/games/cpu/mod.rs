//! `cpu`: a person against a computer that plays at random. Its games are followed instead of compared, and a policy can
//! be the person.

mod interactor;
mod policy_player;
mod script;

use std::sync::Arc;

use ::reference::cpu::{self, Cpu, Policy};
use ::reference::{GameOptions, Rules, Turn, transcript};

use self::interactor::CpuInteractor;
use self::policy_player::PolicyPlayer;
use crate::model::{
    Choices, GameSupport, Interactor, LivePlayer, Player, PlayerKind, PlayerSetup, RefereeWords,
};

/// The game with all that the grader needs of it.
#[derive(Debug)]
pub(super) struct CpuSupport;

impl GameSupport for CpuSupport {
    fn rules(&self) -> &'static Rules {
        cpu::RULES
    }

    /// One game of a case that a policy plays: the first one's, against the CPU that the reference's seed gives.
    fn transcript(
        &self,
        options: GameOptions,
        player: &Player,
        script: &[String],
    ) -> Option<Vec<Turn>> {
        if let Player::Policy { name, seeds } = player {
            let human = human(name, seeds.first().copied().unwrap_or_default())?;
            return Some(Cpu::seeded(options.seed.unwrap_or(0)).play(script, human));
        }
        let mut game = cpu::RULES.start(options);
        let turns = transcript(game.as_mut(), script);
        game.is_over().then_some(turns)
    }

    /// The CPU of a program plays its own games, so that nobody knows which squares will be free.
    fn script(&self, _options: GameOptions, choices: &mut Choices) -> Option<Vec<String>> {
        Some(script::script(choices))
    }

    fn players(&self) -> Vec<(&'static str, PlayerKind)> {
        Policy::ALL.iter().map(|(name, _)| (*name, PlayerKind::Policy)).collect()
    }

    fn live_player<'a>(&self, setup: PlayerSetup<'a>) -> Option<Box<dyn LivePlayer + 'a>> {
        let human = human(setup.name, setup.seed)?;
        Some(Box::new(PolicyPlayer::new(setup.words?, human, setup.script)))
    }

    fn interactor(&self) -> Option<fn(RefereeWords) -> Arc<dyn Interactor>> {
        Some(|words| Arc::new(CpuInteractor::new(words)))
    }

    fn why_games_differ(&self) -> Option<&'static str> {
        Some("The CPU chooses at random, so the same inputs may lead to another game.")
    }
}

/// Who plays by the policy of this name.
fn human(policy: &str, seed: u64) -> Option<cpu::Player> {
    let (_, policy) = Policy::ALL.into_iter().find(|(name, _)| *name == policy)?;
    Some(cpu::Player::new(policy, seed))
}
