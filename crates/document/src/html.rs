//! Blocks as HTML.

use std::fmt;

use crate::{Block, Inline, Prose};

/// HTML in which all text is escaped. Only this module makes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Html(String);

impl fmt::Display for Html {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// A sentence, for a place where a page has an element for it.
pub fn prose_to_html(prose: &Prose) -> Html {
    let mut out = String::new();
    add_prose(&mut out, prose);
    Html(out)
}

/// Blocks, each with a line break after it.
pub fn blocks_to_html(blocks: &[Block]) -> Html {
    let mut out = String::new();
    for block in blocks {
        add_block(&mut out, block);
    }
    Html(out)
}

fn add_block(out: &mut String, block: &Block) {
    match block {
        Block::Heading(level, title) => add_element(out, &format!("h{level}"), "", title),
        Block::Paragraph(text) if text.is_empty() => return,
        Block::Paragraph(text) => add_element(out, "p", "", text),
        Block::Notice(paragraphs) => {
            out.push_str("<div class=\"notice\">");
            for line in paragraphs.iter().flatten() {
                out.push('\n');
                add_element(out, "p", "", line);
            }
            out.push_str("\n</div>");
        }
        Block::List(items) => {
            out.push_str("<ul>");
            for item in items {
                out.push('\n');
                add_element(out, "li", "", item);
            }
            out.push_str("\n</ul>");
        }
        Block::Table { columns, rows } => {
            out.push_str("<div class=\"wide\" tabindex=\"0\">\n<table>\n<thead><tr>");
            for column in columns {
                add_element(out, "th", " scope=\"col\"", &Prose::literal(column.title));
            }
            out.push_str("</tr></thead>\n<tbody>");
            for row in rows {
                out.push_str("\n<tr>");
                for cell in row {
                    add_element(out, "td", "", cell);
                }
                out.push_str("</tr>");
            }
            out.push_str("\n</tbody>\n</table>\n</div>");
        }
        Block::Code { language, text } => {
            let (start, end) = match *language {
                "sh" => ("<div class=\"command\"><pre><code>", "</code></pre></div>"),
                _ => ("<pre class=\"code\">", "</pre>"),
            };
            out.push_str(start);
            add_text(out, text);
            out.push_str(end);
        }
    }
    out.push('\n');
}

fn add_element(out: &mut String, name: &str, attributes: &str, prose: &Prose) {
    out.push_str(&format!("<{name}{attributes}>"));
    add_prose(out, prose);
    out.push_str(&format!("</{name}>"));
}

fn add_prose(out: &mut String, prose: &Prose) {
    for piece in prose.pieces() {
        match piece {
            Inline::Text(text) => add_text(out, text),
            Inline::Strong(pieces) => pieces.iter().for_each(|piece| add_strong(out, piece)),
            Inline::Code(_) => add_code(out, piece),
        }
    }
}

/// Code has a look of its own, so it is not strong as well.
fn add_strong(out: &mut String, piece: &Inline) {
    match piece {
        Inline::Text(text) => {
            out.push_str("<strong>");
            add_text(out, text);
            out.push_str("</strong>");
        }
        Inline::Strong(pieces) => pieces.iter().for_each(|piece| add_strong(out, piece)),
        Inline::Code(_) => add_code(out, piece),
    }
}

fn add_code(out: &mut String, piece: &Inline) {
    if let Inline::Code(span) = piece {
        out.push_str("<code>");
        add_text(out, span.code());
        out.push_str("</code>");
    }
}

fn add_text(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '"' => out.push_str("&#34;"),
            '&' => out.push_str("&#38;"),
            '\'' => out.push_str("&#39;"),
            '<' => out.push_str("&#60;"),
            '>' => out.push_str("&#62;"),
            other => out.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prose;

    #[test]
    fn no_text_becomes_markup() {
        let text = prose!("**Is `a` so?** {}", "<b>\"'& `<i>`");
        assert_eq!(
            prose_to_html(&text).to_string(),
            "<strong>Is </strong><code>a</code><strong> so?</strong> &#60;b&#62;&#34;&#39;&#38; <code>&#60;i&#62;</code>"
        );
        let code = Block::code("text", "<\n");
        assert_eq!(
            blocks_to_html(&[code]).to_string(),
            "<pre class=\"code\">&#60;</pre>\n"
        );
    }
}
