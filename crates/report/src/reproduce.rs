//! The commands with which a student sees the same at home.

use super::{commands, visible};
use model::{CaseOutline, Grade, Invocation, OneRun, with_line_breaks};

/// A command longer than this is not shown, in bytes: nobody reads it. Its inputs stand in a file.
const LONGEST_LINE: usize = 1000;

/// Whether a command can hold this input, so that it can be read and pasted. No argument of a command holds a zero byte.
pub(super) fn fits_command(grade: &Grade, case: &CaseOutline, input: &str) -> bool {
    let runs = &case.invocation.runs;
    let several = || {
        runs.iter()
            .map(|run| command_for_run(grade, &case.invocation, run).len())
            .sum()
    };
    let length: usize = match runs.as_slice() {
        [] => piped_command(input, &program_command(grade, &case.invocation)).len(),
        _ => several(),
    };
    length <= LONGEST_LINE && !input.contains('\0')
}

/// Compile, and run: on a file if there is one, or else with the inputs in the command, as long as it can hold them. A line each.
pub(super) fn build_commands(
    grade: &Grade,
    case: &CaseOutline,
    input: &str,
    file: Option<&str>,
) -> Vec<String> {
    let program = program_command(grade, &case.invocation);
    let mut lines = Vec::new();
    if !grade.build.command.is_empty() && builds_program(grade) {
        lines.push(format_command(&grade.build.command));
    }
    let runs = &case.invocation.runs;
    if !runs.is_empty() {
        lines.extend(
            runs.iter()
                .map(|run| command_for_run(grade, &case.invocation, run)),
        );
        return lines;
    }
    match file {
        Some(file) => lines.push(format!("{program} < {}", quote_word(file))),
        None if fits_command(grade, case, input) => lines.push(piped_command(input, &program)),
        None => {}
    }
    lines
}

/// The command of one of several starts.
fn command_for_run(grade: &Grade, invocation: &Invocation, run: &OneRun) -> String {
    let arguments = run.arguments.clone();
    let environment = invocation.environment.clone();
    let one = Invocation {
        arguments,
        environment,
        ..Invocation::default()
    };
    piped_command(&with_line_breaks(&run.input), &program_command(grade, &one))
}

/// The words that run the program, with what the case starts it with.
fn program_command(grade: &Grade, invocation: &Invocation) -> String {
    let environment = invocation.environment.iter();
    let mut words: Vec<String> = environment
        .map(|(name, value)| format!("{name}={}", quote_word(value)))
        .collect();
    words.push(match grade.build.run.as_slice() {
        [] => quote_word(&format!("./{}", grade.outline.program)),
        run => format_command(run),
    });
    words.extend(invocation.arguments.iter().map(|word| quote_word(word)));
    words.join(" ")
}

/// Whether the build leaves something to run. Some only look at the sources, for a simulator to run.
fn builds_program(grade: &Grade) -> bool {
    let program = format!("./{}", grade.outline.program);
    grade.build.run.is_empty() || grade.build.run.iter().any(|word| word.contains(&program))
}

/// A command as it can be pasted into a shell.
pub(super) fn format_command(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quote_word(word)).collect();
    words.join(" ")
}

/// The program with exactly this text on its standard input.
fn piped_command(input: &str, program: &str) -> String {
    let (lines, rest) = input
        .rsplit_once('\n')
        .map_or((None, input), |(lines, rest)| (Some(lines), rest));
    let lines = lines.map(|lines| {
        let words: Vec<String> = lines.split('\n').map(quote_word).collect();
        format!("printf '%s\\n' {}", words.join(" "))
    });
    let rest = (!rest.is_empty()).then(|| format!("printf '%s' {}", quote_word(rest)));
    match (lines, rest) {
        (None, None) => format!("{program} < /dev/null"),
        (Some(printed), None) | (None, Some(printed)) => format!("{printed} | {program}"),
        (Some(lines), Some(rest)) => format!("{{ {lines}; {rest}; }} | {program}"),
    }
}

/// A word that the shell takes as it is: quoted only where it must be, and `$'…'` where it cannot be seen, or a log would obey
/// it. The shell knows `\xNN` as well.
fn quote_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./+=:,@%".contains(c);
    if word.chars().any(is_hidden) || commands::escape_commands(word) != word {
        let escaped: String = word.chars().map(escape_char).collect();
        format!("$'{}'", commands::escape_commands(&escaped))
    } else if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

fn is_hidden(character: char) -> bool {
    character.is_control() || visible::is_shapeless(character)
}

fn escape_char(character: char) -> String {
    match character {
        '\'' | '\\' => format!("\\{character}"),
        _ if is_hidden(character) => {
            let mut bytes = [0; 4];
            let bytes = character.encode_utf8(&mut bytes).as_bytes();
            bytes.iter().map(|byte| format!("\\x{byte:02x}")).collect()
        }
        _ => character.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_only_where_a_shell_needs_it() {
        let cases = [
            ("-std=c++17", "-std=c++17"),
            ("tic tac.cpp", "'tic tac.cpp'"),
            ("it's", "'it'\\''s'"),
            ("", "''"),
            ("$(rm -rf /)", "'$(rm -rf /)'"),
            ("a\tb'", "$'a\\x09b\\''"),
            ("##vso[x].cpp", "$'\\x23#vso[x].cpp'"),
        ];
        for (word, shell) in cases {
            assert_eq!(quote_word(word), shell);
        }
    }

    #[test]
    fn what_nobody_would_read_is_left_to_the_file() {
        let grade = crate::fixture::wrong();
        let case = &grade.cases[0].case;
        let long = "1 ".repeat(LONGEST_LINE);
        let last = |input: &str, file| build_commands(&grade, case, input, file).pop().unwrap();
        assert!(last(&grade.cases[0].input_text(), None).ends_with("| ./tttn"));
        assert_eq!(last(&long, Some("win.in")), "./tttn < win.in");
        assert!(!last(&long, None).contains("printf"));
        assert!(
            !last("a\0b\n", None).contains("printf"),
            "no argument holds a zero byte"
        );
    }

    #[test]
    fn a_command_shows_what_the_case_starts_a_program_with() {
        let grade = crate::fixture::wrong();
        let invocation = Invocation {
            arguments: ["-v", "two words", "$x"].map(str::to_owned).to_vec(),
            environment: vec![("MODE".to_owned(), "a b".to_owned())],
            ..Invocation::default()
        };
        assert_eq!(
            program_command(&grade, &invocation),
            "MODE='a b' ./tttn -v 'two words' '$x'"
        );
    }

    #[test]
    fn input_is_piped_byte_for_byte() {
        for (input, command) in [
            ("3\n0 0\n", "printf '%s\\n' 3 '0 0' | ./tttn"),
            ("", "./tttn < /dev/null"),
            ("\n", "printf '%s\\n' '' | ./tttn"),
            ("8", "printf '%s' 8 | ./tttn"),
            ("8\n9", "{ printf '%s\\n' 8; printf '%s' 9; } | ./tttn"),
            ("8\r\n", "printf '%s\\n' $'8\\x0d' | ./tttn"),
        ] {
            assert_eq!(piped_command(input, "./tttn"), command);
        }
    }
}
