//! Games of a made-up program, right in every style and wrong in one thing each.

use std::sync::Arc;

use ::reference::cpu::{Chooser, Cpu, Ending, Player, Policy, Position, Seeded};
use ::reference::{Mark, Turn};
use proptest::prelude::*;
use regex::Regex;

use super::{CpuInteractor, Follower};
use crate::compare::{Compared, Expected, Outcome, compare};
use crate::model::{
    Comparison, Exit, Interactor, Limit, Observation, ObservedTurn, Pattern, Patterns, RefereeWords,
};

fn words() -> RefereeWords {
    let word = |pattern: &str| Regex::new(pattern).unwrap();
    RefereeWords {
        choice: word(r"(?:CPU:|Computer plays) (?<square>\d+)"),
        won: word("Winner: Player|You win"),
        lost: word("Winner: CPU|You lose"),
        drawn: word("Winner: Draw|tie"),
    }
}

fn seen(turns: Vec<ObservedTurn>) -> Observation {
    Observation::new(turns, Exit::Code(0))
}

fn judged(seen: &Observation) -> Compared {
    judged_with(None, seen)
}

fn judged_with(patterns: Option<Patterns>, seen: &Observation) -> Compared {
    let interactor: Arc<dyn Interactor> = Arc::new(CpuInteractor::new(words()));
    let rule = Comparison { interactor: Some(interactor), patterns, ..Comparison::default() };
    compare(Expected { turns: &[], messages: &[] }, seen, &rule)
}

fn sentence(compared: &Compared) -> &str {
    compared.difference.as_ref().map_or("accepted", |difference| difference.sentence.as_str())
}

/// What the made-up program does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mistake {
    None,
    TakesTaken,
    TakesNothing,
    TakesTwo,
    NotRedrawn,
    MovesAfterTheEnd,
    LosesTheTurn,
    Refuses,
    SwapsMarks,
    LeavesEarly,
    SaysItEarly,
    NamesTheLoser,
    SaysNothing,
    AsksOn,
    Hangs,
}

/// Each mistake, and what the sentence about it says.
const NAMES: [(Mistake, &str); 14] = [
    (Mistake::TakesTaken, "which the human already has"),
    (Mistake::TakesNothing, "shows a move of the CPU"),
    (Mistake::TakesTwo, "moved twice"),
    (Mistake::NotRedrawn, "not drawn again"),
    (Mistake::MovesAfterTheEnd, "still moved although"),
    (Mistake::LosesTheTurn, "not lose the turn"),
    (Mistake::Refuses, "was free, but"),
    (Mistake::SwapsMarks, "X and O exchanged"),
    (Mistake::LeavesEarly, "ended although"),
    (Mistake::SaysItEarly, "before the game was over"),
    (Mistake::NamesTheLoser, "your program announced"),
    (Mistake::SaysNothing, "did not announce how"),
    (Mistake::AsksOn, "but your program went on"),
    (Mistake::Hangs, "did not come back"),
];

/// How it draws and speaks.
#[derive(Debug, Clone, Copy)]
struct Style {
    drawing: usize,
    announces: bool,
    draws_twice: bool,
    other_words: bool,
    flushes: bool,
}

fn style() -> impl Strategy<Value = Style> {
    (0..5_usize, any::<[bool; 4]>()).prop_map(
        |(drawing, [announces, draws_twice, other_words, flushes])| Style {
            drawing,
            announces,
            draws_twice,
            other_words,
            flushes,
        },
    )
}

impl Style {
    fn board(self, position: &Position, swapped: bool) -> String {
        let swap = |mark: Mark| if swapped { mark.other() } else { mark };
        let cells: Vec<String> = position
            .marks()
            .enumerate()
            .map(|(index, mark)| match (mark, self.drawing) {
                (Some(mark), _) => swap(mark).letter().to_owned(),
                (None, 1) => (index + 1).to_string(),
                (None, 2) => ".".to_owned(),
                (None, _) => " ".to_owned(),
            })
            .collect();
        let row = |row: &[String]| match self.drawing {
            2 => row.join(" "),
            3 => format!("[{}]", row.join("][")),
            4 => format!("     |     |     \n  {}  \n", row.join("  |  ")),
            _ => row.join("|"),
        };
        let between = ["\n-+-+-\n", "\n---+---+---\n", "\n", "\n\n", "_____|_____|_____\n"];
        let rows: Vec<String> = cells.chunks(3).map(row).collect();
        rows.join(between[self.drawing]) + "\n"
    }

