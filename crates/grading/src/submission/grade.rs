//! From what was found out about a submission to its grade: findings are collected, scored, and listed by case and criterion.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::grader::{GradedSubmission, SubmissionOutcome};
use super::{AssignmentGrader, forgiven};
use crate::case_run::{CaseRun, CriterionJudgement};
use crate::known_outputs::add_instructor_hints;
use crate::prepared_case::PreparedCase;
use crate::{extra_prompts, held_back, reads_on, reused_cases};
use judging::score;
use judging::score::{CallCount, Score, SubmissionFindings};
use model::{
    AbridgeObservation, Assignment, BuildReport, BuildVerdict, CaseOutcome, CaseOutline,
    CaseReport, CriterionEvidence, Grade, InputOrigin, Judgement, Observation, PlayedGame,
    ScoringRecord, ShortestGame, Submission, UNFOLLOWED_GAME,
};

impl AssignmentGrader<'_> {
    pub(super) fn assemble_grade(
        &self,
        submission: &Submission,
        mut outcome: SubmissionOutcome<'_>,
    ) -> GradedSubmission {
        let ran = &mut outcome.ran;
        add_instructor_hints(&self.assignment.hints, ran);
        let added = forgiven::added_lines_remark(&outcome.build.added);
        let mut remarks = submission.remarks.clone();
        remarks.extend(added.clone());
        remarks.extend(self.input_variant_remark(outcome.input_variant));
        remarks.append(&mut outcome.remarks);
        remarks.extend(extra_prompts::question_remarks(ran));
        remarks.extend(held_back::terminal_remark(ran));
        remarks.extend(reads_on::reading_remark(ran));
        let mut whole_runs = reused_cases::complete_runs(ran);
        ran.iter_mut().for_each(CaseRun::show_questions);
        if !trim_observations(ran) {
            whole_runs.fill(false);
        }
        let unfollowed = unfollowed_games_note(ran);
        let (score, scoring) = self.score_outcome(&outcome);
        let to_check = submission.to_check.iter().cloned();
        let mut grade = Grade {
            student: submission.student.clone(),
            assignment: self.assignment.id.clone(),
            outline: self.assignment.outline.clone(),
            points: score.points(),
            max_points: self.assignment.max_points(),
            build: outcome.build,
            undefined: outcome.undefined,
            repair: outcome.repair,
            cases: self.report_cases(outcome.ran, outcome.shortest, &score),
            criteria: score.criteria,
            adjustments: Vec::new(),
            comments: Vec::new(),
            requests: Vec::new(),
            remarks,
            to_check: to_check.chain(added).chain(unfollowed).collect(),
            hand_in: submission.hand_in.clone(),
            scoring,
        };
        if let Some(rule) = &self.assignment.late {
            score::apply_lateness(&mut grade, rule, submission.due);
        }
        GradedSubmission {
            grade,
            input_variant: outcome.input_variant.place,
            whole_runs,
        }
    }

    /// The points, and what is recorded so that another rubric can score the same findings.
    fn score_outcome(&self, outcome: &SubmissionOutcome<'_>) -> (Score, ScoringRecord) {
        let SubmissionOutcome {
            build,
            ran,
            undefined,
            inspections,
            case_set,
            ..
        } = outcome;
        let judgements: Vec<Judgement> = ran.iter().map(|ran| ran.judgement.clone()).collect();
        let own: Vec<Vec<Judgement>> = (0..self.assignment.criteria.len())
            .map(|criterion| judgements_for_criterion(criterion, self.assignment, ran))
            .collect();
        let calls: Vec<CallCount> = ran
            .iter()
            .map(|ran| CallCount::new(&ran.calls, &ran.tests))
            .collect();
        let findings = SubmissionFindings {
            build,
            undefined,
            cases: &judgements,
            calls: &calls,
            criteria: &own,
            inspections,
            case_set: case_set.as_ref(),
        };
        let scoring = ScoringRecord {
            scheme: Arc::clone(&self.scheme),
            own: own
                .iter()
                .map(|all| all.iter().map(CaseOutcome::from).collect())
                .collect(),
            inspections: inspections.clone(),
            files: None,
            case_set: case_set.clone(),
        };
        (score::score_submission(&self.scheme, &findings), scoring)
    }

    /// The cases as reports list them, in the order of the assignment.
    fn report_cases(
        &self,
        ran: Vec<CaseRun>,
        shortest: Vec<(usize, ShortestGame)>,
        score: &Score,
    ) -> Vec<CaseReport> {
        let mut shortest: BTreeMap<usize, ShortestGame> = shortest.into_iter().collect();
        let written = &self.expectations.scripted_variant().cases;
        // A student's own cases earn points together, and nobody else is given their input.
        let judges_cases = self.case_set.is_some();
        let cases = ran.into_iter().enumerate().map(|(place, mut ran)| {
            let other_games = other_games(self.assignment, &mut ran.criterion_judgements);
            let written = written.get(place).filter(|_| !judges_cases);
            let input_origin =
                written.map_or(InputOrigin::HandedIn, |written| input_origin(&ran, written));
            let points = score.cases.get(place).filter(|_| !judges_cases);
            let (points, max_points) = points.copied().unwrap_or_default();
            CaseReport {
                case: CaseOutline::from(&*ran.case.spec),
                input: ran.input,
                input_origin,
                judgement: ran.judgement,
                observation: ran.observation,
                other_games,
                calls: ran.calls,
                tests: ran.tests,
                shortest: shortest.remove(&ran.case.place),
                points,
                max_points,
            }
        });
        cases.collect()
    }
}

