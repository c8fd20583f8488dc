//! The expected transcripts that a run relies on. What was reviewed is what grades: each must be there and fresh.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::reference::GameOptions;

use super::checker::{CheckerRunner, PersistentCheckers};
use super::error::{ExpectationError, PipelineError};
use super::freshness::{Freshness, check_freshness};
use super::references::{ReferenceAnswer, ReferenceError, ReferenceOracle, script_too_short};
use super::session::Session;
use super::short_games::ShortGames;
use crate::compare;
use crate::feedback::MutantGames;
use crate::model::{
    Assignment, CallEffect, CasePlayer, ExpectedSideOutput, GameSupport, GameTurn, InputConvention,
    OutputPiece, Prompt, ReferenceSolution, TestCase, TestName,
};
use crate::raw_text;

/// A script, and the transcript that is expected of it.
pub(super) type ScriptedCase = (Vec<String>, Arc<Vec<GameTurn>>);

/// One way in which a submission may number and read its input, with what then is given and expected.
#[derive(Debug, Clone)]
pub(crate) struct InputVariant {
    /// How it numbers and reads its input.
    pub convention: InputConvention,
    /// For each case, in the assignment's order, the script and the expected transcript.
    pub cases: Vec<ScriptedCase>,
    /// For each case, what else a program must leave.
    pub products: Vec<Arc<Vec<ExpectedSideOutput>>>,
    /// Every message that the reference prints in some case.
    pub messages: Vec<String>,
    /// Every prompt that it prints in some case, and one for each read before which it prints nothing.
    pub prompts: Vec<String>,
    /// The mutants of the built-in game, where its usual bugs are known.
    pub mutants: Option<Arc<MutantGames>>,
    /// Short games of the built-in game, if there is one.
    pub short_games: Option<Arc<ShortGames>>,
}

impl InputVariant {
    fn new(
        assignment: &Assignment,
        convention: InputConvention,
        cases: Vec<ScriptedCase>,
    ) -> InputVariant {
        let both = assignment.cases.iter().zip(&cases);
        // Output as a whole is cut into no messages, and there may be very much of it.
        let dialogues = both.filter(|(case, _)| case.bulk_input.is_none());
        let dialogues: Vec<&Arc<Vec<GameTurn>>> = dialogues.map(|(_, (_, turns))| turns).collect();
        let messages: BTreeSet<String> = dialogues
            .iter()
            .flat_map(|turns| compare::list_messages(turns))
            .collect();
        let prompts: BTreeSet<String> = dialogues
            .iter()
            .flat_map(|turns| compare::list_prompts(turns))
            .collect();
        let messages = messages.into_iter().collect();
        let mut prompts: Vec<String> = prompts.into_iter().collect();
        let game = assignment.reference.game();
        let silent = game.map(|it| it.silent_prompts()).unwrap_or_default();
        prompts.extend(silent.iter().map(|text| (*text).to_owned()));
        let known = game.and_then(|it| it.known_bugs(convention.options));
        let mutants = known.map(|known| Arc::new(MutantGames::new(known)));
        let short_games = game.map(|it| Arc::new(ShortGames::new(it, convention.options)));
        let products = Vec::new();
        InputVariant {
            convention,
            cases,
            products,
            messages,
            prompts,
            mutants,
            short_games,
        }
    }
}

/// What is expected of every submission of one assignment.
#[derive(Debug, Clone)]
pub(crate) struct Expectations {
    /// The input variants; the first is the one in which the scripts are written.
    pub input_variants: Vec<InputVariant>,
    /// For each case, in the assignment's order, what its calls must come to; empty for one that plays a script.
    pub calls: Vec<Vec<Arc<CallEffect>>>,
    /// For each case, in the same order, the unit tests that must pass.
    pub tests: Vec<Vec<TestName>>,
}

impl Expectations {
    /// The place of one of its input variants.
    pub(super) fn input_variant_index(&self, input_variant: &InputVariant) -> usize {
        let is_it = |one: &InputVariant| std::ptr::eq(one, input_variant);
        self.input_variants
            .iter()
            .position(is_it)
            .unwrap_or_default()
    }

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
        let mut oracle = ReferenceOracle::prepare(assignment, course_folder, session)?;
        let mut troubles = Vec::new();
        let mut cases = Vec::new();
        let mut calls = Vec::new();
        let mut products = Vec::new();
        let mut tests = Vec::new();
        let real = course_folder
            .canonicalize()
            .map_err(ReferenceError::Folder)?;
        let kept = PersistentCheckers::default();
        let checkers = CheckerRunner {
            folder: &real,
            session,
            persistent: &kept,
        };
        for case in &assignment.cases {
            let answer = oracle.answer_case(assignment, case, checkers)?;
            for (file, bytes) in reviewed_files(case, &answer) {
                let state = check_freshness(&file, &bytes);
                if state != Freshness::Fresh {
                    troubles.push(format!("  {}: {}", file.display(), state.describe()));
                }
            }
            products.push(Arc::new(answer.products().to_vec()));
            let mut own_tests = Vec::new();
            let (turns, effects) = match answer {
                ReferenceAnswer::Transcript(turns, _) => (turns, Vec::new()),
                ReferenceAnswer::Output(bytes, _) => (vec![turn_from_output(&bytes)], Vec::new()),
                ReferenceAnswer::Calls(effects) => (Vec::new(), effects),
                ReferenceAnswer::Tests(names) => {
                    own_tests = names;
                    (Vec::new(), Vec::new())
                }
            };
            tests.push(own_tests);
            cases.push((case.input.clone(), Arc::new(turns)));
            calls.push(effects.into_iter().map(Arc::new).collect());
        }
        if !troubles.is_empty() {
            return Err(ExpectationError { problems: troubles }.into());
        }
        let mut input_variants = build_input_variants(assignment, cases)?;
        input_variants
            .iter_mut()
            .for_each(|variant| variant.products.clone_from(&products));
        Ok(Expectations {
            input_variants,
            calls,
            tests,
        })
    }
}

