//! The instructor's commands that decide whether a program is right.
//!
//! A checker is called like those of programming contests, after a program has ended: with the paths of three files (the input, the
//! program's output, the reference's output). An interactor talks to the program instead. Both answer by their exit code and a line for
//! the student ([`answer`]). Anything else is their failure, and so a failure of the grader. A checker is the instructor's, but it
//! reads what an untrusted program printed, so it runs in a sandbox: it reads the system's programs, itself and the rubric's folder,
//! and writes temporary files only.

mod answer;
mod checker_sandbox;
mod checkers;
mod conversation;
mod error;
mod interact;
mod known_answers;
mod message;
mod persistent;

pub(super) use checker_sandbox::LIMITS;
pub use checkers::CheckerRunner;
pub(crate) use error::CheckerError;
pub(crate) use known_answers::KnownAnswers;
pub use persistent::PersistentCheckers;
