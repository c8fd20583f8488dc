//! The functions of one submission: found, linked with drivers, called, judged.

mod call_all;
mod callable;
mod drivers;
mod judgement;
mod pending_call;

pub(super) use callable::LEVELS;
pub use callable::{CallableFunction, FunctionLinker};
pub use drivers::FunctionDrivers;
pub use pending_call::CallResults;
pub(super) use pending_call::{PendingCall, generate_mark};