/// The files that must say what the reference says, with that.
pub(super) fn reviewed_files(case: &TestCase, answer: &ReferenceAnswer) -> Vec<(PathBuf, Vec<u8>)> {
    if let ReferenceAnswer::Tests(_) = answer {
        return Vec::new();
    }
    let transcript = (
        case.expected_file.clone(),
        answer.file_bytes(case).into_owned(),
    );
    let products = answer.products().iter();
    let products = products.filter_map(|it| Some((it.file.clone()?, it.text.clone().into_bytes())));
    // What a row of a table says stands in no other file.
    let transcript = Some(transcript).filter(|_| case.expected_output.is_none());
    transcript.into_iter().chain(products).collect()
}

/// A program's reads must be seen to follow its game. (A prompted player can do without: all at once suits most programs.)
fn refuse_players(assignment: &Assignment) -> Result<(), ReferenceError> {
    let needs_reads = |case: &&TestCase| {
        let is_followed =
            case.interaction.is_some() || case.comparison.referee.is_some() && case.plays_script();
        is_followed || matches!(case.player, CasePlayer::Policy { .. })
    };
    match assignment.cases.iter().find(needs_reads) {
        None => Ok(()),
        Some(case) => Err(ReferenceError::Unanswerable {
            assignment: assignment.id.clone(),
            case: case.id.clone(),
        }),
    }
}

/// The conventions of the assignment's game, each with its own scripts and transcripts. `cases` are those of the first, in
/// which the scripts are written; of any other reference it is the only one.
fn build_input_variants(
    assignment: &Assignment,
    cases: Vec<ScriptedCase>,
) -> Result<Vec<InputVariant>, ReferenceError> {
    let ReferenceSolution::Game(game, options) = assignment.reference else {
        return Ok(vec![InputVariant::new(
            assignment,
            InputConvention::default(),
            cases,
        )]);
    };
    let is_prompted = assignment
        .cases
        .iter()
        .any(|case| matches!(case.player, CasePlayer::Prompted(_)));
    let conventions = game.input_conventions(options, &assignment.index_bases, is_prompted);
    let mut variants: Vec<InputVariant> = Vec::new();
    for convention in conventions {
        let alike = variants
            .iter()
            .find(|it| it.convention.options == convention.options);
        let variant = match alike {
            _ if variants.is_empty() => InputVariant::new(assignment, convention, cases.clone()),
            Some(alike) => {
                // The mutants read scripts as they are written.
                let mutants = alike.mutants.clone().filter(|_| is_prompted);
                InputVariant {
                    convention,
                    mutants,
                    ..alike.clone()
                }
            }
            None => {
                let written = variants[0].convention.options;
                let cases = renumber_cases(assignment, game, written, &convention)?;
                InputVariant::new(assignment, convention, cases)
            }
        };
        variants.push(variant);
    }
    Ok(variants)
}

/// Output as a whole, as a transcript without a read.
pub(super) fn turn_from_output(bytes: &[u8]) -> GameTurn {
    let text = raw_text::from_bytes(bytes).into_owned();
    let pieces = vec![OutputPiece::Prompt(Prompt {
        text,
        shows: Vec::new(),
    })];
    GameTurn {
        pieces,
        input: None,
    }
}

/// What the scripts are in another convention, and what then is expected.
fn renumber_cases(
    assignment: &Assignment,
    game: &dyn GameSupport,
    written: GameOptions,
    InputConvention { options, .. }: &InputConvention,
) -> Result<Vec<ScriptedCase>, ReferenceError> {
    let mut cases = Vec::new();
    for case in &assignment.cases {
        if !case.plays_script() {
            cases.push((Vec::new(), Arc::default()));
            continue;
        }
        let lines = case
            .input
            .iter()
            .map(|line| game.renumber_line(line, written, *options));
        let input: Vec<String> = lines.collect();
        let turns = game.complete_transcript(*options, &case.player, &input);
        let mut turns = turns.ok_or_else(|| script_too_short(case))?;
        if case.bulk_input.is_some() {
            turns = vec![turn_from_output(
                turns
                    .iter()
                    .map(GameTurn::printed_text)
                    .collect::<String>()
                    .as_bytes(),
            )];
        }
        cases.push((input, Arc::new(turns)));
    }
    Ok(cases)
}
