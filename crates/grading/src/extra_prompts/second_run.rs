//! Which run counts: the one without answers, or the one with them. A second run makes no judgement worse.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::case_run::CaseRun;
use judging::compare::question;
use model::{AnsweredQuestion, CaseVisibility, Judgement, Verdict};

/// The result of two runs of one case. Each judgement counts where it is right; the run that is shown is the one that the
/// case's own verdict is about.
pub(crate) fn combine_runs(mut first: CaseRun, second: CaseRun) -> CaseRun {
    if !is_right(&first.judgement) && is_right(&second.judgement) {
        return replace_run(first, second);
    }
    let mut counts = false;
    for (mine, theirs) in first
        .criterion_judgements
        .iter_mut()
        .zip(&second.criterion_judgements)
    {
        if !is_right(&mine.judgement) && is_right(&theirs.judgement) {
            mine.clone_from(theirs);
            counts = true;
        }
    }
    if counts {
        first.answered.clone_from(&second.answered);
    }
    if !is_right(&first.judgement) {
        first.others.push(second);
    }
    first
}

/// Which run of a failed case counts. One with answers counts for either of two reasons, unless its answers stood in for moves:
///
/// * The answers made the program right in another case, so they fit its questions, and the run is worth as much.
/// * Without answers a question took an input of the game, and the run is worth more.
pub(crate) fn prefer_second_runs(all: &mut [CaseRun]) {
    let answered = all.iter().flat_map(|ran| &ran.answered);
    let fitting: BTreeSet<(String, String)> = answered.map(question_and_answer).collect();
    for ran in all {
        let others = std::mem::take(&mut ran.others);
        let counts = |second: &&CaseRun| {
            let fits = second
                .answered
                .iter()
                .map(question_and_answer)
                .all(|one| fitting.contains(&one));
            let is_counted = match compare_worth(&second.judgement, &ran.judgement) {
                Ordering::Greater => fits || ran.consumed_input.is_some(),
                Ordering::Equal => fits,
                Ordering::Less => false,
            };
            is_counted && !answers_for_moves(&second.answered)
        };
        // Of those that are worth most, the last: its answers were tried because the earlier ones did not fit.
        let best = others
            .iter()
            .filter(counts)
            .max_by(|one, other| compare_worth(&one.judgement, &other.judgement));
        match best.cloned() {
            Some(second) => *ran = replace_run(ran.clone(), second),
            None => ran.others = others,
        }
    }
}

/// The second run if it is worth as much as the first, with whatever the first has that is worth more.
pub(crate) fn second_unless_worse(first: CaseRun, second: CaseRun) -> CaseRun {
    match compare_worth(&first.judgement, &second.judgement) {
        Ordering::Greater => first,
        _ => replace_run(first, second),
    }
}

/// Whether answers took the place of moves: a question that was answered many times in a row stands where moves are asked for, and
/// one that chooses a mark before several moves makes them all with the same mark.
fn answers_for_moves(answered: &[AnsweredQuestion]) -> bool {
    /// Each of two players may be asked the same.
    const MOST_IN_A_ROW: usize = 2;
    let mut in_a_row = 1;
    let mut is_many = false;
    for pair in answered.windows(2) {
        let [one, next] = pair else { continue };
        let is_same = question::extract_words(&one.text) == question::extract_words(&next.text);
        in_a_row = if is_same && next.turn == one.turn + 1 {
            in_a_row + 1
        } else {
            1
        };
        is_many |= in_a_row > MOST_IN_A_ROW;
    }
    let marks = || answered.iter().filter(|question| is_mark(&question.answer));
    is_many || marks().any(|one| marks().any(|other| other.turn > one.turn + 1))
}

fn is_mark(answer: &str) -> bool {
    answer.eq_ignore_ascii_case("x") || answer.eq_ignore_ascii_case("o")
}

/// A question without what changes in it, and its answer.
fn question_and_answer(question: &AnsweredQuestion) -> (String, String) {
    (
        question::extract_words(&question.text),
        question.answer.clone(),
    )
}

/// The second run, with those judgements of the first that are worth more.
fn replace_run(first: CaseRun, mut second: CaseRun) -> CaseRun {
    for (theirs, mine) in second
        .criterion_judgements
        .iter_mut()
        .zip(first.criterion_judgements)
    {
        if compare_worth(&mine.judgement, &theirs.judgement) == Ordering::Greater {
            *theirs = mine;
        }
    }
    second
}

fn is_right(judgement: &Judgement) -> bool {
    judgement.verdict == Verdict::Accepted
}

/// Which of two judgements can be worth more points.
fn compare_worth(one: &Judgement, other: &Judgement) -> Ordering {
    let rank = |judgement: &Judgement| match judgement.verdict {
        Verdict::Accepted => 2,
        Verdict::PresentationError => 1,
        _ => 0,
    };
    let share = |judgement: &Judgement| judgement.parts.map_or((0, 1), |it| (it.right, it.all));
    let (right, all) = share(one);
    let (theirs, of) = share(other);
    let by_turns = right.saturating_mul(of).cmp(&theirs.saturating_mul(all));
    rank(one).cmp(&rank(other)).then(by_turns)
}

/// What the report says of the questions, each once. A program could hide what it was given in its questions, so those of cases
/// that students do not see in full are not quoted.
pub(crate) fn question_remarks(all: &[CaseRun]) -> Vec<String> {
    /// So many questions are reported; a program that asks in new words each time would fill its report with them.
    const MOST: usize = 4;
    let mut remarks: Vec<String> = Vec::new();
    for ran in all {
        for AnsweredQuestion {
            text, answer: with, ..
        } in &ran.answered
        {
            let what = match ran.case.spec.visibility {
                CaseVisibility::Full => format!("“{}”", text.replace('`', "'")),
                CaseVisibility::Verdict | CaseVisibility::Hidden => {
                    "a question that the assignment does not have".to_owned()
                }
            };
            let answer = if with.is_empty() {
                "an empty line".to_owned()
            } else {
                format!("`{with}`")
            };
            let remark = format!("Your program asked {what}; it was answered with {answer}.");
            if !remarks.contains(&remark) && remarks.len() < MOST {
                remarks.push(remark);
            }
        }
    }
    remarks
}
