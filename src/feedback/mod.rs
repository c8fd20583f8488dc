//! Recognises the usual mistakes, so that a report can say in one sentence what is probably wrong.
//!
//! A hint must be true: each rule proves its suspicion before it speaks. There are three kinds of proof.
//!
//! * **By playing** (`by_playing`): a game that makes the mistake is given the same script, and the program did exactly what
//!   that game does, in this case and in all others.
//! * **By correction** (`board`, `drawing`, `lines`, `message`, `number`, `prompt`, `prompt_place`, `spacing`, `wrong_number`,
//!   and `pairs` of them): with that one thing corrected in
//!   the program's output, or altered in the reference's, the comparison finds no difference.
//! * **By evidence** (`crash`, `ending`, `outcome`, `question`): the signal, the words on standard error, what was read and printed last.
//!
//! Hints explain verdicts and never make them: nothing here decides about points. Standard error is the program's own
//! word and can claim anything; it is quoted as data.

mod board;
mod by_playing;
mod crash;
mod drawing;
mod edit;
mod ending;
mod judged_run;
mod language;
mod lines;
mod message;
mod number;
mod outcome;
mod pairs;
mod prompt;
mod prompt_place;
mod question;
mod rule;
mod spacing;
#[cfg(test)]
pub(crate) mod stage;
mod wrong_number;

pub(crate) use judged_run::JudgedRun;

use reference::GameOptions;

use crate::model::{GameSupport, Hint};
use judged_run::HintContext;
use rule::{Rule, first};

/// Mistakes in how a program ends, the likeliest cause first.
const TERMINATION_RULES: [Rule; 5] = [
    crash::crashed,
    question::after_the_game,
    ending::asks_after_the_end,
    ending::never_stops,
    ending::output_not_flushed,
];

/// Mistakes in what a program prints although it plays well. One of them is told: the first that explains all.
const OUTPUT_RULES: [Rule; 29] = [
    ending::prints_nothing,
    ending::ended_early,
    outcome::told_too_early,
    prompt_place::glued,
    spacing::line_ends,
    spacing::blank_lines,
    spacing::odd_blanks,
    spacing::look_alikes,
    prompt::shows_too_little,
    prompt::worded_otherwise,
    spacing::blanks_in_lines,
    spacing::broken_elsewhere,
    number::whole_division,
    drawing::letters_exchanged,
    drawing::symbols,
    board::twice,
    board::old_before_new,
    board::initial_missing,
    board::again_after_refusal,
    drawing::separators,
    drawing::bars_at_the_edges,
    board::before_the_move,
    board::missing,
    message::misspelt,
    message::missing,
    message::more_at_the_end,
    prompt_place::on_several_lines,
    prompt_place::after_reading,
    message::extra_lines,
];

/// The same for a program that is no game: it has no boards, and its numbers are results.
const PLAIN_RULES: [Rule; 20] = [
    ending::prints_nothing,
    ending::ended_early,
    spacing::line_ends,
    spacing::blank_lines,
    spacing::odd_blanks,
    spacing::look_alikes,
    prompt::shows_too_little,
    prompt::worded_otherwise,
    spacing::blanks_in_lines,
    spacing::broken_elsewhere,
    number::whole_division,
    wrong_number::wrong_number,
    lines::another_sign,
    lines::asks_once_more,
    message::misspelt,
    lines::lines_missing,
    lines::in_another_order,
    message::more_at_the_end,
    prompt_place::after_reading,
    message::extra_lines,
];

/// Where the wording is free, nothing is known of boards and messages; an interactor says itself what is wrong, and how long its
/// game is.
fn looks<'r>(context: &HintContext<'_>) -> &'r [Rule] {
    match context.run.rule {
        rule if rule.interactor.is_some() => &[ending::prints_nothing],
        rule if rule.patterns.is_some() => {
            &[ending::prints_nothing, ending::ended_early, outcome::told_wrongly]
        }
        _ if context.is_game => &OUTPUT_RULES,
        _ => &PLAIN_RULES,
    }
}

/// The hints for each of a submission's runs, in their order; none for a run that is right.
///
/// `game` is the assignment's built-in game, if it has one: its known bugs are looked for by playing. Where the program is not
/// written in C++ (`is_cpp`), no hint speaks of that.
pub(crate) fn recognise(
    game: Option<(&dyn GameSupport, GameOptions)>,
    runs: &[JudgedRun<'_>],
    is_cpp: bool,
) -> Vec<Vec<Hint>> {
    let own: Vec<JudgedRun<'_>> = runs.iter().filter(|run| !run.stricter).copied().collect();
    let known = game
        .filter(|_| own.iter().any(JudgedRun::failed))
        .and_then(|(game, options)| game.known_bugs(options));
    let by_playing = match known {
        Some(known) => by_playing::recognise(&own, &known),
        None => vec![None; own.len()],
    };
    let (messages, endings) = (judged_run::messages(runs), judged_run::endings(runs));
    let is_game = game.is_some();
    let mut by_playing = by_playing.into_iter();
    let hints = runs.iter().map(|run| {
        let played = if run.stricter { None } else { by_playing.next().flatten() };
        if !run.failed() {
            return Vec::new();
        }
        let context = HintContext { run, messages: &messages, endings: &endings, is_game };
        let found = of_one(&context, played);
        if is_cpp {
            found
        } else {
            found.into_iter().filter_map(|hint| language::neutral(hint, is_game)).collect()
        }
    });
    hints.collect()
}

fn of_one(context: &HintContext<'_>, played: Option<Hint>) -> Vec<Hint> {
    // A game that lost its first input to a question says nothing of how the program plays.
    if let Some(hint) = question::before_the_game(context) {
        return vec![hint];
    }
    let mut hints: Vec<Hint> = played.into_iter().collect();
    hints.extend(first(&TERMINATION_RULES, context));
    if hints.is_empty() && context.run.printed_wrongly() && !context.run.is_long() {
        hints.extend(first(looks(context), context));
        if hints.is_empty() {
            hints = pairs::recognise(context, looks(context));
        }
    }
    hints
}
