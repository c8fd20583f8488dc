//! The words of the shipped rubric that a referee and instructors use, held against the wordings of real programs.

use std::path::Path;

use regex::Regex;

use super::config_file::{ConfigFile, DiagnosticCollector};
use super::raw;
use super::spanned::Spanned;
use super::vocabulary::Vocabulary;
use model::{RefereeWords, SharedRegex};

/// What a word of the shipped rubric means in the assignment `cpu`.
fn compile_word(name: &str) -> SharedRegex {
    let diagnostics = DiagnosticCollector::default();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rubric.toml");
    let config = ConfigFile::read(&path, &diagnostics).unwrap();
    let rubric = config.parse::<raw::RawRubric>().unwrap();
    let (_, cpu) = rubric
        .assignments
        .iter()
        .find(|(id, _)| id.get_ref() == "cpu")
        .unwrap();
    let vocabulary = Vocabulary::default()
        .with_words(&config, &rubric.defaults.unwrap().body.vocabulary)
        .with_words(&config, &cpu.body.vocabulary);
    vocabulary
        .compile_pattern(&config, &Spanned::new(0..0, format!("{{{name}}}")))
        .unwrap()
}

fn load_referee_words() -> RefereeWords {
    let course = super::load_course(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rubric.toml"),
        &games::built_in_games(),
    )
    .unwrap();
    let cpu = course
        .assignments
        .into_iter()
        .find(|it| it.id == "cpu")
        .unwrap();
    cpu.cases[0]
        .comparison
        .referee
        .as_ref()
        .unwrap()
        .words()
        .clone()
}

/// The squares that a line announces.
fn find_squares(choice: &Regex, line: &str) -> Vec<String> {
    choice
        .captures_iter(line)
        .map(|found| found["square"].to_owned())
        .collect()
}

#[test]
fn an_announced_choice_is_recognised_in_many_wordings() {
    let choice = load_referee_words().choice;
    for wording in CHOICES {
        assert_eq!(find_squares(&choice, wording), ["5"], "{wording}");
        let loud = wording.to_uppercase();
        assert_eq!(find_squares(&choice, &loud), ["5"], "{loud}");
    }
}

#[test]
fn other_lines_with_numbers_announce_nothing() {
    let choice = load_referee_words().choice;
    for line in NO_CHOICES {
        assert_eq!(find_squares(&choice, line), [""; 0], "{line}");
    }
}

#[test]
fn the_end_of_a_game_against_the_computer_is_recognised_in_many_wordings() {
    let RefereeWords {
        won, lost, drawn, ..
    } = load_referee_words();
    let tables = [(WON, &won, [&lost, &drawn]), (LOST, &lost, [&won, &drawn])];
    for (wordings, meant, others) in tables {
        for wording in wordings {
            let text = format!("X|O|X\nGame Over!\n{wording}\nGoodbye\n");
            assert!(meant.is_match(&text), "not recognised: {wording}");
            assert!(
                !others.iter().any(|it| it.is_match(&text)),
                "taken for another end: {wording}"
            );
        }
    }
    for wording in DRAWN {
        assert!(drawn.is_match(wording), "not recognised: {wording}");
        // Words of a draw may name who has not won; the referee looks for winners in the other words only.
        let rest = drawn.replace_all(wording, "");
        assert!(
            !won.is_match(&rest) && !lost.is_match(&rest),
            "taken for a win: {wording}"
        );
    }
}

#[test]
fn lines_during_a_game_against_the_computer_are_no_end() {
    let RefereeWords {
        won, lost, drawn, ..
    } = load_referee_words();
    for line in CHATTER {
        let found = [&won, &lost, &drawn]
            .iter()
            .position(|it| it.is_match(line));
        assert_eq!(found, None, "{line}");
    }
}

#[test]
fn a_player_by_number_may_have_either_mark() {
    let [first, second, tie] = ["player-1-wins", "player-2-wins", "tie"].map(compile_word);
    for line in MARKED {
        let of = |number: &str| format!("Game over\n{}\n", line.replace('#', number));
        assert!(
            first
                .find(&of("1"))
                .is_some_and(|it| it.as_str().contains('1')),
            "{line}"
        );
        assert!(
            second
                .find(&of("2"))
                .is_some_and(|it| it.as_str().contains('2')),
            "{line}"
        );
        assert!(!tie.is_match(&of("1")), "{line}");
    }
    for line in [
        "No one won so match tie",
        "No one won, so it is a draw",
        "Nobody wins so the game is a tie",
    ] {
        assert!(tie.is_match(line), "{line}");
    }
    for line in ["No winner so far", "Nobody has won so far"] {
        assert!(!tie.is_match(line), "{line}");
    }
}

const MARKED: &[&str] = &[
    "Player # - 'O' Wins",
    "Player # - X wins!",
    "Player # whose character is O Wins",
    "Player # with the mark X wins the game",
    "Player #, playing O, wins",
    "Player # (O) wins",
    "player# / X has won",
];

#[test]
fn asking_again_is_recognised_in_many_wordings() {
    let again = compile_word("try-again");
    for wording in AGAIN {
        assert!(again.is_match(wording), "{wording}");
    }
    for line in [
        "Player 1, enter row: ",
        "Player X wins!",
        "It is a tie.",
        "Enter a square [1-9]: ",
    ] {
        assert!(!again.is_match(line), "{line}");
    }
}

