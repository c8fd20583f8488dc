//! The lines of a tic-tac-toe board, and which of them a careless program overlooks.

/// A set of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Lines {
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
}

/// Where a line lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Row(usize),
    Column(usize),
    Main,
    Anti,
}

impl Lines {
    fn holds(self, place: Place, dimension: usize) -> bool {
        let last = dimension.saturating_sub(1);
        match self {
            Lines::None => false,
            Lines::Rows => matches!(place, Place::Row(_)),
            Lines::Columns => matches!(place, Place::Column(_)),
            Lines::MainDiagonal => place == Place::Main,
            Lines::AntiDiagonal => place == Place::Anti,
            Lines::Diagonals => matches!(place, Place::Main | Place::Anti),
            Lines::LastRow => place == Place::Row(last),
            Lines::LastColumn => place == Place::Column(last),
            Lines::LastRowAndColumn => [Place::Row(last), Place::Column(last)].contains(&place),
            Lines::AllButFirst => matches!(place, Place::Row(1..) | Place::Column(1..)),
        }
    }
}

/// The squares of every line but those in `skipped`, numbered row by row from 0.
pub(crate) fn all_but(skipped: Lines, dimension: usize) -> impl Iterator<Item = Vec<usize>> {
    let rows = (0..dimension).map(Place::Row);
    let columns = (0..dimension).map(Place::Column);
    let places = rows.chain(columns).chain([Place::Main, Place::Anti]);
    places
        .filter(move |place| !skipped.holds(*place, dimension))
        .map(move |place| squares(place, dimension))
}

fn squares(place: Place, n: usize) -> Vec<usize> {
    let square = |step: usize| match place {
        Place::Row(row) => row * n + step,
        Place::Column(column) => step * n + column,
        Place::Main => step * (n + 1),
        Place::Anti => (step + 1) * n - step - 1,
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
        ];
        for (skipped, left) in cases {
            assert_eq!(all_but(skipped, 5).count(), left, "{skipped:?}");
        }
    }
}
