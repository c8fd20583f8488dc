//! A program that was built becomes one that can be executed.

use crate::build::BuiltProgram;
use crate::execute::ExecutionTarget;

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
