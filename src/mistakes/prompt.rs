//! Prompts that stand in the wrong place, lack what they must show, or are worded otherwise.

use super::mend;
use super::run::{Run, Scene, content, plain, plain_lines, quoted};
use crate::model::{Comparison, Hint, Piece, Prompts, Scope, Turn};

/// A prompt and a row of a board share a line.
pub(super) fn glued(scene: &Scene<'_>) -> Option<Hint> {
    let run = scene.run;
    let mended = mend::printed(run.seen, |turn, text| {
        let rows: Vec<String> = run.expected.get(turn).map(board_ends).unwrap_or_default();
        let lines = text.split('\n').map(|line| unglued(line, &rows));
        lines.collect::<Vec<_>>().join("\n")
    });
    (mended != *run.seen && run.would_be_right(&mended)).then(|| {
        Hint::new(
            "prompt-glued",
            "The prompt stands on the same line as a row of the board: a line break (`endl` or `\\n`) is missing \
             between them.",
        )
    })
}

/// The first and the last row of each board.
fn board_ends(turn: &Turn) -> Vec<String> {
    let boards = turn.pieces.iter().filter_map(|piece| match piece {
        Piece::Board(rows) => Some(rows),
        _ => None,
    });
    boards.flat_map(|rows| rows.first().into_iter().chain(rows.last())).cloned().collect()
}

/// A line with a line break between a row and whatever else stands there.
fn unglued(line: &str, rows: &[String]) -> String {
    let parted = rows.iter().map(|row| row.trim()).find_map(|row| {
        let at = line.find(row)?;
        let (before, after) = (&line[..at], &line[at + row.len()..]);
        let alone = before.trim().is_empty() && after.trim().is_empty();
        (!alone).then(|| match before.trim().is_empty() {
            true => format!("{before}{row}\n{}", after.trim_start()),
            false => format!("{before}\n{row}{after}"),
        })
    });
    parted.unwrap_or_else(|| line.to_owned())
}

/// A prompt does not show whose turn it is, or which numbers are legal.
pub(super) fn shows_too_little(scene: &Scene<'_>) -> Option<Hint> {
    let run = scene.run;
    if run.rule.prompts != Prompts::Shows || run.holds_back() || !only_prompts_differ(run) {
        return None;
    }
    let asked = run.expected.iter().enumerate().filter_map(|(place, turn)| {
        Some((prompt(turn)?, run.lines(place).pop().unwrap_or_default()))
    });
    asked.into_iter().find_map(|(wanted, found)| {
        let missing = wanted.shows.iter().find(|word| !shows(&found, word))?;
        let detail = format!("It asks with {} and must show `{missing}` there.", quoted(&found));
        let is_number = missing.parse::<u64>().is_ok();
        let hint = match (is_number, numbers(&found).last()) {
            _ if run.is_of_board(&found) => Hint::new("prompt-missing", "Your program does not ask: there is no prompt."),
            (true, Some(_)) => Hint::new(
                "range-hard-coded",
                "The range in your prompt does not fit the size of the board: compute its last number from the \
                 dimension.",
            ),
            (true, None) => Hint::new(
                "prompt-without-range",
                "Your prompt does not show which numbers may be entered.",
            ),
            (false, _) => {
                Hint::new("prompt-without-player", "Your prompt does not show whose turn it is.")
            }
        };
        Some(hint.with(detail))
    })
}

/// What must be shown stands on several lines, of which only the last one is the prompt.
pub(super) fn on_several_lines(scene: &Scene<'_>) -> Option<Hint> {
    let run = scene.run;
    let mended = mend::printed(run.seen, |turn, text| {
        let asks = run.expected.get(turn).is_some_and(|turn| prompt(turn).is_some());
        if asks { with_one_line_prompt(run, turn, text) } else { text.to_owned() }
    });
    (mended != *run.seen && !run.holds_back() && run.would_be_right(&mended)).then(|| {
        Hint::new(
            "prompt-on-several-lines",
            "Your prompt takes several lines. Print it on one line, and let it end there, without a line break.",
        )
    })
}

/// The lines after the last one that belongs to the expected content become one.
fn with_one_line_prompt(run: &Run<'_>, turn: usize, text: &str) -> String {
    let wanted = content(&run.expected[turn]);
    let lines: Vec<&str> = text.split('\n').collect();
    let board = lines.iter().rposition(|line| wanted.contains(&plain(line)));
    let (board, prompt) = lines.split_at(board.map_or(0, |last| last + 1));
    let words: Vec<&str> =
        prompt.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
    let board: String = board.iter().flat_map(|line| [line, "\n"]).collect();
    board + &words.join(" ")
}

