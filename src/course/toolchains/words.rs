//! Commands with placeholders.

use crate::course::config_file::ConfigFile;
use crate::course::raw::{Text, Texts, strings};
use crate::course::words::unknown;
use crate::model::{Part, Word};

/// What a placeholder stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Blank {
    Sources,
    Flags,
    Source,
    Program,
}

/// The placeholders of `build`.
pub(super) const BUILD: &Blanks = &Blanks(&[
    ("sources", Blank::Sources),
    ("source", Blank::Source),
    ("flags", Blank::Flags),
    ("output", Blank::Program),
]);

/// The placeholders of `build_system`, where the program is a name: the files say which sources there are.
pub(super) const BUILD_SYSTEM: &Blanks = &Blanks(&[("program", Blank::Program)]);

/// The placeholders of `run`.
pub(super) const RUN: &Blanks = &Blanks(&[
    ("program", Blank::Program),
    ("sources", Blank::Sources),
    ("source", Blank::Source),
    ("flags", Blank::Flags),
]);

/// The placeholders of one key.
pub(super) struct Blanks(&'static [(&'static str, Blank)]);

/// The command that was typed for `key`; what is wrong with it is marked.
pub(super) fn command(
    config: &ConfigFile<'_>,
    key: &str,
    typed: &Texts,
    blanks: &Blanks,
) -> Option<Vec<Word>> {
    let Some(first) = typed.get_ref().first() else {
        config.report(&typed.span(), format!("`{key}` is empty: expected the words of a command"));
        return None;
    };
    check_first(config, key, first);
    let words = typed.get_ref().iter().map(|typed| word(config, typed, blanks));
    words.collect::<Vec<_>>().into_iter().collect()
}

/// Words in which nothing is replaced.
pub(super) fn plain(config: &ConfigFile<'_>, key: &str, typed: &Texts) -> Vec<String> {
    match typed.get_ref().first() {
        Some(first) => check_first(config, key, first),
        None => config
            .report(&typed.span(), format!("`{key}` is empty: expected the words of a command")),
    }
    strings(typed.get_ref())
}

/// A command is looked for on PATH, or named by its whole path: it never comes from a submission.
fn check_first(config: &ConfigFile<'_>, key: &str, typed: &Text) {
    let name = typed.get_ref();
    let is_path = name.contains('/') && !name.starts_with('/');
    if name.is_empty() || name.contains('{') || is_path {
        let text = format!(
            "found `{name}` as the first word of `{key}`, expected the name of a command on PATH, or its path from `/` on"
        );
        config.report(&typed.span(), text);
    }
}

fn word(config: &ConfigFile<'_>, typed: &Text, blanks: &Blanks) -> Option<Word> {
    let mut parts = Vec::new();
    let mut rest = typed.get_ref().as_str();
    while let Some((before, name, after)) = next(rest) {
        if !before.is_empty() {
            parts.push(Part::Text(before.to_owned()));
        }
        let Some((_, blank)) = blanks.0.iter().find(|(known, _)| *known == name) else {
            let names: Vec<&str> = blanks.0.iter().map(|(known, _)| *known).collect();
            config.report(&typed.span(), unknown("placeholder", name, &names));
            return None;
        };
        match blank {
            Blank::Source => parts.push(Part::Source),
            Blank::Program => parts.push(Part::Program),
            Blank::Sources | Blank::Flags => {
                let alone = parts.is_empty() && after.is_empty();
                if !alone {
                    let text = format!(
                        "`{{{name}}}` stands for several words: it must be a word of its own"
                    );
                    config.report(&typed.span(), text);
                    return None;
                }
                return Some(if *blank == Blank::Flags { Word::Flags } else { Word::Sources });
            }
        }
        rest = after;
    }
    if !rest.is_empty() || parts.is_empty() {
        parts.push(Part::Text(rest.to_owned()));
    }
    Some(Word::Made(parts))
}

/// The next `{name}`, with what stands around it. Other braces are themselves.
fn next(text: &str) -> Option<(&str, &str, &str)> {
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|it| it.is_ascii_lowercase() || it == '-')
    };
    text.match_indices('{').find_map(|(at, _)| {
        let (name, after) = text.get(at + 1..)?.split_once('}')?;
        is_name(name).then(|| (&text[..at], name, after))
    })
}
