//! Two grades of one submission → which change has moved its points by how much.
//!
//! A grade is a pure function of a marking scheme and of findings. So the way from one grade to another is walked in steps: one
//! change of the rubric or the cases at a time is applied to the old scheme, the findings that it brings are taken from the new
//! grade, and what is there is scored again. What each step moves adds up to the whole, to the thousandth.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `cause` | what can move points, and in which order it is looked at |
//! | `facts` | as much of a grade as explains its points |
//! | `results` | the same from `results.json`, where only points are known |
//! | `draft`, `hybrid` | a scheme on its way from one to the other, by names and as it is scored |
//! | `steps`, `finding_steps` | from one scheme to another, one change at a time; those that bring other verdicts |
//! | `wording` | changes in words |
//! | `movement`, `class` | one submission; all of them |
//! | `summary` | who moved, by cause |
//! | `text`, `markdown`, `json` | how that is told |

mod cause;
mod class;
mod draft;
mod facts;
mod finding_steps;
mod hybrid;
mod json;
mod markdown;
mod movement;
mod results;
mod steps;
mod summary;
mod text;
mod wording;

pub use class::{ClassMovement, compare_classes};
pub use facts::GradeFacts;
pub use json::render_json;
pub use markdown::render_markdown;
pub use movement::PointsMovement;
pub use summary::MovementSummary;
pub use text::render_text;
