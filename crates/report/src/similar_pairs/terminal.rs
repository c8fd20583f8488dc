//! In the terminal: the first pairs of each assignment, and the groups.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table};

use super::wording::{
    CAVEAT, NameDisplay, background_sentence, expected_text, group_texts, left_out_sentences,
    longest_fragment, percent_text, size_sentence,
};
use crate::escape_lines;
use crate::table::TerminalStyle;
use similarity::SimilarityRanking;

/// How many pairs of an assignment are printed; the page has more.
const MOST: usize = 12;

const TITLES: [&str; 7] = [
    "pair",
    "shared",
    "expected in honest classes",
    "shape",
    "words",
    "longest part",
    "explained",
];

/// Prints the first pairs.
///
/// # Errors
///
/// If that cannot be printed.
pub fn print_similar_pairs(
    rankings: &[SimilarityRanking],
    names: &NameDisplay,
    look: TerminalStyle,
    out: &mut dyn Write,
) -> io::Result<()> {
    for ranking in rankings {
        writeln!(out, "{}: {}", ranking.assignment, size_sentence(ranking))?;
        writeln!(out, "{}", background_sentence(ranking))?;
        if !ranking.pairs.is_empty() {
            for line in build_table(ranking, names, look).lines() {
                writeln!(out, "{}", line.trim_end())?;
            }
        }
        for group in group_texts(ranking, names) {
            writeln!(out, "Group: {}", escape_lines(&group))?;
        }
        for sentence in left_out_sentences(ranking, names) {
            writeln!(out, "{}", escape_lines(&sentence))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{CAVEAT}")
}

fn build_table(ranking: &SimilarityRanking, names: &NameDisplay, look: TerminalStyle) -> Table {
    let mut table = look.new_table();
    let shown = &ranking.pairs[..ranking.pairs.len().min(MOST)];
    let has_reasons = shown.iter().any(|pair| pair.reason.is_some());
    let columns = if has_reasons {
        TITLES.len()
    } else {
        TITLES.len() - 1
    };
    table.set_header(&TITLES[..columns]);
    for pair in shown {
        let [first, second] = names.pair_names(ranking, pair);
        let longest = longest_fragment(pair);
        let mut row = vec![
            escape_lines(&format!("{first} + {second}")),
            percent_text(pair.shared),
            expected_text(pair.expected),
            percent_text(pair.shape),
            percent_text(pair.words),
            if longest == 0 {
                String::new()
            } else {
                format!("{longest} lines")
            },
        ];
        if has_reasons {
            row.push(escape_lines(&names.reason_text(pair).unwrap_or_default()));
        }
        table.add_row(row);
    }
    for place in [1, 3, 4, 5] {
        if let Some(column) = table.column_mut(place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
