//! Reads TOML past its mistakes, and says what they are in the words of someone who writes a rubric.

use std::borrow::Cow;
use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue, Deserializer, Error};

use super::words::{closest_match, describe_unknown};

/// A file with more mistakes is something else than a rubric or a case.
const MOST_MISTAKES: usize = 100;

/// What the TOML reader says of a key that a table has twice.
const DUPLICATE_KEY: &str = "duplicate key";

/// What could be read of a text.
pub(super) struct TomlReading<T> {
    /// The text without the entries that are wrong; none if it is no TOML, or has a key twice.
    pub(super) value: Option<T>,
    /// Each mistake with its place.
    pub(super) mistakes: Vec<(Range<usize>, String)>,
    /// The tables and arrays without one of their entries: what they lack may be what was wrong.
    pub(super) incomplete: Vec<Range<usize>>,
}

/// Reads a text as TOML of the form `T`. The reader stops at the first entry that does not fit, so that entry is left out and the
/// rest is read again, until everything fits. A misspelt key is taken for the one that was meant.
pub(super) fn read_toml<T: DeserializeOwned>(text: &str) -> TomlReading<T> {
    let (mut root, errors) = DeTable::parse_recoverable(text);
    let mut reading = TomlReading {
        value: None,
        mistakes: Vec::new(),
        incomplete: Vec::new(),
    };
    let is_guess = errors.iter().any(|error| error.message() != DUPLICATE_KEY);
    for error in &errors {
        let place = error.span().unwrap_or_default();
        let message = describe_syntax_error(error, text);
        reading.mistakes.push((place, message));
        if is_open_bracket(error) {
            break;
        }
    }
    let mut is_ambiguous = !errors.is_empty();
    while !is_guess && reading.mistakes.len() < MOST_MISTAKES {
        let error = match T::deserialize(Deserializer::from(root.clone())) {
            Ok(value) => {
                // Which of two values for a key is meant, nobody knows.
                reading.value = (!is_ambiguous).then_some(value);
                break;
            }
            Err(error) => error,
        };
        let place = error.span().unwrap_or_default();
        let message = describe_wrong_entry(&error, text);
        let unknown = UnknownKey::parse(error.message());
        let mut cleaner = TomlCleaner {
            place: place.clone(),
            unknown,
            incomplete: &mut reading.incomplete,
            is_ambiguous: false,
        };
        let is_clean = cleaner.clean_table(root.get_mut(), &(0..0));
        is_ambiguous |= cleaner.is_ambiguous;
        reading.mistakes.push((place, message));
        if !is_clean {
            break;
        }
    }
    reading
}

/// Whether a bracket may not be closed, so that all that follows looks wrong.
fn is_open_bracket(error: &Error) -> bool {
    let message = error.message();
    message.starts_with("missing comma") || message.starts_with("unclosed")
}

/// Takes the wrong entry out of a tree.
struct TomlCleaner<'a> {
    /// Where the entry stands: its key if that is unknown, otherwise its value.
    place: Range<usize>,
    unknown: Option<UnknownKey<'a>>,
    incomplete: &'a mut Vec<Range<usize>>,
    /// Whether the key that was meant has a value already.
    is_ambiguous: bool,
}

