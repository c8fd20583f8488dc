//! Looks for undefined behaviour in one submission: builds it in other flavours, and runs the same cases again.
//!
//! Nothing here changes a verdict. What cannot be found out is no finding, and what fails on our side costs nobody a point.

mod flavours;
mod sanitizers;

pub(super) use flavours::{Flavours, Prepared};

use super::expectations::Dialect;
use super::submission::{Grading, Ran, Trouble};
use crate::model::{SourceFile, Undefined};

/// A submission that was run, with all that is needed to run it again.
pub(super) struct Subject<'g> {
    pub(super) grading: &'g Grading<'g>,
    pub(super) prepared: &'g Prepared<'g>,
    pub(super) sources: &'g [SourceFile],
    pub(super) dialect: &'g Dialect,
    pub(super) ran: &'g [Ran],
}

/// What was found, and the commands that were run for it.
pub(super) type Search = (Undefined, Vec<String>);

impl Subject<'_> {
    /// Looks for all that the assignment asks for. A failure of ours may pass, so it is tried twice.
    pub(super) fn search(&self) -> Result<Search, Trouble> {
        if let Some(reason) = &self.prepared.unavailable {
            return Ok((Undefined::Unknown(reason.clone()), Vec::new()));
        }
        match self.attempt().or_else(|trouble| trouble.again(|| self.attempt())) {
            Err(Trouble::Ours(reason)) => Ok((Undefined::Failed(reason), Vec::new())),
            other => other,
        }
    }

    fn attempt(&self) -> Result<Search, Trouble> {
        let mut findings = Vec::new();
        let mut log = Vec::new();
        let mut unknown = None;
        if self.prepared.asked.sanitizers {
            match self.with_sanitizers(&mut log)? {
                Ok(found) => findings.extend(found),
                Err(reason) => unknown = Some(reason),
            }
        }
        let undefined = match unknown {
            Some(reason) if findings.is_empty() => Undefined::Unknown(reason),
            _ => Undefined::Found(findings),
        };
        Ok((undefined, log))
    }
}
