//! A program that was built becomes one that can be executed.

use crate::execute::ExecutionTarget;
use toolchain::BuiltProgram;

impl From<BuiltProgram> for ExecutionTarget {
    fn from(runnable: BuiltProgram) -> ExecutionTarget {
        match runnable {
            BuiltProgram::Executable(path) => ExecutionTarget::Built(path),
            BuiltProgram::Simulated(words, folder, simulator) => {
                ExecutionTarget::Simulated(words, folder, simulator)
            }
        }
    }
}