/// What the instructor has to look at, because no referee could follow the games of a program.
fn unfollowed_games_note(ran: &[CaseRun]) -> Option<String> {
    let is_unfollowed = |ran: &&CaseRun| {
        let mut remarks = ran.judgement.remarks.iter();
        remarks.any(|remark| remark == UNFOLLOWED_GAME)
    };
    let number = ran.iter().filter(is_unfollowed).count();
    (number > 0).then(|| {
        format!(
            "{number} of {} games could not be followed, so only the words at their end were judged: run the program, and see how \
             it plays",
            ran.len()
        )
    })
}

/// Whether a program was given a script that others are given as well; `written` is the case with its script as it is written.
fn input_origin(ran: &CaseRun, written: &PreparedCase) -> InputOrigin {
    match ran.case.context.convention.options.base {
        _ if ran.input == written.script => InputOrigin::Script,
        Some(base) if ran.input == ran.case.script => InputOrigin::NumberedFrom(base),
        _ => InputOrigin::Answers,
    }
}

/// How much of all that a submission printed is kept until the reports are written, in bytes.
const MAX_STORED_BYTES: usize = 4 << 20;

/// And of each run at least, for the lines that a report shows.
const LEAST: usize = 4 << 10;

/// Nobody looks for mistakes in it any more, so runs that printed too much are cut down to their ends, of which reports show a
/// few lines. A class of floods must fit in memory. Whether all of it was kept is the value.
fn trim_observations(ran: &mut [CaseRun]) -> bool {
    let mut seen: Vec<&mut Observation> = Vec::new();
    for CaseRun {
        observation,
        calls,
        tests,
        criterion_judgements: own,
        ..
    } in ran
    {
        seen.extend(observation);
        let games = own.iter_mut().filter_map(|own| own.game.as_mut());
        seen.extend(games.map(|game| &mut game.observation));
        seen.extend(
            calls
                .iter_mut()
                .filter_map(|call| call.observation.as_mut()),
        );
        seen.extend(
            tests
                .iter_mut()
                .filter_map(|test| test.observation.as_mut()),
        );
    }
    let all: usize = seen.iter().map(|one| one.memory_size()).sum();
    if all > MAX_STORED_BYTES {
        let share = (MAX_STORED_BYTES / seen.len()).max(LEAST);
        seen.into_iter()
            .for_each(|one| *one = one.clone().into_size(share));
    }
    all <= MAX_STORED_BYTES
}

/// The games that criteria's judgements are about, where these are others than the case's own.
fn other_games(
    assignment: &Assignment,
    own: &mut [CriterionJudgement],
) -> Vec<(String, PlayedGame)> {
    let game = |own: &mut CriterionJudgement| {
        let criterion = assignment.criteria.get(own.criterion)?;
        Some((criterion.id.clone(), own.game.take()?))
    };
    own.iter_mut().filter_map(game).collect()
}

/// One criterion's own judgements, in the order of its cases.
fn judgements_for_criterion(
    criterion: usize,
    assignment: &Assignment,
    ran: &[CaseRun],
) -> Vec<Judgement> {
    let CriterionEvidence::Cases { cases, .. } = &assignment.criteria[criterion].evidence else {
        return Vec::new();
    };
    cases
        .iter()
        .filter_map(|judged| criterion_judgement(ran, criterion, judged.index))
        .collect()
}

fn criterion_judgement(ran: &[CaseRun], criterion: usize, index: usize) -> Option<Judgement> {
    Some(ran.get(index)?.judgement_for(criterion).clone())
}

impl AssignmentGrader<'_> {
    /// The grade of a program that was built and did this in the cases. What is read in its text is not asked.
    pub fn score_runs(&self, program: &Submission, ran: Vec<CaseRun>) -> Grade {
        let build = BuildReport::new(BuildVerdict::Ok);
        self.assemble_grade(
            program,
            SubmissionOutcome::new(build, ran, self.expectations.scripted_variant()),
        )
        .grade
    }
}
