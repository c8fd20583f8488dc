//! Runs a program under limits and prints what was seen: `cargo run -p sandbox --example run /bin/cat < Cargo.toml`.

#![expect(clippy::print_stdout, reason = "an example says what it saw")]

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use sandbox::{
    Interrupt, LinuxSandbox, SandboxCommand, SandboxLimits, StdinSource, TierRequirements,
    ToolPaths,
};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    if let Some(code) = sandbox::supervise_if_requested() {
        return Ok(code);
    }
    let mut words = std::env::args_os().skip(1);
    let program = words
        .next()
        .ok_or("which program? `run PROGRAM [ARGUMENT]… < INPUT`")?;
    let lines = std::io::stdin()
        .lines()
        .collect::<Result<Vec<String>, _>>()?;
    let interrupt = Arc::new(Interrupt::on_signals()?);
    let sandbox = LinuxSandbox::find_strongest(
        Path::new("/proc/self/exe"),
        &TierRequirements::default(),
        &interrupt,
    )?;
    let mut supervisor = sandbox.start_supervisor(&ToolPaths::default())?;
    // Behind the walls there are only the system's libraries and the supervisor's own folders.
    std::fs::copy(program, supervisor.path_outside("out").join("program"))?;
    let command = SandboxCommand::for_program(supervisor.path_inside("out").join("program"), words);
    let seen = supervisor.run(
        &command,
        &SandboxLimits::default(),
        StdinSource::Lines(&lines),
        &interrupt,
    )?;
    for turn in &seen.turns {
        let output = String::from_utf8_lossy(&turn.output);
        println!("printed {output:?}, then read {:?}", turn.input);
    }
    println!("tier {}: {:?}, {:?}", sandbox.tier(), seen.exit, seen.usage);
    Ok(ExitCode::SUCCESS)
}
