//! What a compiler reports of a program's files: errors with their places, and the changes that it proposes itself.

use std::iter::Peekable;
use std::str::Chars;

use super::super::lexer::lex;
use super::place::{CompilerError, byte_offset};
use super::spelling::is_alike;
use model::TextEdit;

/// More errors than anybody reads.
const MOST: usize = 200;

/// The errors that a compiler reports in these files, given by name and text, in its order.
pub fn compiler_errors(said: &str, files: &[(String, String)]) -> Vec<CompilerError> {
    let said = said.replace(['‘', '’'], "'");
    let mut found: Vec<CompilerError> = Vec::new();
    for line in said.lines() {
        if let Some(error) = parse_error(line, files) {
            if found.len() == MOST {
                break;
            }
            found.push(error);
        } else if let Some(error) = found.last_mut()
            && let Some((file, fix)) = parse_fix(line, files)
            && file == error.file
        {
            error.fixes.push(fix);
        }
    }
    found
}

/// What a linker misses, as errors at the places of the names that may be misspelt.
pub fn linker_errors(said: &str, files: &[(String, String)]) -> Vec<CompilerError> {
    let mut found = Vec::new();
    for line in said.lines() {
        let Some((_, name)) = line.split_once("undefined reference to ") else {
            continue;
        };
        let name = name.trim_matches(['`', '\'', '‘', '’', '"']);
        let name = name.split('(').next().unwrap_or(name);
        let name = name.rsplit("::").next().unwrap_or(name);
        let error = files.iter().enumerate().find_map(|(file, (_, text))| {
            let tokens = lex(text).tokens;
            let token = tokens.iter().find(|token| match name {
                "main" => is_alike(&token.text, name),
                _ => token.text == name,
            })?;
            let before = text.get(..token.start)?;
            Some(CompilerError {
                file,
                line: token.line + 1,
                column: token.start - before.rfind('\n').map_or(0, |end| end + 1) + 1,
                message: format!("undefined reference to '{name}'"),
                fixes: Vec::new(),
            })
        });
        found.extend(error);
        if found.len() == MOST {
            break;
        }
    }
    found
}

/// `a.cpp:12:5: error: expected ';'`
fn parse_error(line: &str, files: &[(String, String)]) -> Option<CompilerError> {
    let (place, message) = line
        .split_once(": error: ")
        .or_else(|| line.split_once(": fatal error: "))?;
    let mut parts = place.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    let file = file_place(parts.next()?, files)?;
    Some(CompilerError {
        file,
        line,
        column,
        message: message.to_owned(),
        fixes: Vec::new(),
    })
}

fn file_place(name: &str, files: &[(String, String)]) -> Option<usize> {
    let name = name.trim_start_matches("./");
    files.iter().position(|(file, _)| file == name)
}

/// `fix-it:"a.cpp":{12:5-12:5}:";"`
fn parse_fix(line: &str, files: &[(String, String)]) -> Option<(usize, TextEdit)> {
    let rest = line.strip_prefix("fix-it:")?;
    let (name, rest) = parse_quoted(rest)?;
    let file = file_place(&name, files)?;
    let (_, text) = files.get(file)?;
    let (range, rest) = rest.strip_prefix(":{")?.split_once("}:")?;
    let (start, end) = range.split_once('-')?;
    let (added, _) = parse_quoted(rest)?;
    let start = parse_offset(start, text)?;
    let end = parse_offset(end, text)?;
    let fix = TextEdit {
        start,
        end: end.max(start),
        text: added,
    };
    Some((file, fix))
}

/// `12:5`
fn parse_offset(place: &str, text: &str) -> Option<usize> {
    let (line, column) = place.split_once(':')?;
    Some(byte_offset(text, line.parse().ok()?, column.parse().ok()?))
}

/// A text in quotation marks, and what follows it.
fn parse_quoted(text: &str) -> Option<(String, &str)> {
    let mut signs = text.strip_prefix('"')?.chars().peekable();
    let mut bytes = Vec::new();
    loop {
        match signs.next()? {
            '"' => break,
            '\\' => bytes.extend(parse_escape(&mut signs)?),
            other => bytes.extend(other.to_string().into_bytes()),
        }
    }
    let rest: usize = signs.map(char::len_utf8).sum();
    let text = text.get(text.len() - rest..)?;
    Some((String::from_utf8(bytes).ok()?, text))
}

/// What follows a backslash: a letter, or the three octal digits of a byte.
fn parse_escape(signs: &mut Peekable<Chars<'_>>) -> Option<Vec<u8>> {
    let first = signs.next()?;
    let Some(mut value) = first.to_digit(8) else {
        let sign = match first {
            'n' => '\n',
            't' => '\t',
            other => other,
        };
        return Some(sign.to_string().into_bytes());
    };
    for _ in 0..2 {
        let Some(digit) = signs.peek().and_then(|sign| sign.to_digit(8)) else {
            break;
        };
        signs.next();
        value = value * 8 + digit;
    }
    Some(vec![u8::try_from(value).ok()?])
}
