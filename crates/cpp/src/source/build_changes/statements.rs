//! Braces, parentheses and words of statements and functions.

use super::super::lexer::Token;
use super::change_list::ChangeList;
use super::place::ErrorPlace;
use super::spelling::is_type_word;
use model::TextEdit;

/// What the words of a statement or a function's head need.
pub(super) fn change_statements(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    close_blocks(place, found);
    mend_else(place, found);
    mend_condition(place, found);
    mend_case(place, found);
    mend_function_head(place, found);
    mend_declaration(place, found);
    if place.has(&[
        "not within loop",
        "not within a loop",
        "not in loop",
        "case label",
    ]) && matches!(place.word(0), "break" | "continue")
    {
        found.add(place.replace(place.at, 2, ""));
    }
    if place.has(&[
        "overloaded function type",
        "did you forget the '()'",
        "non-static member function",
    ]) {
        for at in place.line_tokens() {
            if place.tokens[at].is_word()
                && place.token(at.wrapping_sub(1)) == "."
                && place.token(at + 1) != "("
            {
                found.add(place.insert_after(at, "()"));
            }
        }
    }
}

/// A `}` that is missing before a function, or at the end, or one that is too many.
fn close_blocks(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    if place.has(&[
        "function-definition is not allowed",
        "function definition is not allowed",
    ]) {
        let start = place.declaration_start(place.at);
        found.add(place.insert_before(start, "}\n"));
    }
    if place.has(&["end of member declaration"]) && place.token(place.at) == "const" {
        found.add(place.insert_after(place.at, " {"));
    }
    if place.has(&["at end of input", "expected '}'", "at end of file"]) {
        for at in inner_functions(place).take(2).chain(outdented_line(place)) {
            found.add(place.insert_before(at, "}\n"));
        }
        let end = place.text.trim_end().len();
        found.add(TextEdit::insertion(end, "\n}\n"));
        found.add(TextEdit::insertion(end, "\n}\n}\n"));
    }
    let is_outside = place.open_braces(place.at).is_empty()
        && place.has(&[
            "expected unqualified-id",
            "expected declaration",
            "does not name a type",
            "expected constructor",
            "expected identifier or '('",
            "extraneous closing brace",
            "unknown type name",
            "expected external declaration",
            "file scope",
        ]);
    if !is_outside {
        return;
    }
    if place.word(0) == "{" && place.word(-1) == ";" {
        // `int main();` and then its body.
        found.add(place.replace(place.at - 1, 1, ""));
    }
    if place.word(0) == "}" {
        found.add(place.replace(place.at, 1, ""));
    }
    // A `}` that ends the function too early.
    let before = &place.tokens[..place.at.min(place.tokens.len())];
    let braces = before
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, token)| token.text == "}");
    for (at, _) in braces.take(2) {
        found.add(place.replace(at, 1, ""));
    }
}

/// The first tokens of functions that begin inside of others.
fn inner_functions<'t>(place: &'t ErrorPlace<'_>) -> impl Iterator<Item = usize> + 't {
    (0..place.tokens.len()).filter(|at| {
        is_type_word(place.token(*at))
            && place.tokens[*at].first
            && place.token(at + 2) == "("
            && place
                .closing(at + 2)
                .is_some_and(|end| place.token(end + 1) == "{")
            && !place.open_braces(*at).is_empty()
    })
}

/// The first token of a line that begins further left than the innermost block that is never closed, and is not its `}`.
fn outdented_line(place: &ErrorPlace<'_>) -> Option<usize> {
    let mut open: Vec<usize> = Vec::new();
    for (at, token) in place.tokens.iter().enumerate() {
        if token.first
            && let Some(block) = open.last()
            && token.text != "}"
            && indentation(place, at) <= indentation(place, *block)
            && place.tokens[*block].line < token.line
            && place.token(block + 1) != "}"
            && token.text != "{"
            && token.text != "#"
        {
            return Some(at);
        }
        match token.text.as_str() {
            "{" => open.push(at),
            "}" => {
                open.pop();
            }
            _ => {}
        }
    }
    None
}

