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
    /// The paths of groups that must be passed first, each with the place where that stands.
    pub(super) requires: Vec<(String, String)>,
}

/// Keys that say how many points there are.
pub(super) const SCORE_KEYS: [&str; 3] = ["accept_score", "reject_score", "range"];

/// What is said of a grader that the package brings along.
pub(super) const OWN_GRADER: &str = "a grader of the package's own (`graders/`) decides what the parts make together; here their points are \
                                     added up";
