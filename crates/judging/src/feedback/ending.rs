//! Mistakes in when a program ends.

use super::judged_run::{HintContext, JudgedRun, collapse_blanks, plain_lines, quote_text};
use super::sentences;
use model::{
    CUT, ComparisonScope, Exit, Hint, LimitKind, OutputPiece, ProgramActivity, Verdict,
    is_repeat_note,
};

/// The game was over and told to be, and the program asked on.
pub(super) fn detect_continuing_after_end(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    // Output as a whole knows no reads, and so nothing that comes before or after one.
    let message = run
        .final_message()
        .filter(|_| run.rule.scope != ComparisonScope::Output)
        .map(collapse_blanks)?;
    let lines = run.last_lines();
    let told = lines.iter().position(|line| *line == message)?;
    let read_all = run.read_count() >= run.expected_read_count() && run.seen.saw_eof;
    let hint = if context.is_game {
        sentences::ASKS_AFTER_GAME.hint()
    } else {
        sentences::ASKS_AFTER_LAST_LINE.hint()
    };
    let after = lines
        .get(told + 1)
        .filter(|_| read_all && run.has_failed())?;
    Some(hint.with_detail(format!(
        "After {} it printed {}.",
        quote_text(&message),
        quote_text(after)
    )))
}

/// The program had to be stopped. Where that was by the clock, what it did says why; on a busy machine, the processor time
/// it was given does not.
pub(super) fn detect_endless_run(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    if run
        .judgement
        .difference
        .as_ref()
        .is_some_and(|found| found.tells_end)
    {
        return None;
    }
    let computes = run.seen.exit == Exit::Stopped(LimitKind::Cpu)
        || run.seen.usage.activity == Some(ProgramActivity::Computing);
    let waits = run.seen.usage.activity == Some(ProgramActivity::Waiting);
    let hint = match &run.judgement.verdict {
        Verdict::ReadPastEnd => sentences::READ_PAST_END.hint(),
        Verdict::TimeLimit if waits => sentences::WAITS_FOR_EVER.hint(),
        Verdict::TimeLimit if computes => sentences::ENDLESS_LOOP.hint(),
        Verdict::OutputLimit => sentences::ENDLESS_PRINTING.hint(),
        _ => return None,
    };
    let words = describe_last_output(context);
    Some(hint.with_detail(match describe_missed_end(context) {
        Some(end) if run.judgement.verdict == Verdict::ReadPastEnd && !context.is_game => {
            format!("{end} {words}")
        }
        _ => words,
    }))
}

/// The game is over for the reference, and the program asks on as if it were not. That it does not notice the end of its input
/// either is another matter, which repairs nothing.
pub(super) fn detect_missed_end(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let reads = run.read_count();
    let expected = run.expected_read_count();
    let asks_on = reads > expected || run.seen.saw_eof && reads == expected;
    let end = describe_missed_end(context).filter(|_| asks_on && context.is_game)?;
    let hint = sentences::END_OF_GAME_MISSED.hint();
    Some(hint.with_detail(end))
}

/// Where the game is over for the reference, and with which words.
fn describe_missed_end(context: &HintContext<'_>) -> Option<String> {
    let run = context.run;
    let end = run.expected_read_count();
    let input = run.input.get(end.checked_sub(1)?)?;
    let how = match run.final_message() {
        // Where words are free, the reference's are one wording of many.
        _ if run.rule.patterns.is_some() => String::new(),
        Some(message) => format!(", with {}", quote_text(message)),
        None => ", without a word".to_owned(),
    };
    let what = if context.is_game {
        "The game"
    } else {
        "Your program"
    };
    Some(format!(
        "{what} should have ended after input {end} ({}){how}.",
        quote_text(input)
    ))
}

