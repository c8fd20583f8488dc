//! What became of a mutant, and what all of them come to.

/// What became of one mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A case costs it points.
    Noticed {
        /// The case's id.
        case: String,
        /// The criterion that loses points.
        criterion: String,
        /// Whether only a comparison of the criterion's own sees it.
        stricter: bool,
    },
    /// It is no program.
    NotCompiled,
    /// It does something else in a case, and the rubric forgives that.
    Allowed {
        /// The case's id.
        case: String,
        /// What forgives it, as the rubric spells it.
        by: String,
    },
    /// It plays another game, and no case shows it.
    NotNoticed(Difference),
    /// It differs only where the input is no game: it ends too early, or holds a word for a number.
    EndOfInput(Vec<String>),
    /// It differs only in what C++ leaves undefined.
    Undefined(SanitizersSay),
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
pub(crate) struct Difference {
    /// Its script.
    pub(crate) script: Vec<String>,
    /// The id of the case that is most like it.
    pub(crate) like: String,
    /// What the mutant does otherwise, in words.
    pub(crate) how: String,
}

/// What sanitizers say of a mutant that does what the program does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SanitizersSay {
    /// The kind of what is undefined.
    pub(crate) kind: String,
    /// The id of a case in which they say so; none if only another game shows it.
    pub(crate) case: Option<String>,
    /// The id of a case of unit tests, one of which shows it: students are not told of it there.
    pub(crate) tests: Option<String>,
}

impl Outcome {
    /// The contract's string.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Outcome::Noticed { .. } => "noticed",
            Outcome::NotCompiled => "not-compiled",
            Outcome::Allowed { .. } => "allowed",
            Outcome::NotNoticed(_) => "not-noticed",
            Outcome::EndOfInput(_) => "end-of-input",
            Outcome::Undefined(_) => "undefined",
            Outcome::NoDifference(_) => "no-difference",
            Outcome::Survived(_) => "survived",
            Outcome::Ungraded(_) => "ungraded",
        }
    }

    /// Whether somebody should look: a game shows that a case is missing, or nobody knows whether a test is.
    pub(crate) fn is_gap(&self) -> bool {
        matches!(self, Outcome::NotNoticed(_) | Outcome::Survived(_))
    }

    /// Every string that an outcome can have.
    pub(crate) const NAMES: [&'static str; 9] = [
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
pub(crate) struct Summary {
    /// Points are lost.
    pub(crate) noticed: usize,
    /// A game shows it, and no case.
    pub(crate) not_noticed: usize,
    /// No game can tell whether a case is missing.
    pub(crate) survived: usize,
    /// One of these two, and somebody has accepted it.
    pub(crate) accepted: usize,
    /// The rubric forgives it.
    pub(crate) allowed: usize,
    /// Undefined behaviour.
    pub(crate) undefined: usize,
    /// Of these, those that sanitizers see in a case.
    pub(crate) undefined_in_cases: usize,
    /// Input that is no game.
    pub(crate) end_of_input: usize,
    /// No difference found.
    pub(crate) no_difference: usize,
    /// No program.
    pub(crate) not_compiled: usize,
    /// We failed.
    pub(crate) ungraded: usize,
}

impl Summary {
    /// Counts outcomes, each with whether somebody has accepted it.
    pub(crate) fn of<'o>(all: impl Iterator<Item = (&'o Outcome, bool)>) -> Summary {
        let mut summary = Summary::default();
        for (outcome, is_accepted) in all {
            if matches!(outcome, Outcome::Undefined(SanitizersSay { case: Some(_), .. })) {
                summary.undefined_in_cases += 1;
            }
            let count = match outcome {
                Outcome::Noticed { .. } => &mut summary.noticed,
                gap if gap.is_gap() && is_accepted => &mut summary.accepted,
                Outcome::NotNoticed(_) => &mut summary.not_noticed,
                Outcome::Allowed { .. } => &mut summary.allowed,
                Outcome::Undefined(_) => &mut summary.undefined,
                Outcome::EndOfInput(_) => &mut summary.end_of_input,
                Outcome::Survived(_) => &mut summary.survived,
                Outcome::NoDifference(_) => &mut summary.no_difference,
                Outcome::NotCompiled => &mut summary.not_compiled,
                Outcome::Ungraded(_) => &mut summary.ungraded,
            };
            *count += 1;
        }
        summary
    }

    /// How many are not noticed, and nobody has accepted them. What no game can tell apart is a gap until somebody says otherwise.
    pub(crate) fn gaps(&self) -> usize {
        self.not_noticed + self.survived
    }

    /// How many should be noticed.
    pub(crate) fn should_be_noticed(&self) -> usize {
        self.noticed + self.gaps()
    }

    /// The same where undefined behaviour alone should be noticed, too.
    pub(crate) fn with_undefined(&self) -> usize {
        self.should_be_noticed() + self.undefined
    }

    /// How many of these would be noticed if a criterion counted what sanitizers find.
    pub(crate) fn noticed_by_sanitizers(&self) -> usize {
        self.noticed + self.undefined_in_cases
    }
}
