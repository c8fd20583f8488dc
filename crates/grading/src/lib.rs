//! Grades submissions: the only crate that knows the order of the stages.

#![forbid(unsafe_code)]

mod analysis;
mod case_run;
mod case_runner;
mod case_set;
mod checker;
mod class;
mod course_files;
mod diagnosis;
mod digests;
mod doctor;
mod donors;
mod end_of_input;
mod error;
mod execute;
mod expectations;
mod experiment;
mod extra_prompts;
mod functions;
mod game_clock;
mod generated;
mod held_back;
mod judged_rounds;
mod known_outputs;
mod precompiling;
mod prepared_case;
mod products;
mod reads_on;
mod references;
mod regenerate;
mod repair;
mod reused_cases;
mod run_cache;
mod scheme;
mod selection;
mod session;
mod short_games;
mod shortest;
mod submission;
mod switched;
#[cfg(test)]
mod tests;
mod toolbox;
mod undefined;
mod unit_tests;
mod written_files;

pub use analysis::{
    ANALYSE, AnalysisTopics, FunctionLocation, SubmissionAnalysis, analyse_build, analyser_main,
};
pub use case_run::{CaseRun, CriterionJudgement};
pub use case_runner::CaseRunner;
pub use checker::{CheckerRunner, PersistentCheckers};
pub use class::{grade_class, grade_in_memory, grade_submission, map_submissions, report_finished};
pub use course_files::{course_files, files_below};
pub use diagnosis::add_hints;
pub use digests::digest_of_course;
pub use doctor::{
    DoctorFinding, DoctorOutcome, DoctorReport, DoctorTrial, course_needs, examine_machine,
    needs_to_examine,
};
pub use error::{GradingError, GradingInterrupted, PipelineError, try_twice};
pub use execute::{ExecutionTarget, ProgramStart, VariantProgram, execute_case};
pub use expectations::{Expectations, InputVariant, join_output, prepare_cases, turn_from_output};
pub use experiment::{Experiment, until_count};
pub use functions::{CallResults, CallableFunction, FunctionDrivers, FunctionLinker};
pub use generated::{FileFreshness, Freshness};
pub use precompiling::{WarmedHeaders, WarmingOutcome, warm_headers};
pub use prepared_case::{CaseCriterion, CaseKind, PreparedCase, VariantContext, judging_criteria};
pub use references::{ReferenceAnswer, ReferenceError, ReferenceOracle, checked_turns};
pub use regenerate::{RegenerateError, check_expected_files, generate_inputs, regenerate_expected};
pub use reused_cases::{PartialRerun, ReusedCases};
pub use run_cache::RunCache;
pub use selection::{SubmissionSelection, find_submissions, piece_of};
pub use session::{ProgramLinking, Session};
pub use short_games::{ShortGames, ending_messages, generalise_sentence, turn_messages};
pub use submission::{AssignmentGrader, GradedSubmission};
pub use switched::{
    LinkedFunction, LinkedPrograms, LoadedProgram, MutantBuilder, SwitchedProgram,
    linked_statically, without_warnings,
};
pub use toolbox::{
    NeededToolchain, ToolOutput, ToolchainSet, build_tool, needed_toolchains, run_tool,
};
pub use toolchain::Attempt;
pub use undefined::{UndefinedTrial, sanitizer_limits, try_undefined};
pub use unit_tests::{TestConditions, TestKit, UnitTestResults, run_sanitized, run_tests};

// What experiments are made of (crate `lab`).