    fn choice(self, square: i64) -> String {
        match (self.announces, self.other_words) {
            (false, _) => String::new(),
            (true, false) => format!("CPU: {square}\n"),
            (true, true) => format!("Computer plays {square}\n"),
        }
    }

    fn end(self, ending: Ending) -> &'static str {
        match (ending, self.other_words) {
            (Ending::Won(Mark::X), false) => "Game Over!\nWinner: Player\n",
            (Ending::Won(Mark::X), true) => "You win\n",
            (Ending::Won(Mark::O), false) => "Game Over!\nWinner: CPU\n",
            (Ending::Won(Mark::O), true) => "You lose\n",
            (Ending::Draw, false) => "Game Over!\nWinner: Draw\n",
            (Ending::Draw, true) => "It is a tie\n",
        }
    }
}

/// The made-up program while it is played.
struct Teller {
    style: Style,
    mistake: Mistake,
    position: Position,
    chance: Seeded,
    /// Whether the mistake was made.
    made: bool,
    over: bool,
    exit: Exit,
    saw_eof: bool,
}

impl Teller {
    /// Whether to make the mistake now.
    fn errs(&mut self, mistake: Mistake) -> bool {
        let now = self.mistake == mistake && !self.made;
        self.made |= now;
        now
    }

    fn draw(&mut self) -> String {
        let swapped = self.mistake == Mistake::SwapsMarks;
        self.made |= swapped;
        self.style.board(&self.position, swapped)
    }

    /// What it prints for an answer.
    fn feed(&mut self, answer: i64) -> String {
        const PROMPT: &str = "Your move: ";
        let mut text = String::new();
        let refuses = self.position.last(Mark::X).is_some() && self.errs_on_free(answer);
        if refuses || !self.position.take(answer, Mark::X) {
            if !refuses && self.errs(Mistake::LosesTheTurn) {
                return text + &self.choose() + &self.draw() + PROMPT;
            }
            // It says nothing, and draws what it has.
            return if refuses { self.draw() + PROMPT } else { "No!\n".to_owned() + PROMPT };
        }
        if self.style.draws_twice {
            text += &self.draw();
        }
        if self.position.ending().is_none() {
            text += &self.turn_of_cpu();
            if self.over {
                return text;
            }
        } else if self.position.ending() == Some(Ending::Won(Mark::X))
            && !self.position.free().is_empty()
            && self.errs(Mistake::MovesAfterTheEnd)
        {
            text += &self.choose();
            text += &self.draw();
            self.over = true;
            return text + self.style.end(Ending::Won(Mark::X));
        }
        let ending = self.position.ending();
        if ending.is_some() || !self.errs(Mistake::NotRedrawn) {
            text += &self.draw();
        }
        match ending {
            Some(ending) => text + &self.end(ending),
            None if self.errs(Mistake::SaysItEarly) => text + self.style.end(Ending::Draw) + PROMPT,
            None => text + PROMPT,
        }
    }

    /// A free square that it does not take.
    fn errs_on_free(&mut self, answer: i64) -> bool {
        self.position.mark(answer).is_none()
            && (1..=9).contains(&answer)
            && self.errs(Mistake::Refuses)
    }

    fn turn_of_cpu(&mut self) -> String {
        if self.errs(Mistake::LeavesEarly) {
            self.over = true;
            return String::new();
        }
        if self.errs(Mistake::Hangs) {
            self.over = true;
            self.exit = Exit::Stopped(Limit::Cpu);
            return String::new();
        }
        if self.errs(Mistake::TakesTaken) {
            return self.take_over();
        }
        if self.errs(Mistake::TakesNothing) {
            return String::new();
        }
        let mut text = self.choose();
        if self.position.ending().is_none()
            && self.position.free().len() > 2
            && self.errs(Mistake::TakesTwo)
        {
            text += &self.choose();
        }
        text
    }

    /// Puts the CPU's mark on the human's last square.
    fn take_over(&mut self) -> String {
        let square = self.position.last(Mark::X).unwrap();
        let mut position = Position::new();
        for (number, mark) in (1..).zip(self.position.marks()) {
            if let Some(mark) = mark {
                position.take(number, if number == square { Mark::O } else { mark });
            }
        }
        self.position = position;
        self.style.choice(square)
    }

