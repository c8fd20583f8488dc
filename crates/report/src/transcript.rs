//! What the terminal would have shown: the program's output, with each input echoed where it was read.

use document::Block;
use document::visible::{self, VisibleDetail};
use model::{
    CUT, LineOfTurn, Observation, RepeatedLine, abridge_line, fold_repeats, group_digits,
    repeat_note,
};

/// How many lines from the start, and from the end, of a long text are shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineCap {
    head: usize,
    tail: usize,
}

/// The cap of a transcript: enough for a 3×3 game, and for the last screens of a longer one.
pub(super) const TRANSCRIPT: LineCap = LineCap { head: 30, tail: 30 };
/// The cap of what was printed to standard error.
pub(super) const STDERR: LineCap = LineCap { head: 12, tail: 8 };
/// The cap of what was printed in one turn of a game.
const TURN: LineCap = LineCap { head: 30, tail: 16 };
/// The cap of what the compiler said: its first complaints are the ones to read.
pub(super) const DIAGNOSTICS: LineCap = LineCap { head: 50, tail: 10 };

/// How many lines around one that must be shown.
const AROUND: usize = 4;

/// The transcript of a run; none if there is nothing to show. The line at `place` is never left out.
pub(super) fn render_transcript(
    observation: &Observation,
    place: Option<&LineOfTurn>,
) -> Option<String> {
    let mut bytes = Vec::new();
    let mut needed = None;
    for (number, turn) in observation.turns.iter().enumerate() {
        if let Some(place) = place.filter(|place| place.turn == number) {
            let before = bytes.iter().filter(|&&byte| byte == b'\n').count();
            let output = String::from_utf8_lossy(&turn.output);
            let mut lines = output.split('\n');
            needed = lines
                .position(|line| line.contains(&place.text))
                .map(|at| before + at);
        }
        bytes.extend_from_slice(&turn.output);
        if let Some(input) = turn.input.as_ref().filter(|_| observation.synchronised) {
            bytes.extend_from_slice(format!("‹{input}›\n").as_bytes());
        }
    }
    if observation.is_last_line_cut() {
        bytes.extend_from_slice(CUT.as_bytes());
    }
    (!bytes.is_empty()).then(|| cap_lines_around(&bytes, TRANSCRIPT, needed))
}

/// What was printed in one turn, line by line; the first with `needed` in it is never left out. Its last line may be cut.
pub(super) fn render_turn(output: &[u8], needed: Option<&str>, is_cut: bool) -> String {
    let text = String::from_utf8_lossy(output);
    let needed = needed.and_then(|needed| text.split('\n').position(|it| it.contains(needed)));
    match is_cut {
        true => cap_lines_around(&[output, CUT.as_bytes()].concat(), TURN, needed),
        false => cap_lines_around(output, TURN, needed),
    }
}

/// The lines of `bytes`, ready to be shown: many equal ones once, and without the middle if there are too many.
pub(super) fn cap_lines(bytes: &[u8], cap: LineCap) -> String {
    cap_lines_around(bytes, cap, None)
}

/// The same with the line of this number, and a few around it.
fn cap_lines_around(bytes: &[u8], cap: LineCap, needed: Option<usize>) -> String {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let lines = bytes.split(|&byte| byte == b'\n');
    let runs: Vec<RepeatedLine<'_>> =
        fold_repeats(lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line))).collect();
    if runs.len() <= cap.head + cap.tail {
        return render_runs(&runs);
    }
    let (head, rest) = runs.split_at(cap.head);
    let (middle, tail) = rest.split_at(rest.len() - cap.tail);
    let mut parts = vec![render_runs(head)];
    match needed.and_then(|line| find_run(&runs, line)?.checked_sub(cap.head)) {
        Some(at) if at < middle.len() => {
            let (before, rest) = middle.split_at(at.saturating_sub(AROUND));
            let (around, after) = rest.split_at(rest.len().min(2 * AROUND + 1));
            parts.extend(describe_omitted(before));
            parts.push(render_runs(around));
            parts.extend(describe_omitted(after));
        }
        _ => parts.extend(describe_omitted(middle)),
    }
    parts.push(render_runs(tail));
    parts.join("\n")
}

