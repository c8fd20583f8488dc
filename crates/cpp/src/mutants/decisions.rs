//! What an instructor has decided about survivors, found again by the text of their lines.

use super::mutant::{MutantDiff, collapse_whitespace};
use model::AcceptedMutant;

/// A survivor, as decisions know it.
#[derive(Debug)]
pub struct SurvivingMutant<'s> {
    /// The name of its source.
    pub source: &'s str,
    /// The name of its function.
    pub function: Option<&'s str>,
    /// Its lines.
    pub diff: MutantDiff,
    /// Whether it may be a gap: a game shows it and no case, or no game could.
    pub is_gap: bool,
}

/// The place of the decision that accepts each of these survivors.
pub fn match_decisions(
    accepted: &[AcceptedMutant],
    survivors: &[SurvivingMutant<'_>],
) -> Vec<Option<usize>> {
    let place = |one: &SurvivingMutant<'_>| {
        accepted
            .iter()
            .position(|decision| accepts_survivor(decision, one))
    };
    survivors.iter().map(place).collect()
}

/// A gap is accepted by its line only: what is decided about all of a function was decided about what the rubric forgives.
fn accepts_survivor(decision: &AcceptedMutant, one: &SurvivingMutant<'_>) -> bool {
    let AcceptedMutant {
        at,
        within,
        was,
        becomes,
        ..
    } = decision;
    let same = |typed: &str, text: &str| collapse_whitespace(typed) == text;
    let is_there = at == one.source || at.ends_with(&format!("/{}", one.source));
    is_there
        && within
            .as_deref()
            .is_none_or(|within| one.function == Some(within))
        && was
            .as_deref()
            .map_or(!one.is_gap, |was| same(was, &one.diff.was))
        && becomes
            .as_deref()
            .is_none_or(|becomes| same(becomes, &one.diff.becomes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(within: Option<&str>, was: Option<&str>, becomes: Option<&str>) -> AcceptedMutant {
        let owned = |it: Option<&str>| it.map(str::to_owned);
        let at = "calibration/solution.cpp".to_owned();
        let why = String::new();
        AcceptedMutant {
            at,
            within: owned(within),
            was: owned(was),
            becomes: owned(becomes),
            why,
            line: 1,
        }
    }

    fn of(decision: AcceptedMutant, is_gap: bool) -> Vec<Option<usize>> {
        let survivor = |line, function| {
            let shown = MutantDiff {
                line,
                was: "int i = 0;".to_owned(),
                becomes: "int i = 1;".to_owned(),
            };
            SurvivingMutant {
                source: "solution.cpp",
                function: Some(function),
                diff: shown,
                is_gap,
            }
        };
        match_decisions(&[decision], &[survivor(3, "draw"), survivor(9, "play")])
    }

    #[test]
    fn a_decision_follows_its_line_and_not_its_number() {
        let line = Some("  int i =  0;");
        assert_eq!(of(accepted(None, line, None), true), [Some(0), Some(0)]);
        assert_eq!(
            of(accepted(None, line, Some("int i = 1;")), true),
            [Some(0), Some(0)]
        );
        assert_eq!(
            of(accepted(None, line, Some("int i = 2;")), true),
            [None, None]
        );
        assert_eq!(
            of(accepted(Some("draw"), line, None), true),
            [Some(0), None]
        );
    }

    #[test]
    fn a_decision_about_a_whole_function_hides_no_gap() {
        assert_eq!(
            of(accepted(Some("draw"), None, None), false),
            [Some(0), None]
        );
        assert_eq!(of(accepted(Some("draw"), None, None), true), [None, None]);
    }
}
