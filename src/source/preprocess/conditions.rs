//! `#if` and what belongs to it.

use super::super::lexer::Token;
use super::expression;
use super::macros::{Budget, Macros};

/// Whether what follows counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Branch {
    On,
    Off,
    /// It depends on what this module does not know.
    Doubtful,
}

/// The conditions around the present line.
#[derive(Debug, Default)]
pub(super) struct Conditions(Vec<Condition>);

#[derive(Debug)]
struct Condition {
    /// What holds around it.
    around: Branch,
    /// The present branch.
    now: Branch,
    /// Whether an earlier branch counts, or may.
    taken: bool,
}

impl Conditions {
    /// What holds here.
    pub(super) fn branch(&self) -> Branch {
        self.0.last().map_or(Branch::On, |condition| condition.now)
    }

    /// Takes a directive into account; whether it is a condition that could not be decided.
    pub(super) fn take(
        &mut self,
        word: &str,
        rest: &[Token],
        macros: &Macros,
        budget: &mut Budget,
    ) -> bool {
        let mut truth = |condition: &str| match condition {
            "ifdef" => macros.is_defined(rest.first()),
            "ifndef" => macros.is_defined(rest.first()).map(|it| !it),
            _ => expression::is_true(rest, macros, budget),
        };
        match word {
            "if" | "ifdef" | "ifndef" => {
                let around = self.branch();
                let holds = if around == Branch::Off { Some(false) } else { truth(word) };
                let now = decided(around, holds);
                self.0.push(Condition { around, now, taken: holds != Some(false) });
                holds.is_none()
            }
            "elif" | "else" => {
                let Some(condition) = self.0.last_mut() else { return false };
                let holds = match word {
                    _ if condition.taken || condition.around == Branch::Off => Some(false),
                    "else" => Some(true),
                    _ => truth(word),
                };
                condition.now = decided(condition.around, holds);
                condition.taken |= holds != Some(false);
                holds.is_none()
            }
            "endif" => {
                self.0.pop();
                false
            }
            _ => false,
        }
    }
}

fn decided(around: Branch, holds: Option<bool>) -> Branch {
    match holds {
        Some(true) => around,
        Some(false) => Branch::Off,
        None => Branch::Doubtful,
    }
}
