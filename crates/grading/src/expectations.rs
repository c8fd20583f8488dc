//! The expected transcripts that a run relies on. Grading uses the files that were reviewed: each must exist and be fresh.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::reference::GameOptions;

use crate::checker::{CheckerRunner, KnownAnswers, PersistentCheckers};
use crate::error::{ExpectationError, PipelineError};
use crate::generated::{FileFreshness, Freshness};
use crate::prepared_case::{CaseKind, PreparedCase, VariantContext, judging_criteria};
use crate::references::{ReferenceAnswer, ReferenceError, ReferenceOracle, script_too_short};
use crate::session::Session;
use crate::short_games::ShortGames;
use judging::compare;
use judging::feedback::MutantGames;
use model::{
    Assignment, CasePlayer, ExpectedSideOutput, GameSupport, GameTurn, InputConvention,
    OutputPiece, Prompt, ReferenceSolution, TestCase,
};
use support::raw_text;

/// One way in which a submission may number and read its input, with the cases as they then are.
#[derive(Debug, Clone)]
pub struct InputVariant {
    /// Its place among the assignment's, by which records name it.
    pub place: usize,
    /// What its cases share.
    pub context: Arc<VariantContext>,
    /// The cases, in the assignment's order.
    pub cases: Vec<Arc<PreparedCase>>,
    /// The mutants of the built-in game, where its usual bugs are known.
    pub mutants: Option<Arc<MutantGames>>,
    /// Short games of the built-in game, if there is one.
    pub short_games: Option<Arc<ShortGames>>,
}

/// What the reference says of one case.
#[derive(Debug, Clone)]
struct AnsweredCase {
    spec: Arc<TestCase>,
    kind: CaseKind,
    script: Vec<String>,
    expected: Arc<Vec<GameTurn>>,
    products: Arc<Vec<ExpectedSideOutput>>,
}

impl AnsweredCase {
    fn new(case: &TestCase, answer: ReferenceAnswer) -> AnsweredCase {
        let products = Arc::new(answer.products().to_vec());
        let mut kind = CaseKind::from_program_case(case);
        let mut expected = Vec::new();
        match answer {
            ReferenceAnswer::Transcript(turns, _) => expected = turns,
            ReferenceAnswer::Output(bytes, _) => expected = vec![turn_from_output(&bytes)],
            ReferenceAnswer::Calls(function, effects) => {
                kind = CaseKind::Calls(function, effects.into_iter().map(Arc::new).collect());
            }
            ReferenceAnswer::Tests(tests, names) => kind = CaseKind::UnitTests(tests, names),
        }
        AnsweredCase {
            spec: Arc::new(case.clone()),
            kind,
            script: case.input.clone(),
            expected: Arc::new(expected),
            products,
        }
    }

    /// The script as another convention has it, and what is expected then. What runs no program is the same.
    fn renumber(
        &self,
        game: &dyn GameSupport,
        written: GameOptions,
        options: GameOptions,
    ) -> Result<AnsweredCase, ReferenceError> {
        if !self.kind.runs_program() {
            return Ok(self.clone());
        }
        let lines = self.script.iter();
        let script: Vec<String> = lines
            .map(|line| game.renumber_line(line, written, options))
            .collect();
        let turns = game.complete_transcript(options, &self.spec.player, &script);
        let mut turns = turns.ok_or_else(|| script_too_short(&self.spec))?;
        if let CaseKind::WholeInput(_) = self.kind {
            turns = vec![join_output(&turns)];
        }
        Ok(AnsweredCase {
            script,
            expected: Arc::new(turns),
            ..self.clone()
        })
    }
}

