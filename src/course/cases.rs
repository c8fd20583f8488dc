//! The test cases of one assignment: a folder of small TOML files.

use super::answers::answers;
use super::case_input::{self, CaseInput};
use super::choices::{Choices, choose};
use super::comparison::overlay;
use super::config_file::{ConfigFile, Diagnostics};
use super::game::GameContext;
use super::input_line::Lines;
use super::referee::check_game;
use super::vocabulary::Vocabulary;
use super::{functions, invocation, limits, player, raw};
use crate::model::{Case, Comparison, KnownQuestion, Player, RunLimits, Scope, Visibility};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// What a case can be; the word says whether it calls functions.
const KINDS: &Choices<bool> = &[("script", false), ("call", true)];

/// What a case takes from its assignment where it does not say otherwise.
#[derive(Debug)]
pub(super) struct Inherited<'a> {
    /// The words its patterns may use.
    pub(super) vocabulary: &'a Vocabulary,
    /// The assignment's comparison.
    pub(super) comparison: &'a Comparison,
    /// The assignment's limits.
    pub(super) limits: RunLimits,
    /// How much of its cases students are shown.
    pub(super) visibility: Visibility,
    /// The built-in game that is the reference, if one is.
    pub(super) game: GameContext<'a>,
    /// The assignment's player.
    pub(super) player: player::Kind,
    /// Whether its programs run on a terminal.
    pub(super) terminal: bool,
    /// The questions that are answered.
    pub(super) answers: Vec<KnownQuestion>,
    /// Whether its programs must read to the end of their input.
    pub(super) end_of_input: bool,
}

/// The cases in `folder`, sorted by name. A folder without any is marked where the rubric names it.
pub(super) fn cases(
    rubric: &ConfigFile<'_>,
    at: &Range<usize>,
    folder: &Path,
    inherited: &Inherited<'_>,
) -> Vec<Case> {
    let example = folder.join("first.toml");
    let Some(mut files) = list(rubric, at, folder) else { return Vec::new() };
    if files.is_empty() {
        let what = "with a `description` and the `input`";
        let text = format!(
            "no case in the folder `{}`: create one, such as `{}`, {what}",
            folder.display(),
            example.display()
        );
        rubric.report(at, text);
    }
    files.sort();
    files.iter().filter_map(|file| case(rubric.diagnostics(), file, inherited)).collect()
}

/// The files that are cases, hidden ones aside: those whose names end in `.toml`, and those with input alone, which end in `.in`.
fn list(rubric: &ConfigFile<'_>, at: &Range<usize>, folder: &Path) -> Option<Vec<PathBuf>> {
    let entries = real_folder(folder)
        .map_err(|reason| {
            let text = format!(
                "the folder `{}` with the test cases {reason}: create it, with one file per case, such as `{}`",
                folder.display(),
                folder.join("first.toml").display()
            );
            rubric.report(at, text);
        })
        .ok()?;
    let ends_in =
        |path: &Path, wanted: &str| path.extension().is_some_and(|ending| ending == wanted);
    let is_case = |path: &PathBuf| {
        let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        let is_input_alone =
            || ends_in(path, "in") && !entries.contains(&path.with_extension("toml"));
        !hidden && (ends_in(path, "toml") || is_input_alone())
    };
    Some(entries.iter().filter(|path| is_case(path)).cloned().collect())
}

/// Everything in a folder that is no link.
fn real_folder(folder: &Path) -> Result<Vec<PathBuf>, String> {
    match fs::symlink_metadata(folder) {
        Ok(found) if found.is_symlink() => {
            return Err("is a link, which is never followed".to_owned());
        }
        Ok(found) if !found.is_dir() => return Err("is no folder".to_owned()),
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err("does not exist".to_owned());
        }
        Err(error) => return Err(format!("cannot be read ({error})")),
    }
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    entries
        .map(|entries| entries.iter().map(fs::DirEntry::path).collect())
        .map_err(|error| format!("cannot be read ({error})"))
}

