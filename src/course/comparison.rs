//! How transcripts are compared: each layer of a rubric changes only the knobs it names.

use toml::Spanned;

use super::checker::checker;
use super::choices::{Choices, choose};
use super::config_file::ConfigFile;
use super::raw;
use super::referee::{aspects, interactor, referee_words};
use super::table::Table;
use super::vocabulary::Vocabulary;
use crate::model::{
    Comparison, ExtraLines, GameSupport, Interactor, LineOrder, Pattern, Prompts, Scope,
    SharedRegex, Tolerance, Whitespace,
};

const SCOPES: &Choices<Scope> = &[
    ("transcript", Scope::Transcript),
    ("turns", Scope::Turns),
    ("final", Scope::Final),
    ("output", Scope::Output),
];

const WHITESPACES: &Choices<Whitespace> = &[
    ("exact", Whitespace::Exact),
    ("trailing", Whitespace::Trailing),
    ("collapse", Whitespace::Collapse),
    ("tokens", Whitespace::Tokens),
];

const ORDERS: &Choices<LineOrder> = &[("kept", LineOrder::Kept), ("any", LineOrder::Any)];

const PROMPTS: &Choices<Prompts> =
    &[("exact", Prompts::Exact), ("shows", Prompts::Shows), ("any", Prompts::Any)];

const EXTRA_LINES: &Choices<ExtraLines> =
    &[("deny", ExtraLines::Deny), ("allow", ExtraLines::Allow)];

const MOVES: &Choices<bool> = &[("any", false), ("shown", true)];

/// `base`, changed as `layer` says. Patterns that are changed to nothing leave the knobs in charge again.
pub(super) fn overlay(
    config: &ConfigFile<'_>,
    vocabulary: &Vocabulary,
    game: Option<&dyn GameSupport>,
    layer: Option<&Table<raw::Compare>>,
    base: &Comparison,
) -> Comparison {
    let mut result = base.clone();
    let Some(Table { body, .. }) = layer else { return result };
    change(&mut result.scope, knob(config, "scope", body.scope.as_ref(), SCOPES));
    change(
        &mut result.whitespace,
        knob(config, "whitespace", body.whitespace.as_ref(), WHITESPACES),
    );
    change(&mut result.prompts, knob(config, "prompts", body.prompts.as_ref(), PROMPTS));
    let extra_lines = body.extra_lines.as_ref();
    change(&mut result.extra_lines, knob(config, "extra_lines", extra_lines, EXTRA_LINES));
    change(&mut result.numbers, body.numbers.as_ref().map(|table| tolerance(config, table)));
    change(&mut result.case_sensitive, body.case_sensitive.as_ref().map(|it| *it.get_ref()));
    change(&mut result.order, knob(config, "order", body.order.as_ref(), ORDERS));
    check_output(config, body, &mut result);
    let compile = |typed: &Option<Vec<_>>| Some(compile_all(config, vocabulary, typed.as_ref()?));
    let sought = |typed: &Option<Vec<_>>| Some(sought_all(config, vocabulary, typed.as_ref()?));
    let mut patterns = result.patterns.take().unwrap_or_default();
    change(&mut patterns.ordered, sought(&body.patterns));
    change(&mut patterns.ending, compile(&body.ending));
    change(&mut patterns.never, compile(&body.never));
    change(&mut patterns.shows_moves, knob(config, "moves", body.moves.as_ref(), MOVES));
    let any = patterns.judges_games() || !patterns.ordered.is_empty();
    result.patterns = any.then_some(patterns);
    if let Some(typed) = &body.referee {
        // Who only says what it judges keeps the referee itself, so that no game is followed twice.
        if base.interactor.is_none() || !typed.body.names_aspects_only() {
            let base = base.interactor.as_deref().map(Interactor::words);
            let words = referee_words(config, vocabulary, typed, base);
            result.interactor = words.map(|words| interactor(game, words));
        }
        change_aspects(config, typed.body.judges.as_ref(), &mut result);
    }
    judge_by_one(config, body, &mut result);
    if let (Some(words), Some(_)) = (&body.interactor, game) {
        let text = "an `interactor` speaks with programs, and the built-in games speak with nobody: expected a `reference` of your own";
        config.report(&words.span(), text);
    }
    result
}

