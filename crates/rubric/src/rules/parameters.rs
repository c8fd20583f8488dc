//! From a rule's parameters, as they were typed, to the rule.

use std::ops::{Range, RangeInclusive};

use regex::RegexBuilder;

use super::super::choices::{parse_keyword, parse_name};
use super::super::config_file::ConfigFile;
use super::super::keywords::KeywordTable;
use super::super::raw;
use super::super::spanned::Spanned;
use cpp::source;
use model::{HeaderField, LibraryHeader, RubricRule};

/// The rules, each with the parameters that it knows.
pub(super) const RULES: [(&str, &[&str]); 16] = [
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

const FORBIDDEN: &KeywordTable<bool> = &[("allowed", false), ("forbidden", true)];

const LIBRARIES: &KeywordTable<LibraryHeader> = &[
    ("cmath", LibraryHeader::Cmath),
    ("cstring", LibraryHeader::Cstring),
    ("algorithm", LibraryHeader::Algorithm),
];

const HEADER_WORDS: &KeywordTable<HeaderWord> = &[
    ("name", HeaderWord::Name),
    ("student-id", HeaderWord::StudentId),
    ("e-mail", HeaderWord::Email),
];

#[derive(Debug, Clone, Copy)]
enum HeaderWord {
    Name,
    StudentId,
    Email,
}

/// What was typed for one rule, and where to mark what is wrong with it.
pub(super) struct RuleParser<'a> {
    pub(super) config: &'a ConfigFile<'a>,
    pub(super) typed: &'a raw::RawRuleParameters,
    /// Where a missing parameter is missing.
    pub(super) at: Range<usize>,
    pub(super) id: &'static str,
}

