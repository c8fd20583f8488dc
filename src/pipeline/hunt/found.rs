//! What was found, fault by fault.

use std::collections::BTreeMap;

use super::super::told::in_general;

/// All that came of a hunt.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hunted {
    /// How many programs were hunted.
    pub(crate) programs: usize,
    /// How many games they played.
    pub(crate) games: usize,
    /// What they do otherwise than the reference, by assignment and criterion.
    pub(crate) faults: Vec<Fault>,
    /// Programs that do not do the same twice.
    pub(crate) unsteady: Vec<Unsteady>,
    /// Programs that were not hunted.
    pub(crate) left_out: Vec<LeftOut>,
}

/// One thing that programs do otherwise than the reference.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    /// The assignment.
    pub(crate) assignment: String,
    /// The criterion that would take points for it.
    pub(crate) criterion: String,
    /// What the shortest game comes to.
    pub(crate) verdict: &'static str,
    /// The usual mistake that it is, if it is one.
    pub(crate) mistake: Option<&'static str>,
    /// What is wrong, in a sentence.
    pub(crate) sentence: String,
    /// The shortest game, or the shortest input of a program that is no game.
    pub(crate) script: Vec<String>,
    /// Whether the assignment is a built-in game.
    pub(crate) is_game: bool,
    /// The case that is most like it.
    pub(crate) like: String,
    /// Whether it was seen each time.
    pub(crate) always: bool,
    /// Whose programs do it.
    pub(crate) programs: Vec<String>,
    /// Those of them who have all points of the criterion.
    pub(crate) with_all_points: Vec<String>,
}

/// A program that does not do the same twice.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Unsteady {
    /// The assignment.
    pub(crate) assignment: String,
    /// Whose it is.
    pub(crate) program: String,
    /// The game.
    pub(crate) script: Vec<String>,
}

/// Programs that were not hunted for the same reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LeftOut {
    /// The assignment.
    pub(crate) assignment: String,
    /// Why not, in words.
    pub(crate) why: String,
    /// How many.
    pub(crate) programs: usize,
    /// Whether it is for a failure of ours.
    pub(crate) is_ours: bool,
}

impl Hunted {
    /// One fault for each thing that is wrong, with the shortest of its games.
    pub(super) fn by_fault(mut self) -> Hunted {
        let mut all: BTreeMap<(String, String), Fault> = BTreeMap::new();
        for fault in std::mem::take(&mut self.faults) {
            let key = (fault.assignment.clone(), fault.kind());
            match all.remove(&key) {
                None => all.insert(key, fault),
                Some(known) => all.insert(key, known.with(fault)),
            };
        }
        self.faults = all.into_values().collect();
        self.faults.sort_by(|one, other| one.order().cmp(&other.order()));
        self.unsteady.sort();
        let mut left: BTreeMap<(String, String, bool), usize> = BTreeMap::new();
        for one in std::mem::take(&mut self.left_out) {
            *left.entry((one.assignment, one.why, one.is_ours)).or_default() += one.programs;
        }
        let left = left.into_iter();
        let left = left.map(|((assignment, why, is_ours), programs)| LeftOut {
            assignment,
            why,
            programs,
            is_ours,
        });
        self.left_out = left.collect();
        self
    }
}

impl Fault {
    fn kind(&self) -> String {
        kind(self.verdict, self.mistake, &self.sentence)
    }

    /// The most frequent first.
    fn order(&self) -> (&str, std::cmp::Reverse<usize>, &str, usize, &[String]) {
        let count = std::cmp::Reverse(self.programs.len());
        (&self.assignment, count, &self.criterion, self.script.len(), &self.script)
    }

    fn with(mut self, mut other: Fault) -> Fault {
        let length = |fault: &Fault| (!fault.always, fault.script.len(), fault.script.clone());
        if length(&other) < length(&self) {
            std::mem::swap(&mut self, &mut other);
        }
        self.with_all_points.extend(other.with_all_points);
        self.programs.extend(other.programs);
        for names in [&mut self.with_all_points, &mut self.programs] {
            names.sort();
            names.dedup();
        }
        self
    }
}

/// What makes two the same: the mistake that is known, or else what is said of the game, without what belongs to it alone.
pub(super) fn kind(verdict: &str, mistake: Option<&str>, sentence: &str) -> String {
    match mistake {
        Some(mistake) => format!("{verdict} {mistake}"),
        None => format!("{verdict} {}", in_general(sentence)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(program: &str, sentence: &str, script: &[&str]) -> Fault {
        Fault {
            assignment: "tttn".to_owned(),
            criterion: "draws".to_owned(),
            verdict: "wrong-answer",
            mistake: None,
            sentence: sentence.to_owned(),
            script: script.iter().map(|line| (*line).to_owned()).collect(),
            is_game: true,
            like: "draw".to_owned(),
            always: true,
            programs: vec![program.to_owned()],
            with_all_points: vec![program.to_owned()],
        }
    }

    #[test]
    fn what_is_said_of_two_games_is_one_fault_with_the_shorter_game() {
        let faults = vec![
            fault("b", "After the 12th move it prints `Draw`.", &["4", "1"]),
            fault("a", "After the 3rd move it prints `O wins`.", &["3"]),
            fault("c", "It does not end.", &["1"]),
        ];
        let found = Hunted { faults, ..Hunted::default() }.by_fault();
        assert_eq!(found.faults.len(), 2);
        assert_eq!(found.faults[0].programs, ["a", "b"]);
        assert_eq!(found.faults[0].script, ["3"]);
        assert_eq!(found.faults[0].with_all_points, ["a", "b"]);
    }
}
