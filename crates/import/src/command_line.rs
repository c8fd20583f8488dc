//! A command line that needs no shell: a program, its arguments, and where its streams lead.

/// Such a command line.
#[derive(Debug, PartialEq, Eq, Default)]
pub(super) struct CommandLine {
    pub(super) program: String,
    pub(super) arguments: Vec<String>,
    /// The file of its input.
    pub(super) input: Option<String>,
    /// The files of standard output and standard error.
    pub(super) output: Option<String>,
    pub(super) error: Option<String>,
}

/// Takes a line apart; or says what needs a shell.
pub(super) fn parse_command_line(line: &str) -> Result<CommandLine, String> {
    if let Some(sign) = line.chars().find(|it| "|&;$`*?~(){}\n\0".contains(*it)) {
        return Err(format!(
            "`{}` needs a shell",
            if sign.is_control() { ' ' } else { sign }
        ));
    }
    // Signs for streams stand apart from words, but not within quotes.
    let mut apart = String::new();
    let mut quote = None;
    let mut last = ' ';
    for letter in line.chars() {
        match (quote, letter) {
            (None, '<') => apart.push_str(" < "),
            (None, '>') if ['1', '2'].contains(&last) && is_word_start(&apart) => {
                apart.pop();
                apart.push_str(if last == '1' { " 1> " } else { " 2> " });
            }
            (None, '>') => apart.push_str(" 1> "),
            _ => apart.push(letter),
        }
        match quote {
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            Some(open) if open == letter => quote = None,
            _ => {}
        }
        last = letter;
    }
    let words = shlex::split(&apart).ok_or("its quotes do not end")?;
    let mut command = CommandLine::default();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let target = match word.as_str() {
            "<" => &mut command.input,
            "1>" => &mut command.output,
            "2>" => &mut command.error,
            _ if command.program.is_empty() => {
                command.program = word;
                continue;
            }
            _ => {
                command.arguments.push(word);
                continue;
            }
        };
        let file = words.next().ok_or("a stream leads nowhere")?;
        if target.replace(file).is_some() {
            return Err("a stream leads to two files".to_owned());
        }
    }
    if command.program.is_empty() {
        Err("it is empty".to_owned())
    } else {
        Ok(command)
    }
}

/// Whether the digit at the end is a word of its own.
fn is_word_start(text: &str) -> bool {
    text.chars().rev().nth(1).is_none_or(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_and_arguments_are_told_apart() {
        let command = parse_command_line("./a.out 12> 'x > y' <in.txt 2>err.txt").unwrap();
        assert_eq!(command.arguments, ["12"]);
        assert_eq!(command.output.as_deref(), Some("x > y"));
        assert_eq!(
            (command.input.as_deref(), command.error.as_deref()),
            (Some("in.txt"), Some("err.txt"))
        );
        for line in [
            "./a.out | sort",
            "./a.out *.txt",
            "",
            "./a <",
            "./a > x > y",
            "./a 'x",
        ] {
            assert!(parse_command_line(line).is_err(), "{line}");
        }
    }
}