    fn choose(&mut self) -> String {
        let square = self.chance.choose(&self.position.free());
        self.position.take(square, Mark::O);
        self.style.choice(square)
    }

    fn end(&mut self, ending: Ending) -> String {
        if self.errs(Mistake::AsksOn) {
            self.saw_eof = true;
            self.over = true;
            return "Your move: ".to_owned();
        }
        self.over = true;
        if self.errs(Mistake::SaysNothing) {
            return "Bye\n".to_owned();
        }
        let named = match ending {
            Ending::Won(mark) if self.errs(Mistake::NamesTheLoser) => Ending::Won(mark.other()),
            ending => ending,
        };
        self.style.end(named).to_owned()
    }
}

/// A game, and whether its mistake was made.
fn game(seed: u64, policy: Policy, style: Style, mistake: Mistake) -> (Observation, bool) {
    let mut teller = Teller {
        style,
        mistake,
        position: Position::new(),
        chance: Seeded::new(seed),
        made: false,
        over: false,
        exit: Exit::Code(0),
        saw_eof: false,
    };
    let mut player = Player::new(policy, seed ^ 77);
    let mut turns = Vec::new();
    let mut output = "Welcome\n".to_owned() + &teller.draw() + "Your move: ";
    while !teller.over {
        // A player who sees a wrong board may have nothing to say.
        let answer = player.answer(&teller.position).unwrap_or(1);
        turns.push(ObservedTurn { output: output.into_bytes(), input: Some(answer.to_string()) });
        output = teller.feed(answer);
        assert!(turns.len() < 60, "{teller_turns} turns", teller_turns = turns.len());
    }
    turns.push(ObservedTurn { output: output.into_bytes(), input: None });
    if !style.flushes {
        let all: Vec<u8> = turns.iter().flat_map(|turn| turn.output.clone()).collect();
        turns.iter_mut().for_each(|turn| turn.output.clear());
        turns.last_mut().unwrap().output = all;
    }
    let observation = Observation { exit: teller.exit, saw_eof: teller.saw_eof, ..seen(turns) };
    (observation, teller.made)
}

fn transcript(seen: &Observation) -> String {
    let turn = |turn: &ObservedTurn| {
        let output = String::from_utf8_lossy(&turn.output).into_owned();
        output + &turn.input.as_ref().map_or(String::new(), |input| format!("‹{input}›\n"))
    };
    seen.turns.iter().map(turn).collect()
}

proptest! {
    #[test]
    fn a_right_game_is_accepted_in_every_style(seed: u64, policy in 0..6_usize, style in style()) {
        let (seen, _) = game(seed, Policy::ALL[policy].1, style, Mistake::None);
        let compared = judged(&seen);
        prop_assert_eq!(compared.outcome, Outcome::Equal, "{}\n{}", sentence(&compared), transcript(&seen));
        prop_assert!(compared.difference.is_none());
    }

    #[test]
    fn the_references_own_games_are_accepted(seed: u64, policy in 0..6_usize) {
        let turns = Cpu::seeded(seed).play(&["0".to_owned()], Player::new(Policy::ALL[policy].1, seed));
        let observed = |turn: &Turn| {
            let output: String = turn.pieces.iter().map(|piece| piece.printed()).collect();
            ObservedTurn { output: output.into_bytes(), input: turn.input.clone() }
        };
        let compared = judged(&seen(turns.iter().map(observed).collect()));
        prop_assert_eq!(compared.outcome, Outcome::Equal, "{}", sentence(&compared));
        prop_assert!(compared.remarks.is_empty());
    }

    #[test]
    fn a_mistake_is_found_and_named(seed: u64, which in 0..NAMES.len(), policy in 0..6_usize, style in style()) {
        let (mistake, name) = NAMES[which];
        // A board without the CPU's move, and no word of it, is as if it had not moved.
        let announces = style.announces || mistake == Mistake::NotRedrawn;
        let style = Style { flushes: true, announces, ..style };
        let (seen, made) = game(seed, Policy::ALL[policy].1, style, mistake);
        prop_assume!(made);
        let compared = judged(&seen);
        prop_assert_eq!(compared.outcome, Outcome::Different, "{}", transcript(&seen));
        let sentence = sentence(&compared);
        prop_assert!(sentence.contains(name), "{mistake:?}: {sentence}\n{}", transcript(&seen));
    }

    #[test]
    fn a_mistake_in_output_that_was_held_back_is_found(seed: u64, which in 0..NAMES.len(), policy in 0..6_usize, style in style()) {
        let (mistake, _) = NAMES[which];
        // Only reads tell when something was said.
        prop_assume!(mistake != Mistake::SaysItEarly);
        let (seen, made) = game(seed, Policy::ALL[policy].1, Style { flushes: false, ..style }, mistake);
        prop_assume!(made);
        let compared = judged(&seen);
        prop_assert_eq!(compared.outcome, Outcome::Different, "{:?}\n{}", mistake, transcript(&seen));
    }

    #[test]
    fn no_output_makes_it_panic_and_a_reason_is_there_exactly_when_it_is_not_right(
        outputs in prop::collection::vec("[XO |.0-9\n_+:CPU-]{0,60}", 1..8),
        inputs in prop::collection::vec(-1..12_i64, 8),
    ) {
        let last = outputs.len() - 1;
        let turns = outputs.iter().zip(&inputs).enumerate().map(|(number, (output, input))| ObservedTurn {
            output: output.clone().into_bytes(),
            input: (number < last).then(|| input.to_string()),
        });
        let compared = judged(&seen(turns.collect()));
        prop_assert_eq!(compared.outcome == Outcome::Equal, compared.difference.is_none());
    }

    #[test]
    fn a_follower_knows_where_a_right_game_stands(seed: u64, policy in 0..6_usize, style in style()) {
        let style = Style { flushes: true, ..style };
        let (seen, _) = game(seed, Policy::ALL[policy].1, style, Mistake::None);
        let words = words();
        let mut follower = Follower::new(&words);
        for turn in &seen.turns {
            follower.hear(&turn.output);
            prop_assert!(follower.position().is_some());
            if let Some(input) = &turn.input {
                follower.answer(input.parse().unwrap());
            }
        }
        prop_assert!(follower.position().unwrap().ending().is_some());
    }
}

