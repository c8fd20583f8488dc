//! A run in which the program talks to the instructor's interactor.

use std::thread;

use super::answer;
use super::checker_sandbox::{CheckerSandbox, LIMITS, no_answer};
use super::checkers::CheckerRunner;
use super::conversation::{ConversationEnding, InteractorConversation};
use super::error::CheckerError;
use super::message::{CheckerFeedback, CheckerMessage};
use crate::execute::StdinSource;
use judging::compare::{ComparisonOutcome, ComparisonResult};
use model::{
    CaseInteraction, Checker, CheckerProtocol, Exit, LimitKind, Observation, ObservedTurn,
    TestCase, TranscriptDifference, WrittenFile,
};
use sandbox::SandboxError;

/// What a program did, and the files that it left.
type PlayedProgram = (Observation, Vec<WrittenFile>);

/// How both sides ended.
struct FinishedInteraction {
    played: PlayedProgram,
    interactor: Observation,
    ending: ConversationEnding,
}

/// How Python names the end of input that nobody was prepared for.
const END_OF_FILE: &str = "EOFError";

const STUCK: &str = "Your program and the interactor wait for each other: your program reads, but there is nothing for it to read \
                     before the interactor has read more of what your program prints. Was all of it printed, with a line \
                     break at its end, and flushed (std::endl, or fflush)?";

const TOO_EARLY: &str = "Your program ended while the interactor waited for more of its output.";

const NOT_BY_ITSELF: &str =
    "The program did not end by itself, so the interactor's answer does not count.";

impl CheckerRunner<'_> {
    /// Has the program that `play` runs speak with the interactor of `case`. Returns what was seen of the program, and what
    /// the interactor says of it.
    pub(crate) fn run_interactor(
        &self,
        case: &TestCase,
        interaction: &CaseInteraction,
        mut play: impl FnMut(StdinSource<'_>) -> Result<PlayedProgram, SandboxError>,
    ) -> Result<(PlayedProgram, ComparisonResult), CheckerError> {
        let Some(checker) = &case.comparison.checker else {
            return Err(CheckerError::Files(std::io::ErrorKind::NotFound.into()));
        };
        let failed = |interactor: &Observation, trouble| {
            no_answer(
                checker,
                case,
                matches!(interactor.exit, Exit::Stopped(_)),
                trouble,
            )
        };
        let mut walls = self.start_sandbox(checker)?;
        let answer = walls.write_file("answer", &interaction.answer)?;
        let mut input = interaction.input.to_vec();
        let mut earlier: Option<Observation> = None;
        let mut pass = 1;
        loop {
            let words = interactor_arguments(&walls, &input, &answer)?;
            let spoken = if checker.is_interactor() {
                run_both_sides(&mut walls, words, &mut play)?
            } else {
                run_in_turn(&mut walls, words, &input, &mut play)?
            };
            let feedback = match checker.protocol {
                CheckerProtocol::Files | CheckerProtocol::Kattis => {
                    CheckerFeedback::read_files(&mut walls)?
                }
                CheckerProtocol::Testlib | CheckerProtocol::Dmoj | CheckerProtocol::Lines => {
                    CheckerFeedback::default()
                }
            };
            tracing::debug!(pass, said = %feedback.judge_message.trim_end(), "the interactor has ended");
            let compared = judge_interaction(&spoken, &feedback, checker)
                .map_err(|trouble| failed(&spoken.interactor, trouble))?;
            let (seen, written) = spoken.played;
            let goes_on =
                compared.outcome == ComparisonOutcome::Equal && matches!(seen.exit, Exit::Code(_));
            let seen = join_passes(earlier, seen);
            match feedback.next_pass.filter(|_| goes_on) {
                None => return Ok(((seen, written), compared)),
                Some(_) if pass == interaction.passes => {
                    let most = interaction.passes;
                    let trouble = format!(
                        "it wrote `nextpass.in` in pass {pass}, and `passes = {most}` allows no more"
                    );
                    return Err(failed(&spoken.interactor, trouble));
                }
                Some(next) => input = next,
            }
            CheckerFeedback::remove_pass_files(&mut walls)?;
            earlier = Some(seen);
            pass += 1;
        }
    }
}

/// What stands behind an interactor's own words.
fn interactor_arguments(
    walls: &CheckerSandbox,
    input: &[u8],
    answer: &str,
) -> Result<Vec<String>, CheckerError> {
    let input = walls.write_file("input", input)?;
    let answer = answer.to_owned();
    let scratch = walls.scratch_folder();
    Ok(match walls.checker.protocol {
        CheckerProtocol::Files | CheckerProtocol::Kattis => vec![input, answer, scratch],
        CheckerProtocol::Dmoj => vec![input, answer],
        CheckerProtocol::Testlib | CheckerProtocol::Lines => {
            vec![input, format!("{scratch}output"), answer]
        }
    })
}

