//! Tests that have the machine to themselves: they hold processor time against the clock, count what is alive or left on
//! the machine, or take away what other programs need. A binary of its own, because cargo runs binaries one by one.
//!
//! What needs all of it is `serial(root, ordinary)`. What only would suffer from that, such as a program that is waited for, is
//! `parallel(root, ordinary)`: such tests run beside one another. Attacks are tried by root and by an ordinary user, one beside the
//! other, because no account of theirs is the same.

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