fn case(diagnostics: &Diagnostics, file: &Path, inherited: &Inherited<'_>) -> Option<Case> {
    if !fs::symlink_metadata(file).is_ok_and(|found| found.is_file()) {
        diagnostics.file(file, "a case must be a regular file: links are never followed");
        return None;
    }
    let id = case_id(diagnostics, file)?;
    let is_input_alone = file.extension().is_some_and(|ending| ending == "in");
    let config = if is_input_alone {
        ConfigFile::from_text(file, "", diagnostics)
    } else {
        ConfigFile::read(file, diagnostics)?
    };
    let mut raw = config.parse::<raw::Case>()?;
    if is_input_alone {
        raw.description = Some(Spanned::new(0..0, format!("The input in {id}.in")));
    }
    // What a case of an unknown kind lacks, or has too much, nobody knows.
    let is_call = match &raw.kind {
        Some(word) => choose(&config, "kind", word, KINDS)?,
        None => false,
    };
    check_keys(&config, &raw, is_call);
    check_game(&config, raw.compare.as_ref(), inherited.game);
    let comparison = overlay(
        &config,
        inherited.vocabulary,
        inherited.game.own,
        raw.compare.as_ref(),
        inherited.comparison,
    );
    let (given, function, player) = if is_call {
        (CaseInput::default(), Some(functions::function(&config, &raw)?), Player::Script)
    } else {
        let player = player(&config, &raw, inherited, &comparison);
        let typed = raw.input.as_ref();
        let given =
            case_input::input(&config, typed, &player, inherited.terminal, comparison.scope);
        (given, None, player)
    };
    let CaseInput { lines, whole, file: input_file } = given;
    let is_judged_by_output = !is_call && comparison.scope == Scope::Output;
    if is_judged_by_output {
        check_output(&config, &raw, &player);
    }
    let ending = if is_judged_by_output { "ans" } else { "expected" };
    let end_of_input = !is_call && reads_to_the_end(&config, &raw, inherited, &player, &comparison);
    let is_given_answers = !is_call && whole.is_none() && !end_of_input;
    let mut limits = limits::run(&config, raw.limits.as_ref(), inherited.limits);
    if end_of_input {
        // Who must read to the end computes then, and in silence.
        limits = limits.in_full();
    }
    Some(Case {
        expected_file: file.with_file_name(format!("{id}.{ending}")),
        id,
        description: description(&config, raw.description.as_ref()),
        input: lines,
        whole_input: whole,
        invocation: invocation::invocation(&config, &raw),
        stderr: invocation::stderr(raw.stderr.as_ref()),
        exit: invocation::exit(&config, raw.exit.as_ref()),
        function,
        answers: if is_given_answers { answered(&config, &raw, inherited) } else { Vec::new() },
        player,
        tags: raw.tags,
        weight: weight(&config, raw.weight.as_ref()),
        visibility: visibility(&config, raw.visibility.as_ref(), inherited.visibility),
        comparison,
        limits,
        end_of_input,
        file: file.to_owned(),
        input_file,
    })
}

/// Whether programs must read to the end of their input, where that makes a difference.
fn reads_to_the_end(
    config: &ConfigFile<'_>,
    raw: &raw::Case,
    inherited: &Inherited<'_>,
    player: &Player,
    comparison: &Comparison,
) -> bool {
    let is_possible = inherited.game.own.is_none() && matches!(player, Player::Script);
    let typed = raw.end_of_input.as_ref();
    if let Some(typed) = typed.filter(|typed| *typed.get_ref() && !is_possible) {
        let text = "`end_of_input` is for references of your own: the built-in games end before their input does";
        config.report(&typed.span(), text);
    }
    let wanted = typed.map_or(inherited.end_of_input, |typed| *typed.get_ref());
    // Who finds all input at once may read it to its end or not.
    wanted && is_possible && comparison.scope != Scope::Output
}

/// A program that finds all of its input at once asks nobody.
fn check_output(config: &ConfigFile<'_>, raw: &raw::Case, player: &Player) {
    let says = "needs to see where a program reads, and with `scope = \"output\"` it finds all input at once";
    if let Some(first) = raw.answers.as_ref().and_then(|all| all.first()) {
        config.report(&first.at, format!("`answers` {says}"));
    }
    if !matches!(player, Player::Script) {
        let at = raw.player.as_ref().map_or(0..0, Spanned::span);
        config.report(&at, format!("a player {says}: write `player = \"script\"`"));
    }
}

const VISIBILITIES: &Choices<Visibility> =
    &[("full", Visibility::Full), ("verdict", Visibility::Verdict), ("hidden", Visibility::Hidden)];

