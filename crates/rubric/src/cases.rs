//! The test cases of one assignment: a folder of small TOML files.

use super::answers::parse_answers;
use super::case_files::{self, UnparsedCase};
use super::case_input::{self, CaseInput};
use super::choices::{parse_keyword, parse_name};
use super::comparison::overlay_comparison;
use super::config_file::ConfigFile;
use super::game::GameContext;
use super::input_line::InputLineRules;
use super::input_text::InputText;
use super::keywords::{KINDS, KindKeyword, VISIBILITIES};
use super::referee::check_game_has_referee;
use super::spanned::Spanned;
use super::vocabulary::Vocabulary;
use super::{functions, interaction, invocation, limits, player, raw, unit_tests};
use model::{
    CaseInteraction, CasePlayer, CaseVisibility, Comparison, ComparisonScope, END_OF_INPUT,
    GameTurn, KnownQuestion, RunLimits, TestCase,
};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// What a case takes from its assignment where it does not say otherwise.
#[derive(Debug)]
pub(super) struct CaseDefaults<'a> {
    /// The words its patterns may use.
    pub(super) vocabulary: &'a Vocabulary,
    /// The assignment's comparison.
    pub(super) comparison: &'a Comparison,
    /// The assignment's limits.
    pub(super) limits: RunLimits,
    /// How much of its cases students are shown.
    pub(super) visibility: CaseVisibility,
    /// The built-in game that is the reference, if one is.
    pub(super) game: GameContext<'a>,
    /// The assignment's player.
    pub(super) player: player::PlayerChoice,
    /// Whether its programs run on a terminal.
    pub(super) terminal: bool,
    /// The questions that are answered.
    pub(super) answers: Vec<KnownQuestion>,
    /// Whether its programs must read to the end of their input.
    pub(super) end_of_input: bool,
    /// Whether the instructor wrote what is right, and no program says it.
    pub(super) has_answers: bool,
    /// Whether an assignment without cases is sound.
    pub(super) are_optional: bool,
}

/// The cases in `folder`, sorted by name. A folder without any is marked where the rubric names it.
pub(super) fn load_cases(
    rubric: &ConfigFile<'_>,
    at: &Range<usize>,
    folder: &Path,
    inherited: &CaseDefaults<'_>,
) -> Vec<TestCase> {
    let example = folder.join("first.toml");
    if inherited.are_optional && !folder.exists() {
        return Vec::new();
    }
    let Some(mut files) = case_files::list_case_files(rubric, at, folder) else {
        return Vec::new();
    };
    if files.is_empty() && !inherited.are_optional {
        let what = "with a `description` and the `input`";
        let text = format!(
            "no case in the folder `{}`: create one, such as `{}`, {what}",
            folder.display(),
            example.display()
        );
        rubric.report(at, text);
    }
    files.sort();
    let diagnostics = rubric.diagnostics();
    let mut cases = Vec::new();
    for file in files {
        let typed = case_files::read_cases(diagnostics, &file, inherited.has_answers);
        if rubric.is_incomplete() {
            // Whether a case fits a rubric that was not read completely, nobody knows.
            continue;
        }
        cases.extend(
            typed
                .into_iter()
                .filter_map(|typed| parse_case(typed, inherited)),
        );
    }
    // By the names of files, as they always were: `row-2.toml` stands before `row.toml`.
    cases.sort_by_cached_key(|case| format!("{}.", case.id));
    for pair in cases.windows(2) {
        if let [one, other] = pair
            && one.id == other.id
        {
            let text = format!(
                "a second case `{}`; the first is in `{}`",
                one.id,
                one.file.display()
            );
            diagnostics.report_file(other.table.as_ref().unwrap_or(&other.file), text);
        }
    }
    cases
}

