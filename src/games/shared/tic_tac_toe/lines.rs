//! The lines of a tic-tac-toe board, and which of them a careless program overlooks.

/// A set of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Lines {
    /// No line.
    #[default]
    None,
    Rows,
    Columns,
    MainDiagonal,
    AntiDiagonal,
    Diagonals,
    LastRow,
    LastColumn,
    /// As a loop does that ends one too early.
    LastRowAndColumn,
    /// All rows and columns but the first.
    AllButFirst,
    RowsAndColumns,
    FirstRow,
    FirstColumn,
    /// As a loop does that begins one too late.
    FirstRowAndColumn,
    /// Those between the first and the last.
    InnerRows,
    InnerColumns,
    /// Every other line, as a loop does that returns in its first round.
    AllButFirstRow,
    All,
}

/// Where a line lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LinePosition {
    Row(usize),
    Column(usize),
    Main,
    Anti,
}

impl Lines {
    fn holds(self, position: LinePosition, dimension: usize) -> bool {
        let last = dimension.saturating_sub(1);
        match self {
            Lines::None => false,
            Lines::Rows => matches!(position, LinePosition::Row(_)),
            Lines::Columns => matches!(position, LinePosition::Column(_)),
            Lines::MainDiagonal => position == LinePosition::Main,
            Lines::AntiDiagonal => position == LinePosition::Anti,
            Lines::Diagonals => matches!(position, LinePosition::Main | LinePosition::Anti),
            Lines::LastRow => position == LinePosition::Row(last),
            Lines::LastColumn => position == LinePosition::Column(last),
            Lines::LastRowAndColumn => {
                [LinePosition::Row(last), LinePosition::Column(last)].contains(&position)
            }
            Lines::AllButFirst => {
                matches!(position, LinePosition::Row(1..) | LinePosition::Column(1..))
            }
            Lines::RowsAndColumns => {
                matches!(position, LinePosition::Row(_) | LinePosition::Column(_))
            }
            Lines::FirstRow => position == LinePosition::Row(0),
            Lines::FirstColumn => position == LinePosition::Column(0),
            Lines::FirstRowAndColumn => {
                matches!(position, LinePosition::Row(0) | LinePosition::Column(0))
            }
            Lines::InnerRows => {
                matches!(position, LinePosition::Row(row) if row > 0 && row < last)
            }
            Lines::InnerColumns => {
                matches!(position, LinePosition::Column(column) if column > 0 && column < last)
            }
            Lines::All => true,
            Lines::AllButFirstRow => position != LinePosition::Row(0),
        }
    }
}

/// The squares of every line but those in `skipped`, numbered row by row from 0.
pub(super) fn all_but(skipped: Lines, dimension: usize) -> impl Iterator<Item = Vec<usize>> {
    let rows = (0..dimension).map(LinePosition::Row);
    let columns = (0..dimension).map(LinePosition::Column);
    let positions = rows.chain(columns).chain([LinePosition::Main, LinePosition::Anti]);
    positions
        .filter(move |position| !skipped.holds(*position, dimension))
        .map(move |position| squares(position, dimension))
}

fn squares(position: LinePosition, n: usize) -> Vec<usize> {
    let square = |step: usize| match position {
        LinePosition::Row(row) => row * n + step,
        LinePosition::Column(column) => step * n + column,
        LinePosition::Main => step * (n + 1),
        LinePosition::Anti => (step + 1) * n - step - 1,
    };
    (0..n).map(square).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_its_rows_its_columns_and_two_diagonals() {
        let lines: Vec<Vec<usize>> = all_but(Lines::None, 3).collect();
        assert_eq!(lines.len(), 8);
        assert_eq!([&lines[2], &lines[5]], [&vec![6, 7, 8], &vec![2, 5, 8]]);
        assert_eq!([&lines[6], &lines[7]], [&vec![0, 4, 8], &vec![2, 4, 6]]);
    }

    #[test]
    fn each_set_leaves_out_what_its_name_says() {
        let cases = [
            (Lines::Rows, 5 + 2),
            (Lines::Columns, 5 + 2),
            (Lines::MainDiagonal, 5 + 5 + 1),
            (Lines::AntiDiagonal, 5 + 5 + 1),
            (Lines::Diagonals, 5 + 5),
            (Lines::LastRow, 4 + 5 + 2),
            (Lines::LastColumn, 5 + 4 + 2),
            (Lines::LastRowAndColumn, 4 + 4 + 2),
            (Lines::AllButFirst, 1 + 1 + 2),
            (Lines::RowsAndColumns, 2),
            (Lines::FirstRow, 4 + 5 + 2),
            (Lines::FirstColumn, 5 + 4 + 2),
            (Lines::FirstRowAndColumn, 4 + 4 + 2),
            (Lines::InnerRows, 2 + 5 + 2),
            (Lines::InnerColumns, 5 + 2 + 2),
            (Lines::AllButFirstRow, 1),
            (Lines::All, 0),
        ];
        for (skipped, left) in cases {
            assert_eq!(all_but(skipped, 5).count(), left, "{skipped:?}");
        }
    }
}
