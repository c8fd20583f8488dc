//! One case: how it was judged, what it cost, and the calls that it made.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

use super::super::explain;
use super::judgement::JudgementJson;
use model::{
    ActualEffect, CallReport, CaseReport, CppValue, Exit, Points, ResourceUsage, ShortestGame,
    TestFailure, TestReport,
};

#[derive(Serialize)]
pub(super) struct CaseJson<'a> {
    id: &'a str,
    description: &'a str,
    tags: &'a [String],
    #[serde(flatten)]
    judgement: JudgementJson<'a>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    args: &'a [String],
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    env: BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    writes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<ShortestJson<'a>>,
    points: Points,
    max_points: Points,
    exit: Option<ExitJson>,
    #[serde(flatten)]
    usage: UsageJson,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    calls: Vec<CallJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tests: Vec<UnitTestJson<'a>>,
}

impl<'a> CaseJson<'a> {
    pub(super) fn new(report: &'a CaseReport) -> Self {
        let seen = report.observation.as_ref();
        let invocation = &report.case.invocation;
        let environment = invocation.environment.iter();
        CaseJson {
            id: &report.case.id,
            description: &report.case.description,
            tags: &report.case.tags,
            judgement: JudgementJson::new(&report.judgement),
            args: &invocation.arguments,
            env: environment
                .map(|(name, value)| (name.as_str(), value.as_str()))
                .collect(),
            files: invocation
                .files
                .iter()
                .map(|file| file.name.as_str())
                .collect(),
            writes: &invocation.writes,
            shortest: report.shortest.as_ref().map(ShortestJson::new),
            points: report.points,
            max_points: report.max_points,
            exit: seen.map(|seen| ExitJson::new(seen.exit)),
            usage: UsageJson::new(seen.map(|seen| seen.usage)),
            calls: report.calls.iter().map(CallJson::new).collect(),
            tests: report.tests.iter().map(UnitTestJson::new).collect(),
        }
    }
}

/// The shortest game that was found with the same fault.
#[derive(Serialize)]
struct ShortestJson<'a> {
    input: &'a [String],
    reason: Option<String>,
    /// Which turn is not as expected, from 1; null where that is not known.
    turn: Option<usize>,
}

impl<'a> ShortestJson<'a> {
    fn new(game: &'a ShortestGame) -> Self {
        let turn = game.judgement.difference.as_ref().and_then(|it| it.turn);
        ShortestJson {
            input: &game.input,
            reason: explain::judgement_reason(&game.judgement).map(Cow::into_owned),
            turn: turn.map(|turn| turn.number + 1),
        }
    }
}

/// One unit test.
#[derive(Serialize)]
struct UnitTestJson<'a> {
    name: &'a str,
    file: &'a str,
    line: usize,
    #[serde(flatten)]
    judgement: JudgementJson<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failures: Vec<FailureJson<'a>>,
}

/// Something that did not hold. What is not known is empty.
#[derive(Serialize)]
struct FailureJson<'a> {
    file: &'a str,
    line: usize,
    expression: &'a str,
    expected: &'a str,
    actual: &'a str,
    sentence: &'a str,
}

impl<'a> UnitTestJson<'a> {
    fn new(report: &'a TestReport) -> Self {
        let TestReport {
            test,
            failures,
            judgement,
            observation: _,
        } = report;
        UnitTestJson {
            name: &test.name,
            file: &test.file,
            line: test.line,
            judgement: JudgementJson::new(judgement),
            failures: failures.iter().map(FailureJson::new).collect(),
        }
    }
}

impl<'a> FailureJson<'a> {
    fn new(failure: &'a TestFailure) -> Self {
        let TestFailure {
            file,
            line,
            expression,
            expected,
            actual,
            sentence,
        } = failure;
        FailureJson {
            file,
            line: *line,
            expression,
            expected,
            actual,
            sentence,
        }
    }
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

impl<'a> CallJson<'a> {
    fn new(report: &'a CallReport) -> Self {
        let effect = |returned: &Option<CppValue>, after: &[CppValue]| EffectJson {
            returned: returned
                .as_ref()
                .map(|value| value.to_abridged_text(ActualEffect::MAX_REPORTED)),
            after: report
                .shown_after
                .iter()
                .filter_map(|(place, name)| {
                    Some((
                        name.as_str(),
                        after
                            .get(*place)?
                            .to_abridged_text(ActualEffect::MAX_REPORTED),
                    ))
                })
                .collect(),
        };
        CallJson {
            call: &report.call,
            judgement: JudgementJson::new(&report.judgement),
            expected: effect(&report.expected.returned, &report.expected.after),
            actual: report
                .actual
                .as_ref()
                .map(|it| effect(&it.returned, &it.after)),
        }
    }
}

/// What a call comes to, each value as C++ writes it.
#[derive(Serialize)]
struct EffectJson<'a> {
    returned: Option<String>,
    after: BTreeMap<&'a str, String>,
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

impl ExitJson {
    fn new(exit: Exit) -> Self {
        match exit {
            Exit::Code(code) => ExitJson::Code(code),
            Exit::Signal(signal) => ExitJson::Signal(explain::signal_name(signal).into_owned()),
            Exit::NotStarted => ExitJson::NotStarted,
            Exit::Stopped(limit) => ExitJson::Stopped(explain::limit_name(limit)),
        }
    }
}

#[derive(Serialize)]
struct UsageJson {
    cpu_seconds: Option<f64>,
    wall_seconds: Option<f64>,
    peak_memory_bytes: Option<u64>,
}

impl UsageJson {
    fn new(usage: Option<ResourceUsage>) -> Self {
        UsageJson {
            cpu_seconds: usage.map(|usage| usage.cpu.as_secs_f64()),
            wall_seconds: usage.map(|usage| usage.wall.as_secs_f64()),
            peak_memory_bytes: usage.map(|usage| usage.peak_memory),
        }
    }
}
