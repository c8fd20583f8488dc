//! What a build comes to: its verdict, and the sentences that go with it.

use super::compiler::CompilerOutput;
use model::{BuildReport, BuildSettings, BuildVerdict, Exit, Toolchain};

pub(super) fn build_verdict(
    settings: &BuildSettings,
    said: &CompilerOutput,
    made: bool,
) -> BuildVerdict {
    match said.exit {
        Exit::Code(0) if made => BuildVerdict::Ok,
        _ if said.hit_limit(&settings.limits) => BuildVerdict::CompileLimit,
        _ => BuildVerdict::CompileError,
    }
}

/// A report that says no more than this.
pub(super) fn verdict_report(verdict: BuildVerdict) -> BuildReport {
    BuildReport {
        reason: verdict_reason(verdict),
        ..BuildReport::new(verdict)
    }
}

fn verdict_reason(verdict: BuildVerdict) -> Option<String> {
    match verdict {
        BuildVerdict::CompileError => Some(BuildReport::COMPILER_ERRORS.to_owned()),
        BuildVerdict::CompileLimit => {
            Some("The compiler needed too much time, memory or room for its files.".to_owned())
        }
        _ => None,
    }
}

pub(super) fn refusal_report(reason: String, toolchain: &Toolchain) -> BuildReport {
    let toolchain = Some(toolchain.name.clone());
    BuildReport {
        reason: Some(reason),
        toolchain,
        ..verdict_report(BuildVerdict::Refused)
    }
}
