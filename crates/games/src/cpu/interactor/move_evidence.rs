//! What a stretch of output tells about the game (boards and announced choices in their order, and other words), and how a board that was
//! drawn differs from the position that it should show.

use std::collections::BTreeMap;

use crate::shared::grid::{DrawnBoard, find_boards};
use crate::shared::row::has_word;
use ::reference::cpu::CpuPosition;
use ::reference::{Mark, parse_integer};
use judging::compare::question::extract_words;
use model::RefereeWords;

/// What the program said between two reads.
#[derive(Debug, Clone, Default)]
pub(super) struct MoveEvidence {
    /// In the order in which they were printed.
    pub(super) events: Vec<MoveEvent>,
    /// All lines that are part of no board.
    pub(super) words: String,
    /// How many of these lines hold no word: the rows of a board that was not recognised look so.
    pub(super) wordless_lines: usize,
    /// Whether nothing was printed.
    pub(super) is_empty: bool,
}

/// One thing that a program said about the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MoveEvent {
    /// A board, with its lines as they were printed.
    Board(DrawnBoard, Vec<String>),
    /// The CPU's choice was announced, or something that reads like it.
    Choice(AnnouncedChoice),
}

/// A square that a line names as the CPU's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AnnouncedChoice {
    pub(super) square: i64,
    /// The words of the line: a program announces all choices with the same ones.
    pub(super) words: String,
}

/// Events that are still to be explained.
pub(super) type MoveEvents<'e> = std::slice::Iter<'e, MoveEvent>;

impl MoveEvidence {
    /// Reads a stretch of output.
    pub(super) fn from_text(text: &str, words: &RefereeWords) -> MoveEvidence {
        let lines: Vec<&str> = text.lines().collect();
        let mut evidence = MoveEvidence {
            is_empty: text.trim().is_empty(),
            ..MoveEvidence::default()
        };
        let mut done = 0;
        for (place, grid) in find_boards(&lines) {
            evidence.read_lines(&lines[done..place.start], words);
            let drawn = lines[place.clone()]
                .iter()
                .map(|&line| line.to_owned())
                .collect();
            evidence.events.push(MoveEvent::Board(grid, drawn));
            done = place.end;
        }
        evidence.read_lines(&lines[done..], words);
        evidence
    }

    /// The same with other boards. Without a board, its lines are those of a drawing that was not recognised.
    pub(super) fn with_boards(
        &self,
        change: impl Fn(&DrawnBoard) -> Option<DrawnBoard>,
    ) -> MoveEvidence {
        let mut evidence = self.clone();
        evidence.events.clear();
        for event in &self.events {
            match event {
                MoveEvent::Board(grid, drawn) => match change(grid) {
                    Some(grid) => evidence.events.push(MoveEvent::Board(grid, drawn.clone())),
                    None => evidence.wordless_lines += drawn.len(),
                },
                MoveEvent::Choice(_) => evidence.events.push(event.clone()),
            }
        }
        evidence
    }

    fn list_choices(&self) -> impl Iterator<Item = &AnnouncedChoice> {
        self.events.iter().filter_map(|event| match event {
            MoveEvent::Choice(choice) => Some(choice),
            MoveEvent::Board(..) => None,
        })
    }

    fn count_choices(&self, words: &str) -> usize {
        let choices = self.list_choices();
        choices.filter(|choice| choice.words == words).count()
    }

    fn read_lines(&mut self, lines: &[&str], words: &RefereeWords) {
        for line in lines.iter().filter(|line| !line.trim().is_empty()) {
            let choices = words.choice.captures_iter(line);
            let squares = choices.filter_map(|found| parse_integer(found.name("square")?.as_str()));
            for square in squares {
                let words = extract_words(line);
                let choice = AnnouncedChoice { square, words };
                self.events.push(MoveEvent::Choice(choice));
            }
            self.wordless_lines += usize::from(!has_word(line));
            self.words.push_str(line);
            self.words.push('\n');
        }
    }
}

/// The words of lines that read like a choice and are a score ("Computer: 0" above each board), with their number in the opening.
#[derive(Debug, Clone, Default)]
pub(super) struct ScoreWords(BTreeMap<String, usize>);

