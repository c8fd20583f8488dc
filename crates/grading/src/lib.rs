//! The only place that knows the order of the stages.

#![forbid(unsafe_code)]

mod analysis;
mod calibrate;
mod case_rounds;
mod case_run;
mod case_runner;
mod checker;
mod class;
mod course_files;
mod diagnosis;
mod digests;
mod doctor;
mod end_of_input;
mod error;
mod execute;
mod expectations;
mod flaky;
mod freshness;
mod functions;
mod game_messages;
mod games;
mod generated;
mod grading_error;
mod held_back;
mod hunt;
mod import_libraries;
mod mutants;
mod needs;
mod own_questions;
mod precompiling;
mod prepared_case;
mod products;
mod program;
mod references;
mod regenerate;
mod reused_cases;
mod run_cache;
mod scheme;
mod scripts;
mod selection;
mod session;
mod short_games;
mod shortest;
mod submission;
#[cfg(test)]
mod tests;
mod toolbox;
mod tools;
mod undefined;
mod unit_tests;

pub use crate::reused_cases::PartialRerun;
pub use analysis::{ANALYSE, analyser_main};
pub use calibrate::{CalibrationResult, calibration_programs, grade_calibration_programs};
pub use class::grade_class;
pub use course_files::{course_files, files_below};
pub use digests::digest_of_course;
pub use doctor::{
    DoctorFinding, DoctorOutcome, DoctorReport, DoctorTrial, examine_machine, needs_to_examine,
};
pub use error::PipelineError;
pub use flaky::{FlakyRun, RepeatOptions, RepeatReport, find_flaky_cases};
pub use freshness::{FileFreshness, Freshness};
pub use hunt::{
    HuntFault, HuntOptions, HuntReport, NondeterministicProgram, SkippedHunt, hunt_class,
};
pub use mutants::{MutantOptions, test_course_mutants};
pub use needs::course_needs;
pub use references::ReferenceError;
pub use regenerate::{RegenerateError, check_expected_files, generate_inputs, regenerate_expected};
pub use run_cache::RunCache;
pub use selection::{SubmissionSelection, find_submissions, piece_of};
pub use session::{ProgramLinking, Session};
pub use toolbox::{NeededToolchain, needed_toolchains};
pub use tools::build_tool;
pub use undefined::{UndefinedTrial, try_undefined};
