//! A question to a checker about one run that is over.

use super::answer;
use super::checkers::Checkers;
use super::error::CheckerError;
use super::feedback::Feedback;
use super::said::Said;
use super::walls::{LIMITS, no_answer};
use crate::compare::{Compared, Outcome};
use crate::execute::Input;
use crate::model::{Case, Checker, CheckerProtocol, END_OF_INPUT, Exit, Observation, Turn};
use crate::raw_text;

/// Asks the function of a checker of DMOJ.
const DMOJ: &str = include_str!("dmoj.py");

impl Checkers<'_> {
    /// Asks `checker` about one run of `case`.
    pub(in crate::pipeline) fn ask(
        &self,
        checker: &Checker,
        case: &Case,
        expected: &[Turn],
        seen: &Observation,
    ) -> Result<Compared, CheckerError> {
        if !matches!(seen.exit, Exit::Code(_)) {
            let sentence = "The program did not end by itself, so its output was not checked.";
            return Ok(answer::unequal(Outcome::Different, sentence.to_owned()));
        }
        let [input, output, reference] = contents(case, seen, expected);
        if checker.protocol == CheckerProtocol::Lines {
            let walls = || self.walls(checker);
            let said = self.kept.ask(checker, walls, [&input, &output, &reference])?;
            return said.map_err(|(trouble, seen)| {
                let was_stopped = seen.is_some_and(|seen| matches!(seen.exit, Exit::Stopped(_)));
                no_answer(checker, case, was_stopped, trouble)
            });
        }
        let mut walls = self.walls(checker)?;
        let place = |name: &str, content: &[u8]| walls.place(name, content);
        let (checked, feedback) = match checker.protocol {
            CheckerProtocol::Files | CheckerProtocol::Testlib | CheckerProtocol::Lines => {
                let files = vec![
                    place("input", &input)?,
                    place("output", &output)?,
                    place("expected", &reference)?,
                ];
                (walls.run(files, Input::Empty)?, Feedback::default())
            }
            CheckerProtocol::Dmoj => {
                let mut words = ["python3", "-c", DMOJ].map(str::to_owned).to_vec();
                words.extend_from_slice(&checker.words);
                for (name, content) in
                    [("input", &input), ("output", &output), ("expected", &reference)]
                {
                    words.push(place(name, content)?);
                }
                words.extend_from_slice(&checker.arguments);
                (walls.execute(words, Input::Empty, &LIMITS)?, Feedback::default())
            }
            CheckerProtocol::Kattis => {
                let mut files = vec![place("input", &input)?, place("answer", &reference)?];
                files.push(walls.scratch());
                let checked = walls.run(files, Input::Whole(&output))?;
                (checked, Feedback::read(&mut walls)?)
            }
        };
        answer::interpret(Said::new(&checked, &feedback), checker, &LIMITS).map_err(|trouble| {
            no_answer(checker, case, matches!(checked.exit, Exit::Stopped(_)), trouble)
        })
    }
}

/// The input, the program's output and the reference's.
fn contents(case: &Case, seen: &Observation, expected: &[Turn]) -> [Vec<u8>; 3] {
    let input = match (&case.whole_input, &case.interaction) {
        (Some(whole), _) => whole.bytes.to_vec(),
        (None, Some(interaction)) => interaction.input.to_vec(),
        (None, None) => {
            let inputs = expected.iter().filter_map(|turn| turn.input.as_ref());
            let lines = inputs.filter(|line| *line != END_OF_INPUT);
            lines.map(|line| format!("{line}\n")).collect::<String>().into_bytes()
        }
    };
    let printed: String = expected.iter().map(Turn::printed).collect();
    let printed = raw_text::to_bytes(&printed).into_owned();
    [input, seen.stdout(), printed]
}
