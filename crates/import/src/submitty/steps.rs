//! The commands of a test case: starts of the student's program, and text tools that work on what it printed.

use super::super::command_line::{CommandLine, parse_command_line};
use super::super::notes::quote_word;

/// Tools that read and print text, and that every system has.
const TOOLS: [&str; 14] = [
    "awk", "cat", "cut", "diff", "fold", "grep", "head", "rev", "sed", "sort", "tail", "tr",
    "uniq", "wc",
];

/// A start of the student's program.
#[derive(Debug)]
pub(super) struct SubmittyRun {
    pub(super) command: CommandLine,
    /// The names under which validations find its streams.
    pub(super) output: String,
    pub(super) error: String,
}

/// A start of a tool.
#[derive(Debug, Clone)]
pub(super) struct SubmittyTool {
    pub(super) words: Vec<String>,
    pub(super) input: Option<String>,
    pub(super) output: String,
}

/// The commands of a test case.
#[derive(Debug, Default)]
pub(super) struct SubmittySteps {
    pub(super) runs: Vec<SubmittyRun>,
    pub(super) tools: Vec<SubmittyTool>,
}

/// What a validation looks at.
#[derive(Debug, Clone)]
pub(super) enum SubmittyStream<'s> {
    Output(&'s SubmittyRun),
    Error(&'s SubmittyRun),
    /// Whether the system has something to say of how the program ended.
    Exit(&'s SubmittyRun),
    /// A file that the program writes.
    File(&'s SubmittyRun),
    /// What tools made of the output of the program.
    Text(&'s SubmittyRun, Vec<SubmittyTool>),
}

impl SubmittyStream<'_> {
    /// Whether it is output of the program, or made of it.
    pub(super) fn is_output(&self) -> bool {
        matches!(self, SubmittyStream::Output(_) | SubmittyStream::Text(..))
    }

    pub(super) fn run(&self) -> &SubmittyRun {
        match self {
            SubmittyStream::Output(run)
            | SubmittyStream::Error(run)
            | SubmittyStream::Exit(run)
            | SubmittyStream::File(run)
            | SubmittyStream::Text(run, _) => run,
        }
    }
}

impl SubmittySteps {
    /// Takes commands apart; or says why one of them cannot be carried over. `is_program` knows the student's program.
    pub(super) fn parse(
        commands: &[&str],
        mut is_program: impl FnMut(&str) -> Result<(), String>,
    ) -> Result<SubmittySteps, String> {
        let mut steps = SubmittySteps::default();
        for (index, line) in commands.iter().enumerate() {
            let command = parse_command_line(line)
                .map_err(|why| format!("the command {}: {why}", quote_word(line)))?;
            let name = |stream: &str| match commands.len() {
                1 => format!("{stream}.txt"),
                _ => format!("{stream}_{index}.txt"),
            };
            let output = command.output.clone().unwrap_or_else(|| name("STDOUT"));
            if TOOLS.contains(&command.program.as_str()) && !steps.runs.is_empty() {
                steps.tools.push(SubmittyTool {
                    words: [vec![command.program], command.arguments].concat(),
                    input: command.input,
                    output,
                });
                continue;
            }
            is_program(&command.program)?;
            let error = command.error.clone().unwrap_or_else(|| name("STDERR"));
            steps.runs.push(SubmittyRun {
                command,
                output,
                error,
            });
        }
        match steps.runs.is_empty() {
            true => Err("it has no command".to_owned()),
            false => Ok(steps),
        }
    }

    /// What a file of this name is; or why it is not looked at here.
    pub(super) fn find_stream(&self, name: &str) -> Result<SubmittyStream<'_>, String> {
        let by_output = self.runs.iter().find(|run| run.output == name);
        if let Some(run) = by_output {
            return Ok(SubmittyStream::Output(run));
        }
        if let Some(run) = self.runs.iter().find(|run| run.error == name) {
            return Ok(SubmittyStream::Error(run));
        }
        if self.tools.iter().any(|tool| tool.output == name) {
            return self.find_text(name);
        }
        if name.starts_with("STDOUT") || name.starts_with("STDERR") {
            return Err(format!("no command prints {}", quote_word(name)));
        }
        let [only] = self.runs.as_slice() else {
            return Err(format!(
                "{} is left by one of several starts of the program, and each is a case of its own here",
                quote_word(name)
            ));
        };
        Ok(match name {
            "execute_logfile.txt" => SubmittyStream::Exit(only),
            _ => SubmittyStream::File(only),
        })
    }

    /// The tools that make a text, in their order, and the start of the program whose output they work on.
    fn find_text(&self, name: &str) -> Result<SubmittyStream<'_>, String> {
        let mut wanted = vec![name.to_owned()];
        let mut tools = Vec::new();
        for tool in self.tools.iter().rev() {
            if !wanted.contains(&tool.output) {
                continue;
            }
            tools.insert(0, tool.clone());
            wanted.extend(tool.input.clone());
            wanted.extend(tool.words.iter().cloned());
        }
        let sources = self.runs.iter().filter(|run| wanted.contains(&run.output));
        let sources: Vec<&SubmittyRun> = sources.collect();
        let [only] = sources.as_slice() else {
            return Err(format!(
                "{} is not made of the output of one start of the program",
                quote_word(name)
            ));
        };
        let made = |input: &String| {
            *input == only.output || tools.iter().any(|tool| tool.output == *input)
        };
        if let Some(input) = tools
            .iter()
            .filter_map(|tool| tool.input.as_ref())
            .find(|input| !made(input))
        {
            return Err(format!("a tool reads {}", quote_word(input)));
        }
        Ok(SubmittyStream::Text(only, tools))
    }
}
