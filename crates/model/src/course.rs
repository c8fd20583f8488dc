//! A course: everything under one `rubric.toml`, and what it says of mutants of its solutions (`grader check --mutants`).

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{
    BuildLimits, CaseSetRules, Comparison, Criterion, CriterionEvidence, CriterionKind,
    GameSupport, HintSteps, InputGenerator, LateRule, Points, ProvidedFile, Roster, SharedRegex,
    SourceFile, TestCase, Tier, Toolchain, UndefinedChecks,
};
use ::reference::GameOptions;

/// A course.
#[derive(Debug, Clone)]
pub struct Course {
    /// The rubric's file; every relative path in it starts at its folder.
    pub rubric: PathBuf,
    /// The assignments, in the order of the rubric.
    pub assignments: Vec<Assignment>,
    /// Who takes the course; none if nobody says.
    pub roster: Option<Roster>,
    /// The weakest tier of confinement in which submissions may be run.
    pub required_tier: Option<Tier>,
}

impl Course {
    /// The same course with these assignments alone.
    #[must_use]
    pub fn with_assignments(&self, ids: &[impl AsRef<str>]) -> Course {
        let is_wanted = |one: &&Assignment| ids.iter().any(|id| id.as_ref() == one.id);
        let assignments = self.assignments.iter().filter(is_wanted).cloned().collect();
        Course {
            assignments,
            ..self.clone()
        }
    }

    /// The points that can be earned for a criterion, or without one for the assignment; none if there is no such thing.
    pub fn max_points_of(&self, assignment: &str, criterion: Option<&str>) -> Option<Points> {
        let assignment = self.assignments.iter().find(|one| one.id == assignment)?;
        let Some(id) = criterion else {
            return Some(assignment.max_points());
        };
        assignment
            .criteria
            .iter()
            .find(|one| one.id == id)
            .map(Criterion::points)
    }

    /// The folder in which the rubric stands.
    pub fn folder(&self) -> PathBuf {
        match self.rubric.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
            _ => PathBuf::from("."),
        }
    }
}

/// What the rubric says of an assignment for its reports. Each grade takes it along, so a key that only changes reports needs a field
/// here and nothing between.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AssignmentOutline {
    /// The name of the course; empty where the rubric gives none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub course: String,
    /// Its name.
    pub title: String,
    /// The name of the executable in commands.
    pub program: String,
    /// Whether reports say only what is right and wrong, and no points: in a kit that shows none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hides_points: bool,
    /// How much of a hint students see.
    pub hints: HintSteps,
    /// A few digits that tell this text of the rubric from others.
    pub revision: String,
}

impl AssignmentOutline {
    /// An outline in which every other key has its default.
    pub fn new(title: &str, program: &str) -> AssignmentOutline {
        AssignmentOutline {
            title: title.to_owned(),
            program: program.to_owned(),
            ..AssignmentOutline::default()
        }
    }
}

/// A wrong output that the instructor knows, and what they say of it.
#[derive(Debug, Clone)]
pub struct KnownOutput {
    /// What the output of a failed case contains.
    pub pattern: SharedRegex,
    /// The hint.
    pub words: String,
}

/// One program to hand in.
#[derive(Debug, Clone)]
pub struct Assignment {
    /// Its short name.
    pub id: String,
    /// What its reports say, whatever was handed in.
    pub outline: AssignmentOutline,
    /// The files that make the program: names or globs.
    pub sources: Vec<String>,
    /// Other names to take when none of the sources is there.
    pub accept: Vec<String>,
    /// Further files that belong to the program if they are there.
    pub also: Vec<String>,
    /// The instructor's own files that belong to every submission.
    pub provided: Vec<ProvidedFile>,
    /// What defines correct.
    pub reference: ReferenceSolution,
    /// The folder that holds the cases.
    pub testcases: PathBuf,
    /// What makes the inputs of some of its cases.
    pub generators: Vec<InputGenerator>,
    /// How its programs are made and run.
    pub toolchain: Toolchain,
    /// Further toolchains, each for the files that no earlier one takes.
    pub alternatives: Vec<Toolchain>,
    /// The compiler's flags; none is ever added.
    pub flags: Vec<String>,
    /// Libraries by their names, linked behind the objects.
    pub libraries: Vec<String>,
    /// Whether a program that only lacks standard headers or `using namespace std;` is compiled with them.
    pub forgives_missing_includes: bool,
    /// Whether programs run on a terminal instead of pipes.
    pub terminal: bool,
    /// What a compilation may use.
    pub build_limits: BuildLimits,
    /// What is asked about undefined behaviour; none if nothing is.
    pub undefined: Option<UndefinedChecks>,
    /// What an exit code other than 0 means.
    pub exit: ExitRule,
    /// The share of a case's points that a presentation error earns, in percent.
    pub presentation_percent: u32,
    /// The numbers that the first row and column may have in a submission; the first is the one the scripts
    /// use. Empty where the assignment leaves no choice.
    pub index_bases: Vec<u8>,
    /// What the instructor says of outputs that they know, in the order of the rubric.
    pub hints: Vec<KnownOutput>,
    /// The cases, sorted by name.
    pub cases: Vec<TestCase>,
    /// The criteria, in the order of the rubric.
    pub criteria: Vec<Criterion>,
    /// When it is due, and what lateness costs; none if it is never due.
    pub late: Option<LateRule>,
    /// The programs whose grades are known.
    pub calibrations: Vec<CalibrationProgram>,
    /// What is asked and decided about mutants of its solutions.
    pub mutants: MutantRules,
    /// Whether reports show the shortest game with the same fault.
    pub shortest: bool,
    /// What may be spent on a failing submission to search a change that makes it right; nothing if none is searched.
    pub repair_budget: Duration,
    /// The files of programs that the user named: such a change may be taken from them.
    pub donors: Vec<Vec<SourceFile>>,
    /// What is asked of the cases that students hand in; none where they hand in programs.
    pub case_set: Option<CaseSetRules>,
}