/// How far the line of a token begins from the left, in bytes of white space.
fn indentation(place: &ErrorPlace<'_>, at: usize) -> usize {
    let before = &place.text[..place.tokens[at].start];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = &place.text[start..];
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// `if (…); … else`, `if (…) a; b; else`.
fn mend_else(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    let Some(at) = (place.at..place.at + 2).find(|at| place.token(*at) == "else") else {
        return;
    };
    if !place.has(&[
        "'else' without",
        "expected expression",
        "expected primary-expression",
        "expected '}'",
    ]) {
        return;
    }
    if place.token(at.wrapping_sub(1)) == ";" && place.token(at.wrapping_sub(2)) == "}" {
        found.add(place.replace(at - 1, 1, ""));
    }
    let Some(branch) = place.tokens[..at]
        .iter()
        .rposition(|token| token.text == "if")
    else {
        return;
    };
    let Some(end) = place.closing(branch + 1).filter(|end| *end < at) else {
        return;
    };
    if place.token(end + 1) == ";" {
        found.add(place.replace(end + 1, 1, ""));
    }
    if place.token(end + 1) != "{" {
        let open = place.insert_after(end, " {");
        found.add_together([open, place.insert_before(at, "} ")]);
    } else if place.token(at.wrapping_sub(1)) != "}" {
        found.add(place.insert_before(at, "} "));
    }
    // `else` after `else`.
    if place.token(at + 1) == "if" {
        found.add(place.replace(at, 1, ""));
    }
}

/// The head of a loop with fewer semicolons than two: a comma or a colon is in its place, a number and a name are not separated, or a
/// part is missing. And a counter that C90 does not let a loop declare.
pub(super) fn mend_for(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    let before = &place.tokens[..place.at.min(place.tokens.len())];
    let near = before.len().saturating_sub(40);
    let Some(start) = before[near..].iter().rposition(|token| token.text == "for") else {
        return;
    };
    let start = near + start;
    if place.token(start + 1) != "(" {
        return;
    }
    if place.has(&["loop initial declarations"]) && is_type_word(place.token(start + 2)) {
        let kind = place.token(start + 2);
        let name = place.token(start + 3);
        let declared = place.insert_before(start, &format!("{kind} {name}; "));
        found.add_together(
            [Some(declared), place.remove_to_next(start + 2)]
                .into_iter()
                .flatten(),
        );
    }
    let Some(end) = place.closing(start + 1).filter(|end| *end + 1 >= place.at) else {
        return;
    };
    let head = start + 2..end;
    let all = |sign: &'static str| head.clone().filter(move |at| place.token(*at) == sign);
    let missing = 2_usize.saturating_sub(all(";").count());
    if missing == 0 {
        return;
    }
    for sign in [":", ","] {
        let written: Vec<usize> = all(sign).collect();
        let last = written.len().saturating_sub(missing);
        let edits: Vec<TextEdit> = written[last..]
            .iter()
            .filter_map(|at| place.replace(*at, 1, ";"))
            .collect();
        if edits.len() == missing {
            found.add_together(edits);
        }
    }
    for at in head.clone() {
        let text = &place.tokens[at].text;
        let digits = text.len()
            - text
                .trim_start_matches(|sign: char| sign.is_ascii_digit())
                .len();
        if digits > 0 && digits < text.len() && !text.contains('.') {
            found.add(TextEdit::insertion(place.tokens[at].start + digits, "; "));
        }
    }
    if missing == 1 {
        found.add_each(all(";").map(|at| place.insert_after(at, ";")));
    }
}

/// `if x > 0 {`, `if (x > 0 {`, `if (x > 0)) {`, `while (x) do {`.
fn mend_condition(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    let line = place.line_tokens();
    let start = place.at.min(line.end).saturating_sub(30);
    let nearby = place
        .tokens
        .get(start..place.at.min(place.tokens.len()))
        .unwrap_or_default();
    let is_branch =
        |token: &Token| matches!(token.text.as_str(), "if" | "while" | "switch" | "for");
    let Some(word) = nearby.iter().rposition(is_branch).map(|at| start + at) else {
        return;
    };
    let line = place.tokens[word].line;
    let end = place.tokens[word..]
        .iter()
        .take_while(|token| token.line == line)
        .count()
        + word;
    let Some(last) = end.checked_sub(1).filter(|last| *last > word) else {
        return;
    };
    // Where the condition ends: before the `{`, or at the end of the line.
    let body = (word + 1..end)
        .find(|at| place.token(*at) == "{")
        .unwrap_or(end);
    let Some(ends_at) = place
        .tokens
        .get(body - 1)
        .map(Token::end)
        .filter(|_| body > word + 1)
    else {
        return;
    };
    let close = TextEdit::insertion(ends_at, ")");
    if place.token(word + 1) == "(" {
        if place.has(&["expected ')'"]) {
            found.add(close);
        }
    } else if place.has(&["expected '('"]) {
        found.add_together([place.insert_before(word + 1, "("), close]);
    }
    if place.token(last) == "then" {
        found.add(place.replace(last, 1, ""));
    }
}

/// `case 1;`
fn mend_case(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    let is_case = place
        .line_tokens()
        .any(|at| matches!(place.token(at), "case" | "default" | "?"));
    if !is_case || !place.has(&["expected ':'", "expected ';'"]) {
        return;
    }
    for at in [place.at, place.at.wrapping_sub(1)] {
        if matches!(place.token(at), ";" | "," | ">") {
            found.add(place.replace(at, 1, ":"));
        }
    }
}

/// The type that a function returns, and what it returns.
fn mend_function_head(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    if place.has(&["must return 'int'"]) {
        let main = place.tokens.iter().position(|token| token.text == "main");
        if let Some(before) = main.and_then(|main| main.checked_sub(1)) {
            found.add(place.replace(before, 1, "int"));
        }
    }
    if place.has(&[
        "with no type",
        "type specifier missing",
        "expected constructor",
        "return type defaults",
    ]) && place.tokens.get(place.at).is_some_and(Token::is_word)
    {
        for kind in ["int ", "void "] {
            found.add(place.insert_before(place.at, kind));
        }
    }
    if place.has(&["return-statement with a value", "should not return a value"]) {
        let head = place.tokens[..place.at.min(place.tokens.len())]
            .windows(3)
            .rposition(|head| head[0].text == "void" && head[1].is_word() && head[2].text == "(");
        for kind in ["int", "double"] {
            let edit = head.and_then(|head| place.replace(head, 1, kind));
            found.add(edit);
        }
    }
    if place.has(&["return-statement with no value", "should return a value"]) {
        let word = (place.at.saturating_sub(1)..=place.at).find(|at| place.token(*at) == "return");
        found.add(word.map(|at| place.insert_after(at, " 0")));
    }
}

/// A variable that is declared twice, or is constant.
fn mend_declaration(place: &ErrorPlace<'_>, found: &mut ChangeList) {
    if place.has(&[
        "redeclaration",
        "redefinition of",
        "conflicting declaration",
    ]) {
        let statement = place.statement_tokens(place.at);
        let kind = statement.clone().find(|at| is_type_word(place.token(*at)));
        if let Some(kind) = kind.filter(|kind| *kind < place.at) {
            found.add(place.remove_to_next(kind));
        }
    }
    if place.has(&["read-only", "const-qualified"]) {
        let quoted = place.message.split('\'').nth(1).unwrap_or_default();
        for (at, token) in place.tokens.iter().enumerate() {
            if token.text == "const" && (at + 1..at + 4).any(|next| place.token(next) == quoted) {
                found.add(place.replace(at, 1, ""));
            }
        }
    }
    if place.has(&["two or more data types"]) && place.at > 0 {
        found.add(place.replace(place.at - 1, 1, ""));
    }
}
