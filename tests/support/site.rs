//! A program inside the walls, without a course around it: what the sandbox alone shows of it.

use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::sync::Arc;
use std::time::Duration;

use model::{Exit, Observation, Tier};
use sandbox::{
    Interrupt, LinuxSandbox, OutputOverflow, SandboxCommand, SandboxLimits, SandboxProfile,
    StdinSource, Supervisor, TierRequirements, ToolPaths,
};

/// Limits that no honest program comes near.
pub(crate) const LIMITS: SandboxLimits = SandboxLimits {
    cpu: Duration::from_secs(5),
    after_end: None,
    wall: Duration::from_secs(30),
    memory: 256 << 20,
    output: 64 << 20,
    overflow: OutputOverflow::Stop,
    stack: 8 << 20,
    file_size: 0,
};

/// A supervisor with one program.
pub(crate) struct Site {
    supervisor: Supervisor,
    interrupt: Interrupt,
    limits: SandboxLimits,
}

/// The strongest tier of this machine, or the strongest that is not stronger than `tier`.
pub(crate) fn sandbox(tier: Tier) -> LinuxSandbox {
    let interrupt = Arc::new(Interrupt::without_signals().unwrap());
    let demands = TierRequirements {
        strongest: tier,
        required: None,
        allow_unconfined: true,
    };
    LinuxSandbox::find_strongest(Path::new(super::GRADER), &demands, &interrupt).unwrap()
}

impl Site {
    /// Builds `code` with the real compiler.
    pub(crate) fn new(sandbox: &LinuxSandbox, code: &str) -> Site {
        let supervisor = sandbox.start_supervisor(&ToolPaths::default()).unwrap();
        let program = supervisor.path_outside("out").join("program");
        compile(code, &program);
        Site {
            supervisor,
            interrupt: Interrupt::without_signals().unwrap(),
            limits: LIMITS,
        }
    }

    pub(crate) fn with_limits(self, limits: SandboxLimits) -> Site {
        Site { limits, ..self }
    }

    pub(crate) fn on_terminal(mut self, terminal: bool) -> Site {
        self.supervisor.use_terminal(terminal);
        self
    }

    /// Runs the program on these lines.
    pub(crate) fn run(&mut self, lines: &[&str]) -> Observation {
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        let program = self.supervisor.path_inside("out").join("program");
        let command = SandboxCommand {
            environment: vec![("LANG".into(), "C.UTF-8".into())],
            ..SandboxCommand::new(program, SandboxProfile::Program)
        };
        let input = StdinSource::Lines(&lines);
        self.supervisor
            .run(&command, &self.limits, input, &self.interrupt)
            .unwrap()
    }
}

fn compile(code: &str, program: &Path) {
    let source: PathBuf = program.with_extension("cpp");
    std::fs::write(&source, code).unwrap();
    let built = Process::new("g++")
        .arg("-o")
        .arg(program)
        .arg(&source)
        .status()
        .unwrap();
    assert!(built.success(), "{code}");
}

/// A run as a transcript: output, and each input between `‹` and `›` where it was read. Anything but a plain end with
/// code 0 follows in brackets.
pub(crate) fn transcript(seen: &Observation) -> String {
    assert!(seen.synchronised, "reads are not seen here");
    let mut text = String::new();
    for turn in &seen.turns {
        text += &String::from_utf8_lossy(&turn.output);
        text.extend(turn.input.iter().map(|input| format!("‹{input}›")));
    }
    if seen.exit != Exit::Code(0) {
        text += &format!("[{:?}]", seen.exit);
    }
    text
}
