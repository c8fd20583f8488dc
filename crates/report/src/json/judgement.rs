//! What a verdict says, wherever one is given.

use serde::Serialize;

use super::super::explain;
use model::Judgement;

#[derive(Serialize)]
pub(super) struct JudgementJson<'a> {
    verdict: &'static str,
    reason: Option<String>,
    /// The name of what is probably wrong, if something was recognised.
    mistake: Option<&'static str>,
    remarks: &'a [String],
}

impl<'a> JudgementJson<'a> {
    pub(super) fn new(judgement: &'a Judgement) -> Self {
        JudgementJson {
            verdict: judgement.verdict.name(),
            reason: explain::judgement_reason(judgement).map(std::borrow::Cow::into_owned),
            mistake: judgement.hints.first().map(|hint| hint.mistake),
            remarks: &judgement.remarks,
        }
    }
}
