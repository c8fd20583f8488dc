//! A game as a conversation: what was typed, what the program printed. It is open where it goes wrong, and folded before and
//! behind.

use super::columns::DiffColumns;
use crate::transcript;
use crate::visible;
use crate::visible::VisibleDetail;
use model::{DifferingTurn, LineOfTurn, Observation, ObservedTurn};

/// How many lines are shown on either side of the turn that is open.
const LINES: usize = 120;

/// One exchange: a line that was typed, and what the program then printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ReplayExchange {
    /// Which one it is, from 1.
    pub(super) number: usize,
    /// None before the first read, and where reads were not seen.
    pub(super) typed: Option<String>,
    /// Empty if it printed nothing.
    pub(super) printed: String,
}

/// Exchanges that are folded away.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ReplayFold {
    pub(super) title: String,
    pub(super) exchanges: Vec<ReplayExchange>,
    /// How many more there are: before these in a fold before the open turn, behind these in one behind it.
    pub(super) left_out: usize,
}

/// A game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GameReplay {
    pub(super) before: Option<ReplayFold>,
    pub(super) open: ReplayExchange,
    /// In place of what it printed, where it is known line by line what differs.
    pub(super) columns: Option<DiffColumns>,
    /// How it came to its end in that turn, if that is what went wrong.
    pub(super) ended: Option<String>,
    pub(super) after: Option<ReplayFold>,
    pub(super) is_open_at_the_end: bool,
}

impl GameReplay {
    /// The game that was seen; none if the program printed nothing at all. `turn` is the one that is not as expected, by default the
    /// last. `printed_words` says whose output it is: `your program printed`.
    pub(super) fn from_observation(
        seen: &Observation,
        turn: Option<DifferingTurn>,
        columns: Option<DiffColumns>,
        place: Option<&LineOfTurn>,
        printed_words: &str,
    ) -> Option<GameReplay> {
        let last = seen.turns.len().checked_sub(1)?;
        if columns.is_none() && seen.turns.iter().all(|turn| turn.output.is_empty()) {
            return None;
        }
        let at = turn.map_or(last, |turn| turn.number.min(last));
        let exchange = |number: usize| build_exchange(seen, number, place);
        let are_right = turn.is_some_and(|turn| turn.earlier_are_right);
        // Columns show the part that was compared, so all that was printed follows them.
        let next = if columns.is_some() { at } else { at + 1 };
        let before = ReplayFold::from_nearest((0..at).rev().filter_map(exchange), at);
        let behind = ReplayFold::from_nearest((next..=last).filter_map(exchange), last + 1 - next);
        let before = before.map(|fold| ReplayFold {
            title: before_title(at, are_right),
            exchanges: fold.exchanges.into_iter().rev().collect(),
            ..fold
        });
        let behind = behind.map(|fold| ReplayFold {
            title: after_title(seen, next, last, printed_words),
            ..fold
        });
        let is_open_at_the_end = at == last;
        Some(GameReplay {
            before,
            open: exchange(at)?,
            columns,
            ended: None,
            after: behind,
            is_open_at_the_end,
        })
    }
}

impl ReplayFold {
    /// As many of `all` exchanges as fit, in their order from the open turn on.
    fn from_nearest(
        exchanges: impl Iterator<Item = ReplayExchange>,
        all: usize,
    ) -> Option<ReplayFold> {
        let mut fold = ReplayFold::default();
        let mut room = LINES;
        for exchange in exchanges {
            let lines = exchange.printed.lines().count() + 1;
            let Some(rest) = room.checked_sub(lines) else {
                break;
            };
            room = rest;
            fold.exchanges.push(exchange);
        }
        fold.left_out = all - fold.exchanges.len();
        (all > 0).then_some(fold)
    }
}

fn build_exchange(
    seen: &Observation,
    number: usize,
    place: Option<&LineOfTurn>,
) -> Option<ReplayExchange> {
    let turn = seen.turns.get(number)?;
    let typed = number
        .checked_sub(1)
        .and_then(|before| seen.turns.get(before)?.input.as_deref());
    let needed = place
        .filter(|place| place.turn == number)
        .map(|place| place.text.as_str());
    Some(ReplayExchange {
        number: number + 1,
        typed: typed.filter(|_| seen.synchronised).map(|line| {
            crate::cut_line::cut_line(&visible::escape_line(line, VisibleDetail::Tabs), 0, 0)
        }),
        printed: printed_text(
            turn,
            needed,
            seen.is_last_line_cut() && number + 1 == seen.turns.len(),
        ),
    })
}

fn printed_text(turn: &ObservedTurn, needed: Option<&str>, is_cut: bool) -> String {
    match turn.output.is_empty() {
        true => String::new(),
        false => transcript::render_turn(&turn.output, needed, is_cut),
    }
}

fn before_title(turns: usize, are_right: bool) -> String {
    match (turns, are_right) {
        (1, true) => "Turn 1, as expected".to_owned(),
        (1, false) => "Turn 1, before this".to_owned(),
        (_, true) => format!("Turns 1–{turns}, as expected"),
        (_, false) => format!("Turns 1–{turns}, before this"),
    }
}

fn after_title(seen: &Observation, next: usize, last: usize, printed_words: &str) -> String {
    let first = next + 1;
    let last = last + 1;
    match () {
        () if !seen.synchronised || last == 1 => format!("All that {printed_words}"),
        () if first == last => format!("All that {printed_words} in turn {last}"),
        () => format!("All that {printed_words} in turns {first}–{last}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    const PRINTED: &str = "your program printed";

    fn at(number: usize) -> Option<DifferingTurn> {
        Some(DifferingTurn {
            number,
            earlier_are_right: true,
        })
    }

    #[test]
    fn a_game_is_open_where_it_goes_wrong() {
        let seen = fixture::observation(&[
            ("hello\n", "3"),
            ("board\n", "0"),
            ("oops\n", "1"),
            ("end\n", ""),
        ]);
        let replay = GameReplay::from_observation(&seen, at(2), None, None, PRINTED).unwrap();
        let before = replay.before.unwrap();
        assert_eq!(before.title, "Turns 1–2, as expected");
        assert_eq!(before.exchanges[1].typed.as_deref(), Some("3"));
        assert_eq!(
            (replay.open.number, replay.open.printed.as_str()),
            (3, "oops")
        );
        assert_eq!(
            replay.after.unwrap().title,
            "All that your program printed in turn 4"
        );
        assert_eq!(
            GameReplay::from_observation(&seen, None, None, None, PRINTED)
                .unwrap()
                .open
                .number,
            4
        );
        assert_eq!(
            GameReplay::from_observation(
                &fixture::observation(&[("", "3"), ("", "")]),
                at(0),
                None,
                None,
                PRINTED
            ),
            None
        );
    }

    #[test]
    fn of_a_long_game_the_turns_near_the_fault_are_kept() {
        let turns: Vec<(&str, &str)> = (0..500).map(|_| ("one\ntwo\n", "1")).collect();
        let replay = GameReplay::from_observation(
            &fixture::observation(&turns),
            at(400),
            None,
            None,
            PRINTED,
        )
        .unwrap();
        let before = replay.before.unwrap();
        let behind = replay.after.unwrap();
        assert_eq!(before.exchanges.last().unwrap().number, 400);
        assert_eq!(before.left_out, 400 - before.exchanges.len());
        assert_eq!(behind.exchanges[0].number, 402);
        assert!(before.exchanges.len() < LINES && behind.exchanges.len() < LINES);
    }
}
