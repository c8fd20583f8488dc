//! A table of Markdown as a terminal shows it best: columns below each other, without separators.

use document::terminal::align_columns;

/// Whether a line of prose is a row of a table. No other line begins so: text that would is escaped.
pub(super) fn is_row(line: &str) -> bool {
    line.starts_with('|') && line.ends_with('|')
}

/// The rows with their cells as `plain` reads them; the one that tells how columns are aligned is obeyed and left out.
pub(super) fn align_rows(rows: &[String], plain: impl Fn(&str) -> String) -> Vec<String> {
    let mut to_the_right: Vec<bool> = Vec::new();
    let mut table: Vec<Vec<String>> = Vec::new();
    for row in rows {
        let cells = split_cells(row);
        if cells.iter().all(|cell| is_rule(cell)) {
            to_the_right = cells.iter().map(|cell| cell.ends_with(':')).collect();
        } else {
            table.push(
                cells
                    .iter()
                    .map(|cell| plain(&cell.replace("\\|", "|")))
                    .collect(),
            );
        }
    }
    align_columns(&table, &to_the_right)
}

/// Whether a cell belongs to the row that tells how columns are aligned.
pub(super) fn is_rule(cell: &str) -> bool {
    cell.starts_with("---") && cell.trim_end_matches(':').chars().all(|sign| sign == '-')
}

/// The cells of a row: a bar with a backslash before it belongs to its cell.
pub(super) fn split_cells(row: &str) -> Vec<String> {
    let inner = row.strip_prefix('|').unwrap_or(row);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let mut cells = Vec::new();
    let mut cell = String::new();
    let mut is_escaped = false;
    for sign in inner.chars() {
        if sign == '|' && !is_escaped {
            cells.push(cell.trim().to_owned());
            cell.clear();
        } else {
            cell.push(sign);
        }
        is_escaped = sign == '\\' && !is_escaped;
    }
    cells.push(cell.trim().to_owned());
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_each_other() {
        let rows = [
            "| What | Points | Why |",
            "| --- | ---: | --- |",
            "| Games é | 7.5 | a \\| b |",
            "| B | 10 |  |",
        ];
        let shown = align_rows(&rows.map(str::to_owned), str::to_owned);
        assert_eq!(
            shown,
            [
                "What     Points  Why",
                "Games é     7.5  a | b",
                "B            10"
            ]
        );
    }

    #[test]
    fn a_row_is_told_from_other_lines() {
        assert!(is_row("| a |"));
        assert!(!is_row("\\| a |") && !is_row("> a"));
    }
}
