//! A run in which the program speaks with an interactor of the instructor's.

use std::thread;

use super::answer;
use super::checkers::Checkers;
use super::conversation::{Conversation, Ending};
use super::error::CheckerError;
use super::feedback::Feedback;
use super::said::Said;
use super::walls::{LIMITS, Walls, no_answer};
use crate::compare::{Compared, Outcome};
use crate::execute::Input;
use crate::model::{
    Case, Checker, CheckerProtocol, Difference, Exit, Interaction, Observation, ObservedTurn,
    WrittenFile,
};
use sandbox::SandboxError;

/// What a program did, and the files that it left.
type Played = (Observation, Vec<WrittenFile>);

/// How both sides ended.
struct Spoken {
    played: Played,
    interactor: Observation,
    ending: Ending,
}

/// How Python names the end of input that nobody was prepared for.
const END_OF_FILE: &str = "EOFError";

const STUCK: &str = "Your program and the interactor wait for each other: your program reads, but there is nothing for it to read \
                     before the interactor has read more of what your program prints. Was all of it printed, with a line \
                     break at its end, and flushed (std::endl, or fflush)?";

const TOO_EARLY: &str = "Your program ended while the interactor waited for more of its output.";

const NOT_BY_ITSELF: &str =
    "The program did not end by itself, so the interactor's answer does not count.";

impl Checkers<'_> {
    /// Has the program that `play` runs speak with the interactor of `case`. Returns what was seen of the program, and what
    /// the interactor says of it.
    pub(in crate::pipeline) fn converse(
        &self,
        case: &Case,
        interaction: &Interaction,
        mut play: impl FnMut(Input<'_>) -> Result<Played, SandboxError>,
    ) -> Result<(Played, Compared), CheckerError> {
        let Some(checker) = &case.comparison.checker else {
            return Err(CheckerError::Files(std::io::ErrorKind::NotFound.into()));
        };
        let failed = |interactor: &Observation, trouble| {
            no_answer(checker, case, matches!(interactor.exit, Exit::Stopped(_)), trouble)
        };
        let mut walls = self.walls(checker)?;
        let answer = walls.place("answer", &interaction.answer)?;
        let mut input = interaction.input.to_vec();
        let mut earlier: Option<Observation> = None;
        let mut pass = 1;
        loop {
            let words = arguments(&walls, &input, &answer)?;
            let spoken = speak(&mut walls, words, &mut play)?;
            let feedback = match checker.protocol {
                CheckerProtocol::Files | CheckerProtocol::Kattis => Feedback::read(&mut walls)?,
                CheckerProtocol::Testlib | CheckerProtocol::Dmoj | CheckerProtocol::Lines => {
                    Feedback::default()
                }
            };
            tracing::debug!(pass, said = %feedback.judge_message.trim_end(), "the interactor has ended");
            let compared = judged(&spoken, &feedback, checker)
                .map_err(|trouble| failed(&spoken.interactor, trouble))?;
            let (seen, written) = spoken.played;
            let goes_on = compared.outcome == Outcome::Equal && matches!(seen.exit, Exit::Code(_));
            let seen = joined(earlier, seen);
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
            Feedback::forget(&mut walls)?;
            earlier = Some(seen);
            pass += 1;
        }
    }
}

/// What stands behind an interactor's own words.
fn arguments(walls: &Walls, input: &[u8], answer: &str) -> Result<Vec<String>, CheckerError> {
    let input = walls.place("input", input)?;
    let (answer, scratch) = (answer.to_owned(), walls.scratch());
    Ok(match walls.checker.protocol {
        CheckerProtocol::Files | CheckerProtocol::Kattis => vec![input, answer, scratch],
        CheckerProtocol::Testlib | CheckerProtocol::Dmoj | CheckerProtocol::Lines => {
            vec![input, format!("{scratch}output"), answer]
        }
    })
}

/// One start of both sides, until both have ended.
fn speak(
    walls: &mut Walls,
    words: Vec<String>,
    play: &mut impl FnMut(Input<'_>) -> Result<Played, SandboxError>,
) -> Result<Spoken, CheckerError> {
    let talk = Conversation::default();
    let interact = || {
        let side = InteractorSide(&talk);
        let mut partner = |printed: &[u8]| side.0.interactor_reads(printed);
        let seen = walls.run(words, Input::Conversation(&mut partner))?;
        let is_content = matches!(seen.exit, Exit::Code(0 | 42));
        side.0.interactor_has_ended(last(&seen), is_content);
        Ok(seen)
    };
    thread::scope(|scope| {
        let interactor =
            thread::Builder::new().spawn_scoped(scope, interact).map_err(CheckerError::Files)?;
        let side = ProgramSide(&talk);
        let mut partner = |printed: &[u8]| side.0.program_reads(printed);
        let played = play(Input::Conversation(&mut partner));
        talk.program_has_ended(played.as_ref().map_or(&[], |(seen, _)| last(seen)));
        // Both are waited for before either is complained of.
        let interactor: Result<Observation, CheckerError> = match interactor.join() {
            Ok(seen) => seen,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        Ok(Spoken { played: played?, interactor: interactor?, ending: talk.ending() })
    })
}

/// Whatever happens to one side, the other does not wait for it any longer.
struct ProgramSide<'a>(&'a Conversation);

impl Drop for ProgramSide<'_> {
    fn drop(&mut self) {
        self.0.program_has_ended(&[]);
    }
}

struct InteractorSide<'a>(&'a Conversation);

impl Drop for InteractorSide<'_> {
    fn drop(&mut self) {
        self.0.interactor_has_ended(&[], false);
    }
}

fn last(seen: &Observation) -> &[u8] {
    seen.turns.last().map_or(&[], |turn| &turn.output)
}

/// What both ends together come to. An interactor that has answered while the program was at work decides, whatever the program did
/// then; otherwise a program that did not end by itself is to blame for it, whatever the interactor says of that.
fn judged(spoken: &Spoken, feedback: &Feedback, checker: &Checker) -> Result<Compared, String> {
    let Spoken { played: (seen, _), interactor, ending } = spoken;
    let unequal = |sentence: &str| Ok(answer::unequal(Outcome::Different, sentence.to_owned()));
    if ending.is_stuck {
        let found = Difference { tells_end: true, ..Difference::in_words(STUCK) };
        return Ok(Compared { difference: Some(found), ..Compared::new(Outcome::Different) });
    }
    let answer = answer::interpret(Said::new(interactor, feedback), checker, &LIMITS);
    if ending.interactor_was_first {
        let stands =
            |answer: Compared| Compared { stands: answer.outcome != Outcome::Equal, ..answer };
        return answer.map(stands);
    }
    match answer {
        _ if !matches!(seen.exit, Exit::Code(_)) => unequal(NOT_BY_ITSELF),
        Err(_) if waited_for_more(interactor) => unequal(TOO_EARLY),
        answer => answer,
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
fn joined(earlier: Option<Observation>, mut next: Observation) -> Observation {
    let Some(earlier) = earlier else { return next };
    let mut turns = earlier.turns;
    let end = turns.pop().unwrap_or_default();
    let mut first = end.output;
    let mut following = next.turns.into_iter();
    let begun = following.next().unwrap_or_default();
    first.extend(begun.output);
    turns.push(ObservedTurn { output: first, input: begun.input });
    turns.extend(following);
    next.usage.cpu += earlier.usage.cpu;
    next.usage.wall += earlier.usage.wall;
    let stderr = [earlier.stderr, next.stderr].concat();
    Observation { turns, stderr, ..next }
}
