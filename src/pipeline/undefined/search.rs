//! The order in which undefined behaviour is looked for, and what becomes of failures of ours.

use std::collections::BTreeMap;

use super::super::grading_error::GradingError;
use super::prepared::Prepared;
use super::subject::Subject;
use crate::model::{Assignment, Undefined};
use crate::runner::InterruptibleRunner;

/// What was found, and the commands that were run for it.
type Search = (Undefined, Vec<String>);

/// What the search needs in submissions for one toolchain; or what is to be said without a search.
pub(in crate::pipeline) fn prepared<'p>(
    assignment: &Assignment,
    all: &'p BTreeMap<&str, Prepared<'p>>,
    toolchain: &str,
) -> Result<&'p Prepared<'p>, Undefined> {
    if assignment.undefined.is_none() {
        return Err(Undefined::NotAsked);
    }
    all.get(toolchain).ok_or_else(|| {
        let reason = format!("`{toolchain}` makes no programs in which this can be looked for");
        Undefined::NotApplicable(reason)
    })
}

impl Subject<'_> {
    /// Looks for all that the assignment asks for. The ordinary objects are where `own` works. A failure of ours may pass, so it is tried twice.
    pub(in crate::pipeline) fn search(
        &self,
        own: &mut InterruptibleRunner,
    ) -> Result<Search, GradingError> {
        match self.attempt(own).or_else(|trouble| trouble.again(|| self.attempt(own))) {
            Err(GradingError::Ours(reason) | GradingError::Scarce(reason)) => {
                Ok((Undefined::Failed(reason), Vec::new()))
            }
            other => other,
        }
    }

    fn attempt(&self, own: &mut InterruptibleRunner) -> Result<Search, GradingError> {
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
