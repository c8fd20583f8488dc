//! A program that was built becomes one that can be executed.

use crate::build::Runnable;
use crate::execute::Program;

impl From<Runnable> for Program {
    fn from(runnable: Runnable) -> Program {
        match runnable {
            Runnable::Executable(path) => Program::Built(path),
            Runnable::Simulated(words, folder, simulator) => {
                Program::Simulated(words, folder, simulator)
            }
        }
    }
}
