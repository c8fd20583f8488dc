//! The report of a hunt, bug by bug.

use std::collections::BTreeMap;

use grading::generalise_sentence;

/// The result of a hunt.
#[derive(Debug, Clone, Default)]
pub struct HuntReport {
    /// How many programs were hunted.
    pub programs: usize,
    /// How many games they played.
    pub games: usize,
    /// Where they differ from the reference, by assignment and criterion.
    pub faults: Vec<HuntFault>,
    /// Programs that behave differently in two equal runs.
    pub unsteady: Vec<NondeterministicProgram>,
    /// Programs that were not hunted.
    pub left_out: Vec<SkippedHunt>,
}

/// One way in which programs differ from the reference.
#[derive(Debug, Clone)]
pub struct HuntFault {
    /// The assignment.
    pub assignment: String,
    /// The criterion that would take points for it.
    pub criterion: String,
    /// The verdict on the shortest game.
    pub verdict: &'static str,
    /// The known mistake, if it is one.
    pub mistake: Option<&'static str>,
    /// What is wrong, in a sentence.
    pub sentence: String,
    /// The shortest game; for a program that is no game, the shortest input.
    pub script: Vec<String>,
    /// Whether the assignment is a built-in game.
    pub is_game: bool,
    /// The case that is most like it.
    pub like: String,
    /// Whether it shows in each run.
    pub always: bool,
    /// The students whose programs do it.
    pub programs: Vec<String>,
    /// Those of them with all points of the criterion.
    pub with_all_points: Vec<String>,
}

/// A program that behaves differently in two equal runs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NondeterministicProgram {
    /// The assignment.
    pub assignment: String,
    /// The student.
    pub program: String,
    /// The game.
    pub script: Vec<String>,
}

/// Programs that were not hunted for the same reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedHunt {
    /// The assignment.
    pub assignment: String,
    /// Why not, in words.
    pub why: String,
    /// How many.
    pub programs: usize,
    /// Whether the grader failed.
    pub is_internal_error: bool,
}

impl HuntReport {
    /// Merges equal faults; each keeps the shortest of its games.
    pub(super) fn merge_by_fault(mut self) -> HuntReport {
        let mut all: BTreeMap<(String, String), HuntFault> = BTreeMap::new();
        for fault in std::mem::take(&mut self.faults) {
            let key = (fault.assignment.clone(), fault.fault_kind());
            match all.remove(&key) {
                None => all.insert(key, fault),
                Some(known) => all.insert(key, known.merge_with(fault)),
            };
        }
        self.faults = all.into_values().collect();
        self.faults
            .sort_by(|one, other| one.sort_key().cmp(&other.sort_key()));
        self.unsteady.sort();
        let mut left: BTreeMap<(String, String, bool), usize> = BTreeMap::new();
        for one in std::mem::take(&mut self.left_out) {
            *left
                .entry((one.assignment, one.why, one.is_internal_error))
                .or_default() += one.programs;
        }
        let left = left.into_iter();
        let left = left.map(|((assignment, why, is_ours), programs)| SkippedHunt {
            assignment,
            why,
            programs,
            is_internal_error: is_ours,
        });
        self.left_out = left.collect();
        self
    }
}

impl HuntFault {
    fn fault_kind(&self) -> String {
        fault_key(self.verdict, self.mistake, &self.sentence)
    }

    /// The most frequent first.
    fn sort_key(&self) -> (&str, std::cmp::Reverse<usize>, &str, usize, &[String]) {
        let count = std::cmp::Reverse(self.programs.len());
        (
            &self.assignment,
            count,
            &self.criterion,
            self.script.len(),
            &self.script,
        )
    }

    fn merge_with(mut self, mut other: HuntFault) -> HuntFault {
        if game_length(&other) < game_length(&self) {
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

fn game_length(fault: &HuntFault) -> (bool, usize, Vec<String>) {
    (!fault.always, fault.script.len(), fault.script.clone())
}

/// Equal for equal faults: the known mistake, or else the sentence without what belongs to one game only.
pub(super) fn fault_key(verdict: &str, mistake: Option<&str>, sentence: &str) -> String {
    match mistake {
        Some(mistake) => format!("{verdict} {mistake}"),
        None => format!("{verdict} {}", generalise_sentence(sentence)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(program: &str, sentence: &str, script: &[&str]) -> HuntFault {
        HuntFault {
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
        let found = HuntReport {
            faults,
            ..HuntReport::default()
        }
        .merge_by_fault();
        assert_eq!(found.faults.len(), 2);
        assert_eq!(found.faults[0].programs, ["a", "b"]);
        assert_eq!(found.faults[0].script, ["3"]);
        assert_eq!(found.faults[0].with_all_points, ["a", "b"]);
    }
}
