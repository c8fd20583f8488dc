//! Cases that earn points together, whichever form the groups of a package have.

/// What earns everything or nothing.
pub(super) const ALL_OR_NOTHING: &str = "all-or-nothing";

/// What earns the share of its worst case.
pub(super) const MINIMUM: &str = "minimum";

/// Cases that earn points together.
#[derive(Debug, Clone)]
pub(super) struct ScoredPart {
    /// The path of their folder.
    pub(super) path: String,
    pub(super) cases: Vec<String>,
    pub(super) points: f64,
    pub(super) credit: &'static str,
    /// The paths of groups that must be passed first, each with the place that says so.
    pub(super) requires: Vec<(String, String)>,
}

impl ScoredPart {
    /// A part that requires no other.
    pub(super) fn new(
        path: &str,
        cases: Vec<String>,
        points: f64,
        credit: &'static str,
    ) -> ScoredPart {
        ScoredPart {
            path: path.to_owned(),
            cases,
            points,
            credit,
            requires: Vec::new(),
        }
    }

    /// Whether it is all or nothing, and requires no other part.
    pub(super) fn is_plain(&self) -> bool {
        self.credit == ALL_OR_NOTHING && self.requires.is_empty()
    }

    /// Whether its worst case decides, so that it can demand further cases.
    pub(super) fn can_demand_cases(&self) -> bool {
        [ALL_OR_NOTHING, MINIMUM].contains(&self.credit)
    }

    /// Has these cases decide, too: they come first.
    pub(super) fn demand_cases(&mut self, cases: &[String]) {
        self.cases = [cases, self.cases.as_slice()].concat();
    }
}

/// Keys that say how many points there are.
pub(super) const SCORE_KEYS: [&str; 3] = ["accept_score", "reject_score", "range"];

/// What is said of a grader that the package brings along.
pub(super) const OWN_GRADER: &str = "a grader of the package's own (`graders/`) decides what the parts make together; here their points are \
                                     added up";
