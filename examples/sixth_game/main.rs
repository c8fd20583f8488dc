//! The whole grader with a sixth game, `cup`: ten marbles lie in a cup, and two players take 1 to 3 of them in turn.
//! Whoever takes the last one wins. `docs/how-to/games.md` goes through this file step by step.

use std::process::ExitCode;

use grader::cli;
use model::{GameEnding, GameSupport, KnownBug, KnownBugs, MutantGame, StartMutant};
use reference::{GameOptions, GameRules, OutputPiece, Prompt, ReferenceGame, parse_integer};

fn main() -> ExitCode {
    cli::main(&games::built_in_games().with_game(&CupSupport))
}

/// The game with all that the grader needs of it: its rules, and one known bug.
#[derive(Debug)]
struct CupSupport;

const RULES: &GameRules = &GameRules::new(
    "cup",
    "take 1 to 3 marbles; whoever takes the last one wins",
    |_| Box::new(Cup::of_at_most(3)),
);

impl GameSupport for CupSupport {
    fn rules(&self) -> &'static GameRules {
        RULES
    }

    fn known_bugs(&self, _options: GameOptions) -> Option<KnownBugs> {
        let of_at_most =
            |most| -> StartMutant { Box::new(move || Box::new(Cup::of_at_most(most))) };
        let takes_too_many = KnownBug {
            mistake: "takes-too-many",
            remedy: "Check the number before you take it.",
            sentence: "It looks as if your program lets a player take more than three marbles."
                .into(),
            mutants: vec![of_at_most(10)],
            is_partial: false,
        };
        Some(KnownBugs {
            original: of_at_most(3),
            bugs: vec![takes_too_many],
        })
    }
}

/// A game in progress.
struct Cup {
    marbles: i64,
    player: u8,
    /// How many can be taken at a time: 3, but for the mutant.
    most: i64,
    ending: Option<GameEnding>,
}

impl Cup {
    fn of_at_most(most: i64) -> Cup {
        Cup {
            marbles: 10,
            player: 1,
            most,
            ending: None,
        }
    }

    fn take(&mut self, number: i64) -> Vec<OutputPiece> {
        if !self.legal_inputs().contains(&number) {
            return vec![
                OutputPiece::Message("That cannot be taken!".to_owned()),
                self.prompt(),
            ];
        }
        self.marbles -= number;
        if self.marbles > 0 {
            self.player = 3 - self.player;
            return vec![self.render_marbles(), self.prompt()];
        }
        let is_first = self.player == 1;
        self.ending = Some(if is_first {
            GameEnding::First
        } else {
            GameEnding::Second
        });
        vec![
            self.render_marbles(),
            OutputPiece::Message(format!("Player {} wins!", self.player)),
        ]
    }

    fn render_marbles(&self) -> OutputPiece {
        OutputPiece::Board(vec![format!("Marbles: {}", self.marbles)])
    }

    /// Any other wording must name the player all the same.
    fn prompt(&self) -> OutputPiece {
        let player = self.player.to_string();
        OutputPiece::Prompt(Prompt {
            text: format!("Player {player} takes: "),
            shows: vec![player],
        })
    }
}

impl ReferenceGame for Cup {
    fn start_game(&mut self) -> Vec<OutputPiece> {
        vec![self.render_marbles(), self.prompt()]
    }

    fn feed_token(&mut self, token: &str) -> Vec<OutputPiece> {
        match parse_integer(token) {
            _ if self.is_over() => Vec::new(),
            Some(number) => self.take(number),
            None => {
                self.ending = Some(GameEnding::Quit);
                Vec::new()
            }
        }
    }

    fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    fn legal_inputs(&self) -> Vec<i64> {
        if self.is_over() {
            Vec::new()
        } else {
            (1..=self.most.min(self.marbles)).collect()
        }
    }
}

impl MutantGame for Cup {
    fn ending(&self) -> Option<GameEnding> {
        self.ending
    }
}
