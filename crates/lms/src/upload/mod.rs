//! What goes back into a learning-management system: points in its own file of grades, and each student's report under a name
//! that it knows again.
//!
//! The file that comes out holds the students who get points, what tells them apart, and the one column of the assignment. What
//! is not in it cannot be changed by it. Cells that were there before keep their bytes, and the file keeps its encoding.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `system` | which systems there are |
//! | `file`, `encoding`, `rows`, `cell`, `table` | bytes, text and cells, in both directions |
//! | `sheet` | what any system's file says: whose a row is, which cell is to be filled, how much it can hold |
//! | `canvas`, `moodle`, `blackboard`, `brightspace` | how one system writes that |
//! | `moodle_date` | dates of Moodle's worksheet in several languages |
//! | `column` | which column is the assignment's |
//! | `recipient` | who gets the points of a submission |
//! | `matching` | whose row is whose, by `crate::identity` |
//! | `roster` | a file of grades read as a roster |
//! | `scale` | points as the system counts them |
//! | `filling` | which cell says what, and who gets nothing |
//! | `fill` | all of it in order |
//! | `feedback`, `package` | the names of reports, and the archive or folder that they go into |
//! | `error` | why nothing is written |

mod blackboard;
mod brightspace;
mod canvas;
mod cell;
mod column;
mod encoding;
mod error;
mod feedback;
mod file;
mod fill;
mod filling;
mod matching;
mod moodle;
mod moodle_date;
mod package;
mod recipient;
mod roster;
mod rows;
mod scale;
mod sheet;
mod system;
mod table;
#[cfg(test)]
mod tests;

pub use error::UploadError;
pub use feedback::{FeedbackFile, FeedbackFormat, feedback_files};
pub use file::read_upload_file as read_file;
pub use fill::{UploadRequest, fill_table, write_filled};
pub use filling::FilledFile;
pub use package::{FeedbackPackage, zip_single_file};
pub use recipient::UploadGrade;
pub use roster::read_roster;
pub use system::UploadSystem;
