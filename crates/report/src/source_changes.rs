//! Changes of a student's text that were proved: after them it compiles, or is right.

use document::{Block, Prose, prose, visible};
use model::{BuildRepair, BuildRepairPlace, LineChange, ProvedRepair, RepairProof};

/// How much of a text that is added or removed is quoted, in characters.
const LONGEST_QUOTE: usize = 60;

/// The changes as `diff -U0` shows them, file by file.
pub(super) fn render_diff(changes: &[LineChange]) -> String {
    let mut diff = String::new();
    let mut file: Option<&str> = None;
    let mut shift = 0_isize;
    for change in changes {
        if file != Some(&change.file) {
            file = Some(&change.file);
            shift = 0;
            diff += &format!("--- {0}\n+++ {0}\n", change.file);
        }
        let removed = change.removed.lines().count();
        let added = change.added.lines().count();
        let start = change.line.saturating_add_signed(shift);
        diff += &format!(
            "@@ -{} +{} @@\n",
            hunk_range(change.line, removed),
            hunk_range(start, added)
        );
        for (sign, text) in [('-', &change.removed), ('+', &change.added)] {
            for line in text.lines() {
                diff += &format!("{sign}{line}\n");
            }
        }
        shift += added.cast_signed() - removed.cast_signed();
    }
    diff
}

/// `12`, `12,3`, or the line before for no lines at all.
fn hunk_range(line: usize, count: usize) -> String {
    match count {
        0 => format!("{},0", line.saturating_sub(1)),
        1 => line.to_string(),
        count => format!("{line},{count}"),
    }
}

/// What was proved: `makes every case right`, or `makes 2 of 5 wrong cases right`.
pub(super) fn describe_proof(proof: RepairProof) -> String {
    match proof {
        RepairProof::AllCases => "makes every case right".to_owned(),
        RepairProof::SomeCases { fixed, wrong } => {
            format!("makes {fixed} of {wrong} wrong cases right")
        }
    }
}

/// What staff are shown of changes that were proved.
pub(super) fn render_repair(repair: &ProvedRepair) -> Vec<Block> {
    vec![
        Block::Heading(2, prose!("A change that {}", describe_proof(repair.proof))),
        Block::literal(
            "Students do not see it. They are told the kind of the mistake and its line.",
        ),
        Block::code("diff", visible::escape_lines(&render_diff(&repair.changes))),
    ]
}

/// The changes after which a program compiles. The first error is in `file`, which need not be named again.
pub(super) fn render_build_repair(repair: &BuildRepair, file: &str) -> Vec<Block> {
    let sentences: Vec<Prose> = repair
        .places
        .iter()
        .map(|place| describe_place(place, file))
        .collect();
    match sentences.as_slice() {
        [] => Vec::new(),
        [only] => vec![Block::Paragraph(prose!(
            "**A change after which it compiles.** {}",
            only.clone()
        ))],
        _ => vec![
            Block::literal("**Changes after which it compiles:**"),
            Block::List(sentences),
        ],
    }
}

/// `In line 12, add ; after x = 1.`
fn describe_place(place: &BuildRepairPlace, file: &str) -> Prose {
    let of_file = (place.file != file).then(|| prose!(" of {}", Prose::code(&place.file)));
    let line = prose!("line {}{}", place.line, of_file);
    let [removed, added, after] =
        [&place.removed, &place.added, &place.after].map(|text| Prose::code(&quote_text(text)));
    match (place.removed.is_empty(), place.added.is_empty()) {
        (true, _) if place.after.is_empty() => prose!("Before {}, add {}.", line, added),
        (true, _) => prose!("In {}, add {} after {}.", line, added, after),
        (false, true) if place.after.is_empty() => prose!("In {}, remove {}.", line, removed),
        (false, true) => prose!("In {}, remove {} after {}.", line, removed, after),
        (false, false) => prose!("In {}, write {} for {}.", line, added, removed),
    }
}

/// A text in one line, not too long.
fn quote_text(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = visible::one_line(&words.join(" "));
    support::excerpt::cut_to(&text, LONGEST_QUOTE).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(line: usize, removed: &str, added: &str) -> LineChange {
        LineChange {
            file: "a.cpp".to_owned(),
            line,
            removed: removed.to_owned(),
            added: added.to_owned(),
        }
    }

    #[test]
    fn a_diff_counts_lines_as_diff_does() {
        let changes = [
            change(2, "", "x\ny\n"),
            change(4, "a\n", ""),
            change(9, "b\n", "c\n"),
        ];
        assert_eq!(
            render_diff(&changes),
            "--- a.cpp\n+++ a.cpp\n@@ -1,0 +2,2 @@\n+x\n+y\n@@ -4 +5,0 @@\n-a\n@@ -9 +10 @@\n-b\n+c\n"
        );
    }

    #[test]
    fn each_kind_of_change_has_its_sentence() {
        let table = [
            ("", ";", "x = 1", "In line 3, add `;` after `x = 1`."),
            (
                "",
                "#include <cmath>",
                "",
                "Before line 3, add `#include <cmath>`.",
            ),
            (
                "retrun",
                "return",
                "",
                "In line 3, write `return` for `retrun`.",
            ),
            ("}", "", "", "In line 3, remove `}`."),
            (";", "", "if (x)", "In line 3, remove `;` after `if (x)`."),
        ];
        for (removed, added, after, sentence) in table {
            let place = BuildRepairPlace {
                file: "a.cpp".to_owned(),
                line: 3,
                removed: removed.to_owned(),
                added: added.to_owned(),
                after: after.to_owned(),
            };
            let said = Block::Paragraph(describe_place(&place, "a.cpp"));
            assert_eq!(document::block_to_markdown(&said), sentence);
        }
    }
}
