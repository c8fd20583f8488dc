//! Plain data that every stage understands. Nothing here reads a file, starts a process or knows a stage.

pub mod bounds;
mod build_settings;
mod case;
mod comparison;
mod course;
mod criterion;
mod event;
mod execution;
mod function;
mod gradebook;
mod hint;
mod judgement;
mod limits;
mod player;
mod points;
mod referee;
mod rule;
mod submission;
mod tier;
mod toolchain;
mod undefined;
mod verdict;
mod warning;

pub use build_settings::BuildSettings;
pub use case::{Case, Visibility};
pub use comparison::{
    Comparison, ExtraLines, Pattern, Patterns, Prompts, Scope, Tolerance, Whitespace,
};
pub use course::{Assignment, Calibration, Course, ExitRule, Reference};
pub use criterion::{
    BuildDemand, Credit, Criterion, CriterionKind, Evidence, JudgedCase, ManualStart,
};
pub use event::Event;
pub use execution::{Activity, Exit, Limit, Observation, ObservedTurn, Usage};
pub use function::{
    Actual, Call, CallReport, FunctionCase, Given, Integer, Parameter, Passing, Prototype, Scalar,
    Type,
};
pub use gradebook::{
    BuildReport, CaseReport, Confinement, CriterionReport, CriterionState, Grade, Gradebook,
    ToolchainVersion,
};
pub use hint::Hint;
pub use judgement::{DiffLine, Difference, Judgement, TurnCount};
pub use limits::{BuildLimits, RunLimits};
pub use player::Player;
pub use points::Points;
pub use referee::Referee;
pub use reference::{Effect, Piece, Prompt, Turn, Value};
pub use rule::{Finding, HeaderField, Inspection, Library, Rule, RuleReport, Undecided};
pub use submission::{Found, SourceFile, Submission, has_header_ending};
pub use tier::Tier;
pub use toolchain::{Build, BuildCommand, Part, Simulator, Toolchain, Values, Word, command};
pub use undefined::{SourceLocation, UNINITIALISED, Undefined, UndefinedChecks, UndefinedFinding};
pub use verdict::{BuildVerdict, Crash, Verdict};
pub use warning::{Warning, Warnings};
