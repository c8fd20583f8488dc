//! What a person types, and what it means.

use std::io;

use super::questions::{QuestionKind, ReviewQuestion, ReviewedCriterion};
use console::Term;
use model::{GradeOverride, Points};

/// What the keys do.
const KEYS: &str = "\
a   accept: all points
r   reject: no points, with a reason
p   points, to be typed, with a reason
s   skip, for now
A   all points for every program that is left of this criterion
R   no points for every program that is left of it
S   skip every program that is left of it
l   comment on a line of the program; an empty text removes the comment
w   answer the student's objection, and change points with it
u   undo the last decision
q   quit; what was decided stays
?   this list";

/// What a key means.
pub(super) enum ReviewAnswer {
    Points(Points, String),
    Skip,
    /// The same for all that are left of the criterion.
    All(Option<(Points, String)>),
    /// An answer to an objection, and the criterion whose points change with it.
    Reply(String, Option<(String, Points)>),
    Comment(TypedComment),
    Undo,
    Quit,
}

/// A comment as it was typed.
pub(super) struct TypedComment {
    /// The file's name; none if it is the only one, or the first.
    pub(super) file: Option<String>,
    pub(super) line: usize,
    /// None takes the comment away.
    pub(super) text: Option<String>,
    pub(super) change: Option<Points>,
}

pub(super) fn read_answer(question: &ReviewQuestion, term: &Term) -> io::Result<ReviewAnswer> {
    loop {
        let key = term.read_char()?;
        let answer = match key {
            's' => Some(ReviewAnswer::Skip),
            'l' => read_comment(question, term)?.map(ReviewAnswer::Comment),
            'u' => Some(ReviewAnswer::Undo),
            'q' | '\u{3}' | '\u{4}' => Some(ReviewAnswer::Quit),
            '?' => {
                term.write_line(KEYS)?;
                None
            }
            _ => match &question.kind {
                QuestionKind::Criterion(one) => read_judgement(key, one.max, term)?,
                QuestionKind::Objection { row, criteria, .. } if key == 'w' => {
                    read_reply(row, criteria, term)?
                }
                QuestionKind::Objection { .. } => None,
            },
        };
        if let Some(answer) = answer {
            return Ok(answer);
        }
    }
}

/// What a key says about a criterion; none if it says nothing.
fn read_judgement(key: char, max: Points, term: &Term) -> io::Result<Option<ReviewAnswer>> {
    let full = || (max, "All of it is there.".to_owned());
    let none = || (Points::ZERO, "None of it is there.".to_owned());
    Ok(Some(match key {
        'a' => {
            let (points, reason) = full();
            ReviewAnswer::Points(points, reason)
        }
        'r' => {
            let (points, usual) = none();
            ReviewAnswer::Points(points, read_reason(term, &usual)?)
        }
        'p' => match read_points(term, max)? {
            Some(points) => ReviewAnswer::Points(points, read_reason(term, "Judged by hand.")?),
            None => return Ok(None),
        },
        'A' => ReviewAnswer::All(Some(full())),
        'R' => ReviewAnswer::All(Some(none())),
        'S' => ReviewAnswer::All(None),
        _ => return Ok(None),
    }))
}

/// What is typed after a question.
fn read_text(term: &Term, question: &str) -> io::Result<String> {
    term.write_str(question)?;
    let line = term.read_line()?;
    Ok(line.trim().to_owned())
}

/// A comment; none if no line is named.
fn read_comment(question: &ReviewQuestion, term: &Term) -> io::Result<Option<TypedComment>> {
    let place = read_text(term, "line, such as 12 or FILE:12: ")?;
    let (file, line) = match place.rsplit_once(':') {
        Some((file, line)) => (Some(file.to_owned()), line),
        None => (None, place.as_str()),
    };
    let Ok(line) = line.parse() else {
        term.write_line("Expected the number of a line; choose once more.")?;
        return Ok(None);
    };
    let text = read_text(term, "comment, for the student [remove it]: ")?;
    let mut comment = TypedComment {
        file,
        line,
        text: Some(text).filter(|text| !text.is_empty()),
        change: None,
    };
    if let Some(criterion) = question.criterion()
        && comment.text.is_some()
    {
        let title = report::escape_lines(&criterion.title);
        let typed = read_text(term, &format!("points of {title}, such as -1 [none]: "))?;
        let size = typed.strip_prefix('-').unwrap_or(&typed);
        let size = Points::parse(size).filter(|size| *size <= criterion.max);
        comment.change = size.map(|size| match typed.starts_with('-') {
            true => -size,
            false => size,
        });
    }
    Ok(Some(comment))
}

/// An answer to an objection; none if nothing is typed.
fn read_reply(
    row: &GradeOverride,
    criteria: &[(ReviewedCriterion, String)],
    term: &Term,
) -> io::Result<Option<ReviewAnswer>> {
    let answer = read_text(term, "answer, for the student: ")?;
    if answer.is_empty() {
        return Ok(None);
    }
    let ids: Vec<&str> = criteria.iter().map(|(one, _)| one.id.as_str()).collect();
    let usual = row.criterion.as_deref().unwrap_or("none");
    let ids = ids.join(", ");
    let id = read_text(term, &format!("points change of one of {ids} [{usual}]: "))?;
    let id = if id.is_empty() { usual } else { &id };
    let known = criteria.iter().find(|(one, _)| one.id == id);
    let points = match known {
        None => None,
        Some((one, _)) => read_points(term, one.max)?.map(|points| (one.id.clone(), points)),
    };
    Ok(Some(ReviewAnswer::Reply(answer, points)))
}

/// Points as a person types them; none if they are none, or more than can be earned.
fn read_points(term: &Term, max: Points) -> io::Result<Option<Points>> {
    let typed = read_text(term, &format!("points, of {max}: "))?;
    let points = Points::parse(&typed).filter(|points| *points <= max);
    if points.is_none() {
        term.write_line(&format!(
            "Expected a number from 0 to {max}; choose once more."
        ))?;
    }
    Ok(points)
}

fn read_reason(term: &Term, usual: &str) -> io::Result<String> {
    let typed = read_text(term, &format!("why, for the student [{usual}]: "))?;
    Ok(match typed.is_empty() {
        true => usual.to_owned(),
        false => typed,
    })
}
