//! In the terminal: one line of counts, then what somebody should look at.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::escape_lines;
use cpp::mutants::{
    ConfidenceInterval, MutantOutcome, MutantSummary, MutantsOfProgram, SanitizerEvidence,
    TriedMutant,
};

/// Prints what became of the mutants of each program.
///
/// # Errors
///
/// If that cannot be printed.
pub fn print_mutants(all: &[MutantsOfProgram], out: &mut dyn Write) -> io::Result<()> {
    all.iter().try_for_each(|one| print_one(one, out))
}

fn print_one(found: &MutantsOfProgram, out: &mut dyn Write) -> io::Result<()> {
    let MutantsOfProgram {
        assignment,
        program,
        generated,
        tried,
        ..
    } = found;
    if let Some(trouble) = &found.failure_reason {
        return writeln!(
            out,
            "{assignment}: mutants of {program}: NOT TRIED\n  {}",
            escape_lines(trouble)
        );
    }
    let summary = found.summarize();
    let of = if found.is_sample {
        format!(" (a sample of {generated})")
    } else {
        String::new()
    };
    writeln!(
        out,
        "{assignment}: {} mutants of {program}{of}",
        tried.len()
    )?;
    writeln!(out, "  {}", describe_counts(&summary))?;
    let open = |one: &&TriedMutant| one.accepted.is_none();
    for one in found.with_outcome("not-noticed").filter(open) {
        print_unnoticed(found, one, out)?;
    }
    print_survived(found, out)?;
    if summary.survived > 0 {
        writeln!(
            out,
            "  no input shows whether those that survived are other programs: write a test that does, or accept what is the same"
        )?;
    }
    print_allowed(found, out)?;
    for one in found.with_outcome("undefined") {
        if let (MutantOutcome::Undefined(said), Some(shown)) =
            (&one.outcome, found.mutant_diff(one))
        {
            let seen = match said {
                SanitizerEvidence {
                    tests: Some(case), ..
                } => format!(", in the tests of {case}"),
                SanitizerEvidence { case: None, .. } => ", in no case".to_owned(),
                SanitizerEvidence { case: Some(_), .. } => String::new(),
            };
            let line = shown.line;
            let becomes = escape_lines(&shown.becomes);
            let kind = escape_lines(&said.kind);
            writeln!(out, "  undefined: l.{line} `{becomes}` ({kind}{seen})")?;
        }
    }
    for one in found.with_outcome("ungraded") {
        if let (MutantOutcome::Ungraded(why), Some(shown)) = (&one.outcome, found.mutant_diff(one))
        {
            writeln!(
                out,
                "  NOT TRIED: l.{} `{}`: {}",
                shown.line,
                escape_lines(&shown.becomes),
                escape_lines(why)
            )?;
        }
    }
    for script in found.other_games.iter().take(3) {
        let script = escape_lines(&script.join(" "));
        writeln!(
            out,
            "  the solution itself differs from the reference for the input {script}"
        )?;
    }
    if !found.missing_inputs.is_empty() {
        writeln!(
            out,
            "  no case has {}: programs of beginners often fail there",
            found.missing_inputs.join(", ")
        )?;
    }
    for place in &found.stale {
        if let Some(one) = found.rules.accepted.get(*place) {
            let about = one
                .was
                .as_ref()
                .or(one.within.as_ref())
                .map_or(String::new(), |it| escape_lines(it));
            let line = one.line;
            writeln!(
                out,
                "  rubric line {line}: no survivor needs the decision about `{about}`; take it away"
            )?;
        }
    }
    if summary.undefined > 0 {
        writeln!(out, "  {}", describe_undefined_score(&summary))?;
    }
    writeln!(out, "  {}", describe_score(found, &summary))
}

/// Each outcome that there is, with how often.
fn describe_counts(summary: &MutantSummary) -> String {
    let MutantSummary {
        killed: noticed,
        missed: not_noticed,
        survived,
        accepted,
        allowed,
        undefined,
        ..
    } = summary;
    let MutantSummary {
        end_of_input,
        no_difference,
        unviable: not_compiled,
        ungraded,
        ..
    } = summary;
    let all = [
        (noticed, "noticed"),
        (not_noticed, "NOT NOTICED"),
        (survived, "SURVIVED"),
        (accepted, "accepted by the rubric's decisions"),
        (allowed, "allowed by the rubric"),
        (undefined, "undefined behaviour"),
        (end_of_input, "at the end of input"),
        (no_difference, "without a difference"),
        (not_compiled, "no programs"),
        (ungraded, "NOT TRIED"),
    ];
    let told = all.into_iter().filter(|(count, _)| **count > 0);
    told.map(|(count, what)| format!("{count} {what}"))
        .collect::<Vec<_>>()
        .join(" · ")
}

