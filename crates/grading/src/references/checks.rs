//! Whether a run of a reference can be relied on: it reads and ends as it must, and what it prints becomes a transcript.

use super::error::{ReferenceError, script_too_short};
use crate::end_of_input;
use model::{Assignment, Exit, ExitRule, GameTurn, LimitKind, Observation, TestCase};
use rubric::transcript;

/// The run of a reference that must read to the end of its input, with that end among its inputs.
pub(super) fn check_read_to_end(
    assignment: &Assignment,
    case: &TestCase,
    seen: Observation,
) -> Result<Observation, ReferenceError> {
    let is_synchronised = seen.synchronised;
    let seen = end_of_input::treat_end_as_input(seen);
    if is_synchronised && matches!(seen.exit, Exit::Code(_)) && !end_of_input::has_read_end(&seen) {
        let trouble = "it ends without having read to the end of its input, and `end_of_input = true` says that it must; \
                       leave that out, or give it less input";
        return Err(reference_fails(assignment, case, trouble.to_owned()));
    }
    Ok(seen)
}

/// Makes sure that it ended as a reference must.
pub(super) fn check_end(
    assignment: &Assignment,
    case: &TestCase,
    seen: &Observation,
) -> Result<(), ReferenceError> {
    let trouble = match seen.exit {
        Exit::Code(code) if case.exit.unwrap_or(ExitRule::Zero).allows(code) => return Ok(()),
        Exit::Code(code) => match case.exit {
            Some(ExitRule::Only(wanted)) => {
                format!("it ends with exit code {code}, and the case says `exit = {wanted}`")
            }
            Some(_) => {
                format!("it ends with exit code {code}, and the case says `exit = \"non-zero\"`")
            }
            None if code < 0 => format!("it ends with exit code {code}"),
            None => format!(
                "it ends with exit code {code}; where that is right, write `exit = {code}` in the case"
            ),
        },
        Exit::NotStarted => "the system refuses to start it".to_owned(),
        Exit::Signal(signal) => format!("it crashes (signal {signal})"),
        Exit::Stopped(
            limit @ (LimitKind::Cpu
            | LimitKind::Wall
            | LimitKind::Output
            | LimitKind::Reads
            | LimitKind::AfterEnd),
        ) => {
            return Err(ReferenceError::Endless {
                assignment: assignment.id.clone(),
                case: case.id.clone(),
                problem: limit.describe(),
            });
        }
        Exit::Stopped(limit) => format!("it {}", limit.describe()),
    };
    Err(reference_fails(assignment, case, trouble))
}

pub(super) fn reference_fails(
    assignment: &Assignment,
    case: &TestCase,
    trouble: String,
) -> ReferenceError {
    ReferenceError::Fails {
        assignment: assignment.id.clone(),
        case: case.id.clone(),
        problem: trouble,
    }
}

/// What a reference printed, as turns: complete lines are messages, the unfinished line before a read is a prompt.
///
/// # Errors
///
/// If the run does not end as the run of a reference must.
pub fn checked_turns(
    assignment: &Assignment,
    case: &TestCase,
    seen: &Observation,
) -> Result<Vec<GameTurn>, ReferenceError> {
    if !seen.synchronised {
        return Err(ReferenceError::ReadsInvisible {
            assignment: assignment.id.clone(),
        });
    }
    if seen.saw_eof {
        return Err(match seen.exit {
            Exit::Stopped(_) => ReferenceError::EndlessAtEnd {
                assignment: assignment.id.clone(),
                case: case.id.clone(),
                file: case.file.display().to_string(),
            },
            _ => script_too_short(case),
        });
    }
    check_end(assignment, case, seen)?;
    to_turns(assignment, case, seen)
}

/// As it stands in a transcript.
pub(super) fn to_turns(
    assignment: &Assignment,
    case: &TestCase,
    seen: &Observation,
) -> Result<Vec<GameTurn>, ReferenceError> {
    let text = seen.turns.iter().map(|turn| {
        let output = String::from_utf8(turn.output.clone())
            .map_err(|_| reference_fails(assignment, case, "its output is not UTF-8".to_owned()))?;
        Ok(match &turn.input {
            Some(input) => format!("{output}‹{input}›\n"),
            None => output,
        })
    });
    Ok(transcript::parse_transcript(
        &text.collect::<Result<String, ReferenceError>>()?,
    ))
}
