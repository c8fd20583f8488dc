//! The rubric that comes with the program: it loads, and its patterns know the wordings of real programs.

use std::path::Path;

use ::reference::play_transcript;
use regex::Regex;

use super::transcript::render_transcript;
use model::{Comparison, Course, CriterionEvidence, Points, ReferenceSolution, SharedRegex};

fn load_shipped_rubric() -> Course {
    super::load_course(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rubric.toml"),
        &games::built_in_games(),
    )
    .unwrap()
}

/// The comparison of one case, from which the tests take what a word of the vocabulary means.
fn find_comparison(course: &Course, assignment: &str, case: &str) -> Comparison {
    let assignment = course
        .assignments
        .iter()
        .find(|it| it.id == assignment)
        .unwrap();
    assignment
        .cases
        .iter()
        .find(|it| it.id == case)
        .unwrap()
        .comparison
        .clone()
}

/// What `{player-1-wins}`, `{player-2-wins}` and `{tie}` mean.
fn load_outcome_patterns() -> [SharedRegex; 3] {
    let patterns = find_comparison(&load_shipped_rubric(), "rowcol", "win-top-row-x")
        .patterns
        .unwrap();
    [
        patterns.ending[0].clone(),
        patterns.never[0].clone(),
        patterns.never[1].clone(),
    ]
}

#[test]
fn the_shipped_rubric_loads_and_every_assignment_is_worth_100_points() {
    let course = load_shipped_rubric();
    let ids: Vec<&str> = course.assignments.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["tttn", "domineering", "rowcol", "cpu", "counters"]);
    for assignment in &course.assignments {
        assert_eq!(
            assignment.max_points(),
            Points::from_number(100.0),
            "{}",
            assignment.id
        );
    }
}

#[test]
fn every_shipped_case_counts_in_some_criterion() {
    for assignment in load_shipped_rubric().assignments {
        for (index, case) in assignment.cases.iter().enumerate() {
            let counts = assignment
                .criteria
                .iter()
                .any(|criterion| match &criterion.evidence {
                    CriterionEvidence::Cases { cases, .. } => {
                        cases.iter().any(|judged| judged.index == index)
                    }
                    _ => false,
                });
            assert!(counts, "{}/{}", assignment.id, case.id);
        }
    }
}

#[test]
fn a_win_is_recognised_in_many_wordings_and_never_taken_for_another_outcome() {
    let [one, two, tie] = load_outcome_patterns();
    for wording in WINS {
        let swapped = swap_players(wording);
        for (text, won, lost) in [(*wording, &one, &two), (swapped.as_str(), &two, &one)] {
            let text = format!("X | O | X\n{text}\nGame over.\n");
            assert!(won.is_match(&text), "not recognised: {text}");
            assert!(
                !lost.is_match(&text),
                "taken for the other player's: {text}"
            );
            assert!(!tie.is_match(&text), "taken for a tie: {text}");
        }
    }
}

#[test]
fn a_tie_is_recognised_in_many_wordings_and_never_taken_for_a_win() {
    let [one, two, tie] = load_outcome_patterns();
    for text in TIES {
        assert!(tie.is_match(text), "not recognised: {text}");
        assert!(
            !one.is_match(text) && !two.is_match(text),
            "taken for a win: {text}"
        );
    }
}

#[test]
fn lines_during_a_game_are_no_outcome() {
    let outcomes = load_outcome_patterns();
    for text in CHATTER {
        let found = outcomes.iter().position(|outcome| outcome.is_match(text));
        assert_eq!(found, None, "{text}");
    }
}

#[test]
fn the_reference_itself_passes_the_patterns_of_every_shipped_case() {
    for assignment in load_shipped_rubric().assignments {
        let ReferenceSolution::Game(game, options) = assignment.reference else {
            continue;
        };
        for case in assignment.cases {
            // A referee's patterns are for games that it cannot follow.
            if case.comparison.referee.is_some() {
                continue;
            }
            let Some(patterns) = case.comparison.patterns else {
                continue;
            };
            let text = render_transcript(&play_transcript(
                game.rules().create_game(options).as_mut(),
                &case.input,
            ));
            let ending = text.rsplit_once('›').unwrap().1;
            let id = format!("{}/{}:\n{text}", assignment.id, case.id);
            assert!(
                patterns.ordered.iter().all(|it| it.regex.is_match(&text)),
                "{id}"
            );
            assert!(patterns.ending.iter().all(|it| it.is_match(ending)), "{id}");
            assert!(!patterns.never.iter().any(|it| it.is_match(&text)), "{id}");
        }
    }
}

