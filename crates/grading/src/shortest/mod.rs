//! The shortest game in which a program fails as it does in a case: five moves explain what forty hide.
//!
//! The search starts with games that are short already (`ShortGames`), and first with those that show a known mistake. A game that
//! fails is made smaller by the choices that made it, and then by its lines, as long as it fails in the same way: with the same
//! verdict, and for the same probable cause. In every game the built-in game ends with the last line, and it is run and judged like
//! the case.
//!
//! It changes no grade. The budget is counted in runs, so that a busy machine finds the same game. Processor time is only a limit for
//! slow programs, which are shown no game instead of another one each time.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `failures` | for which failures of a submission a game is searched |
//! | `search` | what is tried, in which order, and how often |

mod failures;
mod search;

pub(super) use failures::group_failures;
pub(super) use search::{SearchBudget, ShortestSearch};
