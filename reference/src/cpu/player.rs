//! Who plays against the CPU where a script cannot: nobody knows beforehand which squares the CPU will take.
//!
//! Every policy names a free square of the position that it is shown and leaves ties to chance, which follows from a
//! seed. Who plays for a win, their own or the CPU's, hopes for one of the eight lines, and the seed says for which: eight
//! seeds in a row try them all. (The exception is the stubborn one: it tries taken squares on purpose.) A square that was refused is not
//! named again before the position has changed.

use super::position::{CpuEnding, CpuPosition, SeededChooser, SquareChooser};
use crate::board::Mark;

/// How the human chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MovePolicy {
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

impl MovePolicy {
    /// Every policy by its name.
    pub const ALL: [(&'static str, MovePolicy); 6] = [
        ("first-free", MovePolicy::FirstFree),
        ("wins", MovePolicy::Wins),
        ("draws", MovePolicy::Draws),
        ("loses", MovePolicy::Loses),
        ("random", MovePolicy::Random),
        ("stubborn", MovePolicy::Stubborn),
    ];

    /// How much it wants a free square: first for its line, then for any other.
    fn score_square(self, line: [i64; 3], position: &CpuPosition, square: i64) -> (i64, i64) {
        let hopes = |winner: Mark| {
            let on_line = EndingGoal {
                ending: CpuEnding::Won(winner),
                line: Some(line),
            };
            let anywhere = EndingGoal {
                line: None,
                ..on_line
            };
            (
                count_goal_games(position, square, on_line),
                count_goal_games(position, square, anywhere),
            )
        };
        // The first square of a game is left to chance, but for the line.
        let is_first = position.last_square(Mark::X).is_none();
        let is_on_line = line.contains(&square);
        match self {
            MovePolicy::FirstFree => (-square, 0),
            MovePolicy::Wins if is_first => (i64::from(is_on_line), 0),
            MovePolicy::Loses if is_first => (i64::from(!is_on_line), 0),
            MovePolicy::Draws if is_first => (0, 0),
            MovePolicy::Wins => hopes(Mark::X),
            MovePolicy::Loses => hopes(Mark::O),
            MovePolicy::Draws => (
                count_goal_games(
                    position,
                    square,
                    EndingGoal {
                        ending: CpuEnding::Draw,
                        line: None,
                    },
                ),
                0,
            ),
            MovePolicy::Random | MovePolicy::Stubborn => (0, 0),
        }
    }
}

/// The eight lines.
const LINES: [[i64; 3]; 8] = [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
    [1, 4, 7],
    [2, 5, 8],
    [3, 6, 9],
    [1, 5, 9],
    [3, 5, 7],
];

/// How a game should end.
#[derive(Debug, Clone, Copy)]
struct EndingGoal {
    ending: CpuEnding,
    /// The line that should be full then, whatever else is.
    line: Option<[i64; 3]>,
}

impl EndingGoal {
    fn is_reached(&self, ending: CpuEnding, position: &CpuPosition) -> bool {
        let is_full = |line: [i64; 3]| {
            let marks = line.map(|square| position.mark_at(square).map(CpuEnding::Won));
            marks.iter().all(|mark| *mark == Some(self.ending))
        };
        ending == self.ending && self.line.is_none_or(is_full)
    }
}

/// In how many of all courses that the CPU's choices can take the game ends as it should, if X takes this square now
/// and plays for that ending from then on.
fn count_goal_games(position: &CpuPosition, square: i64, wanted: EndingGoal) -> i64 {
    let Some(after) = position.position_after(square, Mark::X) else {
        return 0;
    };
    let counts = |ending, next: &CpuPosition| {
        if wanted.is_reached(ending, next) {
            count_continuations(next)
        } else {
            0
        }
    };
    if let Some(ending) = after.ending() {
        return counts(ending, &after);
    }
    let choices = after
        .free_squares()
        .into_iter()
        .filter_map(|choice| after.position_after(choice, Mark::O));
    let hopes = choices.map(|next| match next.ending() {
        Some(ending) => counts(ending, &next),
        None => best_goal_count(&next, wanted),
    });
    hopes.sum()
}

fn best_goal_count(position: &CpuPosition, wanted: EndingGoal) -> i64 {
    position
        .free_squares()
        .into_iter()
        .map(|square| count_goal_games(position, square, wanted))
        .max()
        .unwrap_or(0)
}

/// The number of courses that the CPU's choices could still take if the board were filled.
fn count_continuations(position: &CpuPosition) -> i64 {
    let free = position.free_squares().len() as i64;
    let choices = if free % 2 == 0 { free } else { free - 1 };
    (1..=choices / 2).map(|half| 2 * half).product()
}

/// The human in one game.
#[derive(Debug, Clone)]
pub struct SimulatedPlayer {
    policy: MovePolicy,
    /// The line that it hopes for.
    line: [i64; 3],
    chance: SeededChooser,
    /// What was refused since the position last changed, in that position.
    refused: Vec<i64>,
    seen: CpuPosition,
}

impl SimulatedPlayer {
    /// A player whose choices follow from the policy, the seed and what it is shown.
    pub fn new(policy: MovePolicy, seed: u64) -> SimulatedPlayer {
        let line = LINES[usize::try_from(seed % 8).unwrap_or_default()];
        let chance = SeededChooser::new(seed);
        SimulatedPlayer {
            policy,
            line,
            chance,
            refused: Vec::new(),
            seen: CpuPosition::new(),
        }
    }

    /// The square to name in `position`; none once every square was refused or the game has ended.
    ///
    /// A game that asks again in the same position has refused the last answer.
    pub fn next_square(&mut self, position: &CpuPosition) -> Option<i64> {
        if self.seen != *position {
            self.seen = position.clone();
            self.refused.clear();
        }
        if position.ending().is_some() {
            return None;
        }
        let answer = self
            .taken_square_to_try(position)
            .or_else(|| self.preferred_square(position))?;
        self.refused.push(answer);
        Some(answer)
    }

    /// A taken square, of a player who tries those first.
    fn taken_square_to_try(&self, position: &CpuPosition) -> Option<i64> {
        let taken = [Mark::O, Mark::X]
            .into_iter()
            .filter_map(|mark| position.last_square(mark));
        let mut new = taken.filter(|square| !self.refused.contains(square));
        new.next().filter(|_| self.policy == MovePolicy::Stubborn)
    }

    fn preferred_square(&mut self, position: &CpuPosition) -> Option<i64> {
        let free = position
            .free_squares()
            .into_iter()
            .filter(|square| !self.refused.contains(square));
        let liking = |square| {
            (
                self.policy.score_square(self.line, position, square),
                square,
            )
        };
        let liked: Vec<((i64, i64), i64)> = free.map(liking).collect();
        let most = liked.iter().map(|(liking, _)| *liking).max()?;
        let best: Vec<i64> = liked
            .iter()
            .filter(|(liking, _)| *liking == most)
            .map(|(_, square)| *square)
            .collect();
        Some(self.chance.choose_square(&best))
    }
}
