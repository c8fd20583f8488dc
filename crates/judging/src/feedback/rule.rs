//! What a rule is.

use super::judged_run::HintContext;
use model::Hint;

/// Something that recognises one mistake, or a few that are alike.
pub(super) type Rule = fn(&HintContext<'_>) -> Option<Hint>;

/// What the first rule says that recognises anything.
pub(super) fn find_first_hint(rules: &[Rule], context: &HintContext<'_>) -> Option<Hint> {
    rules.iter().find_map(|rule| rule(context))
}
