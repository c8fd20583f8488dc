//! The functions of one submission: found, linked with drivers, called, judged.

mod call_all;
mod callable;
mod drivers;
mod judgement;
mod pending_call;

pub(super) use callable::{CallableFunction, FunctionLinker, LEVELS};
pub(super) use drivers::FunctionDrivers;
pub(super) use pending_call::{CallResults, PendingCall, generate_mark};
