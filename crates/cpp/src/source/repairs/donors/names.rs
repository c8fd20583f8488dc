//! Which variable of a donor is which of the program: by how each is used.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::steps::FunctionSteps;

/// Uses in common, in percent of all uses, that two variables must have.
const LEAST_LIKENESS: usize = 15;

/// The names of a donor's function in the program's words.
pub(super) struct DonorNames {
    /// Variables of the donor that the program has, too.
    known: BTreeMap<String, String>,
    /// Variables and functions that only the donor has.
    foreign: BTreeSet<String>,
}

impl DonorNames {
    /// Compares the variables of two functions. `helpers` are the donor's functions that the program does not have.
    pub(super) fn find(
        own: &FunctionSteps,
        other: &FunctionSteps,
        helpers: &BTreeSet<String>,
    ) -> DonorNames {
        let ours = &own.variables;
        let theirs = &other.variables;
        let mut pairs = Vec::new();
        for (left, one) in ours.iter().enumerate() {
            for (right, another) in theirs.iter().enumerate() {
                let likeness = one.likeness(another);
                if likeness >= LEAST_LIKENESS {
                    pairs.push((Reverse(likeness), left, right));
                }
            }
        }
        pairs.sort_unstable();
        let mut names = DonorNames {
            known: BTreeMap::new(),
            foreign: helpers.clone(),
        };
        let mut taken = BTreeSet::new();
        for (_, left, right) in pairs {
            let theirs = theirs[right].name.clone();
            if !names.known.contains_key(&theirs) && taken.insert(left) {
                names.known.insert(theirs, ours[left].name.clone());
            }
        }
        let variables = theirs.iter().map(|one| &one.name);
        let unknown = variables.filter(|name| !names.known.contains_key(*name));
        names.foreign.extend(unknown.cloned());
        names
    }

    /// What a word of the donor is in the program; none if the program does not have it.
    pub(super) fn translate<'n>(&'n self, word: &'n str) -> Option<&'n str> {
        match self.known.get(word) {
            Some(name) => Some(name),
            None => (!self.foreign.contains(word)).then_some(word),
        }
    }
}
