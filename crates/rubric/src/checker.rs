//! `checker` and `interactor`: commands of the instructor's that judge.

use super::choices::parse_name;
use super::config_file::ConfigFile;
use super::keywords::PROTOCOLS;
use super::raw;
use super::spanned::Spanned;
use model::{Checker, CheckerProtocol, CheckerRole};

/// The command that one layer of a rubric leaves in charge, where `base` was.
pub(super) fn parse_checker(
    config: &ConfigFile<'_>,
    body: &raw::RawComparison,
    base: Option<Checker>,
) -> Option<Checker> {
    let named = match (&body.checker, &body.interactor) {
        (Some(_), Some(interactor)) => {
            let text = "`checker` and `interactor` exclude each other: an interactor judges what it has seen itself";
            config.report(&interactor.span(), text);
            return base;
        }
        (Some(words), None) => Some((words, CheckerRole::AfterRun)),
        (None, Some(words)) => Some((words, CheckerRole::Interactor)),
        (None, None) => None,
    };
    let base = match named {
        None => base,
        Some((words, role)) => {
            let words = raw::to_strings(words.get_ref());
            let protocol = base
                .as_ref()
                .map_or(CheckerProtocol::Files, |base| base.protocol);
            let passes = base.as_ref().map_or(1, |base| base.passes);
            let arguments = base.map(|base| base.arguments).unwrap_or_default();
            let is_named = words.first().is_some_and(|word| !word.is_empty());
            is_named.then_some(Checker {
                words,
                arguments,
                protocol,
                role,
                passes,
            })
        }
    };
    let Some(mut checker) = base else {
        report_missing_checker(config, body);
        return None;
    };
    let protocol = body.protocol.as_ref();
    if let Some(chosen) = protocol.and_then(|word| parse_name(config, "protocol", word, PROTOCOLS))
    {
        checker.protocol = chosen;
    }
    if let Some(arguments) = &body.checker_args {
        checker.arguments = raw::to_strings(arguments.get_ref());
    }
    if let Some(typed) = &body.passes {
        checker.passes = parse_passes(config, typed, &checker);
    }
    if let (Some(word), true, CheckerProtocol::Dmoj | CheckerProtocol::Lines) =
        (protocol, checker.is_interactor(), checker.protocol)
    {
        let text =
            "this is for checkers: expected `files`, `testlib` or `kattis` for an `interactor`";
        config.report(&word.span(), text);
    }
    Some(checker)
}

/// How often a program may be started in one case.
fn parse_passes(config: &ConfigFile<'_>, typed: &Spanned<u32>, checker: &Checker) -> u32 {
    const MOST: u32 = 100;
    let passes = *typed.get_ref();
    if !checker.is_interactor() {
        let text = "`passes` are for an `interactor`, which makes the input of the next one";
        config.report(&typed.span(), text);
    } else if !(1..=MOST).contains(&passes) {
        config.report(
            &typed.span(),
            format!("found {passes} `passes`, expected 1 to {MOST}"),
        );
    }
    passes.clamp(1, MOST)
}

/// Marks what is said of a checker where there is none.
fn report_missing_checker(config: &ConfigFile<'_>, body: &raw::RawComparison) {
    if let Some(word) = &body.protocol {
        let text =
            "`protocol` says how a checker is asked, and there is none: add `checker = [\"…\"]`";
        config.report(&word.span(), text);
    }
    if let Some(typed) = &body.passes {
        let text =
            "`passes` are for an `interactor`, and there is none: add `interactor = [\"…\"]`";
        config.report(&typed.span(), text);
    }
    if let Some(words) = &body.checker_args {
        let text = "`checker_args` are for a checker, and there is none: add `checker = [\"…\"]`";
        config.report(&words.span(), text);
    }
}
