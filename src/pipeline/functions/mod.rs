//! The functions of one submission: found, linked with drivers, called, judged.

mod answers;
mod callable;
mod calls;
mod drivers;
mod judgement;

pub(super) use answers::effects;
pub(super) use callable::{Callable, LEVELS, Linking};
pub(super) use calls::{Called, mark};
pub(super) use drivers::Drivers;
