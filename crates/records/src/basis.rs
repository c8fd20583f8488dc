//! What the cases of a grade rest on, so that a later run can tell which of them it need not run again.

use serde::{Deserialize, Serialize};

use support::digest::Digest;

/// What a grade rests on, case by case.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GradeBasis {
    /// Of everything but the cases: the submission's files, the rubric, the reference, the toolchain, this program, the walls.
    pub shared: Digest,
    /// The place of the input variant in which the cases were run.
    pub input_variant: usize,
    /// The cases, in the order of their names.
    pub cases: Vec<CaseBasis>,
}

/// What one case of a grade rests on.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CaseBasis {
    /// The case's name.
    pub id: String,
    /// Of all that its result depends on besides.
    pub digest: Digest,
    /// Whether the grade holds all that is known of its run.
    pub is_whole: bool,
}
