//! Small changes of a program's text that make it right: the proof of what is wrong in it. For a program that does not compile, those
//! after which it does (`build`).
//!
//! One program holds nearly all changes that are worth trying, each behind a switch (`program`). They are tried on a failing case, the
//! best ones in all cases, alone and together (`search`), within a budget that counts runs. What is found is proved: the changed text
//! itself is built, and must be right in every case under the usual limits. What it proves is a hint; verdicts and points do not
//! change. See [decision 0088](../../../../docs/decisions/0088-a-repair-is-searched-in-one-build.md).

mod build;
mod clues;
mod program;
mod search;

use std::ops::RangeInclusive;

use crate::analysis::{AnalysisTopics, RepairQuestion, analyse_build};
use crate::case_run::CaseRun;
use crate::error::{GradingError, GradingInterrupted};
use crate::submission::{AssignmentGrader, SubmissionOutcome};
use cpp::source;
use judging::feedback;
use model::{
    BuildMethod, Hint, LineChange, ProvedRepair, RepairPlace, RepairProof, RepairableSlip,
    SourceFile, SourceRepair, Toolchain, apply_edits,
};
use search::{RepairSearch, SearchResult};
use support::logged::EscapedForLog;
use toolchain::BuildOutput;
use toolchain::runner::InterruptibleRunner;

impl AssignmentGrader<'_> {
    /// Changes of the program's text that may make it right; none where it is right, or they are not looked for.
    pub(crate) fn find_repairs(
        &self,
        toolchain: &Toolchain,
        ran: &[CaseRun],
        built: &mut BuildOutput,
        runner: &mut InterruptibleRunner,
    ) -> Result<Vec<SourceRepair>, GradingError> {
        let is_compiled = matches!(toolchain.build, BuildMethod::Compiler(_));
        if !is_compiled || !self.may_be_repaired(ran) {
            return Ok(Vec::new());
        }
        let clues = clues::collect_clues(ran);
        let topics = AnalysisTopics {
            repairs: Some(RepairQuestion {
                clues: &clues,
                donors: &self.donors,
            }),
            ..AnalysisTopics::default()
        };
        Ok(analyse_build(self.assignment, built, topics, runner)?.repairs)
    }

    /// Whether changes of a program are looked for at all.
    fn may_be_repaired(&self, ran: &[CaseRun]) -> bool {
        !self.assignment.repair_budget.is_zero()
            && self.session.explains_failures()
            && ran.iter().any(|ran| ran.judgement.verdict.is_failure())
            && ran.iter().all(clues::is_small)
    }

    /// Looks for changes that make the program right, and gives the cases that they make right a hint at their places.
    pub(crate) fn add_repair_hints(
        &self,
        sources: &[SourceFile],
        outcome: &mut SubmissionOutcome<'_>,
    ) -> Result<(), GradingInterrupted> {
        if outcome.repairs.is_empty() {
            return Ok(());
        }
        let _entered = tracing::info_span!("repair").entered();
        let found = self.search_repair(sources, outcome);
        let Some(SearchResult { repairs, cases }) = accept_search_failure(found)? else {
            return Ok(());
        };
        let hints: Vec<Hint> = repairs
            .iter()
            .filter_map(|repair| repair_hint(repair, &outcome.files))
            .collect();
        let slips: Vec<RepairableSlip> = repairs.iter().map(|repair| repair.slip).collect();
        let is_wrong = |ran: &&CaseRun| ran.judgement.verdict.is_failure();
        let wrong = outcome.ran.iter().filter(is_wrong).count();
        let proof = RepairProof::from_counts(cases.len(), wrong);
        for case in cases {
            let judgement = &mut outcome.ran[case].judgement;
            let is_vague = feedback::has_only_vague_hints(&judgement.verdict, &judgement.hints)
                || feedback::has_endless_hint(&judgement.hints);
            let mut others = std::mem::take(&mut judgement.hints);
            others.retain(|other| hints.iter().all(|hint| hint.mistake != other.mistake));
            // What says how the output differs is said first, and then where it is printed.
            if is_vague {
                judgement.hints.clone_from(&hints);
            } else if repairs.iter().all(|repair| repair.slip.is_about_text())
                || repairs.iter().any(|repair| repair.slip.is_only_a_place())
            {
                judgement.hints = [others, hints.clone()].concat();
            } else {
                others.retain(|other| !feedback::is_restated(other, &slips));
                judgement.hints = [hints.clone(), others].concat();
            }
        }
        outcome.repair = describe_repair(&repairs, proof, &outcome.files);
        Ok(())
    }

    fn search_repair(
        &self,
        sources: &[SourceFile],
        outcome: &SubmissionOutcome<'_>,
    ) -> Result<Option<SearchResult>, GradingError> {
        match RepairSearch::start(self, sources, outcome)? {
            Some(mut search) => search.run(),
            None => Ok(None),
        }
    }
}

