//! `results.json`: the contract `grader/results/v1`, for other programs.
//!
//! Keys may be added, never renamed or removed. Whatever differs between two runs on the same input stands in
//! `cpu_seconds`, `wall_seconds` and `peak_memory_bytes`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{explain, hints};
use crate::model::{
    BuildReport, BuildVerdict, CallReport, CaseReport, Confinement, CriterionReport,
    CriterionState, Exit, Finding, Grade, Gradebook, Judgement, Points, ToolchainVersion,
    Undefined, UndefinedFinding, Usage, Value, Verdict, Warning, Worth,
};

/// The name of the format.
const SCHEMA: &str = "grader/results/v1";

/// The name of the format of one submission's file.
const SUBMISSION_SCHEMA: &str = "grader/submission/v1";

/// The file's text.
pub(super) fn render(gradebook: &Gradebook) -> String {
    let results = Results {
        schema: SCHEMA,
        ungraded: gradebook.grades.iter().filter(|grade| grade.is_ungraded()).count(),
        toolchains: gradebook.toolchains.iter().map(ToolchainJson::of).collect(),
        sandbox: gradebook.confinement.map(SandboxJson::of),
        mistakes: hints::counts(&gradebook.grades).into_iter().map(MistakeJson::of).collect(),
        submissions: gradebook.grades.iter().map(SubmissionJson::of).collect(),
    };
    // Strings, numbers and lists always have a JSON form; only maps with odd keys have none.
    serde_json::to_string_pretty(&results).unwrap_or_default() + "\n"
}

/// One submission alone, for its student.
pub(super) fn render_one(grade: &Grade) -> String {
    let one = OneJson { schema: SUBMISSION_SCHEMA, submission: SubmissionJson::of(grade) };
    serde_json::to_string_pretty(&one).unwrap_or_default() + "\n"
}

#[derive(Serialize)]
struct OneJson<'a> {
    schema: &'static str,
    #[serde(flatten)]
    submission: SubmissionJson<'a>,
}

#[derive(Serialize)]
struct Results<'a> {
    schema: &'static str,
    ungraded: usize,
    toolchains: Vec<ToolchainJson<'a>>,
    sandbox: Option<SandboxJson>,
    mistakes: Vec<MistakeJson>,
    submissions: Vec<SubmissionJson<'a>>,
}

/// How often a mistake was made.
#[derive(Serialize)]
struct MistakeJson {
    mistake: &'static str,
    submissions: usize,
    cases: usize,
}

impl MistakeJson {
    fn of(count: hints::Count) -> MistakeJson {
        let hints::Count { mistake, submissions, cases } = count;
        MistakeJson { mistake, submissions, cases }
    }
}

#[derive(Serialize)]
struct SandboxJson {
    tier: &'static str,
    reads_visible: bool,
}

impl SandboxJson {
    fn of(confinement: Confinement) -> SandboxJson {
        SandboxJson { tier: confinement.tier.letter(), reads_visible: confinement.shows_reads }
    }
}

#[derive(Serialize)]
struct ToolchainJson<'a> {
    name: &'a str,
    command: &'a str,
    version: &'a str,
}

#[derive(Serialize)]
struct SubmissionJson<'a> {
    student: &'a str,
    assignment: &'a str,
    title: &'a str,
    /// Whether `points` is a grade; false where something of ours failed.
    graded: bool,
    points: Points,
    max_points: Points,
    build: BuildJson<'a>,
    /// Null where nobody asked.
    undefined: Option<UndefinedJson<'a>>,
    cases: Vec<CaseJson<'a>>,
    criteria: Vec<CriterionJson<'a>>,
    remarks: &'a [String],
}

#[derive(Serialize)]
struct BuildJson<'a> {
    verdict: BuildVerdict,
    warnings: usize,
    /// The first of them, in the order of files and lines.
    warning_list: Vec<WarningJson<'a>>,
    reason: Option<&'a str>,
    /// The name of one of the run's `toolchains`; null if there was nothing to build.
    toolchain: Option<&'a str>,
    command: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    run: &'a [String],
    log: &'a [String],
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

#[derive(Serialize)]
struct UndefinedJson<'a> {
    /// Whether it was looked for; if not, `reason` says why.
    checked: bool,
    reason: Option<&'a str>,
    findings: Vec<UndefinedFindingJson<'a>>,
}

