//! `required-calls`: functions that must be called when the program runs.

use super::super::name_uses::ReachableNames;
use super::super::program::ParsedProgram;
use model::RuleFinding;

/// Functions that nothing which runs from `main` on uses. Without a `main` nothing is said.
pub(super) fn find_violations(
    rule: &'static str,
    program: &ParsedProgram,
    calls: &[String],
) -> Vec<RuleFinding> {
    let (Some(reach), Some(main)) = (ReachableNames::from_main(program), program.main_file())
    else {
        return Vec::new();
    };
    let missing = calls.iter().filter(|name| !reach.is_used(name));
    missing
        .map(|name| main.finding_without_line(rule, format!("`{name}` is never called.")))
        .collect()
}