fn print_unnoticed(
    found: &MutantsOfProgram,
    one: &TriedMutant,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (Some(source), Some(shown)) = (found.mutant_source(one), found.mutant_diff(one)) else {
        return Ok(());
    };
    let path = found.folder.join(&source.name);
    writeln!(out, "  not noticed: {}:{}", path.display(), shown.line)?;
    writeln!(out, "    - {}", escape_lines(&shown.was))?;
    writeln!(out, "    + {}", escape_lines(&shown.becomes))?;
    if let MutantOutcome::Missed(difference) = &one.outcome {
        writeln!(
            out,
            "    an input that shows the difference: {}",
            escape_lines(&difference.script.join(" "))
        )?;
        writeln!(out, "    {}", escape_lines(&difference.how))?;
    }
    Ok(())
}

/// What no game can explain. A member that no test calls has many in one line, so each line stands once.
fn print_survived(found: &MutantsOfProgram, out: &mut dyn Write) -> io::Result<()> {
    let mut above = None;
    for one in found
        .with_outcome("survived")
        .filter(|one| one.accepted.is_none())
    {
        let (Some(source), Some(shown)) = (found.mutant_source(one), found.mutant_diff(one)) else {
            continue;
        };
        let place = (one.mutant.source, shown.line, shown.was.clone());
        if above.as_ref() != Some(&place) {
            let path = found.folder.join(&source.name);
            writeln!(out, "  survived: {}:{}", path.display(), shown.line)?;
            writeln!(out, "    - {}", escape_lines(&shown.was))?;
        }
        above = Some(place);
        writeln!(out, "    + {}", escape_lines(&shown.becomes))?;
        if let MutantOutcome::Survived(Some(how)) = &one.outcome {
            writeln!(out, "      {}", escape_lines(how))?;
        }
    }
    Ok(())
}

/// What the rubric forgives, by what forgives it.
fn print_allowed(found: &MutantsOfProgram, out: &mut dyn Write) -> io::Result<()> {
    let mut by: BTreeMap<&str, BTreeMap<usize, usize>> = BTreeMap::new();
    let mut decided = 0;
    for one in found.with_outcome("allowed") {
        let (MutantOutcome::Allowed { by: knob, .. }, Some(shown)) =
            (&one.outcome, found.mutant_diff(one))
        else {
            continue;
        };
        if one.accepted.is_some() {
            decided += 1;
        } else {
            *by.entry(knob).or_default().entry(shown.line).or_default() += 1;
        }
    }
    for (knob, places) in by {
        let places = places.into_iter().map(|(line, count)| match count {
            1 => format!("l.{line}"),
            many => format!("l.{line} ({many})"),
        });
        let places = places.collect::<Vec<_>>().join(", ");
        writeln!(out, "  allowed by `{}`: {places}", escape_lines(knob))?;
    }
    if decided > 0 {
        writeln!(out, "  allowed, and decided so in the rubric: {decided}")?;
    }
    Ok(())
}

fn describe_score(found: &MutantsOfProgram, summary: &MutantSummary) -> String {
    let noticed = summary.killed;
    let all = summary.should_be_killed();
    if all == 0 {
        return "mutation score: there is nothing that should be noticed".to_owned();
    }
    let percent = floor_percent(noticed, all);
    let interval = ConfidenceInterval::from_sample(noticed, all).filter(|_| found.is_sample);
    let interval = interval.map_or(String::new(), |ConfidenceInterval { least, most }| {
        format!("; of all mutants between {least:.1} % and {most:.1} %, in 95 of 100 samples")
    });
    format!("mutation score {percent:.1} % ({noticed} of {all}{interval})")
}

/// What the score is if undefined behaviour that changes nothing should be noticed: by cases alone, and with sanitizers.
fn describe_undefined_score(summary: &MutantSummary) -> String {
    let all = summary.with_undefined();
    let cases = summary.killed;
    let sanitizers = summary.killed_with_sanitizers();
    format!(
        "counting undefined behaviour {:.1} % ({cases} of {all}), and with sanitizers {:.1} % ({sanitizers} of {all})",
        floor_percent(cases, all),
        floor_percent(sanitizers, all)
    )
}

/// In tenths of a percent, downwards: 99.96 is not all.
fn floor_percent(some: usize, all: usize) -> f64 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "mutants are counted in thousands"
    )]
    let percent = 100.0 * some as f64 / all as f64;
    if some == all {
        percent
    } else {
        (percent * 10.0).floor() / 10.0
    }
}
