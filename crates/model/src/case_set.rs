//! Test cases that students hand in, and what they are graded by.

use std::path::PathBuf;

use super::TestCase;
use serde::{Deserialize, Serialize};

/// What an assignment of kind `cases` asks for.
#[derive(Debug, Clone)]
pub struct CaseSetRules {
    /// A case with the assignment's comparison and limits, and without input.
    pub template: TestCase,
    /// Programs with a fault, each a source.
    pub programs: Vec<PathBuf>,
    /// The sources of a correct program whose mutants are run; none if no mutants are.
    pub solution: Vec<PathBuf>,
    /// How many mutants are run, at most.
    pub max_mutants: usize,
    /// How many cases a student may hand in.
    pub max_cases: usize,
}

/// What makes a set of cases good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CaseSetQuality {
    /// The reference agrees with what each case expects.
    Valid,
    /// The valid cases notice faults of programs.
    Thorough,
    /// Each valid case notices a fault that no earlier one does.
    NotRedundant,
}

/// What was found out about a set of cases.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseSetFindings {
    /// How many cases were handed in.
    pub handed_in: usize,
    /// With how many of them the reference agrees.
    pub valid: usize,
    /// The valid ones that notice nothing that earlier ones do not.
    pub redundant: Vec<String>,
    /// Mutants of the solution.
    pub mutants: FaultTally,
    /// The instructor's programs with faults.
    pub programs: FaultTally,
}

impl CaseSetFindings {
    /// Mutants and programs together.
    pub fn faults(&self) -> FaultTally {
        FaultTally {
            noticed: self.mutants.noticed + self.programs.noticed,
            all: self.mutants.all + self.programs.all,
        }
    }
}

/// How many faults are noticed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultTally {
    /// Those that some case notices.
    pub noticed: usize,
    /// All that the assignment's own cases notice.
    pub all: usize,
}
