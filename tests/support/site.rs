//! A program inside the walls, without a course around it: what the sandbox alone shows of it.

use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::sync::Arc;
use std::time::Duration;

use grader::model::{Exit, Observation, Tier};
use sandbox::{
    Command, Demands, Input, Interrupt, Limits, Overflow, Profile, Sandbox, Supervisor, Tools,
};

/// Limits that no honest program comes near.
pub(crate) const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(5),
    after_end: None,
    wall: Duration::from_secs(30),
    memory: 256 << 20,
    output: 64 << 20,
    overflow: Overflow::Stop,
    stack: 8 << 20,
    file_size: 0,
};

/// A supervisor with one program.
pub(crate) struct Site {
    supervisor: Supervisor,
    interrupt: Interrupt,
    limits: Limits,
}

/// The strongest tier of this machine, or the strongest that is not stronger than `tier`.
pub(crate) fn sandbox(tier: Tier) -> Sandbox {
    let interrupt = Arc::new(Interrupt::never().unwrap());
    let demands = Demands { strongest: tier, required: None, allow_unconfined: true };
    Sandbox::find(Path::new(super::GRADER), &demands, &interrupt).unwrap()
}

impl Site {
    /// Builds `code` with the real compiler.
    pub(crate) fn new(sandbox: &Sandbox, code: &str) -> Site {
        let supervisor = sandbox.supervisor(&Tools::default()).unwrap();
        let program = supervisor.outside("out").join("program");
        compile(code, &program);
        Site { supervisor, interrupt: Interrupt::never().unwrap(), limits: LIMITS }
    }

    pub(crate) fn with_limits(self, limits: Limits) -> Site {
        Site { limits, ..self }
    }

    pub(crate) fn on_terminal(mut self, terminal: bool) -> Site {
        self.supervisor.use_terminal(terminal);
        self
    }

    /// Runs the program on these lines.
    pub(crate) fn run(&mut self, lines: &[&str]) -> Observation {
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        let program = self.supervisor.inside("out").join("program");
        let command = Command {
            environment: vec![("LANG".into(), "C.UTF-8".into())],
            ..Command::new(program, Profile::Program)
        };
        let input = Input::Lines(&lines);
        self.supervisor.run(&command, &self.limits, input, &self.interrupt).unwrap()
    }
}

fn compile(code: &str, program: &Path) {
    let source: PathBuf = program.with_extension("cpp");
    std::fs::write(&source, code).unwrap();
    let built = Process::new("g++").arg("-o").arg(program).arg(&source).status().unwrap();
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