impl RuleParser<'_> {
    /// The rule itself; none if something is wrong that leaves it without a meaning.
    pub(super) fn parse_rule(&self, sources: &[String]) -> Option<RubricRule> {
        let typed = self.typed;
        let needed =
            |name: &str, words: &Option<raw::Texts>| self.require_list(name, words.as_ref());
        Some(match self.id {
            "no-global-variables" => RubricRule::NoGlobalVariables {
                constants: self.parse_forbidden("constants", typed.constants.as_ref())?,
                statics: self.parse_forbidden("statics", typed.statics.as_ref())?,
                allow: strings_or_empty(typed.allow.as_ref()),
            },
            "no-arrays" => RubricRule::NoArrays {
                dimensions: self.parse_number("dimensions", typed.dimensions.as_ref(), 1, 1..=9)?,
                allow: strings_or_empty(typed.allow.as_ref()),
            },
            "no-vectors" => RubricRule::NoVectors,
            "no-strings" => RubricRule::NoStrings,
            "forbidden-types" => {
                let types = needed("types", &typed.types)?;
                self.check_types();
                let plain = |name: String| name.trim_start_matches("std::").to_owned();
                RubricRule::ForbiddenTypes {
                    types: types.into_iter().map(plain).collect(),
                }
            }
            "forbidden-headers" => RubricRule::ForbiddenHeaders {
                headers: strip_header_brackets(needed("headers", &typed.headers)?),
            },
            "required-headers" => RubricRule::RequiredHeaders {
                headers: strip_header_brackets(needed("headers", &typed.headers)?),
            },
            "forbidden-calls" => self.parse_forbidden_calls()?,
            "required-calls" => RubricRule::RequiredCalls {
                calls: needed("calls", &typed.calls)?,
            },
            "required-functions" => self.parse_required_functions()?,
            "file-name" => {
                let names = strings_or_empty(typed.names.as_ref());
                RubricRule::FileName {
                    names: if names.is_empty() {
                        sources.to_vec()
                    } else {
                        names
                    },
                }
            }
            "header-comment" => self.parse_header_comment()?,
            "comment-share" => RubricRule::CommentShare {
                least: self.parse_number("least", typed.least.as_ref(), 10, 1..=100)?,
            },
            "indentation" => RubricRule::Indentation {
                tolerance: self.parse_number("tolerance", typed.tolerance.as_ref(), 3, 0..=1000)?
                    as usize,
            },
            "line-length" => RubricRule::LineLength {
                most: self.parse_number("most", typed.most.as_ref(), 100, 1..=10_000)? as usize,
                tab: self.parse_number("tab", typed.tab.as_ref(), 4, 1..=16)? as usize,
            },
            _ => RubricRule::FunctionLength {
                most: self.parse_number("most", typed.most.as_ref(), 60, 1..=10_000)? as usize,
            },
        })
    }

    fn parse_forbidden(&self, key: &str, typed: Option<&raw::Text>) -> Option<bool> {
        typed.map_or(Some(false), |word| {
            parse_keyword(self.config, key, word, FORBIDDEN)
        })
    }

    fn parse_number(
        &self,
        key: &str,
        typed: Option<&Spanned<u32>>,
        usual: u32,
        range: RangeInclusive<u32>,
    ) -> Option<u32> {
        let Some(typed) = typed else {
            return Some(usual);
        };
        let number = *typed.get_ref();
        if range.contains(&number) {
            return Some(number);
        }
        let (least, most) = range.into_inner();
        let text = format!("`{key}`: found {number}, expected a number from {least} to {most}");
        self.config.report(&typed.span(), text);
        None
    }

    /// A list that says what the rule is about.
    fn require_list(&self, name: &str, typed: Option<&raw::Texts>) -> Option<Vec<String>> {
        let words = strings_or_empty(typed);
        if words.is_empty() {
            let at = typed.map_or_else(|| self.at.clone(), Spanned::span);
            let text = format!(
                "`{}` needs `with = {{ {name} = [\"…\"] }}`, and at least one of them",
                self.id
            );
            self.config.report(&at, text);
            return None;
        }
        Some(words)
    }

    /// Reports what is no name of a type: nothing would ever be found.
    fn check_types(&self) {
        let is_word = |word: &str| {
            !word.starts_with(|it: char| it.is_ascii_digit())
                && word
                    .bytes()
                    .all(|it| it.is_ascii_alphanumeric() || it == b'_')
        };
        for typed in self.typed.types.iter().flat_map(|typed| typed.get_ref()) {
            let name = typed.get_ref();
            let plain = name.trim_start_matches("std::");
            if plain.is_empty()
                || !plain
                    .split(' ')
                    .all(|word| !word.is_empty() && is_word(word))
            {
                let wanted =
                    "expected the name of a type alone, such as `map`, `auto` or `long long`";
                self.config
                    .report(&typed.span(), format!("found `{name}`, {wanted}"));
            }
        }
    }

    fn parse_forbidden_calls(&self) -> Option<RubricRule> {
        let typed = self
            .typed
            .libraries
            .iter()
            .flat_map(|typed| typed.get_ref());
        let libraries: Option<Vec<LibraryHeader>> = typed
            .map(|word| parse_name(self.config, "library", word, LIBRARIES))
            .collect();
        let libraries = libraries?;
        let calls = match self.typed.calls {
            None if !libraries.is_empty() => Vec::new(),
            _ => self.require_list("calls", self.typed.calls.as_ref())?,
        };
        Some(RubricRule::ForbiddenCalls { calls, libraries })
    }

    fn parse_required_functions(&self) -> Option<RubricRule> {
        let typed = self.typed.functions.as_ref();
        let Some(typed) = typed.filter(|typed| !typed.get_ref().is_empty()) else {
            let at = typed.map_or_else(|| self.at.clone(), Spanned::span);
            let text = "`required-functions` needs `with = { functions = [\"int f(int a)\"] }`, and at least one of them";
            self.config.report(&at, text);
            return None;
        };
        let mut functions = Vec::new();
        for one in typed.get_ref() {
            let alternatives = one.get_ref().as_slice().to_vec();
            let wrong = alternatives.iter().find(|text| !source::is_prototype(text));
            if alternatives.is_empty() || wrong.is_some() {
                let found = wrong.map_or(String::new(), |text| format!("found `{text}`, "));
                let text =
                    format!("{found}expected a prototype such as `int idxToRow(int idx, int dim)`");
                self.config.report(&one.span(), text);
            } else {
                functions.push(alternatives);
            }
        }
        let called = self
            .typed
            .called
            .as_ref()
            .is_none_or(|typed| *typed.get_ref());
        Some(RubricRule::RequiredFunctions { functions, called })
    }

    fn parse_header_comment(&self) -> Option<RubricRule> {
        let field = |said: HeaderWord| match said {
            HeaderWord::Name => HeaderField::Name,
            HeaderWord::StudentId => HeaderField::StudentId,
            HeaderWord::Email => HeaderField::Email,
        };
        let patterns = self.typed.patterns.as_ref();
        let mut says: Vec<HeaderField> = match &self.typed.says {
            None if patterns.is_none() => {
                HEADER_WORDS.iter().map(|(_, said)| field(*said)).collect()
            }
            None => Vec::new(),
            Some(typed) => {
                let words = typed.get_ref().iter();
                let said = words
                    .map(|word| parse_name(self.config, "part of a header", word, HEADER_WORDS));
                said.collect::<Option<Vec<HeaderWord>>>()?
                    .into_iter()
                    .map(field)
                    .collect()
            }
        };
        for (title, pattern) in patterns.iter().flat_map(|table| &table.body) {
            if let Err(error) = RegexBuilder::new(pattern.get_ref()).build() {
                let text = format!(
                    "this is no regular expression: {}",
                    last_line(&error.to_string())
                );
                self.config.report(&pattern.span(), text);
            }
            let title = title.get_ref().clone();
            let pattern = pattern.get_ref().clone();
            says.push(HeaderField::Pattern { title, pattern });
        }
        if says.is_empty() {
            self.config.report(
                &self.at,
                "`header-comment` looks for nothing here: expected `says` or `patterns`",
            );
        }
        Some(RubricRule::HeaderComment { says })
    }
}

fn strings_or_empty(typed: Option<&raw::Texts>) -> Vec<String> {
    typed.map_or_else(Vec::new, |typed| raw::to_strings(typed.get_ref()))
}

/// Names of headers without their brackets.
fn strip_header_brackets(headers: Vec<String>) -> Vec<String> {
    headers
        .into_iter()
        .map(|it| it.trim_matches(['<', '>', '"']).to_owned())
        .collect()
}

fn last_line(text: &str) -> &str {
    text.lines()
        .last()
        .unwrap_or_default()
        .trim_start_matches("error: ")
}
