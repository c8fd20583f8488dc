//! Recognises the usual mistakes, so that a report can say in one sentence what is probably wrong.
//!
//! A hint must be true: each rule proves its suspicion before it speaks. There are four kinds of proof.
//!
//! * **By playing** (`by_playing`): a game that makes the mistake is given the same script, and the program did exactly what
//!   that game does, in this case and in all others.
//! * **By correction** (`board`, `drawing`, `last_value`, `letter_case`, `lines`, `message`, `number`, `prompt`, `prompt_place`,
//!   `running_total`, `spacing`, `wrong_number`, and `pairs` of them): with that one thing corrected in
//!   the program's output, or altered in the reference's, the comparison finds no difference.
//! * **By repair** (`by_repair`): the program was changed in one place, built and run, and was right. That is done elsewhere; here
//!   is what is said of it.
//! * **By evidence** (`crash`, `ending`, `outcome`, `question`, `input_effects`): the signal, the words on standard error, what was read and printed
//!   last, what each input changed on the board.
//!
//! Hints explain verdicts and never make them: nothing here decides about points. Standard error is the program's own
//! word and can claim anything; it is quoted as data.

mod board;
mod board_changes;
mod by_playing;
mod by_repair;
mod crash;
mod drawing;
mod edit;
mod ending;
mod input_effects;
mod judged_run;
mod language;
mod last_value;
mod letter_case;
mod lines;
mod lost_input;
mod message;
mod mutant_games;
mod number;
mod outcome;
mod pairs;
mod prompt;
mod prompt_place;
mod question;
mod rule;
mod running_total;
mod spacing;
#[cfg(test)]
pub(crate) mod stage;
mod whole_output;
mod wrong_number;

pub(crate) use by_repair::{
    hint as hint_at, is_in_reading, is_open, is_open_and_endless, may_be_endless,
};
pub(crate) use judged_run::JudgedRun;
pub(crate) use lost_input::LostInput;
pub(crate) use mutant_games::MutantGames;

use crate::model::Hint;
use input_effects::InputEffects;
use judged_run::HintContext;
use rule::{Rule, first};
use whole_output::OutputLines;

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
const PLAIN_RULES: [Rule; 24] = [
    ending::prints_nothing,
    ending::ended_early,
    spacing::line_ends,
    spacing::blank_lines,
    spacing::odd_blanks,
    spacing::look_alikes,
    prompt::shows_too_little,
    prompt::worded_otherwise,
    spacing::line_break_missing,
    spacing::blanks_in_lines,
    spacing::broken_elsewhere,
    number::whole_division,
    running_total::not_reset,
    wrong_number::wrong_number,
    last_value::one_value_less_or_more,
    lines::another_sign,
    lines::asks_once_more,
    message::misspelt,
    letter_case::letter_case,
    lines::lines_missing,
    lines::in_another_order,
    message::more_at_the_end,
    prompt_place::after_reading,
    message::extra_lines,
];

/// Those of them that look at each line once, for programs that print many.
const RULES_FOR_MANY_LINES: [Rule; 11] = [
    ending::prints_nothing,
    spacing::line_ends,
    spacing::blank_lines,
    spacing::odd_blanks,
    spacing::blanks_in_lines,
    spacing::broken_elsewhere,
    running_total::not_reset,
    wrong_number::wrong_number,
    last_value::one_value_less_or_more,
    letter_case::letter_case,
    lines::in_another_order,
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
        _ if context.run.has_many_lines() => &RULES_FOR_MANY_LINES,
        _ => &PLAIN_RULES,
    }
}

