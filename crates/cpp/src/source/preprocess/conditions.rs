//! `#if` and what belongs to it.

use super::super::lexer::Token;
use super::expression;
use super::macros::{MacroBudget, MacroTable};

/// Whether what follows counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BranchState {
    On,
    Off,
    /// It depends on what this module does not know.
    Doubtful,
}

/// The conditions around the present line.
#[derive(Debug, Default)]
pub(super) struct ConditionStack(Vec<ConditionalBlock>);

#[derive(Debug)]
struct ConditionalBlock {
    /// What holds around it.
    around: BranchState,
    /// The present branch.
    now: BranchState,
    /// Whether an earlier branch counts, or may.
    taken: bool,
}

impl ConditionStack {
    /// What holds here.
    pub(super) fn current_branch(&self) -> BranchState {
        self.0
            .last()
            .map_or(BranchState::On, |condition| condition.now)
    }

    /// Takes a directive into account; whether it is a condition that could not be decided.
    pub(super) fn apply_directive(
        &mut self,
        word: &str,
        rest: &[Token],
        macros: &MacroTable,
        budget: &mut MacroBudget,
    ) -> bool {
        let mut truth = |condition: &str| match condition {
            "ifdef" => macros.is_defined(rest.first()),
            "ifndef" => macros.is_defined(rest.first()).map(|it| !it),
            _ => expression::is_true(rest, macros, budget),
        };
        match word {
            "if" | "ifdef" | "ifndef" => {
                let around = self.current_branch();
                let holds = if around == BranchState::Off {
                    Some(false)
                } else {
                    truth(word)
                };
                let now = decide_branch(around, holds);
                self.0.push(ConditionalBlock {
                    around,
                    now,
                    taken: holds != Some(false),
                });
                holds.is_none()
            }
            "elif" | "else" => {
                let Some(condition) = self.0.last_mut() else {
                    return false;
                };
                let holds = match word {
                    _ if condition.taken || condition.around == BranchState::Off => Some(false),
                    "else" => Some(true),
                    _ => truth(word),
                };
                condition.now = decide_branch(condition.around, holds);
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

fn decide_branch(around: BranchState, holds: Option<bool>) -> BranchState {
    match holds {
        Some(true) => around,
        Some(false) => BranchState::Off,
        None => BranchState::Doubtful,
    }
}
