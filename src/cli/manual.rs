//! `grader completions` and `grader man`: what a shell and `man` know of the command line, made from the command line itself.

use std::fs::{self, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::ExitCode;

use clap::{Command, CommandFactory as _};
use clap_complete::Shell;

use super::arguments::CliArgs;
use super::failure::{self, CliFailure};
use support::file_writing;
use support::write_error::WriteError;

/// Everybody may read a page, as those that a system has.
const MODE: u32 = 0o644;

/// Prints what completes a command line in this shell.
pub(super) fn print_completions(shell: Shell) -> Result<ExitCode, CliFailure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut CliArgs::command(), "grader", &mut text);
    failure::finish_printing(anstream::stdout().lock().write_all(&text))
}

/// Writes a page for each command into a folder, which is made if need be.
pub(super) fn write_man_pages(folder: &Path) -> Result<ExitCode, CliFailure> {
    fs::create_dir_all(folder)
        .map_err(WriteError::for_path(folder))
        .map_err(CliFailure::usage_error)?;
    let pages = render_man_pages(&build_command());
    for (name, page) in &pages {
        let path = folder.join(name);
        let fill = |file: &mut fs::File| -> io::Result<()> {
            file.set_permissions(Permissions::from_mode(MODE))?;
            file.write_all(page)
        };
        file_writing::write_file_with(&path, |file| {
            fill(file).map_err(WriteError::for_path(&path))
        })
        .map_err(CliFailure::usage_error)?;
    }
    let count = pages.len();
    let folder = folder.display();
    let told = format!("wrote {count} pages into {folder}; `man -l {folder}/grader.1` shows one\n");
    failure::finish_printing(anstream::stdout().lock().write_all(told.as_bytes()))
}

/// The command line with all that its commands have in common repeated in each of them.
fn build_command() -> Command {
    let mut command = CliArgs::command().disable_help_subcommand(true);
    command.build();
    command
}

/// The pages of a command and of all below it, each with the name of its file.
fn render_man_pages(command: &Command) -> Vec<(String, Vec<u8>)> {
    let man = clap_mangen::Man::new(command.clone());
    let mut page = Vec::new();
    // Writing to memory does not fail.
    let _ = man.render(&mut page);
    let mut all = vec![(man.get_filename(), page)];
    for below in command
        .get_subcommands()
        .filter(|below| !below.is_hide_set())
    {
        all.extend(render_man_pages(below));
    }
    all
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use clap::ArgAction;

    use super::*;

    /// Each long option of each command that may be seen, with what help says of it, but for defaults.
    fn options(command: &Command) -> Vec<(String, String)> {
        let seen = command
            .get_arguments()
            .filter(|option| !option.is_hide_set());
        let told = |option: &clap::Arg| {
            let help = option
                .get_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            // A folder to write to is something else than a file, and what may be repeated something else than what is one.
            let value = option.get_value_names().unwrap_or_default().first();
            let value = value.map(|value| format!(" {value}")).unwrap_or_default();
            let many = if matches!(option.get_action(), ArgAction::Append) {
                "…"
            } else {
                ""
            };
            Some((
                format!("{}{value}{many}", option.get_long()?),
                help.split(" [default").next()?.to_owned(),
            ))
        };
        let mut all: Vec<(String, String)> = seen.filter_map(told).collect();
        all.extend(command.get_subcommands().flat_map(options));
        all
    }

    #[test]
    fn every_option_is_described_in_one_way_only() {
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        for (name, help) in options(&build_command()) {
            assert!(!help.is_empty(), "--{name} is not described");
            let first = known.entry(name.clone()).or_insert_with(|| help.clone());
            assert_eq!(*first, help, "--{name} is described in two ways");
        }
        assert!(known.len() > 25, "{known:#?}");
    }

    #[test]
    fn every_option_and_every_command_stands_in_the_readme_or_in_docs() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut text = fs::read_to_string(root.join("README.md")).unwrap();
        for entry in walkdir::WalkDir::new(root.join("docs")) {
            let path = entry.unwrap().into_path();
            if path.extension().is_some_and(|ending| ending == "md") {
                text += &fs::read_to_string(path).unwrap();
            }
        }
        let is_there = |words: &str| {
            let ends =
                |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '-');
            text.match_indices(words)
                .any(|(at, found)| ends(&text[at + found.len()..]))
        };
        let command = build_command();
        let long = |name: String| format!("--{}", name.split(' ').next().unwrap_or_default());
        let named = options(&command).into_iter().map(|(name, _)| long(name));
        let commands = command
            .get_subcommands()
            .map(|one| format!("grader {}", one.get_name()));
        let missing: BTreeSet<String> = named
            .chain(commands)
            .filter(|words| !is_there(words))
            .collect();
        assert!(
            missing.is_empty(),
            "neither README.md nor docs/ has {missing:?}"
        );
    }

    #[test]
    fn options_have_the_letters_that_people_expect() {
        let command = build_command();
        for (command_name, letters) in [
            ("run", "asjoqv"),
            ("merge", "oqv"),
            ("check", "a"),
            ("intake", "a"),
            ("report", "o"),
        ] {
            let below = command.find_subcommand(command_name).unwrap();
            let known: String = below
                .get_arguments()
                .filter_map(clap::Arg::get_short)
                .collect();
            assert!(
                letters.chars().all(|letter| known.contains(letter)),
                "{command_name}: {known}"
            );
        }
    }
}
