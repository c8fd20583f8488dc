//! One program playing games: each is judged as a case is.

use std::collections::BTreeMap;

use super::super::case_run::CaseRun;
use super::super::case_runner::CaseRunner;
use super::super::checker::KeptCheckers;
use super::super::diagnosis;
use super::super::expectations::InputVariant;
use super::super::grading_error::GradingError;
use super::super::submission::AssignmentGrader;
use super::answers::renumbered;
use super::found;
use super::game::Game;
use super::hunted::can_be_played;
use super::table::Table;
use crate::build::{self, Extras};
use crate::execute::Program;
use crate::model::{Evidence, Judgement, ObservedTurn, SourceFile, Toolchain, Verdict};
use crate::runner::InterruptibleRunner;

/// A program that plays, and what it has points for.
pub(super) struct Player<'p> {
    grader: &'p AssignmentGrader<'p>,
    variant: &'p InputVariant,
    /// The criteria in which it is hunted.
    hunted: Vec<usize>,
    toolchain: &'p Toolchain,
    program: Program,
    runner: InterruptibleRunner,
    kept: KeptCheckers,
    /// By the case that a game is like.
    tables: BTreeMap<usize, Table>,
}

/// How a program's game differs from the reference's.
#[derive(Debug, Clone)]
pub(super) struct Shown {
    /// The criterion that would take points for it.
    pub(super) criterion: usize,
    pub(super) verdict: Verdict,
    pub(super) mistake: Option<&'static str>,
    pub(super) sentence: String,
    turns: Vec<ObservedTurn>,
    /// Whether it asked for more than it was given.
    pub(super) saw_eof: bool,
}

/// What came of a game that was played again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    Same,
    /// It chooses by chance, as it should, and is wrong in some of its games.
    Sometimes,
    /// It chooses by chance where nothing is left to it.
    Otherwise,
    /// It was only slow.
    Right,
}

/// How often a game is played again that a program may play otherwise by right.
const PLAYS: usize = 2;

impl<'p> Player<'p> {
    /// Builds the program; none if it does not build.
    pub(super) fn new(
        grader: &'p AssignmentGrader<'p>,
        sources: &[SourceFile],
        variant: &'p InputVariant,
        hunted: Vec<usize>,
    ) -> Result<Option<Player<'p>>, GradingError> {
        let assignment = grader.assignment;
        let toolchain = assignment.toolchain_of(sources);
        let settings = assignment.build_settings(toolchain);
        let mut runner = grader.session.runner_of_submission(
            toolchain,
            assignment.terminal,
            grader.precompiled,
        )?;
        let kept = grader.session.kept_builds(&settings);
        let extras = Extras { ours: &[], precompiled: Some(grader.precompiled), kept };
        let mut built = build::build(&settings, sources, &extras, &mut runner)?;
        let Some(program) = built.program.take() else { return Ok(None) };
        let (program, kept) = (Program::from(program), KeptCheckers::default());
        let tables = BTreeMap::new();
        Ok(Some(Player { grader, variant, hunted, toolchain, program, runner, kept, tables }))
    }

    /// Whether the program's own choices are part of a game.
    pub(super) fn plays_by_chance(&self) -> bool {
        self.grader.assignment.reference.game().is_some_and(|game| game.interactor().is_some())
    }

    /// Plays a game; none if nothing is wrong, or if no criterion in which the program is hunted has games like it.
    pub(super) fn play(&mut self, game: &Game) -> Result<Option<Shown>, GradingError> {
        let Some(mut ran) = self.run(game)? else { return Ok(None) };
        let Some(table) = self.tables.get(&game.script.like) else { return Ok(None) };
        if failing(table, &self.hunted, &ran).is_none() {
            return Ok(None);
        }
        let runs = std::slice::from_mut(&mut ran);
        diagnosis::diagnose(&table.assignment, Some(self.toolchain), &table.variant, runs);
        Ok(failing(table, &self.hunted, &ran).map(|(place, judged)| shown(place, judged, &ran)))
    }

    /// The same for a game that is told: what it says of the program must fit all that the program does in the cases.
    pub(super) fn play_beside_cases(&mut self, game: &Game) -> Result<Option<Shown>, GradingError> {
        let Some(ran) = self.run(game)? else { return Ok(None) };
        let Player { grader, variant, toolchain, program, runner, kept, .. } = self;
        let Some(table) = self.tables.get(&game.script.like) else { return Ok(None) };
        let cases = &grader.assignment.cases;
        let (mut played, mut runs) = (Vec::new(), vec![ran]);
        for (place, case) in cases.iter().enumerate().filter(|(_, case)| can_be_played(case)) {
            let limits = case.limits.in_full();
            let asked = (&*program, grader.checkers(kept));
            let ran = grader.run(place, &limits, asked, variant, runner)?;
            let was_stopped = ran.was_stopped();
            played.push(place);
            runs.push(ran);
            if was_stopped {
                break;
            }
        }
        let assignment = table.beside(grader.assignment, &played);
        diagnosis::diagnose(&assignment, Some(toolchain), variant, &mut runs);
        let ran = &runs[0];
        Ok(failing(table, &self.hunted, ran).map(|(place, judged)| shown(place, judged, ran)))
    }

    /// One run; none if no criterion in which the program is hunted judges it.
    fn run(&mut self, game: &Game) -> Result<Option<CaseRun>, GradingError> {
        let Player { grader, variant, program, runner, kept, .. } = self;
        let (assignment, like) = (grader.assignment, game.script.like);
        let table =
            self.tables.entry(like).or_insert_with(|| Table::new(assignment, like, variant));
        if !self.hunted.iter().any(|place| judges(table, *place)) {
            return Ok(None);
        }
        let Some((lines, answer)) = renumbered(assignment, game, &variant.convention) else {
            return Ok(None);
        };
        table.set(&lines, &answer);
        let case_runner = CaseRunner {
            assignment: &table.assignment,
            index: 0,
            input_variant: &table.variant,
            program,
            checkers: grader.checkers(kept),
            session: grader.session,
        };
        let limits = table.assignment.cases[0].limits.in_full();
        Ok(Some(case_runner.run(&limits, runner)?))
    }

    /// Plays a game again that was not right.
    pub(super) fn again(&mut self, game: &Game, first: &Shown) -> Result<Again, GradingError> {
        if !self.plays_by_chance() {
            return Ok(match self.play(game)? {
                Some(second) if second.is_like(first) && second.turns == first.turns => Again::Same,
                Some(second) if second.is_like(first) && !ended(first) => Again::Same,
                None if first.verdict == Verdict::TimeLimit => Again::Right,
                _ => Again::Otherwise,
            });
        }
        for _ in 0..PLAYS {
            let is_same = self.play(game)?.is_some_and(|again| again.is_like(first));
            if !is_same {
                return Ok(Again::Sometimes);
            }
        }
        Ok(Again::Same)
    }
}

