//! Signs that are missing, too many, or others than were meant.

use super::super::lexer::{Token, TokenKind};
use super::change_list::ChangeList;
use super::place::ErrorPlace;
use model::TextEdit;

/// Signs that are written in one way and meant in another.
const MISTYPED: [(&[&str], &str); 10] = [
    (&["=", ">"], ">="),
    (&["and", "&", "&"], "&&"),
    (&["or", "|", "|"], "||"),
    (&["=", "<"], "<="),
    (&["=", "!"], "!="),
    (&["<", ">"], "!="),
    (&["=", "=", "="], "=="),
    (&["-", "<"], "<-"),
    (&["&", "&", "&"], "&&"),
    (&["|", "|", "|"], "||"),
];

/// `cout << a "b"`: two values on one line of a statement that prints or reads, or of a condition, where a semicolon would end it too
/// early. And `i+;`.
pub(super) fn join_operands(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    let is_value = |token: &Token| token.kind != TokenKind::Sign || token.text == ")";
    let is_between = place.previous().is_some_and(is_value)
        && place
            .tokens
            .get(place.at)
            .is_some_and(|token| token.kind != TokenKind::Sign && !token.first);
    let statement = place.statement_tokens(place.at);
    for (stream, arrows) in [("cout", " << "), ("cin", " >> ")] {
        if is_between && statement.clone().any(|at| place.token(at) == stream) {
            found.add(place.insert_after_previous(arrows));
        }
    }
    if is_between
        && statement
            .clone()
            .any(|at| matches!(place.token(at), "if" | "while"))
    {
        found.add(place.insert_after_previous(" && "));
    }
    let counts = matches!(place.word(-1), "+" | "-") && matches!(place.word(0), ";" | ")");
    if counts
        && place
            .at
            .checked_sub(2)
            .is_some_and(|before| place.tokens[before].is_word())
    {
        found.add(place.insert_after_previous(place.word(-1)));
    }
}

/// What an error's message asks for, and the signs that are most often forgotten.
pub(super) fn change_signs(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    let expected = expected_signs(place.message);
    for sign in &expected {
        found.add(place.insert_after_previous(&spaced_sign(sign)));
    }
    // `:` for `;`, and a comma that goes on where a statement ends.
    for (at, is_asked) in [
        (place.at, expected.contains(&";")),
        (place.at.wrapping_sub(1), true),
    ] {
        if is_asked && matches!(place.token(at), ":" | ",") {
            found.add(place.replace(at, 1, ";"));
        }
    }
    change_odd_characters(place, found);
    change_quotes(place, found);
    change_operators(place, found);
    balance_parentheses(place, found);
    remove_signs(place, found);
    add_usual_signs(place, found);
}

/// `expected ',' or ';' before 'x'`: what is expected, in the order of the message.
fn expected_signs(message: &str) -> Vec<&str> {
    let Some((_, expected)) = message.split_once("expected ") else {
        return Vec::new();
    };
    let expected = expected.split(" before ").next().unwrap_or(expected);
    let mut signs: Vec<&str> = expected.split('\'').skip(1).step_by(2).collect();
    signs.retain(|sign| sign.len() <= 2 || *sign == "while");
    // A semicolon is forgotten more often than the comma that is named before it.
    signs.sort_by_key(|sign| *sign != ";");
    signs
}

fn spaced_sign(sign: &str) -> String {
    match sign {
        "{" | "while" => format!(" {sign} "),
        "}" => "\n}\n".to_owned(),
        sign => sign.to_owned(),
    }
}

/// Signs from word processors, and signs that C++ has no use for.
fn change_odd_characters(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    if !place.has(&[
        "stray ",
        "unexpected character",
        "non-ASCII character",
        "source file is not valid",
    ]) {
        return;
    }
    let mut all = Vec::new();
    for (start, sign) in place.text.char_indices() {
        let plain = match sign {
            '“' | '”' | '„' | '″' => "\"",
            '‘' | '’' | '′' => "'",
            '–' | '—' | '−' => "-",
            '\u{a0}' | '\u{200b}' | '\u{feff}' => " ",
            '；' => ";",
            '（' => "(",
            '）' => ")",
            '，' => ",",
            _ => continue,
        };
        all.push(TextEdit {
            start,
            end: start + sign.len_utf8(),
            text: plain.to_owned(),
        });
    }
    found.add_together(all);
    // `\n` outside of quotation marks.
    if place.word(0) == "\\" && place.word(1).starts_with('n') && place.word(1).len() == 1 {
        found.add(place.replace(place.at, 2, "\"\\n\""));
    }
    found.add(place.replace(place.at, 1, ""));
}

