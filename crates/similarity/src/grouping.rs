//! Sets of programs that are joined one after the other.

/// Sets of programs; at first each is alone.
#[derive(Debug)]
pub(crate) struct ProgramSets {
    parents: Vec<usize>,
}

impl ProgramSets {
    pub(crate) fn new(programs: usize) -> ProgramSets {
        ProgramSets {
            parents: (0..programs).collect(),
        }
    }

    fn root(&mut self, mut program: usize) -> usize {
        while self.parents[program] != program {
            self.parents[program] = self.parents[self.parents[program]];
            program = self.parents[program];
        }
        program
    }

    /// Puts two programs, and all that is joined with them, into one set.
    pub(crate) fn join(&mut self, a: usize, b: usize) {
        let first = self.root(a);
        let second = self.root(b);
        self.parents[first.max(second)] = first.min(second);
    }

    /// The sets, each ascending, by their first program.
    pub(crate) fn into_sets(mut self) -> Vec<Vec<usize>> {
        let mut sets: Vec<Vec<usize>> = vec![Vec::new(); self.parents.len()];
        for program in 0..self.parents.len() {
            let root = self.root(program);
            sets[root].push(program);
        }
        sets.retain(|set| !set.is_empty());
        sets
    }
}
