//! `grader doctor`: not what this machine claims, but what it does.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use super::arguments::CliArgs;
use super::check;
use super::failure::{self, CliFailure};
use super::setup::{find_sandbox, install_interrupt, processor_count};

use grading::{
    DoctorFinding, DoctorOutcome, DoctorReport, DoctorTrial, NeededToolchain, Session,
    UndefinedTrial, examine_machine, needed_toolchains, needs_to_examine, try_undefined,
};
use model::{GameRegistry, TestFramework};
use sandbox::LinuxSandbox;
use toolchain::PrecompilingSupport;

/// Without a rubric, only this machine is in question.
pub(super) fn run(arguments: &CliArgs, games: &GameRegistry) -> Result<ExitCode, CliFailure> {
    let interrupt = install_interrupt()?;
    sandbox::raise_process_limits(&needs_to_examine()).map_err(CliFailure::internal_error)?;
    let sandbox = find_sandbox(None, true, &interrupt)?;
    let session = Session::new(&sandbox, &interrupt);
    let examination = examine_machine(session)?;
    let rubric = arguments
        .rubric
        .clone()
        .or_else(|| rubric::find_rubric(Path::new(".")));
    let course = rubric
        .map(|rubric| rubric::load_course(&rubric, games))
        .transpose();
    let (needed, undefined) = match &course {
        Ok(Some(course)) => (
            needed_toolchains(course, &interrupt),
            try_undefined(course, session)?,
        ),
        Ok(None) | Err(_) => (Vec::new(), Vec::new()),
    };
    let mut stdout = anstream::stdout().lock();
    failure::finish_printing(print_machine(&examination, &sandbox, &mut stdout))?;
    failure::finish_printing(print_trials(&examination, &needed, &undefined, &mut stdout))?;
    course.map_err(CliFailure::usage_error)?;
    let sound = examination.is_sound()
        && needed.iter().all(|one| one.leaves_out.is_empty())
        && !undefined
            .iter()
            .any(|one| one.counts && !one.problems.is_empty());
    Ok(ExitCode::from(if sound { 0 } else { 3 }))
}

/// What the rubric's assignments need: each toolchain with its version, or how to get it.
fn print_needed_toolchains(needed: &[NeededToolchain], out: &mut dyn Write) -> io::Result<()> {
    for NeededToolchain {
        name,
        assignments,
        version: found,
        leaves_out,
    } in needed
    {
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
                    writeln!(
                        out,
                        "            what is handed in for it in {ids} stays ungraded"
                    )?;
                }
            }
        }
    }
    Ok(())
}

/// What this machine has.
fn print_machine(
    examination: &DoctorReport,
    sandbox: &LinuxSandbox,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "compiler    {}", examination.compiler)?;
    let kept = match examination.precompiling {
        PrecompilingSupport::WithTemplates => "precompiled with their templates",
        PrecompilingSupport::WithoutTemplates => {
            "precompiled without their templates: a source takes longer"
        }
        PrecompilingSupport::Nothing => "not precompiled: a source takes three times as long",
    };
    writeln!(out, "headers     {kept}")?;
    for framework in TestFramework::ALL {
        if let Some(package) = framework.package() {
            let name = framework.name();
            match is_framework_installed(framework) {
                true => writeln!(out, "{name:<11} is there, for unit tests")?,
                false => writeln!(
                    out,
                    "{name:<11} is not there, and only unit tests with it need it ({package})"
                )?,
            }
        }
    }
    writeln!(out, "processors  {}", processor_count())?;
    writeln!(out, "workplace   {}", std::env::temp_dir().display())?;
    let tier = examination.confinement.tier;
    writeln!(out, "confined    tier {tier}: {}", tier.summary())?;
    for (tier, reason) in sandbox.refused_tiers() {
        writeln!(out, "            tier {tier} does not work here: {reason}")?;
    }
    Ok(())
}

/// Whether the headers of what unit tests are written with are where packages put them.
fn is_framework_installed(framework: TestFramework) -> bool {
    framework.headers().iter().any(|header| {
        let folders = ["/usr/include", "/usr/local/include"];
        folders
            .iter()
            .any(|folder| Path::new(folder).join(header).exists())
    })
}

/// What it does with what is asked of it.
fn print_trials(
    examination: &DoctorReport,
    needed: &[NeededToolchain],
    undefined: &[UndefinedTrial],
    out: &mut dyn Write,
) -> io::Result<()> {
    if !needed.is_empty() {
        writeln!(
            out,
            "\nwhat the rubric's assignments are made and run with:"
        )?;
        print_needed_toolchains(needed, out)?;
    }
    undefined
        .iter()
        .try_for_each(|trial| check::print_undefined_trial(trial, out))?;
    writeln!(out)?;
    examination
        .trials
        .iter()
        .try_for_each(|trial| print_trial(trial, out))?;
    for caution in examination.cautions() {
        writeln!(out, "note   {caution}")?;
    }
    Ok(())
}

fn print_trial(trial: &DoctorTrial, out: &mut dyn Write) -> io::Result<()> {
    let mark = match trial.finding() {
        DoctorFinding::Holds => "holds ",
        DoctorFinding::Fails => "FAILS ",
        DoctorFinding::Undecided => "unsure",
    };
    writeln!(out, "{mark} {}", trial.claim)?;
    match (trial.finding(), &trial.seen) {
        (DoctorFinding::Holds, _) => Ok(()),
        (_, DoctorOutcome::Outcome(seen)) => {
            writeln!(out, "       seen: {seen}; expected: {}", trial.expected)
        }
        (_, DoctorOutcome::Unfinished(seen)) => writeln!(
            out,
            "       seen: {seen}; this machine is too busy to tell: try again when it has less to do"
        ),
    }
}
