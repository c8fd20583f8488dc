//! Looks for undefined behaviour in one submission: builds it in other variants, and runs the same cases again.
//!
//! Nothing here changes a verdict. What cannot be found out is no finding, and what fails on our side costs nobody a point.

mod build_variants;
mod builds;
mod differing;
mod limits;
mod prepared;
mod sanitizers;
mod silence;
mod survey;
mod trial;

pub(super) use build_variants::BuildVariants;
pub(super) use limits::watched;
pub(super) use prepared::Prepared;
pub(crate) use survey::{UndefinedTrial, try_undefined};

use super::expectations::InputVariant;
use super::submission::{AssignmentGrader, CaseRun, GradingError};
use crate::build::Built;
use crate::model::{SourceFile, Undefined};
use crate::sandbox::Supervisor;

/// A submission that was run, with all that is needed to run it again.
struct Subject<'g> {
    grader: &'g AssignmentGrader<'g>,
    prepared: &'g Prepared<'g>,
    sources: &'g [SourceFile],
    /// What the rubric's own flags made of them.
    built: &'g Built,
    /// Whether the program may do something else each time by right; or why nobody knows.
    may_change: Result<bool, String>,
    input_variant: &'g InputVariant,
    ran: &'g [CaseRun],
}

/// What was found, and the commands that were run for it.
pub(super) type Search = (Undefined, Vec<String>);

/// Looks for undefined behaviour in a submission that was built and run, if its assignment asks for that. The ordinary
/// objects are where `own` works.
pub(super) fn search(
    grader: &AssignmentGrader<'_>,
    (sources, built, may_change): (&[SourceFile], &Built, Result<bool, String>),
    (input_variant, ran): (&InputVariant, &[CaseRun]),
    own: &mut Supervisor,
) -> Result<Search, GradingError> {
    if grader.assignment.undefined.is_none() {
        return Ok((Undefined::NotAsked, Vec::new()));
    }
    let name = &grader.assignment.toolchain_of(sources).name;
    let Some(prepared) = grader.undefined.get(name.as_str()) else {
        let reason = format!("`{name}` makes no programs in which this can be looked for");
        return Ok((Undefined::NotApplicable(reason), Vec::new()));
    };
    Subject { grader, prepared, sources, built, may_change, input_variant, ran }.search(own)
}

impl Subject<'_> {
    /// Looks for all that the assignment asks for. A failure of ours may pass, so it is tried twice.
    fn search(&self, own: &mut Supervisor) -> Result<Search, GradingError> {
        match self.attempt(own).or_else(|trouble| trouble.again(|| self.attempt(own))) {
            Err(GradingError::Ours(reason) | GradingError::Scarce(reason)) => {
                Ok((Undefined::Failed(reason), Vec::new()))
            }
            other => other,
        }
    }

    fn attempt(&self, own: &mut Supervisor) -> Result<Search, GradingError> {
        let mut findings = Vec::new();
        let mut log = Vec::new();
        let mut unknown = Vec::new();
        let Prepared { asked, no_sanitizers, no_builds, .. } = self.prepared;
        match no_sanitizers {
            _ if !asked.sanitizers => {}
            Some(reason) => unknown.push(reason.clone()),
            None => match self.with_sanitizers(&mut log)? {
                Ok(found) => findings.extend(found),
                Err(reason) => unknown.push(reason),
            },
        }
        match no_builds {
            _ if !asked.uninitialised => {}
            Some(reason) => unknown.push(reason.clone()),
            None => match self.with_builds(&findings, own, &mut log)? {
                Ok(found) => findings.extend(found),
                Err(reason) => unknown.push(reason),
            },
        }
        let undefined = if findings.is_empty() && !unknown.is_empty() {
            Undefined::Unknown(unknown.join(" "))
        } else {
            Undefined::Found(findings)
        };
        Ok((undefined, log))
    }
}
