//! One failed case on a page: what was asked, what happened, where the game goes wrong, and how to see it again.

use super::blocks::{self, Block};
use super::columns::Columns;
use super::prose::Prose;
use super::replay::Replay;
use super::wrong_turns::Step;
use crate::model::{Grade, Hint, ShortestGame, Verdict};
use crate::report::failed_case::{FailedCase, WITHHELD, asked, same_reason, started_with};
use crate::report::transcript::errors;
use crate::report::{diff_rows, explain, failed_calls, failed_tests, shortest_game};

/// A failed case.
pub(super) struct ShownCase {
    /// What links to it are called.
    pub(super) anchor: String,
    pub(super) title: Prose,
    /// What is probably wrong, a paragraph for each, and what it begins with.
    pub(super) hints: Vec<(&'static str, Prose)>,
    pub(super) asked: Option<Prose>,
    pub(super) story: Prose,
    pub(super) alike: Option<Prose>,
    /// Why no more is shown; none where it is.
    pub(super) withheld: Option<&'static str>,
    pub(super) inputs: Option<Prose>,
    pub(super) replay: Option<Replay>,
    /// A shorter game with the same fault: what was typed, and where it differs.
    pub(super) shortest: Option<(Prose, Option<Columns>)>,
    /// The way to the other wrong turns of the page, if there are some.
    pub(super) step: Option<Step>,
    /// Calls of a function, and what was printed to standard error.
    pub(super) blocks: Vec<Block>,
    pub(super) command: String,
    /// The file with its inputs, from the page's folder, where the command does not hold them.
    pub(super) file: Option<String>,
}

impl ShownCase {
    /// The case on a page that has said `told` already.
    pub(super) fn of(
        failed: &FailedCase<'_>,
        alike: &[&str],
        grade: &Grade,
        told: Option<&Hint>,
    ) -> ShownCase {
        let id = &failed.case.case.id;
        let label = failed.label();
        let shown = ShownCase {
            anchor: id.clone(),
            title: Prose::of_text(&format!("`{id}`: {label}")),
            hints: hints(&failed.judgement.hints, told),
            asked: asked(failed.case).as_deref().map(Prose::of_markdown),
            story: Prose::of_markdown(&failed.story()),
            alike: same_reason(alike).as_deref().map(Prose::of_markdown),
            withheld: None,
            inputs: None,
            replay: None,
            shortest: None,
            step: None,
            blocks: Vec::new(),
            command: String::new(),
            file: None,
        };
        if failed.is_withheld() {
            return ShownCase { withheld: Some(WITHHELD), ..shown };
        }
        if failed.case.case.calls_function {
            let blocks = blocks::read(&failed_calls::blocks(failed.case, grade));
            return ShownCase { blocks, ..shown };
        }
        if failed.case.case.runs_tests {
            let blocks = blocks::read(&failed_tests::blocks(failed.case));
            return ShownCase { blocks, ..shown };
        }
        let file = failed.input_file(grade);
        let command = failed.commands(grade).join("\n");
        let started = started_with(failed.case).map(|words| words + " ").unwrap_or_default();
        let given = started + &failed.inputs();
        let errors: Vec<String> = failed.observation().and_then(errors).into_iter().collect();
        ShownCase {
            inputs: Some(Prose::of_markdown(&given)),
            replay: replay(failed),
            shortest: failed.shortest.map(|game| shortest(failed, game)),
            blocks: blocks::read(&errors),
            command,
            file: file.map(|file| format!("{}/{file}", grade.assignment)),
            ..shown
        }
    }

    /// Leaves out what is folded.
    pub(super) fn without_folds(&mut self) {
        if let Some(replay) = &mut self.replay {
            (replay.before, replay.behind) = (None, None);
        }
    }
}

/// The first is the likeliest; what the page has said above its cases is not said again.
fn hints(hints: &[Hint], told: Option<&Hint>) -> Vec<(&'static str, Prose)> {
    let mut shown = Vec::new();
    for (at, hint) in hints.iter().enumerate() {
        let is_told = told.is_some_and(|told| told.sentence == hint.sentence);
        let (title, text) = match &hint.detail {
            Some(detail) if is_told => ("In this test case.", detail.clone()),
            None if is_told => continue,
            detail => {
                let title = if at == 0 { "Probable cause." } else { "Besides." };
                (title, format!("{} {}", hint.sentence, detail.as_deref().unwrap_or_default()))
            }
        };
        shown.push((title, Prose::of_text(text.trim_end())));
    }
    shown
}

fn shortest(failed: &FailedCase<'_>, game: &ShortestGame) -> (Prose, Option<Columns>) {
    let difference = game.judgement.difference.as_ref();
    let rows = difference.and_then(|found| diff_rows::rows(found, failed.whitespace()));
    (Prose::of_markdown(&shortest_game::words(game)), rows.as_ref().map(Columns::of))
}

fn replay(failed: &FailedCase<'_>) -> Option<Replay> {
    let difference = failed.judgement.difference.as_ref();
    let rows = difference.and_then(|found| diff_rows::rows(found, failed.whitespace()));
    let columns = rows.as_ref().map(Columns::of);
    let place = failed.judgement.hints.iter().find_map(|hint| hint.place.as_ref());
    let turn = difference.and_then(|found| found.turn);
    let replay = Replay::of(failed.observation()?, turn, columns, place)?;
    let ended = match failed.judgement.verdict {
        Verdict::WrongAnswer | Verdict::PresentationError => None,
        _ if !replay.is_open_at_the_end => None,
        _ => Some(explain::label(&failed.judgement.verdict).into_owned()),
    };
    Some(Replay { ended, ..replay })
}