/// The prompt appears only when the player has typed.
pub(super) fn after_reading(scene: &Scene<'_>) -> Option<Hint> {
    let run = scene.run;
    let late = |turn: usize| {
        let wanted = run.expected.get(turn).map(content).unwrap_or_default();
        let line = run.lines(turn).into_iter().next()?;
        let asked =
            run.expected.get(turn.checked_sub(1)?).is_some_and(|turn| prompt(turn).is_some());
        let before = run.lines(turn - 1).pop().unwrap_or_default();
        (asked && run.is_of_board(&before) && !wanted.contains(&line)).then_some(line)
    };
    let mended = mend::printed(run.seen, |turn, text| {
        let own = match late(turn) {
            Some(_) => text.trim_start().split_once('\n').map_or("", |(_, rest)| rest),
            None => text,
        };
        own.to_owned() + &late(turn + 1).unwrap_or_default()
    });
    let is_late = (0..run.seen.turns.len()).any(|turn| late(turn).is_some());
    (is_late && !run.holds_back() && run.would_be_right(&mended)).then(|| {
        Hint::new(
            "prompt-after-reading",
            "Your program asks only after it has read: print the prompt before `cin >> …`.",
        )
    })
}

/// Only the wording of prompts differs, where it must be the reference's.
pub(super) fn worded_otherwise(scene: &Scene<'_>) -> Option<Hint> {
    let run = scene.run;
    if run.rule.prompts != Prompts::Exact || run.holds_back() || !only_prompts_differ(run) {
        return None;
    }
    run.expected.iter().enumerate().find_map(|(place, turn)| {
        let printed = String::from_utf8_lossy(&run.seen.turns.get(place)?.output).into_owned();
        of_wording(&prompt(turn)?.text, &printed)
    })
}

/// How the end of what was printed in a turn differs from the prompt that is wanted there.
fn of_wording(wanted: &str, printed: &str) -> Option<Hint> {
    let found = plain_lines(printed).pop().unwrap_or_default();
    if printed.ends_with(wanted) {
        return None;
    }
    if plain(wanted) == found {
        return Some(if printed.ends_with('\n') {
            Hint::new(
                "line-break-after-prompt",
                "After the prompt there must be no line break: what the player types follows on the same line.",
            )
        } else {
            Hint::new("prompt-blank-missing", "The blank at the end of the prompt is missing.")
        });
    }
    let detail = format!("It should be {} and is {}.", quoted(wanted), quoted(&found));
    let hint = if without_digits(wanted) == without_digits(&found) {
        Hint::new(
            "wrong-player-asked",
            "Your prompt names another player than the one whose turn it is.",
        )
    } else {
        Hint::new("prompt-in-own-words", "Your prompt is not worded as the assignment gives it.")
    };
    Some(hint.with(detail))
}

fn without_digits(prompt: &str) -> String {
    plain(prompt).chars().filter(|letter| !letter.is_ascii_digit()).collect()
}

impl Run<'_> {
    /// Whether a line is nothing, or a row of a board that the reference shows.
    fn is_of_board(&self, line: &str) -> bool {
        let rows = self.expected.iter().flat_map(content);
        line.is_empty() || rows.into_iter().any(|row| row == line)
    }
}

fn only_prompts_differ(run: &Run<'_>) -> bool {
    let free = Comparison { prompts: Prompts::Any, ..run.rule.clone() };
    run.rule.scope != Scope::Final && run.is_right_under(&free)
}

fn prompt(turn: &Turn) -> Option<&crate::model::Prompt> {
    turn.pieces.iter().find_map(|piece| match piece {
        Piece::Prompt(prompt) => Some(prompt),
        _ => None,
    })
}

/// Whether a word or number stands in the text for itself.
fn shows(text: &str, word: &str) -> bool {
    let ends = |letter: Option<char>, own: Option<char>| match (letter, own) {
        (Some(letter), Some(own)) => {
            !letter.is_alphanumeric() || letter.is_numeric() != own.is_numeric()
        }
        _ => true,
    };
    let (text, word) = (text.to_lowercase(), word.to_lowercase());
    text.match_indices(&word).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + word.len()..].chars().next();
        ends(before, word.chars().next()) && ends(after, word.chars().next_back())
    })
}

