//! What changed points after they were scored, in sentences for the student.

use document::{Block, Prose, prose};
use model::{AdjustmentCause, Grade, GradeAdjustment};

/// A sentence for each adjustment, in their order, as a list; nothing if there are none.
pub(super) fn render_block(grade: &Grade) -> Option<Block> {
    let items: Vec<Prose> = grade.adjustments.iter().map(describe_adjustment).collect();
    (!items.is_empty()).then_some(Block::List(items))
}

fn describe_adjustment(one: &GradeAdjustment) -> Prose {
    let GradeAdjustment {
        cause,
        criterion,
        before,
        after,
        reason,
    } = one;
    let what = match criterion {
        Some(title) => prose!("“{}”", title),
        None => Prose::literal("the whole"),
    };
    match cause {
        AdjustmentCause::Late => {
            let cost = (*before - *after).to_string();
            prose!(
                "{} That costs {} of {} points.",
                reason,
                cost,
                before.to_string()
            )
        }
        AdjustmentCause::Override { by } if before == after => {
            prose!("{} on {}: {}", by, what, reason)
        }
        AdjustmentCause::Override { by } => prose!(
            "{} gave {} instead of {} points for {}: {}",
            by,
            after.to_string(),
            before.to_string(),
            what,
            reason
        ),
    }
}
