//! The functions of one submission: found, linked with drivers, called, judged.

mod asked_call;
mod call_all;
mod callable;
mod called;
mod drivers;
mod judgement;
mod mark;

pub(super) use asked_call::PendingCall;
pub(super) use callable::{CallableFunction, FunctionLinker, LEVELS};
pub(super) use called::CallResults;
pub(super) use drivers::FunctionDrivers;
pub(super) use mark::generate_mark;
