//! Runs a program under limits and prints what was seen: `cargo run -p sandbox --example run /bin/cat < Cargo.toml`.

#![expect(clippy::print_stdout, reason = "an example says what it saw")]

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use sandbox::{Command, Demands, Input, Interrupt, Limits, Sandbox, Tools};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    if let Some(code) = sandbox::supervise_if_asked() {
        return Ok(code);
    }
    let mut words = std::env::args_os().skip(1);
    let program = words.next().ok_or("which program? `run PROGRAM [ARGUMENT]… < INPUT`")?;
    let lines = std::io::stdin().lines().collect::<Result<Vec<String>, _>>()?;
    let interrupt = Arc::new(Interrupt::on_signals()?);
    let sandbox = Sandbox::find(Path::new("/proc/self/exe"), &Demands::default(), &interrupt)?;
    let mut supervisor = sandbox.supervisor(&Tools::default())?;
    // Behind the walls there are only the system's libraries and the supervisor's own folders.
    std::fs::copy(program, supervisor.outside("out").join("program"))?;
    let command = Command::program(supervisor.inside("out").join("program"), words);
    let seen = supervisor.run(&command, &Limits::default(), Input::Lines(&lines), &interrupt)?;
    for turn in &seen.turns {
        let output = String::from_utf8_lossy(&turn.output);
        println!("printed {output:?}, then read {:?}", turn.input);
    }
    println!("tier {}: {:?}, {:?}", sandbox.tier(), seen.exit, seen.usage);
    Ok(ExitCode::SUCCESS)
}
