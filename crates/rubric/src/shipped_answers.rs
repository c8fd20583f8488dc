//! The answers of the shipped rubric, held against questions and prompts of real programs.

use std::path::Path;

use model::{AnswerChoice, KnownQuestion};

fn load_answers() -> Vec<KnownQuestion> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rubric.toml");
    let course = super::load_course(&path, &games::built_in_games()).unwrap();
    let rowcol = course
        .assignments
        .iter()
        .find(|it| it.id == "rowcol")
        .unwrap();
    rowcol.cases[0].answers.clone()
}

/// What a question is answered first; none if it is left alone.
fn find_answer<'a>(answers: &'a [KnownQuestion], question: &str) -> Option<&'a str> {
    answers
        .iter()
        .find(|known| known.pattern.is_match(question))
        .map(|known| known.answer(AnswerChoice::default(), false))
}

#[test]
fn every_question_gets_the_answer_that_fits_it() {
    let answers = load_answers();
    let mut wrong = Vec::new();
    for (with, questions) in QUESTIONS {
        let others = questions
            .iter()
            .map(|question| (question, find_answer(&answers, question)));
        wrong.extend(others.filter(|(_, found)| *found != Some(*with)));
    }
    assert_eq!(wrong, []);
}

#[test]
fn game_prompts_get_no_answer() {
    let answers = load_answers();
    let found = PROMPTS
        .iter()
        .map(|prompt| (prompt, find_answer(&answers, prompt)));
    let answered: Vec<_> = found.filter(|(_, found)| found.is_some()).collect();
    assert_eq!(answered, []);
}

const QUESTIONS: &[(&str, &[&str])] = &[
    (
        "n",
        &[
            "Play again (Y/N)?",
            "Do you want to play again? (yes/no): ",
            "Would you like to play another game? y or n",
            "Would you like another game?",
            "Another round [y/n]",
            "Again? ",
            "(y/n) Do you want to start over",
            "Want to continue? [y/n]",
            "Continue? (Y/N)",
            "Do you want a rematch?",
            "Start a new game?",
            "Would you like to see the rules (y/n)?",
            "Would you like to see the rules, P1? (y/n) ",
        ],
    ),
    (
        "0",
        &[
            "Do you want to play again? (1 = yes, 0 = no)",
            "Press 0 to exit",
            "1 to play again, 0 to quit",
            "Show the rules? (1 = yes, 0 = no)",
        ],
    ),
    (
        "2",
        &[
            "Play again? 1. Yes 2. No",
            "Press 2 to quit: ",
            "Another game? (1 - yes, 2 - no)",
            "Do you want to read the rules? 1 = yes, 2 = no: ",
        ],
    ),
    ("1", &["Press 1 to exit"]),
    ("START", &["Type START to begin: ", "Enter 'start' to play"]),
    ("S", &["Press S to start: ", "Type the letter s to begin: "]),
    ("P", &["Press P to play: "]),
    (
        "P1 P2",
        &[
            "Enter the names of the two players: ",
            "Enter the names of player 1 and player 2: ",
            "Player 1 and player 2, enter your names: ",
            "Players' names: ",
            "Please enter your names:",
        ],
    ),
    (
        "",
        &[
            "Press Enter to start",
            "Press any key to continue . . .",
            "Hit return to play again",
            "Press a key to exit...",
        ],
    ),
    (
        "y",
        &[
            "Do you want to go first? (y/n)",
            "Ready to play? y/n",
            "Do you want to quit? (y/n)",
            "Start the game? (yes/no)",
            "Put X there (y/n)? ",
            "Is that right? [Y/N] ",
            "Confirm your move (y/n): ",
        ],
    ),
    ("h", &["Who starts, (h)uman or (c)omputer? "]),
    ("p", &["Who plays first? (P)layer or (C)omputer: "]),
    (
        "X",
        &[
            "X or O?",
            "X/O: ",
            "Player 1, choose your symbol (X/O):",
            "Which letter do you want, X or O? ",
            "Do you want to be X or O?",
            "Play as x or o: ",
        ],
    ),
    (
        "2",
        &[
            "How many players (1 or 2)?",
            "Enter the number of players: ",
        ],
    ),
    (
        "P1",
        &[
            "Enter name of player 1: ",
            "Player 1, enter your name: ",
            "Enter Player 1 name: ",
            "Name of the first player:",
            "Player X, what is your name?",
            "Nickname for player 1: ",
            "Player 1, please introduce yourself: ",
            "Name 1: ",
            "Enter name 1:",
        ],
    ),
    (
        "P2",
        &[
            "Enter the name of player 2: ",
            "Player two, enter your name:",
            "2nd player name: ",
            "Nickname for player 2: ",
            "Player 2, please introduce yourself: ",
            "Name 2: ",
        ],
    ),
    (
        "Player",
        &[
            "What is your name? ",
            "Enter your name: ",
            "Username: ",
            "Please enter name:",
            "Type your nickname: ",
        ],
    ),
    (
        "1",
        &[
            "Enter 1 to start the game: ",
            "Press 1 to play: ",
            "1. Start 2. Quit",
            "Choose difficulty (1 = easy, 2 = hard): ",
            "Difficulty level: ",
            "Your choice: ",
            "Enter choice: ",
            "Please enter your option:",
            "Enter your choice (1/2): ",
            "Select mode: ",
            "Enter 1, 2 or 3: ",
            "Select: ",
            "Enter a random seed: ",
            "Who goes first? (1 = you, 2 = me) ",
            "Who starts? 1) Player 2) Computer: ",
            "Do you want to go first? 1 - yes, 2 - no: ",
            "First move: 1 for human, 2 for the computer",
            "Enter any character to continue: ",
            "Type any number to start",
            "How many games do you want to play? ",
            "Number of rounds: ",
            "What do you want? ",
            "What would you like to do?",
            "3. Quit >",
            "[2] Exit the game :",
        ],
    ),
    // `tttn` reads the dimension without a prompt, so there it is no question of a program's own.
    (
        "3",
        &[
            "Enter the dimension of the board: ",
            "Enter board size: ",
            "Size: ",
            "How many rows? ",
        ],
    ),
];

const PROMPTS: &[&str] = &[
    "Player X or O, enter your choice",
    "Player X enter your square choice [0-8]: ",
    "Player 1, choose a row: ",
    "Invalid, try again: ",
    "Square taken, choose again (0-8): ",
    "Enter the next move: ",
    "Player O, enter another square: ",
    "Enter a number from 0 to 8 to play: ",
    "Please enter Row for Player 1 (X): ",
    "X's turn (row column): ",
    "Where do you want to start, 1-9? ",
    "Enter your first move (1 to 9): ",
    "First player, square 1 or more: ",
    "Please Enter a Position [1-9]: ",
    "Enter -1 to quit or a square (0-8): ",
    "Player X, enter your move (0-8) or 9 to exit: ",
    "It is your turn to begin, X: ",
    "Mark X or O at square (0-8): ",
    "Press the number of a square: ",
    "Player 1, enter your choice: ",
    "Enter your choice (1-9): ",
    "Choose a square, 1 to 9: ",
    "Row (1 to 3): ",
    "Player 1, where do you want to put your X? ",
    "What row do you want? ",
    "Enter any number from 1 to 9: ",
    "Type the row, S: ",
    "Enter s to save, or a square: ",
    "2 X O >",
    "",
];
