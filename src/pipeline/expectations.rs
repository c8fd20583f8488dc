//! The expected transcripts that a run relies on. What was reviewed is what grades: each must be there and fresh.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use ::reference::GameOptions;

use super::error::{ExpectationError, PipelineError};
use super::freshness::{Freshness, freshness};
use super::prompt_driven_input::Pairs;
use super::references::{Answer, Oracle, ReferenceError};
use super::session::Session;
use crate::compare;
use crate::model::{Assignment, Case, Effect, Player, Reference, Turn};

/// One way in which a submission may number and read its rows and columns, with what then is given and expected.
#[derive(Debug, Clone)]
pub(crate) struct InputVariant {
    /// The number of the first row and column; none where the assignment leaves no choice.
    pub base: Option<u8>,
    /// How it reads a row and a column.
    pub pairs: Pairs,
    /// For each case, in the assignment's order, the script and the expected transcript.
    pub cases: Vec<(Vec<String>, Arc<Vec<Turn>>)>,
    /// Every message that the reference prints in some case.
    pub messages: Vec<String>,
}

impl InputVariant {
    /// The same, for a program that reads a row and a column from one line. Few do so without saying it.
    pub(super) fn in_one_line(&self, pairs: Pairs) -> InputVariant {
        InputVariant { pairs, ..self.clone() }
    }

    fn new(base: Option<u8>, cases: Vec<(Vec<String>, Arc<Vec<Turn>>)>) -> InputVariant {
        let messages: BTreeSet<String> =
            cases.iter().flat_map(|(_, turns)| compare::messages(turns)).collect();
        InputVariant {
            base,
            pairs: Pairs::AsAsked,
            cases,
            messages: messages.into_iter().collect(),
        }
    }
}

/// What is expected of every submission of one assignment.
#[derive(Debug, Clone)]
pub(crate) struct Expectations {
    /// The input variants; the first is the one in which the scripts are written.
    pub input_variants: Vec<InputVariant>,
    /// For each case, in the assignment's order, what its calls must come to; empty for one that plays a script.
    pub calls: Vec<Vec<Arc<Effect>>>,
}

impl Expectations {
    /// Asks the reference for every case and makes sure that the reviewed files say the same.
    ///
    /// # Errors
    ///
    /// If a reference cannot be asked, or a file is missing or stale.
    pub(crate) fn prepare(
        assignment: &Assignment,
        course_folder: &Path,
        session: Session<'_>,
    ) -> Result<Expectations, PipelineError> {
        if !session.shows_reads() {
            refuse_players(assignment)?;
        }
        let mut oracle = Oracle::prepare(assignment, course_folder, session)?;
        let mut troubles = Vec::new();
        let (mut cases, mut calls) = (Vec::new(), Vec::new());
        for case in &assignment.cases {
            let answer = oracle.answer(assignment, case)?;
            let state = freshness(case, &answer.text(case));
            if state != Freshness::Fresh {
                troubles.push(format!("  {}: {}", case.expected_file.display(), state.in_words()));
            }
            let (turns, effects) = match answer {
                Answer::Transcript(turns) => (turns, Vec::new()),
                Answer::Calls(effects) => (Vec::new(), effects),
            };
            cases.push((case.input.clone(), Arc::new(turns)));
            calls.push(effects.into_iter().map(Arc::new).collect());
        }
        if !troubles.is_empty() {
            return Err(ExpectationError { troubles }.into());
        }
        let scripted = InputVariant::new(assignment.index_bases.first().copied(), cases);
        let mut input_variants = vec![scripted];
        input_variants.extend(other_dialects(assignment)?);
        if assignment.cases.iter().any(|case| case.player == Player::AsAsked) {
            let in_one_line = |pairs| input_variants.iter().map(move |it| it.in_one_line(pairs));
            let more: Vec<InputVariant> =
                [Pairs::Together, Pairs::WithComma].into_iter().flat_map(in_one_line).collect();
            input_variants.extend(more);
        }
        Ok(Expectations { input_variants, calls })
    }
}

/// A program's reads must be seen to follow its game. (Rows and columns can be given all at once: that suits most.)
fn refuse_players(assignment: &Assignment) -> Result<(), ReferenceError> {
    let needs_reads = |case: &&Case| {
        let is_followed = case.comparison.referee.is_some() && case.function.is_none();
        is_followed || matches!(case.player, Player::Policy { .. })
    };
    match assignment.cases.iter().find(needs_reads) {
        None => Ok(()),
        Some(case) => Err(ReferenceError::Unanswerable {
            assignment: assignment.id.clone(),
            case: case.id.clone(),
        }),
    }
}

fn other_dialects(assignment: &Assignment) -> Result<Vec<InputVariant>, ReferenceError> {
    let Some((first, others)) = assignment.index_bases.split_first() else { return Ok(Vec::new()) };
    others
        .iter()
        .map(|&base| input_variant(assignment, base, i64::from(base) - i64::from(*first)))
        .collect()
}

fn input_variant(
    assignment: &Assignment,
    base: u8,
    shift: i64,
) -> Result<InputVariant, ReferenceError> {
    let mut oracle = match assignment.reference {
        Reference::Game(game, options) => {
            Oracle::Game(game, GameOptions { base: Some(base), ..options })
        }
        // The rubric's reader allows a choice of bases for a game of ours only.
        _ => return Ok(InputVariant::new(Some(base), Vec::new())),
    };
    let mut one = |case: &Case| {
        if case.function.is_some() {
            return Ok((Vec::new(), Arc::default()));
        }
        let input: Vec<String> = case.input.iter().map(|line| shifted(line, shift)).collect();
        let case = Case { input: input.clone(), ..case.clone() };
        Ok((input, Arc::new(oracle.transcript(assignment, &case)?)))
    };
    let cases = assignment.cases.iter().map(&mut one).collect::<Result<_, ReferenceError>>()?;
    Ok(InputVariant::new(Some(base), cases))
}

/// A line with each of its numbers moved by `shift`.
fn shifted(line: &str, shift: i64) -> String {
    let words = line.split(' ').map(|word| match word.parse::<i64>() {
        Ok(number) => number.saturating_add(shift).to_string(),
        Err(_) => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}
