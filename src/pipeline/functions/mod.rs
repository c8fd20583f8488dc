//! The functions of one submission: found, linked with drivers, called, judged.

mod asked_call;
mod call_all;
mod callable;
mod called;
mod drivers;
mod judgement;
mod mark;

pub(super) use asked_call::AskedCall;
pub(super) use callable::{Callable, LEVELS, Linking};
pub(super) use called::Called;
pub(super) use drivers::Drivers;
pub(super) use mark::mark;