impl TomlCleaner<'_> {
    /// Cleans the innermost table or array that has the entry; false if none has.
    fn clean_value(&mut self, value: &mut Spanned<DeValue<'_>>) -> bool {
        let at = value.span();
        match value.get_mut() {
            DeValue::Table(table) => self.clean_table(table, &at),
            DeValue::Array(array) => {
                if array.iter_mut().any(|item| self.clean_value(item)) {
                    return true;
                }
                let length = array.len();
                let items = std::mem::replace(array, DeArray::new()).into_iter();
                *array = items.filter(|item| item.span() != self.place).collect();
                let is_clean = array.len() < length;
                if is_clean {
                    self.incomplete.push(at);
                }
                is_clean
            }
            _ => false,
        }
    }

    fn clean_table(&mut self, table: &mut DeTable<'_>, at: &Range<usize>) -> bool {
        for (_, value) in table.iter_mut() {
            if self.clean_value(value) {
                return true;
            }
        }
        let mut entries = table.iter();
        let is_wrong = |(key, value): &(&Spanned<_>, &Spanned<_>)| match &self.unknown {
            Some(_) => key.span() == self.place,
            None => value.span() == self.place,
        };
        let Some((key, _)) = entries.find(is_wrong) else {
            return false;
        };
        let key = key.clone();
        let Some(value) = table.remove(&key) else {
            return false;
        };
        match self.unknown.as_ref().map(UnknownKey::closest_known_key) {
            None => self.incomplete.push(at.clone()),
            Some(Some(meant)) if !table.contains_key(meant) => {
                let meant = Cow::Owned(meant.to_owned());
                table.insert(Spanned::new(key.span(), meant), value);
            }
            Some(Some(_)) => self.is_ambiguous = true,
            Some(None) => {}
        }
        true
    }
}

/// A key that a table cannot have.
struct UnknownKey<'m> {
    key: &'m str,
    /// The keys that it can have.
    known: Vec<&'m str>,
}

impl UnknownKey<'_> {
    /// From ``unknown field `pionts`, expected one of `id`, `points` ``.
    fn parse(message: &str) -> Option<UnknownKey<'_>> {
        let mut words = message
            .strip_prefix("unknown field ")?
            .split('`')
            .skip(1)
            .step_by(2);
        Some(UnknownKey {
            key: words.next()?,
            known: words.collect(),
        })
    }

    /// The key that was most likely meant.
    fn closest_known_key(&self) -> Option<&str> {
        closest_match(self.key, &self.known)
    }
}

/// What is wrong with a text that is not TOML, or has a key twice.
fn describe_syntax_error(error: &Error, text: &str) -> String {
    let message = error.message();
    if message == DUPLICATE_KEY {
        let place = error.span().unwrap_or_default();
        let key = text.get(place).unwrap_or_default();
        return format!("the key `{key}` appears twice: keep one of them");
    }
    format!("not valid TOML: {message}")
}

/// What is wrong with an entry of valid TOML, with the nearest known key where a key is unknown.
fn describe_wrong_entry(error: &Error, text: &str) -> String {
    let message = error.message();
    let place = error.span().unwrap_or_default();
    if let Some(UnknownKey { key, known }) = UnknownKey::parse(message) {
        return describe_unknown("key", key, &known);
    }
    // A type that takes several forms names them, and not what was found.
    if message.starts_with("expected ") {
        let found = text.get(place).unwrap_or_default();
        let found = found.lines().next().unwrap_or_default();
        return format!("found `{found}`, {message}");
    }
    let key = text.get(..place.start).and_then(key_before);
    describe_wrong_type(message, key.and_then(example_value)).unwrap_or_else(|| message.to_owned())
}

/// The key whose value comes next.
fn key_before(text: &str) -> Option<&str> {
    let text = text.trim_end().strip_suffix('=')?.trim_end();
    let start = text
        .rfind(|it: char| !it.is_ascii_alphanumeric() && it != '_')
        .map_or(0, |at| at + 1);
    text.get(start..)
}

/// What the value of a key looks like, where its type alone does not tell.
fn example_value(key: &str) -> Option<&'static str> {
    Some(match key {
        "numbers" => "{ abs = 0.01 }",
        "checker" => r#"["python3", "checkers/check.py"]"#,
        "undefined" => "{ sanitizers = true }",
        "penalty" => "{ each = 1, most = 5 }",
        "reference" => r#"{ sources = ["solution.cpp"] }"#,
        "compare" => r#"{ whitespace = "collapse" }"#,
        "limits" => r#"{ cpu = "2s" }"#,
        "with" => "{ most = 100 }",
        "input" => r#"["3", "0 1"]"#,
        "calls" => "[{ arguments = [4, 3] }]",
        "after" => "{ grid = 5 }",
        "sources" | "accept" => r#"["sums.cpp"]"#,
        "cases" => r#"["win-*"]"#,
        "requires" => r#"["builds"]"#,
        "manual" => r#""full""#,
        "exit" => r#""zero""#,
        _ => return None,
    })
}

