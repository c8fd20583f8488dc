//! Undefined behaviour for the student: what was found, where, and how to see it at home.

use super::reproduce;
use document::visible::{self, VisibleDetail};
use document::{Block, Prose, join, prose};
use model::{Grade, SourceLocation, UndefinedBehaviour, UndefinedFinding};

/// How many findings are shown, and how many cases of each are named.
const MAX_FINDINGS: usize = 8;
const NAMED: usize = 4;

/// What makes the commonest of them show at home.
const AT_HOME: [&str; 3] = [
    "-g",
    "-fsanitize=address,undefined",
    "-D_GLIBCXX_ASSERTIONS",
];

/// The findings under a heading; nothing if there are none.
pub(super) fn render_blocks(grade: &Grade) -> Vec<Block> {
    let UndefinedBehaviour::Found(findings) = &grade.undefined else {
        return Vec::new();
    };
    if findings.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![
        Block::heading("Undefined behaviour"),
        Block::literal(
            "C++ does not say what a program does after such a mistake. It may look right on one computer and crash or \
             print something else on another.",
        ),
    ];
    blocks.extend(findings.iter().take(MAX_FINDINGS).flat_map(render_finding));
    let more = findings.len().saturating_sub(MAX_FINDINGS);
    blocks.extend((more > 0).then(|| Block::Paragraph(prose!("And {} more.", more))));
    blocks.extend(render_rebuild_command(grade, findings));
    blocks
}

/// The place of the first finding, and what it is.
pub(super) fn describe_first(grade: &Grade) -> Option<String> {
    let UndefinedBehaviour::Found(findings) = &grade.undefined else {
        return None;
    };
    let UndefinedFinding {
        sentence, place, ..
    } = findings.first()?;
    Some(match place {
        Some(SourceLocation { file, line, .. }) => format!("`{file}:{line}`: {sentence}"),
        None => sentence.clone(),
    })
}

/// What could not be found out, for the remarks.
pub(super) fn render_remark(grade: &Grade) -> Option<String> {
    match &grade.undefined {
        UndefinedBehaviour::Unknown(reason) => {
            Some(format!("Undefined behaviour was not looked for. {reason}"))
        }
        UndefinedBehaviour::Failed(_) => Some(
            "The grader failed while it looked for undefined behaviour; that costs no points."
                .to_owned(),
        ),
        UndefinedBehaviour::NotAsked
        | UndefinedBehaviour::NotApplicable(_)
        | UndefinedBehaviour::Found(_) => None,
    }
}

fn render_finding(finding: &UndefinedFinding) -> Vec<Block> {
    let kind = Prose::code(finding.kind);
    let title = match &finding.place {
        Some(SourceLocation { file, line, .. }) => {
            prose!("{}: {}", Prose::code(&format!("{file}:{line}")), kind)
        }
        None => kind,
    };
    let mut sentence = Prose::text(&finding.sentence);
    if let Some(detail) = &finding.detail {
        sentence.append(prose!(" {}", detail));
    }
    let mut blocks = vec![
        Block::Heading(3, title),
        Block::Paragraph(sentence.then(describe_cases(&finding.cases))),
    ];
    blocks.extend(finding.place.as_ref().map(render_excerpt));
    blocks
}

fn describe_cases(cases: &[String]) -> Prose {
    let named: Vec<Prose> = cases.iter().take(NAMED).map(|id| Prose::code(id)).collect();
    match cases.len().saturating_sub(NAMED) {
        _ if cases.is_empty() => Prose::default(),
        0 => prose!(" Seen in {}.", join(named, ", ")),
        more => prose!(" Seen in {} and {} more.", join(named, ", "), more),
    }
}

/// The lines, with an arrow at the one that is meant.
fn render_excerpt(place: &SourceLocation) -> Block {
    let width = place
        .excerpt
        .iter()
        .map(|(number, _)| number.to_string().len())
        .max()
        .unwrap_or(1);
    let lines = place.excerpt.iter().map(|(number, line)| {
        let mark = if *number == place.line { "-->" } else { "   " };
        format!(
            "{mark} {number:>width$} | {}",
            visible::escape_line(line, VisibleDetail::Tabs)
        )
    });
    Block::code("text", lines.collect::<Vec<String>>().join("\n"))
}

fn render_rebuild_command(grade: &Grade, findings: &[UndefinedFinding]) -> Vec<Block> {
    let sanitized = findings
        .iter()
        .any(|finding| finding.kind != model::UNINITIALISED);
    let command = &grade.build.command;
    if !sanitized || command.is_empty() {
        return Vec::new();
    }
    let words = [command.as_slice(), &AT_HOME.map(str::to_owned)].concat();
    vec![
        Block::literal("A program that is built like this says so itself when it happens:"),
        Block::code("sh", reproduce::format_command(&words)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fixture, summary};

    #[test]
    fn a_finding_is_shown_with_its_line_and_its_neighbours() {
        let mut grade = fixture::perfect();
        let excerpt = vec![
            (9, "int a[9];".to_owned()),
            (10, "a[n] = `1`;\u{1b}".to_owned()),
        ];
        grade.undefined = UndefinedBehaviour::Found(vec![UndefinedFinding {
            kind: "out-of-bounds-index",
            sentence: "An index is outside of the array.".to_owned(),
            detail: Some("Index 9 <b>.".to_owned()),
            place: Some(SourceLocation {
                file: "tttn.cpp".to_owned(),
                line: 10,
                excerpt,
            }),
            cases: ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec(),
        }]);
        assert_eq!(
            describe_first(&grade).as_deref(),
            Some("`tttn.cpp:10`: An index is outside of the array.")
        );
        let above = summary::render_sentence(&grade);
        assert!(
            above.contains("C++ does not say") && !above.contains("Well done"),
            "{above}"
        );
        let text = document::blocks_to_markdown(&render_blocks(&grade));
        assert!(text.contains("### `tttn.cpp:10`: `out-of-bounds-index`\n\nAn index is outside of the array. Index 9 &lt;b>."), "{text}");
        assert!(
            text.contains(" Seen in `a`, `b`, `c`, `d` and 1 more."),
            "{text}"
        );
        assert!(
            text.contains("```text\n     9 | int a[9];\n--> 10 | a[n] = `1`;␛\n```"),
            "{text}"
        );
        assert!(
            text.ends_with("-o tttn -g -fsanitize=address,undefined -D_GLIBCXX_ASSERTIONS\n```"),
            "{text}"
        );
    }

    #[test]
    fn nothing_found_is_nothing_said() {
        let mut grade = fixture::perfect();
        grade.undefined = UndefinedBehaviour::Found(Vec::new());
        assert_eq!(
            (render_blocks(&grade).len(), render_remark(&grade)),
            (0, None)
        );
    }
}
