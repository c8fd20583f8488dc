//! `hints`: how much of a hint students see, and what the instructor says of outputs that they know.

use std::fmt;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

use super::choices::parse_keyword;
use super::config_file::ConfigFile;
use super::keywords::HINT_STEPS;
use super::raw::{RawDefaults, RawHints, RawKnownOutput, Text};
use super::spanned::{Spanned, SpannedTable};
use super::vocabulary::Vocabulary;
use model::{HintSteps, KnownOutput};

/// All steps of a hint have 160 words at most, and the instructor's words come before what the grader has found.
const MOST_WORDS: usize = 60;

/// How many outputs an instructor may know: each pattern is tried on each output that is not accepted.
const MOST_OUTPUTS: usize = 100;

/// How much of a hint students see. An assignment that lists hints takes it from `[defaults]`.
pub(super) fn parse_hint_steps(
    config: &ConfigFile<'_>,
    typed: Option<&Spanned<RawHints>>,
    defaults: &RawDefaults,
) -> HintSteps {
    let own = typed.and_then(|typed| match typed.get_ref() {
        RawHints::Steps(word) => Some(Spanned::new(typed.span(), word.clone())),
        RawHints::Known(_) => None,
    });
    let [own, default] = [own.as_ref(), defaults.hints.as_ref()]
        .map(|word| word.and_then(|word| parse_keyword(config, "hints", word, HINT_STEPS)));
    own.or(default).unwrap_or_default()
}

/// The instructor's own hints.
pub(super) fn parse_known_outputs(
    config: &ConfigFile<'_>,
    vocabulary: &Vocabulary,
    typed: Option<&Spanned<RawHints>>,
) -> Vec<KnownOutput> {
    let Some(RawHints::Known(all)) = typed.map(Spanned::get_ref) else {
        return Vec::new();
    };
    if let Some(table) = all.get(MOST_OUTPUTS) {
        let text = format!("found more than {MOST_OUTPUTS} hints");
        config.report(&table.at, text);
    }
    all.iter()
        .filter_map(|table| parse_known_output(config, vocabulary, table))
        .collect()
}

fn parse_known_output(
    config: &ConfigFile<'_>,
    vocabulary: &Vocabulary,
    SpannedTable { at, body }: &SpannedTable<RawKnownOutput>,
) -> Option<KnownOutput> {
    if body.when.is_none() {
        let text = "missing key `when`: expected a pattern for the output of a case";
        config.report(at, text);
    }
    if body.say.is_none() {
        config.report(at, "missing key `say`: expected your hint");
    }
    let pattern = body
        .when
        .as_ref()
        .and_then(|typed| vocabulary.compile_pattern(config, typed));
    let words = body
        .say
        .as_ref()
        .and_then(|typed| parse_words(config, typed));
    Some(KnownOutput {
        pattern: pattern?,
        words: words?,
    })
}

/// A hint on one line: it stands in tables and lists.
fn parse_words(config: &ConfigFile<'_>, typed: &Text) -> Option<String> {
    let words: Vec<&str> = typed.get_ref().split_whitespace().collect();
    let problem = match words.len() {
        0 => "`say` is empty: expected your hint".to_owned(),
        1..=MOST_WORDS => return Some(words.join(" ")),
        count => format!("found a hint of {count} words, expected at most {MOST_WORDS}"),
    };
    config.report(&typed.span(), problem);
    None
}

/// A derived form would lose the places of what is in the list.
impl<'de> Deserialize<'de> for RawHints {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawHints, D::Error> {
        deserializer.deserialize_any(RawHintsVisitor)
    }
}

struct RawHintsVisitor;

impl<'de> Visitor<'de> for RawHintsVisitor {
    type Value = RawHints;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string or an array of tables")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<RawHints, E> {
        Ok(RawHints::Steps(word.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<RawHints, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(items)).map(RawHints::Known)
    }
}