#[derive(Serialize)]
struct UndefinedFindingJson<'a> {
    kind: &'static str,
    file: Option<&'a str>,
    line: Option<u32>,
    sentence: &'a str,
    detail: Option<&'a str>,
    source: Vec<LineJson<'a>>,
    cases: &'a [String],
}

#[derive(Serialize)]
struct LineJson<'a> {
    line: u32,
    text: &'a str,
}

#[derive(Serialize)]
struct CaseJson<'a> {
    id: &'a str,
    description: &'a str,
    #[serde(flatten)]
    judgement: JudgementJson<'a>,
    points: Points,
    max_points: Points,
    exit: Option<ExitJson>,
    #[serde(flatten)]
    usage: UsageJson,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    calls: Vec<CallJson<'a>>,
}

#[derive(Serialize)]
struct CallJson<'a> {
    call: &'a str,
    #[serde(flatten)]
    judgement: JudgementJson<'a>,
    expected: EffectJson<'a>,
    /// Null where the call did not return.
    actual: Option<EffectJson<'a>>,
}

/// What a call comes to, each value as C++ writes it.
#[derive(Serialize)]
struct EffectJson<'a> {
    returned: Option<String>,
    after: BTreeMap<&'a str, String>,
}

#[derive(Serialize)]
struct JudgementJson<'a> {
    verdict: &'a Verdict,
    reason: Option<String>,
    /// The name of what is probably wrong, if something was recognised.
    mistake: Option<&'static str>,
    remarks: &'a [String],
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum ExitJson {
    Code(i32),
    Signal(String),
    Stopped(&'static str),
    #[serde(rename = "not-started")]
    NotStarted,
}

#[derive(Serialize)]
struct UsageJson {
    cpu_seconds: Option<f64>,
    wall_seconds: Option<f64>,
    peak_memory_bytes: Option<u64>,
}

#[derive(Serialize)]
struct CriterionJson<'a> {
    id: &'a str,
    title: &'a str,
    points: Points,
    max_points: Points,
    /// `ordinary`; or `extra`, which is no part of the submission's `max_points`; or `penalty`, below zero; or `remark`,
    /// which changes no points.
    kind: &'static str,
    state: &'static str,
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cases: Vec<OwnCaseJson<'a>>,
    /// The name of its rule, and what that found: only where a program was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<Vec<FindingJson<'a>>>,
}

/// A place where the program breaks a rule.
#[derive(Serialize)]
struct FindingJson<'a> {
    rule: &'static str,
    file: &'a str,
    /// From 1 on; null where something is missing.
    line: Option<usize>,
    text: &'a str,
    message: &'a str,
}

#[derive(Serialize)]
struct OwnCaseJson<'a> {
    id: &'a str,
    #[serde(flatten)]
    judgement: JudgementJson<'a>,
}

impl<'a> ToolchainJson<'a> {
    fn of(toolchain: &'a ToolchainVersion) -> Self {
        let ToolchainVersion { name, command, version } = toolchain;
        ToolchainJson { name, command, version }
    }
}

impl<'a> SubmissionJson<'a> {
    fn of(grade: &'a Grade) -> Self {
        SubmissionJson {
            student: &grade.student,
            assignment: &grade.assignment,
            title: &grade.title,
            graded: !grade.is_ungraded(),
            points: grade.points,
            max_points: grade.max_points,
            build: BuildJson::of(&grade.build),
            undefined: UndefinedJson::of(&grade.undefined),
            cases: grade.cases.iter().map(CaseJson::of).collect(),
            criteria: grade.criteria.iter().map(CriterionJson::of).collect(),
            remarks: &grade.remarks,
        }
    }
}

impl<'a> BuildJson<'a> {
    fn of(build: &'a BuildReport) -> Self {
        let BuildReport { verdict, warnings, diagnostics: _, reason, command, run, log, toolchain } =
            build;
        let (reason, toolchain) = (reason.as_deref(), toolchain.as_deref());
        let warning_list = warnings.listed.iter().map(WarningJson::of).collect();
        let (verdict, warnings) = (*verdict, warnings.count);
        BuildJson { verdict, warnings, warning_list, reason, toolchain, command, run, log }
    }
}