/// What a search found; nothing if it failed. That changes no grade, so it is only logged.
fn accept_search_failure<T>(
    found: Result<Option<T>, GradingError>,
) -> Result<Option<T>, GradingInterrupted> {
    match found {
        Ok(found) => Ok(found),
        Err(error) => {
            let reason = error.into_reason()?;
            tracing::warn!(reason = %EscapedForLog(&reason), "no change of the program was tried");
            Ok(None)
        }
    }
}

fn repair_hint(repair: &SourceRepair, files: &[(String, Vec<u8>)]) -> Option<Hint> {
    let (name, bytes) = files.get(repair.file)?;
    let text = source::decode_for_repair(bytes);
    let lines = repaired_lines(repair, &text).unwrap_or(repair.line..=repair.line);
    let first = text.lines().nth(lines.start().checked_sub(1)?)?;
    Some(feedback::hint_at(repair.slip, name, &lines, first))
}

/// All lines that are replaced where a statement is wrong, if they are several.
fn repaired_lines(repair: &SourceRepair, text: &str) -> Option<RangeInclusive<usize>> {
    if repair.slip != RepairableSlip::WrongStatement {
        return None;
    }
    let changes = changed_lines("", text, &repair.apply_to(text)?);
    let first = changes.first().filter(|first| !first.removed.is_empty())?;
    let last = changes.last()?;
    let end = last.line + last.removed.lines().count().saturating_sub(1);
    (end > first.line).then_some(first.line..=end)
}

/// What staff see of changes that were proved.
fn describe_repair(
    repairs: &[SourceRepair],
    proof: RepairProof,
    files: &[(String, Vec<u8>)],
) -> Option<ProvedRepair> {
    let mut places = Vec::new();
    let mut changes = Vec::new();
    for (file, (name, bytes)) in files.iter().enumerate() {
        let here = repairs.iter().filter(|repair| repair.file == file);
        let edits: Vec<_> = here.clone().flat_map(|repair| &repair.edits).collect();
        if edits.is_empty() {
            continue;
        }
        for repair in here {
            places.push(RepairPlace {
                mistake: feedback::slip_name(repair.slip).to_owned(),
                file: name.clone(),
                line: repair.line,
            });
        }
        let text = source::decode_for_repair(bytes);
        let changed = apply_edits(edits, &text)?;
        changes.extend(changed_lines(name, &text, &changed));
    }
    Some(ProvedRepair {
        proof,
        places,
        changes,
    })
}

/// The lines of a file that differ.
fn changed_lines(name: &str, before: &str, after: &str) -> Vec<LineChange> {
    let diff = similar::TextDiff::from_lines(before, after);
    let mut changes = Vec::new();
    for operation in diff.ops() {
        if operation.tag() == similar::DiffTag::Equal {
            continue;
        }
        let mut change = LineChange {
            file: name.to_owned(),
            line: operation.old_range().start + 1,
            removed: String::new(),
            added: String::new(),
        };
        for line in diff.iter_changes(operation) {
            match line.tag() {
                similar::ChangeTag::Delete => change.removed.push_str(line.value()),
                similar::ChangeTag::Insert => change.added.push_str(line.value()),
                similar::ChangeTag::Equal => {}
            }
        }
        changes.push(change);
    }
    changes
}