fn numbers(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_ascii_digit()).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use reference::GameId;

    use super::*;
    use crate::mistakes::Rule;
    use crate::mistakes::stage::{STRICT, Stage};

    /// What a program prints instead.
    type Change<'a> = &'a dyn Fn(&str) -> String;

    const GAME: [&str; 3] = ["5", "24", "25"];
    const SHOWS: Comparison = Comparison { prompts: Prompts::Shows, ..STRICT };

    fn asking(rule: Comparison, check: Rule, change: impl Fn(&str) -> String) -> Option<Hint> {
        Stage::playing(GameId::Tttn, &GAME, rule, |_, text| match text.find("Player") {
            Some(start) => text[..start].to_owned() + &change(&text[start..]),
            None => text,
        })
        .hint(check)
    }

    #[test]
    fn a_prompt_must_show_the_player_and_the_range() {
        let cases: [(Change<'_>, &str); 3] = [
            (&|prompt| prompt.replace("24", "8"), "range-hard-coded"),
            (&|_| "Player X, your choice: ".to_owned(), "prompt-without-range"),
            (&|_| "Your choice [0-24]: ".to_owned(), "prompt-without-player"),
        ];
        for (change, name) in cases {
            let hint = asking(SHOWS, shows_too_little, change).unwrap();
            assert_eq!(hint.mistake, name);
            assert!(hint.detail.unwrap().contains("must show `"));
        }
        let none = asking(SHOWS, shows_too_little, |_| String::new()).unwrap();
        assert_eq!(none.mistake, "prompt-missing");
        assert_eq!(asking(SHOWS, shows_too_little, |_| "Player X [0-24]\nGo: ".to_owned()), None);
    }

    #[test]
    fn a_prompt_on_two_lines_is_found() {
        let two_lines = |_: &str| "X or O, it is your turn\nSquare [0-24]: ".to_owned();
        let hint = asking(SHOWS, on_several_lines, two_lines);
        assert_eq!(hint.unwrap().mistake, "prompt-on-several-lines");
        assert_eq!(asking(SHOWS, on_several_lines, |_| "Player X's turn: ".to_owned()), None);
    }

    #[test]
    fn a_prompt_that_comes_after_the_answer_is_found() {
        let stage = Stage::playing(GameId::Tttn, &GAME, SHOWS, |turn, text| {
            let board = text.split("Player").next().unwrap_or_default().to_owned();
            if turn > 1 { format!("Player X [0-24], O as well\n{board}") } else { board }
        });
        assert_eq!(stage.mistake(after_reading), Some("prompt-after-reading"));
    }

    #[test]
    fn exact_prompts_are_compared_to_the_last_blank() {
        let cases: [(Change<'_>, &str); 3] = [
            (&|prompt| format!("{prompt}\n"), "line-break-after-prompt"),
            (&|prompt| prompt.trim_end().to_owned(), "prompt-blank-missing"),
            (&|prompt| prompt.replace("enter", "please enter"), "prompt-in-own-words"),
        ];
        for (change, name) in cases {
            let hint = asking(STRICT, worded_otherwise, change).unwrap();
            assert_eq!(hint.mistake, name);
        }
        assert_eq!(asking(SHOWS, worded_otherwise, |_| String::new()), None);
    }

    #[test]
    fn a_prompt_for_the_wrong_player_is_no_matter_of_wording() {
        let stage =
            Stage::playing(GameId::Domineering, &["5", "2", "8", "10"], STRICT, |turn, text| {
                if turn == 2 { text.replace("Player 1", "Player 2") } else { text }
            });
        let hint = stage.hint(worded_otherwise).unwrap();
        assert_eq!(hint.mistake, "wrong-player-asked");
        assert_eq!(
            hint.detail.unwrap(),
            "It should be `Player 1's move:` and is `Player 2's move:`."
        );
    }

    #[test]
    fn a_row_that_shares_its_line_with_the_prompt_is_found() {
        let stage = Stage::playing(GameId::Tttn, &GAME, STRICT, |_, text| {
            text.replace("\nPlayer", "Player")
        });
        assert_eq!(stage.mistake(glued), Some("prompt-glued"));
        let right = Stage::playing(GameId::Tttn, &GAME, STRICT, |_, text| text.replace('?', "_"));
        assert_eq!(right.hint(glued), None);
    }

    #[test]
    fn words_and_numbers_stand_for_themselves() {
        for (text, word, shown) in [
            ("Player X [0-24]", "24", true),
            ("Player X [0-124]", "24", false),
            ("PlayerX", "X", false),
            ("x's turn", "X", true),
            ("X1 goes", "X", true),
        ] {
            assert_eq!(shows(text, word), shown, "{text} {word}");
        }
    }
}