impl<'a> WarningJson<'a> {
    fn of(warning: &'a Warning) -> Self {
        let Warning { file, line, column, flag, message, source } = warning;
        let flag = Some(flag.as_str()).filter(|flag| !flag.is_empty());
        WarningJson { file, line: *line, column: *column, flag, message, source }
    }
}

impl<'a> UndefinedJson<'a> {
    fn of(undefined: &'a Undefined) -> Option<Self> {
        let (reason, findings) = match undefined {
            Undefined::NotAsked => return None,
            Undefined::NotApplicable(reason)
            | Undefined::Unknown(reason)
            | Undefined::Failed(reason) => (Some(reason.as_str()), [].as_slice()),
            Undefined::Found(findings) => (None, findings.as_slice()),
        };
        let findings = findings.iter().map(UndefinedFindingJson::of).collect();
        Some(UndefinedJson { checked: reason.is_none(), reason, findings })
    }
}

impl<'a> UndefinedFindingJson<'a> {
    fn of(finding: &'a UndefinedFinding) -> Self {
        let UndefinedFinding { kind, sentence, detail, place, cases } = finding;
        let excerpt = place.iter().flat_map(|place| &place.excerpt);
        UndefinedFindingJson {
            kind,
            file: place.as_ref().map(|place| place.file.as_str()),
            line: place.as_ref().map(|place| place.line),
            sentence,
            detail: detail.as_deref(),
            source: excerpt.map(|(line, text)| LineJson { line: *line, text }).collect(),
            cases,
        }
    }
}

impl<'a> CaseJson<'a> {
    fn of(report: &'a CaseReport) -> Self {
        let seen = report.observation.as_ref();
        CaseJson {
            id: &report.case.id,
            description: &report.case.description,
            judgement: JudgementJson::of(&report.judgement),
            points: report.points,
            max_points: report.max_points,
            exit: seen.map(|seen| ExitJson::of(seen.exit)),
            usage: UsageJson::of(seen.map(|seen| seen.usage)),
            calls: report.calls.iter().map(CallJson::of).collect(),
        }
    }
}

impl<'a> CallJson<'a> {
    fn of(report: &'a CallReport) -> Self {
        let effect = |returned: &Option<Value>, after: &[Value]| EffectJson {
            returned: returned.as_ref().map(Value::to_string),
            after: report
                .shown_after
                .iter()
                .filter_map(|(place, name)| Some((name.as_str(), after.get(*place)?.to_string())))
                .collect(),
        };
        CallJson {
            call: &report.call,
            judgement: JudgementJson::of(&report.judgement),
            expected: effect(&report.expected.returned, &report.expected.after),
            actual: report.actual.as_ref().map(|it| effect(&it.returned, &it.after)),
        }
    }
}

impl<'a> JudgementJson<'a> {
    fn of(judgement: &'a Judgement) -> Self {
        JudgementJson {
            verdict: &judgement.verdict,
            reason: explain::reason(judgement).map(std::borrow::Cow::into_owned),
            mistake: judgement.hints.first().map(|hint| hint.mistake),
            remarks: &judgement.remarks,
        }
    }
}

impl ExitJson {
    fn of(exit: Exit) -> Self {
        match exit {
            Exit::Code(code) => ExitJson::Code(code),
            Exit::Signal(signal) => ExitJson::Signal(explain::signal_name(signal).into_owned()),
            Exit::NotStarted => ExitJson::NotStarted,
            Exit::Stopped(limit) => ExitJson::Stopped(explain::limit_name(limit)),
        }
    }
}

impl UsageJson {
    fn of(usage: Option<Usage>) -> Self {
        UsageJson {
            cpu_seconds: usage.map(|usage| usage.cpu.as_secs_f64()),
            wall_seconds: usage.map(|usage| usage.wall.as_secs_f64()),
            peak_memory_bytes: usage.map(|usage| usage.peak_memory),
        }
    }
}

