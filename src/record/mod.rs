//! What was found out about each submission, on disk as soon as it is known, so that nothing is lost when a run stops and no
//! run needs to hold a class in memory. All reports are made from records.
//!
//! In the folder of reports stands a folder `.grader`. A run writes its records into a file of its own there, one after the
//! other, and when it has graded all, puts them in order into the file `records`. What a run that was stopped has written
//! stays, for one that goes on with it.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `frame` | one record among bytes: its length, its checksum |
//! | `basis` | what each of its cases rests on |
//! | `file` | a file of records: what is in it, and what of it is whole |
//! | `folder` | the folder: the run under way, those that were stopped, and the records of the last one |
//! | `last_run` | the records of the last run, by submission |
//! | `records` | the records of a whole class, in order: a gradebook |

mod basis;
mod error;
mod file;
mod folder;
mod frame;
mod last_run;
mod records;

pub(crate) use basis::{Basis, CaseBasis};
pub(crate) use error::RecordError;
pub(crate) use folder::{RecordFolder, Run};
pub(crate) use last_run::LastRun;
