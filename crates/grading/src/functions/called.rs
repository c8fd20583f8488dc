//! What the calls of a case came to.

use model::{CallReport, Judgement};

/// A case with calls that were made.
pub(crate) struct CallResults {
    pub(crate) calls: Vec<CallReport>,
    pub(crate) judgement: Judgement,
}
