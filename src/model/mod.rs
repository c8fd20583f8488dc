//! Plain data that every stage understands. Nothing here reads a file, starts a process or knows a stage.

mod abridgement;
mod adjustment;
pub mod bounds;
mod build_settings;
mod case;
mod checker;
mod comparison;
mod course;
mod criterion;
mod event;
mod folding;
mod function;
mod game;
mod generator;
mod gradebook;
mod hand_in;
mod hint;
mod import_libraries;
mod invocation;
mod judgement;
mod known_question;
mod layout;
mod limits;
mod mutants;
mod name;
mod partition;
mod points;
mod provided;
mod repair;
mod roster;
mod rule;
mod scheme;
mod shared_regex;
mod submission;
mod submission_name;
mod toolchain;
mod undefined;
mod unit_test;
mod verdict;
mod warning;

pub use abridgement::Abridge;
pub use adjustment::{Adjustment, AdjustmentCause, LateRule, Override, Share};
pub use build_settings::BuildSettings;
pub use case::{Case, CaseOutline, END_OF_INPUT, Visibility, WholeInput, with_line_breaks};
pub use checker::{Checker, CheckerProtocol, CheckerRole, Interaction};
pub use comparison::{
    Comparison, ExtraLines, LineOrder, Pattern, Patterns, Prompts, Scope, Tolerance, Whitespace,
};
pub use course::{Assignment, Calibration, Course, ExitRule, Reference};
pub use criterion::{
    BuildDemand, Credit, Criterion, CriterionKind, Evidence, JudgedCase, ManualStart,
};
pub use event::Event;
pub use folding::{
    CUT, Run, characters_left_out, grouped, is_repeated, line_in_brief, repeated, runs,
};
pub use function::{
    Actual, Call, CallReport, FunctionCase, Given, Integer, Parameter, Passing, Prototype, Scalar,
    Type,
};
pub use game::{
    AspectResult, Choices, Followed, GameEnding, GameSupport, Games, InputConvention, Interactor,
    JudgedAspect, KnownBug, KnownBugs, LivePlayer, MutantGame, Player, PlayerKind, PlayerSetup,
    RefereeWords, StartMutant, refused_inputs,
};
pub use generator::Generator;
pub use gradebook::{
    BuildReport, CaseReport, Confinement, CriterionReport, CriterionState, Environment, Grade,
    Gradebook, InputOrigin, PlayedGame, ShortestGame, ToolchainVersion,
};
pub use hand_in::{HandIn, HandInTime, IgnoredFile, Member};
pub use hint::{Hint, LineOfTurn};
pub use import_libraries::ImportLibraries;
pub use invocation::{
    ExpectedProduct, GivenFile, Invocation, NEXT_RUN, OneRun, Product, StandardError, WrittenFile,
};
pub use judgement::{DiffLine, Difference, DifferingTurn, Judgement, PartCount};
pub use known_question::{AnsweredQuestion, KnownQuestion};
pub use layout::Layout;
pub use limits::{BuildLimits, RunLimits};
pub use mutants::{AcceptedMutant, MutantRules};
pub use partition::{Cut, Partition};
pub use points::Points;
pub use provided::{ProvidedFile, with_provided};
pub use reference::{Effect, Piece, Prompt, Turn, Value};
pub use repair::{Repair, Slip, TextEdit};
pub use roster::{Extension, Roster, RosterRow};
pub use rule::{Finding, HeaderField, Inspection, Library, Rule, RuleReport, Undecided};
pub use sandbox::Tier;
pub use sandbox::{Activity, Exit, Limit, Observation, ObservedTurn, Usage};
pub use scheme::{ASPECTS, CaseOutcome, Scheme, SchemeCase, Scoring, Settings};
pub use shared_regex::SharedRegex;
pub use submission::{
    Fallback, Found, HandedIn, SourceFile, Submission, has_header_ending, has_source_ending,
};
pub use submission_name::SubmissionName;
pub use toolchain::{
    Build, BuildCommand, BuildSystem, Part, Simulator, Toolchain, Values, Word, command,
};
pub use undefined::{SourceLocation, UNINITIALISED, Undefined, UndefinedChecks, UndefinedFinding};
pub use unit_test::{Framework, TestFailure, TestFile, TestName, TestReport, UnitTests};
pub use verdict::{BuildVerdict, Crash, Verdict};
pub use warning::{Warning, Warnings};
