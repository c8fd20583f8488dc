//! Plain data that every stage understands. Nothing here reads a file, starts a process or knows a stage.

#![forbid(unsafe_code)]

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
mod word_list;

pub use abridgement::AbridgeObservation;
pub use adjustment::{AdjustmentCause, GradeAdjustment, GradeOverride, LateRule, PointsOrPercent};
pub use build_settings::BuildSettings;
pub use case::{BulkInput, CaseOutline, CaseVisibility, END_OF_INPUT, TestCase, with_line_breaks};
pub use checker::{CaseInteraction, Checker, CheckerProtocol, CheckerRole};
pub use comparison::{
    Comparison, ComparisonScope, ExtraLines, LineOrder, NumberTolerance, OutputPattern, PatternSet,
    PromptMode, WhitespaceMode,
};
pub use course::{
    Assignment, AssignmentOutline, CalibrationProgram, Course, ExitRule, ReferenceSolution,
};
pub use criterion::{
    BuildDemand, CreditRule, Criterion, CriterionEvidence, CriterionKind, JudgedCase, ManualStart,
};
pub use event::GradingEvent;
pub use folding::{
    CUT, RepeatedLine, abridge_line, fold_repeats, group_digits, is_repeat_note, omission_note,
    repeat_note,
};
pub use function::{
    ActualEffect, CallExpectation, CallReport, CaseCall, CppInteger, CppScalar, CppType,
    FunctionCase, ParameterPassing, Prototype, PrototypeParameter,
};
pub use game::{
    AspectResult, CasePlayer, GameEnding, GameRegistry, GameSupport, InputConvention, JudgedAspect,
    KnownBug, KnownBugs, LivePlayer, MutantGame, PlayerKind, PlayerSetup, Referee, RefereeReport,
    RefereeWords, ScriptChoices, StartMutant, describe_refused_inputs,
};
pub use generator::InputGenerator;
pub use gradebook::{
    BuildReport, CaseReport, Confinement, CriterionReport, CriterionState, Grade, Gradebook,
    GradingEnvironment, InputOrigin, PlayedGame, ShortestGame, ToolchainVersion,
};
pub use hand_in::{GroupMember, HandIn, HandInTime, IgnoredFile};
pub use hint::{Hint, LineOfTurn};
pub use import_libraries::ImportLibraries;
pub use invocation::{
    CaseDataFile, ExpectedSideOutput, Invocation, NEXT_RUN, OneRun, SideOutput, StandardError,
    WrittenFile,
};
pub use judgement::{DiffLine, DifferingTurn, Judgement, PartCount, TranscriptDifference};
pub use known_question::{AnsweredQuestion, KnownQuestion};
pub use layout::SubmissionLayout;
pub use limits::{BuildLimits, RunLimits};
pub use mutants::{AcceptedMutant, MutantRules};
pub use partition::{Partition, PartitionMethod};
pub use points::Points;
pub use provided::{ProvidedFile, add_provided_files};
pub use reference::{CallEffect, CppValue, GameTurn, OutputPiece, Prompt};
pub use repair::{RepairableSlip, SourceRepair, TextEdit};
pub use roster::{DueExtension, Roster, RosterRow};
pub use rule::{
    HeaderField, LibraryHeader, RubricRule, RuleDoubt, RuleFinding, RuleInspection, RuleReport,
};
pub use sandbox::Tier;
pub use sandbox::{Exit, LimitKind, Observation, ObservedTurn, ProgramActivity, ResourceUsage};
pub use scheme::{ASPECTS, CaseOutcome, MarkingScheme, SchemeCase, SchemeSettings, ScoringRecord};
pub use shared_regex::SharedRegex;
pub use submission::{
    FallbackFiles, SourceFile, Submission, SubmissionContent, SubmissionSet, has_header_ending,
    has_source_ending,
};
pub use submission_name::SubmissionName;
pub use toolchain::{
    BuildCommand, BuildMethod, BuildSystem, CommandWord, CommandWordPart, PlaceholderValues,
    Simulator, Toolchain, expand_command,
};
pub use undefined::{
    SourceLocation, UNINITIALISED, UndefinedBehaviour, UndefinedChecks, UndefinedFinding,
};
pub use unit_test::{TestFailure, TestFile, TestFramework, TestName, TestReport, UnitTests};
pub use verdict::{BuildVerdict, CrashCause, Verdict};
pub use warning::{CompilerWarning, CompilerWarnings};
pub use word_list::join_with_and;
