//! `rule = "…"` with the parameters in `with = { … }`.

mod parameters;

use std::ops::Range;

use super::config_file::ConfigFile;
use super::spanned::{Spanned, SpannedTable};
use super::{raw, words};
use model::RubricRule;
use parameters::{RULES, RuleParser};

/// The rule that was typed; `sources` are the names of the assignment's files.
pub(super) fn parse_rule(
    config: &ConfigFile<'_>,
    word: &raw::Text,
    with: Option<&SpannedTable<raw::RawRuleParameters>>,
    sources: &[String],
) -> Option<RubricRule> {
    let names: Vec<&str> = RULES.iter().map(|(name, _)| *name).collect();
    let Some((id, known)) = RULES.iter().find(|(name, _)| name == word.get_ref()) else {
        config.report(
            &word.span(),
            words::describe_unknown("rule", word.get_ref(), &names),
        );
        return None;
    };
    let none = raw::RawRuleParameters::default();
    let typed = with.map_or(&none, |table| &table.body);
    let at = with.map_or_else(|| word.span(), |table| table.at.clone());
    for (name, span) in list_parameters(typed) {
        if !known.contains(&name) {
            let text = words::describe_unknown(&format!("parameter of `{id}`"), name, known);
            config.report(&span, text.replace(": none is defined", ": it has none"));
        }
    }
    RuleParser {
        config,
        typed,
        at,
        id,
    }
    .parse_rule(sources)
}

/// The parameters that were typed, and where.
fn list_parameters(typed: &raw::RawRuleParameters) -> Vec<(&'static str, Range<usize>)> {
    fn with_span<T>(
        name: &'static str,
        typed: Option<&Spanned<T>>,
    ) -> Option<(&'static str, Range<usize>)> {
        typed.map(|typed| (name, typed.span()))
    }
    let raw::RawRuleParameters {
        constants,
        statics,
        allow,
        dimensions,
        types,
        headers,
        calls,
        libraries,
        functions,
        called,
        names,
        says,
        patterns,
        least,
        tolerance,
        most,
        tab,
    } = typed;
    let all = [
        with_span("constants", constants.as_ref()),
        with_span("statics", statics.as_ref()),
        with_span("allow", allow.as_ref()),
        with_span("dimensions", dimensions.as_ref()),
        with_span("types", types.as_ref()),
        with_span("headers", headers.as_ref()),
        with_span("calls", calls.as_ref()),
        with_span("libraries", libraries.as_ref()),
        with_span("functions", functions.as_ref()),
        with_span("called", called.as_ref()),
        with_span("names", names.as_ref()),
        with_span("says", says.as_ref()),
        patterns
            .as_ref()
            .map(|table| ("patterns", table.at.clone())),
        with_span("least", least.as_ref()),
        with_span("tolerance", tolerance.as_ref()),
        with_span("most", most.as_ref()),
        with_span("tab", tab.as_ref()),
    ];
    all.into_iter().flatten().collect()
}