const CHOICES: &[&str] = &[
    "CPU: 5",
    "CPU -> 5",
    "CPU = 5",
    "CPU 5",
    "CPU chose 5",
    "CPU chose square 5.",
    "CPU chooses position 5!",
    "CPU has chosen: 5",
    "CPU plays 5",
    "CPU played at position [5]",
    "CPU picks 5",
    "CPU picked spot #5",
    "CPU takes 5.",
    "CPU took the square 5",
    "CPU selects cell (5)",
    "CPU moved to 5",
    "CPU moves to position 5 now",
    "CPU's move: 5",
    "CPU's move is 5",
    "CPU's turn: 5",
    "CPU's choice is 5",
    "CPU places O at 5",
    "CPU placed an O on square 5 of the board",
    "CPU put its piece in position 5",
    "CPU (O): 5",
    "The computer goes to 5",
    "Computer randomly picked 5",
    "Computer's random choice: 5",
    "The machine decided on 5",
    "AI marks field 5",
    "Bot drops its mark on 5",
    "Player 2 (computer) chose 5",
    "Player O plays 5",
    "O takes 5",
    "I choose 5",
    "I'll take 5",
    "I will play 5.",
    "I have picked square 5",
    "My move is 5",
    "My choice: 5",
    "Please Enter a Position [1-9]: CPU: 5",
    "CPU takes 5...",
];

const NO_CHOICES: &[&str] = &[
    "Player: 5",
    "You chose 5",
    "Please Enter a Position [1-9]: ",
    "Turn 5: CPU",
    "CPU turn 5:",
    "CPU plays row 2, column 3",
    "CPU chose 2, 3",
    "CPU: (2,3)",
    "CPU wins 5 to 2",
    "CPU is thinking...",
    "X | O | 5",
    "O | 5 | X",
    "1 | 2 | 3",
    "Score: You 1 - CPU 2 - draws 3 games",
    "The computer needs 3 seconds",
    "The computer plays in 5... 4... 3...",
];

const WON: &[&str] = &[
    "Winner: Player",
    "Winner: You",
    "Winner: Human!",
    "Winner is Player 1",
    "The winner is: Player",
    "The winner is the human player.",
    "You win!",
    "You Win",
    "YOU WON!!!",
    "You have won the game",
    "You've won!",
    "You are the winner!",
    "You beat the computer",
    "You win this time.",
    "Player wins",
    "Player wins!",
    "Player has won.",
    "Player X wins",
    "Player 1 wins the game!",
    "Human wins",
    "X wins!",
    "Congratulations! You win!",
    "Congratulations, you won!",
    "Congratulations!",
    "Well done, you win",
    "*** You win ***",
    "The computer loses",
    "Computer lost, player wins",
    "Player (X) wins!",
    "Victory!",
    "WIN!",
    "Y O U   W I N",
    "And the winner is... you!",
    "You win in 4 moves!",
    "You won against the computer.",
];

const LOST: &[&str] = &[
    "Winner: CPU",
    "Winner: Computer",
    "Winner - CPU!",
    "The winner is the CPU",
    "The winner is: computer",
    "Winner: O",
    "CPU wins",
    "CPU Wins!!!",
    "CPU has won!",
    "CPU (O) wins",
    "The CPU won the game.",
    "The computer wins!",
    "Computer won",
    "Computer is the winner",
    "Computer beats you",
    "The machine has won.",
    "AI wins",
    "Player O wins",
    "Player 2 wins!",
    "O wins",
    "I win!",
    "I won!",
    "You lose",
    "You lost!",
    "You have lost the game",
    "You lose, the computer wins",
    "Sorry, you lose.",
    "Player loses",
    "You have been defeated.",
    "Defeat!",
    "LOSE!",
    "Y O U   L O S E",
    "C P U   W I N S",
    "The computer wins with square 9!",
];

const DRAWN: &[&str] = &[
    "Winner: Draw",
    "Winner: Nobody",
    "Winner: none",
    "Winner is no one",
    "Draw",
    "Draw!",
    "It's a draw",
    "It's a draw!",
    "It is a draw.",
    "The game is a draw",
    "The game ended in a draw.",
    "Game over: draw",
    "Match drawn",
    "Tie",
    "It's a tie!",
    "Tie game!",
    "The game is tied.",
    "Nobody wins",
    "Nobody won.",
    "No one wins!",
    "No winner",
    "There is no winner.",
    "Neither you nor the CPU wins",
    "Stalemate",
    "Cat's game",
    "You and the CPU tied!",
    "The computer and you drew.",
    "DRAW!",
    "You and the CPU are equal.",
    "D R A W",
];

const CHATTER: &[&str] = &[
    "Welcome to TicTacToe in C++",
    "Please Enter a Position [1-9]: ",
    "Player: 5",
    "CPU: 3",
    "Your turn, player X",
    "It is the computer's turn",
    "Invalid Position, Please Try Again",
    "That square is taken, you have to choose another one",
    "You are X, the CPU is O",
    "Player 1 is thinking about a winning move",
    "No winner yet",
    "You have won 1 games.",
    "The computer has won 0 games.",
    "Warning: the computer wins with square 9 if you do not block it.",
];

const AGAIN: &[&str] = &[
    "Try again",
    "Please try again.",
    "Invalid Position, Please Try Again",
    "Invalid move!",
    "Invalid input",
    "Not a valid square",
    "That is not valid",
    "Illegal move",
    "ERROR: Out of Bounds",
    "Out of range",
    "ERROR: Slot is occupied.",
    "That square is already taken",
    "Square is taken",
    "This spot has been used",
    "Already occupied!",
    "Position already filled",
    "Cell not empty",
    "The square is not free",
    "You can't go there",
    "You cannot play there",
    "Choose another square",
    "Pick a different one",
    "Enter a number again: ",
    "Please re-enter",
    "Once more, please",
    "Wrong index",
    "Incorrect square",
];
