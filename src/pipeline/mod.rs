//! The only place that knows the order of the stages.

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
mod expectations;
mod flaky;
mod freshness;
mod functions;
mod games;
mod generated;
mod grading_error;
mod held_back;
mod hunt;
mod import_libraries;
mod judged_runs;
mod kept_cases;
mod mutants;
mod needs;
mod own_questions;
mod play_setting;
mod precompiling;
mod prepared_case;
mod products;
mod program;
mod references;
mod regenerate;
mod repeatable;
mod run_cache;
mod runs;
mod scheme;
mod selection;
mod session;
mod short_games;
mod shortest;
mod submission;
#[cfg(test)]
mod tests;
mod told;
mod toolbox;
mod tools;
mod undefined;
mod unit_tests;

pub(crate) use analysis::{ANALYSE, analyser_main};
pub(crate) use calibrate::{CalibrationResult, calibration_programs, grade_calibration_programs};
pub(crate) use class::grade_class;
pub(crate) use course_files::{course_files, files_below};
pub(crate) use digests::digest_of_course;
pub(crate) use doctor::{
    DoctorFinding, DoctorOutcome, DoctorReport, DoctorTrial, examine_machine, needs_to_examine,
};
pub(crate) use error::PipelineError;
pub(crate) use flaky::{FlakyRun, RepeatOptions, RepeatReport, find_flaky_cases};
pub(crate) use freshness::{FileFreshness, Freshness};
pub(crate) use hunt::{
    HuntFault, HuntOptions, HuntReport, NondeterministicProgram, SkippedHunt, hunt_class,
};
pub(crate) use kept_cases::PartialRerun;
pub(crate) use mutants::{MutantOptions, test_course_mutants};
pub(crate) use needs::course_needs;
pub(crate) use references::ReferenceError;
pub(crate) use regenerate::{
    RegenerateError, check_expected_files, generate_inputs, regenerate_expected,
};
pub(crate) use run_cache::RunCache;
pub(crate) use selection::{SubmissionSelection, find_submissions, piece_of};
pub(crate) use session::{ProgramLinking, Session};
pub(crate) use toolbox::{NeededToolchain, needed_toolchains};
pub(crate) use tools::build_tool;
pub(crate) use undefined::{UndefinedTrial, try_undefined};
