//! Small changes of a program's text that make it right: the proof of what is wrong in it.
//!
//! One program holds nearly all changes that are worth trying, each behind a switch (`program`). They are tried on a failing case, the
//! best ones in all cases, alone and together (`search`), within a budget that counts runs. What is found is proved: the changed text
//! itself is built, and must be right in every case under the usual limits. What it proves is a hint; verdicts and points do not
//! change. See [decision 0088](../../../../docs/decisions/0088-a-repair-is-searched-in-one-build.md).

mod clues;
mod program;
mod search;

use crate::analysis::{AnalysisTopics, analyse_build};
use crate::case_run::CaseRun;
use crate::error::{GradingError, GradingInterrupted};
use crate::submission::{AssignmentGrader, SubmissionOutcome};
use cpp::source;
use judging::feedback;
use model::{
    BuildMethod, Hint, ProvedRepair, RepairPlace, SourceFile, SourceRepair, Toolchain, apply_edits,
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
            repairs: Some(&clues),
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
        let found = match self.search_repair(sources, outcome) {
            Ok(found) => found,
            // A hint is no more than that: the grade stands.
            Err(error) => {
                let reason = error.into_reason()?;
                tracing::warn!(reason = %EscapedForLog(&reason), "no change of the program was tried");
                return Ok(());
            }
        };
        let Some(SearchResult { repairs, cases }) = found else {
            return Ok(());
        };
        let hints: Vec<Hint> = repairs
            .iter()
            .filter_map(|repair| repair_hint(repair, &outcome.files))
            .collect();
        for case in cases {
            let judgement = &mut outcome.ran[case].judgement;
            let is_vague = feedback::has_only_vague_hints(&judgement.verdict, &judgement.hints)
                || feedback::has_endless_hint(&judgement.hints);
            let mut others = std::mem::take(&mut judgement.hints);
            others.retain(|other| hints.iter().all(|hint| hint.mistake != other.mistake));
            // What says how the output differs is said first, and then where it is printed.
            if is_vague {
                judgement.hints.clone_from(&hints);
            } else if repairs.iter().all(|repair| repair.slip.is_about_text()) {
                judgement.hints = [others, hints.clone()].concat();
            } else {
                judgement.hints = [hints.clone(), others].concat();
            }
        }
        outcome.repair = describe_repair(&repairs, &outcome.files);
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

fn repair_hint(repair: &SourceRepair, files: &[(String, Vec<u8>)]) -> Option<Hint> {
    let (name, bytes) = files.get(repair.file)?;
    let text = source::decode_for_repair(bytes);
    let text = text.lines().nth(repair.line.checked_sub(1)?)?;
    Some(feedback::hint_at(repair.slip, name, repair.line, text))
}

/// What staff see of changes that make a program right.
fn describe_repair(repairs: &[SourceRepair], files: &[(String, Vec<u8>)]) -> Option<ProvedRepair> {
    let mut places = Vec::new();
    let mut diff = String::new();
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
        diff += &render_diff(name, &text, &changed);
    }
    Some(ProvedRepair { places, diff })
}

/// The lines that differ, as `diff -U0` shows them.
fn render_diff(name: &str, before: &str, after: &str) -> String {
    similar::TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(0)
        .header(name, name)
        .to_string()
}
