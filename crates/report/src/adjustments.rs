//! What changed points after they were scored, in sentences for the student.

use super::{markdown, visible};
use model::{AdjustmentCause, Grade, GradeAdjustment};

/// A sentence for each adjustment, in their order, as a list in Markdown; nothing if there are none.
pub(super) fn render_block(grade: &Grade) -> Option<String> {
    let items: Vec<String> = grade
        .adjustments
        .iter()
        .map(|one| format!("- {}", describe_adjustment(one)))
        .collect();
    (!items.is_empty()).then(|| items.join("\n"))
}

fn describe_adjustment(one: &GradeAdjustment) -> String {
    let GradeAdjustment {
        cause,
        criterion,
        before,
        after,
        reason,
    } = one;
    let reason = markdown::escape_text(&visible::one_line(reason));
    let what = match criterion {
        Some(title) => format!("“{}”", markdown::escape_inline(title)),
        None => "the whole".to_owned(),
    };
    match cause {
        AdjustmentCause::Late => {
            format!(
                "{reason} That costs {} of {before} points.",
                *before - *after
            )
        }
        AdjustmentCause::Override { by } if before == after => {
            format!("{} on {what}: {reason}", markdown::escape_inline(by))
        }
        AdjustmentCause::Override { by } => format!(
            "{} gave {after} instead of {before} points for {what}: {reason}",
            markdown::escape_inline(by)
        ),
    }
}
