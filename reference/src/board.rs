//! The tic-tac-toe board that `tttn`, `rowcol` and `cpu` share: squares numbered row by row from 0.
//!
//! A line (row, column or diagonal) is an arithmetic sequence of square numbers, so a start and a step say
//! all there is to say about it: row `r` of an N×N board is `r*N, r*N + 1, …`, column `c` is `c, c + N, …`, and
//! the diagonals step by `N + 1` and `N - 1`. Winning and drawing are then questions asked of every line.

/// What a player puts on a square. X begins in every text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mark {
    /// The first player's.
    #[default]
    X,
    /// The second player's.
    O,
}

impl Mark {
    /// The mark whose turn is next.
    pub fn opponent(self) -> Mark {
        match self {
            Mark::X => Mark::O,
            Mark::O => Mark::X,
        }
    }

    /// The mark as the boards show it.
    pub fn letter(self) -> &'static str {
        match self {
            Mark::X => "X",
            Mark::O => "O",
        }
    }
}

/// Why a square was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlacementError {
    /// There is no such square.
    OutOfBounds,
    /// Somebody's mark is there.
    Occupied,
}

/// A square board of any size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Board {
    dimension: usize,
    squares: Vec<Option<Mark>>,
}

impl Board {
    /// An empty board with `dimension` rows.
    pub(crate) fn new(dimension: usize) -> Board {
        Board {
            dimension,
            squares: vec![None; dimension * dimension],
        }
    }

    /// A board with these squares, row by row; there must be `dimension` rows of as many.
    pub(crate) fn from_squares(dimension: usize, squares: Vec<Option<Mark>>) -> Board {
        debug_assert_eq!(squares.len(), dimension * dimension);
        Board { dimension, squares }
    }

    /// The number of squares.
    pub(crate) fn square_count(&self) -> usize {
        self.squares.len()
    }

    /// The squares, one slice per row.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[Option<Mark>]> {
        self.squares.chunks(self.dimension.max(1))
    }

    /// The numbers of the free squares, ascending.
    pub(crate) fn free_squares(&self) -> impl Iterator<Item = i64> {
        (0..)
            .zip(&self.squares)
            .filter(|(_, mark)| mark.is_none())
            .map(|(number, _)| number)
    }

    /// Takes a square, or says why not.
    pub(crate) fn place_mark(&mut self, square: i64, mark: Mark) -> Result<(), PlacementError> {
        let index = usize::try_from(square).map_err(|_| PlacementError::OutOfBounds)?;
        match self.squares.get_mut(index) {
            None => Err(PlacementError::OutOfBounds),
            Some(Some(_)) => Err(PlacementError::Occupied),
            Some(free) => {
                *free = Some(mark);
                Ok(())
            }
        }
    }

    /// Whether some line holds nothing but this mark.
    pub(crate) fn is_won_by(&self, mark: Mark) -> bool {
        self.all_lines()
            .any(|mut line| line.all(|square| square == Some(mark)))
    }

    /// Whether no square is free.
    pub(crate) fn is_full(&self) -> bool {
        self.squares.iter().all(Option::is_some)
    }

    /// Whether every line holds both marks, so that nobody can complete one any more.
    pub(crate) fn is_blocked(&self) -> bool {
        self.all_lines().all(|mut line| holds_both_marks(&mut line))
    }

    /// Every row, every column and both diagonals, each as what stands on its squares.
    fn all_lines(&self) -> impl Iterator<Item = impl Iterator<Item = Option<Mark>>> {
        let n = self.dimension;
        let rows = (0..n).map(move |row| (row * n, 1));
        let columns = (0..n).map(move |column| (column, n));
        let last = n.saturating_sub(1);
        let diagonals = [(0, n + 1), (last, last)];
        rows.chain(columns)
            .chain(diagonals)
            .map(move |(start, step)| (0..n).map(move |place| self.squares[start + place * step]))
    }
}

fn holds_both_marks(line: &mut dyn Iterator<Item = Option<Mark>>) -> bool {
    let (x, o) = line.fold((false, false), |(x, o), square| {
        (x || square == Some(Mark::X), o || square == Some(Mark::O))
    });
    x && o
}
