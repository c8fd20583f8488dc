//! What goes back into a learning-management system: points in its own file of grades, and each student's report under a name
//! that it knows again.
//!
//! The file that comes out holds the students who get points, what tells them apart, and the one column of the assignment. What
//! is not in it cannot be changed by it. Cells that were there before keep their bytes, and the file keeps its encoding.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `file`, `table` | bytes, text and cells, in both directions |
//! | `sheet` | what any system's file says: whose a row is, which column is the assignment's, how much a cell can hold |
//! | `canvas`, `moodle`, `blackboard`, `brightspace` | how one system writes that |
//! | `matching` | whose row is whose, by `crate::identity`; a file of grades read as a roster |
//! | `filling` | which cell says what, and who gets nothing |
//! | `fill` | all of it in order |
//! | `feedback` | the names of reports, and the archive or folder that they go into |

mod blackboard;
mod brightspace;
mod canvas;
mod feedback;
mod file;
mod fill;
mod filling;
mod matching;
mod moodle;
mod sheet;
mod table;
#[cfg(test)]
mod tests;

pub use self::feedback::{FeedbackPackage, zip_single_file};
pub use self::file::{UploadError, UploadSystem};
pub use self::matching::read_roster;
pub use self::sheet::UploadGrade;
pub use feedback::{FeedbackFile, FeedbackFormat, feedback_files};
pub use file::read_upload_file as read_file;
pub use fill::{UploadRequest, fill_table, write_filled};
pub use filling::FilledFile;
