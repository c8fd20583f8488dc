//! Plain data that every stage understands. Nothing here reads a file, starts a process or knows a stage.

#![forbid(unsafe_code)]

mod abridgement;
mod adjustment;
pub mod bounds;
mod case;
mod case_set;
mod command;
mod comparison;
mod course;
mod criterion;
mod event;
mod folding;
mod function;
mod game;
mod gradebook;
mod hand_in;
mod invocation;
mod judgement;
mod name;
mod partition;
mod points;
mod provided;
mod repair;
mod roster;
mod rule;
mod submission;
mod toolchain;
mod undefined;
mod unit_test;
mod verdict;

pub use abridgement::AbridgeObservation;
pub use adjustment::{
    AdjustmentCause, CommentedLine, GradeAdjustment, GradeOverride, LateRule, LineComment,
    OverrideKind, PointsChange, PointsOrPercent, RegradeRequest,
};
pub use case::{
    AnswerChoice, AnsweredQuestion, BulkInput, CaseOutline, CaseVisibility, END_OF_INPUT,
    KnownQuestion, TestCase, with_line_breaks,
};
pub use case_set::{CaseSetFindings, CaseSetQuality, CaseSetRules, FaultTally};
pub use command::{
    CaseInteraction, Checker, CheckerProtocol, CheckerRole, InputGenerator, USUAL_FULL_SCORE,
};
pub use comparison::{
    BoardMode, Comparison, ComparisonScope, ExtraLines, LineOrder, MoveDisplay, NumberTolerance,
    OutputPattern, PatternSet, PromptMode, SharedRegex, WhitespaceMode, surrounding_lines,
};
pub use course::{
    AcceptedMutant, Assignment, AssignmentOutline, CalibrationProgram, Course, ExitRule,
    KnownOutput, MutantRules, ReferenceSolution,
};
pub use criterion::{
    ASPECTS, BuildDemand, CaseOutcome, CreditRule, Criterion, CriterionEvidence, CriterionKind,
    JudgedCase, ManualStart, MarkingScheme, SchemeCase, SchemeSettings, ScoringRecord,
};
pub use event::GradingEvent;
pub use folding::{
    CUT, RepeatedLine, abridge_line, fold_repeats, group_digits, is_repeat_note, join_with_and,
    join_with_or, omission_note, repeat_note,
};
pub use function::{
    ActualEffect, CallExpectation, CallReport, CaseCall, CppInteger, CppScalar, CppType,
    FunctionCase, ParameterPassing, Prototype, PrototypeParameter,
};
pub use game::{
    AspectResult, CasePlayer, GameEnding, GameRegistry, GameSupport, InputConvention, JudgedAspect,
    KnownBug, KnownBugs, LivePlayer, MutantGame, PlayerKind, PlayerSetup, Referee, RefereeReport,
    RefereeWords, ScriptChoices, StartMutant, UNFOLLOWED_GAME, describe_refused_inputs,
};
pub use gradebook::{
    BuildReport, CaseReport, Confinement, CriterionReport, CriterionState, Grade, Gradebook,
    GradingEnvironment, InputOrigin, PlayedGame, RunOutline, ShortestGame, ToolchainVersion,
};
pub use hand_in::{GroupMember, HandIn, HandInTime, IgnoredFile, SubmissionLayout};
pub use invocation::{
    BuildLimits, CaseDataFile, ExpectedSideOutput, Invocation, NEXT_RUN, OneRun, RunLimits,
    SideOutput, StandardError, WrittenFile,
};
pub use judgement::{
    DiffLine, DifferingTurn, Hint, HintSteps, Judgement, LineOfTurn, PartCount,
    TranscriptDifference,
};
pub use partition::{Partition, PartitionMethod};
pub use points::Points;
pub use provided::{ProvidedFile, add_provided_files};
pub use reference::{CallEffect, CppValue, GameTurn, OutputPiece, Prompt};
pub use repair::{
    BuildRepair, BuildRepairPlace, DonorProgram, LineChange, ProvedRepair, RepairClue, RepairPlace,
    RepairProof, RepairableSlip, SourceRepair, SwitchForm, SwitchedText, TRACE_END, TRACE_START,
    TextEdit, apply_edits,
};
pub use roster::{DueExtension, Roster, RosterRow};
pub use rule::{
    HeaderField, LibraryHeader, RubricRule, RuleDoubt, RuleFinding, RuleInspection, RuleReport,
};
pub use sandbox::Tier;
pub use sandbox::{Exit, LimitKind, Observation, ObservedTurn, ProgramActivity, ResourceUsage};
pub use submission::{
    FallbackFiles, SourceFile, Submission, SubmissionContent, SubmissionName, SubmissionSet,
    has_header_ending, has_source_ending,
};
pub use toolchain::{
    BuildCommand, BuildMethod, BuildSettings, BuildSystem, CommandWord, CommandWordPart,
    ImportLibraries, PlaceholderValues, Simulator, Toolchain, expand_command,
};
pub use undefined::{
    SourceLocation, UNINITIALISED, UndefinedBehaviour, UndefinedChecks, UndefinedFinding,
};
pub use unit_test::{TestFailure, TestFile, TestFramework, TestName, TestReport, UnitTests};
pub use verdict::{BuildVerdict, CompilerWarning, CompilerWarnings, CrashCause, Verdict};
