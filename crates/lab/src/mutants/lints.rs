//! What the mutants say about the cases. Killed mutants run in the remaining cases as well, and games show what no case does.
//!
//! A mutant that never ends would use all of its limit in each case. So only its first few runs are confirmed alone, and after
//! some more the other cases are not run.

use std::collections::BTreeSet;

use ::reference::GameOptions;

use super::MutantOptions;
use super::attempts::{MutationContext, MutationRun};
use super::games::BaselineGame;
use super::tester::{MutantTestResult, MutantTester, was_slow};
use cpp::mutants::{MutantOutcome, SourceMutant, SourceText};
use grading::{
    AssignmentGrader, Attempt, CaseRun, Experiment, GradingError, LoadedProgram, try_twice,
    until_count,
};
use judging::case_lints::{
    CaseLints, CaseMatrix, CriterionCases, GameOutputCounts, ProgramKind, ProgramRow,
    UncoveredOutput, printed_messages,
};
use judging::score::case_points;
use model::{
    Assignment, CasePlayer, CriterionEvidence, GameSupport, GameTurn, Points, ReferenceSolution,
    ScriptChoices, Submission, Verdict, describe_refused_inputs,
};
use support::parallel;

impl MutationRun<'_> {
    /// The verdicts of all cases on each mutant, and what games show but no case does.
    pub(super) fn case_lints(
        &self,
        context: &MutationContext<'_>,
        program: &Submission,
        chosen: &[SourceMutant],
        tried: &[MutantTestResult],
        games: &[BaselineGame],
    ) -> Result<CaseLints, GradingError> {
        let tester = context.tester;
        let worth = case_points(&self.grader.scheme);
        let mut matrix = empty_matrix(self.grader.assignment, worth);
        let jobs: Vec<_> = chosen.iter().zip(tried).collect();
        let rows = parallel::try_map_jobs(&jobs, self.workers, |(mutant, tested)| {
            let runs = match tested {
                MutantTestResult::Survived(runs) => runs.clone(),
                MutantTestResult::Done(MutantOutcome::Killed { .. }) => {
                    try_twice(|| all_runs(context, mutant))?
                }
                MutantTestResult::Done(_) => return Ok::<_, GradingError>(None),
            };
            Ok(Some(tester.mutant_row(
                program,
                mutant,
                context.texts,
                runs,
            )))
        })?;
        matrix.programs = rows.into_iter().flatten().collect();
        let (never_shown, count) = find_uncovered_behaviour(self.grader, self.options, games);
        let assignment = self.grader.assignment.id.clone();
        Ok(CaseLints::from_matrix(
            assignment,
            matrix,
            never_shown,
            count,
        ))
    }
}

/// The runs of a mutant in all cases.
fn all_runs(
    context: &MutationContext<'_>,
    mutant: &SourceMutant,
) -> Result<Vec<CaseRun>, GradingError> {
    let mut loaded = match context.load_mutant(mutant)? {
        Attempt::Done(loaded) => loaded,
        Attempt::Rejected(said) => return Err(GradingError::Internal(said)),
    };
    loaded.runs_all_tests = true;
    context.tester.all_runs(&mut loaded)
}

/// How many cases of a mutant are run once more, alone, because they took too long.
const CONFIRMED: usize = 2;

/// After so many that took too long, the other cases are not run.
const SLOW: usize = 10;

/// The matrix of an assignment, without programs.
fn empty_matrix(assignment: &Assignment, worth: Vec<Points>) -> CaseMatrix {
    let mut criteria = Vec::new();
    for (place, criterion) in assignment.criteria.iter().enumerate() {
        if let CriterionEvidence::Cases { cases, .. } = &criterion.evidence {
            criteria.push(CriterionCases {
                id: criterion.id.clone(),
                place,
                cases: cases.iter().map(|judged| judged.index).collect(),
            });
        }
    }
    let cases = assignment.cases.iter();
    CaseMatrix {
        cases: cases.map(|case| case.id.clone()).collect(),
        worth,
        criteria,
        programs: Vec::new(),
    }
}

