//! What the interactor says of runs: of a made-up program's games, and of single ones.

mod aspects;
mod games;
mod sentences;
mod teller;

use std::sync::Arc;

use regex::Regex;

use super::CpuInteractor;
use crate::compare::{Compared, Expected, compare};
use crate::model::{
    Comparison, Exit, Interactor, Observation, ObservedTurn, Patterns, RefereeWords, SharedRegex,
};

fn words() -> RefereeWords {
    let word = |pattern: &str| SharedRegex::new(Regex::new(pattern).unwrap());
    RefereeWords {
        choice: word(r"(?:CPU:|Computer plays) (?<square>\d+)"),
        won: word("Winner: Player|You win"),
        lost: word("Winner: CPU|You lose"),
        drawn: word("Winner: Draw|tie"),
    }
}

fn seen(turns: Vec<ObservedTurn>) -> Observation {
    Observation::new(turns, Exit::Code(0))
}

fn judged(seen: &Observation) -> Compared {
    judged_with(None, seen)
}

fn judged_with(patterns: Option<Patterns>, seen: &Observation) -> Compared {
    let interactor: Arc<dyn Interactor> = Arc::new(CpuInteractor::new(words()));
    let rule = Comparison { interactor: Some(interactor), patterns, ..Comparison::default() };
    compare(Expected { turns: &[], messages: &[] }, seen, &rule)
}

fn sentence(compared: &Compared) -> &str {
    compared.difference.as_ref().map_or("accepted", |difference| difference.sentence.as_str())
}

/// A run from outputs and the inputs between them.
fn run(turns: &[(&str, &str)]) -> Observation {
    let turn = |&(output, input): &(&str, &str)| ObservedTurn {
        output: output.into(),
        input: (!input.is_empty()).then(|| input.to_owned()),
    };
    seen(turns.iter().map(turn).collect())
}
