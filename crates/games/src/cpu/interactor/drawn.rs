//! How a board that was drawn differs from the position that it should show.

use ::reference::Mark;
use ::reference::cpu::CpuPosition;

use crate::shared::grid::DrawnBoard;

/// Whether a board shows a position.
pub(super) fn shows_position(grid: &DrawnBoard, position: &CpuPosition) -> bool {
    grid.marks.iter().copied().eq(position.marks())
}

/// The squares with new marks on a board that shows a position and more.
pub(super) struct NewMarks {
    pub(super) human: Vec<i64>,
    pub(super) cpu: Vec<i64>,
}

/// The marks that a board shows on squares which are free in the position, if that is all the difference.
pub(super) fn new_marks(grid: &DrawnBoard, position: &CpuPosition) -> Option<NewMarks> {
    let mut new = NewMarks {
        human: Vec::new(),
        cpu: Vec::new(),
    };
    for ((square, drawn), real) in (1..).zip(grid.marks).zip(position.marks()) {
        match (drawn, real) {
            (Some(Mark::X), None) => new.human.push(square),
            (Some(Mark::O), None) => new.cpu.push(square),
            (drawn, real) if drawn == real => {}
            _ => return None,
        }
    }
    Some(new)
}

/// The squares on which a board shows an O and the position shows nothing, if that is all the difference and there is
/// one.
pub(super) fn find_added_squares(grid: &DrawnBoard, position: &CpuPosition) -> Option<Vec<i64>> {
    let new = new_marks(grid, position)?;
    (new.human.is_empty() && !new.cpu.is_empty()).then_some(new.cpu)
}

/// The square with the human's new mark, where the CPU has one more at most.
pub(super) fn find_placed_square(grid: &DrawnBoard, position: &CpuPosition) -> Option<i64> {
    match new_marks(grid, position)? {
        NewMarks { human, cpu } if cpu.len() <= 1 => single_square(&human),
        _ => None,
    }
}

/// The square that the human got instead of the one that was named, where the CPU's is as it was announced.
pub(super) fn find_misplaced_square(
    grid: &DrawnBoard,
    before: &CpuPosition,
    announced: Option<i64>,
) -> Option<i64> {
    let cpu = new_marks(grid, before)?.cpu;
    find_placed_square(grid, before)
        .filter(|_| announced.is_none_or(|announced| cpu == [announced]))
}

fn single_square(squares: &[i64]) -> Option<i64> {
    if let [square] = squares {
        Some(*square)
    } else {
        None
    }
}

/// The square on which a board shows the CPU's mark instead of the human's, if that is all the difference.
pub(super) fn find_taken_over_square(grid: &DrawnBoard, position: &CpuPosition) -> Option<i64> {
    let mut different = (1..)
        .zip(&grid.marks)
        .zip(position.marks())
        .filter(|((_, drawn), real)| **drawn != *real);
    let ((square, drawn), real) = different.next()?;
    let is_that = (*drawn, real) == (Some(Mark::O), Some(Mark::X));
    (is_that && different.next().is_none()).then_some(square)
}

/// Whether the human's mark stands on a square where the CPU's was; the CPU may have moved besides.
pub(super) fn overwrites_square(grid: &DrawnBoard, position: &CpuPosition, square: i64) -> bool {
    let is_right = |(number, drawn): (i64, Option<Mark>), real: Option<Mark>| match real {
        _ if number == square => drawn == Some(Mark::X),
        None => drawn != Some(Mark::X),
        real => drawn == real,
    };
    position.mark_at(square) == Some(Mark::O)
        && (1..)
            .zip(grid.marks)
            .zip(position.marks())
            .all(|(drawn, real)| is_right(drawn, real))
}

/// The board with its marks exchanged.
pub(super) fn swap_marks(grid: &DrawnBoard) -> DrawnBoard {
    DrawnBoard {
        marks: grid.marks.map(|mark| mark.map(Mark::opponent)),
        ..grid.clone()
    }
}

/// Whether a board with its marks exchanged is this position with one O more.
pub(super) fn is_swapped(grid: &DrawnBoard, position: &CpuPosition) -> bool {
    find_added_squares(&swap_marks(grid), position).is_some_and(|added| added.len() == 1)
}

/// The position that a board shows; what is new since `before` was taken last.
pub(super) fn read_position(grid: &DrawnBoard, before: &CpuPosition) -> CpuPosition {
    let mut position = CpuPosition::new();
    for is_new in [false, true] {
        for ((square, drawn), real) in (1..).zip(grid.marks).zip(before.marks()) {
            if let Some(mark) = drawn
                && (real != drawn) == is_new
            {
                position.take_square(square, mark);
            }
        }
    }
    position
}
