//! Answers in a second run, and which run counts: the one without answers, or the one with them. Known questions are answered here,
//! everything else by the player of the game. A second run makes no judgement worse.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::case_run::CaseRun;
use judging::compare::{self, question};
use model::{
    AnswerChoice, AnsweredQuestion, CaseVisibility, GameTurn, Judgement, KnownQuestion, LivePlayer,
    Verdict,
};

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

/// The result of a run on a pipe and its repetition on a terminal. What was right on the pipe alone is wrong where it matters what is
/// printed before which read. Of everything else, the judgement counts that is worth more.
pub(crate) fn combine_with_terminal(mut on_pipe: CaseRun, mut on_terminal: CaseRun) -> CaseRun {
    let pipe = std::mem::take(&mut on_pipe.criterion_judgements);
    let terminal = std::mem::take(&mut on_terminal.criterion_judgements);
    let mut criterion_judgements = Vec::new();
    for (((_, rule), pipe), terminal) in
        on_pipe.case.criterion_comparisons().zip(pipe).zip(terminal)
    {
        let came_too_late = is_right(&pipe.judgement) && rule.depends_on_reads();
        let counts_on_pipe = !came_too_late && is_worth_more(&pipe.judgement, &terminal.judgement);
        criterion_judgements.push(if counts_on_pipe { pipe } else { terminal });
    }
    let counts_on_pipe =
        !is_right(&on_pipe.judgement) && is_worth_more(&on_pipe.judgement, &on_terminal.judgement);
    let shown = if counts_on_pipe { on_pipe } else { on_terminal };
    CaseRun {
        criterion_judgements,
        ..shown
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
        if is_worth_more(&mine.judgement, &theirs.judgement) {
            *theirs = mine;
        }
    }
    second
}

fn is_right(judgement: &Judgement) -> bool {
    judgement.verdict == Verdict::Accepted
}

fn is_worth_more(one: &Judgement, other: &Judgement) -> bool {
    compare_worth(one, other) == Ordering::Greater
}

/// Which of two judgements can be worth more points.
fn compare_worth(one: &Judgement, other: &Judgement) -> Ordering {
    let (right, all) = right_share(one);
    let (theirs, of) = right_share(other);
    let by_turns = right.saturating_mul(of).cmp(&theirs.saturating_mul(all));
    rank_verdict(one).cmp(&rank_verdict(other)).then(by_turns)
}

fn rank_verdict(judgement: &Judgement) -> i32 {
    match judgement.verdict {
        Verdict::Accepted => 2,
        Verdict::PresentationError => 1,
        _ => 0,
    }
}

fn right_share(judgement: &Judgement) -> (usize, usize) {
    judgement.parts.map_or((0, 1), |it| (it.right, it.all))
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

/// A program that asks more often than this without a move in between would ask for ever. Its input ends.
const MOST_IN_A_ROW: usize = 20;

/// Answers known questions, and lets another player answer the rest.
pub(crate) struct AnsweringPlayer<'a> {
    known: Vec<&'a KnownQuestion>,
    choice: AnswerChoice,
    player: Box<dyn LivePlayer + 'a>,
    /// What was printed with the questions, which the player has not heard.
    unheard: Vec<u8>,
    reads: usize,
    in_a_row: usize,
    answered: Vec<AnsweredQuestion>,
    /// How many lines the player has given, now and when each of the known questions was first answered.
    moves: usize,
    moves_before: BTreeMap<usize, usize>,
    has_more_first: bool,
    has_more_later: bool,
}

impl<'a> AnsweringPlayer<'a> {
    /// Answers these questions beside `player`.
    pub(crate) fn new(
        known: Vec<&'a KnownQuestion>,
        choice: AnswerChoice,
        player: Box<dyn LivePlayer + 'a>,
    ) -> AnsweringPlayer<'a> {
        AnsweringPlayer {
            known,
            choice,
            player,
            unheard: Vec::new(),
            reads: 0,
            in_a_row: 0,
            answered: Vec::new(),
            moves: 0,
            moves_before: BTreeMap::new(),
            has_more_first: false,
            has_more_later: false,
        }
    }

    /// The questions that were answered, and the next answers that can be tried, if there are others.
    pub(crate) fn into_answered(self) -> (Vec<AnsweredQuestion>, Option<AnswerChoice>) {
        let AnswerChoice { first, later } = self.choice;
        let next = if self.has_more_later {
            Some(AnswerChoice {
                first,
                later: later + 1,
            })
        } else {
            self.has_more_first.then_some(AnswerChoice {
                first: first + 1,
                later: 0,
            })
        };
        (self.answered, next)
    }

    /// The answer to what is asked here, if it is known; the player hears the rest.
    fn known_answer(&mut self, printed: &[u8]) -> Option<Option<String>> {
        let question = compare::find_question(printed)?;
        let text = question.plain_text();
        let mut all = self.known.iter().enumerate();
        let (place, known) = all.find(|(_, known)| known.pattern.is_match(&text))?;
        if self.in_a_row == MOST_IN_A_ROW {
            return Some(None);
        }
        self.in_a_row += 1;
        let returns = *self.moves_before.entry(place).or_insert(self.moves) < self.moves;
        self.has_more_first |= self.choice.first + 1 < known.answers.len();
        self.has_more_later |= returns && self.choice.later < known.later.len();
        let with = known.answer(self.choice, returns).to_owned();
        self.answered.push(AnsweredQuestion {
            turn: self.reads,
            text,
            answer: with.clone(),
        });
        self.unheard
            .extend_from_slice(printed.get(..question.start).unwrap_or_default());
        Some(Some(with))
    }
}

impl LivePlayer for AnsweringPlayer<'_> {
    fn next_line(&mut self, printed: &[u8]) -> Option<String> {
        let line = match self.known_answer(printed) {
            Some(own) => own,
            None => {
                self.in_a_row = 0;
                let mut heard = std::mem::take(&mut self.unheard);
                heard.extend_from_slice(printed);
                let line = self.player.next_line(&heard);
                self.moves += usize::from(line.is_some());
                line
            }
        };
        self.reads += usize::from(line.is_some());
        line
    }

    fn unused_lines(&self) -> &[String] {
        self.player.unused_lines()
    }

    fn expected_turns(&self, turns: &Arc<Vec<GameTurn>>) -> Arc<Vec<GameTurn>> {
        self.player.expected_turns(turns)
    }
}

/// Gives the lines of a script, whatever the program prints.
pub(crate) struct ScriptPlayer<'a> {
    rest: &'a [String],
}

impl<'a> ScriptPlayer<'a> {
    /// Gives these lines.
    pub(crate) fn new(script: &'a [String]) -> ScriptPlayer<'a> {
        ScriptPlayer { rest: script }
    }
}

impl LivePlayer for ScriptPlayer<'_> {
    fn next_line(&mut self, _printed: &[u8]) -> Option<String> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first.clone())
    }

    fn unused_lines(&self) -> &[String] {
        self.rest
    }
}
