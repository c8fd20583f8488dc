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

pub use abridgement::AbridgeObservation;
pub use adjustment::{GradeAdjustment, AdjustmentCause, LateRule, GradeOverride, PointsOrPercent};
pub use build_settings::BuildSettings;
pub use case::{TestCase, CaseOutline, END_OF_INPUT, CaseVisibility, BulkInput, with_line_breaks};
pub use checker::{Checker, CheckerProtocol, CheckerRole, CaseInteraction};
pub use comparison::{
    Comparison, ExtraLines, LineOrder, OutputPattern, PatternSet, PromptMode, ComparisonScope, NumberTolerance, WhitespaceMode,
};
pub use course::{Assignment, CalibrationProgram, Course, ExitRule, ReferenceSolution};
pub use criterion::{
    BuildDemand, CreditRule, Criterion, CriterionKind, CriterionEvidence, JudgedCase, ManualStart,
};
pub use event::GradingEvent;
pub use folding::{
    CUT, RepeatedLine, omission_note, group_digits, is_repeat_note, abridge_line, repeat_note, fold_repeats,
};
pub use function::{
    ActualEffect, CaseCall, CallReport, FunctionCase, CallExpectation, CppInteger, PrototypeParameter, ParameterPassing, Prototype, CppScalar,
    CppType,
};
pub use game::{
    AspectResult, ScriptChoices, RefereeReport, GameEnding, GameSupport, GameRegistry, InputConvention, Referee,
    JudgedAspect, KnownBug, KnownBugs, LivePlayer, MutantGame, CasePlayer, PlayerKind, PlayerSetup,
    RefereeWords, StartMutant, describe_refused_inputs,
};
pub use generator::InputGenerator;
pub use gradebook::{
    BuildReport, CaseReport, Confinement, CriterionReport, CriterionState, GradingEnvironment, Grade,
    Gradebook, InputOrigin, PlayedGame, ShortestGame, ToolchainVersion,
};
pub use hand_in::{HandIn, HandInTime, IgnoredFile, GroupMember};
pub use hint::{Hint, LineOfTurn};
pub use import_libraries::ImportLibraries;
pub use invocation::{
    ExpectedSideOutput, CaseDataFile, Invocation, NEXT_RUN, OneRun, SideOutput, StandardError, WrittenFile,
};
pub use judgement::{DiffLine, TranscriptDifference, DifferingTurn, Judgement, PartCount};
pub use known_question::{AnsweredQuestion, KnownQuestion};
pub use layout::SubmissionLayout;
pub use limits::{BuildLimits, RunLimits};
pub use mutants::{AcceptedMutant, MutantRules};
pub use partition::{PartitionMethod, Partition};
pub use points::Points;
pub use provided::{ProvidedFile, add_provided_files};
pub use reference::{CallEffect, OutputPiece, Prompt, GameTurn, CppValue};
pub use repair::{SourceRepair, RepairableSlip, TextEdit};
pub use roster::{DueExtension, Roster, RosterRow};
pub use rule::{RuleFinding, HeaderField, RuleInspection, LibraryHeader, RubricRule, RuleReport, RuleDoubt};
pub use sandbox::Tier;
pub use sandbox::{ProgramActivity, Exit, LimitKind, Observation, ObservedTurn, ResourceUsage};
pub use scheme::{ASPECTS, CaseOutcome, MarkingScheme, SchemeCase, ScoringRecord, SchemeSettings};
pub use shared_regex::SharedRegex;
pub use submission::{
    FallbackFiles, SubmissionContent, SubmissionSet, SourceFile, Submission, has_header_ending, has_source_ending,
};
pub use submission_name::SubmissionName;
pub use toolchain::{
    BuildMethod, BuildCommand, BuildSystem, CommandWordPart, Simulator, Toolchain, PlaceholderValues, CommandWord, expand_command,
};
pub use undefined::{SourceLocation, UNINITIALISED, UndefinedBehaviour, UndefinedChecks, UndefinedFinding};
pub use unit_test::{TestFramework, TestFailure, TestFile, TestName, TestReport, UnitTests};
pub use verdict::{BuildVerdict, CrashCause, Verdict};
pub use warning::{CompilerWarning, CompilerWarnings};
