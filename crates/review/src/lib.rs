//! Manual grading in a browser: a small server on this machine shows the class and one program at a time, and saves each judgement in
//! `overrides.toml`.
//!
//! | file | what it does |
//! | --- | --- |
//! | `server` | accepts connections until somebody asks it to stop, a few at a time |
//! | `http` | reads one request, bounded in size and time, and writes one response |
//! | `access` | who may ask: only who knows the address, and no page of another origin |
//! | `routes` | which answer belongs to which address |
//! | `files` | the other files of the reports |
//! | `class` | the class as it was graded |
//! | `desk` | the class with what persons have decided |
//! | `queue` | programs in the order in which they are judged, those that are alike together |
//! | `looks` | the page of one program: what it shows, and where it leads |
//! | `dealing`, `agreeing` | who of several graders judges which program, and how far they agree |
//! | `saving`, `commenting`, `answering` | what a page sends, judgements, comments or answers, and what becomes of it |

#![forbid(unsafe_code)]

mod access;
mod agreeing;
mod answering;
mod class;
mod commenting;
mod dealing;
mod desk;
mod files;
mod http;
mod looks;
mod queue;
mod routes;
mod saving;
mod server;

pub use class::ReviewClass;
pub use desk::{DeskError, ReviewDesk};
pub use server::ReviewServer;
