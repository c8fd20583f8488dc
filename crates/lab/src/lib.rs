//! Experiments on a course or a class: mutants, games that no case plays, flaky programs, and calibration programs. They examine the
//! cases and the rubric, and change no grade.

#![forbid(unsafe_code)]

mod calibrate;
mod dialogues;
mod flaky;
mod hunt;
mod mutants;
mod script_maker;
mod unjudged;

pub use calibrate::{
    CalibrationResult, calibration_programs, grade_calibration_programs, measure_slowest_case,
};
pub use dialogues::remark_on_dialogues;
pub use flaky::{FlakyRun, RepeatOptions, RepeatReport, find_flaky_cases};
pub use hunt::{
    HuntFault, HuntOptions, HuntReport, NondeterministicProgram, SkippedHunt, hunt_class,
};
pub use mutants::{MutantOptions, test_course_mutants};
pub use unjudged::remark_on_unjudged_cases;