fn parse_case(
    UnparsedCase {
        id,
        mut raw,
        config,
        row,
        dialog,
    }: UnparsedCase<'_>,
    inherited: &CaseDefaults<'_>,
) -> Option<TestCase> {
    // What a case of an unknown kind lacks, or has too much, nobody knows.
    let kind = match &raw.kind {
        Some(word) => parse_name(&config, "kind", word, KINDS)?,
        None => KindKeyword::Script,
    };
    check_keys(&config, &raw, kind);
    if let Some((file, turns)) = &dialog {
        add_dialog_input(&config, &mut raw, kind, file, turns)?;
    }
    check_game_has_referee(&config, raw.compare.as_ref(), inherited.game);
    let comparison = overlay_comparison(
        &config,
        inherited.vocabulary,
        inherited.game.reference_game,
        raw.compare.as_ref(),
        inherited.comparison,
    );
    let (mut function, mut unit_tests) = (None, None);
    let mut script = ScriptParts::default();
    match kind {
        KindKeyword::Call => function = Some(functions::parse_function_case(&config, &raw)?),
        KindKeyword::Tests => unit_tests = Some(unit_tests::parse_unit_tests(&config, &raw)?),
        KindKeyword::Script => {
            let table = row.as_ref().map(|(table, _)| table.as_ref());
            script = parse_script(&config, &raw, table, inherited, &comparison);
        }
    }
    let is_plain = kind == KindKeyword::Script
        && inherited.game.reference_game.is_none()
        && raw.answers.is_none()
        && matches!(script.player, CasePlayer::Script);
    invocation::check_runs(&config, &raw, &comparison, is_plain);
    let mut expected_output = row.as_ref().and_then(|(_, expected)| expected.clone());
    if let Some((file, turns)) = dialog.as_ref().filter(|_| script.is_judged_by_output) {
        expected_output = Some(printed_in_dialog(&config, file, turns, inherited));
    }
    let mut limits = limits::parse_run_limits(&config, raw.limits.as_ref(), inherited.limits);
    if script.end_of_input {
        // Who must read to the end computes then, and in silence.
        limits = limits.without_silence_limit();
    }
    let ending = if script.is_judged_by_output {
        "ans"
    } else {
        "expected"
    };
    Some(TestCase {
        expected_file: match dialog {
            Some((file, _)) => file,
            None => config.path().with_file_name(format!("{id}.{ending}")),
        },
        id,
        description: parse_description(&config, raw.description.as_ref()),
        input: script.input.lines,
        bulk_input: script.input.bulk,
        interaction: script.interaction,
        invocation: invocation::parse_invocation(&config, &raw),
        stderr: invocation::parse_stderr(raw.stderr.as_ref()),
        exit: invocation::parse_exit_code(&config, raw.exit.as_ref()),
        function,
        unit_tests,
        answers: script.answers,
        player: script.player,
        tags: raw.tags,
        weight: parse_weight(&config, raw.weight.as_ref()),
        visibility: parse_visibility(&config, raw.visibility.as_ref(), inherited.visibility),
        comparison,
        limits,
        end_of_input: script.end_of_input,
        file: config.path().to_owned(),
        table: row.as_ref().map(|(table, _)| table.path().to_owned()),
        expected_output: expected_output.map(Arc::from),
        input_file: script.input.file,
    })
}

/// What a case has that is a script: who speaks with the program, and with which lines. Other kinds have nothing of it.
#[derive(Debug, Default)]
struct ScriptParts {
    player: CasePlayer,
    input: CaseInput,
    interaction: Option<CaseInteraction>,
    /// Whether what the program printed counts as a whole, and not turn by turn.
    is_judged_by_output: bool,
    end_of_input: bool,
    answers: Vec<KnownQuestion>,
}

/// `table` is where the case is written if it is a row of a table.
fn parse_script(
    config: &ConfigFile<'_>,
    raw: &raw::RawCase,
    table: Option<&ConfigFile<'_>>,
    inherited: &CaseDefaults<'_>,
    comparison: &Comparison,
) -> ScriptParts {
    let player = parse_player(config, raw, inherited, comparison);
    let mut input = parse_script_input(config, raw, table, inherited, comparison, &player);
    let interaction = interaction::build_interaction(config, comparison, &mut input);
    let is_interactive = interaction.is_some();
    let is_judged_by_output = !is_interactive && comparison.scope == ComparisonScope::Output;
    if is_judged_by_output {
        check_output_scope(config, raw, &player);
    }
    let end_of_input =
        !is_interactive && parse_end_of_input(config, raw, inherited, &player, comparison);
    let can_have_answers =
        input.bulk.is_none() && !is_interactive && raw.runs.is_empty() && !end_of_input;
    let answers = if can_have_answers {
        parse_case_answers(config, raw, inherited)
    } else {
        Vec::new()
    };
    ScriptParts {
        player,
        input,
        interaction,
        is_judged_by_output,
        end_of_input,
        answers,
    }
}