/// A run from outputs and the inputs between them.
fn run(turns: &[(&str, &str)]) -> Observation {
    let turn = |&(output, input): &(&str, &str)| ObservedTurn {
        output: output.into(),
        input: (!input.is_empty()).then(|| input.to_owned()),
    };
    seen(turns.iter().map(turn).collect())
}

const EMPTY: &str = " | | \n-+-+-\n | | \n-+-+-\n | | \n";

#[test]
fn a_choice_past_the_end_of_the_published_list_is_explained() {
    let welcome = format!("{EMPTY}Position: ");
    let runs = [
        ("9", "CPU: 9\nInvalid Position\nPosition: ", true),
        ("5", "CPU: 5\nInvalid Position\nPosition: ", false),
    ];
    for (input, output, is_past_the_end) in runs {
        let compared = judged(&run(&[(&welcome, input), (output, "1"), ("", "")]));
        let sentence = sentence(&compared);
        assert!(sentence.contains("which the human already has"), "{sentence}");
        assert_eq!(sentence.contains("1 + rand() % size"), is_past_the_end, "{sentence}");
    }
}

#[test]
fn refused_squares_that_are_counted_as_moves_are_named() {
    let board = "X| | \n-+-+-\n |O| \n-+-+-\n | | \n";
    let again = "Invalid\nPosition: ";
    let won = "X| | \n-+-+-\n |O| \n-+-+-\n |O|X\nWinner: Player\n";
    let drawn = "X|X| \n-+-+-\n |O| \n-+-+-\n |O| \nWinner: Draw\n";
    let first = format!("CPU: 5\n{board}Position: ");
    let runs = [
        (vec!["5", "9"], won, "that the human has won too early"),
        (vec!["1", "5", "1", "5", "1", "2"], drawn, "a draw too early"),
    ];
    for (answers, end, name) in runs {
        let mut turns = vec![(EMPTY, "1"), (first.as_str(), answers[0])];
        turns.extend(answers[1..].iter().map(|answer| (again, *answer)));
        turns.push((end, ""));
        let compared = judged(&run(&turns));
        let sentence = sentence(&compared);
        assert!(sentence.contains(name) && sentence.contains("refused"), "{sentence}");
    }
}

