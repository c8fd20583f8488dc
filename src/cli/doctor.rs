//! `grader doctor`: not what this machine claims, but what it does.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use super::arguments::Arguments;
use super::check;
use super::failure::{self, Failure};
use super::setup::{find_sandbox, interrupt, processors};
use crate::course;
use crate::model::{Framework, Games};
use crate::pipeline::{
    Examination, Finding, NeededToolchain, Seen, Session, Trial, UndefinedTrial, doctor,
    needed_toolchains, needs_to_examine, try_undefined,
};
use sandbox::Sandbox;

/// Without a rubric, only this machine is in question.
pub(super) fn run(arguments: &Arguments, games: &Games) -> Result<ExitCode, Failure> {
    let interrupt = interrupt()?;
    sandbox::make_room(&needs_to_examine()).map_err(Failure::internal_fault)?;
    let sandbox = find_sandbox(None, true, &interrupt)?;
    let session = Session::new(&sandbox, &interrupt);
    let examination = doctor(session)?;
    let rubric = arguments.rubric.clone().or_else(|| course::find_rubric(Path::new(".")));
    let course = rubric.map(|rubric| course::load(&rubric, games)).transpose();
    let (needed, undefined) = match &course {
        Ok(Some(course)) => {
            (needed_toolchains(course, &interrupt), try_undefined(course, session)?)
        }
        Ok(None) | Err(_) => (Vec::new(), Vec::new()),
    };
    let mut stdout = anstream::stdout().lock();
    failure::printed(print_machine(&examination, &sandbox, &mut stdout))?;
    failure::printed(print_trials(&examination, &needed, &undefined, &mut stdout))?;
    course.map_err(Failure::usage)?;
    let sound = examination.is_sound()
        && needed.iter().all(|one| one.leaves_out.is_empty())
        && !undefined.iter().any(|one| one.counts && !one.troubles.is_empty());
    Ok(ExitCode::from(if sound { 0 } else { 3 }))
}

/// What the rubric's assignments need: each toolchain with its version, or how to get it.
fn print_needed(needed: &[NeededToolchain], out: &mut dyn Write) -> io::Result<()> {
    for NeededToolchain { name, assignments, found, leaves_out } in needed {
        let used = assignments.join(", ");
        match found {
            Ok(version) => writeln!(out, "{name:<11} {version} ({used})")?,
            Err(trouble) => {
                writeln!(out, "{name:<11} MISSING: {trouble}")?;
                let kept: Vec<&str> = assignments
                    .iter()
                    .filter(|id| !leaves_out.contains(id))
                    .map(String::as_str)
                    .collect();
                if !leaves_out.is_empty() {
                    let ids = leaves_out.join(", ");
                    writeln!(out, "            nothing of {ids} can be graded without it")?;
                }
                if !kept.is_empty() {
                    let ids = kept.join(", ");
                    writeln!(out, "            what is handed in for it in {ids} stays ungraded")?;
                }
            }
        }
    }
    Ok(())
}

/// What this machine has.
fn print_machine(
    examination: &Examination,
    sandbox: &Sandbox,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "compiler    {}", examination.compiler)?;
    for framework in Framework::ALL {
        if let Some(package) = framework.package() {
            let name = framework.name();
            match is_there(framework) {
                true => writeln!(out, "{name:<11} is there, for unit tests")?,
                false => writeln!(
                    out,
                    "{name:<11} is not there, and only unit tests with it need it ({package})"
                )?,
            }
        }
    }
    writeln!(out, "processors  {}", processors())?;
    writeln!(out, "workplace   {}", std::env::temp_dir().display())?;
    let tier = examination.confinement.tier;
    writeln!(out, "confined    tier {tier}: {}", tier.summary())?;
    for (tier, reason) in sandbox.refused() {
        writeln!(out, "            tier {tier} does not work here: {reason}")?;
    }
    Ok(())
}

/// Whether the headers of what unit tests are written with are where packages put them.
fn is_there(framework: Framework) -> bool {
    framework.headers().iter().any(|header| {
        let folders = ["/usr/include", "/usr/local/include"];
        folders.iter().any(|folder| Path::new(folder).join(header).exists())
    })
}

/// What it does with what is asked of it.
fn print_trials(
    examination: &Examination,
    needed: &[NeededToolchain],
    undefined: &[UndefinedTrial],
    out: &mut dyn Write,
) -> io::Result<()> {
    if !needed.is_empty() {
        writeln!(out, "\nwhat the rubric's assignments are made and run with:")?;
        print_needed(needed, out)?;
    }
    undefined.iter().try_for_each(|trial| check::print_trial(trial, out))?;
    writeln!(out)?;
    examination.trials.iter().try_for_each(|trial| print_trial(trial, out))?;
    for caution in examination.cautions() {
        writeln!(out, "note   {caution}")?;
    }
    Ok(())
}

fn print_trial(trial: &Trial, out: &mut dyn Write) -> io::Result<()> {
    let mark = match trial.finding() {
        Finding::Holds => "holds ",
        Finding::Fails => "FAILS ",
        Finding::Undecided => "unsure",
    };
    writeln!(out, "{mark} {}", trial.claim)?;
    match (trial.finding(), &trial.seen) {
        (Finding::Holds, _) => Ok(()),
        (_, Seen::Outcome(seen)) => {
            writeln!(out, "       seen: {seen}; expected: {}", trial.expected)
        }
        (_, Seen::Unfinished(seen)) => writeln!(
            out,
            "       seen: {seen}; this machine is too busy to tell: try again when it has less to do"
        ),
    }
}