/// What a script gives to the program, or to its interactor.
fn parse_script_input(
    config: &ConfigFile<'_>,
    raw: &raw::RawCase,
    table: Option<&ConfigFile<'_>>,
    inherited: &CaseDefaults<'_>,
    comparison: &Comparison,
    player: &CasePlayer,
) -> CaseInput {
    let has_interactor = comparison
        .checker
        .as_ref()
        .is_some_and(|it| it.takes_part());
    if has_interactor {
        return interaction::read_interactor_input(config, raw, player);
    }
    if !raw.runs.is_empty() {
        return CaseInput::default();
    }
    // A program without input is given none; a game needs its moves.
    let no_input = Spanned::from(InputText::Lines(Vec::new()));
    let needs_no_input = table.is_none()
        && inherited.game.reference_game.is_none()
        && matches!(player, CasePlayer::Script)
        && case_input::find_input_file(config.path()).is_none();
    let typed = raw.input.as_ref().or(needs_no_input.then_some(&no_input));
    case_input::read_case_input(
        table.unwrap_or(config),
        typed,
        player,
        inherited.terminal,
        comparison.scope,
    )
}

/// Gives a case the input that its dialogue shows; none if it has another already, which is marked.
fn add_dialog_input(
    config: &ConfigFile<'_>,
    raw: &mut raw::RawCase,
    kind: KindKeyword,
    file: &Path,
    turns: &[GameTurn],
) -> Option<()> {
    if kind != KindKeyword::Script
        || raw.input.is_some()
        || case_input::find_input_file(config.path()).is_some()
    {
        let text =
            "it has the input of this case: expected no other `input`, and a case that is a script";
        config.diagnostics().report_file(file, text);
        return None;
    }
    raw.input = Some(dialog_input(turns).into());
    Some(())
}

/// What a program must print by its dialogue, which has to be what the instructor wrote and not what a reference printed.
fn printed_in_dialog(
    config: &ConfigFile<'_>,
    file: &Path,
    turns: &[GameTurn],
    inherited: &CaseDefaults<'_>,
) -> Vec<u8> {
    if !inherited.has_answers {
        let text = "it shows where a program reads, and with `scope = \"output\"` the reference does not: expected `NAME.in` and \
                    `NAME.ans`";
        config.diagnostics().report_file(file, text);
    }
    let printed: String = turns.iter().map(GameTurn::printed_text).collect();
    printed.into_bytes()
}

/// The lines that are given to the program in a dialogue; the mark of the end of input is none.
fn dialog_input(turns: &[GameTurn]) -> InputText {
    let lines = turns.iter().filter_map(|turn| turn.input.as_ref());
    let lines = lines.filter(|line| *line != END_OF_INPUT);
    let lines = lines.map(|line| Spanned::new(0..0, line.clone()));
    InputText::Lines(lines.collect())
}

/// Whether programs must read to the end of their input, where that makes a difference.
fn parse_end_of_input(
    config: &ConfigFile<'_>,
    raw: &raw::RawCase,
    inherited: &CaseDefaults<'_>,
    player: &CasePlayer,
    comparison: &Comparison,
) -> bool {
    let is_possible =
        inherited.game.reference_game.is_none() && matches!(player, CasePlayer::Script);
    let typed = raw.end_of_input.as_ref();
    if let Some(typed) = typed.filter(|typed| *typed.get_ref() && !is_possible) {
        let text = "`end_of_input` is for references of your own: the built-in games end before their input does";
        config.report(&typed.span(), text);
    }
    let wanted = typed.map_or(inherited.end_of_input, |typed| *typed.get_ref());
    // Who finds all input at once may read it to its end or not.
    wanted && is_possible && comparison.scope != ComparisonScope::Output
}

/// A program that finds all of its input at once asks nobody.
fn check_output_scope(config: &ConfigFile<'_>, raw: &raw::RawCase, player: &CasePlayer) {
    let says = "needs to see where a program reads, and with `scope = \"output\"` it finds all input at once";
    if let Some(first) = raw.answers.as_ref().and_then(|all| all.first()) {
        config.report(&first.at, format!("`answers` {says}"));
    }
    if !matches!(player, CasePlayer::Script) {
        let at = raw.player.as_ref().map_or(0..0, Spanned::span);
        config.report(&at, format!("a player {says}: write `player = \"script\"`"));
    }
}

/// How much students are shown, where one layer of the rubric may change what the one before says.
pub(super) fn parse_visibility(
    config: &ConfigFile<'_>,
    typed: Option<&raw::Text>,
    base: CaseVisibility,
) -> CaseVisibility {
    typed
        .and_then(|word| parse_keyword(config, "visibility", word, VISIBILITIES))
        .unwrap_or(base)
}

