//! `rule = "…"` with the parameters in `with = { … }`.

mod parameters;

use std::ops::Range;

use toml::Spanned;

use super::config_file::ConfigFile;
use super::table::Table;
use super::{raw, words};
use crate::model::Rule;
use parameters::Parameters;

/// The rules, each with the parameters that it knows.
const RULES: [(&str, &[&str]); 16] = [
    ("no-global-variables", &["constants", "statics", "allow"]),
    ("no-arrays", &["dimensions", "allow"]),
    ("no-vectors", &[]),
    ("no-strings", &[]),
    ("forbidden-types", &["types"]),
    ("forbidden-headers", &["headers"]),
    ("required-headers", &["headers"]),
    ("forbidden-calls", &["calls", "libraries"]),
    ("required-calls", &["calls"]),
    ("required-functions", &["functions", "called"]),
    ("file-name", &["names"]),
    ("header-comment", &["says", "patterns"]),
    ("comment-share", &["least"]),
    ("indentation", &["tolerance"]),
    ("line-length", &["most", "tab"]),
    ("function-length", &["most"]),
];

/// The rule that was typed; `sources` are the names of the assignment's files.
pub(super) fn rule(
    config: &ConfigFile<'_>,
    word: &raw::Text,
    with: Option<&Table<raw::RuleParameters>>,
    sources: &[String],
) -> Option<Rule> {
    let names: Vec<&str> = RULES.iter().map(|(name, _)| *name).collect();
    let Some((id, known)) = RULES.iter().find(|(name, _)| name == word.get_ref()) else {
        config.report(&word.span(), words::unknown("rule", word.get_ref(), &names));
        return None;
    };
    let none = raw::RuleParameters::default();
    let typed = with.map_or(&none, |table| &table.body);
    let at = with.map_or_else(|| word.span(), |table| table.at.clone());
    for (name, span) in given(typed) {
        if !known.contains(&name) {
            let text = words::unknown(&format!("parameter of `{id}`"), name, known);
            config.report(&span, text.replace(": none is defined", ": it has none"));
        }
    }
    Parameters { config, typed, at, id }.rule(sources)
}

/// The parameters that were typed, and where.
fn given(typed: &raw::RuleParameters) -> Vec<(&'static str, Range<usize>)> {
    fn at<T>(
        name: &'static str,
        typed: Option<&Spanned<T>>,
    ) -> Option<(&'static str, Range<usize>)> {
        typed.map(|typed| (name, typed.span()))
    }
    let raw::RuleParameters {
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
        at("constants", constants.as_ref()),
        at("statics", statics.as_ref()),
        at("allow", allow.as_ref()),
        at("dimensions", dimensions.as_ref()),
        at("types", types.as_ref()),
        at("headers", headers.as_ref()),
        at("calls", calls.as_ref()),
        at("libraries", libraries.as_ref()),
        at("functions", functions.as_ref()),
        at("called", called.as_ref()),
        at("names", names.as_ref()),
        at("says", says.as_ref()),
        patterns.as_ref().map(|table| ("patterns", table.at.clone())),
        at("least", least.as_ref()),
        at("tolerance", tolerance.as_ref()),
        at("most", most.as_ref()),
        at("tab", tab.as_ref()),
    ];
    all.into_iter().flatten().collect()
}