/// From ``invalid type: integer `1`, expected a sequence``.
fn describe_wrong_type(message: &str, example: Option<&str>) -> Option<String> {
    let rest = message
        .strip_prefix("invalid type: ")
        .or_else(|| message.strip_prefix("invalid value: "))?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    let example = example.map_or(String::new(), |it| format!(", such as `{it}`"));
    Some(format!(
        "found {}, expected {}{example}",
        toml_type_name(found),
        toml_type_name(expected)
    ))
}

/// Serde's word for a type, as TOML's users call it.
fn toml_type_name(word: &str) -> &str {
    match word {
        "map" | "a map" => "a table",
        "sequence" | "a sequence" => "an array",
        "f64" => "a number",
        "u8" | "u32" | "u64" => "a whole number that is not negative",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::super::raw::{RawCase, RawRubric};
    use super::*;

    /// Each mistake of a text as `FROM..TO the message`, without the names that a message lists.
    fn mistakes<T: DeserializeOwned>(text: &str) -> Vec<String> {
        let reading = read_toml::<T>(text);
        let mut mistakes = reading.mistakes;
        mistakes.sort_by_key(|(place, _)| place.start);
        let mut lines = Vec::new();
        for (place, message) in mistakes {
            let names = [": expected one of", " Expected one of"].map(|it| message.find(it));
            let end = names.into_iter().flatten().min().unwrap_or(message.len());
            lines.push(format!("{} {}", &text[place], &message[..end]));
        }
        lines
    }

    #[test]
    fn all_mistakes_of_a_file_are_found() {
        let rubric = "[defualts]\ncolour = 1\n[assignments.a]\nsources = 'a.cpp'\nlimits = { cpu = true, ram = 1 }\n\
                      flags = ['-O2', 1]\n[[assignments.a.criteria]]\nid = 1\npionts = 'x'\n";
        assert_eq!(
            mistakes::<RawRubric>(rubric),
            [
                "defualts unknown key `defualts`; did you mean `defaults`?",
                "colour unknown key `colour`",
                "'a.cpp' found string \"a.cpp\", expected an array, such as `[\"sums.cpp\"]`",
                "true found boolean `true`, expected a string with a unit, such as \"1s\" or \"256MiB\"",
                "ram unknown key `ram`",
                "1 found integer `1`, expected a string",
                "1 found integer `1`, expected a string",
                "pionts unknown key `pionts`; did you mean `points`?",
                "'x' found string \"x\", expected a number",
            ]
        );
        let case = "tags = 1\ndescriptoin = 2\ninput = [1]\nfiles = 3\n[[runs]]\nargs = 'a'\nargs = 'b'\n[[calls]]\nx = 1\n";
        assert_eq!(
            mistakes::<RawCase>(case),
            [
                "1 found integer `1`, expected an array",
                "descriptoin unknown key `descriptoin`; did you mean `description`?",
                "2 found integer `2`, expected a string",
                "1 found integer `1`, expected a string",
                "3 found `3`, expected an array of paths, or a table such as `{ \"in.txt\" = \"data/in.txt\" }`",
                "'a' found string \"a\", expected an array",
                "args the key `args` appears twice: keep one of them",
                "x unknown key `x`",
            ]
        );
    }

    #[test]
    fn nothing_is_reported_after_an_open_bracket() {
        let table = [
            ("a = [1, 2\nb = 3\nc = 4\n", 1),
            ("a = \ntags = 1\nb = x\n", 2),
            ("[a\nb = 1\n", 1),
            ("a = {b = 1\nc = 2\n", 1),
        ];
        for (text, expected) in table {
            assert_eq!(mistakes::<RawCase>(text).len(), expected, "{text}");
        }
    }
}
