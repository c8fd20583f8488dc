//! A place, and what may stand there instead.

use std::ops::Range;

use crate::mutants::mutant::{Form, Operator};

/// What an operator says of a place: what it is, and what may stand there instead.
pub(super) struct Fault {
    pub(super) operator: Operator,
    pub(super) bytes: Range<usize>,
    pub(super) becomes: String,
    pub(super) form: Form,
}

impl Fault {
    pub(super) fn new(
        operator: Operator,
        bytes: Range<usize>,
        becomes: impl Into<String>,
    ) -> Fault {
        Fault { operator, bytes, becomes: becomes.into(), form: Form::Expression }
    }

    /// The same in a place where only whether it holds is asked.
    pub(super) fn truth(self) -> Fault {
        Fault { form: Form::Truth, ..self }
    }
}
