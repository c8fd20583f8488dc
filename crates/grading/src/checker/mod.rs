//! An instructor's own commands that decide whether a program is right.
//!
//! A checker is called as those of programming contests are, once a program has ended: with the paths of three files (the
//! input, the program's output, the reference's output). An interactor speaks with the program instead. Both answer by
//! their exit code and a line for the student ([`answer`]). Whatever else one does is a failure of its own, and so of ours. It is
//! the instructor's, but it reads what a stranger's program printed, so it stands behind walls of its own: it reads the
//! system's programs, itself and the rubric's folder, and writes temporary files only.

mod answer;
mod checkers;
mod conversation;
mod error;
mod feedback;
mod interact;
mod kept;
mod message;
mod walls;

pub use checkers::CheckerRunner;
pub(crate) use error::CheckerError;
pub use kept::PersistentCheckers;
pub(super) use walls::LIMITS;
