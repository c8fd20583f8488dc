//! `args`, `env` and `exit`: how a case starts programs, and how they must end.

use std::collections::BTreeMap;

use super::config_file::ConfigFile;
use super::input_line::InputLineRules;
use super::own_files;
use super::raw::{self, Text, Texts};
use super::spanned::{Spanned, SpannedTable};
use model::{Checker, Comparison, ComparisonScope, ExitRule, Invocation, OneRun, StandardError};

/// The most arguments, and the most variables.
const MOST: usize = 100;

/// The longest argument or value, in bytes; the system takes 131072.
const LONGEST: usize = 8 << 10;

/// All of them together, in bytes.
const ALL: usize = 32 << 10;

/// What programs find in their environment whatever a case says, and what tells the system how to start them.
const RESERVED: [&str; 8] = [
    "PATH",
    "HOME",
    "LANG",
    "TMPDIR",
    "IFS",
    "ENV",
    "BASH_ENV",
    "GLIBC_TUNABLES",
];

/// How such names begin, too.
const RESERVED_STARTS: [&str; 9] = [
    "LD_", "LC_", "GRADER_", "ASAN_", "UBSAN_", "LSAN_", "MALLOC_", "GCONV_", "PYTHON",
];

/// Whether a case must not set a variable of this name.
pub fn is_reserved_variable(name: &str) -> bool {
    RESERVED.contains(&name) || RESERVED_STARTS.iter().any(|start| name.starts_with(start))
}

/// What a case starts programs with.
pub(super) fn parse_invocation(config: &ConfigFile<'_>, raw: &raw::RawCase) -> Invocation {
    let arguments = raw
        .args
        .as_ref()
        .map(|typed| parse_arguments(config, typed))
        .unwrap_or_default();
    let environment = parse_environment(config, &raw.env);
    let lengths = arguments.iter().map(String::len);
    let all: usize = lengths
        .chain(environment.iter().map(|(_, value)| value.len()))
        .sum();
    if all > ALL
        && let Some(typed) = &raw.args
    {
        let text =
            format!("`args` and `env` have {all} bytes, expected {ALL} at most: put it in a file");
        config.report(&typed.span(), text);
    }
    let folder = own_files::parse_case_folder(config, raw);
    let runs = parse_runs(config, &raw.runs);
    Invocation {
        arguments,
        environment,
        files: folder.files,
        writes: folder.writes,
        scratch: folder.scratch,
        runs,
    }
}

/// The starts that follow each other.
fn parse_runs(config: &ConfigFile<'_>, typed: &[SpannedTable<raw::RawRun>]) -> Vec<OneRun> {
    const MOST: usize = 20;
    if let (Some(table), true) = (typed.first(), typed.len() > MOST) {
        let text = format!("found {} `runs`, expected {MOST} at most", typed.len());
        config.report(&table.at, text);
    }
    let run = |table: &SpannedTable<raw::RawRun>| {
        let raw::RawRun {
            args,
            input,
            exit: code,
            stderr,
        } = &table.body;
        let lines = input
            .as_ref()
            .map(|it| it.get_ref().as_slice())
            .unwrap_or_default();
        let check = InputLineRules {
            on_a_terminal: false,
        };
        lines
            .iter()
            .for_each(|line| check.check_line(config, line.get_ref(), &line.span()));
        OneRun {
            arguments: args
                .as_ref()
                .map(|typed| parse_arguments(config, typed))
                .unwrap_or_default(),
            input: raw::to_strings(lines),
            exit: parse_exit_code(config, code.as_ref()),
            stderr: stderr.as_ref().map(|text| text.get_ref().clone()),
        }
    };
    typed.iter().map(run).collect()
}

