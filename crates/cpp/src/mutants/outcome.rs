//! What became of a mutant, and what all of them come to.

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
    pub(crate) undefined_in_cases: usize,
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
