//! The line with which a checker answers that is kept for many questions.

use serde::Deserialize;

use super::answer::{self, WRONG};
use super::said;
use crate::compare::{Compared, Outcome};

/// What an answer says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    verdict: Verdict,
    /// For the student.
    message: Option<String>,
    /// What a wrong answer earns nevertheless, from 0 to 1.
    share: Option<f64>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Accepted,
    Wrong,
    Presentation,
}

/// What stands in the one line of an answer; or why it is none.
pub(super) fn answer(printed: &str) -> Result<Compared, String> {
    let mut lines = said::lines(printed);
    let (Some(line), None) = (lines.next(), lines.next()) else {
        let count = said::lines(printed).count();
        return Err(format!(
            "it printed {count} lines before it read the next question; expected one, and to flush it"
        ));
    };
    let answer: Answer = serde_json::from_str(line).map_err(|error| {
        let line = said::shortened(line);
        format!(
            "it answered {line} ({error}); expected a line such as {{\"verdict\": \"accepted\"}}, or \"wrong\" or \
             \"presentation\" with a \"message\""
        )
    })?;
    let message = answer.message.as_deref().and_then(|text| said::lines(text).next());
    match (answer.verdict, answer.share) {
        (Verdict::Accepted, None) => Ok(answer::accepted(message)),
        (Verdict::Wrong, Some(share)) if (0.0..=1.0).contains(&share) => {
            Ok(answer::partly(answer::thousandths(share), message.unwrap_or_default()))
        }
        (Verdict::Wrong, None) => Ok(unequal(Outcome::Different, message)),
        (Verdict::Presentation, None) => Ok(unequal(Outcome::Presentation, message)),
        (_, Some(share)) => Err(format!(
            "it answered with the share {share}; expected one from 0 to 1 with \"wrong\""
        )),
    }
}

fn unequal(outcome: Outcome, message: Option<&str>) -> Compared {
    answer::unequal(outcome, said::shortened(message.unwrap_or(WRONG)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_one_line_of_json_and_nothing_else() {
        let share =
            answer("{\"verdict\": \"wrong\", \"share\": 0.25, \"message\": \"one of four\"}\n");
        assert_eq!(share.unwrap().share, Some(250));
        assert_eq!(answer("{\"verdict\":\"accepted\"}\n").unwrap().outcome, Outcome::Equal);
        for wrong in [
            "",
            "accepted",
            "{\"verdict\":\"accepted\"}\n{\"verdict\":\"accepted\"}\n",
            "{\"verdict\":\"Accepted\"}",
            "{\"verdict\":\"accepted\",\"points\":1}",
            "{\"verdict\":\"accepted\",\"share\":0.5}",
            "{\"verdict\":\"wrong\",\"share\":1.5}",
        ] {
            answer(wrong).unwrap_err();
        }
    }
}
