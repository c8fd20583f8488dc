//! Names that a compiler does not know: misspelt, declared elsewhere, or of a header that is not included.

use std::collections::BTreeSet;

use super::super::lexer::{Token, TokenKind};
use super::change_list::ChangeList;
use super::place::{CompilerError, ErrorPlace};
use super::spelling::{KEYWORDS, VALUE_TYPES, is_alike};
use crate::standard_names::{UnknownName, has_include, library_names};
use model::TextEdit;
use support::nearest::edit_distance;

/// Functions that give their arguments values.
const READERS: [&str; 5] = ["scanf", "getline", "fgets", "gets", "get"];

/// How many names that look alike are tried.
const MOST_ALIKE: usize = 4;

/// All variables that are declared nowhere, in one place: a line of declarations was forgotten.
pub(super) fn declare_all(
    place: &ErrorPlace<'_>,
    errors: &[CompilerError],
    found: &mut ChangeList,
) {
    let mut names: Vec<&str> = Vec::new();
    for error in errors {
        let is_unknown = ["undeclared", "was not declared"]
            .iter()
            .any(|words| error.message.contains(words));
        let name = error.message.split('\'').nth(1).filter(|_| is_unknown);
        names.extend(name.filter(|name| !names.contains(name)));
    }
    let Some(body) = place
        .open_braces(place.at)
        .first()
        .copied()
        .filter(|_| names.len() > 1)
    else {
        return;
    };
    names.retain(|name| is_set_in(place, body, name));
    if names.len() < 2 {
        return;
    }
    let body = place.tokens[body].end();
    for kind in number_types(place) {
        let names: Vec<String> = names.iter().map(|name| declarator(place, name)).collect();
        let text = format!(" {kind} {};", names.join(", "));
        found.add(TextEdit::insertion(body, text));
    }
}

/// Whether the function with this body gives a variable a value: what it only uses should be a parameter, and a declaration without a
/// value would compile and be wrong.
fn is_set_in(place: &ErrorPlace<'_>, body: usize, name: &str) -> bool {
    let end = place.closing(body).unwrap_or(place.tokens.len());
    let mut uses = (body..end).filter(|at| place.token(*at) == name);
    uses.any(|at| {
        let before = |distance: usize| at.checked_sub(distance).map_or("", |at| place.token(at));
        let is_assigned = place.token(at + 1) == "=" && place.token(at + 2) != "=";
        let is_read = before(1) == ">" && before(2) == ">";
        let is_filled = (before(1) == "&" && before(2) != "&")
            || place
                .statement_tokens(at)
                .any(|near| READERS.contains(&place.token(near)));
        is_assigned || is_read || is_filled
    })
}

/// The types that a number may have, the likeliest first: what is read as `%f` is no whole number.
fn number_types(place: &ErrorPlace<'_>) -> [&'static str; 2] {
    let reads = |format: &str| place.text.contains(format);
    if reads("%d") || !(reads("%f") || reads("%lf")) {
        ["int", "double"]
    } else if reads("%lf") {
        ["double", "int"]
    } else {
        ["float", "int"]
    }
}

/// A name as it is declared: with a size if it is used as an array.
fn declarator(place: &ErrorPlace<'_>, name: &str) -> String {
    let is_array = place
        .tokens
        .windows(2)
        .any(|pair| pair[0].text == name && pair[1].text == "[");
    if is_array {
        format!("{name}[100]")
    } else {
        name.to_owned()
    }
}

/// What a name may have been meant to be, and where it may be declared.
pub(super) fn change_names(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    add_library_lines(place, found);
    let unknown = place.has(&[
        "was not declared",
        "undeclared",
        "has not been declared",
        "does not name a type",
        "unknown type name",
        "is not a type",
        "has no member named",
        "no member named",
        "is not a member of",
        "invalid preprocessing directive",
        "expected constructor",
        "with no type",
        "implicit declaration",
        "undefined reference",
        "conflicting types",
        "previously declared",
        "No such file",
    ]);
    if unknown {
        let quoted: Vec<&str> = place.message.split('\'').skip(1).step_by(2).collect();
        for name in quoted {
            change_name(place, name, found);
        }
    } else {
        // `retrun 0;`, `esle`: the words next to the error.
        let near = place.at.saturating_sub(2)..(place.at + 2).min(place.tokens.len());
        let firsts = place.line_tokens().start.saturating_sub(20)..near.start;
        let firsts = firsts.filter(|at| {
            let follows = at
                .checked_sub(1)
                .is_none_or(|before| matches!(place.token(before), ";" | "{" | "}"));
            (follows || place.tokens[*at].first) && place.token(at + 1) == "("
        });
        for at in near.chain(firsts) {
            if place.tokens[at].is_word() {
                spell_keyword(place, at, found);
            }
        }
    }
}

