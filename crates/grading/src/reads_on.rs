//! Programs that are right and then wait for more input: nothing that was printed shows it, and at a keyboard they would not end.

use crate::case_run::CaseRun;
use crate::prepared_case::CaseKind;
use model::{CaseVisibility, ComparisonScope, Exit, Verdict};

/// What the report says where a program read on after the reference had ended. It costs nothing: the program may only wait for a key.
/// Nothing is said of cases that students do not see.
pub(super) fn reading_remark(all: &[CaseRun]) -> Option<String> {
    let is_public = |ran: &&CaseRun| ran.case.spec.visibility == CaseVisibility::Full;
    let mut found = all.iter().filter(is_public).filter(|ran| reads_on(ran));
    let example = found.next()?;
    let others = match found.count() {
        0 => String::new(),
        1 => " and one more case".to_owned(),
        more => format!(" and {more} more cases"),
    };
    Some(format!(
        "In `{}`{others} your program was right, but waited for more input where it should end. Here its input ended; at a keyboard it would \
         go on waiting.",
        example.case.spec.id
    ))
}

fn reads_on(ran: &CaseRun) -> bool {
    let case = &ran.case;
    // How a built-in game must end is judged by itself.
    let can_tell = matches!(case.kind, CaseKind::Script)
        && case.context.game.is_none()
        && !case.spec.end_of_input
        && case.spec.comparison.scope != ComparisonScope::Output;
    let Some(seen) = ran.observation.as_ref().filter(|_| can_tell) else {
        return false;
    };
    let is_right = ran.judgement.verdict == Verdict::Accepted;
    is_right && seen.synchronised && seen.saw_eof && matches!(seen.exit, Exit::Code(_))
}
