//! Recognises the usual mistakes, so that a report can say in one sentence what is probably wrong.
//!
//! A hint must be true: each rule proves its suspicion before it speaks. There are four kinds of proof.
//!
//! * **By playing** (`by_playing`): a game that makes the mistake is given the same script, and the program did exactly what
//!   that game does, in this case and in all others.
//! * **By correction** (`board`, `drawing`, `letter_case`, `lines`, `loop_mistakes`, `message`, `number`, `prompt`,
//!   `spacing`, `wrong_number`, and `pairs` of them): with that one thing corrected in
//!   the program's output, or altered in the reference's, the comparison finds no difference.
//! * **By repair** (`by_repair`): the program was changed in one place, built and run, and was right. That is done elsewhere; here
//!   is what is said of it.
//! * **By evidence** (`crash`, `ending`, `outcome`, `question`, `input_effects`): the signal, the words on standard error, what was read and printed
//!   last, what each input changed on the board.
//!
//! Hints explain verdicts and never make them: nothing here decides about points. Standard error is the program's own
//! word and can claim anything; it is quoted as data.

mod board;
mod by_playing;
mod by_repair;
mod crash;
mod drawing;
mod edit;
mod ending;
mod input_effects;
mod judged_run;
mod language;
mod letter_case;
mod lines;
mod loop_mistakes;
mod message;
mod mutant_games;
mod number;
mod outcome;
mod pairs;
mod prompt;
mod question;
mod rule;
mod sentences;
mod spacing;
#[cfg(any(test, feature = "testing"))]
pub mod stage;
mod wrong_number;

pub use by_repair::{
    SourceLines, either_hint, has_endless_hint, has_only_vague_hints, is_reading_slip, is_restated,
    names_only_a_line, slip_hint as hint_at, slip_name, together_hint,
};
pub use judged_run::{ConsumedInput, HintContext, JudgedRun};
pub use mutant_games::MutantGames;

use input_effects::InputEffects;
use lines::OutputLines;
use model::{END_OF_INPUT, Hint};
use rule::{Rule, find_first_hint};

/// Mistakes in how a program ends, the likeliest cause first.
const TERMINATION_RULES: [Rule; 5] = [
    crash::detect_crash,
    question::detect_question_after_game,
    ending::detect_continuing_after_end,
    ending::detect_endless_run,
    ending::detect_unflushed_output,
];

/// Mistakes in what a program prints although it plays well. One of them is told: the first that explains all.
const OUTPUT_RULES: [Rule; 29] = [
    ending::detect_empty_output,
    ending::detect_early_end,
    outcome::detect_early_result,
    prompt::detect_glued_prompt,
    spacing::detect_wrong_line_ends,
    spacing::detect_extra_blank_lines,
    spacing::detect_odd_blanks,
    spacing::detect_look_alikes,
    prompt::detect_incomplete_prompt,
    prompt::detect_reworded_prompt,
    spacing::detect_wrong_blanks,
    spacing::detect_moved_line_breaks,
    number::detect_integer_division,
    drawing::detect_exchanged_letters,
    drawing::detect_wrong_symbol,
    board::detect_doubled_board,
    board::detect_old_board_before_new,
    board::detect_missing_first_board,
    board::detect_board_after_refusal,
    drawing::detect_wrong_separators,
    drawing::detect_edge_bars,
    board::detect_outdated_boards,
    board::detect_missing_boards,
    message::detect_misspelt_message,
    message::detect_missing_message,
    message::detect_text_after_end,
    prompt::detect_multiline_prompt,
    prompt::detect_late_prompt,
    message::detect_extra_lines,
];

/// The same for a program that is no game: it has no boards, and its numbers are results.
const PLAIN_RULES: [Rule; 25] = [
    ending::detect_empty_output,
    ending::detect_early_end,
    spacing::detect_wrong_line_ends,
    spacing::detect_extra_blank_lines,
    spacing::detect_odd_blanks,
    spacing::detect_look_alikes,
    prompt::detect_incomplete_prompt,
    prompt::detect_reworded_prompt,
    spacing::detect_missing_line_break,
    spacing::detect_wrong_blanks,
    spacing::detect_moved_line_breaks,
    number::detect_integer_division,
    loop_mistakes::detect_running_total,
    wrong_number::detect_wrong_number,
    loop_mistakes::detect_wrong_list_end,
    lines::detect_first_word_read,
    lines::detect_replaced_sign,
    lines::detect_repeated_prompt,
    message::detect_misspelt_message,
    letter_case::detect_letter_case,
    lines::detect_missing_lines,
    lines::detect_reordered_lines,
    message::detect_text_after_end,
    prompt::detect_late_prompt,
    message::detect_extra_lines,
];

