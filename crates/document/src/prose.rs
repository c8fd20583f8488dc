//! A sentence as pieces: text, code and strong text. None of them holds markup.

use crate::visible::{self, VisibleDetail};

/// A piece of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Text as it is read.
    Text(String),
    /// Code.
    Code(CodeSpan),
    /// Text that stands out.
    Strong(Vec<Inline>),
}

/// Code between backticks, as many as its author used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeSpan(String);

impl CodeSpan {
    fn new(raw: &str) -> CodeSpan {
        let shown = visible::escape_line(raw, VisibleDetail::Tabs);
        let ticks = "`".repeat(longest_run(&shown) + 1);
        let pads = shown.starts_with(['`', ' ']) || shown.ends_with(['`', ' ']) || shown.is_empty();
        let pad = if pads { " " } else { "" };
        CodeSpan(format!("{ticks}{pad}{shown}{pad}{ticks}"))
    }

    /// With its backticks.
    pub fn quoted(&self) -> &str {
        &self.0
    }

    /// Without its backticks, and without the blanks that keep backticks apart.
    pub fn code(&self) -> &str {
        let ticks = run_length(&self.0);
        let inner = self
            .0
            .get(ticks..self.0.len().saturating_sub(ticks))
            .unwrap_or_default();
        let padded = inner.strip_prefix(' ').and_then(|it| it.strip_suffix(' '));
        padded
            .filter(|it| !it.trim().is_empty() || it.is_empty())
            .unwrap_or(inner)
    }
}

/// A sentence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prose(Vec<Inline>);

/// What an argument of `prose!` can be.
pub trait ProsePart {
    /// The pieces of it.
    fn to_prose(&self) -> Prose;
}

/// A sentence from a literal, in which `{}` is an argument, `**` begins and ends strong text, and backticks hold code. Strings
/// among the arguments are text from outside, as in [`Prose::text`].
#[macro_export]
macro_rules! prose {
    ($template:literal $(, $argument:expr)* $(,)?) => {
        $crate::Prose::fill($template, &[$(&$argument as &dyn $crate::ProsePart),*])
    };
}

impl Prose {
    /// What somebody wrote, on one line. Well-formed code spans stay code, because nothing in them is markup.
    pub fn text(raw: &str) -> Prose {
        let mut prose = Prose::default();
        split_code(&visible::one_line(raw), |piece| prose.push(piece));
        prose
    }

    /// Code; blanks at its ends survive.
    pub fn code(raw: &str) -> Prose {
        Prose(vec![Inline::Code(CodeSpan::new(raw))])
    }

    /// Code in a table's cell. A backslash before a bar cannot be code there in Markdown, so such code is text.
    pub fn code_in_cell(raw: &str) -> Prose {
        if raw.contains("\\|") {
            Prose::text(raw)
        } else {
            Prose::code(raw)
        }
    }

    /// A sentence of this program.
    pub fn literal(template: &'static str) -> Prose {
        Prose::fill(template, &[])
    }

    /// See `prose!`.
    pub fn fill(template: &'static str, arguments: &[&dyn ProsePart]) -> Prose {
        let mut prose = Prose::default();
        let mut arguments = arguments.iter();
        for (at, part) in template.split("**").enumerate() {
            let mut inner = Prose::default();
            for (place, literal) in part.split("{}").enumerate() {
                if place > 0
                    && let Some(argument) = arguments.next()
                {
                    inner.append(argument.to_prose());
                }
                split_code(literal, |piece| inner.push(piece));
            }
            if at % 2 == 0 {
                prose.append(inner);
            } else {
                prose.push(Inline::Strong(inner.0));
            }
        }
        debug_assert!(arguments.next().is_none(), "an argument has no `{{}}`");
        prose
    }

    /// Its pieces.
    pub fn pieces(&self) -> &[Inline] {
        &self.0
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// This sentence, and then another.
    #[must_use]
    pub fn then(mut self, other: impl ProsePart) -> Prose {
        self.append(other.to_prose());
        self
    }

    /// Adds the pieces of another.
    pub fn append(&mut self, other: Prose) {
        other.0.into_iter().for_each(|piece| self.push(piece));
    }

    fn push(&mut self, piece: Inline) {
        match (self.0.last_mut(), piece) {
            (_, Inline::Text(text)) if text.is_empty() => {}
            (Some(Inline::Text(last)), Inline::Text(text)) => last.push_str(&text),
            (_, piece) => self.0.push(piece),
        }
    }
}

/// Sentences with a separator between them.
pub fn join(parts: impl IntoIterator<Item = Prose>, separator: &'static str) -> Prose {
    let mut joined = Prose::default();
    for (at, part) in parts.into_iter().enumerate() {
        if at > 0 {
            joined.push(Inline::Text(separator.to_owned()));
        }
        joined.append(part);
    }
    joined
}

impl ProsePart for Prose {
    fn to_prose(&self) -> Prose {
        self.clone()
    }
}

impl ProsePart for Option<Prose> {
    fn to_prose(&self) -> Prose {
        self.clone().unwrap_or_default()
    }
}

impl ProsePart for str {
    fn to_prose(&self) -> Prose {
        Prose::text(self)
    }
}

impl ProsePart for String {
    fn to_prose(&self) -> Prose {
        Prose::text(self)
    }
}

impl<T: ProsePart + ?Sized> ProsePart for &T {
    fn to_prose(&self) -> Prose {
        (**self).to_prose()
    }
}

impl ProsePart for std::borrow::Cow<'_, str> {
    fn to_prose(&self) -> Prose {
        Prose::text(self)
    }
}

impl ProsePart for usize {
    fn to_prose(&self) -> Prose {
        Prose::text(&self.to_string())
    }
}

/// Text as pieces: its code spans, and what is between them.
fn split_code(text: &str, mut take: impl FnMut(Inline)) {
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        take(Inline::Text(rest[..start].to_owned()));
        rest = &rest[start..];
        let span = span_length(rest);
        let length = span.unwrap_or(run_length(rest));
        let piece = rest[..length].to_owned();
        take(match span {
            Some(_) => Inline::Code(CodeSpan(piece)),
            None => Inline::Text(piece),
        });
        rest = &rest[length..];
    }
    take(Inline::Text(rest.to_owned()));
}

/// The length of the code span at the start of `text`: it ends at the next run of as many backticks. None if there is no such run.
fn span_length(text: &str) -> Option<usize> {
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
fn run_length(text: &str) -> usize {
    text.len() - text.trim_start_matches('`').len()
}

pub(crate) fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`')
        .map(str::len)
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_has_strong_text_code_and_arguments() {
        let sentence = prose!(
            "**No {}:** `x` {} {}.",
            Prose::code("main"),
            "*a* `b`",
            3_usize
        );
        let text = |text: &str| Inline::Text(text.to_owned());
        let code = |text: &str| Inline::Code(CodeSpan(text.to_owned()));
        let strong = Inline::Strong(vec![text("No "), code("`main`"), text(":")]);
        let rest = [
            text(" "),
            code("`x`"),
            text(" *a* "),
            code("`b`"),
            text(" 3."),
        ];
        assert_eq!(sentence.pieces()[0], strong);
        assert_eq!(sentence.pieces()[1..], rest);
    }
}
