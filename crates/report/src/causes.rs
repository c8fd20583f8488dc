//! Why a submission lost points, so that submissions with the same trouble can be counted together: by a mistake that was
//! recognised, else by the verdict and the sentence without what differs from case to case; of a failed build by its first error.

use std::sync::Arc;

use super::first_error::FirstError;
use super::names::SharedNames;
use super::{counted, explain, visible};
use model::{BuildVerdict, CaseReport, Grade, Judgement, Points, Verdict};

/// How long a sentence of a cause may be, in characters.
const LONGEST: usize = 240;

/// One trouble of one submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FailureCause {
    /// What all submissions with this trouble share: a mistake's name, or a sentence.
    pub(super) name: Arc<str>,
    /// What this student is told of it, in at most [`LONGEST`] characters.
    pub(super) sentence: Arc<str>,
    /// Whether that is a mistake that was recognised.
    pub(super) is_mistake: bool,
    /// A case that shows it; none of a build.
    pub(super) case: Option<Arc<str>>,
    /// How many cases it spoils.
    pub(super) cases: usize,
    /// What these, or the build, lost.
    pub(super) missing_points: Points,
}

/// All of them, in the order in which they are met.
pub(super) fn collect_causes(grade: &Grade, names: &SharedNames) -> Box<[FailureCause]> {
    match grade.build.verdict {
        _ if grade.is_ungraded() => Box::default(),
        // A case that a student handed in is wrong for a reason of its own.
        _ if grade.scoring.case_set.is_some() => Box::default(),
        BuildVerdict::Ok | BuildVerdict::Ungraded => case_causes(grade, names),
        _ => Box::new([build_cause(grade, names)]),
    }
}

fn build_cause(grade: &Grade, names: &SharedNames) -> FailureCause {
    let error = FirstError::parse(&grade.build.diagnostics).map(|error| match error {
        // Where it stands is each student's own.
        FirstError::Source { message, .. } | FirstError::Assembler { message, .. } => {
            message.to_owned()
        }
        other => other.short_text(),
    });
    let said = error
        .or_else(|| grade.build.reason.clone())
        .unwrap_or_default();
    let verdict = grade.build.verdict.name();
    let sentence = match grade.build.verdict {
        BuildVerdict::CompileError => format!("compile error: {said}"),
        _ => said.clone(),
    };
    FailureCause {
        name: names.intern_name(&format!("{verdict}: {}", normalise_sentence(&said))),
        sentence: names.intern_name(&shorten_sentence(&sentence)),
        is_mistake: false,
        case: None,
        cases: grade.cases.len(),
        missing_points: grade.max_points - grade.points,
    }
}

fn case_causes(grade: &Grade, names: &SharedNames) -> Box<[FailureCause]> {
    let mut causes: Vec<FailureCause> = Vec::new();
    let mut told: Vec<&str> = Vec::new();
    for counted::CountedFailure {
        case, judgement, ..
    } in counted::collect_failures(grade)
    {
        let id = case.case.id.as_str();
        // A case that several criteria find wrong is one case.
        if told.contains(&id) {
            continue;
        }
        told.push(id);
        let (name, is_mistake) = name_cause(case, judgement);
        let lost = case.max_points - case.points;
        match causes.iter_mut().find(|known| *known.name == name) {
            Some(known) => {
                known.cases += 1;
                known.missing_points = [known.missing_points, lost].into_iter().sum();
            }
            None => {
                causes.push(FailureCause {
                    name: names.intern_name(&name),
                    sentence: names.intern_name(&describe_cause(case, judgement)),
                    is_mistake,
                    case: Some(names.intern_name(id)),
                    cases: 1,
                    missing_points: lost,
                });
            }
        }
    }
    causes.into()
}

fn name_cause(case: &CaseReport, judgement: &Judgement) -> (String, bool) {
    if let Some(hint) = judgement.hints.first() {
        return (hint.mistake.to_owned(), true);
    }
    let label = explain::verdict_label(&judgement.verdict);
    let name = match judgement.verdict {
        // What a call or a test came to says nothing of another one's.
        _ if !case.case.plays_script() => format!("{}: {label}", case.case.id),
        Verdict::WrongAnswer | Verdict::PresentationError => {
            format!(
                "{label}: {}",
                normalise_sentence(&explain::judgement_reason(judgement).unwrap_or_default())
            )
        }
        _ => label.into_owned(),
    };
    (name, false)
}

fn describe_cause(case: &CaseReport, judgement: &Judgement) -> String {
    if let Some(hint) = judgement.hints.first() {
        return shorten_sentence(&hint.sentence);
    }
    let label = explain::verdict_label(&judgement.verdict);
    let sentence = match explain::judgement_reason(judgement) {
        Some(reason) => format!("{label}: {reason}"),
        None => label.into_owned(),
    };
    if case.case.plays_script() {
        shorten_sentence(&sentence)
    } else {
        shorten_sentence(&format!("{}: {sentence}", case.case.id))
    }
}

fn shorten_sentence(sentence: &str) -> String {
    let mut short: String = sentence.chars().take(LONGEST).collect();
    if short.len() < sentence.len() {
        short.push('…');
    }
    visible::one_line(&short)
}

/// A sentence in which whatever is quoted is `…`, and every number a `#`.
fn normalise_sentence(sentence: &str) -> String {
    let mut words = String::new();
    let mut closing = None;
    for sign in sentence.chars() {
        match (closing, sign) {
            (Some(end), _) if sign == end => closing = None,
            (Some(_), _) => {}
            (None, '`' | '‘' | '“') => {
                words.push('…');
                closing = Some(match sign {
                    '‘' => '’',
                    '“' => '”',
                    _ => '`',
                });
            }
            (None, '\'') if !words.ends_with(char::is_alphabetic) => {
                words.push('…');
                closing = Some('\'');
            }
            (None, _) if sign.is_ascii_digit() && words.ends_with('#') => {}
            (None, _) if sign.is_ascii_digit() => words.push('#'),
            (None, _) => words.push(sign),
        }
    }
    let words: String = words.chars().take(LONGEST).collect();
    // Only now: what has been left out may have made a command of what was none.
    visible::one_line(&words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn what_differs_from_case_to_case_is_left_out() {
        for (sentence, words) in [
            (
                "After the 12th move `a b` is expected, not `c`.",
                "After the #th move … is expected, not ….",
            ),
            ("expected ';' before 'return'", "expected … before …"),
            ("the program's end", "the program's end"),
            ("“left open", "…"),
            ("\\x23#anything[x]", "\\x\\x23#anything[x]"),
        ] {
            assert_eq!(normalise_sentence(sentence), words);
        }
    }

    #[test]
    fn cases_with_the_same_cause_are_one_cause() {
        let names = SharedNames::default();
        let [cause] = &*collect_causes(&fixture::failing(&["a", "a"]), &names) else {
            panic!()
        };
        assert_eq!(
            (&*cause.name, cause.is_mistake, cause.cases),
            ("a", true, 2)
        );
        let [build] = &*collect_causes(&fixture::compile_error(), &names) else {
            panic!()
        };
        assert_eq!(&*build.name, "compile-error: expected … before …");
        assert!(collect_causes(&fixture::ungraded(), &names).is_empty());
    }
}
