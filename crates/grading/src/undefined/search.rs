//! The order in which undefined behaviour is looked for, and what becomes of failures of ours.

use std::collections::BTreeMap;

use super::super::grading_error::GradingError;
use super::prepared::PreparedVariants;
use super::subject::UndefinedSubject;
use model::{Assignment, UndefinedBehaviour};
use toolchain::runner::InterruptibleRunner;

/// What was found, and the commands that were run for it.
type UndefinedResult = (UndefinedBehaviour, Vec<String>);

/// What the search needs in submissions for one toolchain; or what is to be said without a search.
pub(crate) fn find_prepared<'p>(
    assignment: &Assignment,
    all: &'p BTreeMap<&str, PreparedVariants<'p>>,
    toolchain: &str,
) -> Result<&'p PreparedVariants<'p>, UndefinedBehaviour> {
    if assignment.undefined.is_none() {
        return Err(UndefinedBehaviour::NotAsked);
    }
    all.get(toolchain).ok_or_else(|| {
        let reason = format!("`{toolchain}` makes no programs in which this can be looked for");
        UndefinedBehaviour::NotApplicable(reason)
    })
}

impl UndefinedSubject<'_> {
    /// Looks for all that the assignment asks for. The ordinary objects are where `own` works. A failure of ours may pass, so it is tried twice.
    pub(crate) fn search_undefined(
        &self,
        own: &mut InterruptibleRunner,
    ) -> Result<UndefinedResult, GradingError> {
        match self
            .search_once(own)
            .or_else(|trouble| trouble.retry(|| self.search_once(own)))
        {
            Err(GradingError::Internal(reason) | GradingError::ResourceExhausted(reason)) => {
                Ok((UndefinedBehaviour::Failed(reason), Vec::new()))
            }
            other => other,
        }
    }

    fn search_once(&self, own: &mut InterruptibleRunner) -> Result<UndefinedResult, GradingError> {
        let mut findings = Vec::new();
        let mut log = Vec::new();
        let mut unknown = Vec::new();
        let PreparedVariants {
            checks: asked,
            no_sanitizers,
            no_builds,
            ..
        } = self.prepared;
        match no_sanitizers {
            _ if !asked.sanitizers => {}
            Some(reason) => unknown.push(reason.clone()),
            None => match self.run_sanitizers(&mut log)? {
                Ok(found) => findings.extend(found),
                Err(reason) => unknown.push(reason),
            },
        }
        match no_builds {
            _ if !asked.uninitialised => {}
            Some(reason) => unknown.push(reason.clone()),
            None => match self.compare_builds(&findings, own, &mut log)? {
                Ok(found) => findings.extend(found),
                Err(reason) => unknown.push(reason),
            },
        }
        let undefined = if findings.is_empty() && !unknown.is_empty() {
            UndefinedBehaviour::Unknown(unknown.join(" "))
        } else {
            UndefinedBehaviour::Found(findings)
        };
        Ok((undefined, log))
    }
}
