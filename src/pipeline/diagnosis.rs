//! Gives each failed judgement of a submission its hints. They decide nothing: the points stand before and after.

use super::case_run::CaseRun;
use super::expectations::InputVariant;
use crate::feedback::{self, JudgedRun};
use crate::model::{Assignment, Build, Hint, Judgement, Toolchain, Verdict};

/// Looks for the usual mistakes in everything that was run.
///
/// `toolchain` is the one that takes the submission's files; none if nothing was handed in.
pub(super) fn diagnose(
    assignment: &Assignment,
    toolchain: Option<&Toolchain>,
    input_variant: &InputVariant,
    ran: &mut [CaseRun],
) {
    let runs: Vec<JudgedRun<'_>> = runs(assignment, ran).collect();
    let game = assignment.reference.game();
    let game = game.map(|game| (game, input_variant.convention.options));
    let mut hints = feedback::recognise(game, &runs, toolchain.is_some_and(is_cpp)).into_iter();
    for ran in ran {
        if ran.observation.is_some() {
            give(&mut ran.judgement, &mut hints);
            let accepted = ran.judgement.verdict == Verdict::Accepted;
            let stricter = ran.own.iter_mut().filter(|_| accepted);
            stricter.for_each(|(_, judgement)| give(judgement, &mut hints));
        }
    }
}

/// Whether a toolchain's programs are written in C++.
fn is_cpp(toolchain: &Toolchain) -> bool {
    matches!(&toolchain.build, Build::Compiler(command) if command.contains("++"))
}

fn give(judgement: &mut Judgement, hints: &mut impl Iterator<Item = Vec<Hint>>) {
    judgement.hints = hints.next().unwrap_or_default();
}

/// Each case's own judgement, followed by the stricter ones if it was right: the order in which hints are given.
fn runs<'a>(assignment: &'a Assignment, ran: &'a [CaseRun]) -> impl Iterator<Item = JudgedRun<'a>> {
    let cases = ran.iter().zip(&assignment.cases).enumerate();
    cases.flat_map(move |(index, (ran, case))| {
        let run = move |rule, judgement, stricter| {
            let seen = ran.seen_under(rule)?;
            let CaseRun { input, expected, .. } = ran;
            Some(JudgedRun { input, expected, seen, rule, judgement, stricter })
        };
        let accepted = ran.judgement.verdict == Verdict::Accepted;
        let stricter =
            ran.own.iter().filter(move |_| accepted).filter_map(move |(criterion, judgement)| {
                run(assignment.criteria[*criterion].comparison_of(index)?, judgement, true)
            });
        run(&case.comparison, &ran.judgement, false).into_iter().chain(stricter)
    })
}
