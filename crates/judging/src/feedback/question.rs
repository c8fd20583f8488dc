//! Questions that the assignment does not have: before the game, where they take its first input, and after it.

use std::sync::LazyLock;

use regex::Regex;

use super::judged_run::{ConsumedInput, HintContext, JudgedRun, quote_text};
use super::sentences;
use crate::compare::{
    self, ComparisonOutcome, ExpectedTranscript, before_read, find_question, question,
    truncate_observation,
};
use model::Hint;

/// What no prompt for a move says, and questions before a game do.
static BEFORE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let kinds = [
        r"\by(?:es)?\W*(?:/|or)\W*no?\b",
        r"\b(?:press|hit)\b.*\b(?:key|enter|return)\b",
        r"^\W*x\W*(?:/|or)\W*o\W*$",
        r"\b(?:symbol|marker|mark|letter|piece|token|side)\b.*\bx\b\W*(?:/|or|,)\W*\bo\b\W*$",
        r"\bto be\b.*\bx\b\W*(?:/|or|,)\W*\bo\b\W*$",
        r"\b(?:how many|number of) (?:human )?players\b",
        r"\bnames?\b",
        r"\bdifficulty\b",
    ];
    any_of(&kinds)
});

/// The same of questions after it.
static AFTER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let kinds = [
        r"\by(?:es)?\W*(?:/|or)\W*no?\b",
        r"\b(?:press|hit)\b.*\b(?:key|enter|return)\b",
        r"\bplay(?:ing)?\b.*\bagain\b|^\W*again\b",
        r"\b(?:another|new|next|more)\b.*\b(?:game|round|match)\b",
        r"\b(?:continue|quit|exit|rematch|restart|replay)\b",
    ];
    any_of(&kinds)
});

fn any_of(kinds: &[&str]) -> Option<Regex> {
    Regex::new(&format!("(?i){}", kinds.join("|"))).ok()
}

/// The program asks something before the game, and takes the first input for the answer. What a reference that is no game reads
/// may well be a name, or a yes.
pub(super) fn detect_question_before_game(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let is_seen = context.is_game && run.seen.synchronised;
    let first = run.seen.turns.first().filter(|_| is_seen)?;
    let input = first.input.as_ref()?;
    let text = find_question(&first.output)?.plain_text();
    let is_own = is_one_of(BEFORE.as_ref(), &text, run) && count_question(run, &text) == 1;
    let lost = ConsumedInput {
        question: text,
        input: input.clone(),
        turn: 0,
    };
    is_own.then(|| consumed_input_hint(&lost))
}

/// A question took an input of the game for its answer.
pub(super) fn consumed_input_hint(lost: &ConsumedInput) -> Hint {
    let asked = replace_backquotes(&lost.question);
    let taken = quote_text(&lost.input);
    let detail = if lost.turn == 0 {
        format!(
            "Before the game it asks “{asked}”, and it took the first input, {taken}, as the answer."
        )
    } else {
        format!("It asks “{asked}”, and it took an input of the game, {taken}, as the answer.")
    };
    question_hint(detail).with_line(lost.turn, lost.question.clone())
}

/// An input of the game was taken for the answer to a question; `detail` says which and what was asked.
pub(super) fn question_hint(detail: String) -> Hint {
    sentences::QUESTION_BEFORE_GAME.hint().with_detail(detail)
}

/// The program asks something after the game, and no answer comes. All that was printed before that is right.
pub(super) fn detect_question_after_game(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let (number, last) = run.seen.turns.iter().enumerate().next_back()?;
    let printed = before_read(run.seen, last)?;
    let question = find_question(printed)?;
    let text = question.plain_text();
    let is_own = is_one_of(AFTER.as_ref(), &text, run) && count_question(run, &text) == 0;
    let before = truncate_observation(run.seen, number, printed.get(..question.start)?);
    let expected = ExpectedTranscript {
        turns: run.expected,
        messages: &[],
    };
    let was_right = || {
        let rule = run.rule;
        rule.checker.is_none()
            && compare::compare_transcript(expected, &before, rule).outcome
                == ComparisonOutcome::Equal
    };
    (is_own && was_right()).then(|| {
        let after = match run.input.get(run.read_count().wrapping_sub(1)) {
            Some(input) => format!("After the last input, {},", quote_text(input)),
            None => "Where its input ends,".to_owned(),
        };
        sentences::QUESTION_AFTER_GAME
            .hint()
            .with_detail(format!(
                "{after} it asks “{}”. Up to there all is right.",
                replace_backquotes(&text)
            ))
            .with_line(number, text)
    })
}

/// Whether a text is of such a kind, and nothing like what the reference asks.
fn is_one_of(kinds: Option<&Regex>, text: &str, run: &JudgedRun<'_>) -> bool {
    matches_kind(kinds, text)
        && !compare::list_prompts(run.expected).any(|prompt| matches_kind(kinds, &prompt))
}

fn matches_kind(kinds: Option<&regex::Regex>, text: &str) -> bool {
    kinds.is_some_and(|kinds| kinds.is_match(text))
}

/// How often the program asked this, and then read, in any of its turns.
fn count_question(run: &JudgedRun<'_>, text: &str) -> usize {
    let words = question::extract_words(text);
    let read = run.seen.turns.iter().filter(|turn| turn.input.is_some());
    let asked = read.filter_map(|turn| find_question(&turn.output));
    asked
        .filter(|question| question::extract_words(&question.plain_text()) == words)
        .count()
}

/// A text as it stands in quotation marks.
fn replace_backquotes(text: &str) -> String {
    text.replace('`', "'")
}
