//! The result of a whole run: every grade with the evidence it rests on. Reports are made from this alone.

use super::{
    AssignmentOutline, BuildRepair, BuildVerdict, CallReport, CaseOutline, CompilerWarnings,
    CriterionKind, GradeAdjustment, HandIn, Judgement, LineComment, Observation, Points,
    ProvedRepair, RegradeRequest, RuleReport, ScoringRecord, SubmissionName, TestReport, Tier,
    UndefinedBehaviour, with_line_breaks,
};
use std::borrow::Cow;
use std::io;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// What is known of a run as a whole, for its reports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunOutline {
    /// The day on which it ended; none where nobody noted it.
    pub ended: Option<Date>,
    /// Sentences that name files for which nobody is graded.
    pub left_out: Vec<String>,
}

/// All grades of a run, sorted by assignment (in the rubric's order) and student. There may be more of them than fit in memory,
/// so they are shown one by one, to several threads at once.
pub trait Gradebook: Sync {
    /// How many there are.
    fn count(&self) -> usize;

    /// The grade in this place, from 0 on.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or there are not so many.
    fn grade(&self, place: usize) -> io::Result<Cow<'_, Grade>>;

    /// What is known of the run that made the grades.
    fn run_outline(&self) -> RunOutline {
        RunOutline::default()
    }

    /// Whose grade is in this place. Cheaper than the grade where grades are on disk.
    ///
    /// # Errors
    ///
    /// As [`Gradebook::grade`].
    fn submission_name(&self, place: usize) -> io::Result<SubmissionName> {
        Ok(self.grade(place)?.name())
    }
}

impl Gradebook for [Grade] {
    fn count(&self) -> usize {
        self.len()
    }

    fn grade(&self, place: usize) -> io::Result<Cow<'_, Grade>> {
        let grade = self.get(place).map(Cow::Borrowed);
        grade.ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// What submissions were graded with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradingEnvironment {
    /// The toolchains that were used, in the order of their names.
    pub toolchains: Vec<ToolchainVersion>,
    /// How programs were confined.
    pub confinement: Option<Confinement>,
}

/// How programs were confined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// The tier.
    pub tier: Tier,
    /// Whether programs' reads were seen.
    pub shows_reads: bool,
}

/// A toolchain that was used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolchainVersion {
    /// Its name in the rubric.
    pub name: String,
    /// The command that builds or runs programs.
    pub command: String,
    /// The first line of what it says about its version.
    pub version: String,
    /// The BLAKE3 digest, in hexadecimal digits, of its programs and of the libraries that it links with and that programs load:
    /// the same wherever the same is installed. None where nobody asked.
    pub digest: Option<String>,
}

/// One submission's grade.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Grade {
    /// The student's printable name.
    pub student: String,
    /// The assignment's id.
    pub assignment: String,
    /// What the rubric says of the assignment for its reports.
    #[serde(with = "outline_as_json")]
    pub outline: AssignmentOutline,
    /// The points earned, after all adjustments; those of manual criteria that nobody has looked at yet are included as the
    /// rubric says.
    pub points: Points,
    /// The points that could be earned.
    pub max_points: Points,
    /// What building came to.
    pub build: BuildReport,
    /// What was found of undefined behaviour.
    pub undefined: UndefinedBehaviour,
    /// Changes that make the program right, if some were found. Students do not see them.
    pub repair: Option<ProvedRepair>,
    /// The cases, in the order of their names.
    pub cases: Vec<CaseReport>,
    /// The criteria, in the order of the rubric.
    pub criteria: Vec<CriterionReport>,
    /// What changed points after they were scored, in this order.
    pub adjustments: Vec<GradeAdjustment>,
    /// What persons have written about lines of the program. It comes from `overrides.toml` alone, so no record has it.
    #[serde(skip)]
    pub comments: Vec<LineComment>,
    /// What the student objects to, with answers. It comes from `overrides.toml`, too.
    #[serde(skip)]
    pub requests: Vec<RegradeRequest>,
    /// What the report should mention.
    pub remarks: Vec<String>,
    /// Choices that the grader made for this submission, one sentence each, for staff to check.
    pub to_check: Vec<String>,
    /// What the system says of the submission that it was downloaded from; none of a plain folder.
    pub hand_in: Option<HandIn>,
    /// What it was scored by.
    pub scoring: ScoringRecord,
}

