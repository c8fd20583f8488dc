//! What is to be said of a line of the student's own source: errors, warnings, findings of rules, undefined behaviour,
//! comments of persons.

use super::super::comments::describe_change;
use super::super::first_error::FirstError;
use super::super::source_changes::describe_proof;
use super::super::visible;
use model::{CriterionKind, Grade, LineChange, LineComment, SourceLocation, UndefinedBehaviour};

/// A remark on a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SourceAnnotation {
    pub(super) level: AnnotationLevel,
    /// What found it: a compiler's flag, a rule, a kind of undefined behaviour, a person who comments.
    pub(super) rule: String,
    /// The file, by the name under which it was handed in.
    pub(super) file: String,
    /// The line, from 1 on.
    pub(super) line: u64,
    /// What is wrong, in a line.
    pub(super) message: String,
    /// What is true of all remarks of the rule; none where each message is.
    pub(super) rule_text: Option<&'static str>,
    /// Lines to change against it, proved; only those of changes that whoever gets it may see.
    pub(super) changes: Vec<LineChange>,
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnnotationLevel {
    /// Nothing works until that is mended.
    Error,
    /// It costs points, or may.
    Warning,
    /// It is good to know.
    Notice,
}

/// All of a submission: errors first, then by kind.
pub(super) fn collect_annotations(grade: &Grade) -> Vec<SourceAnnotation> {
    let mut all: Vec<SourceAnnotation> = first_error_annotation(grade).into_iter().collect();
    all.extend(repair_annotation(grade));
    for warning in &grade.build.warnings.listed {
        let rule = if warning.flag.is_empty() {
            "warning"
        } else {
            &warning.flag
        };
        all.push(new_annotation(
            AnnotationLevel::Warning,
            rule,
            &warning.file,
            u64::from(warning.line),
            &warning.message,
        ));
    }
    for criterion in &grade.criteria {
        let level = match criterion.kind {
            CriterionKind::Remark => AnnotationLevel::Notice,
            _ => AnnotationLevel::Warning,
        };
        for finding in criterion
            .rule
            .iter()
            .flat_map(|rule| &rule.inspection.findings)
        {
            let line = finding.line.map_or(1, |line| line as u64);
            all.push(new_annotation(
                level,
                finding.rule,
                &finding.file,
                line,
                &finding.message,
            ));
        }
    }
    if let UndefinedBehaviour::Found(findings) = &grade.undefined {
        for finding in findings {
            let Some(SourceLocation { file, line, .. }) = &finding.place else {
                continue;
            };
            let line = u64::from(*line);
            all.push(new_annotation(
                AnnotationLevel::Warning,
                finding.kind,
                file,
                line,
                &finding.sentence,
            ));
        }
    }
    for comment in &grade.comments {
        let LineComment { line, text, .. } = comment;
        let number = line.number as u64;
        let text = match &comment.change {
            None => text.clone(),
            Some(change) => format!("{text} ({})", describe_change(change, grade)),
        };
        all.push(new_annotation(
            AnnotationLevel::Notice,
            "comment",
            &line.file,
            number,
            &text,
        ));
    }
    all
}

fn first_error_annotation(grade: &Grade) -> Option<SourceAnnotation> {
    match FirstError::parse(&grade.build.diagnostics)? {
        FirstError::Source {
            file,
            line,
            message,
            ..
        }
        | FirstError::Assembler {
            file,
            line,
            message,
        } => {
            let line = line.parse().ok()?;
            let repair = grade.build.repair.iter();
            Some(SourceAnnotation {
                changes: repair.flat_map(|repair| repair.changes.clone()).collect(),
                ..new_annotation(AnnotationLevel::Error, "compile-error", file, line, message)
            })
        }
        // Linkers name functions, no lines.
        FirstError::Undefined { .. } | FirstError::DefinedTwice { .. } | FirstError::NoMain => None,
    }
}

/// Changes that make all or some wrong cases right, at the first of their places.
fn repair_annotation(grade: &Grade) -> Option<SourceAnnotation> {
    let repair = grade.repair.as_ref()?;
    let first = repair.places.first()?;
    Some(SourceAnnotation {
        rule_text: Some("A change of the program was built, and tried in all cases."),
        changes: repair.changes.clone(),
        ..new_annotation(
            AnnotationLevel::Warning,
            &first.mistake,
            &first.file,
            first.line as u64,
            &format!("The proposed change {}.", describe_proof(repair.proof)),
        )
    })
}

fn new_annotation(
    level: AnnotationLevel,
    rule: &str,
    file: &str,
    line: u64,
    message: &str,
) -> SourceAnnotation {
    SourceAnnotation {
        level,
        rule: visible::one_line(rule.trim_end_matches('=')),
        file: file.to_owned(),
        line: line.max(1),
        message: visible::one_line(message),
        rule_text: None,
        changes: Vec::new(),
    }
}
