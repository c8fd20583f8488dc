//! Who plays against the CPU where a script cannot: nobody knows beforehand which squares the CPU will take.
//!
//! Every policy names a free square of the position that it is shown and leaves ties to chance, which follows from a
//! seed. Who plays for a win, their own or the CPU's, hopes for one of the eight lines, and the seed says for which: eight
//! seeds in a row try them all. (The exception is the stubborn one: it tries taken squares on purpose.) A square that was refused is not
//! named again before the position has changed.

use super::chooser::{Chooser, Seeded};
use super::position::{Ending, Position};
use crate::board::Mark;

/// How the human chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// The free square with the lowest number.
    FirstFree,
    /// The best hope of winning against a CPU that plays at random.
    Wins,
    /// The best hope of a draw: fills the board.
    Draws,
    /// The best hope of losing: lets the CPU win.
    Loses,
    /// Any free square.
    Random,
    /// Any free square, but only after the CPU's last square and its own last one were refused.
    Stubborn,
}

impl Policy {
    /// Every policy by its name.
    pub const ALL: [(&'static str, Policy); 6] = [
        ("first-free", Policy::FirstFree),
        ("wins", Policy::Wins),
        ("draws", Policy::Draws),
        ("loses", Policy::Loses),
        ("random", Policy::Random),
        ("stubborn", Policy::Stubborn),
    ];

    /// How much it wants a free square: first for its line, then for any other.
    fn liking(self, line: [i64; 3], position: &Position, square: i64) -> (i64, i64) {
        let hopes = |winner: Mark| {
            let on_line = Wish { ending: Ending::Won(winner), line: Some(line) };
            let anywhere = Wish { line: None, ..on_line };
            (hope(position, square, on_line), hope(position, square, anywhere))
        };
        // The first square of a game is left to chance, but for the line.
        let is_first = position.last(Mark::X).is_none();
        let is_on_line = line.contains(&square);
        match self {
            Policy::FirstFree => (-square, 0),
            Policy::Wins if is_first => (i64::from(is_on_line), 0),
            Policy::Loses if is_first => (i64::from(!is_on_line), 0),
            Policy::Draws if is_first => (0, 0),
            Policy::Wins => hopes(Mark::X),
            Policy::Loses => hopes(Mark::O),
            Policy::Draws => (hope(position, square, Wish { ending: Ending::Draw, line: None }), 0),
            Policy::Random | Policy::Stubborn => (0, 0),
        }
    }
}

/// The eight lines.
const LINES: [[i64; 3]; 8] =
    [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9], [1, 5, 9], [3, 5, 7]];

/// How a game should end.
#[derive(Debug, Clone, Copy)]
struct Wish {
    ending: Ending,
    /// The line that should be full then, whatever else is.
    line: Option<[i64; 3]>,
}

impl Wish {
    fn comes_true(&self, ending: Ending, position: &Position) -> bool {
        let is_full = |line: [i64; 3]| {
            let marks = line.map(|square| position.mark(square).map(Ending::Won));
            marks.iter().all(|mark| *mark == Some(self.ending))
        };
        ending == self.ending && self.line.is_none_or(is_full)
    }
}

/// In how many of all courses that the CPU's choices can take the game ends as it should, if X takes this square now
/// and plays for that ending from then on.
fn hope(position: &Position, square: i64, wanted: Wish) -> i64 {
    let Some(after) = position.after(square, Mark::X) else { return 0 };
    let counts = |ending, next: &Position| {
        if wanted.comes_true(ending, next) { courses(next) } else { 0 }
    };
    if let Some(ending) = after.ending() {
        return counts(ending, &after);
    }
    let choices = after.free().into_iter().filter_map(|choice| after.after(choice, Mark::O));
    let hopes = choices.map(|next| match next.ending() {
        Some(ending) => counts(ending, &next),
        None => best(&next, wanted),
    });
    hopes.sum()
}

fn best(position: &Position, wanted: Wish) -> i64 {
    position.free().into_iter().map(|square| hope(position, square, wanted)).max().unwrap_or(0)
}

/// The number of courses that the CPU's choices could still take if the board were filled.
fn courses(position: &Position) -> i64 {
    let free = position.free().len() as i64;
    let choices = if free % 2 == 0 { free } else { free - 1 };
    (1..=choices / 2).map(|half| 2 * half).product()
}

/// The human in one game.
#[derive(Debug, Clone)]
pub struct Player {
    policy: Policy,
    /// The line that it hopes for.
    line: [i64; 3],
    chance: Seeded,
    /// What was refused since the position last changed, in that position.
    refused: Vec<i64>,
    seen: Position,
}

impl Player {
    /// A player whose choices follow from the policy, the seed and what it is shown.
    pub fn new(policy: Policy, seed: u64) -> Player {
        let line = LINES[usize::try_from(seed % 8).unwrap_or_default()];
        let chance = Seeded::new(seed);
        Player { policy, line, chance, refused: Vec::new(), seen: Position::new() }
    }

    /// The square to name in `position`; none once every square was refused or the game has ended.
    ///
    /// A game that asks again in the same position has refused the last answer.
    pub fn answer(&mut self, position: &Position) -> Option<i64> {
        if self.seen != *position {
            self.seen = position.clone();
            self.refused.clear();
        }
        if position.ending().is_some() {
            return None;
        }
        let answer = self.provocation(position).or_else(|| self.choice(position))?;
        self.refused.push(answer);
        Some(answer)
    }

    /// A taken square, of a player who tries those first.
    fn provocation(&self, position: &Position) -> Option<i64> {
        let taken = [Mark::O, Mark::X].into_iter().filter_map(|mark| position.last(mark));
        let mut new = taken.filter(|square| !self.refused.contains(square));
        new.next().filter(|_| self.policy == Policy::Stubborn)
    }

    fn choice(&mut self, position: &Position) -> Option<i64> {
        let free = position.free().into_iter().filter(|square| !self.refused.contains(square));
        let liking = |square| (self.policy.liking(self.line, position, square), square);
        let liked: Vec<((i64, i64), i64)> = free.map(liking).collect();
        let most = liked.iter().map(|(liking, _)| *liking).max()?;
        let best: Vec<i64> =
            liked.iter().filter(|(liking, _)| *liking == most).map(|(_, square)| *square).collect();
        Some(self.chance.choose(&best))
    }
}
