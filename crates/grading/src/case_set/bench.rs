//! The cases of one student: each is compared with the reference, and the valid ones are run with all faults.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::faults::{self, Fault, FaultyPrograms};
use super::files::{self, CaseContent, StatedOutput, StudentCase};
use crate::case_run::CaseRun;
use crate::case_runner::{CaseRound, CaseRunner};
use crate::checker::CheckerRunner;
use crate::error::{GradingError, format_error_chain};
use crate::expectations::prepare_student_case;
use crate::prepared_case::{CaseKind, PreparedCase, VariantContext};
use crate::references::{ReferenceError, ReferenceOracle};
use crate::session::Session;
use crate::switched::LoadedProgram;
use model::{
    Assignment, BulkInput, CaseSetFindings, CaseSetRules, Exit, FaultTally, GameTurn, Judgement,
    Observation, ObservedTurn, OutputPiece, RunLimits, SourceFile, TestCase, TranscriptDifference,
    Verdict, with_line_breaks,
};

/// The reference and the faults, for all students of an assignment.
pub(crate) struct CaseSetBench<'a> {
    assignment: &'a Assignment,
    rules: &'a CaseSetRules,
    context: Arc<VariantContext>,
    session: Session<'a>,
    /// It answers one case at a time.
    oracle: Mutex<ReferenceOracle>,
    faulty: FaultyPrograms,
}

/// What became of a student's cases.
pub(crate) struct CaseSetOutcome {
    /// A run for each case: of a program that prints what the student expects.
    pub(crate) ran: Vec<CaseRun>,
    pub(crate) findings: CaseSetFindings,
    /// What the report should mention.
    pub(crate) remarks: Vec<String>,
}

