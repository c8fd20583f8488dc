//! Macros: what they stand for, and text with them replaced.

use std::collections::{BTreeMap, BTreeSet};

use super::super::lexer::{self, Token, TokenKind};

/// How deeply macros may stand for macros; what is deeper stays as it is.
const DEEPEST: usize = 60;

/// How many characters of a token that macros make count as one token more.
const LENGTH: usize = 8;

/// How many more tokens may be made.
#[derive(Debug)]
pub(super) struct MacroBudget(pub(super) usize);

impl MacroBudget {
    /// Takes some; whether there were enough.
    pub(super) fn spend(&mut self, tokens: usize) -> bool {
        self.0 = self.0.saturating_sub(tokens.max(1));
        self.0 > 0
    }

    /// Whether nothing is left.
    pub(super) fn is_spent(&self) -> bool {
        self.0 == 0
    }
}

/// The macros that are defined at some place.
#[derive(Debug, Default)]
pub(super) struct MacroTable {
    defined: BTreeMap<String, MacroDefinition>,
    /// What the program defines anywhere: until then nobody else does.
    own: BTreeSet<String>,
}

#[derive(Debug, Clone)]
struct MacroDefinition {
    /// The names of its parameters; none if it is used without parentheses.
    parameters: Option<Vec<String>>,
    body: Vec<Token>,
}

impl MacroTable {
    /// No macros; `own` are the names that the program will define somewhere.
    pub(super) fn new(own: BTreeSet<String>) -> MacroTable {
        MacroTable {
            defined: BTreeMap::new(),
            own,
        }
    }

    /// Whether this name is a macro; none if that cannot be known.
    pub(super) fn is_defined(&self, name: Option<&Token>) -> Option<bool> {
        let Some(name) = name else { return Some(false) };
        if self.defined.contains_key(&name.text) {
            return Some(true);
        }
        if self.own.contains(&name.text) {
            Some(false)
        } else {
            is_predefined(&name.text)
        }
    }

    /// `NAME body` or `NAME(a, b) body`.
    pub(super) fn define(&mut self, tokens: &[Token]) {
        let Some((name, rest)) = tokens.split_first() else {
            return;
        };
        let has_parameters = rest
            .first()
            .is_some_and(|next| next.text == "(" && !next.spaced);
        let (parameters, body) = if has_parameters {
            let end = rest
                .iter()
                .position(|token| token.text == ")")
                .unwrap_or(rest.len() - 1);
            let names = rest[1..end.max(1)].iter().filter(|token| token.text != ",");
            let mut names: Vec<String> = names.map(|token| token.text.clone()).collect();
            if names.iter().any(|name| name == ".") {
                names.retain(|name| name != ".");
                names.push("__VA_ARGS__".to_owned());
            }
            (Some(names), &rest[end + 1..])
        } else {
            (None, rest)
        };
        self.defined.insert(
            name.text.clone(),
            MacroDefinition {
                parameters,
                body: body.to_vec(),
            },
        );
    }

    /// `NAME`.
    pub(super) fn undefine(&mut self, tokens: &[Token]) {
        if let Some(name) = tokens.first() {
            self.defined.remove(&name.text);
        }
    }

    /// The tokens with all macros replaced.
    pub(super) fn expand_macros(&self, tokens: &[Token], budget: &mut MacroBudget) -> Vec<Token> {
        let mut out = Vec::new();
        self.expand_into(tokens, &mut Vec::new(), budget, &mut out);
        out
    }

    /// `busy` are the macros that are being replaced: none of them is replaced again within itself.
    fn expand_into<'m>(
        &'m self,
        tokens: &[Token],
        busy: &mut Vec<&'m str>,
        budget: &mut MacroBudget,
        out: &mut Vec<Token>,
    ) {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if !budget.spend(1) {
                return;
            }
            at += 1;
            let known =
                (token.kind == TokenKind::Word).then(|| self.defined.get_key_value(&token.text));
            let Some((name, used)) = known
                .flatten()
                .filter(|(name, _)| is_expandable(name, busy))
            else {
                out.push(token.clone());
                continue;
            };
            let body = match &used.parameters {
                None => used.body.clone(),
                Some(names) => {
                    let Some((arguments, length)) = parse_arguments(&tokens[at..]) else {
                        budget.spend(tokens.len() - at);
                        out.push(token.clone());
                        continue;
                    };
                    at += length;
                    budget.spend(length);
                    self.substitute_arguments(used, names, &arguments, busy, budget)
                }
            };
            let placed = relocate_tokens(body, token);
            busy.push(name);
            self.expand_into(&placed, busy, budget, out);
            busy.pop();
        }
    }

    /// A macro's body with the arguments in their places.
    fn substitute_arguments<'m>(
        &'m self,
        used: &MacroDefinition,
        names: &[String],
        arguments: &[&[Token]],
        busy: &mut Vec<&'m str>,
        budget: &mut MacroBudget,
    ) -> Vec<Token> {
        let argument = |token: &Token| -> Option<Vec<Token>> {
            let place = names.iter().position(|name| *name == token.text)?;
            let is_rest = token.text == "__VA_ARGS__";
            let taken = if is_rest {
                arguments.get(place..)
            } else {
                arguments.get(place..=place)
            };
            let comma = Token {
                kind: TokenKind::Sign,
                text: ",".to_owned(),
                spaced: false,
                ..token.clone()
            };
            Some(taken.unwrap_or_default().join(&comma))
        };
        let mut out: Vec<Token> = Vec::new();
        let mut at = 0;
        while let Some(token) = used.body.get(at) {
            at += 1;
            let next = used.body.get(at);
            let pastes = |at: usize| is_paste(used.body.get(at..).unwrap_or_default());
            if pastes(at - 1) {
                if let Some(next) = used.body.get(at + 1) {
                    let right = argument(next).unwrap_or_else(|| vec![next.clone()]);
                    paste_tokens(&mut out, right);
                    budget.spend(out.last().map_or(0, |token| token.text.len() / LENGTH));
                }
                at += 2;
            } else if let Some(text) = next.filter(|_| token.text == "#").and_then(&argument) {
                let text = stringify_tokens(&text);
                budget.spend(text.len() / LENGTH);
                out.push(Token {
                    kind: TokenKind::Quoted,
                    text,
                    ..token.clone()
                });
                at += 1;
            } else {
                match argument(token) {
                    // What is joined is not replaced before.
                    Some(tokens) if pastes(at) => out.extend(tokens),
                    Some(tokens) if busy.len() < DEEPEST => {
                        busy.push("");
                        let start = out.len();
                        self.expand_into(&tokens, busy, budget, &mut out);
                        if let Some(first) = out.get_mut(start) {
                            first.spaced = token.spaced;
                        }
                        busy.pop();
                    }
                    Some(tokens) => out.extend(tokens),
                    None => out.push(token.clone()),
                }
            }
            if !budget.spend(1) {
                break;
            }
        }
        out
    }
}

