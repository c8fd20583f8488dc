//! Commands with placeholders.

use crate::config_file::ConfigFile;
use crate::raw::{Text, Texts, to_strings};
use crate::words::describe_unknown;
use model::{CommandWord, CommandWordPart};

/// What a placeholder stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CommandPlaceholder {
    Sources,
    Flags,
    Source,
    Program,
}

/// The placeholders of `build`.
pub(super) const BUILD: &CommandPlaceholders = &CommandPlaceholders(&[
    ("sources", CommandPlaceholder::Sources),
    ("source", CommandPlaceholder::Source),
    ("flags", CommandPlaceholder::Flags),
    ("output", CommandPlaceholder::Program),
]);

/// The placeholders of `build_system`, where the program is a name: the files say which sources there are.
pub(super) const BUILD_SYSTEM: &CommandPlaceholders =
    &CommandPlaceholders(&[("program", CommandPlaceholder::Program)]);

/// The placeholders of `run`.
pub(super) const RUN: &CommandPlaceholders = &CommandPlaceholders(&[
    ("program", CommandPlaceholder::Program),
    ("sources", CommandPlaceholder::Sources),
    ("source", CommandPlaceholder::Source),
    ("flags", CommandPlaceholder::Flags),
]);

/// The placeholders of one key.
pub(super) struct CommandPlaceholders(&'static [(&'static str, CommandPlaceholder)]);

/// The command that was typed for `key`; what is wrong with it is marked.
pub(super) fn parse_command(
    config: &ConfigFile<'_>,
    key: &str,
    typed: &Texts,
    blanks: &CommandPlaceholders,
) -> Option<Vec<CommandWord>> {
    let Some(first) = typed.get_ref().first() else {
        config.report(
            &typed.span(),
            format!("`{key}` is empty: expected the words of a command"),
        );
        return None;
    };
    check_command_name(config, key, first);
    let words = typed
        .get_ref()
        .iter()
        .map(|typed| parse_word(config, typed, blanks));
    words.collect::<Vec<_>>().into_iter().collect()
}

/// Words in which nothing is replaced.
pub(super) fn parse_plain_words(config: &ConfigFile<'_>, key: &str, typed: &Texts) -> Vec<String> {
    match typed.get_ref().first() {
        Some(first) => check_command_name(config, key, first),
        None => config.report(
            &typed.span(),
            format!("`{key}` is empty: expected the words of a command"),
        ),
    }
    to_strings(typed.get_ref())
}

/// A command is looked for on PATH, or named by its whole path: it never comes from a submission.
fn check_command_name(config: &ConfigFile<'_>, key: &str, typed: &Text) {
    let name = typed.get_ref();
    let is_path = name.contains('/') && !name.starts_with('/');
    if name.is_empty() || name.contains('{') || is_path {
        let text = format!(
            "found `{name}` as the first word of `{key}`, expected the name of a command on PATH, or its path from `/` on"
        );
        config.report(&typed.span(), text);
    }
}

fn parse_word(
    config: &ConfigFile<'_>,
    typed: &Text,
    blanks: &CommandPlaceholders,
) -> Option<CommandWord> {
    let mut parts = Vec::new();
    let mut rest = typed.get_ref().as_str();
    while let Some((before, name, after)) = find_placeholder(rest) {
        if !before.is_empty() {
            parts.push(CommandWordPart::Text(before.to_owned()));
        }
        let Some((_, blank)) = blanks.0.iter().find(|(known, _)| *known == name) else {
            let names: Vec<&str> = blanks.0.iter().map(|(known, _)| *known).collect();
            config.report(&typed.span(), describe_unknown("placeholder", name, &names));
            return None;
        };
        match blank {
            CommandPlaceholder::Source => parts.push(CommandWordPart::Source),
            CommandPlaceholder::Program => parts.push(CommandWordPart::Program),
            CommandPlaceholder::Sources | CommandPlaceholder::Flags => {
                let alone = parts.is_empty() && after.is_empty();
                if !alone {
                    let text = format!(
                        "`{{{name}}}` stands for several words: it must be a word of its own"
                    );
                    config.report(&typed.span(), text);
                    return None;
                }
                return Some(if *blank == CommandPlaceholder::Flags {
                    CommandWord::Flags
                } else {
                    CommandWord::Sources
                });
            }
        }
        rest = after;
    }
    if !rest.is_empty() || parts.is_empty() {
        parts.push(CommandWordPart::Text(rest.to_owned()));
    }
    Some(CommandWord::Composed(parts))
}

/// The next `{name}`, with what stands around it. Other braces are themselves.
fn find_placeholder(text: &str) -> Option<(&str, &str, &str)> {
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|it| it.is_ascii_lowercase() || it == '-')
    };
    text.match_indices('{').find_map(|(at, _)| {
        let (name, after) = text.get(at + 1..)?.split_once('}')?;
        is_name(name).then(|| (&text[..at], name, after))
    })
}
