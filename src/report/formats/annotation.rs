//! What is to be said of a line of the student's own source: errors, warnings, findings of rules, undefined behaviour.

use super::super::first_error::FirstError;
use super::super::visible;
use crate::model::{CriterionKind, Grade, SourceLocation, Undefined};

/// A remark on a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Annotation {
    pub(super) level: Level,
    /// What found it: a compiler's flag, a rule, a kind of undefined behaviour.
    pub(super) rule: String,
    /// The file, by the name under which it was handed in.
    pub(super) file: String,
    /// The line, from 1 on.
    pub(super) line: u64,
    /// What is wrong, in a line.
    pub(super) message: String,
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// Nothing works until that is mended.
    Error,
    /// It costs points, or may.
    Warning,
    /// It is good to know.
    Notice,
}

/// All of a submission: errors first, then by kind.
pub(super) fn annotations(grade: &Grade) -> Vec<Annotation> {
    let mut all: Vec<Annotation> = first_error(grade).into_iter().collect();
    for warning in &grade.build.warnings.listed {
        let rule = if warning.flag.is_empty() { "warning" } else { &warning.flag };
        all.push(annotation(
            Level::Warning,
            rule,
            &warning.file,
            u64::from(warning.line),
            &warning.message,
        ));
    }
    for criterion in &grade.criteria {
        let level = match criterion.kind {
            CriterionKind::Remark => Level::Notice,
            _ => Level::Warning,
        };
        for finding in criterion.rule.iter().flat_map(|rule| &rule.inspection.findings) {
            let line = finding.line.map_or(1, |line| line as u64);
            all.push(annotation(level, finding.rule, &finding.file, line, &finding.message));
        }
    }
    if let Undefined::Found(findings) = &grade.undefined {
        for finding in findings {
            let Some(SourceLocation { file, line, .. }) = &finding.place else { continue };
            let line = u64::from(*line);
            all.push(annotation(Level::Warning, finding.kind, file, line, &finding.sentence));
        }
    }
    all
}

fn first_error(grade: &Grade) -> Option<Annotation> {
    match FirstError::find(&grade.build.diagnostics)? {
        FirstError::Source { file, line, message, .. }
        | FirstError::Assembler { file, line, message } => {
            let line = line.parse().ok()?;
            Some(annotation(Level::Error, "compile-error", file, line, message))
        }
        // Linkers name functions, no lines.
        FirstError::Undefined { .. } | FirstError::DefinedTwice { .. } | FirstError::NoMain => None,
    }
}

fn annotation(level: Level, rule: &str, file: &str, line: u64, message: &str) -> Annotation {
    Annotation {
        level,
        rule: visible::one_line(rule.trim_end_matches('=')),
        file: file.to_owned(),
        line: line.max(1),
        message: visible::one_line(message),
    }
}