impl InputVariant {
    fn new(
        assignment: &Assignment,
        place: usize,
        convention: InputConvention,
        answered: &[AnsweredCase],
    ) -> InputVariant {
        let mut messages = BTreeSet::new();
        let mut distinct_prompts = BTreeSet::new();
        for case in answered {
            // Output as a whole is cut into no messages, and there may be very much of it.
            if !matches!(case.kind, CaseKind::WholeInput(_)) {
                messages.extend(compare::list_messages(&case.expected));
                distinct_prompts.extend(compare::list_prompts(&case.expected));
            }
        }
        let game = assignment.reference.game();
        let mut prompts: Vec<String> = distinct_prompts.into_iter().collect();
        let silent = game
            .map(model::GameSupport::silent_prompts)
            .unwrap_or_default();
        prompts.extend(silent.iter().map(|text| (*text).to_owned()));
        let known = game.and_then(|it| it.known_bugs(convention.options));
        let mutants = known.map(|known| Arc::new(MutantGames::new(known)));
        let short_games = game.map(|it| Arc::new(ShortGames::new(it, convention.options)));
        let context = Arc::new(VariantContext {
            convention,
            messages: messages.into_iter().collect(),
            prompts,
            game,
            program: assignment.outline.program.clone(),
            terminal: assignment.terminal,
        });
        let mut cases = Vec::new();
        for (place, case) in answered.iter().cloned().enumerate() {
            cases.push(Arc::new(PreparedCase {
                place,
                exit_rule: assignment.exit_rule(&case.spec),
                criteria: judging_criteria(assignment, place, |_| false),
                spec: case.spec,
                kind: case.kind,
                script: case.script,
                expected: case.expected,
                products: case.products,
                context: Arc::clone(&context),
            }));
        }
        InputVariant {
            place,
            context,
            cases,
            mutants,
            short_games,
        }
    }

    /// The same scripts, which programs read by another convention.
    fn with_convention(&self, place: usize, convention: InputConvention) -> InputVariant {
        let context = Arc::new(VariantContext {
            convention,
            ..(*self.context).clone()
        });
        let mut cases = Vec::new();
        for case in &self.cases {
            cases.push(Arc::new(PreparedCase {
                context: Arc::clone(&context),
                ..(**case).clone()
            }));
        }
        InputVariant {
            place,
            context,
            cases,
            ..self.clone()
        }
    }
}

/// What is expected of every submission of one assignment.
#[derive(Debug, Clone)]
pub struct Expectations {
    /// The input variants; the first is the one in which the scripts are written.
    pub input_variants: Vec<InputVariant>,
}

impl Expectations {
    /// The input variant in which the scripts are written.
    pub fn scripted_variant(&self) -> &InputVariant {
        &self.input_variants[0]
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
        let mut troubles = Vec::new();
        let mut answered = Vec::new();
        let answers = answer_cases(assignment, course_folder, session)?;
        for (case, (answer, files)) in assignment.cases.iter().zip(answers) {
            for FileFreshness { file, state, .. } in files {
                if state != Freshness::Fresh {
                    troubles.push(format!("  {}: {}", file.display(), state.describe()));
                }
            }
            answered.push(AnsweredCase::new(case, answer));
        }
        if !troubles.is_empty() {
            return Err(ExpectationError { problems: troubles }.into());
        }
        Ok(Expectations {
            input_variants: build_input_variants(assignment, &answered)?,
        })
    }
}

/// The cases of an assignment in the convention in which they are written, each with what is expected.
///
/// # Errors
///
/// If a reference cannot be asked, or a file is missing or stale.
pub fn prepare_cases(
    assignment: &Assignment,
    course_folder: &Path,
    session: Session<'_>,
) -> Result<Vec<Arc<PreparedCase>>, PipelineError> {
    let expectations = Expectations::prepare(assignment, course_folder, session)?;
    Ok(expectations.scripted_variant().cases.clone())
}

/// A student's case, with what the reference answered; without an answer it is not run. No criterion judges it.
pub(crate) fn prepare_student_case(
    assignment: &Assignment,
    place: usize,
    case: &TestCase,
    answer: Option<ReferenceAnswer>,
    context: &Arc<VariantContext>,
) -> Arc<PreparedCase> {
    let answer = answer.unwrap_or_else(|| ReferenceAnswer::Transcript(Vec::new(), Vec::new()));
    let answered = AnsweredCase::new(case, answer);
    Arc::new(PreparedCase {
        place,
        exit_rule: assignment.exit_rule(case),
        criteria: Arc::default(),
        spec: answered.spec,
        kind: answered.kind,
        script: answered.script,
        expected: answered.expected,
        products: answered.products,
        context: Arc::clone(context),
    })
}

