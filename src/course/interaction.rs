//! What a case with an interactor has: input that only the interactor sees, and an answer beside it.

use std::fs;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;

use super::case_input::{self, CaseInput};
use super::config_file::ConfigFile;
use super::raw;
use crate::model::{Case, Comparison, Interaction, Player, Scope, WholeInput};

/// Reads what the interactor finds as the input, and marks what does not go with one.
pub(super) fn input(config: &ConfigFile<'_>, raw: &raw::Case, player: &Player) -> CaseInput {
    if !matches!(player, Player::Script) {
        let at = raw.player.as_ref().map_or(0..0, Spanned::span);
        config.report(&at, "an `interactor` answers programs itself: leave `player` out");
    }
    if let Some(first) = raw.answers.as_ref().and_then(|all| all.first()) {
        config.report(&first.at, "an `interactor` answers programs itself: leave `answers` out");
    }
    if let Some(typed) = raw.end_of_input.as_ref() {
        let text =
            "the input of a program ends when its `interactor` does: leave `end_of_input` out";
        config.report(&typed.span(), text);
    }
    let beside = fs::symlink_metadata(case_input::file_beside(config.path())).is_ok();
    if raw.input.is_none() && !beside {
        return CaseInput::default();
    }
    case_input::input(config, raw.input.as_ref(), player, false, Scope::Output)
}

/// An interactor speaks through pipes.
pub(super) fn check(config: &ConfigFile<'_>, at: &Range<usize>, cases: &[Case], terminal: bool) {
    let speaks = |case: &&Case| case.interaction.is_some();
    if let Some(case) = cases.iter().find(speaks).filter(|_| terminal) {
        let text = format!(
            "the case `{}` has an `interactor`, which speaks with programs through pipes: expected no `terminal = true`",
            case.id
        );
        config.report(at, text);
    }
}

/// How the programs of a case speak with its interactor; none if it has none. The input is then the interactor's alone.
pub(super) fn interaction(
    config: &ConfigFile<'_>,
    comparison: &Comparison,
    given: &mut CaseInput,
) -> Option<Interaction> {
    let checker = comparison.checker.as_ref().filter(|checker| checker.is_interactor())?;
    let WholeInput { bytes: input, .. } =
        given.whole.take().unwrap_or(WholeInput { bytes: Arc::default(), file: None });
    given.lines.clear();
    let file = config.path().with_extension("ans");
    let answer = match fs::symlink_metadata(&file) {
        Err(_) => Vec::new(),
        Ok(_) => case_input::read(&file).unwrap_or_else(|reason| {
            config.diagnostics().file(&file, reason);
            Vec::new()
        }),
    };
    Some(Interaction { input, answer: answer.into(), passes: checker.passes })
}