/// One start of both sides, until both have ended.
fn run_both_sides(
    walls: &mut CheckerSandbox,
    words: Vec<String>,
    play: &mut impl FnMut(StdinSource<'_>) -> Result<PlayedProgram, SandboxError>,
) -> Result<FinishedInteraction, CheckerError> {
    let talk = InteractorConversation::default();
    let interact = || {
        let side = InteractorSide(&talk);
        let mut partner = |printed: &[u8]| side.0.interactor_reads(printed);
        let seen = walls.run(words, StdinSource::Conversation(&mut partner))?;
        let is_content = matches!(seen.exit, Exit::Code(0 | 42));
        side.0.interactor_has_ended(last_output(&seen), is_content);
        Ok(seen)
    };
    thread::scope(|scope| {
        let interactor = thread::Builder::new()
            .spawn_scoped(scope, interact)
            .map_err(CheckerError::Files)?;
        let side = ProgramSide(&talk);
        let mut partner = |printed: &[u8]| side.0.program_reads(printed);
        let played = play(StdinSource::Conversation(&mut partner));
        talk.program_has_ended(played.as_ref().map_or(&[], |(seen, _)| last_output(seen)));
        // Both are waited for before either is complained of.
        let interactor: Result<Observation, CheckerError> = match interactor.join() {
            Ok(seen) => seen,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        Ok(FinishedInteraction {
            played: played?,
            interactor: interactor?,
            ending: talk.ending(),
        })
    })
}

/// One start of the program alone, and then of the checker, which finds what was printed on its standard input.
fn run_in_turn(
    walls: &mut CheckerSandbox,
    words: Vec<String>,
    input: &[u8],
    play: &mut impl FnMut(StdinSource<'_>) -> Result<PlayedProgram, SandboxError>,
) -> Result<FinishedInteraction, CheckerError> {
    let played = play(StdinSource::File(input))?;
    let interactor = walls.run(words, StdinSource::File(&played.0.stdout()))?;
    Ok(FinishedInteraction {
        played,
        interactor,
        ending: ConversationEnding::default(),
    })
}

/// Whatever happens to one side, the other does not wait for it any longer.
struct ProgramSide<'a>(&'a InteractorConversation);

impl Drop for ProgramSide<'_> {
    fn drop(&mut self) {
        self.0.program_has_ended(&[]);
    }
}

struct InteractorSide<'a>(&'a InteractorConversation);

impl Drop for InteractorSide<'_> {
    fn drop(&mut self) {
        self.0.interactor_has_ended(&[], false);
    }
}

fn last_output(seen: &Observation) -> &[u8] {
    seen.turns.last().map_or(&[], |turn| &turn.output)
}

/// What both ends together come to. An interactor that has answered while the program was at work decides, whatever the program did
/// then; otherwise a program that did not end by itself is to blame for it, whatever the interactor says of that.
fn judge_interaction(
    spoken: &FinishedInteraction,
    feedback: &CheckerFeedback,
    checker: &Checker,
) -> Result<ComparisonResult, String> {
    let FinishedInteraction {
        played: (seen, _),
        interactor,
        ending,
    } = spoken;
    let unequal = |sentence: &str| {
        Ok(answer::rejected_result(
            ComparisonOutcome::Different,
            sentence.to_owned(),
        ))
    };
    if ending.is_stuck {
        let found = TranscriptDifference {
            tells_end: true,
            ..TranscriptDifference::from_sentence(STUCK)
        };
        return Ok(ComparisonResult {
            difference: Some(found),
            ..ComparisonResult::new(ComparisonOutcome::Different)
        });
    }
    let answer =
        answer::interpret_exit(CheckerMessage::new(interactor, feedback), checker, &LIMITS);
    if ending.interactor_was_first {
        return answer.map(decide_regardless_of_exit);
    }
    // What the program printed before its time was over reached the interactor at its end, and was enough to reject it.
    let was_slow = matches!(seen.exit, Exit::Stopped(LimitKind::Cpu | LimitKind::Wall));
    match answer {
        Ok(answer) if was_slow && !interactor.saw_eof && is_rejection(&answer) => {
            Ok(decide_regardless_of_exit(answer))
        }
        _ if !matches!(seen.exit, Exit::Code(_)) => unequal(NOT_BY_ITSELF),
        Err(_) if waited_for_more(interactor) => unequal(TOO_EARLY),
        answer => answer,
    }
}

fn is_rejection(answer: &ComparisonResult) -> bool {
    answer.outcome != ComparisonOutcome::Equal
}

fn decide_regardless_of_exit(answer: ComparisonResult) -> ComparisonResult {
    ComparisonResult {
        regardless_of_exit: is_rejection(&answer),
        ..answer
    }
}

/// Whether it failed only because the program's output had ended.
fn waited_for_more(interactor: &Observation) -> bool {
    let stderr = String::from_utf8_lossy(&interactor.stderr);
    let last = stderr.lines().rfind(|line| !line.trim().is_empty());
    let is_surprised = last.is_some_and(|line| line.starts_with(END_OF_FILE));
    interactor.saw_eof && (is_surprised || matches!(interactor.exit, Exit::Stopped(_)))
}

/// Two passes as one run.
fn join_passes(earlier: Option<Observation>, mut next: Observation) -> Observation {
    let Some(earlier) = earlier else { return next };
    let mut turns = earlier.turns;
    let end = turns.pop().unwrap_or_default();
    let mut first = end.output;
    let mut following = next.turns.into_iter();
    let begun = following.next().unwrap_or_default();
    first.extend(begun.output);
    turns.push(ObservedTurn {
        output: first,
        input: begun.input,
    });
    turns.extend(following);
    next.usage.cpu += earlier.usage.cpu;
    next.usage.wall += earlier.usage.wall;
    let stderr = [earlier.stderr, next.stderr].concat();
    Observation {
        turns,
        stderr,
        ..next
    }
}
