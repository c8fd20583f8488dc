//! Markdown as [`document::markdown`] writes it, read back: which lines stand in a fence, and what a line of prose says.
//!
//! `grader report` prints the files of an earlier run, which is all that is left of it. So what the terminal shows is
//! read from Markdown, by the rules by which it was written, and no other Markdown.

use document::{run_length, span_length};

/// What a line is in its report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Prose,
    /// It opens or closes a fence.
    Fence,
    /// It stands in a fence.
    Fenced,
    /// It stands in a fence that holds a diff.
    Diff,
}

/// Tells line by line what stands in fences.
#[derive(Debug, Default)]
pub(super) struct FenceTracker {
    open: Option<OpenFence>,
}

#[derive(Debug)]
struct OpenFence {
    ticks: usize,
    inside: LineKind,
}

impl FenceTracker {
    /// What the next line is.
    pub(super) fn classify_line(&mut self, line: &str) -> LineKind {
        let ticks = run_length(line);
        match &self.open {
            Some(open) if ticks >= open.ticks && ticks == line.len() => {
                self.open = None;
                LineKind::Fence
            }
            Some(open) => open.inside,
            None if ticks >= 3 => {
                let is_diff = &line[ticks..] == "diff";
                let inside = if is_diff {
                    LineKind::Diff
                } else {
                    LineKind::Fenced
                };
                self.open = Some(OpenFence { ticks, inside });
                LineKind::Fence
            }
            None => LineKind::Prose,
        }
    }
}

/// The lines of a report that stand in no fence; all fences must be closed.
#[cfg(test)]
#[track_caller]
pub(super) fn prose_lines(report: &str) -> Vec<&str> {
    let mut fences = FenceTracker::default();
    let lines = report
        .lines()
        .filter(|line| fences.classify_line(line) == LineKind::Prose)
        .collect();
    assert!(fences.open.is_none(), "a fence is open in {report}");
    lines
}

/// A piece of a line of prose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkdownSpan<'a> {
    /// A code span with its backticks: nothing in it means anything else.
    Code(&'a str),
    /// `**`: bold begins or ends.
    Bold,
    /// Text whose escape is undone.
    Escaped(&'a str),
    /// One character as it is.
    Plain(&'a str),
}

impl<'a> MarkdownSpan<'a> {
    /// What it says.
    pub(super) fn text(self) -> &'a str {
        match self {
            MarkdownSpan::Code(text) | MarkdownSpan::Escaped(text) | MarkdownSpan::Plain(text) => {
                text
            }
            MarkdownSpan::Bold => "**",
        }
    }
}

/// The pieces of a line of prose.
pub(super) fn parse_spans(line: &str) -> Vec<MarkdownSpan<'_>> {
    let mut spans = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let (length, span) = first_span(rest);
        spans.push(span);
        rest = &rest[length..];
    }
    spans
}

/// The first piece, and how long it is as it is written.
fn first_span(rest: &str) -> (usize, MarkdownSpan<'_>) {
    let is_escape = |rest: &str| {
        rest.strip_prefix('\\')
            .is_some_and(|it| it.starts_with(|c: char| c.is_ascii_punctuation()))
    };
    // The search for the end of a span is long, so only where one begins.
    let code = if rest.starts_with('`') {
        span_length(rest)
    } else {
        None
    };
    if let Some(length) = code {
        (length, MarkdownSpan::Code(&rest[..length]))
    } else if is_escape(rest) {
        (2, MarkdownSpan::Escaped(&rest[1..2]))
    } else if rest.starts_with("&lt;") {
        (4, MarkdownSpan::Escaped("<"))
    } else if rest.starts_with("&amp;") {
        (5, MarkdownSpan::Escaped("&"))
    } else if rest.starts_with("**") {
        (2, MarkdownSpan::Bold)
    } else {
        let length = rest.chars().next().map_or(0, char::len_utf8);
        (length, MarkdownSpan::Plain(&rest[..length]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_are_told_from_prose_and_diffs_from_other_fences() {
        use crate::reading::LineKind::{Diff, Fence, Fenced, Prose};
        let report = "a\n```diff\n-b\n```\n````text\n```\nc\n````\nd";
        let mut fences = FenceTracker::default();
        let kinds: Vec<LineKind> = report
            .lines()
            .map(|line| fences.classify_line(line))
            .collect();
        assert_eq!(
            kinds,
            [
                Prose, Fence, Diff, Fence, Fence, Fenced, Fenced, Fence, Prose
            ]
        );
        assert_eq!(prose_lines(report), ["a", "d"]);
    }

    #[test]
    fn markup_is_undone_outside_of_code() {
        use crate::reading::MarkdownSpan::{Bold, Code, Escaped, Plain};
        assert_eq!(
            parse_spans("\\_é`d\\_e`"),
            [Escaped("_"), Plain("é"), Code("`d\\_e`")]
        );
        assert_eq!(
            parse_spans("&lt;&amp;&"),
            [Escaped("<"), Escaped("&"), Plain("&")]
        );
        assert_eq!(parse_spans("**f**"), [Bold, Plain("f"), Bold]);
        assert_eq!(
            parse_spans("\\` ``a`b``"),
            [Escaped("`"), Plain(" "), Code("``a`b``")]
        );
        assert_eq!(parse_spans("`\\"), [Plain("`"), Plain("\\")]);
    }
}
