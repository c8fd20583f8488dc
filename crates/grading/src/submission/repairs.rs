//! Small changes of a program's text that make it right: the proof of what is wrong in it.
//!
//! Only programs without a built-in game are changed, in places where beginners slip (`source::suggest_repairs`), and only if no better
//! hint is known. Each changed program is built and run like any other. What it proves is a hint; verdicts and points do not change.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::AssignmentGrader;
use super::grader::SubmissionOutcome;
use crate::case_run::CaseRun;
use crate::case_runner::CaseRunner;
use crate::checker::PersistentCheckers;
use crate::error::{GradingError, GradingInterrupted};
use crate::execute::ExecutionTarget;
use crate::experiment::{Experiment, until_count};
use crate::prepared_case::PreparedCase;
use cpp::source;
use judging::feedback;
use model::{BuildLimits, Hint, Judgement, RepairableSlip, SourceFile, SourceRepair, Verdict};
use support::logged::EscapedForLog;
use toolchain::runner::InterruptibleRunner;
use toolchain::{BuildExtras, BuiltProgram};

/// So many cases that are wrong and so many that are right are tried at most: each is a run for each change.
const MOST_CASES: usize = 24;

/// So many cases there must be: of fewer, a change may make all right by chance. Slips in reading are no chance.
const LEAST_CASES: usize = 3;

/// After so many cases that a change does not make right, it is none.
const MOST_MISSES: usize = 3;

/// Processor time of one compilation. Programs that take longer get no such hint.
const LONGEST_BUILD: std::time::Duration = std::time::Duration::from_secs(3);

/// A change, and the cases that it makes right.
struct ProvedRepair<'r> {
    repair: &'r SourceRepair,
    cases: Vec<usize>,
}

/// The cases that a change must make right, and those that it must leave right.
struct RepairAim {
    open: Vec<usize>,
    right: Vec<usize>,
    /// Which slips may be why they are wrong.
    slips: fn(RepairableSlip) -> bool,
}