/// Texts that are not closed, and the other kind of quotation marks.
fn change_quotes(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    let is_open = place.has(&["missing terminating"]);
    let is_kind = place.has(&[
        "const char",
        "'char'",
        "multi-character",
        "character constant too long",
        "pointer and integer",
        "char [",
        "no match for 'operator",
    ]);
    for at in place.line_tokens() {
        let token = &place.tokens[at];
        if token.kind != TokenKind::Quoted {
            continue;
        }
        let Some(quote) = token
            .text
            .chars()
            .next()
            .filter(|it| ['"', '\''].contains(it))
        else {
            continue;
        };
        let inner = token.text.trim_start_matches(quote);
        let is_closed = token.text.len() > 1 && inner.ends_with(quote);
        if is_open && !is_closed {
            close_text(place, at, quote, found);
        } else if is_kind && is_closed {
            let inner = &inner[..inner.len() - 1];
            let is_character =
                inner.chars().count() == 1 || inner.len() == 2 && inner.starts_with('\\');
            let other = if quote == '"' { '\'' } else { '"' };
            if other == '"' || is_character {
                let changed = format!("{other}{inner}{other}");
                found.add(place.replace(at, 1, &changed));
            }
        }
    }
}

/// The second quotation mark of a text that goes to the end of its line: before the next operator, the arguments of a format, or
/// what ends the statement. Or the mark is the second, and the first is missing.
fn close_text(place: &ErrorPlace<'_>, at: usize, quote: char, found: &mut ChangeList) {
    let token = &place.tokens[at];
    let text = token.text.trim_end();
    let end = text.trim_end_matches([';', ')', '{', ' ']);
    let mut places: Vec<usize> = text.find(" <<").into_iter().collect();
    places.extend(format_end(text));
    if end.len() < text.len() {
        places.push(end.len());
    }
    if text.ends_with(';') {
        places.push(text.len() - 1);
    }
    places.extend(text.find("<<"));
    places.extend(text.find(','));
    places.push(text.len());
    if place.tokens[..at].last().is_some_and(Token::is_word) {
        let start = place.tokens[..at]
            .iter()
            .rposition(|token| !token.is_word())
            .map_or(0, |before| before + 1);
        found.add(place.insert_before(start, &quote.to_string()));
    }
    for inside in places {
        if inside > 0 {
            found.add(TextEdit::insertion(token.start + inside, quote.to_string()));
        }
    }
}

/// Where a format ends: before the comma that as many commas follow as the format has conversions, less one.
fn format_end(text: &str) -> Option<usize> {
    let commas: Vec<usize> = text.match_indices(',').map(|(at, _)| at).collect();
    (0..commas.len()).find_map(|number| {
        let before = &text[..commas[number]];
        let conversions = before.matches('%').count() - 2 * before.matches("%%").count();
        (conversions > 0 && conversions == commas.len() - number).then_some(commas[number])
    })
}

/// Operators of two signs in the wrong order, arrows in the wrong direction, `=` for `==`, `.` for `->`.
fn change_operators(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    for start in place.at.saturating_sub(2)..=place.at {
        for (written, meant) in MISTYPED {
            let is_written = written
                .iter()
                .enumerate()
                .all(|(next, sign)| place.token(start + next) == *sign);
            if is_written {
                found.add(place.replace(start, written.len(), meant));
            }
        }
    }
    let statement = place.statement_tokens(place.at);
    if place.has(&["'std::istream'", "'std::ostream'", "istream", "ostream"]) {
        for (written, meant) in [("<", ">>"), (">", "<<")] {
            let pairs = statement.clone().filter(|at| {
                place.token(*at) == written
                    && place.token(at + 1) == written
                    && place.token(at.wrapping_sub(1)) != written
            });
            found.add_together(pairs.filter_map(|at| place.replace(at, 2, meant)));
        }
    }
    // `cout < x`, `cin > x`.
    for (stream, sign, meant) in [("cout", "<", "<<"), ("cin", ">", ">>")] {
        if statement.clone().any(|at| place.token(at) == stream) {
            let singles = statement.clone().filter(|at| {
                place.token(*at) == sign
                    && place.token(at + 1) != sign
                    && place.token(at.wrapping_sub(1)) != sign
            });
            found.add_together(singles.filter_map(|at| place.replace(at, 1, meant)));
        }
    }
    if place.has(&["lvalue required as left operand", "not assignable"]) {
        for at in statement
            .clone()
            .filter(|at| is_plain_assignment(place, *at))
        {
            found.add(place.replace(at, 1, "=="));
        }
    }
    if place.has(&["non-pointer type", "pointer type", "request for member"]) {
        for at in place.line_tokens() {
            if place.token(at) == "-" && place.token(at + 1) == ">" {
                found.add(place.replace(at, 2, "."));
            } else if place.token(at) == "." {
                found.add(place.replace(at, 1, "->"));
            }
        }
    }
    if place.has(&["operator%"])
        && let Some(at) = place.line_tokens().find(|at| place.token(*at) == "%")
        && at > 0
    {
        found.add(place.insert_before(at - 1, "(int)"));
        found.add_together([
            place.insert_before(at - 1, "(int)"),
            place.insert_before(at + 1, "(int)"),
        ]);
    }
    // `2x`, `2(a + b)`.
    if place.has(&[
        "invalid suffix",
        "numeric literal operator",
        "cannot be used as a function",
        "fixed-point types",
    ]) {
        multiply_number(place, found);
    }
    // `0 < x < `: a comparison whose left side is left out.
    if place.has(&["expected primary-expression", "expected expression"])
        && matches!(place.word(0), "<" | ">" | "=" | "!")
        && let Some(name) = compared_name(place)
    {
        found.add(place.insert_before(place.at, &format!("{name} ")));
    }
}

