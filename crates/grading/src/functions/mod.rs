//! The functions of one submission: found, linked with drivers, called, judged.

mod callable;
mod calls;
mod drivers;

pub(super) use callable::LEVELS;
pub use callable::{CallableFunction, FunctionLinker};
pub use calls::CallResults;
pub(super) use calls::{PendingCall, generate_mark};
pub use drivers::FunctionDrivers;
