//! A made-up program: right in every style, and wrong in one thing at most.

use ::reference::Mark;
use ::reference::cpu::{
    CpuEnding, CpuPosition, MovePolicy, SeededChooser, SimulatedPlayer, SquareChooser,
};
use proptest::prelude::*;

use super::seen;
use model::{Exit, LimitKind, Observation, ObservedTurn};

/// What the made-up program does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mistake {
    None,
    TakesTaken,
    TakesNothing,
    TakesTwo,
    MovesFirst,
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

/// How it draws and speaks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub(super) drawing: usize,
    pub(super) announces: bool,
    pub(super) draws_twice: bool,
    pub(super) other_words: bool,
    pub(super) flushes: bool,
}

/// Any style.
pub(super) fn style() -> impl Strategy<Value = Style> {
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
    fn board(self, position: &CpuPosition, swapped: bool) -> String {
        let swap = |mark: Mark| if swapped { mark.opponent() } else { mark };
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
        let between = [
            "\n-+-+-\n",
            "\n---+---+---\n",
            "\n",
            "\n\n",
            "_____|_____|_____\n",
        ];
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

    fn end(self, ending: CpuEnding) -> &'static str {
        match (ending, self.other_words) {
            (CpuEnding::Won(Mark::X), false) => "Game Over!\nWinner: Player\n",
            (CpuEnding::Won(Mark::X), true) => "You win\n",
            (CpuEnding::Won(Mark::O), false) => "Game Over!\nWinner: CPU\n",
            (CpuEnding::Won(Mark::O), true) => "You lose\n",
            (CpuEnding::Draw, false) => "Game Over!\nWinner: Draw\n",
            (CpuEnding::Draw, true) => "It is a tie\n",
        }
    }
}

/// The made-up program while it is played.
struct Teller {
    style: Style,
    mistake: Mistake,
    position: CpuPosition,
    chance: SeededChooser,
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
        let refuses = self.position.last_square(Mark::X).is_some() && self.errs_on_free(answer);
        if refuses || !self.position.take_square(answer, Mark::X) {
            if !refuses && self.errs(Mistake::LosesTheTurn) {
                return text + &self.choose() + &self.draw() + PROMPT;
            }
            // It says nothing, and draws what it has.
            return if refuses {
                self.draw() + PROMPT
            } else {
                "No!\n".to_owned() + PROMPT
            };
        }
        if self.style.draws_twice {
            text += &self.draw();
        }
        if self.position.ending().is_none() {
            text += &self.turn_of_cpu();
            if self.over {
                return text;
            }
        } else if self.position.ending() == Some(CpuEnding::Won(Mark::X))
            && !self.position.free_squares().is_empty()
            && self.errs(Mistake::MovesAfterTheEnd)
        {
            text += &self.choose();
            text += &self.draw();
            self.over = true;
            return text + self.style.end(CpuEnding::Won(Mark::X));
        }
        let ending = self.position.ending();
        if ending.is_some() || !self.errs(Mistake::NotRedrawn) {
            text += &self.draw();
        }
        match ending {
            Some(ending) => text + &self.end(ending),
            None if self.errs(Mistake::SaysItEarly) => {
                text + self.style.end(CpuEnding::Draw) + PROMPT
            }
            None => text + PROMPT,
        }
    }

    /// A free square that it does not take.
    fn errs_on_free(&mut self, answer: i64) -> bool {
        self.position.mark_at(answer).is_none()
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
            self.exit = Exit::Stopped(LimitKind::Cpu);
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
            && self.position.free_squares().len() > 2
            && self.errs(Mistake::TakesTwo)
        {
            text += &self.choose();
        }
        text
    }

    /// Puts the CPU's mark on the human's last square.
    fn take_over(&mut self) -> String {
        let square = self.position.last_square(Mark::X).unwrap();
        let mut position = CpuPosition::new();
        for (number, mark) in (1..).zip(self.position.marks()) {
            if let Some(mark) = mark {
                position.take_square(number, if number == square { Mark::O } else { mark });
            }
        }
        self.position = position;
        self.style.choice(square)
    }

    fn choose(&mut self) -> String {
        let square = self.chance.choose_square(&self.position.free_squares());
        self.position.take_square(square, Mark::O);
        self.style.choice(square)
    }

    fn end(&mut self, ending: CpuEnding) -> String {
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
            CpuEnding::Won(mark) if self.errs(Mistake::NamesTheLoser) => {
                CpuEnding::Won(mark.opponent())
            }
            ending => ending,
        };
        self.style.end(named).to_owned()
    }
}

/// A game, and whether its mistake was made.
pub(super) fn game(
    seed: u64,
    policy: MovePolicy,
    style: Style,
    mistake: Mistake,
) -> (Observation, bool) {
    let mut teller = Teller {
        style,
        mistake,
        position: CpuPosition::new(),
        chance: SeededChooser::new(seed),
        made: false,
        over: false,
        exit: Exit::Code(0),
        saw_eof: false,
    };
    let mut player = SimulatedPlayer::new(policy, seed ^ 77);
    let mut turns = Vec::new();
    let mut output = "Welcome\n".to_owned();
    if teller.errs(Mistake::MovesFirst) {
        output += &teller.choose();
    }
    output += &teller.draw();
    output += "Your move: ";
    while !teller.over {
        // A player who sees a wrong board may have nothing to say.
        let answer = player.next_square(&teller.position).unwrap_or(1);
        turns.push(ObservedTurn {
            output: output.into_bytes(),
            input: Some(answer.to_string()),
        });
        output = teller.feed(answer);
        assert!(
            turns.len() < 60,
            "{teller_turns} turns",
            teller_turns = turns.len()
        );
    }
    turns.push(ObservedTurn {
        output: output.into_bytes(),
        input: None,
    });
    if !style.flushes {
        let all: Vec<u8> = turns.iter().flat_map(|turn| turn.output.clone()).collect();
        turns.iter_mut().for_each(|turn| turn.output.clear());
        turns.last_mut().unwrap().output = all;
    }
    let observation = Observation {
        exit: teller.exit,
        saw_eof: teller.saw_eof,
        ..seen(turns)
    };
    (observation, teller.made)
}
