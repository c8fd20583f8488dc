//! Questions of a program's own, which the assignment does not have: `Play again (y/n)?`, `X or O?`.
//!
//! A program is first given its script and nothing else. Only where it is not right and asks something that the rubric's
//! `answers` know and the reference never asks, it is run once more, and then such questions are answered beside the game's
//! input. What is compared is that run without the questions and their answers.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `asked` | whether a run shows such a question, and the run without it |
//! | `answering` | who answers: questions here, everything else by whoever plays |
//! | `second_run` | which of the two runs counts |

mod answering;
mod asked;
mod second_run;

pub(super) use answering::{AnsweringPlayer, ScriptPlayer};
pub(super) use asked::{
    DetectedQuestion, answerable_questions, before_last, detect_question, insert_answers,
    remove_questions,
};
pub(super) use second_run::{
    combine_runs, prefer_second_runs, question_remarks, second_unless_worse,
};
