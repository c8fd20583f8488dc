//! Which run counts: the one without answers, or the one with them. A second run makes no judgement worse.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::super::case_run::CaseRun;
use crate::compare::lasting;
use crate::model::{AnsweredQuestion, Case, Judgement, Verdict, Visibility};

/// What two runs of one case come to. Each judgement counts where it is right; the run that is shown is the one that the
/// case's own verdict is about.
pub(in crate::pipeline) fn better(mut first: CaseRun, second: CaseRun) -> CaseRun {
    if !is_right(&first.judgement) && is_right(&second.judgement) {
        return in_its_place(first, second);
    }
    let mut counts = false;
    for (mine, theirs) in first.own.iter_mut().zip(&second.own) {
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

/// Where answers made a program right in one case, they fit its questions. What is wrong in its other cases is then better
/// seen with its questions answered, too, as long as that is worth as much.
pub(in crate::pipeline) fn prefer_second_runs(all: &mut [CaseRun]) {
    let answered = all.iter().flat_map(|ran| &ran.answered);
    let fitting: BTreeSet<(String, String)> = answered.map(pair).collect();
    for ran in all {
        let others = std::mem::take(&mut ran.others);
        let is_better = |second: &&CaseRun| {
            second.answered.iter().map(pair).all(|one| fitting.contains(&one))
                && worth(&ran.judgement, &second.judgement) != Ordering::Greater
        };
        match others.iter().rev().find(is_better).cloned() {
            Some(second) => *ran = in_its_place(ran.clone(), second),
            None => ran.others = others,
        }
    }
}

/// A question without what changes in it, and its answer.
fn pair(question: &AnsweredQuestion) -> (String, String) {
    (lasting::words(&question.text), question.with.clone())
}

/// The second run, with those judgements of the first that are worth more.
fn in_its_place(first: CaseRun, mut second: CaseRun) -> CaseRun {
    for (theirs, mine) in second.own.iter_mut().zip(first.own) {
        if worth(&mine.judgement, &theirs.judgement) == Ordering::Greater {
            *theirs = mine;
        }
    }
    second
}

fn is_right(judgement: &Judgement) -> bool {
    judgement.verdict == Verdict::Accepted
}

/// Which of two judgements can be worth more points.
fn worth(one: &Judgement, other: &Judgement) -> Ordering {
    let rank = |judgement: &Judgement| match judgement.verdict {
        Verdict::Accepted => 2,
        Verdict::PresentationError => 1,
        _ => 0,
    };
    let share = |judgement: &Judgement| judgement.parts.map_or((0, 1), |it| (it.right, it.all));
    let ((right, all), (theirs, of)) = (share(one), share(other));
    let by_turns = right.saturating_mul(of).cmp(&theirs.saturating_mul(all));
    rank(one).cmp(&rank(other)).then(by_turns)
}

/// What the report says of the questions, each once. A program could hide what it was given in its questions, so those of cases
/// that students do not see in full are not quoted.
pub(in crate::pipeline) fn remarks(cases: &[Case], all: &[CaseRun]) -> Vec<String> {
    /// So many questions are told; a program that asks in ever new words would fill its report with them.
    const MOST: usize = 4;
    let mut remarks: Vec<String> = Vec::new();
    for (case, ran) in cases.iter().zip(all) {
        for AnsweredQuestion { text, with, .. } in &ran.answered {
            let what = match case.visibility {
                Visibility::Full => format!("“{}”", text.replace('`', "'")),
                Visibility::Verdict | Visibility::Hidden => {
                    "a question that the assignment does not have".to_owned()
                }
            };
            let answer =
                if with.is_empty() { "an empty line".to_owned() } else { format!("`{with}`") };
            let remark = format!("Your program asked {what}; it was answered with {answer}.");
            if !remarks.contains(&remark) && remarks.len() < MOST {
                remarks.push(remark);
            }
        }
    }
    remarks
}
