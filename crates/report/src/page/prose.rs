//! A sentence as pieces that a template can escape one by one.

use crate::markdown;
use crate::reading::{MarkdownSpan, parse_spans};

/// A piece of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ProseSegment {
    Plain(String),
    Code(String),
    Strong(String),
}

/// A sentence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Prose(pub(crate) Vec<ProseSegment>);

impl Prose {
    /// What somebody wrote; its code spans stay code.
    pub(crate) fn from_text(raw: &str) -> Prose {
        Prose::from_markdown(&markdown::escape_inline(raw))
    }

    /// A line as [`markdown`] writes it.
    pub(super) fn from_markdown(line: &str) -> Prose {
        let mut prose = Prose::default();
        let mut is_strong = false;
        for span in parse_spans(line) {
            match span {
                MarkdownSpan::Bold => is_strong = !is_strong,
                MarkdownSpan::Code(quoted) => prose
                    .0
                    .push(ProseSegment::Code(strip_backticks(quoted).to_owned())),
                MarkdownSpan::Plain(text) | MarkdownSpan::Escaped(text) => {
                    prose.append_text(text, is_strong)
                }
            }
        }
        prose
    }

    /// Whether it says nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn append_text(&mut self, text: &str, is_strong: bool) {
        match (self.0.last_mut(), is_strong) {
            (Some(ProseSegment::Plain(last)), false) | (Some(ProseSegment::Strong(last)), true) => {
                last.push_str(text);
            }
            (_, true) => self.0.push(ProseSegment::Strong(text.to_owned())),
            (_, false) => self.0.push(ProseSegment::Plain(text.to_owned())),
        }
    }
}

/// What stands in a code span.
fn strip_backticks(span: &str) -> &str {
    let ticks = markdown::run_length(span);
    let inner = span
        .get(ticks..span.len().saturating_sub(ticks))
        .unwrap_or_default();
    let padded = inner.strip_prefix(' ').and_then(|it| it.strip_suffix(' '));
    padded
        .filter(|it| !it.trim().is_empty() || it.is_empty())
        .unwrap_or(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_stays_code_and_nothing_else_becomes_markup() {
        let code = |text: &str| ProseSegment::Code(text.to_owned());
        let plain = |text: &str| ProseSegment::Plain(text.to_owned());
        let prose = Prose::from_text("`a|b` is <b>, **not** `x");
        assert_eq!(prose.0, [code("a|b"), plain(" is <b>, **not** `x")]);
        let strong = Prose::from_markdown("**What it means.** `` ` ``");
        let told = ProseSegment::Strong("What it means.".to_owned());
        assert_eq!(strong.0, [told, plain(" "), code("`")]);
    }
}