/// The same said of the other player.
fn swap_players(wording: &str) -> String {
    let words =
        Regex::new(r"1st|2nd|[12]|\b(?:X|O|one|two|first|second|Crosses|Noughts)\b").unwrap();
    let pairs = [
        ("X", "O"),
        ("one", "two"),
        ("first", "second"),
        ("1st", "2nd"),
        ("Crosses", "Noughts"),
        ("1", "2"),
    ];
    let other = |found: &regex::Captures<'_>| {
        let pair = pairs
            .iter()
            .find(|(mine, other)| found[0] == **mine || found[0] == **other);
        let (mine, other) = pair.unwrap();
        if found[0] == **mine { *other } else { *mine }
    };
    words.replace_all(wording, other).into_owned()
}

const WINS: &[&str] = &[
    "Player 1 is hereby declared the winner!",
    "Victory of player1",
    "Hooray for player 1, who won!!!",
    "Yay, player 1! You did it, you won!",
    "The game is over and player 1 is who won it.",
    "The winner is the player using X",
    "The winner is the player who plays X!",
    "X wins",
    "X wins!",
    "X player wins!",
    "X has won",
    "X is the winner!",
    "'X' wins",
    "X WON THE GAME",
    "X: you win!",
    "Player X wins",
    "Player X is the winner",
    "Player 'X' wins!",
    "Player (X) wins!",
    "Player X, you win!",
    "Player 1 wins!",
    "Player 1 wins the game",
    "Player 1 Won!",
    "player one has won",
    "Player one, you are the winner",
    "Player1 won",
    "PLAYER_1 WINS",
    "P1 wins",
    "Player #1 wins",
    "Player number 1 wins",
    "Player 1 (X) wins",
    "Player 1 [X] has just won the game.",
    "Player 1 - X wins",
    "Player 1! You win!",
    "Player 1's victory",
    "Player 1 is victorious",
    "Player 1 => winner",
    "The first player wins",
    "the winner is the first player",
    "Winner: X",
    "Winner: 1",
    "WINNER - Player 1",
    "Winner is Player1",
    "The winner is: Player 1",
    "The winner of the game is player X!",
    "The game was won by Player 1",
    "Victory for X",
    "Congratulations player 1!",
    "Congratulations to Player 1, you are the winner",
    "Congratulations! Player 1 has won!",
    "CONGRATS X",
    "Well done, Player 1!",
    "You win, Player 1!",
    "You have won Player X",
    "GAME OVER X WINS",
    "Game over: player 1 wins",
    "Player 2 loses, player 1 wins",
    "X beats O! Winner: X",
    "O has lost, X has won",
    "*** Player 1 wins ***",
    "Player 1 is declared as winner",
    "Player 1 is declared the winner.",
    "Player 1 is declared to be the winner",
    "We declare player 1 as winner",
    "Declared winner: Player 1",
    "Player 1 (X) defeated Player 2!",
    "Player X defeated O",
    "Player 1 has completed a line and takes the match!",
    "Player 1 has 3 consecutive Xs.",
    "P1 wins",
    "Sorry Player 2, the winner is Player 1!",
    "Too bad O, victory goes to X",
    "X vs O - winner: X",
    "the match between player1 and player2 is won by: player1",
    "The winner of Tic-Tac-Toe is player 1!",
    "The winner this time is player 1",
    "The winner of game 1 is player 1",
    "The winner is no other than player 1",
    "The winner is player 1 who plays X.",
    "The player who won is player 1",
    "And the winner is ... (drumroll) ... player 1!",
    "You are the winner, Player 1!",
    "Hurray! You won the game, player 1!",
    "We have a winner and it is player 1!!!",
    "X is the winning player",
    "Who won? Player 1!",
    "And the winner? X!",
    "Crosses win!",
    "player1 has secured all three positions of the row in the middle of the board and wins the match",
    "match goes to player1",
    "Round 1 goes to Player 1",
    "Game won by: Player 1",
    "3 in a row for player 1",
    "Player 1...wins!",
    "Player 1 finally wins",
    "Player <1> wins",
    "`X` wins",
    "1. player wins",
    "| Player 1 wins |",
    "Player 1\nwins!",
    "X\nhas won",
    "P L A Y E R   1   W I N S",
    "# X   W I N S #",
    "Player 1 wins, player 2 loses",
    "X wins, O loses, no tie.",
    "Player 1 wins with three Xs",
    "Player 1 won by getting three in a row",
    "Player 1 won by the first diagonal",
    "Player 1 beats Player 2 and wins the Tic-Tac-Toe",
];

