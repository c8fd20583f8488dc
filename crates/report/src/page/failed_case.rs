//! One failed case on a page: what was asked, what happened, where the game goes wrong, and how to see it again.

use super::columns::DiffColumns;
use super::replay::GameReplay;
use super::wrong_turns::WrongTurnStep;
use crate::failed_case::{
    FailedCase, WITHHELD, render_description, render_invocation, render_same_reason,
};
use crate::hints::{HintStep, split_steps};
use crate::transcript::render_stderr;
use crate::{diff_rows, explain, failed_calls, failed_tests, shortest_game};
use document::{Block, Prose, prose};
use model::{Grade, Hint, ShortestGame, Verdict};

/// A failed case.
pub(super) struct FailedCaseView {
    /// What links to it are called.
    pub(super) anchor: String,
    pub(super) title: Prose,
    /// What is probably wrong, in the steps in which students open it.
    pub(super) hints: Vec<HintStep>,
    pub(super) description: Option<Prose>,
    pub(super) outcome: Prose,
    pub(super) alike: Option<Prose>,
    /// Why no more is shown; none where it is.
    pub(super) withheld: Option<&'static str>,
    pub(super) inputs: Option<Prose>,
    pub(super) replay: Option<GameReplay>,
    /// A shorter game with the same fault: what was typed, and where it differs.
    pub(super) shortest: Option<(Prose, Option<DiffColumns>)>,
    /// The way to the other wrong turns of the page, if there are some.
    pub(super) step: Option<WrongTurnStep>,
    /// Calls of a function, and what was printed to standard error.
    pub(super) blocks: Vec<Block>,
    pub(super) command: String,
    /// Whose output stands beside the expected one.
    pub(super) printed_by: &'static str,
    /// The file with its inputs, from the page's folder, where the command does not hold them.
    pub(super) file: Option<String>,
}

impl FailedCaseView {
    /// The case on a page that has said `told` already.
    pub(super) fn new(
        failed: &FailedCase<'_>,
        alike: &[&str],
        grade: &Grade,
        told: Option<&Hint>,
    ) -> FailedCaseView {
        let id = &failed.case.case.id;
        let label = failed.label();
        let shown = FailedCaseView {
            anchor: id.clone(),
            title: Prose::text(&format!("`{id}`: {label}")),
            hints: split_steps(failed.judgement, told),
            description: render_description(failed.case),
            outcome: failed.render_outcome(),
            alike: render_same_reason(alike),
            withheld: None,
            inputs: None,
            replay: None,
            shortest: None,
            step: None,
            blocks: Vec::new(),
            command: String::new(),
            printed_by: match failed.is_handed_in() {
                true => "Your case",
                false => "Your program",
            },
            file: None,
        };
        if failed.is_withheld() {
            return FailedCaseView {
                withheld: Some(WITHHELD),
                ..shown
            };
        }
        if failed.case.case.calls_function {
            let blocks = failed_calls::render_blocks(failed.case, grade);
            return FailedCaseView { blocks, ..shown };
        }
        if failed.case.case.runs_tests {
            let blocks = failed_tests::render_blocks(failed.case);
            return FailedCaseView { blocks, ..shown };
        }
        let file = failed.input_file(grade);
        let command = match failed.is_handed_in() {
            true => String::new(),
            false => failed.replay_commands(grade).join("\n"),
        };
        let mut inputs = failed.render_inputs();
        if let Some(words) = render_invocation(failed.case) {
            inputs = prose!("{} {}", words, inputs);
        }
        let errors = failed.observation().into_iter().flat_map(render_stderr);
        FailedCaseView {
            inputs: Some(inputs),
            replay: build_replay(failed),
            shortest: failed.shortest.map(|game| build_shortest(failed, game)),
            blocks: errors.collect(),
            command,
            file: file.map(|file| format!("{}/{file}", grade.assignment)),
            ..shown
        }
    }

    /// Leaves out what is folded.
    pub(super) fn remove_folds(&mut self) {
        if let Some(replay) = &mut self.replay {
            (replay.before, replay.after) = (None, None);
        }
    }
}

fn build_shortest(failed: &FailedCase<'_>, game: &ShortestGame) -> (Prose, Option<DiffColumns>) {
    let difference = game.judgement.difference.as_ref();
    let rows = difference.and_then(|found| diff_rows::render_rows(found, failed.whitespace()));
    (
        shortest_game::describe_game(game),
        rows.as_ref().map(DiffColumns::from_difference),
    )
}

fn build_replay(failed: &FailedCase<'_>) -> Option<GameReplay> {
    let difference = failed.judgement.difference.as_ref();
    let rows = difference.and_then(|found| diff_rows::render_rows(found, failed.whitespace()));
    let columns = rows.as_ref().map(DiffColumns::from_difference);
    let place = failed
        .judgement
        .hints
        .iter()
        .find_map(|hint| hint.place.as_ref());
    let turn = difference.and_then(|found| found.turn);
    let seen = failed.observation()?;
    let words = failed.printed_words();
    let replay = GameReplay::from_observation(seen, turn, columns, place, words)?;
    let ended = match failed.judgement.verdict {
        Verdict::WrongAnswer | Verdict::PresentationError => None,
        _ if !replay.is_open_at_the_end => None,
        _ => Some(explain::verdict_label(&failed.judgement.verdict).into_owned()),
    };
    Some(GameReplay { ended, ..replay })
}
