//! Who judges which program: programs are dealt out among the graders of `[graders]`, always in the same way.

use std::collections::BTreeSet;

use rubric::GraderTable;

use crate::class::ReviewClass;
use crate::queue::ReviewQueue;

/// Who judges what. Groups stay with one grader, and so do neighbours in the queue, because programs that are alike are judged
/// more evenly one after the other.
pub(crate) struct GraderDeal {
    table: GraderTable,
    /// For each group, how many groups of its assignment are before it, and how many there are.
    positions: Vec<(usize, usize)>,
    /// The programs that all graders judge.
    together: BTreeSet<usize>,
}

impl GraderDeal {
    pub(crate) fn new(table: &GraderTable, class: &ReviewClass, queue: &ReviewQueue) -> GraderDeal {
        let mut assignments: Vec<(&str, Vec<usize>)> = Vec::new();
        for (at, group) in queue.groups().iter().enumerate() {
            let first = group.first().and_then(|place| class.grades.get(*place));
            let id = first.map_or("", |grade| grade.assignment.as_str());
            match assignments.iter_mut().find(|(known, _)| *known == id) {
                Some((_, groups)) => groups.push(at),
                None => assignments.push((id, vec![at])),
            }
        }
        let mut deal = GraderDeal {
            table: table.clone(),
            positions: vec![(0, 1); queue.groups().len()],
            together: BTreeSet::new(),
        };
        for (_, groups) in assignments {
            let all = groups.len();
            for (at, group) in groups.iter().enumerate() {
                deal.positions[*group] = (at, all);
            }
            // They are spread over the queue, so that they differ.
            let count = deal.table.together.min(all);
            let chosen = (0..count).map(|number| groups[number * all / count]);
            let firsts = chosen.filter_map(|group| queue.groups()[group].first());
            deal.together.extend(firsts);
        }
        deal
    }

    /// Who judges a criterion for the programs of a group.
    pub(crate) fn owner(&self, group: usize, criterion: &str) -> &str {
        let graders = self.table.graders_of(criterion);
        let (at, all) = self.positions.get(group).copied().unwrap_or((0, 1));
        graders
            .get(at * graders.len() / all)
            .map_or("", String::as_str)
    }

    /// Who judges a criterion at all.
    pub(crate) fn graders_of(&self, criterion: &str) -> &[String] {
        self.table.graders_of(criterion)
    }

    /// All graders.
    pub(crate) fn names(&self) -> &[String] {
        &self.table.names
    }

    /// The programs that all graders judge, in the order of the gradebook.
    pub(crate) fn together(&self) -> impl Iterator<Item = usize> {
        self.together.iter().copied()
    }

    /// Whether all graders of this criterion judge the program, and this is one of them.
    pub(crate) fn is_together(&self, place: usize, criterion: &str, grader: &str) -> bool {
        let graders = self.table.graders_of(criterion);
        self.together.contains(&place) && graders.iter().any(|known| known == grader)
    }
}