/// Some keys say something of output as a whole alone, others only of turns.
fn check_output(config: &ConfigFile<'_>, body: &raw::Compare, result: &mut Comparison) {
    let is_tokens = result.whitespace == Whitespace::Tokens;
    let of_output = [
        ("case_sensitive", body.case_sensitive.as_ref().map(Spanned::span)),
        ("order", body.order.as_ref().map(Spanned::span)),
        (
            "whitespace = \"tokens\"",
            body.whitespace.as_ref().filter(|_| is_tokens).map(Spanned::span),
        ),
    ];
    let of_turns = [
        ("prompts", body.prompts.as_ref().map(Spanned::span)),
        ("extra_lines", body.extra_lines.as_ref().map(Spanned::span)),
    ];
    let (wrong, hint): (&[_], _) = if result.scope == Scope::Output {
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
    if result.scope != Scope::Output {
        // An inherited word must not reach where it says nothing.
        (result.case_sensitive, result.order) = (true, LineOrder::Kept);
        result.whitespace = result.whitespace.min(Whitespace::Collapse);
    }
}

/// What an inherited referee judges stays, until another one is named or it is taken away.
fn change_aspects(config: &ConfigFile<'_>, judges: Option<&raw::Texts>, result: &mut Comparison) {
    let known = result.interactor.as_ref().map(|interactor| interactor.aspects());
    result.aspects = match (known, judges) {
        (None, _) => None,
        (Some(_), None) => result.aspects.take(),
        // The game has no referee, which is marked already.
        (Some([]), Some(_)) => None,
        (Some(known), Some(judges)) => Some(aspects(config, judges, known)),
    };
}

/// A checker takes the place of inherited patterns, and patterns that of an inherited checker.
fn judge_by_one(config: &ConfigFile<'_>, body: &raw::Compare, result: &mut Comparison) {
    let lists = [&body.patterns, &body.ending, &body.never];
    let names_patterns = body.moves.is_some() || lists.into_iter().any(Option::is_some);
    let named = body.checker.as_ref().or(body.interactor.as_ref());
    result.checker = checker(config, body, result.checker.take());
    match named {
        Some(words) if names_patterns => {
            let key = if body.checker.is_some() { "checker" } else { "interactor" };
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
fn tolerance(
    config: &ConfigFile<'_>,
    Table { at, body }: &Table<raw::Numbers>,
) -> Option<Tolerance> {
    if body.abs.is_none() && body.rel.is_none() {
        config.report(at, "`numbers` needs `abs`, `rel` or both, such as `{ abs = 0.01 }`");
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
    let tolerance = Tolerance { absolute: amount(&body.abs), relative: amount(&body.rel) };
    (tolerance.absolute > 0.0 || tolerance.relative > 0.0).then_some(tolerance)
}

fn change<T>(knob: &mut T, named: Option<T>) {
    if let Some(value) = named {
        *knob = value;
    }
}

fn knob<T: Copy>(
    config: &ConfigFile<'_>,
    key: &str,
    typed: Option<&raw::Text>,
    choices: &Choices<T>,
) -> Option<T> {
    typed.and_then(|word| choose(config, key, word, choices))
}

fn sought_all(
    config: &ConfigFile<'_>,
    vocabulary: &Vocabulary,
    typed: &[raw::Text],
) -> Vec<Pattern> {
    let sought = |pattern: &raw::Text| {
        let regex = vocabulary.compile(config, pattern)?;
        Some(Pattern { typed: pattern.get_ref().clone(), regex })
    };
    typed.iter().filter_map(sought).collect()
}

fn compile_all(
    config: &ConfigFile<'_>,
    vocabulary: &Vocabulary,
    typed: &[raw::Text],
) -> Vec<SharedRegex> {
    typed.iter().filter_map(|pattern| vocabulary.compile(config, pattern)).collect()
}
