//! What a case with an interactor has: input that only the interactor sees, and an answer beside it.

use std::fs;
use std::sync::Arc;

use super::case_input::{self, CaseInput};
use super::config_file::ConfigFile;
use super::raw;
use super::spanned::Spanned;
use model::{BulkInput, CaseInteraction, CasePlayer, Comparison, ComparisonScope};

/// Reads what the interactor finds as the input, and marks what does not go with one.
pub(super) fn read_interactor_input(
    config: &ConfigFile<'_>,
    raw: &raw::RawCase,
    player: &CasePlayer,
) -> CaseInput {
    if !matches!(player, CasePlayer::Script) {
        let at = raw.player.as_ref().map_or(0..0, Spanned::span);
        config.report(
            &at,
            "an `interactor` answers programs itself: leave `player` out",
        );
    }
    if let Some(first) = raw.answers.as_ref().and_then(|all| all.first()) {
        config.report(
            &first.at,
            "an `interactor` answers programs itself: leave `answers` out",
        );
    }
    if let Some(typed) = raw.end_of_input.as_ref() {
        let text =
            "the input of a program ends when its `interactor` does: leave `end_of_input` out";
        config.report(&typed.span(), text);
    }
    if raw.input.is_none() && case_input::find_input_file(config.path()).is_none() {
        return CaseInput::default();
    }
    case_input::read_case_input(
        config,
        raw.input.as_ref(),
        player,
        false,
        ComparisonScope::Output,
    )
}

/// How the programs of a case speak with its interactor; none if it has none. The input is then the interactor's alone.
pub(super) fn build_interaction(
    config: &ConfigFile<'_>,
    comparison: &Comparison,
    given: &mut CaseInput,
) -> Option<CaseInteraction> {
    let checker = comparison
        .checker
        .as_ref()
        .filter(|checker| checker.takes_part())?;
    let BulkInput { bytes: input, .. } = given.bulk.take().unwrap_or(BulkInput {
        bytes: Arc::default(),
        file: None,
    });
    given.lines.clear();
    let file = config.path().with_extension("ans");
    let answer = match fs::symlink_metadata(&file) {
        Err(_) => Vec::new(),
        Ok(_) => case_input::read_input_file(&file).unwrap_or_else(|reason| {
            config.diagnostics().report_file(&file, reason);
            Vec::new()
        }),
    };
    Some(CaseInteraction {
        input,
        answer: answer.into(),
        passes: checker.passes,
    })
}
