//! The commands of a test: which of them compile the program, and which one runs it.

use super::super::command_line::parse_command_line;
use super::super::compilation::{ProgramCompilation, parse_project_compilation};
use super::super::notes::quote_word;
use super::super::programs::file_name;
use super::makefile::Makefile;

/// What the commands of a test do.
#[derive(Debug, Default, PartialEq)]
pub(super) struct TestCommands {
    /// How the program is compiled, where a command says so.
    pub(super) compilation: Option<ProgramCompilation>,
    /// How it is run, where it is.
    pub(super) run: Option<ProgramRun>,
    /// Commands that install packages of the system.
    pub(super) installs: Vec<String>,
}

/// A run of the program.
#[derive(Debug, PartialEq)]
pub(super) struct ProgramRun {
    /// Its name.
    pub(super) program: String,
    pub(super) arguments: Vec<String>,
    /// The file of the package that is its input.
    pub(super) input_file: Option<String>,
    /// Its input, where the command says it: `echo 2 3 | ./sum`.
    pub(super) piped: Option<String>,
    /// Processor time in seconds, where the command limits it: `timeout 2 ./sum`.
    pub(super) seconds: Option<f64>,
}

/// Takes the commands apart; or says what cannot be carried over.
pub(super) fn parse_commands(
    setup: &str,
    command: &str,
    makefile: Option<&Makefile>,
) -> Result<TestCommands, String> {
    let mut found = TestCommands::default();
    let all = [split_commands(setup)?, split_commands(command)?].concat();
    for one in &all {
        if is_installation(one) {
            found.installs.push(one.clone());
            continue;
        }
        if let Some(compilation) = parse_compilation(one, makefile) {
            let compilation = compilation?;
            if found.compilation.replace(compilation).is_some() {
                return Err("it compiles two programs".to_owned());
            }
            continue;
        }
        let run = parse_run(one)?;
        if found.run.replace(run).is_some() {
            return Err("it runs two programs".to_owned());
        }
    }
    if let (Some(made), Some(run)) = (&found.compilation, &found.run)
        && file_name(&made.program) != run.program
    {
        return Err(format!(
            "it makes {}, and runs {}",
            quote_word(&made.program),
            quote_word(&run.program)
        ));
    }
    Ok(found)
}

/// What a command compiles; none if it does not compile. `make` does what the makefile says.
fn parse_compilation(
    command: &str,
    makefile: Option<&Makefile>,
) -> Option<Result<ProgramCompilation, String>> {
    let words = shlex::split(command)?;
    match (words.as_slice(), makefile) {
        ([make], Some(makefile)) if make == "make" => Some(makefile.find_compilation(None)),
        ([make], None) if make == "make" => Some(Err(
            "the command `make`: the package has no makefile".to_owned(),
        )),
        ([make, target], Some(makefile)) if make == "make" && !target.starts_with('-') => {
            Some(makefile.find_compilation(Some(target)))
        }
        _ => parse_project_compilation(command),
    }
}

/// Whether a command only installs packages of the system.
pub(super) fn is_installation(command: &str) -> bool {
    let words: Vec<&str> = command
        .split_whitespace()
        .filter(|it| *it != "sudo")
        .collect();
    let does = ["install", "update", "upgrade"];
    matches!(words.as_slice(), ["apt-get" | "apt", rest @ ..] if rest.iter().any(|it| does.contains(it)))
}

/// The commands between `&&`, `;` and line breaks, outside of quotes.
fn split_commands(text: &str) -> Result<Vec<String>, String> {
    let mut commands = vec![String::new()];
    let mut quote = None;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match quote {
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            Some(open) if open == letter => quote = None,
            _ => {}
        }
        let ends = quote.is_none()
            && (letter == ';'
                || letter == '\n'
                || letter == '&' && letters.next_if_eq(&'&').is_some());
        match commands.last_mut() {
            Some(last) if !ends => last.push(letter),
            _ => commands.push(String::new()),
        }
    }
    if quote.is_some() {
        return Err("its quotes do not end".to_owned());
    }
    let commands = commands.iter().map(|one| one.trim().to_owned());
    // What only says something, or makes a file executable, changes no result.
    let is_idle =
        |one: &String| one.is_empty() || one.starts_with("chmod ") || one.starts_with('#');
    Ok(commands.filter(|one| !is_idle(one)).collect())
}

