//! Two transcripts as lines, where the program's own reads say which turn each line belongs to.

use super::board::BoardLook;
use super::expected::ExpectedTurn;
use super::prompt::{self, Parted};
use super::text::{Line, Sight};
use crate::model::Prompts;

/// What a program printed in one turn, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ActualTurn {
    pub(super) text: String,
    pub(super) input: Option<String>,
}

/// The expected transcript's lines. Where prompts are compared as they are, each stands with the input that was typed
/// after it, as on a terminal.
pub(super) fn expected_lines(turns: &[ExpectedTurn], prompts: Prompts) -> Vec<Line> {
    let lines = turns.iter().enumerate().flat_map(|(turn, expected)| {
        let texts: Vec<String> = match &expected.input {
            None => split(&expected.printed),
            Some(input) if prompts == Prompts::Exact => echoed(&expected.printed, input),
            Some(_) => expected.content.clone(),
        };
        texts.into_iter().map(move |text| Line { text, turn })
    });
    lines.collect()
}

/// The program's lines. A prompt is removed only for a read that the reference makes too.
pub(super) fn actual_lines(
    turns: &[ActualTurn],
    expected: &[ExpectedTurn],
    prompts: Prompts,
    look: &BoardLook,
    sight: Sight,
) -> Vec<Line> {
    let lines = turns.iter().enumerate().flat_map(|(turn, actual)| {
        let counterpart = expected.get(turn).filter(|expected| expected.input.is_some());
        let texts: Vec<String> = match (&actual.input, counterpart) {
            (Some(input), _) if prompts == Prompts::Exact => echoed(&actual.text, input),
            (Some(_), Some(expected)) => {
                let Parted { content, .. } = prompt::part(&actual.text, expected, look, sight);
                content.into_iter().map(str::to_owned).collect()
            }
            _ => split(&actual.text),
        };
        texts.into_iter().map(move |text| Line { text, turn })
    });
    lines.collect()
}

/// The first turn whose prompt does not show what it must, with the thing it lacks.
pub(super) fn lacking_prompt(
    turns: &[ActualTurn],
    expected: &[ExpectedTurn],
    look: &BoardLook,
    sight: Sight,
) -> Option<Lacking> {
    expected.iter().zip(turns).enumerate().find_map(|(turn, (expected, actual))| {
        expected.input.as_ref()?;
        let text = prompt::part(&actual.text, expected, look, sight).prompt.join("\n");
        let wanted = expected.prompts.iter().flat_map(|prompt| &prompt.shows);
        let missing = wanted.into_iter().find(|wanted| prompt::shown(&text, wanted) == 0)?;
        Some(Lacking { turn, text: text.trim().to_owned(), missing: missing.clone() })
    })
}

/// A prompt that does not show what it must.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lacking {
    pub(super) turn: usize,
    pub(super) text: String,
    pub(super) missing: String,
}

fn split(text: &str) -> Vec<String> {
    text.split('\n').map(str::to_owned).collect()
}

fn echoed(text: &str, input: &str) -> Vec<String> {
    split(&format!("{text}‹{input}›"))
}
