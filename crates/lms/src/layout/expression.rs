//! Regular expressions that stand in this program's text.

use std::sync::OnceLock;

use regex::{Captures, Regex};

/// An expression that is compiled when it is first needed. One that does not compile matches nothing, which a test would show.
pub(super) struct StaticRegex {
    text: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

impl StaticRegex {
    pub(super) const fn new(text: &'static str) -> StaticRegex {
        StaticRegex {
            text,
            compiled: OnceLock::new(),
        }
    }

    pub(super) fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        let compiled = self.compiled.get_or_init(|| Regex::new(self.text).ok());
        compiled.as_ref()?.captures(text)
    }
}

/// What a group caught.
pub(super) fn group_text<'t>(captures: &Captures<'t>, name: &str) -> Option<&'t str> {
    captures
        .name(name)
        .map(|it| it.as_str())
        .filter(|text| !text.is_empty())
}