/// What an endless loop printed, and where it began.
fn describe_last_output(context: &HintContext<'_>) -> String {
    let run = context.run;
    let place = match run.input.get(run.read_count().wrapping_sub(1)) {
        _ if !run.watches_reads() => "Before it was stopped".to_owned(),
        _ if run.seen.saw_eof => "After the end of its input".to_owned(),
        Some(input) => format!("After input {} ({})", run.read_count(), quote_text(input)),
        None => "Before it read anything".to_owned(),
    };
    let lines = run.last_lines();
    match find_repeated_lines(&lines) {
        Some(block) => {
            let block: Vec<String> = block.iter().map(|line| quote_text(line)).collect();
            format!("{place} it printed over and over: {}.", block.join(", "))
        }
        None => match lines.last() {
            Some(last) => {
                let cut = if run.seen.is_last_line_cut() { CUT } else { "" };
                format!(
                    "{place} the last line it printed was {}{cut}.",
                    quote_text(last)
                )
            }
            None => format!("{place} it printed nothing more."),
        },
    }
}

/// The lines that are printed again and again at the end, if there are few. The very last line may be cut.
fn find_repeated_lines(lines: &[String]) -> Option<&[String]> {
    const LONGEST: usize = 6;
    const TIMES: usize = 3;
    let (_, before) = lines.split_last()?;
    // Of very long output, a line that is printed again and again is kept once.
    for lines in [lines, before] {
        if let [.., line, times] = lines
            && is_repeat_note(times)
        {
            return Some(std::slice::from_ref(line));
        }
    }
    let lines = before;
    let blocks = (1..=LONGEST).filter(|length| lines.len() >= length * TIMES);
    let mut tails = blocks.map(|length| &lines[lines.len() - length * TIMES..]);
    let tail = tails.find(|tail| {
        let length = tail.len() / TIMES;
        tail.iter()
            .zip(&tail[length..])
            .all(|(one, next)| one == next)
    })?;
    Some(&tail[..tail.len() / TIMES])
}

/// Nothing that was printed arrived before the program was ended.
pub(super) fn detect_unflushed_output(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let killed = matches!(run.seen.exit, Exit::Signal(_) | Exit::Stopped(_));
    let silent = run.seen.turns.iter().all(|turn| turn.output.is_empty());
    (killed && silent && run.read_count() > 0).then(|| sentences::OUTPUT_NOT_FLUSHED.hint())
}

/// Standard output stays empty.
pub(super) fn detect_empty_output(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let silent = run
        .seen
        .turns
        .iter()
        .all(|turn| turn.output.trim_ascii().is_empty());
    silent.then(|| {
        let stderr = String::from_utf8_lossy(&run.seen.stderr);
        if !has_expected_text(run, &stderr) {
            let hint = sentences::PRINTS_NOTHING.hint();
            match stderr.lines().find(|line| !line.trim().is_empty()) {
                Some(line) => {
                    hint.with_detail(format!("On standard error it said {}.", quote_text(line)))
                }
                None => hint,
            }
        } else {
            sentences::PRINTS_TO_CERR.hint()
        }
    })
}

/// Whether a text has what belongs on standard output, and is no mere message about a failure: a line of the expected
/// transcript, or, where all wording is free, a result.
fn has_expected_text(run: &JudgedRun<'_>, text: &str) -> bool {
    let lines = plain_lines(text);
    let mut expected = run
        .expected
        .iter()
        .flat_map(|turn| plain_lines(&turn.printed_text()));
    let tells = run.rule.patterns.as_ref().is_some_and(|patterns| {
        patterns
            .ending
            .iter()
            .chain(&patterns.never)
            .any(|result| result.is_match(text))
    });
    tells || expected.any(|line| lines.contains(&line))
}

/// The program ended while the game goes on.
pub(super) fn detect_early_end(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let read = run.read_count();
    let needed = run.expected_read_count();
    if !run.seen.synchronised || read >= needed || !matches!(run.seen.exit, Exit::Code(_)) {
        return None;
    }
    let mistake = if !context.is_game {
        sentences::ENDED_EARLY
    } else if !prints_result(context) {
        sentences::GAME_ENDED_EARLY
    } else if has_refused_move(run, read) {
        sentences::GAME_DECIDED_AFTER_REFUSAL
    } else {
        sentences::GAME_DECIDED_EARLY
    };
    let hint = mistake.hint();
    let Some(input) = run.input.get(read.wrapping_sub(1)) else {
        return Some(hint.with_detail(format!("It read none of the {needed} inputs.")));
    };
    // A result that was told too early says more than a row of the board.
    let last = run
        .last_lines()
        .pop()
        .filter(|line| !run.is_blank_or_board_row(line) && has_word(line));
    let told = last.map_or_else(String::new, |line| format!(", with {}", quote_text(&line)));
    Some(hint.with_detail(format!(
        "It ended after input {read} ({}) of {needed}{told}.",
        quote_text(input)
    )))
}