/// What was stopped at a limit has printed as much as it came to.
fn ended(shown: &Shown) -> bool {
    !matches!(shown.verdict, Verdict::TimeLimit | Verdict::OutputLimit | Verdict::ReadPastEnd)
}

impl Shown {
    /// Whether both are wrong in the same way.
    pub(super) fn is_like(&self, other: &Shown) -> bool {
        let key = |one: &Shown| (one.criterion, one.verdict.name(), one.mistake);
        key(self) == key(other)
    }

    /// What makes two one fault.
    pub(super) fn kind(&self) -> String {
        found::kind(self.verdict.name(), self.mistake, &self.sentence)
    }
}

fn judges(table: &Table, place: usize) -> bool {
    matches!(&table.assignment.criteria[place].evidence, Evidence::Cases { cases, .. } if !cases.is_empty())
}

/// The first criterion that takes points for a run, with what it says.
fn failing<'r>(
    table: &Table,
    hunted: &[usize],
    ran: &'r CaseRun,
) -> Option<(usize, &'r Judgement)> {
    hunted.iter().filter(|place| judges(table, **place)).find_map(|place| {
        match ran.own.iter().find(|own| own.criterion == *place) {
            Some(own) if own.is_shown && own.judgement.verdict.is_failure() => {
                Some((*place, &own.judgement))
            }
            None if ran.judgement.verdict.is_failure() => Some((*place, &ran.judgement)),
            _ => None,
        }
    })
}

fn shown(criterion: usize, judged: &Judgement, ran: &CaseRun) -> Shown {
    let hint = judged.hints.first();
    let sentence = match (hint, &judged.difference) {
        (Some(hint), _) => hint.sentence.clone(),
        (None, Some(difference)) => difference.sentence.clone(),
        (None, None) => in_words(&judged.verdict).to_owned(),
    };
    let seen = ran.observation.as_ref();
    Shown {
        criterion,
        verdict: judged.verdict.clone(),
        mistake: hint.map(|hint| hint.mistake),
        sentence,
        turns: seen.map(|seen| seen.turns.clone()).unwrap_or_default(),
        saw_eof: seen.is_some_and(|seen| seen.saw_eof),
    }
}

fn in_words(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::RuntimeError(_) => "It crashes, or ends with another exit code.",
        Verdict::TimeLimit => "It does not come to an end in time.",
        Verdict::MemoryLimit => "It uses too much memory.",
        Verdict::OutputLimit => "It prints without end.",
        Verdict::ReadPastEnd => "It goes on when the game is over.",
        Verdict::ForbiddenCall => "It asks the system for something that no assignment needs.",
        _ => "It does something else.",
    }
}
