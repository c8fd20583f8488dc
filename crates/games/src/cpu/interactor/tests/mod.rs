//! What the interactor says of runs: of a made-up program's games, and of single ones.

mod aspects;
mod games;
mod sentences;
mod teller;

use std::sync::Arc;

use regex::Regex;

use super::CpuReferee;
use judging::compare::{ComparisonResult, ExpectedTranscript, compare_transcript};
use model::{
    Comparison, Exit, Observation, ObservedTurn, PatternSet, Referee, RefereeWords, SharedRegex,
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

fn judged(seen: &Observation) -> ComparisonResult {
    judged_with(None, seen)
}

fn judged_with(patterns: Option<PatternSet>, seen: &Observation) -> ComparisonResult {
    let interactor: Arc<dyn Referee> = Arc::new(CpuReferee::new(words()));
    let rule = Comparison {
        referee: Some(interactor),
        patterns,
        ..Comparison::default()
    };
    compare_transcript(
        ExpectedTranscript {
            turns: &[],
            messages: &[],
        },
        seen,
        &rule,
    )
}

fn sentence(compared: &ComparisonResult) -> &str {
    compared
        .difference
        .as_ref()
        .map_or("accepted", |difference| difference.sentence.as_str())
}

/// A run from outputs and the inputs between them.
fn run(turns: &[(&str, &str)]) -> Observation {
    let turn = |&(output, input): &(&str, &str)| ObservedTurn {
        output: output.into(),
        input: (!input.is_empty()).then(|| input.to_owned()),
    };
    seen(turns.iter().map(turn).collect())
}
