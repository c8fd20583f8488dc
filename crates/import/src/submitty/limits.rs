//! What programs may use, by the system's own names.

use super::super::document::DocumentNode;
use super::super::notes::quote_word;
use super::super::plan::ImportPlan;

/// Limits of the system by their names there.
pub(super) fn convert_limits(plan: &mut ImportPlan, node: &DocumentNode, place: &str) {
    for (key, value) in node.entries() {
        let number = value.as_number().filter(|number| *number > 0.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is clamped"
        )]
        let bytes = number.map(|it| it.clamp(16e6, 64e9) as u64);
        match (key.name.as_str(), number) {
            ("RLIMIT_CPU", Some(seconds)) => plan.limits.cpu = Some(seconds.clamp(0.1, 600.0)),
            ("RLIMIT_AS" | "RLIMIT_RSS" | "RLIMIT_DATA", Some(_)) => plan.limits.memory = bytes,
            ("RLIMIT_FSIZE", Some(size)) => {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "it is clamped"
                )]
                let size = size.clamp(1024.0, 1e9) as u64;
                plan.limits.output = Some(size);
            }
            ("RLIMIT_NPROC" | "RLIMIT_SIGPENDING" | "RLIMIT_NOFILE" | "RLIMIT_CORE", _) => {
                let text = "processes, open files and signals have limits of their own here";
                plan.notes.add_remark(place, text);
            }
            ("RLIMIT_STACK", Some(_)) => plan.limits.stack = bytes,
            (other, _) => plan.notes.add_dropped(
                place,
                format!("the limit {} is not set here", quote_word(other)),
            ),
        }
    }
}
