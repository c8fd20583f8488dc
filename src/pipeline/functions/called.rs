//! What the calls of a case came to.

use crate::model::{CallReport, Judgement};

/// A case with calls that were made.
pub(in crate::pipeline) struct CallResults {
    pub(in crate::pipeline) calls: Vec<CallReport>,
    pub(in crate::pipeline) judgement: Judgement,
}