/// Those of them that look at each line once, for programs that print many.
const RULES_FOR_MANY_LINES: [Rule; 11] = [
    ending::detect_empty_output,
    spacing::detect_wrong_line_ends,
    spacing::detect_extra_blank_lines,
    spacing::detect_odd_blanks,
    spacing::detect_wrong_blanks,
    spacing::detect_moved_line_breaks,
    loop_mistakes::detect_running_total,
    wrong_number::detect_wrong_number,
    loop_mistakes::detect_wrong_list_end,
    letter_case::detect_letter_case,
    lines::detect_reordered_lines,
];

/// Where the wording is free, nothing is known of boards and messages. A checker or an interactor says itself what is wrong: its
/// example is only one of many right outputs.
fn select_rules<'r>(context: &HintContext<'_>) -> &'r [Rule] {
    match context.run.rule {
        rule if rule.referee.is_some() || rule.checker.is_some() => &[ending::detect_empty_output],
        rule if rule.patterns.is_some() => &[
            ending::detect_empty_output,
            ending::detect_early_end,
            outcome::detect_wrong_result,
        ],
        _ if context.is_game => &OUTPUT_RULES,
        _ if context.run.has_many_lines() => &RULES_FOR_MANY_LINES,
        _ => &PLAIN_RULES,
    }
}