fn is_plain_assignment(place: &ErrorPlace<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |before| place.token(before));
    place.token(at) == "="
        && place.token(at + 1) != "="
        && !matches!(before, "=" | "<" | ">" | "!" | "+" | "-" | "*" | "/" | "%")
}

fn multiply_number(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    for at in place.line_tokens() {
        let token = &place.tokens[at];
        if token.kind == TokenKind::Number {
            let digits = token
                .text
                .trim_end_matches(|sign: char| sign.is_alphabetic() || sign == '_')
                .len();
            if digits > 0 && digits < token.text.len() {
                for sign in [" * ", "; "] {
                    found.add(TextEdit::insertion(token.start + digits, sign));
                }
            }
        }
        let is_value = token.kind == TokenKind::Number || token.is_word() || token.text == ")";
        if is_value && place.token(at + 1) == "(" {
            found.add(TextEdit::insertion(token.end(), " * "));
        }
    }
}

/// The name on the left of the comparison before the error.
fn compared_name<'t>(place: &ErrorPlace<'t>) -> Option<&'t str> {
    let statement = place.statement_tokens(place.at);
    let before = place.tokens.get(statement.start..place.at)?;
    let sign = before
        .iter()
        .rposition(|token| matches!(token.text.as_str(), "<" | ">" | "=" | "!"))?;
    let name = before[..sign].iter().rfind(|token| token.is_word())?;
    Some(&name.text)
}

/// Parentheses of the statement, or of the line, that do not match.
fn balance_parentheses(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    for range in [place.statement_tokens(place.at), place.line_tokens()] {
        let all = |sign: &'static str| range.clone().filter(move |at| place.token(*at) == sign);
        let opened = all("(").count();
        let closed = all(")").count();
        if opened > closed {
            let last = range
                .clone()
                .rfind(|at| !matches!(place.token(*at), ";" | "{" | ")"));
            found.add(last.map(|at| place.insert_after(at, ")")));
            let extra = all("(").filter_map(|at| place.replace(at, 1, ""));
            found.add_each(extra);
        }
        if closed > opened {
            let first = range.clone().find(|at| place.tokens[*at].is_word());
            found.add(first.map(|at| place.insert_after(at, "(")));
            let extra = all(")").filter_map(|at| place.replace(at, 1, ""));
            found.add_each(extra);
        }
    }
}

/// The first token of the `<<` or `>>` before the error.
fn arrow_before(place: &ErrorPlace<'_>) -> Option<usize> {
    place
        .at
        .checked_sub(2)
        .filter(|before| is_arrow(place, *before))
}

fn is_arrow(place: &ErrorPlace<'_>, first: usize) -> bool {
    matches!(place.token(first), "<" | ">") && place.token(first) == place.token(first + 1)
}

/// `cout << x << ;`
pub(super) fn remove_last_arrow(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    if matches!(place.word(0), ";" | ")" | "}") {
        found.add(arrow_before(place).and_then(|arrow| place.replace(arrow, 2, "")));
    }
}

/// A token at the error, or before it, that is one too many.
fn remove_signs(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    found.add(arrow_before(place).and_then(|arrow| place.replace(arrow, 2, "")));
    if is_arrow(place, place.at) {
        found.add(place.replace(place.at, 2, ""));
    }
    found.add(place.replace(place.at, 1, ""));
    if let Some(before) = place.at.checked_sub(1) {
        found.add(place.replace(before, 1, ""));
    }
}

/// What is forgotten most often.
fn add_usual_signs(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    let statement = place.statement_tokens(place.at);
    let mut signs = vec![";", ")"];
    if statement.clone().any(|at| place.token(at) == "cout") {
        signs.insert(0, " << ");
    }
    if statement.clone().any(|at| place.token(at) == "cin") {
        signs.insert(0, " >> ");
    }
    signs.extend([
        "(", " { ", "\n}\n", ", ", " = ", " + ", " * ", " && ", "]", "\"", " 0",
    ]);
    for sign in signs {
        found.add(place.insert_after_previous(sign));
    }
}