impl AssignmentGrader<'_> {
    /// Whether changes of a program are looked for at all.
    pub(super) fn may_be_repaired(&self, ran: &[CaseRun]) -> bool {
        let is_game = self.assignment.reference.game().is_some();
        self.session.explains_failures()
            && !is_game
            && ran
                .iter()
                .any(|ran| ran.observation.is_some() && ran.judgement.verdict.is_failure())
    }

    /// Gives the cases that a small change makes right a hint at the place of that change.
    pub(super) fn add_repair_hints(
        &self,
        sources: &[SourceFile],
        outcome: &mut SubmissionOutcome<'_>,
    ) -> Result<(), GradingInterrupted> {
        let proved = match self.prove_repairs(sources, outcome) {
            Ok(proved) => proved,
            // A hint is no more than that: the grade stands.
            Err(error) => {
                let reason = error.into_reason()?;
                tracing::warn!(reason = %EscapedForLog(&reason), "no change of the program was tried");
                return Ok(());
            }
        };
        for (cases, hint) in proved {
            for case in cases {
                outcome.ran[case].judgement.hints = vec![hint.clone()];
            }
        }
        Ok(())
    }

    /// The cases with the same hint, and the hint: one that explains all of them, or two.
    fn prove_repairs(
        &self,
        sources: &[SourceFile],
        outcome: &SubmissionOutcome<'_>,
    ) -> Result<Vec<(Vec<usize>, Hint)>, GradingError> {
        for aim in self.repair_aims(outcome) {
            let proved = self.prove_repairs_for(aim, sources, outcome)?;
            if !proved.is_empty() {
                return Ok(proved);
            }
        }
        Ok(Vec::new())
    }

    /// The same for some of the cases.
    fn prove_repairs_for(
        &self,
        aim: RepairAim,
        sources: &[SourceFile],
        outcome: &SubmissionOutcome<'_>,
    ) -> Result<Vec<(Vec<usize>, Hint)>, GradingError> {
        let mut proved: Vec<ProvedRepair<'_>> = Vec::new();
        for repair in outcome
            .repairs
            .iter()
            .filter(|repair| (aim.slips)(repair.slip))
        {
            let cases = self.cases_fixed_by(repair, &aim, sources, outcome)?;
            let is_whole = cases.len() == aim.open.len();
            // What makes one of many cases right may do so by chance.
            if is_whole || cases.len() > 1 {
                proved.push(ProvedRepair { repair, cases });
            }
            if is_whole {
                break;
            }
        }
        proved.sort_by_key(|proved| std::cmp::Reverse(proved.cases.len()));
        let mut told: Vec<(Vec<usize>, Hint)> = Vec::new();
        let mut left = aim.open;
        for ProvedRepair { repair, cases } in proved.into_iter().take(2) {
            let (own, others): (Vec<usize>, Vec<usize>) =
                left.into_iter().partition(|case| cases.contains(case));
            left = others;
            let hint = repair_hint(repair, &outcome.files).filter(|_| !own.is_empty());
            told.extend(hint.map(|hint| (own, hint)));
        }
        Ok(told)
    }

    /// What is tried, one after the other until something is proved.
    fn repair_aims(&self, outcome: &SubmissionOutcome<'_>) -> Vec<RepairAim> {
        let mut right = Vec::new();
        let mut failed = Vec::new();
        let mut vague = Vec::new();
        let mut endless = Vec::new();
        let mut played = 0;
        for (case, ran) in outcome.ran.iter().enumerate() {
            if ran.observation.is_none() || !ran.case.kind.runs_program() {
                continue;
            }
            played += 1;
            let Judgement { verdict, hints, .. } = &ran.judgement;
            if *verdict == Verdict::Accepted {
                right.push(case);
            }
            if verdict.is_failure() && *verdict != Verdict::PresentationError {
                failed.push(case);
            }
            if feedback::has_only_vague_hints(verdict, hints) {
                vague.push(case);
            }
            if feedback::has_endless_hint(hints) {
                endless.push(case);
            }
        }
        for cases in [&mut right, &mut failed, &mut vague, &mut endless] {
            cases.truncate(MOST_CASES);
        }
        let mut aims = vec![RepairAim {
            open: failed,
            right: right.clone(),
            slips: feedback::is_reading_slip,
        }];
        if played >= LEAST_CASES {
            aims.push(match vague.is_empty() {
                false => RepairAim {
                    open: vague,
                    right,
                    slips: |_| true,
                },
                true => RepairAim {
                    open: endless,
                    right,
                    slips: feedback::may_be_endless,
                },
            });
        }
        aims.retain(|aim| !aim.open.is_empty());
        aims
    }

    /// The cases that the changed program has right; none if it does not compile, or loses one that was right.
    fn cases_fixed_by(
        &self,
        repair: &SourceRepair,
        aim: &RepairAim,
        sources: &[SourceFile],
        outcome: &SubmissionOutcome<'_>,
    ) -> Result<Vec<usize>, GradingError> {
        let folder = tempfile::tempdir().map_err(|error| write_error(&error))?;
        let written = write_changed_sources(repair, outcome, folder.path().to_owned());
        let Some(mut changed) = written.map_err(|error| write_error(&error))? else {
            return Ok(Vec::new());
        };
        changed.extend(
            sources
                .iter()
                .filter(|source| toolchain::is_added_header(source))
                .cloned(),
        );
        let toolchain = self.assignment.choose_toolchain(sources);
        let mut settings = self.assignment.build_settings(toolchain);
        settings.limits = BuildLimits {
            cpu: settings.limits.cpu.min(LONGEST_BUILD),
            ..settings.limits
        };
        let session = self.session;
        let terminal = self.assignment.terminal;
        let mut runner = session.start_submission_runner(toolchain, terminal, self.precompiled)?;
        let ours = self.kit.main_objects()?;
        let extras = BuildExtras {
            ours: &ours,
            precompiled: Some(self.precompiled),
            kept: None,
        };
        let built = toolchain::build_program(&settings, &changed, &extras, &mut runner)?;
        let Some(BuiltProgram::Executable(program)) = built.program else {
            return Ok(Vec::new());
        };
        let program = ExecutionTarget::Built(program);
        let open = Experiment::new(
            [&mut runner],
            &aim.open,
            until_count(MOST_MISSES, |(_, is_right): &(usize, bool)| !is_right),
        );
        let runs = open.run(|runner, &case| {
            let is_right = self.is_accepted_with(&program, &outcome.ran[case].case, runner)?;
            Ok((case, is_right))
        })?;
        let mut made_right = Vec::new();
        for (case, is_right) in &runs {
            made_right.extend(is_right.then_some(*case));
        }
        if made_right.is_empty() || runs.len() - made_right.len() >= MOST_MISSES {
            return Ok(Vec::new());
        }
        let right = Experiment::new([&mut runner], &aim.right, |is_right: &bool| !is_right);
        let runs = right.run(|runner, &case| {
            self.is_accepted_with(&program, &outcome.ran[case].case, runner)
        })?;
        if runs.contains(&false) {
            return Ok(Vec::new());
        }
        Ok(made_right)
    }

    fn is_accepted_with(
        &self,
        program: &ExecutionTarget,
        case: &Arc<PreparedCase>,
        runner: &mut InterruptibleRunner,
    ) -> Result<bool, GradingError> {
        let kept = PersistentCheckers::default();
        let checkers = self.checker_runner(&kept);
        let case_runner = CaseRunner {
            case,
            program,
            checkers,
        };
        let ran = case_runner.run(&case.spec.limits, runner)?;
        Ok(ran.judgement.verdict == Verdict::Accepted)
    }
}

fn write_error(error: &io::Error) -> GradingError {
    GradingError::Internal(format!("a changed program could not be written: {error}"))
}

/// The program's files with one change, in a temporary folder; none if the change does not fit.
fn write_changed_sources(
    repair: &SourceRepair,
    outcome: &SubmissionOutcome<'_>,
    folder: PathBuf,
) -> io::Result<Option<Vec<SourceFile>>> {
    let mut sources = Vec::new();
    for (place, (name, bytes)) in outcome.files.iter().enumerate() {
        let changed = match place == repair.file {
            true => repair
                .apply_to(&source::decode_for_repair(bytes))
                .map(String::into_bytes),
            false => Some(bytes.clone()),
        };
        let Some(bytes) = changed else {
            return Ok(None);
        };
        let path = folder.join(name);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(&path, bytes)?;
        let folder = folder.clone();
        let below = PathBuf::from(name);
        let is_provided = outcome.build.provided.contains(name);
        sources.push(SourceFile {
            folder,
            below,
            name: name.clone(),
            is_provided,
        });
    }
    Ok(Some(sources))
}

fn repair_hint(repair: &SourceRepair, files: &[(String, Vec<u8>)]) -> Option<Hint> {
    let SourceRepair {
        slip,
        file,
        line,
        edits: _,
    } = repair;
    let (name, bytes) = files.get(*file)?;
    let text = source::decode_for_repair(bytes);
    let text = text.lines().nth(line.checked_sub(1)?)?;
    Some(feedback::hint_at(*slip, name, *line, text))
}