/// The hints for each of a submission's runs, in their order; none for a run that is right.
///
/// `mutants` are those of the assignment's built-in game, if it has one (`is_game`) whose bugs are known. Where the program
/// is not written in C++ (`is_cpp`), no hint speaks of that.
pub fn recognise_mistakes(
    mutants: Option<&MutantGames>,
    runs: &[JudgedRun<'_>],
    is_game: bool,
    is_cpp: bool,
) -> Vec<Vec<Hint>> {
    let lines: Vec<Option<OutputLines>> = runs.iter().map(OutputLines::from_run).collect();
    let by_lines = runs.iter().zip(&lines);
    let runs: Vec<JudgedRun<'_>> = by_lines
        .map(|(run, lines)| {
            lines
                .as_ref()
                .map_or(*run, |lines| lines.to_judged_run(run))
        })
        .collect();
    let own: Vec<JudgedRun<'_>> = runs.iter().filter(|run| !run.stricter).copied().collect();
    let mut by_playing = recognise_by_playing(mutants, &own).into_iter();
    let messages = judged_run::collect_messages(&runs);
    let endings = judged_run::collect_endings(&runs);
    let players = judged_run::collect_players(&runs);
    let is_needed = is_game && own.iter().any(JudgedRun::has_failed);
    let effects = if is_needed {
        InputEffects::from_runs(&own)
    } else {
        InputEffects::default()
    };
    let loses_fractions = number::loses_fractions(&runs);
    let hints = runs.iter().map(|run| {
        let played = if run.stricter {
            None
        } else {
            by_playing.next().flatten()
        };
        if !run.has_failed() {
            return Vec::new();
        }
        let context = HintContext {
            run,
            messages: &messages,
            endings: &endings,
            players: &players,
            is_game,
            loses_fractions,
        };
        let found = build_run_hints(&context, &effects, played);
        with_place(adapt_to_language(found, is_game, is_cpp), run)
    });
    hints.collect()
}

/// What is known before any rule of the game is looked at.
fn before_any_rule(context: &HintContext<'_>, effects: &InputEffects) -> Option<Hint> {
    if let Some(lost) = context.run.consumed_input {
        return Some(question::consumed_input_hint(lost));
    }
    if !context.is_game {
        return None;
    }
    question::detect_question_before_game(context)
        .or_else(|| effects.question_before_the_game(context.run))
        .or_else(|| effects.larger_board())
}

/// Says which input was taken otherwise, in place of what only follows from that.
fn name_the_cause(context: &HintContext<'_>, hints: &mut Vec<Hint>) {
    const SYMPTOMS: [&str; 4] = [
        "end-of-game-missed",
        "ended-early",
        "wrong-result",
        "result-too-early",
    ];
    let is_symptom = |hint: &Hint| SYMPTOMS.contains(&hint.mistake);
    if !hints.first().is_none_or(is_symptom) || context.run.is_right_under_loose_rule() {
        return;
    }
    if let Some(cause) = input_effects::find_first_wrong_effect(context.run) {
        hints.retain(|hint| !is_symptom(hint));
        hints.insert(0, cause);
    }
}

/// The hints for the last of these runs of a game, as they would be if it were a case like the others: one run per case.
pub fn recognise_last(
    mutants: Option<&MutantGames>,
    runs: &[JudgedRun<'_>],
    is_cpp: bool,
) -> Vec<Hint> {
    let Some(run) = runs.last().filter(|run| run.has_failed()) else {
        return Vec::new();
    };
    let played = recognise_by_playing(mutants, runs).pop().flatten();
    let messages = judged_run::collect_messages(runs);
    let endings = judged_run::collect_endings(runs);
    let players = judged_run::collect_players(runs);
    let context = HintContext {
        run,
        messages: &messages,
        endings: &endings,
        players: &players,
        is_game: true,
        loses_fractions: false,
    };
    let effects = InputEffects::from_runs(runs);
    let found = build_run_hints(&context, &effects, played);
    with_place(adapt_to_language(found, true, is_cpp), run)
}

/// Says where the first difference is, if no hint of the run says where its mistake shows.
fn with_place(mut hints: Vec<Hint>, run: &JudgedRun<'_>) -> Vec<Hint> {
    let difference = run.judgement.difference.as_ref();
    let turn = difference.and_then(|found| found.turn);
    let (Some(hint), Some(turn)) = (hints.first_mut(), turn) else {
        return hints;
    };
    if hint.detail.is_none() {
        // What came before may be wrong as well where it is not compared.
        let shows = if turn.earlier_are_right {
            "It first shows"
        } else {
            "It shows"
        };
        hint.detail = match turn.number.checked_sub(1) {
            None => Some(format!("{shows} before the first input.")),
            Some(before) if run.input.get(before).is_some_and(|it| it == END_OF_INPUT) => {
                Some(format!("{shows} after the end of the input."))
            }
            Some(before) => run.input.get(before).map(|input| {
                format!(
                    "{shows} after input {} ({}).",
                    turn.number,
                    judged_run::quote_text(input)
                )
            }),
        };
    }
    hints
}

/// What playing says of each run, one per case.
fn recognise_by_playing(mutants: Option<&MutantGames>, own: &[JudgedRun<'_>]) -> Vec<Option<Hint>> {
    match mutants {
        Some(mutants) if own.iter().any(JudgedRun::has_failed) => {
            by_playing::recognise_known_bugs(own, mutants)
        }
        _ => vec![None; own.len()],
    }
}

fn adapt_to_language(found: Vec<Hint>, is_game: bool, is_cpp: bool) -> Vec<Hint> {
    if is_cpp {
        return found;
    }
    found
        .into_iter()
        .filter_map(|hint| language::remove_cpp_terms(hint, is_game))
        .collect()
}

fn build_run_hints(
    context: &HintContext<'_>,
    effects: &InputEffects,
    played: Option<Hint>,
) -> Vec<Hint> {
    // A game that lost its first input to a question says nothing of how the program plays, and one on another board ends
    // elsewhere.
    if let Some(hint) = before_any_rule(context, effects) {
        return vec![hint];
    }
    let mut hints: Vec<Hint> = played.into_iter().collect();
    let is_played = !hints.is_empty();
    let ending = find_first_hint(&TERMINATION_RULES, context);
    if hints.is_empty()
        && ending
            .as_ref()
            .is_some_and(|hint| hint.mistake == "read-past-end")
    {
        hints.extend(ending::detect_missed_end(context));
    }
    hints.extend(ending);
    if hints.is_empty() && context.run.printed_wrongly() && !context.run.is_long() {
        hints.extend(find_first_hint(select_rules(context), context));
        if hints.is_empty() && !context.run.has_many_lines() {
            hints = pairs::recognise_pair(context, select_rules(context));
        }
    }
    if context.is_game && !is_played {
        name_the_cause(context, &mut hints);
    }
    hints
}
