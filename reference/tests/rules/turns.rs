//! Transcripts: which lines are read, and what is printed before each.

use reference::{OutputPiece, play_transcript, tttn::TttnGame};

use crate::common::printed;

fn lines(script: &[&str]) -> Vec<String> {
    script.iter().map(|line| (*line).to_owned()).collect()
}

#[test]
fn every_line_that_is_read_ends_a_turn_and_the_rest_is_left() {
    let turns = play_transcript(&mut TttnGame::new(), &lines(&["2", "0", "1", "3", "2"]));
    let inputs: Vec<_> = turns.iter().map(|turn| turn.input.as_deref()).collect();
    assert_eq!(inputs, [Some("2"), Some("0"), Some("1"), Some("3"), None]);
    assert!(
        turns[0].pieces.is_empty(),
        "nothing is printed before the dimension"
    );
    assert_eq!(
        turns[4].pieces.last(),
        Some(&OutputPiece::Message("X player wins!".to_owned()))
    );
}

#[test]
fn tokens_on_one_line_and_blank_lines_are_read_as_cin_reads_them() {
    let apart = play_transcript(&mut TttnGame::new(), &lines(&["2", "0", "1", "3"]));
    let together = play_transcript(
        &mut TttnGame::new(),
        &lines(&["", "2 0", "\t1\r", " 3 9 9"]),
    );
    let text = |turns: &[reference::GameTurn]| -> String {
        turns.iter().map(|turn| printed(&turn.pieces)).collect()
    };
    assert_eq!(text(&apart), text(&together));
    assert_eq!(together.len(), 5);
    assert!(
        together[1].pieces.is_empty(),
        "a blank line causes no output"
    );
}

#[test]
fn running_out_of_lines_ends_a_transcript_after_the_prompt() {
    let turns = play_transcript(&mut TttnGame::new(), &lines(&["3"]));
    assert!(matches!(
        turns[1].pieces.last(),
        Some(OutputPiece::Prompt(_))
    ));
    assert_eq!(turns[1].input, None);
}
