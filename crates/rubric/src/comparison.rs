//! How transcripts are compared: each layer of a rubric changes only the knobs it names.

use super::checker::parse_checker;
use super::choices::parse_keyword;
use super::config_file::ConfigFile;
use super::keywords::KeywordTable;
use super::keywords::{BOARDS, EXTRA_LINES, MOVES, ORDERS, PROMPTS, SCOPES, WHITESPACES};
use super::raw;
use super::referee::{build_referee, parse_aspects, parse_referee_words};
use super::spanned::{Spanned, SpannedTable};
use super::vocabulary::Vocabulary;
use model::{
    Comparison, ComparisonScope, GameSupport, LineOrder, NumberTolerance, OutputPattern, Referee,
    SharedRegex, WhitespaceMode,
};

/// `base`, changed as `layer` says. Patterns that are changed to nothing leave the knobs in charge again.
pub(super) fn overlay_comparison(
    config: &ConfigFile<'_>,
    vocabulary: &Vocabulary,
    game: Option<&dyn GameSupport>,
    layer: Option<&SpannedTable<raw::RawComparison>>,
    base: &Comparison,
) -> Comparison {
    let mut result = base.clone();
    let Some(SpannedTable { body, .. }) = layer else {
        return result;
    };
    override_option(
        &mut result.scope,
        parse_option(config, "scope", body.scope.as_ref(), SCOPES),
    );
    override_option(
        &mut result.whitespace,
        parse_option(config, "whitespace", body.whitespace.as_ref(), WHITESPACES),
    );
    override_option(
        &mut result.prompts,
        parse_option(config, "prompts", body.prompts.as_ref(), PROMPTS),
    );
    let extra_lines = body.extra_lines.as_ref();
    override_option(
        &mut result.extra_lines,
        parse_option(config, "extra_lines", extra_lines, EXTRA_LINES),
    );
    override_option(
        &mut result.boards,
        parse_option(config, "boards", body.boards.as_ref(), BOARDS),
    );
    override_option(
        &mut result.numbers,
        body.numbers
            .as_ref()
            .map(|table| parse_tolerance(config, table)),
    );
    override_option(
        &mut result.case_sensitive,
        body.case_sensitive.as_ref().map(|it| *it.get_ref()),
    );
    override_option(
        &mut result.order,
        parse_option(config, "order", body.order.as_ref(), ORDERS),
    );
    check_scope_keys(config, body, &mut result);
    let compile =
        |typed: &Option<Vec<_>>| Some(compile_patterns(config, vocabulary, typed.as_ref()?));
    let sought =
        |typed: &Option<Vec<_>>| Some(parse_output_patterns(config, vocabulary, typed.as_ref()?));
    let mut patterns = result.patterns.take().unwrap_or_default();
    override_option(&mut patterns.ordered, sought(&body.patterns));
    override_option(&mut patterns.ending, compile(&body.ending));
    override_option(&mut patterns.never, compile(&body.never));
    override_option(
        &mut patterns.moves,
        parse_option(config, "moves", body.moves.as_ref(), MOVES),
    );
    let any = patterns.judges_games() || !patterns.ordered.is_empty();
    result.patterns = any.then_some(patterns);
    if let Some(typed) = &body.referee {
        // Who only says what it judges keeps the referee itself, so that no game is followed twice.
        if base.referee.is_none() || !typed.body.names_aspects_only() {
            let base = base.referee.as_deref().map(Referee::words);
            let words = parse_referee_words(config, vocabulary, typed, base);
            result.referee = words.map(|words| build_referee(game, words));
        }
        change_aspects(config, typed.body.judges.as_ref(), &mut result);
    }
    choose_judge(config, body, &mut result);
    if let (Some(words), Some(_)) = (&body.interactor, game) {
        let text = "an `interactor` speaks with programs, and the built-in games speak with nobody: expected a `reference` of your own";
        config.report(&words.span(), text);
    }
    result
}

