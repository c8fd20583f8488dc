//! One submission through all stages. Whatever happens, the result is a grade.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `grader` | what is needed to grade any submission of an assignment, and what is found out about one |
//! | `attempt` | the order of the stages, and what happens if the grader fails |
//! | `cases` | which cases are run, in which input variant; which functions are called, which tests are run |
//! | `after_end` | how long a program may run silently after the end of its input |
//! | `forgiven` | a second build with lines that are missing |
//! | `shorter_games` | the shortest game that explains a failure, when everything is judged |
//! | `grade` | how what was found out becomes a grade |

mod after_end;
mod attempt;
mod cases;
mod forgiven;
mod grade;
mod grader;
mod shorter_games;

pub(super) use after_end::after_end_matters;
pub(super) use grader::SubmissionOutcome;
pub use grader::{AssignmentGrader, GradedSubmission};