fn is_expandable(name: &str, busy: &[&str]) -> bool {
    !busy.contains(&name) && busy.len() < DEEPEST
}

/// The tokens where the macro's name stood.
fn relocate_tokens(mut tokens: Vec<Token>, name: &Token) -> Vec<Token> {
    for (place, token) in tokens.iter_mut().enumerate() {
        token.line = name.line;
        token.first = false;
        // Two words that come to stand together stay two.
        token.spaced |= place == 0;
    }
    tokens
}

/// The arguments behind a macro's name, and how many tokens they and their parentheses are.
fn parse_arguments(tokens: &[Token]) -> Option<(Vec<&[Token]>, usize)> {
    if tokens.first()?.text != "(" {
        return None;
    }
    let mut depth = 0_usize;
    let mut start = 1;
    let mut all = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.text.as_str() {
            "(" => depth += 1,
            "," if depth == 1 => {
                all.push(&tokens[start..at]);
                start = at + 1;
            }
            ")" if depth == 1 => {
                all.push(&tokens[start..at]);
                return Some((all, at + 1));
            }
            ")" => depth -= 1,
            _ => {}
        }
    }
    None
}

fn is_paste(tokens: &[Token]) -> bool {
    matches!(tokens, [one, two, ..] if one.text == "#" && two.text == "#" && !two.spaced)
}

fn paste_tokens(out: &mut Vec<Token>, right: Vec<Token>) {
    let mut right = right.into_iter();
    if let (Some(left), Some(first)) = (out.last_mut(), right.next()) {
        left.text.push_str(&first.text);
        if left.text.starts_with(lexer::is_word_start) && left.text.chars().all(lexer::is_word) {
            left.kind = TokenKind::Word;
        }
    }
    out.extend(right);
}

fn stringify_tokens(tokens: &[Token]) -> String {
    let mut text = String::new();
    for (place, token) in tokens.iter().enumerate() {
        if token.spaced && place > 0 {
            text.push(' ');
        }
        if token.kind == TokenKind::Quoted {
            text.push_str(&token.text.replace('\\', "\\\\").replace('"', "\\\""));
        } else {
            text.push_str(&token.text);
        }
    }
    format!("\"{text}\"")
}

/// Whether the compiler or its library defines this name, on the systems where programs are graded.
fn is_predefined(name: &str) -> Option<bool> {
    const DEFINED: [&str; 9] = [
        "__cplusplus",
        "__GNUC__",
        "__linux__",
        "__linux",
        "linux",
        "__unix__",
        "__unix",
        "unix",
        "__STDC_HOSTED__",
    ];
    const ELSEWHERE: [&str; 12] = [
        "_WIN32",
        "WIN32",
        "_WIN64",
        "WIN64",
        "__WIN32__",
        "_MSC_VER",
        "__MINGW32__",
        "__CYGWIN__",
        "__APPLE__",
        "__MACH__",
        "__BORLANDC__",
        "__MSDOS__",
    ];
    const LIBRARY: [&str; 16] = [
        "NULL", "EOF", "NDEBUG", "RAND_MAX", "BUFSIZ", "CHAR_BIT", "PATH_MAX", "M_PI", "HUGE_VAL",
        "assert", "errno", "stdin", "stdout", "stderr", "NAN", "INFINITY",
    ];
    if DEFINED.contains(&name) {
        return Some(true);
    }
    if ELSEWHERE.contains(&name) {
        return Some(false);
    }
    let is_limit = name.ends_with("_MAX") || name.ends_with("_MIN");
    let may_be = name.starts_with('_') || is_limit || LIBRARY.contains(&name);
    (!may_be).then_some(false)
}