fn parse_run(command: &str) -> Result<ProgramRun, String> {
    let (piped, rest) = split_echo(command);
    let refused = |why: String| format!("the command {}: {why}", quote_word(command));
    let mut line = parse_command_line(rest).map_err(refused)?;
    let mut seconds = None;
    if line.program == "timeout" && line.arguments.len() > 1 {
        let limit = line.arguments.remove(0);
        let number = limit.trim_end_matches('s').parse::<f64>();
        seconds = Some(number.map_err(|_| refused("its time limit is no number".to_owned()))?);
        line.program = line.arguments.remove(0);
    }
    if line.output.is_some() || line.error.is_some() {
        return Err(refused("its output goes into a file".to_owned()));
    }
    if !line.program.starts_with("./") {
        return Err(refused("it runs no program of the student's".to_owned()));
    }
    Ok(ProgramRun {
        program: file_name(&line.program).to_owned(),
        arguments: line.arguments,
        input_file: line.input,
        piped,
        seconds,
    })
}

/// What `echo` or `printf` writes to the program that follows; and the command of that program.
fn split_echo(command: &str) -> (Option<String>, &str) {
    let Some((first, rest)) = command.split_once('|') else {
        return (None, command);
    };
    let words = shlex::split(first).unwrap_or_default();
    let text = match words.as_slice() {
        [name, flag, text] if name == "echo" && flag == "-e" => Some(unescape(text) + "\n"),
        [name, words @ ..] if name == "echo" && words.iter().all(|word| !word.starts_with('-')) => {
            Some(words.join(" ") + "\n")
        }
        [name, text] if name == "printf" && !text.contains('%') => Some(unescape(text)),
        _ => None,
    };
    match text {
        Some(text) if !first.contains(['$', '`']) => (Some(text), rest.trim()),
        // The shell that it needs is named then.
        _ => (None, command),
    }
}

/// Line breaks and tabs of `echo -e` and `printf`.
fn unescape(text: &str) -> String {
    text.replace("\\n", "\n").replace("\\t", "\t")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_taken_apart_or_refused_with_what_they_need() {
        let run = |setup: &str, command: &str| {
            let found = parse_commands(setup, command, None).unwrap();
            found.run.unwrap()
        };
        let both =
            parse_commands("g++ -o sum sum.cpp; chmod +x sum", "./sum 1 'a b'", None).unwrap();
        assert_eq!(both.compilation.unwrap().program, "sum");
        assert_eq!(both.run.unwrap().arguments, ["1", "a b"]);
        let joined = parse_commands("", "g++ sum.cpp && ./a.out < data/in.txt", None).unwrap();
        assert_eq!(
            joined.run.unwrap().input_file.as_deref(),
            Some("data/in.txt")
        );
        assert_eq!(run("", "echo 2 3 | ./sum").piped.as_deref(), Some("2 3\n"));
        assert_eq!(
            run("", "printf '2\\n3\\n' | ./sum").piped.as_deref(),
            Some("2\n3\n")
        );
        assert_eq!(run("", "timeout 2s ./sum").seconds, Some(2.0));
        assert!(parse_commands("make sum", "", None).unwrap().run.is_none());
        let installed = parse_commands(
            "sudo apt-get update && sudo apt-get install -y g++",
            "",
            None,
        );
        assert_eq!(installed.unwrap().installs.len(), 2);
        for (command, why) in [
            ("python3 check.py", "it runs no program of the student's"),
            ("cat in.txt | ./sum", "`|` needs a shell"),
            ("./sum > out.txt", "its output goes into a file"),
            ("./sum; ./more", "it runs two programs"),
            ("g++ a.cpp; g++ b.cpp", "it compiles two programs"),
            ("make all && ./sum", "it makes `all`, and runs `sum`"),
            ("make && ./sum", "the package has no makefile"),
            ("./sum 'x", "its quotes do not end"),
        ] {
            let found = parse_commands("", command, None).unwrap_err();
            assert!(found.contains(why), "{command}: {found}");
        }
    }
}