/// Marks what does not go with several starts.
pub(super) fn check_runs(
    config: &ConfigFile<'_>,
    raw: &raw::RawCase,
    comparison: &Comparison,
    is_plain: bool,
) {
    let Some(first) = raw.runs.first() else {
        return;
    };
    let beside = [
        ("input", raw.input.as_ref().map(Spanned::span)),
        ("args", raw.args.as_ref().map(Spanned::span)),
    ];
    for (key, at) in beside {
        if let Some(at) = at {
            let text = format!("`{key}` goes into one of the `runs`, which this case has");
            config.report(&at, text);
        }
    }
    let is_dialogue = comparison.scope != ComparisonScope::Output
        && comparison.referee.is_none()
        && !comparison
            .checker
            .as_ref()
            .is_some_and(Checker::is_interactor);
    if !(is_dialogue && is_plain) {
        let text = "`runs` are for dialogues with a `reference` of your own: no built-in game, no `scope = \"output\"`, no `player`, no \
                    `answers` and no `interactor`";
        config.report(&first.at, text);
    }
}

/// The exit code that is right.
pub(super) fn parse_exit_code(
    config: &ConfigFile<'_>,
    typed: Option<&Spanned<raw::RawExitCode>>,
) -> Option<ExitRule> {
    let typed = typed?;
    let found = match typed.get_ref() {
        raw::RawExitCode::Code(number) => match i32::try_from(*number) {
            Ok(code @ 0..=255) => return Some(ExitRule::Only(code)),
            _ => number.to_string(),
        },
        raw::RawExitCode::Word(word) if word == "non-zero" => return Some(ExitRule::NonZero),
        raw::RawExitCode::Word(word) => format!("`{word}`"),
    };
    let text =
        format!("found the exit code {found}, expected one from 0 to 255, or `\"non-zero\"`");
    config.report(&typed.span(), text);
    None
}

/// What must be printed on standard error.
pub(super) fn parse_stderr(typed: Option<&raw::FlagOrText>) -> StandardError {
    match typed {
        None | Some(raw::FlagOrText::Flag(false)) => StandardError::Free,
        Some(raw::FlagOrText::Flag(true)) => StandardError::AsReference,
        Some(raw::FlagOrText::Text(text)) => StandardError::Text(text.clone()),
    }
}

fn parse_arguments(config: &ConfigFile<'_>, typed: &Texts) -> Vec<String> {
    if typed.get_ref().len() > MOST {
        let count = typed.get_ref().len();
        config.report(
            &typed.span(),
            format!("found {count} `args`, expected {MOST} at most"),
        );
    }
    for one in typed.get_ref() {
        check_word(config, "an argument", one);
    }
    raw::to_strings(typed.get_ref())
}

fn parse_environment(
    config: &ConfigFile<'_>,
    typed: &BTreeMap<Text, Text>,
) -> Vec<(String, String)> {
    for (number, (name, value)) in typed.iter().enumerate() {
        let word = name.get_ref();
        let is_reserved = is_reserved_variable(word);
        if number == MOST {
            config.report(
                &name.span(),
                format!("found more than {MOST} variables in `env`"),
            );
        }
        if !is_variable_name(word) {
            let wanted =
                "expected a name of letters, digits and `_` that does not start with a digit";
            config.report(
                &name.span(),
                format!("found the variable `{word}`, {wanted}"),
            );
        } else if is_reserved {
            let why = "decides how programs are started, and is the same for all of them";
            config.report(
                &name.span(),
                format!("`{word}` {why}: choose another name in `env`"),
            );
        }
        check_word(config, "a value", value);
    }
    typed
        .iter()
        .map(|(name, value)| (name.get_ref().clone(), value.get_ref().clone()))
        .collect()
}

fn is_variable_name(word: &str) -> bool {
    word.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
        && word
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

fn check_word(config: &ConfigFile<'_>, what: &str, typed: &Text) {
    let text = typed.get_ref();
    if text.contains('\0') {
        config.report(&typed.span(), format!("{what} cannot hold a zero byte"));
    }
    if text.len() > LONGEST {
        let wanted = format!("expected {LONGEST} at most: put it in a file");
        config.report(
            &typed.span(),
            format!("{what} has {} bytes, {wanted}", text.len()),
        );
    }
}
