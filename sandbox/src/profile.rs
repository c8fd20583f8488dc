//! Kinds of programs, by what they may do.

use serde::{Deserialize, Serialize};

/// Which walls stand around a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SandboxProfile {
    /// An untrusted program: it sees itself and the system's libraries, writes nothing, starts nothing.
    Program,
    /// The same program with sanitizers in it. They reserve more addresses than there is memory, so what limits it is
    /// what it holds: the owner looks every few milliseconds.
    Instrumented,
    /// An untrusted program in a simulator: as `Program`, but it also sees the simulator and the sources.
    Simulator,
    /// A compiler: it sees the toolchain and the source, and writes its output.
    Compiler,
    /// The owner's executable again, reading the sources and what a compiler made of them, which may be an attack on whoever
    /// reads them: it sees those folders and the libraries, writes nothing, starts nothing. The command's program is only a
    /// name.
    Analysis,
    /// A trusted command that reads what an untrusted program printed: it sees the system's programs, itself and
    /// the folder that it works on, starts processes, and writes temporary files only.
    Consumer,
    /// A trusted command that does what untrusted files tell it, such as `make`: it sees the toolchain and the sources, starts
    /// processes, and writes into one folder, which nobody else writes into.
    BuildSystem,
    /// A trusted command: only the limits.
    Trusted,
}

impl SandboxProfile {
    /// Whether what is executed is itself untrusted.
    pub(super) fn executes_untrusted_code(self) -> bool {
        matches!(self, SandboxProfile::Program | SandboxProfile::Instrumented)
    }

    /// Whether untrusted code runs behind these walls, or may in the end, where its bytes are read.
    pub(super) fn holds_untrusted_code(self) -> bool {
        match self {
            SandboxProfile::Program
            | SandboxProfile::Instrumented
            | SandboxProfile::Simulator
            | SandboxProfile::Analysis
            | SandboxProfile::BuildSystem => true,
            SandboxProfile::Compiler | SandboxProfile::Consumer | SandboxProfile::Trusted => false,
        }
    }

    /// Whether what runs here may start processes.
    pub(super) fn starts_processes(self) -> bool {
        match self {
            SandboxProfile::Program
            | SandboxProfile::Instrumented
            | SandboxProfile::Simulator
            | SandboxProfile::Analysis => false,
            SandboxProfile::Compiler
            | SandboxProfile::Consumer
            | SandboxProfile::BuildSystem
            | SandboxProfile::Trusted => true,
        }
    }
}
