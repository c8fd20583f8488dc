//! Two grades of one submission → which change has moved its points by how much.
//!
//! A grade is a pure function of a marking scheme and of findings. So the way from one grade to another is walked in steps: one
//! change of the rubric or the cases at a time is applied to the old scheme, the findings that it brings are taken from the new
//! grade, and what is there is scored again. What each step moves adds up to the whole, to the thousandth.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `cause` | what can move points, in which order it is looked at, and changes in words |
//! | `facts` | as much of a grade as explains its points; the same from `results.json`, where only points are known |
//! | `draft` | a scheme on its way from one to the other, by names and as it is scored |
//! | `steps`, `finding_steps` | from one scheme to another, one change at a time; those that bring other verdicts |
//! | `movement`, `class` | one submission; all of them, and who moved by cause |
//! | `rendering` | the result as text, as Markdown and as JSON |

mod cause;
mod class;
mod draft;
mod facts;
mod finding_steps;
mod movement;
mod rendering;
mod steps;

pub use class::{ClassMovement, MovementSummary, compare_classes};
pub use facts::GradeFacts;
pub use movement::PointsMovement;
pub use rendering::{render_json, render_markdown, render_text};