/// One line for several names of the standard library, before each of them is written with `std::`.
pub(super) fn add_lines_for_many(
    place: &ErrorPlace<'_>,
    errors: &[CompilerError],
    found: &mut ChangeList,
) {
    let unknown = errors
        .iter()
        .filter(|error| UnknownName::find(&error.message).is_some());
    if unknown.count() > 1 {
        add_library_lines(place, found);
    }
}

/// `#include` and `using namespace std;` for names of the standard library.
fn add_library_lines(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    let unknown =
        UnknownName::find(place.message).or_else(|| UnknownName::find_incomplete(place.message));
    let Some(unknown) = unknown else {
        return;
    };
    let include = format!("#include <{}>\n", unknown.header);
    let has_using = place.text.contains("using namespace std");
    let below = last_include_end(place);
    let using = TextEdit::insertion(below, "using namespace std;\n");
    if !has_include(place.text, unknown.header) && !unknown.is_included {
        let include = TextEdit::insertion(0, include);
        found.add(include.clone());
        if !has_using && !unknown.is_qualified {
            found.add_together([include, using.clone()]);
        }
    }
    if !has_using && !unknown.is_qualified {
        found.add(using);
    }
}

/// The start of the line below the last `#include`.
fn last_include_end(place: &ErrorPlace<'_>) -> usize {
    let mut end = 0;
    let mut start = 0;
    for line in place.text.split_inclusive('\n') {
        start += line.len();
        if line.trim_start().starts_with('#') && line.contains("include") {
            end = start;
        }
    }
    end
}

fn change_name(place: &ErrorPlace<'_>, name: &str, found: &mut ChangeList) {
    let nearby = place.at.saturating_sub(3)..(place.at + 4).min(place.tokens.len());
    let at = nearby.clone().find(|at| place.tokens[*at].text == name);
    let Some(at) = at else {
        for at in nearby.filter(|at| place.tokens[*at].is_word()) {
            spell_keyword(place, at, found);
        }
        return;
    };
    spell_keyword(place, at, found);
    split_call(place, at, found);
    for meant in similar_names(place, name) {
        let count = |word: &str| {
            place
                .tokens
                .iter()
                .filter(|token| token.text == word)
                .count()
        };
        // A name that is used several times is right, and one that is only declared is misspelt.
        if count(name) > 1 && count(&meant) == 1 {
            let declared = place.tokens.iter().position(|token| token.text == meant);
            let edit = declared.and_then(|at| place.replace(at, 1, name));
            found.add(edit);
        }
        let alike = place
            .tokens
            .iter()
            .enumerate()
            .filter(|(_, token)| token.text == name);
        let all: Vec<TextEdit> = alike
            .filter_map(|(at, _)| place.replace(at, 1, &meant))
            .collect();
        found.add(place.replace(at, 1, &meant));
        if all.len() > 1 {
            found.add_together(all);
        }
    }
    if place.token(at + 1) == "(" {
        declare_function(place, name, at, found);
    } else {
        declare_variable(place, name, at, found);
    }
}

/// `printboard)` for `print(board)`.
fn split_call(place: &ErrorPlace<'_>, at: usize, found: &mut ChangeList) {
    let word = place.token(at);
    if place.token(at + 1) == "(" {
        return;
    }
    let function = place.tokens.windows(2).find_map(|pair| {
        let rest = word.strip_prefix(pair[0].text.as_str())?;
        (pair[0].is_word() && pair[1].text == "(" && !rest.is_empty()).then_some(&pair[0].text)
    });
    if let Some(function) = function {
        let inside = place.tokens[at].start + function.len();
        found.add(TextEdit::insertion(inside, "("));
    }
}