impl<'a> CriterionJson<'a> {
    fn of(criterion: &'a CriterionReport) -> Self {
        let CriterionReport {
            id,
            title,
            points,
            max_points,
            worth,
            state,
            reason,
            judgements,
            rule,
        } = criterion;
        let own = |(id, judgement): &'a (String, Judgement)| OwnCaseJson {
            id,
            judgement: JudgementJson::of(judgement),
        };
        CriterionJson {
            id,
            title,
            points: *points,
            max_points: *max_points,
            kind: kind_name(*worth),
            state: state_name(*state),
            reason: reason.as_deref(),
            cases: judgements.iter().map(own).collect(),
            rule: rule.as_ref().map(|it| it.rule),
            findings: rule
                .as_ref()
                .map(|it| it.inspection.findings.iter().map(FindingJson::of).collect()),
        }
    }
}

impl<'a> FindingJson<'a> {
    fn of(finding: &'a Finding) -> Self {
        let Finding { file, line, rule, text, message } = finding;
        FindingJson { rule, file, line: *line, text, message }
    }
}

fn kind_name(worth: Worth) -> &'static str {
    match worth {
        Worth::Ordinary(_) => "ordinary",
        Worth::Extra(_) => "extra",
        Worth::Penalty { .. } => "penalty",
        Worth::Remark => "remark",
    }
}

fn state_name(state: CriterionState) -> &'static str {
    match state {
        CriterionState::Decided => "decided",
        CriterionState::AwaitsInstructor => "awaits-instructor",
        CriterionState::Skipped => "skipped",
        CriterionState::Ungraded => "ungraded",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;
    use serde_json::{Value, json};

    fn parsed(grades: Vec<Grade>) -> Value {
        serde_json::from_str(&render(&fixture::gradebook(grades))).unwrap()
    }

    #[test]
    fn the_contract_is_kept() {
        let results = parsed(vec![fixture::wrong()]);
        assert_eq!(results["schema"], "grader/results/v1");
        let submission = &results["submissions"][0];
        assert_eq!(submission["student"], "student-02");
        assert_eq!(submission["assignment"], "tttn");
        assert_eq!(submission["points"], json!(75.0));
        assert_eq!(submission["max_points"], json!(100.0));
        assert_eq!(submission["build"]["verdict"], "ok");
        assert_eq!(submission["build"]["warnings"], json!(0));
        let case = &submission["cases"][1];
        assert_eq!(case["id"], "win-main-diagonal");
        assert_eq!(case["verdict"], "wrong-answer");
        assert_eq!(case["points"], json!(0.0));
        assert_eq!(case["max_points"], json!(25.0));
        assert_eq!(case["exit"], json!({ "code": 0 }));
        let criterion = &submission["criteria"][0];
        assert_eq!(criterion["id"], "games");
        assert_eq!(criterion["points"], json!(25.0));
        assert_eq!(criterion["max_points"], json!(50.0));
    }

    #[test]
    fn a_crash_names_its_signal_and_why_it_is_not_right() {
        let case = &parsed(vec![fixture::crash()])["submissions"][0]["cases"][0];
        assert_eq!(case["verdict"], "runtime-error");
        assert_eq!(case["exit"], json!({ "signal": "SIGSEGV" }));
        assert!(case["reason"].as_str().unwrap().contains("memory that is not its own"));
    }

    #[test]
    fn an_ungraded_submission_says_that_its_points_are_no_grade() {
        let results = parsed(vec![fixture::ungraded(), fixture::perfect()]);
        assert_eq!(results["ungraded"], json!(1));
        assert_eq!(results["submissions"][0]["graded"], json!(false));
        assert_eq!(results["submissions"][0]["cases"][0]["verdict"], "ungraded");
        assert_eq!(results["submissions"][0]["criteria"][0]["state"], "ungraded");
        assert_eq!(results["submissions"][1]["graded"], json!(true));
    }

    #[test]
    fn only_the_keys_for_times_and_memory_differ_between_runs() {
        let fast = fixture::perfect();
        let mut slow = fast.clone();
        for case in &mut slow.cases {
            let usage = &mut case.observation.as_mut().unwrap().usage;
            usage.cpu *= 3;
            usage.wall *= 3;
            usage.peak_memory += 1;
        }
        let timeless = |grade| {
            let text = render(&fixture::gradebook(vec![grade]));
            let keep = |line: &&str| {
                !["cpu_seconds", "wall_seconds", "peak_memory_bytes"]
                    .iter()
                    .any(|key| line.contains(key))
            };
            text.lines().filter(keep).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(timeless(fast), timeless(slow));
    }
}
