//! The shortest game in which a program fails as it does in a case: five moves explain what forty hide.
//!
//! Games are looked for where they are short already (`ShortGames`), first where a known mistake would show. What fails is made
//! smaller by the choices that it was made of, and then by its lines, as long as it fails in the same way: with the same verdict,
//! and for the same probable cause. Every game is one that the built-in game ends with its last line, and it is run and judged as
//! the case is.
//!
//! It explains and decides nothing. What it costs is counted in runs, so that a busy machine finds the same; processor time is
//! only a net for slow programs, and whoever falls into it is shown nothing, rather than something else every time.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `failures` | for which failures of a submission a game is looked for |
//! | `search` | what is tried, in which order, and how often |

mod failures;
mod search;

pub(super) use failures::group_failures;
pub(super) use search::{SearchBudget, ShortestSearch};