impl<'a> CaseSetBench<'a> {
    /// Makes the reference ready and builds the faults; none if the assignment asks for programs.
    ///
    /// # Errors
    ///
    /// If one of them cannot be built, or the user wants to stop.
    pub(crate) fn prepare(
        assignment: &'a Assignment,
        own_cases: &[Arc<PreparedCase>],
        context: &Arc<VariantContext>,
        session: Session<'a>,
        course_folder: &Path,
    ) -> Result<Option<CaseSetBench<'a>>, GradingError> {
        let Some(rules) = &assignment.case_set else {
            return Ok(None);
        };
        let oracle = ReferenceOracle::prepare(assignment, course_folder, session)
            .map_err(reference_failure)?;
        let faulty = FaultyPrograms::prepare(assignment, rules, own_cases, session, course_folder)?;
        Ok(Some(CaseSetBench {
            assignment,
            rules,
            context: Arc::clone(context),
            session,
            oracle: Mutex::new(oracle),
            faulty,
        }))
    }

    /// Compares the cases with the reference, and runs the valid ones with the faults.
    ///
    /// # Errors
    ///
    /// If the grader fails, or the user wants to stop.
    pub(crate) fn grade(
        &self,
        sources: &[SourceFile],
        checkers: CheckerRunner<'_>,
    ) -> Result<CaseSetOutcome, GradingError> {
        let (cases, count) = files::read_cases(sources, self.rules)?;
        let mut remarks = Vec::new();
        if count > cases.len() {
            remarks.push(format!(
                "{count} cases were handed in, and only the first {} by name count.",
                cases.len()
            ));
        }
        let mut loaded = self.faulty.load(self.assignment, self.session)?;
        let mut ran = Vec::new();
        let mut valid = Vec::new();
        for (place, case) in cases.into_iter().enumerate() {
            let mut run = self.compare_case(place, case, &loaded, checkers)?;
            if run.judgement.verdict == Verdict::Accepted {
                match self.find_limits(&run.case, &mut loaded, checkers)? {
                    SolutionRun::Usable(limits) => valid.push(UsableCase::new(&run, limits, true)),
                    SolutionRun::Differs(limits) => {
                        valid.push(UsableCase::new(&run, limits, false));
                    }
                    SolutionRun::TooLong => run.judgement = wrong_case(TOO_LONG.to_owned()),
                }
            }
            ran.push(run);
        }
        let mut findings = CaseSetFindings {
            handed_in: ran.len(),
            valid: valid.len(),
            ..CaseSetFindings::default()
        };
        for fault in self.faulty.all() {
            let is_noticed = self.find_first_notice(fault, &mut valid, &mut loaded, checkers)?;
            let tally = match fault {
                Fault::Mutant(_) => &mut findings.mutants,
                Fault::Program(_) => &mut findings.programs,
            };
            *tally = FaultTally {
                noticed: tally.noticed + usize::from(is_noticed),
                all: tally.all + 1,
            };
        }
        let idle = valid.iter().filter(|case| case.noticed == 0);
        findings.redundant = idle.map(|case| case.case.spec.id.clone()).collect();
        Ok(CaseSetOutcome {
            ran,
            findings,
            remarks,
        })
    }

    /// Whether a case notices a fault. The first that does is noted.
    fn find_first_notice(
        &self,
        fault: Fault,
        valid: &mut [UsableCase],
        loaded: &mut LoadedProgram,
        checkers: CheckerRunner<'_>,
    ) -> Result<bool, GradingError> {
        for usable in valid {
            if matches!(fault, Fault::Mutant(_)) && !usable.takes_mutants {
                continue;
            }
            let UsableCase { case, limits, .. } = &*usable;
            if self
                .faulty
                .is_noticed(fault, case, limits, loaded, checkers)?
            {
                usable.noticed += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What programs with faults may use in a valid case, by what the solution needs.
    fn find_limits(
        &self,
        case: &Arc<PreparedCase>,
        loaded: &mut LoadedProgram,
        checkers: CheckerRunner<'_>,
    ) -> Result<SolutionRun, GradingError> {
        if !self.faulty.has_solution() {
            return Ok(SolutionRun::Usable(faults::fault_limits(case, None)));
        }
        let solution = self.faulty.run_solution(case, loaded, checkers)?;
        if let Verdict::Ungraded(reason) = &solution.judgement.verdict {
            return Err(GradingError::Internal(reason.clone()));
        }
        let limits = faults::fault_limits(case, Some(&solution));
        let used = solution.observation.as_ref().map(|seen| seen.usage.cpu);
        if used.is_some_and(|used| used > faults::MOST) {
            return Ok(SolutionRun::TooLong);
        }
        if solution.judgement.verdict != Verdict::Accepted {
            // All its mutants would differ, too, and prove nothing.
            tracing::warn!(
                assignment = self.assignment.id,
                "the solution differs from the reference in a student's case"
            );
            return Ok(SolutionRun::Differs(limits));
        }
        Ok(SolutionRun::Usable(limits))
    }

    /// What a student expects, compared with the reference as if a program had printed it.
    fn compare_case(
        &self,
        place: usize,
        case: StudentCase,
        loaded: &LoadedProgram,
        checkers: CheckerRunner<'_>,
    ) -> Result<CaseRun, GradingError> {
        let spec = self.case_spec(&case);
        let prepare =
            |answer| prepare_student_case(self.assignment, place, &spec, answer, &self.context);
        let content = match case.content {
            Ok(content) => content,
            Err(reason) => {
                return Ok(CaseRun::unplayed(&prepare(None), wrong_case(reason)));
            }
        };
        let mut oracle = self.oracle.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = oracle.answer_case(self.assignment, &spec, checkers);
        drop(oracle);
        let prepared = match answer {
            Ok(answer) => prepare(Some(answer)),
            Err(error) => {
                let reason = explain_refusal(error)?;
                return Ok(CaseRun::unplayed(&prepare(None), wrong_case(reason)));
            }
        };
        let seen = to_observation(&prepared, &content);
        let program = loaded.plain_program();
        let runner = CaseRunner {
            case: &prepared,
            program: &program,
            checkers,
        };
        let expected = Arc::clone(&prepared.expected);
        let round = CaseRound::without_questions(seen, Vec::new(), expected);
        let mut ran = runner.judge_round(round)?;
        reword_judgement(&mut ran.judgement);
        Ok(ran)
    }

    /// The case as if the instructor had written it.
    fn case_spec(&self, case: &StudentCase) -> TestCase {
        let template = &self.rules.template;
        let input = match &case.content {
            Ok(content) => content.input.clone(),
            Err(_) => Vec::new(),
        };
        let bulk_input = template.bulk_input.as_ref().map(|_| BulkInput {
            bytes: with_line_breaks(&input).into_bytes().into(),
            file: None,
        });
        TestCase {
            id: case.id.clone(),
            description: case.description.clone(),
            input,
            bulk_input,
            ..template.clone()
        }
    }
}

/// What the solution does in a valid case.
enum SolutionRun {
    /// It is right.
    Usable(RunLimits),
    /// It is not what the reference does, so its mutants are not run.
    Differs(RunLimits),
    TooLong,
}

/// A valid case.
struct UsableCase {
    case: Arc<PreparedCase>,
    limits: RunLimits,
    takes_mutants: bool,
    /// How many faults it is the first to notice.
    noticed: usize,
}

impl UsableCase {
    fn new(run: &CaseRun, limits: RunLimits, takes_mutants: bool) -> UsableCase {
        UsableCase {
            case: Arc::clone(&run.case),
            limits,
            takes_mutants,
            noticed: 0,
        }
    }
}

/// A case that is not valid, for a reason that no comparison shows.
fn wrong_case(sentence: String) -> Judgement {
    Judgement {
        difference: Some(TranscriptDifference::from_sentence(sentence)),
        ..Judgement::new(Verdict::WrongAnswer)
    }
}

const TOO_LONG: &str = "A correct program takes too long for this case: choose a smaller input.";

/// What a program that prints what a student expects would have been seen to do.
fn to_observation(case: &PreparedCase, content: &CaseContent) -> Observation {
    let turns = match &content.output {
        StatedOutput::Transcript(turns) => {
            let turn = |turn: &GameTurn| ObservedTurn {
                output: turn.printed_text().into_bytes(),
                input: turn.input.clone(),
            };
            turns.iter().map(turn).collect()
        }
        StatedOutput::Whole(output) => {
            cut_at_prompts(&case.expected, output).unwrap_or_else(|| {
                // Nobody knows between which reads it is printed, as of a program that keeps its output back.
                let reads = case.expected.iter().filter_map(|turn| turn.input.clone());
                let silent = |input| ObservedTurn {
                    output: Vec::new(),
                    input: Some(input),
                };
                let last = ObservedTurn {
                    output: output.clone(),
                    input: None,
                };
                reads.map(silent).chain([last]).collect()
            })
        }
    };
    let seen = Observation::new(turns, Exit::Code(0));
    match case.kind {
        CaseKind::WholeInput(_) => {
            let output = seen.stdout();
            seen.with_turns(vec![ObservedTurn {
                output,
                input: None,
            }])
        }
        _ => seen,
    }
}

/// Output as a whole, cut behind each prompt of the reference; none if it has other prompts.
fn cut_at_prompts(expected: &[GameTurn], output: &[u8]) -> Option<Vec<ObservedTurn>> {
    let mut rest = str::from_utf8(output).ok()?;
    let mut turns = Vec::new();
    for turn in expected {
        let length = match (&turn.input, turn.pieces.last()) {
            (None, _) => rest.len(),
            (Some(_), None) => 0,
            (Some(_), Some(OutputPiece::Prompt(prompt))) if !prompt.text.is_empty() => {
                rest.find(&prompt.text)? + prompt.text.len()
            }
            (Some(_), Some(_)) => {
                let printed = turn.printed_text();
                rest.starts_with(&printed).then_some(printed.len())?
            }
        };
        let (output, next) = rest.split_at(length);
        turns.push(ObservedTurn {
            output: output.as_bytes().to_vec(),
            input: turn.input.clone(),
        });
        rest = next;
    }
    Some(turns)
}

/// The judgement in words about a case instead of a program. Remarks on how a program prints say nothing of it.
fn reword_judgement(judgement: &mut Judgement) {
    judgement.remarks.clear();
    if let Some(difference) = &mut judgement.difference {
        let sentence = difference
            .sentence
            .replace("your program printed", "your case expects");
        let sentence = sentence.replace("is expected, but your case", "is right, but your case");
        difference.sentence = sentence.replace("our program", "our case");
    }
}

/// Why a case is not valid if the reference does not come to an end in it.
fn explain_refusal(error: ReferenceError) -> Result<String, GradingError> {
    match error {
        ReferenceError::ScriptTooShort { .. } | ReferenceError::EndlessAtEnd { .. } => Ok(
            "The input ends too early: a correct program still asks for more. Add the lines that bring it to its end."
                .to_owned(),
        ),
        ReferenceError::Fails { .. } | ReferenceError::Endless { .. } => Ok(
            "A correct program cannot handle this input: it does not end as it should. Choose an input that the assignment allows."
                .to_owned(),
        ),
        error => Err(reference_failure(error)),
    }
}

fn reference_failure(error: ReferenceError) -> GradingError {
    match error {
        ReferenceError::Interrupted => GradingError::Interrupted,
        error => GradingError::Internal(format_error_chain(&error)),
    }
}
