//! `grader doctor`: not what this machine claims, but what it does.

use std::io::{self, Write};
use std::process::ExitCode;

use super::failure::{self, Failure};
use super::interrupt;
use crate::pipeline::{Examination, examine};

pub(super) fn run() -> Result<ExitCode, Failure> {
    let examination = examine(&super::find_sandbox(None, true)?, &interrupt()?)?;
    failure::printed(print(&examination, &mut anstream::stdout().lock()))?;
    Ok(ExitCode::from(if examination.is_sound() { 0 } else { 3 }))
}

fn print(examination: &Examination, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "compiler    {}", examination.compiler)?;
    writeln!(out, "processors  {}", super::workers(None))?;
    writeln!(out, "workplace   {}", std::env::temp_dir().display())?;
    let tier = examination.confinement.tier;
    writeln!(out, "confined    tier {tier}: {}", tier.summary())?;
    for (tier, reason) in &examination.refused {
        writeln!(out, "            tier {tier} does not work here: {reason}")?;
    }
    writeln!(out)?;
    for trial in &examination.trials {
        let mark = if trial.holds() { "holds " } else { "FAILS " };
        writeln!(out, "{mark} {}", trial.claim)?;
        if !trial.holds() {
            writeln!(out, "       seen: {}; expected: {}", trial.seen, trial.expected)?;
        }
    }
    for caution in examination.cautions() {
        writeln!(out, "note   {caution}")?;
    }
    Ok(())
}
