//! What was found of undefined behaviour.

use serde::Serialize;

use model::{UndefinedBehaviour, UndefinedFinding};

#[derive(Serialize)]
pub(super) struct UndefinedJson<'a> {
    /// Whether it was looked for; if not, `reason` says why.
    checked: bool,
    reason: Option<&'a str>,
    findings: Vec<UndefinedFindingJson<'a>>,
}

impl<'a> UndefinedJson<'a> {
    pub(super) fn new(undefined: &'a UndefinedBehaviour) -> Option<Self> {
        let (reason, findings) = match undefined {
            UndefinedBehaviour::NotAsked => return None,
            UndefinedBehaviour::NotApplicable(reason)
            | UndefinedBehaviour::Unknown(reason)
            | UndefinedBehaviour::Failed(reason) => (Some(reason.as_str()), [].as_slice()),
            UndefinedBehaviour::Found(findings) => (None, findings.as_slice()),
        };
        let findings = findings.iter().map(UndefinedFindingJson::new).collect();
        Some(UndefinedJson {
            checked: reason.is_none(),
            reason,
            findings,
        })
    }
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

impl<'a> UndefinedFindingJson<'a> {
    fn new(finding: &'a UndefinedFinding) -> Self {
        let UndefinedFinding {
            kind,
            sentence,
            detail,
            place,
            cases,
        } = finding;
        let excerpt = place.iter().flat_map(|place| &place.excerpt);
        UndefinedFindingJson {
            kind,
            file: place.as_ref().map(|place| place.file.as_str()),
            line: place.as_ref().map(|place| place.line),
            sentence,
            detail: detail.as_deref(),
            source: excerpt
                .map(|(line, text)| LineJson { line: *line, text })
                .collect(),
            cases,
        }
    }
}

#[derive(Serialize)]
struct LineJson<'a> {
    line: u32,
    text: &'a str,
}
