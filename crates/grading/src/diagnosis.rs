//! Gives each failed judgement of a submission its hints. They do not change points.

use crate::case_run::{CaseRun, CriterionJudgement};
use crate::expectations::InputVariant;
use crate::prepared_case::PreparedCase;
use judging::feedback;
use judging::feedback::{JudgedRun, MutantGames};
use model::{BuildMethod, Hint, Judgement, PlayedGame, Toolchain, Verdict};

/// Looks for the usual mistakes in everything that was run.
///
/// `toolchain` is the one that takes the submission's files; none if nothing was handed in.
pub fn add_hints(toolchain: Option<&Toolchain>, input_variant: &InputVariant, ran: &mut [CaseRun]) {
    let runs: Vec<JudgedRun<'_>> = collect_judged_runs(ran).collect();
    let mutants = input_variant.mutants.as_deref();
    let is_game = input_variant.context.game.is_some();
    let is_cpp = toolchain.is_some_and(is_cpp);
    let mut hints = feedback::recognise_mistakes(mutants, &runs, is_game, is_cpp).into_iter();
    for ran in ran {
        if ran.observation.is_some() {
            set_hints(&mut ran.judgement, &mut hints);
            let accepted = ran.judgement.verdict == Verdict::Accepted;
            let own = ran.criterion_judgements.iter_mut();
            let explained = own.filter(|own| is_explained(&ran.case, own, accepted));
            explained.for_each(|own| set_hints(&mut own.judgement, &mut hints));
            share_hints(ran);
        }
    }
}

/// Gives a case's hints to the criteria that find it wrong, too, where no other criterion shows them.
fn share_hints(ran: &mut CaseRun) {
    let is_shown = ran.case.criteria.iter().any(|one| one.comparison.is_none());
    if is_shown {
        return;
    }
    for own in &mut ran.criterion_judgements {
        if own.judgement.hints.is_empty() && own.judgement.verdict.is_failure() {
            own.judgement.hints.clone_from(&ran.judgement.hints);
        }
    }
}

/// The hints for another run, as if the submission had one case more.
pub(super) fn hints_for_extra_run(
    is_cpp: bool,
    mutants: Option<&MutantGames>,
    ran: &[CaseRun],
    another: &CaseRun,
) -> Vec<Hint> {
    let own = collect_judged_runs(ran).filter(|run| !run.stricter);
    let case = &another.case.spec;
    let last = another.seen_under(&case.comparison).map(|seen| JudgedRun {
        input: &another.input,
        expected: &another.expected,
        seen,
        rule: &case.comparison,
        judgement: &another.judgement,
        limits: &case.limits,
        checks_more_than_output: case.checks_more_than_stdout(),
        stricter: false,
        consumed_input: another.consumed_input.as_ref(),
    });
    let runs: Vec<JudgedRun<'_>> = own.chain(last).collect();
    feedback::recognise_last(mutants, &runs, is_cpp)
}

/// Whether a criterion's judgement has hints of its own: a stricter one where the case is right, and one of a part of the
/// rules, which is all that a report shows of it.
fn is_explained(case: &PreparedCase, own: &CriterionJudgement, is_accepted: bool) -> bool {
    let rule = case.comparison_of(own.criterion);
    is_accepted || rule.is_some_and(|rule| rule.aspects.is_some())
}

/// Whether a toolchain's programs are written in C++.
pub(super) fn is_cpp(toolchain: &Toolchain) -> bool {
    matches!(&toolchain.build, BuildMethod::Compiler(command) if command.contains("++"))
}

fn set_hints(judgement: &mut Judgement, hints: &mut impl Iterator<Item = Vec<Hint>>) {
    judgement.hints = hints.next().unwrap_or_default();
}

/// Each case's own judgement, followed by those of criteria that are explained: the order in which hints are given.
fn collect_judged_runs<'a>(all: &'a [CaseRun]) -> impl Iterator<Item = JudgedRun<'a>> {
    all.iter().flat_map(|ran| {
        let CaseRun {
            input, expected, ..
        } = ran;
        let case = &ran.case.spec;
        let run = move |rule, judgement, game: Option<&'a PlayedGame>| {
            let (input, seen) = match game {
                Some(game) => (&game.input, &game.observation),
                None => (input, ran.seen_under(rule)?),
            };
            Some(JudgedRun {
                input,
                expected,
                seen,
                rule,
                judgement,
                limits: &case.limits,
                checks_more_than_output: case.checks_more_than_stdout(),
                stricter: false,
                consumed_input: ran.consumed_input.as_ref(),
            })
        };
        let accepted = ran.judgement.verdict == Verdict::Accepted;
        let own = ran.criterion_judgements.iter();
        let explained = own.filter(move |own| is_explained(&ran.case, own, accepted));
        let stricter = explained.filter_map(move |own| {
            let rule = ran.case.comparison_of(own.criterion)?;
            let judged = run(rule, &own.judgement, own.game.as_ref())?;
            Some(JudgedRun {
                stricter: true,
                ..judged
            })
        });
        run(&case.comparison, &ran.judgement, None)
            .into_iter()
            .chain(stricter)
    })
}
