//! What persons have written about lines of a program, and what they answered to objections.

use crate::visible;
use document::visible::{VisibleDetail, escape_line};
use document::{Block, Prose, prose, prose_to_plain};
use model::{Grade, LineComment, Points, PointsChange, RegradeRequest};

/// A section with the comments in the order of their lines; nothing if there are none.
pub(super) fn render_blocks(grade: &Grade) -> Vec<Block> {
    let mut comments: Vec<&LineComment> = grade.comments.iter().collect();
    if comments.is_empty() {
        return Vec::new();
    }
    comments.sort();
    let mut blocks = vec![Block::heading("Comments on your program")];
    for comment in comments {
        let LineComment {
            line,
            text,
            by,
            change,
        } = comment;
        let place = Prose::code(&format!(
            "{}:{}",
            visible::one_line(&line.file),
            line.number
        ));
        let text = Prose::text(text);
        let by = Prose::text(by);
        let after = match change {
            None => by,
            Some(change) => prose!("{}; {}", describe_change(change, grade), by),
        };
        blocks.push(Block::Paragraph(prose!("{}: {} ({})", place, text, after)));
        if !line.code.trim().is_empty() {
            let code = escape_line(&line.code, VisibleDetail::Plain);
            blocks.push(Block::code("cpp", code));
        }
    }
    blocks
}

/// `−1 by comments`: what all comments give to or take from a criterion; none if that is nothing.
pub(super) fn describe_sum(criterion: &str, grade: &Grade) -> Option<String> {
    let changes = grade.comments.iter().filter_map(|it| it.change.as_ref());
    let about = changes.filter(|change| change.criterion == criterion);
    let sum: Points = about.map(|change| change.points).sum();
    (sum != Points::ZERO).then(|| format!("{} by comments", sum.with_sign()))
}

/// The name of a criterion in reports; its id if there is none.
fn criterion_title<'g>(id: &'g str, grade: &'g Grade) -> &'g str {
    let known = grade.criterion(id);
    known.map_or(id, |one| one.title.as_str())
}

/// `Clear names: −1 point`: what a comment gives or takes.
pub(super) fn describe_change(change: &PointsChange, grade: &Grade) -> String {
    let title = criterion_title(&change.criterion, grade);
    let one = Points::from_number(1.0);
    let is_one = change.points == one || -change.points == one;
    let unit = if is_one { "point" } else { "points" };
    format!("{title}: {} {unit}", change.points.with_sign())
}

/// A section with the student's objections and their answers; nothing if there are none.
pub(super) fn render_requests(grade: &Grade) -> Vec<Block> {
    if grade.requests.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![Block::heading("Your objections")];
    for request in &grade.requests {
        let subject = describe_subject(request, grade);
        let text = Prose::text(&request.text);
        blocks.push(Block::Paragraph(match subject {
            None => prose!("You wrote: “{}”", text),
            Some(subject) => prose!("You wrote about {}: “{}”", subject, text),
        }));
        blocks.push(Block::Paragraph(match &request.answer {
            None => Prose::literal("Nobody has answered yet."),
            Some((answer, by)) => prose!("Answer: {} ({})", answer, by),
        }));
    }
    blocks
}

/// What an objection is about, for a terminal; none if it is the whole.
pub fn describe_request(request: &RegradeRequest, grade: &Grade) -> Option<String> {
    describe_subject(request, grade).map(|subject| prose_to_plain(&subject))
}

/// What an objection is about: a test case or a criterion; none if it is the whole.
pub(super) fn describe_subject(request: &RegradeRequest, grade: &Grade) -> Option<Prose> {
    if let Some(case) = &request.case {
        return Some(prose!("test case {}", Prose::code(case)));
    }
    let title = criterion_title(request.criterion.as_ref()?, grade);
    Some(prose!("“{}”", title))
}
