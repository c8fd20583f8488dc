//! What became of one mutant and of all mutants of a program, and what an instructor has decided about survivors.

use std::path::PathBuf;

use super::mutant::{MutantDiff, SourceMutant, SourceText, collapse_whitespace};
use model::{AcceptedMutant, MutantRules};

/// What became of one mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MutantOutcome {
    /// A case costs it points.
    Killed {
        /// The case's id.
        case: String,
        /// The criterion that loses points.
        criterion: String,
        /// Whether only a comparison of the criterion's own sees it.
        stricter: bool,
    },
    /// It is no program.
    Unviable,
    /// It does something else in a case, and the rubric forgives that.
    Allowed {
        /// The case's id.
        case: String,
        /// What forgives it, as the rubric spells it.
        by: String,
    },
    /// It plays another game, and no case shows it.
    Missed(DistinguishingGame),
    /// It differs only where the input is no game: it ends too early, or holds a word for a number.
    EndOfInput(Vec<String>),
    /// It differs only in what C++ leaves undefined.
    Undefined(SanitizerEvidence),
    /// No difference was found in so many games.
    NoDifference(usize),
    /// No case notices it, and no game could tell whether it is another program: all cases are unit tests or calls. Or a test
    /// shows in words that it is, and checks nothing of that.
    Survived(Option<String>),
    /// We failed, more than once; why.
    Ungraded(String),
}

/// A game that tells a mutant from the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DistinguishingGame {
    /// Its script.
    pub script: Vec<String>,
    /// The id of the case that is most like it.
    pub like: String,
    /// What the mutant does otherwise, in words.
    pub how: String,
}

/// What sanitizers say of a mutant that does what the program does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SanitizerEvidence {
    /// The kind of what is undefined.
    pub kind: String,
    /// The id of a case in which they say so; none if only another game shows it.
    pub case: Option<String>,
    /// The id of a case of unit tests, one of which shows it: students are not told of it there.
    pub tests: Option<String>,
}

impl MutantOutcome {
    /// The contract's string.
    pub fn name(&self) -> &'static str {
        match self {
            MutantOutcome::Killed { .. } => "noticed",
            MutantOutcome::Unviable => "not-compiled",
            MutantOutcome::Allowed { .. } => "allowed",
            MutantOutcome::Missed(_) => "not-noticed",
            MutantOutcome::EndOfInput(_) => "end-of-input",
            MutantOutcome::Undefined(_) => "undefined",
            MutantOutcome::NoDifference(_) => "no-difference",
            MutantOutcome::Survived(_) => "survived",
            MutantOutcome::Ungraded(_) => "ungraded",
        }
    }

    /// Whether somebody should look: a game shows that a case is missing, or nobody knows whether a test is.
    pub fn is_gap(&self) -> bool {
        matches!(self, MutantOutcome::Missed(_) | MutantOutcome::Survived(_))
    }

    /// Every string that an outcome can have.
    pub const NAMES: [&'static str; 9] = [
        "noticed",
        "not-noticed",
        "survived",
        "allowed",
        "undefined",
        "end-of-input",
        "no-difference",
        "not-compiled",
        "ungraded",
    ];
}

/// How many came to what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MutantSummary {
    /// Points are lost.
    pub killed: usize,
    /// A game shows it, and no case.
    pub missed: usize,
    /// No game can tell whether a case is missing.
    pub survived: usize,
    /// One of these two, and somebody has accepted it.
    pub accepted: usize,
    /// The rubric forgives it.
    pub allowed: usize,
    /// Undefined behaviour.
    pub undefined: usize,
    /// Of these, those that sanitizers see in a case.
    undefined_in_cases: usize,
    /// Input that is no game.
    pub end_of_input: usize,
    /// No difference found.
    pub no_difference: usize,
    /// No program.
    pub unviable: usize,
    /// We failed.
    pub ungraded: usize,
}

impl MutantSummary {
    /// Counts outcomes, each with whether somebody has accepted it.
    pub fn from_outcomes<'o>(
        all: impl Iterator<Item = (&'o MutantOutcome, bool)>,
    ) -> MutantSummary {
        let mut summary = MutantSummary::default();
        for (outcome, is_accepted) in all {
            if matches!(
                outcome,
                MutantOutcome::Undefined(SanitizerEvidence { case: Some(_), .. })
            ) {
                summary.undefined_in_cases += 1;
            }
            let count = match outcome {
                MutantOutcome::Killed { .. } => &mut summary.killed,
                gap if gap.is_gap() && is_accepted => &mut summary.accepted,
                MutantOutcome::Missed(_) => &mut summary.missed,
                MutantOutcome::Allowed { .. } => &mut summary.allowed,
                MutantOutcome::Undefined(_) => &mut summary.undefined,
                MutantOutcome::EndOfInput(_) => &mut summary.end_of_input,
                MutantOutcome::Survived(_) => &mut summary.survived,
                MutantOutcome::NoDifference(_) => &mut summary.no_difference,
                MutantOutcome::Unviable => &mut summary.unviable,
                MutantOutcome::Ungraded(_) => &mut summary.ungraded,
            };
            *count += 1;
        }
        summary
    }

    /// How many are not noticed, and nobody has accepted them. What no game can tell apart is a gap until somebody says otherwise.
    pub fn gap_count(&self) -> usize {
        self.missed + self.survived
    }

    /// How many should be noticed.
    pub fn should_be_killed(&self) -> usize {
        self.killed + self.gap_count()
    }

    /// The same where undefined behaviour alone should be noticed, too.
    pub fn with_undefined(&self) -> usize {
        self.should_be_killed() + self.undefined
    }

    /// How many of these would be noticed if a criterion counted what sanitizers find.
    pub fn killed_with_sanitizers(&self) -> usize {
        self.killed + self.undefined_in_cases
    }
}

