//! Which changes make a program right: each on a failing case, the best ones in all cases, alone and together. Then the proof.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use super::clues::{cut_text, expected_text, printed_text};
use super::program::{ChangedBuilder, ChangedProgram};
use super::tracing_prints::{find_printing_line, first_wrong_text};
use crate::case_run::CaseRun;
use crate::error::GradingError;
use crate::prepared_case::{CaseKind, PreparedCase};
use crate::submission::{AssignmentGrader, SubmissionOutcome};
use cpp::mutants::SourceText;
use cpp::schema::{NumberedChange, SwitchKind, reached_changes, write_schema};
use cpp::source;
use judging::feedback;
use model::{
    Exit, LimitKind, RepairableSlip, RunLimits, SourceFile, SourceRepair, TextEdit, Verdict,
    apply_edits,
};
use toolchain::Attempt;

/// What a run and a build cost besides what the program itself needs. A budget counts them so, and not by a clock: all machines find
/// the same.
const RUN_COST: Duration = Duration::from_millis(2);
const BUILD_COST: Duration = Duration::from_millis(150);

/// What a build of one changed text costs in C, which has small headers.
const SMALL_BUILD_COST: Duration = Duration::from_millis(60);

/// How often changes that do not compile are taken out.
const BUILD_ROUNDS: usize = 8;

/// How many findings are built to be proved.
const MOST_PROOFS: usize = 3;

/// So many cases there must be: of fewer, a change may make all right by chance. Slips in reading are no chance.
const LEAST_CASES: usize = 3;

/// In how many wrong cases it is watched where the program comes.
const MOST_WATCHED: usize = 6;

/// How many changes a program may need.
const MOST_CHANGES: usize = 4;

/// How many changes are gone on with, by the number of changes that are on.
const BEAM: [usize; 2] = [3, 2];

/// Processor time that a run may use in the search, in multiples of what the slowest right case used; and at least.
const SLOWER: u32 = 4;
const LEAST_CPU: Duration = Duration::from_millis(20);

/// How long a run of the search may wait besides. A run that waits for a processor is not counted as waiting.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// How many other changes are tried in other lines once one is found, and in how many cases prints are traced.
const MOST_ALTERNATIVES: usize = 120;
const MOST_TRACED: usize = 8;

/// Changes that make a program right, and the cases that they make right.
pub(super) struct SearchResult {
    pub(super) repairs: Vec<SourceRepair>,
    pub(super) cases: Vec<usize>,
    /// A change in another line that does the same: what is wrong is one of the two, and no case tells which.
    pub(super) alternative: Option<SourceRepair>,
    /// The places of the changes in the list.
    changes: Vec<usize>,
}

/// A case of the search.
struct TrialCase {
    /// Its place among the runs.
    place: usize,
    case: Arc<PreparedCase>,
    was_right: bool,
    /// How many changes it showed to be none, since it was right without them.
    refuted: usize,
}

/// How far a run is from what is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RunDistance {
    is_wrong: bool,
    words: usize,
}

/// Changes that were tried together.
#[derive(Clone)]
struct TriedChanges {
    /// By their places in the list.
    changes: Vec<usize>,
    /// How many cases are still wrong; all where that is not known.
    wrong: usize,
    distance: RunDistance,
}

impl TriedChanges {
    /// The fewer cases are wrong, the better; then the nearer the output is.
    fn rank(&self) -> (usize, RunDistance) {
        (self.wrong, self.distance)
    }
}

/// A search at work.
pub(super) struct RepairSearch<'s> {
    builder: ChangedBuilder<'s>,
    outcome: &'s SubmissionOutcome<'s>,
    repairs: &'s [SourceRepair],
    texts: Vec<SourceText>,
    /// All changes that can be turned on.
    program: ChangedProgram<'s>,
    switchable: Vec<usize>,
    /// The prints that can be traced.
    traced: Vec<usize>,
    cases: Vec<TrialCase>,
    limits: RunLimits,
    left: Duration,
    /// What a run costs of it.
    usual: Duration,
    proofs: usize,
}