/// The hints for each of a submission's runs, in their order; none for a run that is right.
///
/// `mutants` are those of the assignment's built-in game, if it has one (`is_game`) whose bugs are known. Where the program
/// is not written in C++ (`is_cpp`), no hint speaks of that.
pub(crate) fn recognise(
    mutants: Option<&MutantGames>,
    runs: &[JudgedRun<'_>],
    is_game: bool,
    is_cpp: bool,
) -> Vec<Vec<Hint>> {
    let lines: Vec<Option<OutputLines>> = runs.iter().map(OutputLines::of).collect();
    let by_lines = runs.iter().zip(&lines);
    let runs: Vec<JudgedRun<'_>> =
        by_lines.map(|(run, lines)| lines.as_ref().map_or(*run, |lines| lines.run(run))).collect();
    let own: Vec<JudgedRun<'_>> = runs.iter().filter(|run| !run.stricter).copied().collect();
    let mut by_playing = played(mutants, &own).into_iter();
    let (messages, endings) = (judged_run::messages(&runs), judged_run::endings(&runs));
    let is_needed = is_game && own.iter().any(JudgedRun::failed);
    let effects = if is_needed { InputEffects::of(&own) } else { InputEffects::default() };
    let loses_fractions = number::loses_fractions(&runs);
    let hints = runs.iter().map(|run| {
        let played = if run.stricter { None } else { by_playing.next().flatten() };
        if !run.failed() {
            return Vec::new();
        }
        let context =
            HintContext { run, messages: &messages, endings: &endings, is_game, loses_fractions };
        in_language(of_one(&context, &effects, played), is_game, is_cpp)
    });
    hints.collect()
}

/// What is known before any rule of the game is looked at.
fn before_any_rule(context: &HintContext<'_>, effects: &InputEffects) -> Option<Hint> {
    if let Some(lost) = context.run.lost_input {
        return Some(question::took_input(lost));
    }
    if !context.is_game {
        return None;
    }
    question::before_the_game(context)
        .or_else(|| effects.question_before_the_game(context.run))
        .or_else(|| effects.larger_board())
}

/// Says which input was taken otherwise, in place of what only follows from that.
fn name_the_cause(context: &HintContext<'_>, hints: &mut Vec<Hint>) {
    const SYMPTOMS: [&str; 4] =
        ["end-of-game-missed", "ended-early", "wrong-result", "result-too-early"];
    let is_symptom = |hint: &Hint| SYMPTOMS.contains(&hint.mistake);
    if !hints.first().is_none_or(is_symptom) || context.run.plays_well() {
        return;
    }
    if let Some(cause) = input_effects::first_taken_otherwise(context.run) {
        hints.retain(|hint| !is_symptom(hint));
        hints.insert(0, cause);
    }
}

/// The hints for the last of these runs of a game, as they would be if it were a case like the others: one run per case.
pub(crate) fn recognise_last(
    mutants: Option<&MutantGames>,
    runs: &[JudgedRun<'_>],
    is_cpp: bool,
) -> Vec<Hint> {
    let Some(run) = runs.last().filter(|run| run.failed()) else { return Vec::new() };
    let played = played(mutants, runs).pop().flatten();
    let (messages, endings) = (judged_run::messages(runs), judged_run::endings(runs));
    let context = HintContext {
        run,
        messages: &messages,
        endings: &endings,
        is_game: true,
        loses_fractions: false,
    };
    let effects = InputEffects::of(runs);
    in_language(of_one(&context, &effects, played), true, is_cpp)
}

/// What playing says of each run, one per case.
fn played(mutants: Option<&MutantGames>, own: &[JudgedRun<'_>]) -> Vec<Option<Hint>> {
    match mutants {
        Some(mutants) if own.iter().any(JudgedRun::failed) => by_playing::recognise(own, mutants),
        _ => vec![None; own.len()],
    }
}

fn in_language(found: Vec<Hint>, is_game: bool, is_cpp: bool) -> Vec<Hint> {
    if is_cpp {
        return found;
    }
    found.into_iter().filter_map(|hint| language::neutral(hint, is_game)).collect()
}

fn of_one(context: &HintContext<'_>, effects: &InputEffects, played: Option<Hint>) -> Vec<Hint> {
    // A game that lost its first input to a question says nothing of how the program plays, and one on another board ends
    // elsewhere.
    if let Some(hint) = before_any_rule(context, effects) {
        return vec![hint];
    }
    let mut hints: Vec<Hint> = played.into_iter().collect();
    let is_played = !hints.is_empty();
    let ending = first(&TERMINATION_RULES, context);
    if hints.is_empty() && ending.as_ref().is_some_and(|hint| hint.mistake == "read-past-end") {
        hints.extend(ending::misses_the_end(context));
    }
    hints.extend(ending);
    if hints.is_empty() && context.run.printed_wrongly() && !context.run.is_long() {
        hints.extend(first(looks(context), context));
        if hints.is_empty() && !context.run.has_many_lines() {
            hints = pairs::recognise(context, looks(context));
        }
    }
    if context.is_game && !is_played {
        name_the_cause(context, &mut hints);
    }
    hints
}