/// What became of all mutants of one program.
#[derive(Debug)]
pub struct MutantsOfProgram {
    /// The assignment's id.
    pub assignment: String,
    /// The program's name.
    pub program: String,
    /// The folder of its sources, as the rubric has it.
    pub folder: PathBuf,
    /// Its sources.
    pub sources: Vec<SourceText>,
    /// How many mutants it has; those of a sample are fewer.
    pub generated: usize,
    /// Whether these are a sample.
    pub is_sample: bool,
    /// What the rubric asks and has decided.
    pub rules: MutantRules,
    /// Why nothing can be learnt of its mutants; none if something can.
    pub failure_reason: Option<String>,
    /// What became of each.
    pub tried: Vec<TriedMutant>,
    /// Decisions of the rubric that no survivor needs, by their places.
    pub stale: Vec<usize>,
    /// Games that the program itself plays otherwise than the reference.
    pub other_games: Vec<Vec<String>>,
    /// Inputs at which programs of beginners often fail, and which no case has.
    pub missing_inputs: Vec<&'static str>,
}

/// One mutant, and what became of it.
#[derive(Debug, Clone)]
pub struct TriedMutant {
    /// The mutant.
    pub mutant: SourceMutant,
    /// What became of it.
    pub outcome: MutantOutcome,
    /// The place of the decision that accepts it.
    pub accepted: Option<usize>,
}

impl MutantsOfProgram {
    /// How many came to what.
    pub fn summarize(&self) -> MutantSummary {
        MutantSummary::from_outcomes(
            self.tried
                .iter()
                .map(|one| (&one.outcome, one.accepted.is_some())),
        )
    }
}

impl MutantsOfProgram {
    /// A mutant's source.
    pub fn mutant_source(&self, one: &TriedMutant) -> Option<&SourceText> {
        self.sources.get(one.mutant.source)
    }

    /// How a mutant is shown.
    pub fn mutant_diff(&self, one: &TriedMutant) -> Option<MutantDiff> {
        self.mutant_source(one)
            .map(|source| one.mutant.to_diff(source))
    }

    /// Those of one outcome, by its name.
    pub fn with_outcome(&self, name: &str) -> impl Iterator<Item = &TriedMutant> {
        self.tried
            .iter()
            .filter(move |one| one.outcome.name() == name)
    }
}

/// A survivor, as decisions know it.
#[derive(Debug)]
pub struct SurvivingMutant<'s> {
    /// The name of its source.
    pub source: &'s str,
    /// The name of its function.
    pub function: Option<&'s str>,
    /// Its lines.
    pub diff: MutantDiff,
    /// Whether it may be a gap: a game shows it and no case, or no game could.
    pub is_gap: bool,
}

/// The place of the decision that accepts each of these survivors.
pub fn match_decisions(
    accepted: &[AcceptedMutant],
    survivors: &[SurvivingMutant<'_>],
) -> Vec<Option<usize>> {
    let place = |one: &SurvivingMutant<'_>| {
        accepted
            .iter()
            .position(|decision| accepts_survivor(decision, one))
    };
    survivors.iter().map(place).collect()
}

/// A gap is accepted by its line only: what is decided about all of a function was decided about what the rubric forgives.
fn accepts_survivor(decision: &AcceptedMutant, one: &SurvivingMutant<'_>) -> bool {
    let AcceptedMutant {
        at,
        within,
        was,
        becomes,
        ..
    } = decision;
    let is_there = at == one.source || at.ends_with(&format!("/{}", one.source));
    is_there
        && within
            .as_deref()
            .is_none_or(|within| one.function == Some(within))
        && was
            .as_deref()
            .map_or(!one.is_gap, |was| is_same_line(was, &one.diff.was))
        && becomes
            .as_deref()
            .is_none_or(|becomes| is_same_line(becomes, &one.diff.becomes))
}

fn is_same_line(typed: &str, text: &str) -> bool {
    collapse_whitespace(typed) == text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(within: Option<&str>, was: Option<&str>, becomes: Option<&str>) -> AcceptedMutant {
        let owned = |it: Option<&str>| it.map(str::to_owned);
        let at = "calibration/solution.cpp".to_owned();
        let why = String::new();
        AcceptedMutant {
            at,
            within: owned(within),
            was: owned(was),
            becomes: owned(becomes),
            why,
            line: 1,
        }
    }

    fn of(decision: AcceptedMutant, is_gap: bool) -> Vec<Option<usize>> {
        let survivor = |line, function| {
            let shown = MutantDiff {
                line,
                was: "int i = 0;".to_owned(),
                becomes: "int i = 1;".to_owned(),
            };
            SurvivingMutant {
                source: "solution.cpp",
                function: Some(function),
                diff: shown,
                is_gap,
            }
        };
        match_decisions(&[decision], &[survivor(3, "draw"), survivor(9, "play")])
    }

    #[test]
    fn a_decision_follows_its_line_and_not_its_number() {
        let line = Some("  int i =  0;");
        assert_eq!(of(accepted(None, line, None), true), [Some(0), Some(0)]);
        assert_eq!(
            of(accepted(None, line, Some("int i = 1;")), true),
            [Some(0), Some(0)]
        );
        assert_eq!(
            of(accepted(None, line, Some("int i = 2;")), true),
            [None, None]
        );
        assert_eq!(
            of(accepted(Some("draw"), line, None), true),
            [Some(0), None]
        );
    }

    #[test]
    fn accepting_all_of_a_function_accepts_no_gap() {
        assert_eq!(
            of(accepted(Some("draw"), None, None), false),
            [Some(0), None]
        );
        assert_eq!(of(accepted(Some("draw"), None, None), true), [None, None]);
    }
}