impl MutantTester<'_> {
    /// All cases, in the input variant of the solution.
    pub(super) fn all_runs(
        &self,
        loaded: &mut LoadedProgram,
    ) -> Result<Vec<CaseRun>, GradingError> {
        let mut slow = 0;
        let experiment = Experiment::new([loaded], self.base_cases(), until_count(SLOW, was_slow));
        let mut runs = experiment.run(|loaded, case| {
            let ran = match slow < CONFIRMED {
                true => self.run_case(case, loaded)?,
                false => self.run_case_once(case, loaded)?,
            };
            slow += usize::from(was_slow(&ran));
            Ok(ran)
        })?;
        for case in self.base_cases().iter().skip(runs.len()) {
            let verdict = Verdict::NotRun("other cases have taken too long".to_owned());
            runs.push(CaseRun::unjudged(case, verdict));
        }
        Ok(runs)
    }

    /// A mutant's row.
    pub(super) fn mutant_row(
        &self,
        program: &Submission,
        mutant: &SourceMutant,
        texts: &[SourceText],
        runs: Vec<CaseRun>,
    ) -> ProgramRow {
        let cases = self.grader.assignment.cases.iter();
        let cases: Vec<String> = cases.map(|case| case.id.clone()).collect();
        let grade = self.grader.score_runs(program, runs);
        let name = mutant.number.to_string();
        let row = ProgramRow::from_grade(ProgramKind::Mutant, name, &cases, &grade);
        let fault = texts.get(mutant.source).map(|source| {
            let shown = mutant.to_diff(source);
            let becomes = match shown.becomes.trim() {
                "" => "deleted".to_owned(),
                becomes => format!("`{becomes}`"),
            };
            format!("{}:{} {becomes}", source.name, shown.line)
        });
        ProgramRow {
            fault: fault.unwrap_or_default(),
            ..row
        }
    }
}

/// Built-in games are cheap, so at least so many are played.
const LEAST: usize = 2_000;

/// What games show but no case does, and the number of games. `played` are the games if the reference is a program.
pub(super) fn find_uncovered_behaviour(
    grader: &AssignmentGrader<'_>,
    asked: MutantOptions,
    played: &[BaselineGame],
) -> (Vec<UncoveredOutput>, usize) {
    let assignment = grader.assignment;
    let mut cases = BTreeSet::new();
    for case in &grader.expectations.scripted_variant().cases {
        if case.kind.runs_program() {
            cases.extend(printed_messages(&case.expected));
            if let ReferenceSolution::Game(game, options) = &assignment.reference {
                cases.extend(extra_behaviour(
                    *game,
                    *options,
                    &turn_inputs(&case.expected),
                ));
            }
        }
    }
    let mut games = GameOutputCounts::default();
    let mut count = 0;
    if let ReferenceSolution::Game(game, options) = &assignment.reference {
        for number in 0..asked.games.max(LEAST) {
            let mut choices =
                ScriptChoices::from_seed(asked.seed.wrapping_add((number as u64) << 20));
            let Some(script) = game.generate_script(*options, &mut choices) else {
                continue;
            };
            let turns = game.complete_transcript(*options, &CasePlayer::Script, &script);
            let Some(turns) = turns else { continue };
            // Lines after the end of a game do not count.
            let script = turn_inputs(&turns);
            let mut shows = printed_messages(&turns);
            shows.extend(extra_behaviour(*game, *options, &script));
            games.add_game(&script, shows);
            count += 1;
        }
    } else {
        for game in played {
            let turns = game
                .expected
                .as_deref()
                .map_or([].as_slice(), Vec::as_slice);
            games.add_game(&game.script, printed_messages(turns));
            count += 1;
        }
    }
    (games.uncovered_by(&cases), count)
}

fn extra_behaviour(game: &dyn GameSupport, options: GameOptions, script: &[String]) -> Vec<String> {
    let mut all = describe_refused_inputs(game.rules(), options, script);
    all.extend(game.describe_decision(options, script));
    all
}

fn turn_inputs(turns: &[GameTurn]) -> Vec<String> {
    turns.iter().filter_map(|turn| turn.input.clone()).collect()
}
