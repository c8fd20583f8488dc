//! The line with which a checker answers that is kept for many questions.

use serde::Deserialize;

use super::answer::{self, WRONG};
use super::said;
use judging::compare::{ComparisonOutcome, ComparisonResult};

/// What an answer says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckerAnswerLine {
    verdict: CheckerLineVerdict,
    /// For the student.
    message: Option<String>,
    /// What a wrong answer earns nevertheless, from 0 to 1.
    share: Option<f64>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum CheckerLineVerdict {
    Accepted,
    Wrong,
    Presentation,
}

/// What stands in the one line of an answer; or why it is none.
pub(super) fn parse_answer_line(printed: &str) -> Result<ComparisonResult, String> {
    let mut lines = said::nonempty_lines(printed);
    let (Some(line), None) = (lines.next(), lines.next()) else {
        let count = said::nonempty_lines(printed).count();
        return Err(format!(
            "it printed {count} lines before it read the next question; expected one, and to flush it"
        ));
    };
    let answer: CheckerAnswerLine = serde_json::from_str(line).map_err(|error| {
        let line = said::shorten_line(line);
        format!(
            "it answered {line} ({error}); expected a line such as {{\"verdict\": \"accepted\"}}, or \"wrong\" or \
             \"presentation\" with a \"message\""
        )
    })?;
    let message = answer
        .message
        .as_deref()
        .and_then(|text| said::nonempty_lines(text).next());
    match (answer.verdict, answer.share) {
        (CheckerLineVerdict::Accepted, None) => Ok(answer::accepted_result(message)),
        (CheckerLineVerdict::Wrong, Some(share)) if (0.0..=1.0).contains(&share) => Ok(
            answer::partial_result(answer::to_thousandths(share), message.unwrap_or_default()),
        ),
        (CheckerLineVerdict::Wrong, None) => {
            Ok(rejected_with_message(ComparisonOutcome::Different, message))
        }
        (CheckerLineVerdict::Presentation, None) => Ok(rejected_with_message(
            ComparisonOutcome::Presentation,
            message,
        )),
        (_, Some(share)) => Err(format!(
            "it answered with the share {share}; expected one from 0 to 1 with \"wrong\""
        )),
    }
}

fn rejected_with_message(outcome: ComparisonOutcome, message: Option<&str>) -> ComparisonResult {
    answer::rejected_result(outcome, said::shorten_line(message.unwrap_or(WRONG)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_one_line_of_json_and_nothing_else() {
        let share = parse_answer_line(
            "{\"verdict\": \"wrong\", \"share\": 0.25, \"message\": \"one of four\"}\n",
        );
        assert_eq!(share.unwrap().share, Some(250));
        assert_eq!(
            parse_answer_line("{\"verdict\":\"accepted\"}\n")
                .unwrap()
                .outcome,
            ComparisonOutcome::Equal
        );
        for wrong in [
            "",
            "accepted",
            "{\"verdict\":\"accepted\"}\n{\"verdict\":\"accepted\"}\n",
            "{\"verdict\":\"Accepted\"}",
            "{\"verdict\":\"accepted\",\"points\":1}",
            "{\"verdict\":\"accepted\",\"share\":0.5}",
            "{\"verdict\":\"wrong\",\"share\":1.5}",
        ] {
            parse_answer_line(wrong).unwrap_err();
        }
    }
}
