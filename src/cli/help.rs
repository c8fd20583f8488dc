//! Help: the commands of every day come first, all others are in groups below the options.

use std::ffi::OsStr;

use clap::{Command, CommandFactory as _, FromArgMatches as _};

use super::arguments::{CliArgs, EXIT_CODES};

/// What an instructor needs for an assignment, in the order of use.
const DAILY: [&str; 9] = [
    "new",
    "check",
    "intake",
    "run",
    "report",
    "review",
    "serve",
    "gradebook",
    "compare",
];

/// All other commands, each group with its title.
const GROUPS: [(&str, &[&str]); 6] = [
    (
        "More about assignments",
        &["regenerate", "play", "hunt", "similar", "watch", "schema"],
    ),
    ("After grading", &["request"]),
    ("Large classes", &["merge", "cluster-template"]),
    ("Students' own checks", &["kit", "try"]),
    ("Other judges and systems", &["import", "package"]),
    ("This machine", &["doctor", "cache", "completions", "man"]),
];

/// What was typed. Help and mistakes are printed here, and end the process.
pub(super) fn parse_arguments() -> CliArgs {
    let mut command = command_for_people();
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    if let [first, second] = words.as_slice()
        && first.as_os_str() == OsStr::new("help")
        && second.as_os_str() == OsStr::new("all")
    {
        // As with `--help`, whoever closed standard output does not want to know.
        let _ = command.print_long_help();
        std::process::exit(0);
    }
    let matches = command.get_matches_mut();
    CliArgs::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// The command line, of which help lists the daily commands.
fn command_for_people() -> Command {
    let mut command = CliArgs::command();
    let mut names = Vec::new();
    let mut all = String::new();
    for (title, group) in GROUPS {
        all += &format!("{title}:\n");
        for name in group {
            let about = command
                .find_subcommand(name)
                .and_then(Command::get_about)
                .map(ToString::to_string);
            all += &format!("  {name:<16}  {}\n", about.unwrap_or_default());
            command = command.mut_subcommand(name, |one| one.hide(true));
            names.push(*name);
        }
        all += "\n";
    }
    for (order, name) in DAILY.into_iter().enumerate() {
        command = command.mut_subcommand(name, |one| one.display_order(order));
    }
    let names = names.join(", ");
    command
        .after_help(format!(
            "Further commands, which `grader help all` describes:\n  {names}"
        ))
        .after_long_help(format!("{all}{EXIT_CODES}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn help_has_each_command_in_one_place() {
        let command = CliArgs::command();
        let visible = command.get_subcommands().filter(|one| !one.is_hide_set());
        let visible: BTreeSet<&str> = visible.map(Command::get_name).collect();
        let grouped = GROUPS.iter().flat_map(|(_, names)| names.iter().copied());
        let listed: Vec<&str> = DAILY.into_iter().chain(grouped).collect();
        assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), visible);
        assert_eq!(listed.len(), visible.len(), "{listed:?}");
    }
}
