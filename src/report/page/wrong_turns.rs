//! The way from one wrong turn of a page to the next: each failed game that is shown has one.

use super::failed_case::ShownCase;

/// Where a wrong turn stands among all of a page.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// Which it is, from 1.
    pub(super) number: usize,
    pub(super) all: usize,
    /// The anchors of the cases before and behind it.
    pub(super) previous: Option<String>,
    pub(super) next: Option<String>,
}

/// Links the wrong turns of these cases, in their order. One alone needs no link.
pub(super) fn link<'c>(cases: impl Iterator<Item = &'c mut ShownCase>) {
    let mut shown = Vec::new();
    for case in cases {
        case.step = None;
        if case.replay.is_some() {
            shown.push(case);
        }
    }
    let anchors: Vec<String> = shown.iter().map(|case| case.anchor.clone()).collect();
    if anchors.len() < 2 {
        return;
    }
    for (at, case) in shown.into_iter().enumerate() {
        let previous = at.checked_sub(1).and_then(|before| anchors.get(before)).cloned();
        let next = anchors.get(at + 1).cloned();
        case.step = Some(Step { number: at + 1, all: anchors.len(), previous, next });
    }
}
