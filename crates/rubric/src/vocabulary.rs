//! The words that patterns share: `vocabulary = { tie = "…" }` makes `{tie}` stand for that expression.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::config_file::ConfigFile;
use super::pattern::{self, RubricPatternPiece};
use super::raw::Text;
use super::words;
use model::SharedRegex;

/// A vocabulary.
#[derive(Debug, Default, Clone)]
pub(super) struct Vocabulary {
    /// Each word with its expression, in which no words are left to replace. A word whose expression is not
    /// valid has none: it is marked where it is written, not wherever it is used.
    words: BTreeMap<String, Option<String>>,
    /// Every case says `{tie}` again, and compiling is slow: what was compiled, by its expanded pattern.
    compiled: Rc<RefCell<HashMap<String, SharedRegex>>>,
}

impl Vocabulary {
    /// This vocabulary with more words, which may use its words and one another, but not themselves. A word
    /// that is there already gets the new meaning, though not in the words that used it before; where it names itself, it
    /// means what it was before: `tie = "{tie}|remis"` is one wording more.
    pub(super) fn with_words(
        &self,
        config: &ConfigFile<'_>,
        typed: &BTreeMap<Text, Text>,
    ) -> Vocabulary {
        let mut open: BTreeMap<&str, &Text> = typed
            .iter()
            .inspect(|(name, _)| check_word_name(config, name))
            .map(|(name, expression)| (name.get_ref().as_str(), expression))
            .collect();
        let mut vocabulary = self.clone();
        while !open.is_empty() {
            vocabulary.resolve_ready_words(config, &mut open);
        }
        vocabulary
    }

    /// Moves over those words that use no open word. If there is none, all that are left go round in circles.
    fn resolve_ready_words(&mut self, config: &ConfigFile<'_>, open: &mut BTreeMap<&str, &Text>) {
        let waits = |name: &str, expression: &Text| {
            let is_inherited = |used: &str| used == name && self.words.contains_key(used);
            used_names(expression.get_ref())
                .any(|used| open.contains_key(used) && !is_inherited(used))
        };
        let all = open.iter().map(|(name, text)| (*name, *text));
        let (waiting, ready): (Vec<_>, Vec<_>) = all.partition(|(name, text)| waits(name, text));
        let in_circles = ready.is_empty();
        for (name, expression) in if in_circles { waiting } else { ready } {
            open.remove(name);
            let valid = if in_circles {
                let text = format!(
                    "the vocabulary's word `{name}` is explained by itself, or by one that is"
                );
                config.report(&expression.span(), text);
                None
            } else {
                let expanded = self.expand_words(config, expression);
                expanded.filter(|it| has_valid_syntax(config, expression, &wrap_group(it)))
            };
            self.words.insert(name.to_owned(), valid);
        }
    }

    /// The regular expression that `typed` means; what is wrong with it is marked.
    pub(super) fn compile_pattern(
        &self,
        config: &ConfigFile<'_>,
        typed: &Text,
    ) -> Option<SharedRegex> {
        let expression = self.expand_words(config, typed)?;
        if let Some(known) = self.compiled.borrow().get(&expression) {
            return Some(known.clone());
        }
        let regex = compile_expanded(config, typed, &expression)?;
        if regex.is_match("") {
            let text = format!(
                "the pattern `{}` matches even an empty text",
                typed.get_ref()
            );
            config.report(&typed.span(), text);
            return None;
        }
        self.compiled.borrow_mut().insert(expression, regex.clone());
        Some(regex)
    }

    /// The pattern with each `{name}` replaced.
    fn expand_words(&self, config: &ConfigFile<'_>, typed: &Text) -> Option<String> {
        let pieces = pattern::split_pattern(typed.get_ref()).into_iter();
        let expanded = pieces.map(|piece| match piece {
            RubricPatternPiece::Name(name) => self.find_replacement(config, typed, name),
            RubricPatternPiece::Verbatim(text) => Some(text.to_owned()),
        });
        expanded.collect()
    }

    /// What `{name}` stands for.
    fn find_replacement(
        &self,
        config: &ConfigFile<'_>,
        typed: &Text,
        name: &str,
    ) -> Option<String> {
        let Some(expression) = self.words.get(name) else {
            let names: Vec<&str> = self.words.keys().map(String::as_str).collect();
            config.report(
                &typed.span(),
                words::describe_unknown("word of the vocabulary", name, &names),
            );
            return None;
        };
        expression.as_deref().map(wrap_group)
    }
}

/// An expression as one piece of another. White space counts in it, also where it does not count around it.
fn wrap_group(expression: &str) -> String {
    format!("(?-x:{expression})")
}

pub(super) fn used_names(expression: &str) -> impl Iterator<Item = &str> {
    pattern::split_pattern(expression)
        .into_iter()
        .filter_map(|piece| match piece {
            RubricPatternPiece::Name(name) => Some(name),
            RubricPatternPiece::Verbatim(_) => None,
        })
}

fn check_word_name(config: &ConfigFile<'_>, name: &Text) {
    if !pattern::is_vocabulary_name(name.get_ref()) {
        let wanted = "expected a lower-case letter, then lower-case letters, digits or `-`";
        config.report(
            &name.span(),
            format!("found the word `{}`, {wanted}", name.get_ref()),
        );
    }
}

fn compile_expanded(config: &ConfigFile<'_>, typed: &Text, expanded: &str) -> Option<SharedRegex> {
    pattern::compile_pattern(expanded)
        .map(SharedRegex::new)
        .map_err(|reason| report_invalid(config, typed, &reason))
        .ok()
}

fn has_valid_syntax(config: &ConfigFile<'_>, typed: &Text, expanded: &str) -> bool {
    pattern::check_syntax(expanded)
        .map_err(|reason| report_invalid(config, typed, &reason))
        .is_ok()
}

fn report_invalid(config: &ConfigFile<'_>, typed: &Text, reason: &str) {
    let text = format!("the pattern `{}` is not valid: {reason}", typed.get_ref());
    config.report(&typed.span(), text);
}