const TIES: &[&str] = &[
    "It is hereby declared a draw!",
    "It seems we have a tie",
    "First player and second player tie",
    "match is drawn",
    "Match drawn",
    "It's a tie!",
    "It is a draw.",
    "DRAW",
    "Tie game",
    "The game is tied",
    "P1 and P2 tied!",
    "The game ended in a draw, no winner",
    "There is no winner.",
    "Nobody wins",
    "No one has won",
    "No-one wins!",
    "Neither X nor O wins",
    "Neither player 1 nor player 2 won",
    "Cat's game!",
    "Stalemate",
    "We have a draw!",
    "The match has ended in a tie.",
    "GAME OVER - TIE",
    "Game drawn.",
    "Board full, it's a draw",
    "Nobody has won the game.",
    "All positions are marked, hence match is drawn",
    "Match is declared drawn",
    "The match is declared as draw",
    "The board is full, therefore a tie occurred",
    "I declare a tie",
    "the match between player1 and player2 is drawn",
    "The game between player 1 and player 2 ended in a tie.",
    "Nobody reached 3, so the match is drawn",
    "We call it a tie!",
    "No one wins or loses.",
    "Nobody could win",
    "Nobody has won, Bob.",
    "Nobody has won. Good game.",
    "No player has won and the board is full",
    "No winner this time",
    "No winner, game over",
    "Result: no winner",
    "Who won? Nobody!",
    "After nine moves it is a tie.",
    "since the board is full it's a tie",
    "All nine locations are taken so the game is tied.",
    "P1 and P2 tied",
    "Game finishes in a tie",
    "It appears to be a tie",
    "This time it's a tie",
    "Both players are equal",
    "Match drawn in 9 moves",
    "Nobody won this round.",
    "The players have drawn.",
    "D R A W",
    "# T I E #",
];

const CHATTER: &[&str] = &[
    "Let's see if X wins with this move\n",
    "We look if player 1 wins, or player 2.\n",
    "Player 1, enter row: ‹1›\n",
    "Player 1's turn (X)\nrow: ‹1›\ncolumn: ‹1›\n",
    "Please enter Row for X ‹2›\n",
    "Welcome to Tic-Tac-Toe\nX | O | X\n",
    "ERROR: Slot is occupied.\n",
    "That square is taken, Player 2. Try again\n",
    "No winner yet, player 1 goes next\n",
    "If X or O wins the game ends\n",
    "x\nwins are counted below\n",
    "Player 1 made a winning move?\n",
    "We declare nothing yet, player 1\n",
    "The winner will be declared as soon as somebody has three in a row\n",
    "Player 1 is declared loser\n",
    "Player 1 is defeated\n",
    "There is no winner after move 3.",
    "No winner after turn 3, game continues",
    "No winner and no tie, the game goes on.",
    "No winner, next player",
    "Nobody has won. Next!",
    "Status: no winner",
    "Well done, X!\n X | O |\n\nRow for O: ",
    "Well done, X is placed",
    "X is drawn in row 1 and column 3.",
    "The board is drawn below",
    "Player 1 won 1 games, Player 2 won 0 games, tied games: 0",
    "Player 1 wins | Player 2 wins | Ties",
    "Player 1 wins    Player 2 wins    Ties",
    "Tie games: 0",
    "X has won 1 time(s)",
    "X wins: no",
    "No tie",
    "Player X won the toss and begins",
    "Player 1 has to win",
    "Player 1 wins Player 2 wins Ties",
    "Warning: player 1 wins with square 9 if nobody blocks it.",
    "the match between player1 and player2 is won by: ",
];