impl<'s> RepairSearch<'s> {
    /// Builds the program with all changes; none if there is nothing to be found.
    pub(super) fn start(
        grader: &'s AssignmentGrader<'s>,
        sources: &'s [SourceFile],
        outcome: &'s SubmissionOutcome<'s>,
    ) -> Result<Option<RepairSearch<'s>>, GradingError> {
        let mut cases = Vec::new();
        for (place, ran) in outcome.ran.iter().enumerate() {
            if is_judged(ran) {
                cases.push(TrialCase {
                    place,
                    case: Arc::clone(&ran.case),
                    was_right: ran.judgement.verdict == Verdict::Accepted,
                    refuted: 0,
                });
            }
        }
        // What the grader could not judge could not be proved either.
        if cases.len() < outcome.ran.len() || cases.iter().all(|one| one.was_right) {
            return Ok(None);
        }
        let builder = ChangedBuilder {
            grader,
            sources,
            provided: &outcome.build.provided,
        };
        let texts = source_texts(outcome);
        let usual = usual_cost(outcome, &texts);
        let mut left = grader.assignment.repair_budget;
        let built = build_switched(&builder, &texts, &outcome.repairs, &mut left)?;
        let Some((program, places)) = built else {
            return Ok(None);
        };
        let (traced, switchable) = places
            .into_iter()
            .partition(|place| is_trace(&outcome.repairs[*place]));
        Ok(Some(RepairSearch {
            builder,
            outcome,
            repairs: &outcome.repairs,
            texts,
            program,
            switchable,
            traced,
            limits: search_limits(outcome),
            cases,
            left,
            usual,
            proofs: 0,
        }))
    }

    /// Looks for changes that make all cases right, and for one in another line that does the same.
    pub(super) fn run(&mut self) -> Result<Option<SearchResult>, GradingError> {
        let Some(key) = self.key_case() else {
            return Ok(None);
        };
        let mut found = self.find_changes(key)?;
        if let Some(found) = &mut found {
            found.alternative = self.find_alternative(found, key)?;
        }
        Ok(found)
    }

    fn find_changes(&mut self, key: usize) -> Result<Option<SearchResult>, GradingError> {
        let start = self.try_changes(&[], key)?;
        tracing::info!(
            changes = self.switchable.len(),
            distance = start.words,
            "searches a repair"
        );
        // What is right or wrong by chance says nothing of a change.
        if !start.is_wrong {
            return match self.try_compiled_changes(key, true)? {
                Some(found) => Ok(Some(found)),
                None => self.prove_first_values(),
            };
        }
        let nothing = TriedChanges {
            changes: Vec::new(),
            wrong: self.cases.len(),
            distance: start,
        };
        let (mut strong, weak) = self.split_by_strength();
        // What makes all cases right is where all that are wrong come.
        if let Some(shared) = self.reached_by_wrong()? {
            strong.sort_by_key(|change| !shared.contains(&number_of(*change)));
        }
        let all = self.switchable.clone();
        if let Some(found) = self.try_compiled_changes(key, true)? {
            return Ok(Some(found));
        }
        let mut singles = Vec::new();
        if let Some(found) = self.go_on_from(&nothing, &strong, key, &mut singles)? {
            return Ok(Some(found));
        }
        if let Some(found) = self.try_compiled_changes(key, false)? {
            return Ok(Some(found));
        }
        // What makes some cases right is gone on with before less likely changes are looked at.
        let mut pairs = Vec::new();
        singles.sort_by_key(TriedChanges::rank);
        let is_step = |one: &&TriedChanges| !one.distance.is_wrong;
        let steps: Vec<TriedChanges> = singles.iter().filter(is_step).cloned().collect();
        for base in self.distinct_bases(&steps, BEAM[0]) {
            if let Some(found) = self.go_on_from(&base, &strong, key, &mut pairs)? {
                return Ok(Some(found));
            }
        }
        if let Some(found) = self.go_on_from(&nothing, &weak, key, &mut singles)? {
            return Ok(Some(found));
        }
        singles.sort_by_key(TriedChanges::rank);
        let is_other = |one: &&TriedChanges| one.distance.is_wrong;
        let others: Vec<TriedChanges> = singles.iter().filter(is_other).cloned().collect();
        for base in self.distinct_bases(&others, BEAM[0]) {
            if let Some(found) = self.go_on_from(&base, &all, key, &mut pairs)? {
                return Ok(Some(found));
            }
        }
        pairs.sort_by_key(TriedChanges::rank);
        let mut triples = Vec::new();
        for base in self.distinct_bases(&pairs, BEAM[1]) {
            if let Some(found) = self.go_on_from(&base, &all, key, &mut triples)? {
                return Ok(Some(found));
            }
        }
        self.prove_partly(&singles)
    }

    /// Another single change, in another line, that makes all cases right as well. Of texts, what is expected says which one is wrong;
    /// and a statement of another program tells nothing of this one.
    fn find_alternative(
        &mut self,
        found: &SearchResult,
        key: usize,
    ) -> Result<Option<SourceRepair>, GradingError> {
        let &[change] = found.changes.as_slice() else {
            return Ok(None);
        };
        let own = &self.repairs[change];
        // An array before its size is known is a mistake, too; what such a program does is chance.
        let is_array = own.slip == RepairableSlip::StatementPlace && own.switched.is_empty();
        let has_evidence = own.slip.is_about_text() || own.slip.is_certain() || is_array;
        let wrong = self.cases.iter().filter(|one| !one.was_right).count();
        if has_evidence || found.cases.len() < wrong {
            return Ok(None);
        }
        let reached = self.reached_with(&[], key)?;
        let mut tried = 0;
        for other in self.switchable.clone() {
            let repair = &self.repairs[other];
            let is_here = repair.file == own.file && repair.line == own.line;
            let is_reached = |reached: &BTreeSet<u32>| reached.contains(&number_of(other));
            if is_here
                || repair.slip.is_about_text()
                || repair.slip.is_only_a_place()
                || self.overlaps(change, other)
                || !reached.as_ref().is_none_or(is_reached)
            {
                continue;
            }
            tried += 1;
            if self.left.is_zero() || tried > MOST_ALTERNATIVES {
                break;
            }
            if !self.try_changes(&[other], key)?.is_wrong && self.count_wrong(&[other])? == Some(0)
            {
                tracing::info!(slip = ?repair.slip, line = repair.line, "found an alternative");
                return Ok(Some(repair.clone()));
            }
        }
        Ok(None)
    }

    /// The prints that printed the first wrong text, by the places of the runs; of these cases only.
    pub(super) fn trace_wrong_prints(
        &mut self,
        is_open: impl Fn(&CaseRun) -> bool,
    ) -> Result<Vec<(usize, SourceRepair)>, GradingError> {
        let mut found = Vec::new();
        if self.traced.is_empty() {
            return Ok(found);
        }
        let traced = self.traced.clone();
        let mut cases: Vec<usize> = (0..self.cases.len()).collect();
        cases.retain(|case| is_open(&self.outcome.ran[self.cases[*case].place]));
        cases.truncate(MOST_TRACED);
        for case in cases {
            let place = self.cases[case].place;
            let limits = self.trial_limits(case);
            let ran = self.run_trial(&traced, case, false, &limits)?;
            let before = &self.outcome.ran[place];
            let line = wrong_line(before, &ran);
            let print = traced
                .iter()
                .map(|change| &self.repairs[*change])
                .find(|repair| Some(repair.line) == line);
            found.extend(print.map(|repair| (place, repair.clone())));
        }
        Ok(found)
    }

    /// The first of these that are not the same as one before them: equally good, in the same place.
    fn distinct_bases(&self, tried: &[TriedChanges], most: usize) -> Vec<TriedChanges> {
        let mut bases: Vec<TriedChanges> = Vec::new();
        for one in tried {
            let is_same = |base: &TriedChanges| {
                let overlaps = |change: &usize| {
                    base.changes
                        .iter()
                        .any(|other| self.overlaps(*other, *change))
                };
                base.rank() == one.rank() && one.changes.iter().all(overlaps)
            };
            if bases.len() < most && !bases.iter().any(is_same) {
                bases.push(one.clone());
            }
        }
        bases
    }

    /// The changes, and those that are only made where nothing else helps: a print of its own.
    fn split_by_strength(&self) -> (Vec<usize>, Vec<usize>) {
        let is_strong = |change: &usize| {
            let repair = &self.repairs[*change];
            let is_statement = |edit: &TextEdit| edit.text.trim_end().ends_with(';');
            let is_added = repair.edits.iter().any(is_statement);
            repair.slip != RepairableSlip::MissingPrint || !is_added
        };
        self.switchable.iter().copied().partition(is_strong)
    }

    /// Tries each change besides those that are on. What is no step forward is left out of `tried`.
    fn go_on_from(
        &mut self,
        base: &TriedChanges,
        candidates: &[usize],
        key: usize,
        tried: &mut Vec<TriedChanges>,
    ) -> Result<Option<SearchResult>, GradingError> {
        // The case that is looked at is one that is still wrong.
        let mut key = key;
        let mut start = base.distance;
        if !base.changes.is_empty() && !start.is_wrong {
            let Some((place, distance)) = self.first_wrong(&base.changes)? else {
                return Ok(None);
            };
            key = place;
            start = distance;
        }
        let reached = self.reached_with(&base.changes, key)?;
        for &change in candidates {
            if self.left.is_zero() {
                break;
            }
            // Where the program does not come, nothing changes.
            let is_reached = |reached: &BTreeSet<u32>| reached.contains(&number_of(change));
            if !reached.as_ref().is_none_or(is_reached) {
                continue;
            }
            if base
                .changes
                .iter()
                .any(|other| self.overlaps(*other, change))
            {
                continue;
            }
            let changes = [base.changes.as_slice(), &[change]].concat();
            let distance = self.try_changes(&changes, key)?;
            if distance >= start {
                continue;
            }
            let mut wrong = self.cases.len();
            if !distance.is_wrong {
                match self.count_wrong(&changes)? {
                    Some(0) => {
                        if let Some(found) = self.prove(&changes)? {
                            return Ok(Some(found));
                        }
                        continue;
                    }
                    Some(count) => wrong = count,
                    None => continue,
                }
            }
            let next = TriedChanges {
                changes,
                wrong,
                distance,
            };
            // A second change that makes more cases right is gone on with at once.
            let is_step = !base.changes.is_empty() && !distance.is_wrong && wrong < base.wrong;
            if is_step
                && next.changes.len() < MOST_CHANGES
                && let Some(found) = self.go_on_from(&next, candidates, key, tried)?
            {
                return Ok(Some(found));
            }
            tried.push(next);
        }
        Ok(None)
    }

    /// The shortest failing case that ends by itself.
    fn key_case(&self) -> Option<usize> {
        let wrong = (0..self.cases.len()).filter(|index| !self.cases[*index].was_right);
        wrong.min_by_key(|index| {
            let one = &self.cases[*index];
            let ran = &self.outcome.ran[one.place];
            let is_testing = matches!(one.case.kind, CaseKind::UnitTests(..));
            let length = expected_text(&ran.expected).len() + ran.input.len();
            (ran.was_stopped(), is_testing, length)
        })
    }

    /// The numbers of the changes at whose places a case comes with these changes; none if that is not known.
    fn reached_with(
        &mut self,
        changes: &[usize],
        case: usize,
    ) -> Result<Option<BTreeSet<u32>>, GradingError> {
        let is_unseen = matches!(
            self.cases[case].case.kind,
            CaseKind::Calls(..) | CaseKind::UnitTests(..) | CaseKind::Repeated
        );
        if is_unseen || self.left.is_zero() {
            return Ok(None);
        }
        let limits = self.trial_limits(case);
        let ran = self.run_trial(changes, case, true, &limits)?;
        let output = ran.observation.as_ref().map(|seen| seen.stdout());
        let reached = output.and_then(|output| reached_changes(&output));
        tracing::debug!(
            reached = reached.as_ref().map(BTreeSet::len),
            "changes are reached"
        );
        Ok(reached)
    }

    /// The numbers of the changes at whose places all come that are wrong; none if that is not known.
    fn reached_by_wrong(&mut self) -> Result<Option<BTreeSet<u32>>, GradingError> {
        let mut cases = self.cheap_cases();
        cases.retain(|case| !self.cases[*case].was_right);
        cases.truncate(MOST_WATCHED);
        let mut shared: Option<BTreeSet<u32>> = None;
        for case in cases {
            let Some(reached) = self.reached_with(&[], case)? else {
                return Ok(None);
            };
            shared = Some(match shared {
                Some(before) => before.intersection(&reached).copied().collect(),
                None => reached,
            });
        }
        Ok(shared)
    }

    /// Runs a case with these changes.
    fn try_changes(&mut self, changes: &[usize], case: usize) -> Result<RunDistance, GradingError> {
        let limits = self.trial_limits(case);
        let limits = RunLimits {
            output: self.limits.output.min(limits.output),
            ..limits
        };
        let distance = run_distance(&self.run_trial(changes, case, false, &limits)?);
        tracing::debug!(?changes, ?distance, "tried");
        Ok(distance)
    }

    /// The limits of a case while changes are tried in it.
    fn trial_limits(&self, case: usize) -> RunLimits {
        let limits = self.cases[case].case.spec.limits;
        let cpu = self.limits.cpu.min(limits.cpu);
        RunLimits {
            cpu,
            after_end: None,
            wall: limits.wall.min(cpu + LONGEST_WAIT),
            ..limits
        }
    }

    /// Runs a case with these changes, and takes what that costs from what is left. The other changes are off, or watched.
    fn run_trial(
        &mut self,
        changes: &[usize],
        case: usize,
        watches_others: bool,
        limits: &RunLimits,
    ) -> Result<CaseRun, GradingError> {
        let numbers: Vec<u32> = changes.iter().map(|change| number_of(*change)).collect();
        self.program.turn_on(&numbers, watches_others)?;
        let ran = self
            .program
            .run_case(&self.cases[case].case, limits, true)?;
        let cost = run_cost(&ran, self.usual, limits);
        self.left = self.left.saturating_sub(cost);
        Ok(ran)
    }

    /// The first case that is wrong with these changes.
    fn first_wrong(
        &mut self,
        changes: &[usize],
    ) -> Result<Option<(usize, RunDistance)>, GradingError> {
        for case in self.cheap_cases() {
            let distance = self.try_changes(changes, case)?;
            if distance.is_wrong {
                return Ok(Some((case, distance)));
            }
        }
        Ok(None)
    }

    /// How many cases are wrong with these changes; none if one that was right is.
    fn count_wrong(&mut self, changes: &[usize]) -> Result<Option<usize>, GradingError> {
        let mut wrong = 0;
        for case in self.cheap_cases() {
            if self.try_changes(changes, case)?.is_wrong {
                if self.cases[case].was_right {
                    self.cases[case].refuted += 1;
                    return Ok(None);
                }
                wrong += 1;
            }
        }
        Ok(Some(wrong))
    }

    /// The cases that need no compilation of their own. The proof runs all.
    fn cheap_cases(&self) -> Vec<usize> {
        let is_cheap = |one: &TrialCase| !matches!(one.case.kind, CaseKind::UnitTests(..));
        let all = self.cases.iter().enumerate();
        let mut cheap: Vec<usize> = all
            .filter(|(_, one)| is_cheap(one))
            .map(|(index, _)| index)
            .collect();
        // Programs that call functions are linked for each level. What was right is looked at first, and of that what refuted most.
        cheap.sort_by_key(|index| {
            let one = &self.cases[*index];
            let level = one.case.spec.visibility as u8;
            (level, !one.was_right, Reverse(one.refuted))
        });
        cheap
    }

    /// Whether two changes are about the same place, so that only one can be on.
    fn overlaps(&self, one: usize, other: usize) -> bool {
        let left = &self.repairs[one];
        let right = &self.repairs[other];
        let mut pairs = left
            .switched
            .iter()
            .flat_map(|a| right.switched.iter().map(move |b| (&a.edit, &b.edit)));
        one == other
            || (left.file == right.file
                && pairs.any(|(a, b)| a.start < b.end && b.start < a.end || a.start == b.start))
    }

    /// Changes that cannot be behind a switch, each in a program of its own; some before all others.
    fn try_compiled_changes(
        &mut self,
        key: usize,
        is_first: bool,
    ) -> Result<Option<SearchResult>, GradingError> {
        // Unit tests are compiled with each of them.
        let cost = match &self.cases[key].case.kind {
            CaseKind::UnitTests(..) => BUILD_COST * 4,
            _ if self.is_c() => SMALL_BUILD_COST,
            _ => BUILD_COST,
        };
        for change in 0..self.repairs.len() {
            // An array before its size is known is nothing else.
            let is_array = self.repairs[change].slip == RepairableSlip::StatementPlace;
            let repair = &self.repairs[change];
            if !repair.switched.is_empty() || is_array != is_first || is_trace(repair) {
                continue;
            }
            if self.left < cost {
                break;
            }
            self.left = self.left.saturating_sub(cost);
            let changed = self.changed_texts(&[change]);
            let Some(mut program) = self.build_texts(changed)? else {
                continue;
            };
            let case = Arc::clone(&self.cases[key].case);
            let ran = program.run_case(&case, &case.spec.limits, true)?;
            self.left = self
                .left
                .saturating_sub(run_cost(&ran, self.usual, &case.spec.limits));
            if ran.judgement.verdict == Verdict::Accepted
                && let Some(found) = self.prove(&[change])?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Whether all of the program is C.
    fn is_c(&self) -> bool {
        let is_it = |name: &str| name.ends_with(".c") || name.ends_with(".h");
        self.texts.iter().all(|one| is_it(&one.name))
    }

    /// The texts with these changes; none if they do not fit.
    fn changed_texts(&self, changes: &[usize]) -> Option<Vec<SourceText>> {
        let mut texts = self.texts.clone();
        for (file, one) in texts.iter_mut().enumerate() {
            let here = changes.iter().map(|change| &self.repairs[*change]);
            let here = here.filter(|repair| repair.file == file);
            one.text = apply_edits(here.flat_map(|repair| &repair.edits), &one.text)?;
        }
        Some(texts)
    }

    fn build_texts(
        &self,
        texts: Option<Vec<SourceText>>,
    ) -> Result<Option<ChangedProgram<'s>>, GradingError> {
        let Some(texts) = texts else {
            return Ok(None);
        };
        Ok(match self.builder.build(&texts, None)? {
            Attempt::Done(program) => Some(program),
            Attempt::Rejected(_) => None,
        })
    }

    /// Builds the changed text itself, and runs all cases under the usual limits, those that were wrong twice. Changes that are
    /// not needed are left out before.
    fn prove(&mut self, changes: &[usize]) -> Result<Option<SearchResult>, GradingError> {
        let mut changes = changes.to_vec();
        let mut place = 0;
        while changes.len() > 1 && place < changes.len() {
            let mut fewer = changes.clone();
            fewer.remove(place);
            if self.count_wrong(&fewer)? == Some(0) {
                changes = fewer;
            } else {
                place += 1;
            }
        }
        let all = (0..self.cases.len()).collect();
        self.prove_for(&changes, all)
    }

    /// The same for some of the cases that were wrong, and all that were right.
    fn prove_for(
        &mut self,
        changes: &[usize],
        right: BTreeSet<usize>,
    ) -> Result<Option<SearchResult>, GradingError> {
        let repairs: Vec<SourceRepair> = changes
            .iter()
            .map(|change| self.repairs[*change].clone())
            .collect();
        let is_reading = repairs.iter().all(|it| feedback::is_reading_slip(it.slip));
        if self.proofs >= MOST_PROOFS || (self.cases.len() < LEAST_CASES && !is_reading) {
            return Ok(None);
        }
        self.proofs += 1;
        let Some(mut program) = self.build_texts(self.changed_texts(changes))? else {
            return Ok(None);
        };
        let mut made_right = Vec::new();
        for (index, one) in self.cases.iter().enumerate() {
            if !one.was_right && !right.contains(&index) {
                continue;
            }
            let times = if one.was_right { 1 } else { 2 };
            for _ in 0..times {
                let ran = program.run_case(&one.case, &one.case.spec.limits, false)?;
                if ran.judgement.verdict != Verdict::Accepted {
                    return Ok(None);
                }
            }
            if !one.was_right {
                made_right.push(one.place);
            }
        }
        tracing::info!(changes = changes.len(), "found a repair");
        Ok(Some(SearchResult {
            repairs,
            cases: made_right,
            alternative: None,
            changes: changes.to_vec(),
        }))
    }

    /// A program that is wrong only sometimes may use a variable without a first value.
    fn prove_first_values(&mut self) -> Result<Option<SearchResult>, GradingError> {
        for change in self.switchable.clone() {
            let is_value = self.repairs[change].slip == RepairableSlip::InitialValue;
            if is_value
                && self.repairs[change]
                    .edits
                    .iter()
                    .all(|edit| edit.start == edit.end)
                && self.count_wrong(&[change])? == Some(0)
                && let Some(found) = self.prove(&[change])?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Where nothing makes all cases right: a slip that is one in itself, and makes some of them right.
    fn prove_partly(
        &mut self,
        tried: &[TriedChanges],
    ) -> Result<Option<SearchResult>, GradingError> {
        for one in tried.iter().filter(|one| !one.distance.is_wrong) {
            let &[change] = one.changes.as_slice() else {
                continue;
            };
            let slip = self.repairs[change].slip;
            if slip > RepairableSlip::NotReset {
                continue;
            }
            let mut right = BTreeSet::new();
            for case in self.cheap_cases() {
                if !self.cases[case].was_right && !self.try_changes(&[change], case)?.is_wrong {
                    right.insert(case);
                }
            }
            // What makes one of many cases right may do so by chance.
            if (right.len() > 1 || feedback::is_reading_slip(slip))
                && let Some(found) = self.prove_for(&[change], right)?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// Whether a change only shows who prints what.
fn is_trace(repair: &SourceRepair) -> bool {
    repair.slip == RepairableSlip::TracedPrint
}

/// The line that printed the first wrong text of a run, by the same run with its prints traced.
fn wrong_line(before: &CaseRun, traced: &CaseRun) -> Option<usize> {
    let printed = printed_text(before.observation.as_ref()?);
    let output = printed_text(traced.observation.as_ref()?);
    let expected = expected_text(&before.expected);
    let at = first_wrong_text(&printed, &expected)?;
    find_printing_line(&output, &printed, at)
}

/// Whether a case decides about a repair: it was run and judged.
fn is_judged(ran: &CaseRun) -> bool {
    ran.judgement.verdict == Verdict::Accepted || ran.judgement.verdict.is_failure()
}

/// The number of a change behind the switch.
fn number_of(change: usize) -> u32 {
    u32::try_from(change + 1).unwrap_or(u32::MAX)
}

fn source_texts(outcome: &SubmissionOutcome<'_>) -> Vec<SourceText> {
    let mut texts = Vec::new();
    for (name, bytes) in &outcome.files {
        texts.push(SourceText {
            name: name.clone(),
            text: source::decode_for_repair(bytes),
        });
    }
    texts
}

/// Builds one program with all changes that can be behind a switch; with it the places of those that are in it.
fn build_switched<'g>(
    builder: &ChangedBuilder<'g>,
    texts: &[SourceText],
    repairs: &[SourceRepair],
    left: &mut Duration,
) -> Result<Option<(ChangedProgram<'g>, Vec<usize>)>, GradingError> {
    let mut changes: BTreeMap<u32, (usize, Vec<NumberedChange>)> = BTreeMap::new();
    for (place, repair) in repairs.iter().enumerate() {
        let text = texts.get(repair.file).map_or("", |one| one.text.as_str());
        // The places come from a process that has read a student's bytes.
        let fits = |part: &model::SwitchedText| {
            part.edit.start <= part.edit.end && text.get(part.edit.start..part.edit.end).is_some()
        };
        if repair.switched.is_empty() || !repair.switched.iter().all(fits) {
            continue;
        }
        let number = number_of(place);
        let mut parts = Vec::new();
        for switched in &repair.switched {
            parts.push(NumberedChange {
                number,
                source: repair.file,
                switched: switched.clone(),
            });
        }
        changes.insert(number, (place, parts));
    }
    let switch = SwitchKind::Many(repairs.len());
    // Of headers alone, only programs that test them have a switch.
    let is_headers = texts
        .iter()
        .all(|one| model::has_header_ending(std::path::Path::new(&one.name)));
    for _ in 0..BUILD_ROUNDS {
        *left = left.saturating_sub(BUILD_COST);
        let parts: Vec<NumberedChange> = changes
            .values()
            .flat_map(|(_, parts)| parts.clone())
            .collect();
        let schema = write_schema(texts, &parts, switch);
        match builder.build(&schema.sources, Some(switch))? {
            Attempt::Done(program) if program.has_switch() || is_headers => {
                let written = schema.written_changes();
                let mut places = Vec::new();
                for (number, (place, _)) in &changes {
                    if written.contains(number) {
                        places.push(*place);
                    }
                }
                return Ok(Some((program, places)));
            }
            Attempt::Done(_) => return Ok(None),
            Attempt::Rejected(said) => {
                let blamed = schema.blamed_changes(&said);
                let before = changes.len();
                for number in &blamed {
                    if let Some((place, _)) = changes.get(number) {
                        tracing::debug!(change = ?repairs[*place], "does not compile");
                    }
                }
                changes.retain(|number, _| !blamed.contains(number));
                tracing::info!(blamed = before - changes.len(), "changes do not compile");
                tracing::debug!(said, "the compiler's words");
                if changes.len() == before || changes.is_empty() {
                    tracing::debug!(said, "the changes cannot be built into one program");
                    return Ok(None);
                }
            }
        }
    }
    Ok(None)
}

/// What a run may use in the search. The proof is made under the usual limits.
fn search_limits(outcome: &SubmissionOutcome<'_>) -> RunLimits {
    let all = outcome.ran.iter();
    let right = all
        .clone()
        .filter(|ran| ran.judgement.verdict == Verdict::Accepted);
    let used = right.filter_map(|ran| Some(ran.observation.as_ref()?.usage.cpu));
    let slowest = used.max().unwrap_or_default();
    let longest = all.map(|ran| expected_text(&ran.expected).len()).max();
    let output = longest.unwrap_or_default() as u64 * 4 + (16 << 10);
    let limits = outcome.ran.first().map(|ran| ran.case.spec.limits);
    let limits = limits.unwrap_or_else(|| outcome.input_variant.cases[0].spec.limits);
    RunLimits {
        cpu: (slowest * SLOWER).max(LEAST_CPU),
        output,
        ..limits
    }
}

/// What a run costs of the budget: the same for all that end by themselves, and its limit for others. What it really used changes from
/// run to run, and with it would what is found.
fn run_cost(ran: &CaseRun, usual: Duration, limits: &RunLimits) -> Duration {
    let calls = ran.calls.len().max(ran.tests.len()).max(1);
    match ran.observation.as_ref().map(|seen| &seen.exit) {
        Some(Exit::Stopped(LimitKind::Wall)) => limits.wall,
        // The limit of output is low.
        Some(Exit::Stopped(LimitKind::Output)) => usual * 2,
        Some(Exit::Stopped(_)) => limits.cpu.max(usual),
        _ => usual * u32::try_from(calls).unwrap_or(1),
    }
}

/// What a run of this program usually costs: of quick ones always the same, of others in steps of twice as much. Time on the clock is
/// only counted where a program sleeps, because it depends on how busy the machine is.
fn usual_cost(outcome: &SubmissionOutcome<'_>, texts: &[SourceText]) -> Duration {
    const QUICK: Duration = Duration::from_millis(16);
    let sleeps = texts.iter().any(|one| one.text.contains("sleep"));
    let seen = outcome
        .ran
        .iter()
        .filter_map(|ran| ran.observation.as_ref());
    let ended = seen.filter(|seen| matches!(seen.exit, Exit::Code(_)));
    let used = ended.map(|seen| {
        if sleeps {
            seen.usage.wall
        } else {
            seen.usage.cpu
        }
    });
    let slowest = used.max().unwrap_or_default();
    if slowest < QUICK {
        return RUN_COST;
    }
    let steps = u64::try_from(slowest.as_millis()).unwrap_or(u64::MAX / 2);
    Duration::from_millis(steps.next_power_of_two())
}

fn run_distance(ran: &CaseRun) -> RunDistance {
    if ran.judgement.verdict == Verdict::Accepted {
        return RunDistance {
            is_wrong: false,
            words: 0,
        };
    }
    let calls = ran.calls.iter().map(|call| &call.judgement.verdict);
    let tests = ran.tests.iter().map(|test| &test.judgement.verdict);
    let is_right = |verdict: &&_| **verdict == Verdict::Accepted;
    let parts = calls.chain(tests).filter(is_right).count();
    let words = match &ran.observation {
        Some(seen) => {
            let printed = printed_text(seen);
            let expected = expected_text(&ran.expected);
            // A crash is further away than any end.
            let stopped = usize::from(!matches!(seen.exit, Exit::Code(_)));
            source::text_distance(cut_text(&printed), cut_text(&expected)) + stopped
        }
        None => usize::MAX - parts,
    };
    RunDistance {
        is_wrong: true,
        words,
    }
}