/// A word that is nearly one of the language's.
fn spell_keyword(place: &ErrorPlace<'_>, at: usize, found: &mut ChangeList) {
    let word = place.token(at);
    if KEYWORDS.contains(&word) {
        return;
    }
    let other = match word {
        "boolean" => Some("bool"),
        "String" => Some("string"),
        "elif" | "elseif" | "elsif" => Some("else if"),
        "then" => Some(""),
        "and" | "or" | "not" => None,
        _ => KEYWORDS.into_iter().find(|keyword| is_alike(word, keyword)),
    };
    if let Some(other) = other {
        found.add(place.replace(at, 1, other));
    }
}

/// Names of the file and of the standard library that differ little from `name`, the nearest first.
fn similar_names(place: &ErrorPlace<'_>, name: &str) -> Vec<String> {
    let own: BTreeSet<&str> = place
        .tokens
        .iter()
        .filter(|token| token.kind == TokenKind::Word && !token.first_of_directive(place))
        .map(|token| token.text.as_str())
        .collect();
    let library: Vec<&str> = library_names().collect();
    let known = own.iter().copied().chain(library);
    let mut alike: Vec<(usize, &str)> = known
        .filter(|one| !KEYWORDS.contains(one) && is_alike(name, one))
        .map(|one| (edit_distance(name, one), one))
        .collect();
    alike.sort_by_key(|(distance, one)| (*distance, !own.contains(one)));
    alike.dedup_by_key(|(_, one)| *one);
    alike
        .into_iter()
        .take(MOST_ALIKE)
        .map(|(_, one)| one.to_owned())
        .collect()
}

impl Token {
    /// Whether it follows a `#`: there names are words of the preprocessor.
    fn first_of_directive(&self, place: &ErrorPlace<'_>) -> bool {
        let before = place.text.get(..self.start).unwrap_or_default();
        before.trim_end_matches([' ', '\t']).ends_with('#')
    }
}

/// The head of a function that is defined further down, before the function that calls it.
fn declare_function(place: &ErrorPlace<'_>, name: &str, at: usize, found: &mut ChangeList) {
    let Some(body) = place.open_braces(at).first().copied() else {
        return;
    };
    let caller = place.declaration_start(body);
    for defined in 0..place.tokens.len() {
        if place.token(defined) != name
            || !place.open_braces(defined).is_empty()
            || place.token(defined + 1) != "("
        {
            continue;
        }
        let Some(end) = place
            .closing(defined + 1)
            .filter(|end| place.token(end + 1) == "{")
        else {
            continue;
        };
        let start = place.declaration_start(defined);
        let head = place.tokens.get(start).zip(place.tokens.get(end));
        let head = head.and_then(|(first, last)| place.text.get(first.start..last.end()));
        if let Some(head) = head {
            found.add(place.insert_before(caller, &format!("{head};\n")));
        }
    }
}

/// A declaration of a variable at the start of the function that uses it, with the type that it has elsewhere in the file.
fn declare_variable(place: &ErrorPlace<'_>, name: &str, at: usize, found: &mut ChangeList) {
    let Some(body) = place
        .open_braces(at)
        .first()
        .copied()
        .filter(|body| is_set_in(place, *body, name))
    else {
        return;
    };
    let body = place.tokens[body].end();
    let elsewhere = place
        .tokens
        .windows(2)
        .find(|pair| pair[1].text == name && VALUE_TYPES.contains(&pair[0].text.as_str()))
        .map(|pair| pair[0].text.as_str());
    let mut types: Vec<&str> = elsewhere.into_iter().collect();
    types.extend(
        number_types(place)
            .into_iter()
            .chain(["string"])
            .filter(|kind| Some(*kind) != elsewhere),
    );
    for kind in types {
        let declarator = declarator(place, name);
        found.add(TextEdit::insertion(body, format!(" {kind} {declarator};")));
    }
    if elsewhere.is_none() {
        found.add(TextEdit::insertion(body, format!(" char {name}[100];")));
    }
}
