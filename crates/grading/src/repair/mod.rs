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
mod tracing_prints;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::analysis::{AnalysisTopics, RepairQuestion, analyse_build};
use crate::case_run::CaseRun;
use crate::error::{GradingError, GradingInterrupted};
use crate::submission::{AssignmentGrader, SubmissionOutcome};
use cpp::source;
use judging::feedback::{self, SourceLines};
use model::{
    BuildMethod, ComparisonScope, Hint, LineChange, LineOrder, ProvedRepair, RepairPlace,
    RepairProof, RepairableSlip, SourceFile, SourceRepair, Toolchain, Verdict, apply_edits,
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
        let Some(SearchOutcome { found, prints }) = accept_search_failure(found)? else {
            return Ok(());
        };
        if let Some(found) = found {
            apply_result(found, outcome);
        }
        for (case, repair) in prints {
            let hints = &mut outcome.ran[case].judgement.hints;
            if hints.is_empty()
                && let Some(at) = repaired_lines(&repair, &outcome.files)
            {
                hints.push(feedback::hint_at(repair.slip, &at.as_lines()));
            }
        }
        Ok(())
    }

    fn search_repair(
        &self,
        sources: &[SourceFile],
        outcome: &SubmissionOutcome<'_>,
    ) -> Result<Option<SearchOutcome>, GradingError> {
        let Some(mut search) = RepairSearch::start(self, sources, outcome)? else {
            return Ok(None);
        };
        let found = search.run()?;
        let wrong = outcome.ran.iter().filter(|ran| is_unexplained(ran)).count();
        let is_told = |found: &SearchResult| {
            found.cases.len() >= wrong && !found.repairs.iter().any(is_rewriting)
        };
        let prints = match &found {
            Some(found) if is_told(found) => Vec::new(),
            _ => search.trace_wrong_prints(is_unexplained)?,
        };
        Ok(Some(SearchOutcome { found, prints }))
    }
}

/// What a search came to.
struct SearchOutcome {
    found: Option<SearchResult>,
    /// By case without any other hint, the print that printed the first wrong text.
    prints: Vec<(usize, SourceRepair)>,
}

/// Whether nothing is known of a case that printed something else, where texts are compared as they are.
fn is_unexplained(ran: &CaseRun) -> bool {
    let rule = &ran.case.spec.comparison;
    let is_plain = rule.scope == ComparisonScope::Output
        && rule.is_by_options()
        && rule.case_sensitive
        && rule.numbers.is_none()
        && rule.order == LineOrder::AsReference;
    ran.judgement.verdict == Verdict::WrongAnswer && ran.judgement.hints.is_empty() && is_plain
}

/// Gives the cases that changes make right a hint at their places.
fn apply_result(found: SearchResult, outcome: &mut SubmissionOutcome<'_>) {
    let hints = build_hints(&found, &outcome.files);
    let SearchResult { repairs, cases, .. } = found;
    let slips: Vec<RepairableSlip> = repairs.iter().map(|repair| repair.slip).collect();
    let is_wrong = |ran: &&CaseRun| ran.judgement.verdict.is_failure();
    let wrong = outcome.ran.iter().filter(is_wrong).count();
    let proof = RepairProof::from_counts(cases.len(), wrong);
    let are_texts = slips.iter().all(|slip| slip.is_about_text());
    let are_places = slips.iter().any(|slip| slip.is_only_a_place());
    for case in cases {
        let judgement = &mut outcome.ran[case].judgement;
        let is_vague = feedback::has_only_vague_hints(&judgement.verdict, &judgement.hints)
            || feedback::has_endless_hint(&judgement.hints);
        let mut others = std::mem::take(&mut judgement.hints);
        others.retain(|other| {
            let is_other = hints.iter().all(|hint| hint.mistake != other.mistake);
            is_other && (are_places || !feedback::is_restated(other, &slips))
        });
        // What says how the output differs is said first, and then where it is printed.
        judgement.hints = if is_vague && !hints.is_empty() {
            hints.clone()
        } else if are_texts {
            add_places(others, &hints)
        } else if are_places {
            [others, hints.clone()].concat()
        } else {
            [hints.clone(), others].concat()
        };
    }
    outcome.repair = describe_repair(&repairs, proof, &outcome.files);
}

/// Hints that say how a text differs, with the places where it is printed; of which nothing is known, what is said of the places.
fn add_places(mut others: Vec<Hint>, places: &[Hint]) -> Vec<Hint> {
    let Some(last) = others.last_mut() else {
        return places.to_vec();
    };
    let details = places.iter().filter_map(|hint| hint.detail.clone());
    let all: Vec<String> = last.detail.take().into_iter().chain(details).collect();
    last.detail = Some(all.join(" "));
    others
}

/// What is said of changes. Where the cases do not decide what is wrong, no more than they prove; and nothing of a change that is
/// another program for the same task rather than a correction of this one.
fn build_hints(found: &SearchResult, files: &[(String, Vec<u8>)]) -> Vec<Hint> {
    let repairs = &found.repairs;
    if repairs.iter().any(is_rewriting) {
        return Vec::new();
    }
    let mut places = Vec::new();
    for repair in repairs {
        places.extend(repaired_lines(repair, files).map(|at| (repair.slip, at)));
    }
    let other = found.alternative.as_ref();
    let other = other.and_then(|it| Some((it.slip, repaired_lines(it, files)?)));
    if let ([(slip, at)], Some((other, elsewhere))) = (places.as_slice(), &other) {
        let one = (*slip, &at.as_lines());
        let other = (*other, &elsewhere.as_lines());
        return vec![feedback::either_hint(one, other, found.cases.len())];
    }
    let slips = repairs.iter().map(|repair| repair.slip);
    let doubtful: BTreeSet<RepairableSlip> = slips
        .filter(|slip| !slip.is_about_text() && !slip.is_certain())
        .collect();
    if doubtful.len() > 1 {
        let lines: Vec<_> = places.iter().map(|(_, at)| at.as_lines()).collect();
        return vec![feedback::together_hint(&lines)];
    }
    places
        .iter()
        .map(|(slip, at)| feedback::hint_at(*slip, &at.as_lines()))
        .collect()
}

/// Whether a change brings so many statements of another program that it proves nothing of this one.
fn is_rewriting(repair: &SourceRepair) -> bool {
    const MOST_STATEMENTS: usize = 2;
    let statements = repair
        .edits
        .iter()
        .map(|edit| edit.text.matches(';').count());
    repair.slip.is_only_a_place() && statements.sum::<usize>() > MOST_STATEMENTS
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

/// Lines of a program that a change is about.
struct RepairedLines {
    file: String,
    lines: RangeInclusive<usize>,
    first: String,
}

impl RepairedLines {
    fn as_lines(&self) -> SourceLines<'_> {
        SourceLines {
            file: &self.file,
            lines: self.lines.clone(),
            text: &self.first,
        }
    }
}

fn repaired_lines(repair: &SourceRepair, files: &[(String, Vec<u8>)]) -> Option<RepairedLines> {
    let (name, bytes) = files.get(repair.file)?;
    let text = source::decode_for_repair(bytes);
    let lines = replaced_lines(repair, &text).unwrap_or(repair.line..=repair.line);
    let first = text.lines().nth(lines.start().checked_sub(1)?)?;
    Some(RepairedLines {
        file: name.clone(),
        first: first.to_owned(),
        lines,
    })
}

/// All lines that are replaced where a statement is wrong, if they are several.
fn replaced_lines(repair: &SourceRepair, text: &str) -> Option<RangeInclusive<usize>> {
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
