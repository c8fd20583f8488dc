//! The cases of a submission, one by one: played and judged, or not played and why.

use std::collections::BTreeMap;

use super::super::expectations::Dialect;
use super::super::rounds::{Round, Rounds};
use super::{Grading, Ran, Trouble};
use crate::compare::{self, Expected};
use crate::execute::Program;
use crate::judge;
use crate::model::{Comparison, Judgement, Verdict};
use crate::sandbox::Supervisor;

impl Grading<'_> {
    pub(super) fn run_all(
        &self,
        program: &Program,
        called: &BTreeMap<usize, Ran>,
        supervisor: &mut Supervisor,
        dialect: &Dialect,
    ) -> Result<Vec<Ran>, Trouble> {
        let mut all = Vec::with_capacity(self.cases.len());
        for index in 0..self.cases.len() {
            if let Some(called) = called.get(&index) {
                all.push(called.clone());
                continue;
            }
            let rounds = self.rounds(index, program, dialect);
            all.push(self.run(index, &rounds, supervisor)?);
        }
        Ok(all)
    }

    pub(in crate::pipeline) fn rounds<'a>(
        &'a self,
        index: usize,
        program: &'a Program,
        dialect: &'a Dialect,
    ) -> Rounds<'a> {
        let (script, expected) = &dialect.cases[index];
        Rounds {
            case: &self.cases[index],
            script,
            expected,
            messages: &dialect.messages,
            reference: &self.assignment.reference,
            base: dialect.base,
            pairs: dialect.pairs,
            program,
            shows_reads: self.sandbox.shows_reads(),
            interrupt: self.interrupt,
        }
    }

    /// All games of a case. Where something is missing to start them, this case is ungraded, and the next one is run.
    pub(super) fn run(
        &self,
        index: usize,
        rounds: &Rounds<'_>,
        supervisor: &mut Supervisor,
    ) -> Result<Ran, Trouble> {
        match self.run_rounds(index, rounds, supervisor) {
            Err(Trouble::Scarce(reason)) => Ok(self.unjudged(index, &Verdict::Ungraded(reason))),
            ran => ran,
        }
    }

    /// Every game must be right, so what counts is the first that is not.
    fn run_rounds(
        &self,
        index: usize,
        rounds: &Rounds<'_>,
        supervisor: &mut Supervisor,
    ) -> Result<Ran, Trouble> {
        let mut ran = self.judged(index, rounds, rounds.play(0, supervisor)?)?;
        for number in 1..rounds.count() {
            if ran.is_settled() {
                break;
            }
            let next = self.judged(index, rounds, rounds.play(number, supervisor)?)?;
            ran = ran.or_worse(next);
        }
        Ok(ran)
    }

    fn judged(&self, index: usize, rounds: &Rounds<'_>, round: Round) -> Result<Ran, Trouble> {
        let Rounds { case, messages, .. } = rounds;
        let Round { input, expected, seen, remark } = round;
        let judge = |rule: &Comparison| -> Result<Judgement, Trouble> {
            let turns = expected.as_slice();
            let compared = match &rule.checker {
                Some(words) => self.checkers.ask(words, case, turns, &seen)?,
                None => compare::compare(Expected { turns, messages }, &seen, rule),
            };
            let mut judgement = judge::judge(&seen, compared, self.assignment.exit);
            if judgement.verdict != Verdict::Accepted {
                judgement.remarks.extend(remark.clone());
            }
            Ok(judgement)
        };
        let own = self
            .own_comparisons(index)
            .map(|(criterion, rule)| Ok((criterion, judge(rule)?)))
            .collect::<Result<_, Trouble>>()?;
        let judgement = judge(&case.comparison)?;
        let (calls, observation) = (Vec::new(), Some(seen.abridged()));
        Ok(Ran { input, expected, judgement, own, calls, observation })
    }

    pub(super) fn not_run(&self, verdict: &Verdict) -> Vec<Ran> {
        (0..self.cases.len()).map(|index| self.unjudged(index, verdict)).collect()
    }

    pub(super) fn unjudged(&self, index: usize, verdict: &Verdict) -> Ran {
        let judgement = Judgement::of(verdict.clone());
        let own = self.own_comparisons(index);
        let own = own.map(|(criterion, _)| (criterion, judgement.clone())).collect();
        Ran { own, ..self.unplayed(index, judgement) }
    }

    /// A case whose script was not played.
    pub(super) fn unplayed(&self, index: usize, judgement: Judgement) -> Ran {
        let (input, expected) = self.scripted().cases[index].clone();
        let (calls, own) = (Vec::new(), Vec::new());
        Ran { input, expected, observation: None, judgement, calls, own }
    }

    /// The criteria that compare a case by a rule of their own.
    fn own_comparisons(&self, case: usize) -> impl Iterator<Item = (usize, &Comparison)> {
        self.assignment.criteria.iter().enumerate().filter_map(move |(index, criterion)| {
            criterion.comparison_of(case).map(|comparison| (index, comparison))
        })
    }
}