/// An outline is stored as JSON, so that grades stay readable when it gets a field more.
mod outline_as_json {
    use serde::{Deserialize, Deserializer, Serializer, de, ser};

    use super::AssignmentOutline;

    pub(super) fn serialize<S: Serializer>(
        outline: &AssignmentOutline,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let text = serde_json::to_string(outline).map_err(ser::Error::custom)?;
        serializer.serialize_str(&text)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<AssignmentOutline, D::Error> {
        let text = String::deserialize(deserializer)?;
        serde_json::from_str(&text).map_err(de::Error::custom)
    }
}

/// What building a submission came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildReport {
    /// The verdict.
    pub verdict: BuildVerdict,
    /// The compiler's warnings, by distinct place and flag.
    pub warnings: CompilerWarnings,
    /// What the compiler and the linker said besides, as much as was kept.
    pub diagnostics: String,
    /// Why there is no program, in a sentence; none if there is one.
    pub reason: Option<String>,
    /// Whether a person must choose the file that is graded; `reason` lists the files.
    pub awaits_choice: bool,
    /// The command that was run, as it can be repeated beside the sources; empty if none was.
    pub command: Vec<String>,
    /// The command that runs the program, as it can be repeated in the same place; empty if it runs by itself.
    pub run: Vec<String>,
    /// Every command that really was run, in order.
    pub log: Vec<String>,
    /// The name of the toolchain; none if there was nothing to build.
    pub toolchain: Option<String>,
    /// The names of the files that are the instructor's.
    pub provided: Vec<String>,
    /// The lines that the grader put in front of the program so that it compiles; empty unless the rubric forgives that.
    pub added: Vec<String>,
    /// Changes after which the program compiles, if it does not and some were found.
    pub repair: Option<BuildRepair>,
}

impl BuildReport {
    /// The reason of a build whose compiler or linker failed, where nothing else is known.
    pub const COMPILER_ERRORS: &str = "The compiler found errors.";

    /// A report that says no more than this.
    pub fn new(verdict: BuildVerdict) -> BuildReport {
        BuildReport {
            verdict,
            warnings: CompilerWarnings::default(),
            diagnostics: String::new(),
            reason: None,
            awaits_choice: false,
            command: Vec::new(),
            run: Vec::new(),
            log: Vec::new(),
            toolchain: None,
            provided: Vec::new(),
            added: Vec::new(),
            repair: None,
        }
    }
}

/// One case of one submission.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CaseReport {
    /// The case.
    pub case: CaseOutline,
    /// The script as it was given, which differs from the case's where the submission counts rows from another base.
    pub input: Vec<String>,
    /// Where that came from.
    pub input_origin: InputOrigin,
    /// The verdict under the case's own comparison.
    pub judgement: Judgement,
    /// What was seen; none if the program was not run.
    pub observation: Option<Observation>,
    /// Other games of the case, each with the criterion whose own judgement is about it.
    pub other_games: Vec<(String, PlayedGame)>,
    /// The calls, in a case that calls a function.
    pub calls: Vec<CallReport>,
    /// The tests, in a case that runs unit tests.
    pub tests: Vec<TestReport>,
    /// A shorter game with the same fault; none where nobody has looked for one, or found one.
    pub shortest: Option<ShortestGame>,
    /// The points that this case earned in all criteria together.
    pub points: Points,
    /// The points that it could earn.
    pub max_points: Points,
}