/// In which run a line is.
fn find_run(runs: &[RepeatedLine<'_>], line: usize) -> Option<usize> {
    let mut lines = 0;
    runs.iter().position(|run| {
        lines += run.times;
        line < lines
    })
}

fn describe_omitted(runs: &[RepeatedLine<'_>]) -> Option<String> {
    let lines = format_line_count(runs.iter().map(|run| run.times).sum());
    (!runs.is_empty()).then(|| format!("… {lines} left out …"))
}

/// `1 line`, `2 lines`.
pub(super) fn format_line_count(lines: usize) -> String {
    format!(
        "{} line{}",
        group_digits(lines),
        if lines == 1 { "" } else { "s" }
    )
}

/// What a program printed to standard error, if it did.
pub(super) fn render_stderr(observation: &Observation) -> Vec<Block> {
    let stderr = &observation.stderr;
    if stderr.is_empty() {
        return Vec::new();
    }
    vec![
        Block::literal("**What it printed to standard error:**"),
        Block::code("text", cap_lines(stderr, STDERR)),
    ]
}

fn render_runs(runs: &[RepeatedLine<'_>]) -> String {
    let mut lines = Vec::new();
    for run in runs {
        lines.push(visible::escape_line(
            abridge_line(run.line),
            VisibleDetail::Plain,
        ));
        if run.times > 1 {
            lines.push(repeat_note(run.times - 1));
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use model::{Exit, LimitKind};

    #[test]
    fn each_input_is_echoed_where_it_was_read() {
        let observation = fixture::observation(&[("", "3"), (" ?\nMove: ", "0"), ("bye\n", "")]);
        assert_eq!(
            render_transcript(&observation, None).unwrap(),
            "‹3›\n ?\nMove: ‹0›\nbye"
        );
    }

    #[test]
    fn without_seen_reads_the_output_stands_alone() {
        let mut observation = fixture::observation(&[("a\r\nb", "")]);
        observation.synchronised = false;
        assert_eq!(render_transcript(&observation, None).unwrap(), "a\nb");
        assert_eq!(
            render_transcript(&fixture::observation(&[("", "")]), None),
            None
        );
    }

    #[test]
    fn the_line_that_a_hint_is_about_is_never_left_out() {
        let numbers =
            |from: usize| -> String { (from..from + 90).map(|it| format!("{it}\n")).collect() };
        let middle = format!("{}Again? {}", numbers(100), numbers(200));
        let observation =
            fixture::observation(&[(numbers(0).as_str(), "1"), (middle.as_str(), "")]);
        let text = |turn| {
            let place = LineOfTurn {
                turn,
                text: "Again?".to_owned(),
            };
            render_transcript(&observation, Some(&place)).unwrap()
        };
        assert!(
            text(1).contains("\n… 147 lines left out …\n186\n187\n188\n189\nAgain? 200\n"),
            "{}",
            text(1)
        );
        assert!(!text(0).contains("Again?"));
    }

    #[test]
    fn a_line_that_the_limit_cut_says_so() {
        let mut observation = fixture::observation(&[("hello\nhell", "")]);
        observation.exit = Exit::Stopped(LimitKind::Output);
        assert_eq!(
            render_transcript(&observation, None).unwrap(),
            "hello\nhell … (cut at the limit)"
        );
        assert_eq!(
            render_turn(b"hell", None, true),
            "hell … (cut at the limit)"
        );
    }

    #[test]
    fn a_flood_keeps_its_head_and_its_tail() {
        let flood: String = (0..2000).map(|number| format!("{number}\n")).collect();
        let text = cap_lines(flood.as_bytes(), TRANSCRIPT);
        assert!(text.starts_with("0\n1\n") && text.ends_with("1998\n1999"));
        assert!(text.contains("\n… 1,940 lines left out …\n"));
        assert_eq!(text.lines().count(), 61);
    }
}