#[test]
fn moves_at_the_end_of_the_input_are_named() {
    let output = "X|O| \n-+-+-\n | | \n-+-+-\n | | \nX|O|O\n-+-+-\n | | \n-+-+-\n | | \n";
    let seen = Observation { saw_eof: true, ..run(&[(EMPTY, "1"), (output, "")]) };
    let compared = judged(&seen);
    assert!(sentence(&compared).contains("when the input had ended"), "{}", sentence(&compared));
}

#[test]
fn an_announcement_and_a_board_must_agree() {
    let output = "CPU: 3\nX|O| \n-+-+-\n | | \n-+-+-\n | | \n";
    let compared = judged(&run(&[(EMPTY, "1"), (output, "")]));
    assert!(sentence(&compared).contains("square 3, but its board shows an O on square 2"));
}

#[test]
fn a_wrong_board_is_shown_beside_the_right_one() {
    let output = "CPU: 2\nX|O| \n-+-+-\n |X| \n-+-+-\n | | \nPosition: ";
    let compared = judged(&run(&[(EMPTY, "1"), (output, "5"), ("", "")]));
    assert!(sentence(&compared).starts_with("After the 1st input, `1`, the board does not show"));
    let lines = &compared.difference.as_ref().unwrap().lines;
    assert_eq!(lines.len(), 10, "{lines:?}");
}

#[test]
fn a_board_that_is_not_recognised_leaves_the_judgement_to_the_announcements_with_a_remark() {
    let art = "/X.\n\\..\n%#@!\n";
    let end = "Winner: Player\n";
    let turns = [
        ("", "1"),
        (&format!("CPU: 5\n{art}?"), "2"),
        (&format!("CPU: 7\n{art}?"), "3"),
        (&format!("{art}{end}"), ""),
    ];
    let compared = judged(&run(&turns.map(|(output, input)| (output, input))));
    assert_eq!(compared.outcome, Outcome::Equal, "{}", sentence(&compared));
    assert!(compared.remarks[0].contains("was not recognised"), "{:?}", compared.remarks);
}

#[test]
fn where_nothing_is_understood_the_patterns_judge_with_a_remark() {
    let art = "/X.\n\\..\n%#@!\nI think of a number\n?";
    let mut turns = vec![("", "1"), (art, "2"), (art, "3")];
    let patterns = Patterns {
        ordered: vec![Pattern {
            typed: "You win".to_owned(),
            regex: Regex::new("You win").unwrap(),
        }],
        ..Patterns::default()
    };
    for (end, outcome) in [("You win", Outcome::Equal), ("Bye", Outcome::Different)] {
        turns.push((end, ""));
        for patterns in [None, Some(patterns.clone())] {
            let compared = judged_with(patterns, &run(&turns));
            assert_eq!(compared.outcome, outcome);
            assert!(compared.remarks.iter().any(|it| it.contains("could not be followed")));
        }
        turns.pop();
    }
}

#[test]
fn waiting_for_a_key_after_the_end_is_allowed_and_another_round_is_not() {
    let start = [
        (EMPTY, "1"),
        ("CPU: 4\nX| | \nO| | \n | | \n?", "2"),
        ("CPU: 5\nX|X| \nO|O| \n | | \n?", "3"),
    ];
    let end = "X|X|X\nO|O| \n | | \nYou win\nPress a key";
    let waits = [&start[..], &[(end, "4"), ("", "")]].concat();
    assert_eq!(judged(&run(&waits)).outcome, Outcome::Equal);
    let continues_after_end = [&start[..], &[(end, "4"), ("CPU: 6\n", "")]].concat();
    assert!(sentence(&judged(&run(&continues_after_end))).contains("but your program went on"));
}

#[test]
fn a_win_whose_move_was_not_drawn_is_not_told_too_early() {
    let turn = |(output, input): (&str, Option<&str>)| ObservedTurn {
        output: output.into(),
        input: input.map(str::to_owned),
    };
    let last = |told: &str| {
        let turns = [
            (". . .\n. . .\n. . .\nYour move: ", Some("1")),
            ("X . .\n. O .\n. . .\nYour move: ", Some("2")),
            ("X X O\n. O .\n. . .\nYour move: ", Some("4")),
            (told, None),
        ];
        sentence(&judged(&seen(turns.map(turn).into()))).to_owned()
    };
    let undrawn = last("X X O\nX O .\n. . .\nYou lose\n");
    assert!(undrawn.contains("shows the move that won"), "{undrawn}");
    let early = last("X X O\nX O .\n. . .\nYou win\n");
    assert!(early.contains("before the game was over"), "{early}");
}