impl ScoreWords {
    /// What names no square before the first answer is a score. The events have the text's numbers.
    pub(super) fn from_opening(opening: &MoveEvidence) -> ScoreWords {
        let choices = opening.list_choices();
        let scores = choices.filter(|choice| !(1..=9).contains(&choice.square));
        let counted = scores.map(|it| (it.words.clone(), opening.count_choices(&it.words)));
        ScoreWords(counted.collect())
    }

    /// Whatever is printed more often than in the opening announces choices as well.
    pub(super) fn forget_announcements(&mut self, evidence: &MoveEvidence) {
        self.0
            .retain(|words, count| evidence.count_choices(words) <= *count);
    }

    /// Takes the scores out of the events.
    pub(super) fn remove_scores(&self, evidence: &mut MoveEvidence) {
        evidence.events.retain(
            |event| !matches!(event, MoveEvent::Choice(choice) if self.0.contains_key(&choice.words)),
        );
    }
}

/// The board that was drawn last, drawings that explain the numbers aside.
pub(super) fn last_board(events: &[MoveEvent]) -> Option<&DrawnBoard> {
    events.iter().rev().find_map(|event| match event {
        MoveEvent::Board(grid, _) if !grid.is_legend => Some(grid),
        _ => None,
    })
}

/// The same events from a program that draws X for O.
pub(super) fn with_marks_exchanged(events: &[MoveEvent]) -> Vec<MoveEvent> {
    events.iter().map(swap_event_marks).collect()
}

fn swap_event_marks(event: &MoveEvent) -> MoveEvent {
    match event {
        MoveEvent::Board(grid, drawn) => MoveEvent::Board(swap_marks(grid), drawn.clone()),
        MoveEvent::Choice(choice) => MoveEvent::Choice(choice.clone()),
    }
}

/// The first of the boards that, with its marks exchanged, would be right; none if none would.
pub(super) fn first_swapped(
    grid: &DrawnBoard,
    later: &[MoveEvent],
    position: &CpuPosition,
) -> Option<DrawnBoard> {
    let later = later.iter().filter_map(|event| match event {
        MoveEvent::Board(grid, _) => Some(grid),
        MoveEvent::Choice(_) => None,
    });
    let mut all = std::iter::once(grid).chain(later);
    all.find(|grid| is_swapped(grid, position)).map(swap_marks)
}

pub(super) fn shows_position(grid: &DrawnBoard, position: &CpuPosition) -> bool {
    grid.marks.iter().copied().eq(position.marks())
}

/// The squares with new marks on a board that shows a position and more.
pub(super) struct NewMarks {
    pub(super) human: Vec<i64>,
    pub(super) cpu: Vec<i64>,
}

/// The marks that a board shows on squares which are free in the position, if that is all the difference.
fn new_marks(grid: &DrawnBoard, position: &CpuPosition) -> Option<NewMarks> {
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
    position.mark_at(square) == Some(Mark::O)
        && (1..)
            .zip(grid.marks)
            .zip(position.marks())
            .all(|(drawn, real)| is_right_square(square, drawn, real))
}

/// The refused square on which a board shows the human's mark instead of the CPU's.
pub(super) fn find_overwritten_square(
    grid: &DrawnBoard,
    position: &CpuPosition,
    refused: &[i64],
) -> Option<i64> {
    let mut squares = (1..).zip(grid.marks).zip(position.marks());
    let found = squares.find(|((square, drawn), real)| {
        refused.contains(square) && (*drawn, *real) == (Some(Mark::X), Some(Mark::O))
    });
    found.map(|((square, _), _)| square)
}

fn is_right_square(square: i64, (number, drawn): (i64, Option<Mark>), real: Option<Mark>) -> bool {
    match real {
        _ if number == square => drawn == Some(Mark::X),
        None => drawn != Some(Mark::X),
        real => drawn == real,
    }
}

/// The board with what it shows on `places[0]` moved to its first square, and so on. Squares are counted from 0.
pub(super) fn rearrange_board(grid: &DrawnBoard, places: [usize; 9]) -> DrawnBoard {
    DrawnBoard {
        marks: places.map(|place| grid.marks[place]),
        ..grid.clone()
    }
}

/// The board with its marks exchanged.
fn swap_marks(grid: &DrawnBoard) -> DrawnBoard {
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
