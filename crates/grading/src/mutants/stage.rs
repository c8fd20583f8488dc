//! A runner with linked programs in its folder, and the switch in them.

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;

use super::super::functions::CallableFunction;
use super::super::grading_error::GradingError;
use super::super::session::Session;
use super::linked::{LinkedFunction, LinkedPrograms};
use crate::execute::ExecutionTarget;
use cpp::mutants;
use model::{Assignment, Toolchain};
use toolchain::PROGRAM;
use toolchain::runner::InterruptibleRunner;

/// Where programs of one build are run.
pub(super) struct LoadedProgram {
    pub(super) runner: InterruptibleRunner,
    /// The program, as it is seen from inside the walls.
    pub(super) program: PathBuf,
    /// Its functions, by the places of the cases that call them.
    pub(super) callable: BTreeMap<usize, CallableFunction>,
    /// The programs that run unit tests, by the places of their cases.
    pub(super) tests: BTreeMap<usize, PathBuf>,
    /// Whether all tests of a case are run, for what each of them says, or no more than show that it fails.
    pub(super) runs_all_tests: bool,
    /// The programs with a switch, and where it stands in them.
    switches: Vec<(PathBuf, usize)>,
}

impl LoadedProgram {
    pub(super) fn new(
        linked: &LinkedPrograms,
        assignment: &Assignment,
        toolchain: &Toolchain,
        session: Session<'_>,
    ) -> Result<LoadedProgram, GradingError> {
        let runner = session.start_runner(toolchain, assignment.terminal)?;
        let mut switches = Vec::new();
        for (name, bytes) in &linked.files {
            let path = toolchain::write_program(name, bytes, &runner)?;
            switches.extend(mutants::find_switch(bytes).map(|place| (path, place)));
        }
        let inside = |name: &str| runner.path_inside("out").join(name);
        let callable = |function: &LinkedFunction| match function {
            LinkedFunction::ViaProgram(name, found) => {
                CallableFunction::Ready(inside(name), found.clone())
            }
            LinkedFunction::Unavailable(reason) => CallableFunction::Unavailable(reason.clone()),
        };
        let callable = linked
            .functions
            .iter()
            .map(|(case, it)| (*case, callable(it)))
            .collect();
        let tests = linked
            .tests
            .iter()
            .map(|(case, name)| (*case, inside(name)))
            .collect();
        let program = inside(PROGRAM);
        Ok(LoadedProgram {
            runner,
            program,
            callable,
            tests,
            runs_all_tests: false,
            switches,
        })
    }

    /// The program, run as a student's is.
    pub(super) fn plain_program(&self) -> ExecutionTarget {
        ExecutionTarget::Built(self.program.clone())
    }

    /// Turns a mutant on; 0 turns all off.
    pub(super) fn enable_mutant(&self, number: u32) -> Result<(), GradingError> {
        for (path, place) in &self.switches {
            let write =
                |file: File| file.write_all_at(&mutants::switch_bytes(number), *place as u64);
            let written = File::options().write(true).open(path).and_then(write);
            written.map_err(|error| {
                GradingError::Internal(format!("a mutant could not be turned on: {error}"))
            })?;
        }
        Ok(())
    }
}
