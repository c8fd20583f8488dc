//! A place, and what may stand there instead.

use std::ops::Range;

use crate::mutants::mutant::MutationOperator;
use model::SwitchForm;

/// What an operator says of a place: what it is, and what may stand there instead.
pub(super) struct MutationCandidate {
    pub(super) operator: MutationOperator,
    pub(super) bytes: Range<usize>,
    pub(super) becomes: String,
    pub(super) form: SwitchForm,
}

impl MutationCandidate {
    pub(super) fn new(
        operator: MutationOperator,
        bytes: Range<usize>,
        becomes: impl Into<String>,
    ) -> MutationCandidate {
        MutationCandidate {
            operator,
            bytes,
            becomes: becomes.into(),
            form: SwitchForm::Expression,
        }
    }

    /// The same in a place where only whether it holds is asked.
    pub(super) fn into_condition(self) -> MutationCandidate {
        MutationCandidate {
            form: SwitchForm::Truth,
            ..self
        }
    }
}
