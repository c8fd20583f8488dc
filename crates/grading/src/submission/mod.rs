//! One submission through all stages. Whatever happens, a grade comes out.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `grader` | what is needed to grade any submission of an assignment |
//! | `attempt` | the order of the stages, and what becomes of failures of ours |
//! | `input_variant` | in which numbering a program is graded |
//! | `cases`, `function_cases`, `unit_test_cases` | which cases are run, which functions are called, which tests are run |
//! | `after_end` | how long a program may go on in silence after the end of its input |
//! | `outcome`, `grade` | what became of a submission, and how that becomes a grade |
//! | `scored` | runs that nobody handed in, as a grade |

mod after_end;
mod attempt;
mod cases;
mod forgiven;
mod function_cases;
mod grade;
mod grader;
mod input_variant;
mod outcome;
mod repairs;
mod scored;
mod shorter_games;
mod unit_test_cases;

pub(super) use after_end::after_end_matters;
pub(super) use attempt::GradingInterrupted;
pub(super) use grader::AssignmentGrader;
pub(super) use outcome::GradedSubmission;