/// Some keys say something of output as a whole alone, others only of turns.
fn check_scope_keys(config: &ConfigFile<'_>, body: &raw::RawComparison, result: &mut Comparison) {
    let is_tokens = result.whitespace == WhitespaceMode::Tokens;
    let of_output = [
        (
            "case_sensitive",
            body.case_sensitive.as_ref().map(Spanned::span),
        ),
        ("order", body.order.as_ref().map(Spanned::span)),
        (
            "whitespace = \"tokens\"",
            body.whitespace
                .as_ref()
                .filter(|_| is_tokens)
                .map(Spanned::span),
        ),
    ];
    let of_turns = [
        ("prompts", body.prompts.as_ref().map(Spanned::span)),
        ("extra_lines", body.extra_lines.as_ref().map(Spanned::span)),
        ("boards", body.boards.as_ref().map(Spanned::span)),
    ];
    let (wrong, hint): (&[_], _) = if result.scope == ComparisonScope::Output {
        (
            &of_turns,
            "says nothing where `scope = \"output\"`: there all that is printed counts, wherever the program reads",
        )
    } else {
        (
            &of_output,
            "goes with `scope = \"output\"`, which compares all that is printed as one text",
        )
    };
    for (key, at) in wrong {
        if let Some(at) = at {
            config.report(at, format!("`{key}` {hint}"));
        }
    }
    if result.scope != ComparisonScope::Output {
        // An inherited word must not reach where it says nothing.
        (result.case_sensitive, result.order) = (true, LineOrder::AsReference);
        result.whitespace = result.whitespace.min(WhitespaceMode::Collapse);
    }
}

/// What an inherited referee judges stays, until another one is named or it is taken away.
fn change_aspects(config: &ConfigFile<'_>, judges: Option<&raw::Texts>, result: &mut Comparison) {
    let known = result
        .referee
        .as_ref()
        .map(|interactor| interactor.aspects());
    result.aspects = match (known, judges) {
        (None, _) => None,
        (Some(_), None) => result.aspects.take(),
        // The game has no referee, which is marked already.
        (Some([]), Some(_)) => None,
        (Some(known), Some(judges)) => Some(parse_aspects(config, judges, known)),
    };
}

/// A checker takes the place of inherited patterns, and patterns that of an inherited checker.
fn choose_judge(config: &ConfigFile<'_>, body: &raw::RawComparison, result: &mut Comparison) {
    let lists = [&body.patterns, &body.ending, &body.never];
    let names_patterns = body.moves.is_some() || lists.into_iter().any(Option::is_some);
    let named = body.checker.as_ref().or(body.interactor.as_ref());
    result.checker = parse_checker(config, body, result.checker.take());
    match named {
        Some(words) if names_patterns => {
            let key = if body.checker.is_some() {
                "checker"
            } else {
                "interactor"
            };
            let text =
                format!("`{key}` and patterns exclude each other: a case is judged by one of them");
            config.report(&words.span(), text);
        }
        Some(_) => result.patterns = result.patterns.take().filter(|_| result.checker.is_none()),
        None if names_patterns => result.checker = None,
        None => {}
    }
}

/// `{ abs = 0.01, rel = 1e-6 }`; what is not named allows nothing.
fn parse_tolerance(
    config: &ConfigFile<'_>,
    SpannedTable { at, body }: &SpannedTable<raw::RawTolerance>,
) -> Option<NumberTolerance> {
    if body.abs.is_none() && body.rel.is_none() {
        config.report(
            at,
            "`numbers` needs `abs`, `rel` or both, such as `{ abs = 0.01 }`",
        );
    }
    let amount = |typed: &Option<Spanned<f64>>| {
        let Some(typed) = typed else { return 0.0 };
        let value = *typed.get_ref();
        if !value.is_finite() || value < 0.0 {
            let text =
                format!("found `{value}`, expected a tolerance of zero or more, such as `0.01`");
            config.report(&typed.span(), text);
        }
        value
    };
    let tolerance = NumberTolerance {
        absolute: amount(&body.abs),
        relative: amount(&body.rel),
    };
    (tolerance.absolute > 0.0 || tolerance.relative > 0.0).then_some(tolerance)
}

fn override_option<T>(knob: &mut T, named: Option<T>) {
    if let Some(value) = named {
        *knob = value;
    }
}

fn parse_option<T: Copy>(
    config: &ConfigFile<'_>,
    key: &str,
    typed: Option<&raw::Text>,
    choices: &KeywordTable<T>,
) -> Option<T> {
    typed.and_then(|word| parse_keyword(config, key, word, choices))
}

fn parse_output_patterns(
    config: &ConfigFile<'_>,
    vocabulary: &Vocabulary,
    typed: &[raw::Text],
) -> Vec<OutputPattern> {
    let sought = |pattern: &raw::Text| {
        let regex = vocabulary.compile_pattern(config, pattern)?;
        Some(OutputPattern {
            typed: pattern.get_ref().clone(),
            regex,
        })
    };
    typed.iter().filter_map(sought).collect()
}

fn compile_patterns(
    config: &ConfigFile<'_>,
    vocabulary: &Vocabulary,
    typed: &[raw::Text],
) -> Vec<SharedRegex> {
    typed
        .iter()
        .filter_map(|pattern| vocabulary.compile_pattern(config, pattern))
        .collect()
}
