//! The `.expected` format: a transcript as a terminal shows it, with each input between `‹` and `›` where it
//! was read. For unit tests without a solution it holds a line `FILE:LINE NAME` for each test that must pass.
//! `NAME.dialog.txt` is the same with inputs between `<<` and `>>`, which every keyboard has.

use std::path::Path;

use model::{GameTurn, OutputPiece, Prompt, TestName};

/// The marks before and after an input.
type InputMarks = [&'static str; 2];

const TRANSCRIPT_MARKS: InputMarks = ["‹", "›"];
const DIALOG_MARKS: InputMarks = ["<<", ">>"];

/// How the name of a file with a dialogue ends.
pub const DIALOG_ENDING: &str = ".dialog.txt";

/// The transcript as text. An input ends its line.
pub fn render_transcript(turns: &[GameTurn]) -> String {
    render_marked(turns, TRANSCRIPT_MARKS)
}

/// The same as the text of a dialogue.
pub fn render_dialog(turns: &[GameTurn]) -> String {
    render_marked(turns, DIALOG_MARKS)
}

fn render_marked(turns: &[GameTurn], [open, close]: InputMarks) -> String {
    let mut text = String::new();
    for turn in turns {
        text += &turn.printed_text();
        if let Some(input) = &turn.input {
            text += &format!("{open}{input}{close}\n");
        }
    }
    text
}

/// The turns of a transcript whose pieces nobody knows, such as an external reference's: every complete line
/// is a message, and what stands on the line of an input (or at the end, without a newline) is a prompt.
///
/// Rendering the result gives `text` again.
pub fn parse_transcript(text: &str) -> Vec<GameTurn> {
    parse_marked(text, TRANSCRIPT_MARKS)
}

/// The turns of an expected file, whose name says how its inputs are marked.
pub fn parse_expected_file(file: &Path, text: &str) -> Vec<GameTurn> {
    let name = file.as_os_str().as_encoded_bytes();
    match name.ends_with(DIALOG_ENDING.as_bytes()) {
        true => parse_dialog(text),
        false => parse_transcript(text),
    }
}

/// The turns of a dialogue, likewise.
pub fn parse_dialog(text: &str) -> Vec<GameTurn> {
    parse_marked(text, DIALOG_MARKS)
}

fn parse_marked(text: &str, marks: InputMarks) -> Vec<GameTurn> {
    let mut turns = Vec::new();
    let mut turn = GameTurn::default();
    for line in text.split_inclusive('\n') {
        match parse_line(line, marks) {
            TranscriptLine::Input { prompt, input } => {
                turn.pieces.extend(prompt_piece(prompt));
                turn.input = Some(input.to_owned());
                turns.push(std::mem::take(&mut turn));
            }
            TranscriptLine::Message(message) => {
                turn.pieces.push(OutputPiece::Message(message.to_owned()))
            }
            TranscriptLine::Unfinished(prompt) => turn.pieces.extend(prompt_piece(prompt)),
        }
    }
    turns.push(turn);
    turns
}

enum TranscriptLine<'t> {
    Input { prompt: &'t str, input: &'t str },
    Message(&'t str),
    Unfinished(&'t str),
}

fn parse_line<'t>(line: &'t str, [open, close]: InputMarks) -> TranscriptLine<'t> {
    let Some(complete) = line.strip_suffix('\n') else {
        return TranscriptLine::Unfinished(line);
    };
    match complete
        .strip_suffix(close)
        .and_then(|rest| rest.rsplit_once(open))
    {
        Some((prompt, input)) if !input.contains(close) => TranscriptLine::Input { prompt, input },
        _ => TranscriptLine::Message(complete),
    }
}

/// The names of unit tests, a line for each.
pub fn render_test_names(names: &[TestName]) -> String {
    let line = |test: &TestName| format!("{}:{} {}\n", test.file, test.line, test.name);
    names.iter().map(line).collect()
}

/// The unit tests that a file names; none if one of its lines is not `FILE:LINE NAME`, or there is none.
pub fn parse_test_names(text: &str) -> Option<Vec<TestName>> {
    let names: Vec<TestName> = text.lines().map(parse_test_name).collect::<Option<_>>()?;
    (!names.is_empty()).then_some(names)
}

