//! `required-calls`: functions that must be called when the program runs.

use super::super::name_uses::Reach;
use super::super::program::Program;
use crate::model::Finding;

/// Functions that nothing which runs from `main` on uses. Without a `main` nothing is said.
pub(super) fn find(rule: &'static str, program: &Program, calls: &[String]) -> Vec<Finding> {
    let (Some(reach), Some(main)) = (Reach::from_main(program), program.main_file()) else {
        return Vec::new();
    };
    let missing = calls.iter().filter(|name| !reach.uses(name));
    missing.map(|name| main.missing(rule, format!("`{name}` is never called."))).collect()
}
