//! The console's two looks, on buffers instead of a terminal.

use std::io::{self, Write};

use anstream::StripStream;
use reference::console::{Presentation, play_on_streams};
use reference::{GameOptions, GameRules, counters, domineering, rowcol, tttn};

/// What a game shows for these bytes of input, without colours.
fn play_to_text(rules: &GameRules, input: &[u8], presentation: Presentation) -> String {
    let mut output = Vec::new();
    let mut game = rules.create_game(GameOptions::default());
    let played = play_on_streams(
        &mut *game,
        input,
        StripStream::new(&mut output),
        presentation,
    );
    assert!(played.is_ok(), "{played:?}");
    String::from_utf8_lossy(&output).into_owned()
}

#[test]
fn the_plain_look_adds_nothing() {
    let text = play_to_text(counters::RULES, b"4\nx\n", Presentation::Plain);
    let expected = "Player 1, enter a square [0-8]:  0  0  0\n 0 -1  0\n 0  0  0\n\
                    Player 2, enter a square [0-8]: ";
    assert_eq!(text, expected);
}

#[test]
fn a_terminal_is_told_which_numbers_can_be_entered() {
    let text = play_to_text(tttn::RULES, b"3\n4\n", Presentation::Terminal);
    assert!(
        text.starts_with("You can enter 3, 5, 7, 9, 11.\n"),
        "{text}"
    );
    assert!(
        text.contains("You can enter 0-3, 5-8.\nPlayer O enter"),
        "{text}"
    );
}

#[test]
fn a_terminal_is_told_why_a_game_ended_without_a_word() {
    let cases: [(&[u8], &str); 4] = [
        (b"12\n", "12 is out of range: the game ends silently.\n"),
        (b"3\n9\n", "9 is out of range: the game ends silently.\n"),
        (
            b"3\nnine\n",
            "\"nine\" is not a number: the game ends silently.\n",
        ),
        (b"3\n", "\nThe input has ended, and the game with it.\n"),
    ];
    for (input, remark) in cases {
        let text = play_to_text(tttn::RULES, input, Presentation::Terminal);
        assert!(text.ends_with(remark), "{text}");
    }
}

#[test]
fn tokens_typed_ahead_are_shown_where_they_are_read() {
    let text = play_to_text(domineering::RULES, b"1 99\n", Presentation::Terminal);
    assert!(
        text.contains("Player 2's move: 99\nInvalid! Try again.\n"),
        "{text}"
    );
}

#[test]
fn marks_are_coloured_on_a_terminal_only() {
    for (presentation, colours) in [(Presentation::Terminal, true), (Presentation::Plain, false)] {
        let mut output = Vec::new();
        let mut game = rowcol::RULES.create_game(GameOptions::default());
        play_on_streams(&mut *game, &b"0 0\n"[..], &mut output, presentation)
            .expect("a buffer takes everything");
        assert_eq!(output.contains(&0x1b), colours, "{presentation:?}");
    }
}

#[test]
fn bytes_that_are_no_text_end_a_game_like_any_other_word() {
    let text = play_to_text(domineering::RULES, b"\xff\xfe\n1\n", Presentation::Plain);
    assert!(text.ends_with("Player 1's move: "), "{text}");
}

/// A reader that has gone away.
struct Gone(io::ErrorKind);

impl Write for Gone {
    fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_is_an_end_and_a_full_disk_is_an_error() {
    for (kind, is_fine) in [
        (io::ErrorKind::BrokenPipe, true),
        (io::ErrorKind::StorageFull, false),
    ] {
        let mut game = domineering::RULES.create_game(GameOptions::default());
        let played = play_on_streams(&mut *game, &b"1\n"[..], Gone(kind), Presentation::Plain);
        assert_eq!(played.is_ok(), is_fine, "{kind:?}");
    }
}