/// Whether the reference refuses one of the first `read` inputs with a message.
fn has_refused_move(run: &JudgedRun<'_>, read: usize) -> bool {
    let turns = run.expected.iter().skip(1).take(read);
    let mut pieces = turns.flat_map(|turn| &turn.pieces);
    pieces.any(|piece| matches!(piece, OutputPiece::Message(_)))
}

/// Whether a game is said to be over in what a program printed last.
fn prints_result(context: &HintContext<'_>) -> bool {
    let lines = context.run.last_lines();
    match &context.run.rule.patterns {
        Some(patterns) => {
            let text = lines.join("\n");
            let mut results = patterns.ending.iter().chain(&patterns.never);
            results.any(|result| result.is_match(&text))
        }
        None => lines.iter().any(|line| context.endings.contains(line)),
    }
}

fn has_word(line: &str) -> bool {
    line.split(|letter: char| !letter.is_alphabetic())
        .any(|word| word.chars().count() > 2)
}

#[cfg(test)]
mod tests {
    use reference::tttn;

    use super::*;
    use crate::feedback::stage::{HintTestRun, STRICT};

    const GAME: [&str; 6] = ["3", "0", "1", "4", "2", "8"];

    fn stopped(limit: LimitKind, verdict: Verdict, last: &str) -> Hint {
        doing(None, limit, verdict, last).unwrap()
    }

    fn doing(
        activity: Option<ProgramActivity>,
        limit: LimitKind,
        verdict: Verdict,
        last: &str,
    ) -> Option<Hint> {
        let mut stage = HintTestRun::from_outputs(&[("", "3"), (last, "")]);
        stage.seen.exit = Exit::Stopped(limit);
        stage.seen.usage.activity = activity;
        stage.seen.saw_eof = verdict == Verdict::ReadPastEnd;
        stage.judgement.verdict = verdict;
        stage.find_hint(detect_endless_run)
    }

    #[test]
    fn whoever_asks_after_the_last_message_goes_on_after_the_end() {
        let mut stage =
            HintTestRun::from_game(tttn::RULES, &GAME, STRICT, |turn, text| match turn {
                6 => format!("{text}Player O enter your square choice [0-8]: "),
                _ => text,
            });
        assert_eq!(
            stage.find_hint(detect_continuing_after_end),
            None,
            "it did not read on"
        );
        stage.seen.saw_eof = true;
        let hint = stage.find_hint(detect_continuing_after_end).unwrap();
        assert_eq!(hint.mistake, "asks-after-the-end");
        assert!(
            hint.detail
                .unwrap()
                .starts_with("After `X player wins!` it printed `Player O")
        );
    }

    #[test]
    fn a_loop_is_named_with_what_it_printed() {
        let flood = "board\n".to_owned() + &"Square?\nTaken!\n".repeat(50) + "Squ";
        let cases = [
            (
                LimitKind::Output,
                Verdict::ReadPastEnd,
                "read-past-end",
                "After the end of its input it printed over and over: `Square?`, `Taken!`.",
            ),
            (
                LimitKind::Output,
                Verdict::OutputLimit,
                "endless-printing",
                "After input 1 (`3`) it printed over and over: `Square?`, `Taken!`.",
            ),
            (
                LimitKind::Cpu,
                Verdict::TimeLimit,
                "endless-loop",
                "After input 1 (`3`) it printed over and over: `Square?`, `Taken!`.",
            ),
        ];
        for (limit, verdict, name, detail) in cases {
            let hint = stopped(limit, verdict, &flood);
            assert_eq!((hint.mistake, hint.detail.as_deref()), (name, Some(detail)));
        }
        let silent = stopped(LimitKind::Cpu, Verdict::TimeLimit, "");
        assert_eq!(
            silent.detail.unwrap(),
            "After input 1 (`3`) it printed nothing more."
        );
        for rest in ["ag", ""] {
            let folded = format!("one\nagain\n… the same line 87,379 times more …\n{rest}");
            assert_eq!(
                stopped(LimitKind::Output, Verdict::OutputLimit, &folded)
                    .detail
                    .unwrap(),
                "After input 1 (`3`) it printed over and over: `again`."
            );
        }
        let cut = stopped(LimitKind::Output, Verdict::OutputLimit, "one\ntwo\nthr");
        assert_eq!(
            cut.detail.unwrap(),
            "After input 1 (`3`) the last line it printed was `thr` … (cut at the limit)."
        );
        let spoke = stopped(LimitKind::Cpu, Verdict::TimeLimit, "one\ntwo\n");
        assert_eq!(
            spoke.detail.unwrap(),
            "After input 1 (`3`) the last line it printed was `two`."
        );
    }