/// Who answers the program.
fn parse_player(
    config: &ConfigFile<'_>,
    raw: &raw::RawCase,
    inherited: &CaseDefaults<'_>,
    comparison: &Comparison,
) -> CasePlayer {
    let kind = player::parse_player_choice(config, raw.player.as_ref(), inherited.game);
    // A word that is marked says nothing about the seeds.
    let seeds = raw
        .seeds
        .as_ref()
        .filter(|_| kind.is_some() || raw.player.is_none());
    let player = player::build_player(config, kind.unwrap_or(inherited.player), seeds);
    player::check_player(
        config,
        raw,
        inherited.game,
        &player,
        comparison.referee.is_some(),
    );
    player
}

/// The questions that are answered in a case.
fn parse_case_answers(
    config: &ConfigFile<'_>,
    raw: &raw::RawCase,
    inherited: &CaseDefaults<'_>,
) -> Vec<KnownQuestion> {
    let lines = InputLineRules {
        on_a_terminal: inherited.terminal,
    };
    parse_answers(config, inherited.vocabulary, lines, raw.answers.as_deref())
        .unwrap_or_else(|| inherited.answers.clone())
}

/// A case has the keys of its kind, and no others.
fn check_keys(config: &ConfigFile<'_>, raw: &raw::RawCase, kind: KindKeyword) {
    let of_calls = [
        ("prototype", raw.prototype.as_ref().map(Spanned::span)),
        ("calls", raw.calls.first().map(|first| first.at.clone())),
        ("printed", raw.printed.as_ref().map(Spanned::span)),
    ];
    let of_tests = [
        ("tests", raw.tests.as_ref().map(Spanned::span)),
        ("framework", raw.framework.as_ref().map(Spanned::span)),
        ("only", raw.only.as_ref().map(Spanned::span)),
        ("leaks", raw.leaks.map(|_| 0..0)),
    ];
    let of_scripts = [
        ("input", raw.input.as_ref().map(Spanned::span)),
        ("player", raw.player.as_ref().map(Spanned::span)),
        ("seeds", raw.seeds.as_ref().map(Spanned::span)),
        ("end_of_input", raw.end_of_input.as_ref().map(Spanned::span)),
        ("args", raw.args.as_ref().map(Spanned::span)),
        ("env", raw.env.keys().next().map(Spanned::span)),
        ("stderr", raw.stderr.as_ref().map(|_| 0..0)),
        ("exit", raw.exit.as_ref().map(Spanned::span)),
        ("runs", raw.runs.first().map(|first| first.at.clone())),
        (
            "answers",
            raw.answers
                .as_ref()
                .and_then(|all| Some(all.first()?.at.clone())),
        ),
        (
            "compare",
            raw.compare.as_ref().map(|table| table.at.clone()),
        ),
    ];
    let of_runs = [
        ("writes", raw.writes.as_ref().map(Spanned::span)),
        ("scratch", raw.scratch.as_ref().map(Spanned::span)),
        ("files", raw.files.as_ref().map(Spanned::span)),
    ];
    let has = match kind {
        KindKeyword::Script => "which this case does not have",
        KindKeyword::Call => "and this case has `kind = \"call\"`",
        KindKeyword::Tests => "and this case has `kind = \"tests\"`",
    };
    let refuse = |of: KindKeyword, goes_with: &str, keys: &[(&str, Option<Range<usize>>)]| {
        for (key, at) in keys.iter().filter(|_| of != kind) {
            if let Some(at) = at {
                config.report(at, format!("`{key}` goes with {goes_with}, {has}"));
            }
        }
    };
    refuse(KindKeyword::Script, "a script", &of_scripts);
    if kind == KindKeyword::Call {
        refuse(KindKeyword::Script, "a script", &of_runs);
    }
    refuse(KindKeyword::Call, "`kind = \"call\"`", &of_calls);
    refuse(KindKeyword::Tests, "`kind = \"tests\"`", &of_tests);
}

fn parse_description(config: &ConfigFile<'_>, typed: Option<&raw::Text>) -> String {
    let wanted = "expected a sentence that says what happens in this case";
    match typed {
        Some(text) if !text.get_ref().trim().is_empty() => return text.get_ref().clone(),
        Some(text) => config.report(&text.span(), format!("`description` is empty: {wanted}")),
        None => config.report(&(0..0), format!("missing key `description`: {wanted}")),
    }
    String::new()
}

fn parse_weight(config: &ConfigFile<'_>, typed: Option<&Spanned<u32>>) -> u32 {
    if let Some(zero) = typed.filter(|weight| *weight.get_ref() == 0) {
        config.report(&zero.span(), "found 0, expected a `weight` of 1 or more");
    }
    typed.map_or(1, |weight| *weight.get_ref())
}
