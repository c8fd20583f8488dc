//! Reads what a student handed in, and what a compiler made of it, in a separate process.
//!
//! Every reader here is bounded in what it reads and makes. But a student chooses the bytes, so a bound that was forgotten must only
//! cost that student: the readers run in the sandbox, in the grader's executable, which is started once after a build and answers
//! once. Time, memory and output are limited in total, and the user may interrupt it.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `question`, `answer` | what the two processes exchange, and how an answer is validated |
//! | `readers` | the answer, without a process: what is tested alone |
//! | `ask` | the run, and what is known without an answer |

mod answer;
mod ask;
mod question;
mod readers;

pub use answer::FunctionLocation;
pub use ask::{ANALYSE, SubmissionAnalysis, analyse_build};
pub use question::AnalysisTopics;
pub(crate) use question::RepairQuestion;
pub use readers::analyser_main;
