//! Extra prompts: questions of a program that the assignment does not have, such as `Play again (y/n)?` or `X or O?`.
//!
//! A program first gets its script and nothing else. If it is wrong and asks something that the rubric's `answers` contain and the
//! reference never asks, it is run once more, and then such questions are answered in addition to the game's input. The comparison sees
//! this run without the questions and their answers.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `asked` | whether a run shows such a question, and the run without it |
//! | `second_run` | the player who answers them, and which of the two runs counts |

mod asked;
mod second_run;

pub(super) use asked::{
    DetectedQuestion, answerable_questions, before_last, detect_question, insert_answers,
    remove_questions,
};
pub(super) use second_run::{
    AnsweringPlayer, ScriptPlayer, combine_runs, combine_with_terminal, prefer_second_runs,
    question_remarks,
};
