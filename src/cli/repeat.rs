//! `grader check --repeat N`: calibration programs that do not always do the same.

use std::io::{self, Write};

use super::failure::{self, CliFailure};
use super::shared_arguments::parse_positive;
use grading::Session;
use lab::{FlakyRun, RepeatOptions, RepeatReport};
use model::Course;

/// What of `grader check` is about repetitions.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct RepeatArgs {
    /// Run every calibration program N times more: each must do the same again
    #[arg(long, value_name = "N", value_parser = parse_positive, hide_short_help = true)]
    repeat: Option<usize>,
    /// Repeat beside other work, with other environments, with input late, all at once and byte by byte, and
    /// with stops
    #[arg(long, requires = "repeat", hide_short_help = true)]
    pressure: bool,
}

impl RepeatArgs {
    /// Repeats, if that is asked for, and says what differs. Returns whether nothing does.
    pub(super) fn repeat_calibration(
        &self,
        course: &Course,
        session: Session<'_>,
    ) -> Result<bool, CliFailure> {
        let Some(count) = self.repeat else {
            return Ok(true);
        };
        let repetition = RepeatOptions {
            count,
            pressure: self.pressure,
        };
        let repeated = lab::find_flaky_cases(course, session, repetition)?;
        failure::finish_printing(print_repetition(
            &repeated,
            count,
            &mut anstream::stdout().lock(),
        ))?;
        Ok(repeated.flaky.is_empty())
    }
}

fn print_repetition(repeated: &RepeatReport, count: usize, out: &mut dyn Write) -> io::Result<()> {
    for one in &repeated.flaky {
        writeln!(
            out,
            "{}/{}: FLAKY in case `{}`, {} of {count} times; first {}:",
            one.assignment,
            one.program,
            one.case,
            one.count,
            one.condition.describe()
        )?;
        let from = first_printed_line(&one.first.transcript, &one.again.transcript);
        print_run(out, "at first", &one.first, from)?;
        print_run(out, "then", &one.again, from)?;
    }
    for assignment in &repeated.by_chance {
        writeln!(
            out,
            "{assignment}: its programs play by chance, and are not repeated"
        )?;
    }
    let programs: std::collections::BTreeSet<_> = repeated
        .flaky
        .iter()
        .map(|one| (&one.assignment, &one.program))
        .collect();
    match programs.len() {
        0 => writeln!(
            out,
            "repetition: {} programs did the same {count} times more",
            repeated.programs
        ),
        flaky => writeln!(
            out,
            "repetition: {flaky} of {} programs DO NOT ALWAYS DO THE SAME",
            repeated.programs
        ),
    }
}

/// As many lines of a transcript as are shown.
const LINES: usize = 40;

/// As many lines stay before the first that differs.
const BEFORE: usize = 10;

/// From which line on two transcripts are shown, from 0: the first that differs is among them.
fn first_printed_line(first: &str, again: &str) -> usize {
    let same = first
        .lines()
        .zip(again.lines())
        .take_while(|(was, is)| was == is)
        .count();
    if same < LINES { 0 } else { same - BEFORE }
}

fn print_run(out: &mut dyn Write, when: &str, seen: &FlakyRun, from: usize) -> io::Result<()> {
    writeln!(out, "  {when}: {}", seen.outcome)?;
    if from > 0 {
        writeln!(out, "    | … {from} lines that are the same in both")?;
    }
    for line in seen.transcript.lines().skip(from).take(LINES) {
        writeln!(out, "    | {}", report::escape_lines(line))?;
    }
    match seen.transcript.lines().count().saturating_sub(from + LINES) {
        0 => Ok(()),
        more => writeln!(out, "    | … and {more} lines more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_long_transcripts_the_first_line_that_differs_is_shown() {
        let same = "the same\n".repeat(90);
        assert_eq!(
            first_printed_line(&format!("{same}one"), &format!("{same}two")),
            80
        );
        assert_eq!(first_printed_line(&format!("{same}one"), &same), 80);
        assert_eq!(first_printed_line("a\nb\n", "a\nc\n"), 0);
    }
}