    #[test]
    fn whoever_reads_past_the_end_hears_where_the_game_ends() {
        let mut stage = HintTestRun::from_game(tttn::RULES, &GAME, STRICT, |_, text| text);
        stage.seen.saw_eof = true;
        stage.judgement.verdict = Verdict::ReadPastEnd;
        let detail = stage.find_hint(detect_missed_end).unwrap().detail.unwrap();
        let end = "The game should have ended after input 6 (`8`), with `X player wins!`.";
        assert_eq!(detail, end);
    }

    #[test]
    fn what_a_program_did_says_why_the_clock_stopped_it_and_nothing_is_guessed() {
        for (activity, name) in [
            (Some(ProgramActivity::Computing), Some("endless-loop")),
            (Some(ProgramActivity::Waiting), Some("waits-for-ever")),
            (None, None),
        ] {
            let hint = doing(activity, LimitKind::Wall, Verdict::TimeLimit, "one\n");
            assert_eq!(hint.map(|hint| hint.mistake), name, "{activity:?}");
        }
    }

    #[test]
    fn output_that_never_arrived_is_explained_where_the_program_was_ended() {
        let mut stage = HintTestRun::from_outputs(&[("", "3"), ("", "0"), ("", "")]);
        assert_eq!(
            stage.find_hint(detect_unflushed_output),
            None,
            "it ended by itself"
        );
        stage.seen.exit = Exit::Signal(libc::SIGSEGV);
        assert_eq!(
            stage.find_mistake(detect_unflushed_output),
            Some("output-not-flushed")
        );
    }

    #[test]
    fn silence_and_standard_error_are_told_apart() {
        let mut stage = HintTestRun::from_game(tttn::RULES, &GAME, STRICT, |_, _| "\n".to_owned());
        assert_eq!(
            stage.find_mistake(detect_empty_output),
            Some("prints-nothing")
        );
        stage.seen.stderr = b"Error: cannot open board.txt\n".to_vec();
        let hint = stage.find_hint(detect_empty_output).unwrap();
        assert_eq!(hint.mistake, "prints-nothing");
        assert_eq!(
            hint.detail.unwrap(),
            "On standard error it said `Error: cannot open board.txt`."
        );
        stage.seen.stderr = b"X player wins!\n".to_vec();
        assert_eq!(
            stage.find_mistake(detect_empty_output),
            Some("prints-to-standard-error")
        );
        stage.seen.turns[1].output = b"board".to_vec();
        assert_eq!(stage.find_hint(detect_empty_output), None);
    }

    #[test]
    fn whoever_reads_less_than_the_game_needs_ended_early() {
        let mut stage = HintTestRun::from_game(tttn::RULES, &GAME, STRICT, |_, text| text);
        assert_eq!(stage.find_hint(detect_early_end), None);
        stage.seen.turns.truncate(4);
        stage.seen.turns[3].input = None;
        let hint = stage.find_hint(detect_early_end).unwrap();
        let detail = hint.detail.unwrap();
        assert!(
            detail.starts_with("It ended after input 3 (`1`) of 6, with `Player X"),
            "{detail}"
        );
    }
}
