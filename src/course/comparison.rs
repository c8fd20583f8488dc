//! How transcripts are compared: each layer of a rubric changes only the knobs it names.

use regex::Regex;

use super::raw;
use super::referee::referee;
use super::sheet::Sheet;
use super::table::Table;
use super::vocabulary::Vocabulary;
use super::words::{self, Choices};
use crate::model::{Comparison, Prompts, Scope, Whitespace};

/// The comparison where nothing else is said.
pub(super) const DEFAULT: Comparison = Comparison {
    scope: Scope::Transcript,
    whitespace: Whitespace::Trailing,
    prompts: Prompts::Any,
    patterns: None,
    referee: None,
};

const SCOPES: &Choices<Scope> = &[("transcript", Scope::Transcript), ("final", Scope::Final)];

const WHITESPACES: &Choices<Whitespace> = &[
    ("exact", Whitespace::Exact),
    ("trailing", Whitespace::Trailing),
    ("collapse", Whitespace::Collapse),
];

const PROMPTS: &Choices<Prompts> =
    &[("exact", Prompts::Exact), ("shows", Prompts::Shows), ("any", Prompts::Any)];

/// `base`, changed as `layer` says. Patterns that are changed to nothing leave the knobs in charge again.
pub(super) fn overlay(
    sheet: &Sheet<'_>,
    vocabulary: &Vocabulary,
    layer: Option<&Table<raw::Compare>>,
    base: &Comparison,
) -> Comparison {
    let mut result = base.clone();
    let Some(Table { body, .. }) = layer else { return result };
    change(&mut result.scope, scope(sheet, body.scope.as_ref()));
    change(
        &mut result.whitespace,
        knob(sheet, "whitespace", body.whitespace.as_ref(), WHITESPACES),
    );
    change(&mut result.prompts, knob(sheet, "prompts", body.prompts.as_ref(), PROMPTS));
    let compile = |typed: &Option<Vec<_>>| Some(compile_all(sheet, vocabulary, typed.as_ref()?));
    let mut patterns = result.patterns.take().unwrap_or_default();
    change(&mut patterns.ordered, compile(&body.patterns));
    change(&mut patterns.ending, compile(&body.ending));
    change(&mut patterns.never, compile(&body.never));
    let lists = [&patterns.ordered, &patterns.ending, &patterns.never];
    let any = lists.iter().any(|list| !list.is_empty());
    result.patterns = any.then_some(patterns);
    if let Some(typed) = &body.referee {
        result.referee = referee(sheet, vocabulary, typed, base.referee.as_ref());
    }
    result
}

fn change<T>(knob: &mut T, named: Option<T>) {
    if let Some(value) = named {
        *knob = value;
    }
}

fn knob<T: Copy>(
    sheet: &Sheet<'_>,
    key: &str,
    typed: Option<&raw::Text>,
    choices: &Choices<T>,
) -> Option<T> {
    typed.and_then(|word| words::choose(sheet, key, word, choices))
}

fn scope(sheet: &Sheet<'_>, typed: Option<&raw::Text>) -> Option<Scope> {
    let word = typed?;
    if word.get_ref() == "turns" {
        let text =
            "the scope `turns` is not available in this version: use `transcript` or `final`";
        sheet.mark(&word.span(), text);
        return None;
    }
    words::choose(sheet, "scope", word, SCOPES)
}

fn compile_all(sheet: &Sheet<'_>, vocabulary: &Vocabulary, typed: &[raw::Text]) -> Vec<Regex> {
    typed.iter().filter_map(|pattern| vocabulary.compile(sheet, pattern)).collect()
}
