//! Output that is judged as a whole, cut into lines: what is known of messages then holds of programs that are no dialogues, too.

use super::judged_run::JudgedRun;
use model::{ComparisonScope, GameTurn, Observation, ObservedTurn, OutputPiece, Prompt};

/// One run's expected and printed lines.
pub(super) struct OutputLines {
    expected: Vec<GameTurn>,
    seen: Observation,
}

impl OutputLines {
    /// The lines of a run whose output counts as a whole; none of any other run, of one that is right, and where there is so much
    /// of it that nobody looks for corrections.
    pub(super) fn from_run(run: &JudgedRun<'_>) -> Option<OutputLines> {
        if run.rule.scope != ComparisonScope::Output || !run.has_failed() || run.is_long() {
            return None;
        }
        let printed: String = run.expected.iter().map(GameTurn::printed_text).collect();
        let pieces = printed
            .split_inclusive('\n')
            .map(|line| match line.strip_suffix('\n') {
                Some(line) => OutputPiece::Message(line.to_owned()),
                None => OutputPiece::Prompt(Prompt {
                    text: line.to_owned(),
                    shows: Vec::new(),
                }),
            });
        let expected = vec![GameTurn {
            pieces: pieces.collect(),
            input: None,
        }];
        // In its one turn all of it stands where it belongs, whenever it arrived.
        let turns = vec![ObservedTurn {
            output: run.seen.stdout(),
            input: None,
        }];
        Some(OutputLines {
            expected,
            seen: Observation {
                turns,
                synchronised: true,
                ..run.seen.clone()
            },
        })
    }

    /// The same run by its lines.
    pub(super) fn to_judged_run<'a>(&'a self, run: &JudgedRun<'a>) -> JudgedRun<'a> {
        JudgedRun {
            expected: &self.expected,
            seen: &self.seen,
            ..*run
        }
    }
}