/// What the reference says of each case, with the files that must say the same.
///
/// # Errors
///
/// If the reference cannot be asked.
pub(super) fn answer_cases(
    assignment: &Assignment,
    course_folder: &Path,
    session: Session<'_>,
) -> Result<Vec<(ReferenceAnswer, Vec<FileFreshness>)>, PipelineError> {
    let mut oracle = ReferenceOracle::prepare(assignment, course_folder, session)?;
    let real = course_folder
        .canonicalize()
        .map_err(ReferenceError::Folder)?;
    let persistent = PersistentCheckers::default();
    let known = KnownAnswers::default();
    let checkers = CheckerRunner {
        folder: &real,
        session,
        persistent: &persistent,
        known: &known,
    };
    let mut answers = Vec::new();
    for case in &assignment.cases {
        let answer = oracle.answer_case(assignment, case, checkers)?;
        let mut files = Vec::new();
        for (file, bytes) in reviewed_files(case, &answer) {
            files.push(FileFreshness::inspect(file, bytes, session.written_files()));
        }
        answers.push((answer, files));
    }
    Ok(answers)
}

/// The files that must say what the reference says, with that.
fn reviewed_files(case: &TestCase, answer: &ReferenceAnswer) -> Vec<(PathBuf, Vec<u8>)> {
    if let ReferenceAnswer::Tests(..) = answer {
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
    match assignment.cases.iter().find(needs_reads) {
        None => Ok(()),
        Some(case) => Err(ReferenceError::Unanswerable {
            assignment: assignment.id.clone(),
            case: case.id.clone(),
        }),
    }
}

fn needs_reads(case: &&TestCase) -> bool {
    let is_followed =
        case.interaction.is_some() || case.comparison.referee.is_some() && case.plays_script();
    is_followed || matches!(case.player, CasePlayer::Policy { .. })
}

/// The conventions of the assignment's game, each with its own scripts and transcripts. `written` are those of the first, in
/// which the scripts are written; of any other reference it is the only one.
fn build_input_variants(
    assignment: &Assignment,
    written: &[AnsweredCase],
) -> Result<Vec<InputVariant>, ReferenceError> {
    let ReferenceSolution::Game(game, options) = assignment.reference else {
        let convention = InputConvention::default();
        return Ok(vec![InputVariant::new(assignment, 0, convention, written)]);
    };
    let is_prompted = assignment
        .cases
        .iter()
        .any(|case| matches!(case.player, CasePlayer::Prompted(_)));
    let conventions = game.input_conventions(options, &assignment.index_bases, is_prompted);
    let mut variants: Vec<InputVariant> = Vec::new();
    for (place, convention) in conventions.into_iter().enumerate() {
        let alike = variants
            .iter()
            .find(|it| it.context.convention.options == convention.options);
        let variant = match (variants.first(), alike) {
            (None, _) => InputVariant::new(assignment, place, convention, written),
            (Some(_), Some(alike)) => {
                let mut variant = alike.with_convention(place, convention);
                if !is_prompted {
                    // The mutants read scripts as they are written.
                    variant.mutants = None;
                }
                variant
            }
            (Some(first), None) => {
                let from = first.context.convention.options;
                let mut renumbered = Vec::new();
                for case in written {
                    renumbered.push(case.renumber(game, from, convention.options)?);
                }
                InputVariant::new(assignment, place, convention, &renumbered)
            }
        };
        variants.push(variant);
    }
    Ok(variants)
}

/// Output as a whole, as a transcript without a read.
pub fn turn_from_output(bytes: &[u8]) -> GameTurn {
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

/// All that turns print, as a transcript without a read.
pub fn join_output(turns: &[GameTurn]) -> GameTurn {
    let all: String = turns.iter().map(GameTurn::printed_text).collect();
    turn_from_output(all.as_bytes())
}
