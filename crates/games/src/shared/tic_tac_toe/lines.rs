//! The lines of a tic-tac-toe board, and which of them a careless program overlooks.

/// A set of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum TicTacToeLines {
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

impl TicTacToeLines {
    fn contains_line(self, position: LinePosition, dimension: usize) -> bool {
        let last = dimension.saturating_sub(1);
        match self {
            TicTacToeLines::None => false,
            TicTacToeLines::Rows => matches!(position, LinePosition::Row(_)),
            TicTacToeLines::Columns => matches!(position, LinePosition::Column(_)),
            TicTacToeLines::MainDiagonal => position == LinePosition::Main,
            TicTacToeLines::AntiDiagonal => position == LinePosition::Anti,
            TicTacToeLines::Diagonals => {
                matches!(position, LinePosition::Main | LinePosition::Anti)
            }
            TicTacToeLines::LastRow => position == LinePosition::Row(last),
            TicTacToeLines::LastColumn => position == LinePosition::Column(last),
            TicTacToeLines::LastRowAndColumn => {
                [LinePosition::Row(last), LinePosition::Column(last)].contains(&position)
            }
            TicTacToeLines::AllButFirst => {
                matches!(position, LinePosition::Row(1..) | LinePosition::Column(1..))
            }
            TicTacToeLines::RowsAndColumns => {
                matches!(position, LinePosition::Row(_) | LinePosition::Column(_))
            }
            TicTacToeLines::FirstRow => position == LinePosition::Row(0),
            TicTacToeLines::FirstColumn => position == LinePosition::Column(0),
            TicTacToeLines::FirstRowAndColumn => {
                matches!(position, LinePosition::Row(0) | LinePosition::Column(0))
            }
            TicTacToeLines::InnerRows => {
                matches!(position, LinePosition::Row(row) if row > 0 && row < last)
            }
            TicTacToeLines::InnerColumns => {
                matches!(position, LinePosition::Column(column) if column > 0 && column < last)
            }
            TicTacToeLines::All => true,
            TicTacToeLines::AllButFirstRow => position != LinePosition::Row(0),
        }
    }
}

/// The squares of every line but those in `skipped`, numbered row by row from 0.
pub(super) fn lines_except(
    skipped: TicTacToeLines,
    dimension: usize,
) -> impl Iterator<Item = Vec<usize>> {
    let rows = (0..dimension).map(LinePosition::Row);
    let columns = (0..dimension).map(LinePosition::Column);
    let positions = rows
        .chain(columns)
        .chain([LinePosition::Main, LinePosition::Anti]);
    positions
        .filter(move |position| !skipped.contains_line(*position, dimension))
        .map(move |position| line_squares(position, dimension))
}

fn line_squares(position: LinePosition, n: usize) -> Vec<usize> {
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
        let lines: Vec<Vec<usize>> = lines_except(TicTacToeLines::None, 3).collect();
        assert_eq!(lines.len(), 8);
        assert_eq!([&lines[2], &lines[5]], [&vec![6, 7, 8], &vec![2, 5, 8]]);
        assert_eq!([&lines[6], &lines[7]], [&vec![0, 4, 8], &vec![2, 4, 6]]);
    }

    #[test]
    fn each_set_leaves_out_what_its_name_says() {
        let cases = [
            (TicTacToeLines::Rows, 5 + 2),
            (TicTacToeLines::Columns, 5 + 2),
            (TicTacToeLines::MainDiagonal, 5 + 5 + 1),
            (TicTacToeLines::AntiDiagonal, 5 + 5 + 1),
            (TicTacToeLines::Diagonals, 5 + 5),
            (TicTacToeLines::LastRow, 4 + 5 + 2),
            (TicTacToeLines::LastColumn, 5 + 4 + 2),
            (TicTacToeLines::LastRowAndColumn, 4 + 4 + 2),
            (TicTacToeLines::AllButFirst, 1 + 1 + 2),
            (TicTacToeLines::RowsAndColumns, 2),
            (TicTacToeLines::FirstRow, 4 + 5 + 2),
            (TicTacToeLines::FirstColumn, 5 + 4 + 2),
            (TicTacToeLines::FirstRowAndColumn, 4 + 4 + 2),
            (TicTacToeLines::InnerRows, 2 + 5 + 2),
            (TicTacToeLines::InnerColumns, 5 + 2 + 2),
            (TicTacToeLines::AllButFirstRow, 1),
            (TicTacToeLines::All, 0),
        ];
        for (skipped, left) in cases {
            assert_eq!(lines_except(skipped, 5).count(), left, "{skipped:?}");
        }
    }
}
