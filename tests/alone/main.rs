//! Tests that hold processor time against the clock, count what is alive or left on the machine, or take away what other programs
//! need. Each must hold on a busy machine too: `scripts/test` runs this binary beside the others.
//!
//! `serial(root, ordinary)` runs by itself among these tests, `parallel(root, ordinary)` beside others of its kind. Attacks are tried
//! by root and by an ordinary user at the same time, because no account of theirs is the same.

#![expect(
    clippy::unwrap_used,
    reason = "what cannot be prepared is a failed test"
)]

#[path = "../support/mod.rs"]
mod support;

mod adversary;
mod analysis;
mod build_systems;
mod checkers;
mod faults;
mod functions_hostile;
mod hostile;
mod interactors;
mod kills;
mod leftovers;
mod limits;
mod reads;
mod resources;
