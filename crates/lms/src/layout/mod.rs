//! How the systems that courses are held on lay out what they let an instructor download.
//!
//! Each system has a file, which reads the names that stand directly in a download, and says of each whose it is, which attempt,
//! and which name its author gave it. Where a folder is a student's, `DownloadTop::list` shows what is in it. Nothing here opens a file
//! by itself: `detect` tries all systems.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `item` | what one entry of a download is |
//! | `canvas`, `moodle`, `blackboard`, `brightspace`, `gradescope`, `github_classroom`, `submitty`, `autolab`, `openolat`, `ilias`, `sakai`, `markus` | one system each |
//! | `pattern` | what an instructor says with a regular expression |
//! | `detect` | which of the systems a download comes from |
//! | `students` | entries become students, each with the latest attempt |

mod autolab;
mod blackboard;
mod brightspace;
mod canvas;
mod detect;
mod github_classroom;
mod gradescope;
mod ilias;
mod item;
mod markus;
mod moodle;
mod openolat;
mod pattern;
mod sakai;
mod shared_numbers;
mod students;
mod submitty;

pub(crate) use detect::{
    DetectedLayout, LayoutCandidate, detect_layout, has_name_form, read_as_layout,
};
pub(crate) use item::{DownloadEntry, DownloadTop, EntryContent, FileOrigin, LayoutEntry};
pub use pattern::StudentPattern;
pub(crate) use students::{DownloadedStudent, collect_students};
