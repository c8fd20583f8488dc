//! Parts of a document in a template, which must not escape them again.

use std::fmt;

use document::{Block, Html, Prose};

/// HTML that `document` made; no other text can become one.
pub(crate) struct SafeHtml(Html);

impl fmt::Display for SafeHtml {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl askama::filters::HtmlSafe for SafeHtml {}

impl askama::FastWritable for SafeHtml {
    fn write_into(&self, out: &mut dyn fmt::Write, _: &dyn askama::Values) -> askama::Result<()> {
        Ok(write!(out, "{}", self.0)?)
    }
}

/// A sentence.
pub(crate) fn prose(text: &Prose) -> SafeHtml {
    SafeHtml(document::prose_to_html(text))
}

/// Blocks.
pub(crate) fn blocks(blocks: &[Block]) -> SafeHtml {
    SafeHtml(document::blocks_to_html(blocks))
}