impl CaseReport {
    /// All that it was given on standard input, byte for byte.
    pub fn input_text(&self) -> Cow<'_, str> {
        match &self.case.exact_input {
            Some(text) if self.input_origin == InputOrigin::Script => Cow::Borrowed(text),
            _ => Cow::Owned(with_line_breaks(&self.input)),
        }
    }
}

/// Where the lines came from that a program was given: others of its class were given the same, or nobody was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum InputOrigin {
    /// It is the case's script.
    Script,
    /// It is the case's script for programs that number rows and columns from here.
    NumberedFrom(u8),
    /// It answers what this program asked: a policy made it, or the program has questions of its own.
    Answers,
    /// It belongs to a case that the student handed in: what was printed is what the case expects.
    HandedIn,
}

/// One game of a case that has several.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PlayedGame {
    /// What the program was given.
    pub input: Vec<String>,
    /// What was seen.
    pub observation: Observation,
}

/// The shortest game that was found in which a program fails as it does in a case. It explains, and decides nothing.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ShortestGame {
    /// What the program was given.
    pub input: Vec<String>,
    /// How it failed.
    pub judgement: Judgement,
    /// What was seen, without what was measured, which is never the same twice.
    pub observation: Observation,
}

/// One criterion of one submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CriterionReport {
    /// Its name.
    pub id: String,
    /// Its name in reports.
    pub title: String,
    /// The points earned; below zero if the criterion is a penalty.
    pub points: Points,
    /// The points that could be earned.
    pub max_points: Points,
    /// Whether they are ordinary points, extra ones, or a penalty.
    pub kind: CriterionKind,
    /// How final that is.
    pub state: CriterionState,
    /// Why points are missing, in a sentence; none if none are.
    pub reason: Option<String>,
    /// The cases that it takes as their own verdicts are.
    pub looks_at: Vec<String>,
    /// The criterion's own judgements by case, where it compares by a rule of its own.
    pub judgements: Vec<(String, Judgement)>,
    /// Whether these look at a part of what makes a case right.
    pub is_partial: bool,
    /// What its rule found, if it has one and there was a program to look at.
    pub rule: Option<RuleReport>,
}

/// How final a criterion's points are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CriterionState {
    /// The evidence decided.
    Decided,
    /// A person still has to look.
    AwaitsInstructor,
    /// A criterion that it needs has not earned all its points.
    Skipped,
    /// We failed on some of the evidence; the points are not a grade.
    Ungraded,
}

impl Grade {
    /// Whose grade it is.
    pub fn name(&self) -> SubmissionName {
        SubmissionName {
            assignment: self.assignment.clone(),
            student: self.student.clone(),
        }
    }

    /// The number by which the system knows the person. Without a system there is none: the name of a plain folder is unique, and
    /// numbers of a roster may be of another kind.
    pub fn system_id(&self) -> Option<&str> {
        let hand_in = self.hand_in.as_ref()?;
        let is_comparable = hand_in.absent || !hand_in.layout.is_empty();
        hand_in.id.as_deref().filter(|_| is_comparable)
    }

    /// The criterion with this id.
    pub fn criterion(&self, id: &str) -> Option<&CriterionReport> {
        self.criteria.iter().find(|one| one.id == id)
    }

    /// Whether something of ours failed, so that the points are not a grade, and no person has given any.
    pub fn is_ungraded(&self) -> bool {
        let has_failed = self.build.verdict == BuildVerdict::Ungraded
            || self
                .criteria
                .iter()
                .any(|criterion| criterion.state == CriterionState::Ungraded);
        has_failed
            && !self
                .adjustments
                .iter()
                .any(GradeAdjustment::is_grade_override)
    }

    /// Whether undefined behaviour was found.
    pub fn has_undefined_behaviour(&self) -> bool {
        matches!(&self.undefined, UndefinedBehaviour::Found(findings) if !findings.is_empty())
    }

    /// How many cases were accepted.
    pub fn count_accepted(&self) -> usize {
        self.cases
            .iter()
            .filter(|case| case.judgement.verdict == super::Verdict::Accepted)
            .count()
    }
}
