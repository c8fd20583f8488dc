//! How the systems that courses are held on lay out what they let an instructor download.
//!
//! Each system has a file, which reads the names that stand directly in a download, and says of each whose it is, which attempt,
//! and which name its author gave it. Nothing here opens a file by itself, and no system knows another: `detect` asks them all.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `item` | what one entry of a download is |
//! | `canvas`, `moodle`, `blackboard`, `brightspace`, `gradescope`, `github_classroom` | one system each |
//! | `pattern` | what an instructor says with a regular expression |
//! | `detect` | which of the systems a download comes from |
//! | `students` | entries become students, each with the latest attempt |
//! | `month` | dates as systems write them |

mod blackboard;
mod brightspace;
mod canvas;
mod detect;
mod expression;
mod github_classroom;
mod gradescope;
mod item;
mod month;
mod moodle;
mod pattern;
mod students;

pub(crate) use detect::{Candidate, Detected, detect, read_as};
pub(crate) use item::{Content, Item, Listed, Top};
pub(crate) use pattern::StudentPattern;
pub(crate) use students::{Origin, Student, students};
