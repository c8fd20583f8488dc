//! What was found out about each submission, on disk as soon as it is known, so that nothing is lost when a run stops and no
//! run needs to hold a class in memory. All reports are made from records.
//!
//! In the folder of reports stands a folder `.grader`. A run writes its records into a file of its own there, one after the
//! other, and when it has graded all, puts them in order into the file `records`. What a run that was stopped has written
//! stays, for one that goes on with it.
//!
//! A piece of a class is such a folder, with a file that says which piece of which class it is; it has its name when it is whole.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `frame` | one record among bytes: its length, its checksum |
//! | `basis` | what the cases of a record rest on |
//! | `file` | a file of records: what is in it, and what of it is whole |
//! | `folder` | the folder: the records of the last run, by submission, and those of stopped ones |
//! | `run` | the run under way |
//! | `run_outline` | what is known of a run as a whole |
//! | `records` | the records of a whole class, in order: a gradebook; their names in a text file |
//! | `piece`, `piece_folder` | what a piece says of itself; its folder while it is graded |
//! | `under_way` | how far pieces are that others grade |
//! | `merging` | pieces become the class again |

#![forbid(unsafe_code)]

mod basis;
mod error;
mod file;
mod folder;
mod frame;
mod merging;
mod piece;
mod piece_folder;
mod records;
mod run;
mod run_outline;
mod under_way;

pub use basis::{CaseBasis, GradeBasis};
pub use error::RecordError;
pub use folder::{LastRun, RecordFolder};
pub use merging::{MergeError, MergedShards, ShardSet};
pub use piece::{ShardError, ShardStart, is_shard};
pub use piece_folder::{ShardFolder, ensure_shard_appendable, reopen_shard};
pub use records::{ClassList, ClassRecords};
pub use run::RecordedRun;
pub use under_way::ShardMonitor;