impl Assignment {
    /// What can be earned without extra points.
    pub fn max_points(&self) -> Points {
        let ordinary =
            |criterion: &&Criterion| matches!(criterion.kind, CriterionKind::Ordinary(_));
        self.criteria
            .iter()
            .filter(ordinary)
            .map(Criterion::points)
            .sum()
    }

    /// Its toolchains, the preferred one first.
    pub fn toolchains(&self) -> impl Iterator<Item = &Toolchain> {
        std::iter::once(&self.toolchain).chain(&self.alternatives)
    }

    /// The toolchain for these files: the first that takes one of them, or else the preferred one.
    pub fn choose_toolchain(&self, sources: &[SourceFile]) -> &Toolchain {
        let takes = |it: &&Toolchain| sources.iter().any(|source| it.takes_file(&source.name));
        self.toolchains().find(takes).unwrap_or(&self.toolchain)
    }

    /// The criteria that compare a case by a rule of their own, with that rule.
    pub fn criterion_comparisons(&self, case: usize) -> impl Iterator<Item = (usize, &Comparison)> {
        self.criteria
            .iter()
            .enumerate()
            .filter_map(move |(index, criterion)| {
                criterion
                    .comparison_of(case)
                    .map(|comparison| (index, comparison))
            })
    }

    /// Whether a criterion is about undefined behaviour.
    pub fn scores_undefined_behaviour(&self) -> bool {
        self.criteria
            .iter()
            .any(|criterion| matches!(criterion.evidence, CriterionEvidence::Undefined))
    }
}

/// The program whose behaviour defines correct.
#[derive(Debug, Clone)]
pub enum ReferenceSolution {
    /// A built-in game.
    Game(&'static dyn GameSupport, GameOptions),
    /// A command, run in the rubric's folder.
    Command(Vec<String>),
    /// Sources that are built and run as a submission is.
    Sources(Vec<PathBuf>),
    /// No program: the file with the expected output beside each case.
    Answers,
}

impl ReferenceSolution {
    /// The built-in game, if it is one.
    pub fn game(&self) -> Option<&'static dyn GameSupport> {
        match self {
            ReferenceSolution::Game(game, _) => Some(*game),
            ReferenceSolution::Command(_)
            | ReferenceSolution::Sources(_)
            | ReferenceSolution::Answers => None,
        }
    }
}

/// What an exit code means for a program whose output is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExitRule {
    /// It is accepted, with a remark.
    Any,
    /// It is a runtime error.
    Zero,
    /// This code alone is right, whatever it is.
    Only(i32),
    /// Any code but 0 is right: the program must say that something went wrong.
    NonZero,
}

impl ExitRule {
    /// Whether a code is right where the output is.
    pub fn allows(self, code: i32) -> bool {
        match self {
            ExitRule::Any => true,
            ExitRule::Zero => code == 0,
            ExitRule::Only(wanted) => code == wanted,
            ExitRule::NonZero => code != 0,
        }
    }
}

impl Assignment {
    /// What exit codes mean in one of its cases.
    pub fn exit_rule(&self, case: &TestCase) -> ExitRule {
        case.exit.unwrap_or(self.exit)
    }
}

/// A program whose grade is known: the rubric and the cases are right only if it gets exactly that.
#[derive(Debug, Clone)]
pub struct CalibrationProgram {
    /// What reports call it: the name of its first file.
    pub name: String,
    /// Its files.
    pub sources: Vec<PathBuf>,
    /// The points it must get; none if only its verdicts are known.
    pub points: Option<Points>,
    /// Names of verdicts: each of its cases must get one of these. Any will do where there is none.
    pub permitted: Vec<String>,
    /// Names of verdicts: at least one of its cases must get one of these, if there are any.
    pub required: Vec<String>,
    /// Names of verdicts that some of its cases must get, by case.
    pub verdicts: Vec<(String, String)>,
    /// How often the rules of some criteria must find something, by criterion.
    pub findings: Vec<(String, usize)>,
}

/// What is asked, and what is decided.
#[derive(Debug, Clone, Default)]
pub struct MutantRules {
    /// How many mutants may stay unnoticed; none if that is no gate.
    pub max_survivors: Option<usize>,
    /// Survivors that somebody has looked at.
    pub accepted: Vec<AcceptedMutant>,
}

/// A survivor that an instructor accepts, found again by its text: lines move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedMutant {
    /// The name of its source.
    pub at: String,
    /// The name of the function in which it is; none for any.
    pub within: Option<String>,
    /// The line as it is; none for every line of the function.
    pub was: Option<String>,
    /// The line of the mutant; none for all mutants of the line.
    pub becomes: Option<String>,
    /// Why it is right that no case notices it.
    pub why: String,
    /// The line of the rubric.
    pub line: usize,
}
