//! What the rules of an assignment say about a program that was built.

use crate::build::{BuildError, Built};
use crate::model::{Assignment, Evidence, Inspection};
use crate::sandbox::Supervisor;
use crate::source::{self, Program, Symbols};

/// For each criterion with a rule what it says, in the order of the criteria. The program is read once, and only if
/// there is a rule. Its objects must be in the supervisor's folder.
pub(super) fn inspect(
    assignment: &Assignment,
    built: &Built,
    supervisor: &Supervisor,
) -> Result<Vec<Option<Inspection>>, BuildError> {
    let is_rule = |evidence: &Evidence| matches!(evidence, Evidence::Rule(_));
    if !assignment.criteria.iter().any(|criterion| is_rule(&criterion.evidence)) {
        return Ok(Vec::new());
    }
    let objects = built.object_bytes(supervisor)?;
    let symbols = Symbols::of(objects.iter().map(Vec::as_slice));
    let program = Program::read(&built.files, Some(symbols));
    let inspected = assignment.criteria.iter().map(|criterion| match &criterion.evidence {
        Evidence::Rule(rule) => Some(source::inspect(rule, &program)),
        _ => None,
    });
    Ok(inspected.collect())
}
