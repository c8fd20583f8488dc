//! What building came to, and what the compiler warned of.

use serde::Serialize;

use super::repair::RepairJson;
use model::{BuildRepairPlace, BuildReport, CompilerWarning};

#[derive(Serialize)]
pub(super) struct BuildJson<'a> {
    verdict: &'static str,
    warnings: usize,
    /// The first of them, in the order of files and lines.
    warning_list: Vec<WarningJson<'a>>,
    /// Why they could not be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings_unknown: Option<&'a str>,
    reason: Option<&'a str>,
    /// The name of one of the run's `toolchains`; null if there was nothing to build.
    toolchain: Option<&'a str>,
    command: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    run: &'a [String],
    log: &'a [String],
    /// Files of the program that are the instructor's.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    provided: &'a [String],
    /// The lines that the grader put in front of the program so that it compiles.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    added: &'a [String],
    /// Changes after which the program compiles; left out where none were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    repair: Option<RepairJson<'a, BuildRepairPlace>>,
}

impl<'a> BuildJson<'a> {
    pub(super) fn new(build: &'a BuildReport) -> Self {
        let BuildReport {
            verdict,
            warnings,
            diagnostics: _,
            awaits_choice: _,
            reason,
            command,
            run,
            log,
            toolchain,
            provided,
            added,
            repair,
        } = build;
        let repair = repair.as_ref();
        let repair = repair.map(|repair| RepairJson::new(&repair.places, &repair.changes));
        let reason = reason.as_deref();
        let toolchain = toolchain.as_deref();
        let warning_list = warnings.listed.iter().map(WarningJson::new).collect();
        let warnings_unknown = warnings.unknown.as_deref();
        let verdict = verdict.name();
        let warnings = warnings.count;
        BuildJson {
            verdict,
            warnings,
            warning_list,
            warnings_unknown,
            reason,
            toolchain,
            command,
            run,
            log,
            provided,
            added,
            repair,
        }
    }
}

#[derive(Serialize)]
struct WarningJson<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    /// Null for what no flag controls.
    flag: Option<&'a str>,
    message: &'a str,
    source: &'a str,
}

impl<'a> WarningJson<'a> {
    fn new(warning: &'a CompilerWarning) -> Self {
        let CompilerWarning {
            file,
            line,
            column,
            flag,
            message,
            source,
        } = warning;
        let flag = Some(flag.as_str()).filter(|flag| !flag.is_empty());
        WarningJson {
            file,
            line: *line,
            column: *column,
            flag,
            message,
            source,
        }
    }
}
