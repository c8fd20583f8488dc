//! Reading what a student handed in, and what a compiler made of it, in a process of its own.
//!
//! Every reader here is bounded in what it reads and makes. But a student chooses the bytes, so the next case that a bound
//! forgets must cost that student alone: it happens behind the walls of a program, in the grader's own executable, which is
//! asked once after a build and answers once. Time, memory and output are limited as a whole, and the user may interrupt it.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `question`, `answer` | what the two processes say to each other, and what is believed of it |
//! | `readers` | the answer, without a process: what is tested alone |
//! | `ask` | the run, and what is known without an answer |

mod answer;
mod ask;
mod question;
mod readers;

pub use answer::FunctionLocation;
pub use ask::{ANALYSE, SubmissionAnalysis, analyse_build};
pub use question::AnalysisTopics;
pub use readers::analyser_main;