/// How much students are shown, where one layer of the rubric may change what the one before says.
pub(super) fn visibility(
    config: &ConfigFile<'_>,
    typed: Option<&raw::Text>,
    base: Visibility,
) -> Visibility {
    typed.and_then(|word| choose(config, "visibility", word, VISIBILITIES)).unwrap_or(base)
}

/// Who answers the program.
fn player(
    config: &ConfigFile<'_>,
    raw: &raw::Case,
    inherited: &Inherited<'_>,
    comparison: &Comparison,
) -> Player {
    let kind = player::kind(config, raw.player.as_ref(), inherited.game);
    // A word that is marked says nothing about the seeds.
    let seeds = raw.seeds.as_ref().filter(|_| kind.is_some() || raw.player.is_none());
    let player = player::player(config, kind.unwrap_or(inherited.player), seeds);
    player::check(config, raw, inherited.game, &player, comparison.interactor.is_some());
    player
}

/// The questions that are answered in a case.
fn answered(
    config: &ConfigFile<'_>,
    raw: &raw::Case,
    inherited: &Inherited<'_>,
) -> Vec<KnownQuestion> {
    let lines = Lines { on_a_terminal: inherited.terminal };
    answers(config, inherited.vocabulary, lines, raw.answers.as_deref())
        .unwrap_or_else(|| inherited.answers.clone())
}

/// A case has the keys of its kind, and no others.
fn check_keys(config: &ConfigFile<'_>, raw: &raw::Case, is_call: bool) {
    let of_calls = [
        ("prototype", raw.prototype.as_ref().map(Spanned::span)),
        ("calls", raw.calls.first().map(|first| first.at.clone())),
        ("printed", raw.printed.as_ref().map(Spanned::span)),
    ];
    let of_scripts = [
        ("input", raw.input.as_ref().map(Spanned::span)),
        ("player", raw.player.as_ref().map(Spanned::span)),
        ("seeds", raw.seeds.as_ref().map(Spanned::span)),
        ("end_of_input", raw.end_of_input.as_ref().map(Spanned::span)),
        ("args", raw.args.as_ref().map(Spanned::span)),
        ("env", raw.env.keys().next().map(Spanned::span)),
        ("writes", raw.writes.as_ref().map(Spanned::span)),
        ("files", raw.files.as_ref().map(Spanned::span)),
        ("stderr", raw.stderr.as_ref().map(|_| 0..0)),
        ("exit", raw.exit.as_ref().map(Spanned::span)),
        ("answers", raw.answers.as_ref().and_then(|all| Some(all.first()?.at.clone()))),
        ("compare", raw.compare.as_ref().map(|table| table.at.clone())),
    ];
    let (wrong, hint): (&[_], _) = if is_call {
        (&of_scripts, "goes with a script, and this case has `kind = \"call\"`")
    } else {
        (&of_calls, "goes with `kind = \"call\"`, which this case does not have")
    };
    for (key, at) in wrong {
        if let Some(at) = at {
            config.report(at, format!("`{key}` {hint}"));
        }
    }
}

/// The name of the file without its ending.
fn case_id(diagnostics: &Diagnostics, file: &Path) -> Option<String> {
    let id = file.file_stem().and_then(|stem| stem.to_str()).filter(|stem| is_id(stem));
    if id.is_none() {
        let text = "a case's file name must start with a letter or digit and go on with letters, digits, `.`, `_` or `-`";
        diagnostics.file(file, text);
    }
    id.map(str::to_owned)
}

fn is_id(stem: &str) -> bool {
    stem.starts_with(|first: char| first.is_ascii_alphanumeric())
        && stem.chars().all(|it| it.is_ascii_alphanumeric() || "._-".contains(it))
}

fn description(config: &ConfigFile<'_>, typed: Option<&raw::Text>) -> String {
    let wanted = "expected a sentence that says what happens in this case";
    match typed {
        Some(text) if !text.get_ref().trim().is_empty() => return text.get_ref().clone(),
        Some(text) => config.report(&text.span(), format!("`description` is empty: {wanted}")),
        None => config.report(&(0..0), format!("missing key `description`: {wanted}")),
    }
    String::new()
}

fn weight(config: &ConfigFile<'_>, typed: Option<&Spanned<u32>>) -> u32 {
    if let Some(zero) = typed.filter(|weight| *weight.get_ref() == 0) {
        config.report(&zero.span(), "found 0, expected a `weight` of 1 or more");
    }
    typed.map_or(1, |weight| *weight.get_ref())
}
