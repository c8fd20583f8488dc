//! The way from one wrong turn of a page to the next: each failed game that is shown has one.

/// Where a wrong turn stands among all of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WrongTurnStep {
    /// Which it is, from 1.
    pub(super) number: usize,
    pub(super) all: usize,
    /// The anchors of the cases before and behind it.
    pub(super) previous: Option<String>,
    pub(super) next: Option<String>,
}

/// The way between the wrong turns of cases with these anchors, in their order. One alone has none.
pub(super) fn link_turns(anchors: &[String]) -> Vec<Option<WrongTurnStep>> {
    let step = |at: usize| WrongTurnStep {
        number: at + 1,
        all: anchors.len(),
        previous: at
            .checked_sub(1)
            .and_then(|before| anchors.get(before))
            .cloned(),
        next: anchors.get(at + 1).cloned(),
    };
    (0..anchors.len())
        .map(|at| (anchors.len() > 1).then(|| step(at)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_the_last_lead_one_way_only_and_one_alone_nowhere() {
        let anchors = ["a", "b", "c"].map(str::to_owned);
        let ways: Vec<_> = link_turns(&anchors)
            .into_iter()
            .flatten()
            .map(|step| (step.number, step.all, step.previous, step.next))
            .collect();
        let some = |anchor: &str| Some(anchor.to_owned());
        assert_eq!(
            ways,
            [
                (1, 3, None, some("b")),
                (2, 3, some("a"), some("c")),
                (3, 3, some("b"), None)
            ]
        );
        assert_eq!(link_turns(&anchors[..1]), [None]);
    }
}
