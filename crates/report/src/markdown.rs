//! Markdown made of text that nobody vouches for.
//!
//! Two promises: what is passed as text appears as that text, whatever markup it imitates, and it stays where
//! it was put: in its sentence, its cell or its fence. One kindness: a well-formed `` `code span` `` in a
//! sentence stays one, because inside a code span nothing is markup.

use super::visible::{self, VisibleDetail};

/// Prose on one line.
pub(super) fn escape_text(raw: &str) -> String {
    guard_line_start(escape_prose(raw, false))
}

/// Prose in the middle of a line.
pub(super) fn escape_inline(raw: &str) -> String {
    escape_prose(raw, false)
}

/// Prose in a table's cell.
pub(super) fn escape_cell(raw: &str) -> String {
    escape_prose(raw, true)
}

/// A code span; blanks at its ends survive.
pub(super) fn code_span(raw: &str) -> String {
    let shown = visible::escape_line(raw, VisibleDetail::Tabs);
    let ticks = "`".repeat(longest_run(&shown) + 1);
    let pads = shown.starts_with(['`', ' ']) || shown.ends_with(['`', ' ']) || shown.is_empty();
    let pad = if pads { " " } else { "" };
    format!("{ticks}{pad}{shown}{pad}{ticks}")
}

/// A code span in a table's cell.
pub(super) fn code_cell(raw: &str) -> String {
    if raw.contains("\\|") {
        escape_cell(raw)
    } else {
        code_span(raw).replace('|', "\\|")
    }
}

/// A fenced block. Its fence is longer than any run of backticks in `body`.
pub(super) fn fenced_block(info: &str, body: &str) -> String {
    let ticks = "`".repeat(longest_run(body).max(2) + 1);
    format!("{ticks}{info}\n{}\n{ticks}", body.trim_end_matches('\n'))
}

/// A table; `columns` are titles with their alignment row, `rows` hold finished cells.
pub(super) fn render_table(columns: &[(&str, &str)], rows: &[Vec<String>]) -> String {
    let titles = columns
        .iter()
        .map(|(title, _)| (*title).to_owned())
        .collect();
    let rules = columns.iter().map(|(_, rule)| (*rule).to_owned()).collect();
    let all: Vec<String> = [titles, rules]
        .iter()
        .chain(rows)
        .map(|cells| render_row(cells))
        .collect();
    all.join("\n")
}

fn render_row(cells: &[String]) -> String {
    let filled = cells.iter().map(|cell| {
        if cell.is_empty() {
            " ".into()
        } else {
            format!(" {cell} ")
        }
    });
    format!("|{}|", filled.collect::<Vec<String>>().join("|"))
}

fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`')
        .map(str::len)
        .max()
        .unwrap_or(0)
}

fn escape_prose(raw: &str, in_cell: bool) -> String {
    let shown = visible::one_line(raw);
    let mut out = String::with_capacity(shown.len());
    let mut rest = shown.as_str();
    while let Some(start) = rest.find('`') {
        escape_into(&mut out, &rest[..start], in_cell);
        rest = &rest[start..];
        // In a cell `\|` is a bar even inside code, so a backslash that stands before a bar cannot be code.
        let fits = |&length: &usize| !in_cell || !rest[..length].contains("\\|");
        let taken = span_length(rest).filter(fits);
        match taken {
            Some(length) if in_cell => out.push_str(&rest[..length].replace('|', "\\|")),
            Some(length) => out.push_str(&rest[..length]),
            None => out.push_str(&"\\`".repeat(run_length(rest))),
        }
        rest = &rest[taken.unwrap_or(run_length(rest))..];
    }
    escape_into(&mut out, rest, in_cell);
    out
}

/// The length of the code span at the start of `text`: it ends at the next run of as many backticks.
pub(super) fn span_length(text: &str) -> Option<usize> {
    let run = run_length(text);
    let mut at = run;
    while let Some(found) = text[at..].find('`') {
        at += found;
        let closing = run_length(&text[at..]);
        at += closing;
        if closing == run {
            return Some(at);
        }
    }
    None
}

/// How many backticks a text begins with.
pub(super) fn run_length(text: &str) -> usize {
    text.len() - text.trim_start_matches('`').len()
}

fn escape_into(out: &mut String, plain: &str, in_cell: bool) {
    for (at, character) in plain.char_indices() {
        match character {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '*' | '_' | '[' | ']' | '~' => out.extend(['\\', character]),
            '|' if in_cell => out.push_str("\\|"),
            ':' if plain[at..].starts_with("://") => out.push_str("\\:"),
            _ => out.push(character),
        }
    }
}

/// Markup that only means something where a line starts: headings, quotes, lists, rules.
fn guard_line_start(prose: String) -> String {
    let digits = prose.len() - prose.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let numbered = digits > 0 && prose[digits..].starts_with(['.', ')']);
    if prose.starts_with(['#', '>', '+', '-', '=', ':', '|']) || numbered {
        format!("{}\\{}", &prose[..digits], &prose[digits..])
    } else {
        prose
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        let cases = [
            (
                "<script>alert(1)</script>",
                "&lt;script>alert(1)&lt;/script>",
            ),
            ("a *b* _c_ [d](e)", "a \\*b\\* \\_c\\_ \\[d\\](e)"),
            ("one ` tick", "one \\` tick"),
            ("keeps `code < spans`", "keeps `code < spans`"),
            ("``uneven` <b>", "\\`\\`uneven\\` &lt;b>"),
            ("# no heading", "\\# no heading"),
            ("12. no list", "12\\. no list"),
            ("two\nlines\r\nhere", "two lines here"),
            ("see http://x", "see http\\://x"),
            ("\u{1b}[2J &amp;", "␛\\[2J &amp;amp;"),
        ];
        for (raw, markdown) in cases {
            assert_eq!(escape_text(raw), markdown);
        }
    }

    #[test]
    fn a_cell_cannot_be_left() {
        assert_eq!(escape_cell("a | b"), "a \\| b");
        assert_eq!(escape_cell("a \\| b"), "a \\\\\\| b");
        assert_eq!(escape_cell("`a | b`"), "`a \\| b`");
        assert_eq!(escape_cell("`a \\| b`"), "\\`a \\\\\\| b\\`");
        assert_eq!(escape_cell("a\n| new | row |"), "a \\| new \\| row \\|");
        assert_eq!(code_cell("a|b"), "`a\\|b`");
    }

    #[test]
    fn a_fence_is_longer_than_any_fence_inside() {
        assert_eq!(
            fenced_block("text", "a\n````\nb"),
            "`````text\na\n````\nb\n`````"
        );
        assert_eq!(fenced_block("", "a"), "```\na\n```");
    }

    #[test]
    fn code_spans_hold_backticks_and_blanks() {
        assert_eq!(code_span("3"), "`3`");
        assert_eq!(code_span("a`b"), "``a`b``");
        assert_eq!(code_span("`"), "`` ` ``");
        assert_eq!(code_span(" x"), "`  x `");
    }
}