fn parse_test_name(line: &str) -> Option<TestName> {
    let (place, name) = line.split_once(' ')?;
    let (file, number) = place.rsplit_once(':')?;
    Some(TestName {
        name: name.to_owned(),
        file: file.to_owned(),
        line: number.parse().ok()?,
    })
}

fn prompt_piece(text: &str) -> Option<OutputPiece> {
    let prompt = Prompt {
        text: text.to_owned(),
        shows: Vec::new(),
    };
    (!text.is_empty()).then_some(OutputPiece::Prompt(prompt))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn prompt(text: &str) -> OutputPiece {
        OutputPiece::Prompt(Prompt {
            text: text.to_owned(),
            shows: Vec::new(),
        })
    }

    #[test]
    fn a_transcript_is_written_as_a_terminal_shows_it() {
        let board = OutputPiece::Board(vec![" ? ".to_owned()]);
        let turns = [
            GameTurn {
                pieces: Vec::new(),
                input: Some("1".to_owned()),
            },
            GameTurn {
                pieces: vec![board, prompt("X [0-0]: ")],
                input: Some("0".to_owned()),
            },
            GameTurn {
                pieces: vec![OutputPiece::Message("X player wins!".to_owned())],
                input: None,
            },
        ];
        assert_eq!(
            render_transcript(&turns),
            "‹1›\n ? \nX [0-0]: ‹0›\nX player wins!\n"
        );
    }

    #[test]
    fn a_dialogue_is_a_transcript_with_other_marks() {
        let text = "Shift left: 1 << 2\nMove: <<5>>\n<<>>\nBye\n";
        let turns = parse_dialog(text);
        assert_eq!(render_dialog(&turns), text);
        assert_eq!(
            render_transcript(&turns),
            "Shift left: 1 << 2\nMove: ‹5›\n‹›\nBye\n"
        );
    }

    #[test]
    fn an_unknown_programs_transcript_is_cut_into_lines_and_prompts() {
        let turns = parse_transcript("Hello\nMove: ‹5›\n‹›\nBye");
        let message = OutputPiece::Message("Hello".to_owned());
        assert_eq!(turns[0].pieces, [message, prompt("Move: ")]);
        assert_eq!(turns[0].input.as_deref(), Some("5"));
        assert_eq!(
            (turns[1].pieces.len(), turns[1].input.as_deref()),
            (0, Some(""))
        );
        assert_eq!(
            (turns[2].pieces.as_slice(), &turns[2].input),
            ([prompt("Bye")].as_slice(), &None)
        );
    }

    #[test]
    fn unit_tests_are_named_a_line_each() {
        let text = "stack_test.cpp:3 pushes two\nstack_test.cpp:12 pops\n";
        let names = parse_test_names(text).unwrap();
        assert_eq!((names[0].name.as_str(), names[1].line), ("pushes two", 12));
        assert_eq!(render_test_names(&names), text);
        for wrong in [
            "",
            "pushes\n",
            "stack_test.cpp pushes\n",
            "a.cpp:x pushes\n",
        ] {
            assert_eq!(parse_test_names(wrong), None, "{wrong}");
        }
    }

    fn turn() -> impl Strategy<Value = GameTurn> {
        let line = "[ -~‹›é\r]{0,8}";
        let piece = prop_oneof![
            prop::collection::vec(line, 0..3).prop_map(OutputPiece::Board),
            line.prop_map(|text| prompt(&text)),
            line.prop_map(OutputPiece::Message),
            (line, 1..9_i64).prop_map(|(text, square)| OutputPiece::Choice { square, text }),
        ];
        let input = prop::option::of("[ -~é]{0,4}");
        (prop::collection::vec(piece, 0..4), input)
            .prop_map(|(pieces, input)| GameTurn { pieces, input })
    }

    proptest! {
        #[test]
        fn parsing_loses_nothing_that_rendering_wrote(turns in prop::collection::vec(turn(), 0..5)) {
            let text = render_transcript(&turns);
            prop_assert_eq!(render_transcript(&parse_transcript(&text)), text);
        }

        #[test]
        fn parsing_loses_nothing_of_any_text(text in "[a-c‹›\n\r]{0,30}") {
            prop_assert_eq!(render_transcript(&parse_transcript(&text)), text);
        }
    }
}
