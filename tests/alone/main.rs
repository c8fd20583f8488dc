//! Tests that have the machine to themselves: they hold processor time against the clock, count what is alive or left on
//! the machine, or take away what other programs need. A binary of its own, because cargo runs binaries one by one.
//!
//! What needs all of it is `serial`. What only would suffer from that, such as a program that is waited for, is `parallel`: such
//! tests run beside one another.

#![expect(clippy::unwrap_used, reason = "what cannot be prepared is a failed test")]

#[path = "../support/mod.rs"]
mod support;

mod adversary;
mod analysis;
mod checkers;
mod faults;
mod functions_hostile;
mod hostile;
mod kills;
mod leftovers;
mod limits;
mod reads;
mod resources;
