//! `checker` and `interactor`: commands of the instructor's that judge.

use super::choices::parse_name;
use super::config_file::ConfigFile;
use super::keywords::PROTOCOLS;
use super::raw;
use super::spanned::Spanned;
use model::{Checker, CheckerProtocol, CheckerRole, USUAL_FULL_SCORE};

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
            let full_score = base
                .as_ref()
                .map_or(USUAL_FULL_SCORE, |base| base.full_score);
            let arguments = base.map(|base| base.arguments).unwrap_or_default();
            let is_named = words.first().is_some_and(|word| !word.is_empty());
            is_named.then_some(Checker {
                words,
                arguments,
                protocol,
                role,
                passes,
                full_score,
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
    if let Some(typed) = &body.full_score {
        checker.full_score = parse_full_score(config, typed, &checker);
    }
    if let Some(typed) = &body.passes {
        checker.passes = parse_passes(config, typed, &checker);
    }
    if let (Some(word), true, CheckerProtocol::Lines) =
        (protocol, checker.is_interactor(), checker.protocol)
    {
        let text = "this is for checkers: expected `files`, `testlib`, `kattis` or `dmoj` for an `interactor`";
        config.report(&word.span(), text);
    }
    Some(checker)
}

/// The number in `score.txt`, or after testlib's `points`, that means all points, in millionths.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 0 to a million"
)]
fn parse_full_score(config: &ConfigFile<'_>, typed: &Spanned<f64>, checker: &Checker) -> u64 {
    const MOST: f64 = 1_000_000.0;
    let number = *typed.get_ref();
    let has_score = [CheckerProtocol::Kattis, CheckerProtocol::Testlib].contains(&checker.protocol);
    if !has_score {
        let text = "`full_score` says what `score.txt` or testlib's `points` mean, which go with `protocol = \"kattis\"` or `\"testlib\"`";
        config.report(&typed.span(), text);
    } else if !(0.0..=MOST).contains(&number) {
        let text = format!("found {number}, expected a `full_score` from 0 to {MOST}");
        config.report(&typed.span(), text);
    }
    (number.clamp(0.0, MOST) * 1_000_000.0).round() as u64
}

/// How often a program may be started in one case.
fn parse_passes(config: &ConfigFile<'_>, typed: &Spanned<u32>, checker: &Checker) -> u32 {
    const MOST: u32 = 100;
    let passes = *typed.get_ref();
    if !checker.is_interactor() && checker.protocol != CheckerProtocol::Kattis {
        let text = "`passes` are for an `interactor`, or a checker with `protocol = \"kattis\"`, which makes the input of the next one";
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
    if let Some(typed) = &body.full_score {
        let text = "`full_score` is for a checker or an interactor, and there is none";
        config.report(&typed.span(), text);
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
