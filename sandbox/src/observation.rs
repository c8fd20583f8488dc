//! What was seen of one run; not what it means.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How a process ended, as the operating system tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Exit {
    /// It returned from `main` or called `exit`, with this code.
    Code(i32),
    /// A signal ended it that we did not send.
    Signal(i32),
    /// We stopped it at this limit.
    Stopped(LimitKind),
    /// The system refused to start it: what the compiler made is no program.
    NotStarted,
}

/// The limit at which a process was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LimitKind {
    /// Processor time.
    Cpu,
    /// Time on the clock.
    Wall,
    /// Memory.
    Memory,
    /// Standard output or standard error.
    Output,
    /// The size of a file it wrote.
    FileSize,
    /// Reads after the end of the input.
    Reads,
    /// Silent computing after the end of the input.
    AfterEnd,
}

impl LimitKind {
    /// What a process did that was stopped at this limit, in words that go behind its name.
    pub fn describe(self) -> &'static str {
        match self {
            LimitKind::Cpu | LimitKind::Wall => "was still running when its time was up",
            LimitKind::Memory => "needs too much memory",
            LimitKind::Output => "prints too much",
            LimitKind::FileSize => "writes a file that is too large",
            LimitKind::Reads => "reads on after the end of its input",
            LimitKind::AfterEnd => "goes on in silence after the end of its input",
        }
    }
}

/// What a run used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ResourceUsage {
    /// Processor time, its own and the system's for it.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// Largest resident memory, in bytes; zero where it was too little to tell.
    pub peak_memory: u64,
    /// Memory that it touched, in bytes: a page for each time the kernel had to provide one. What it touched before it was
    /// the program counts hardly, so this tells where `peak_memory` cannot.
    pub touched_memory: u64,
    /// What it did most of the time, where that was seen: of a run that was stopped by the clock.
    pub activity: Option<ProgramActivity>,
}

/// What a program does with its time. How busy the machine is changes nothing in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProgramActivity {
    /// It computed, or would have if it had been given a processor.
    Computing,
    /// It waited in silence for something that was not a processor.
    Waiting,
}

/// Everything that was seen of one run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// Standard output, cut at each read of a new line. Without `synchronised` there is one turn.
    pub turns: Vec<ObservedTurn>,
    /// Whether the program's own reads were seen.
    pub synchronised: bool,
    /// Whether the program read the whole script and then was told of the end of input.
    pub saw_eof: bool,
    /// What it had printed since its last input when it was first told of the end: what it asked there is in no turn of its
    /// own. None if its reads were not seen, or if that was too much to end with a question.
    #[serde(with = "serde_bytes")]
    pub before_end: Option<Vec<u8>>,
    /// Standard error, as much as was kept.
    #[serde(with = "serde_bytes")]
    pub stderr: Vec<u8>,
    /// How it ended.
    pub exit: Exit,
    /// What it used.
    pub usage: ResourceUsage,
}

/// What a program printed between two reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ObservedTurn {
    /// The bytes printed.
    #[serde(with = "serde_bytes")]
    pub output: Vec<u8>,
    /// The line it was then given; none at the end.
    pub input: Option<String>,
}

impl Observation {
    /// A run of which nothing is known but this: all its reads were seen, and it printed no errors.
    pub fn new(turns: Vec<ObservedTurn>, exit: Exit) -> Observation {
        Observation {
            turns,
            synchronised: true,
            saw_eof: false,
            before_end: None,
            stderr: Vec::new(),
            exit,
            usage: ResourceUsage::default(),
        }
    }

    /// The same run, had these been its turns.
    pub fn with_turns(&self, turns: Vec<ObservedTurn>) -> Observation {
        Observation {
            turns,
            synchronised: self.synchronised,
            saw_eof: self.saw_eof,
            before_end: self.before_end.clone(),
            stderr: self.stderr.clone(),
            exit: self.exit,
            usage: self.usage,
        }
    }

    /// All of standard output.
    pub fn stdout(&self) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.turns.iter().map(|turn| turn.output.len()).sum());
        for turn in &self.turns {
            text.extend_from_slice(&turn.output);
        }
        text
    }

    /// Whether its last line is only the beginning of one, because it was stopped at the limit of output. Where standard error
    /// was the flood, nothing of standard output was cut.
    pub fn is_last_line_cut(&self) -> bool {
        let last = self.turns.last().map_or(&[][..], |turn| &turn.output);
        let is_stopped = self.exit == Exit::Stopped(LimitKind::Output);
        is_stopped && last.len() > self.stderr.len() && !last.ends_with(b"\n")
    }

    /// How many inputs the program read.
    pub fn read_count(&self) -> usize {
        self.turns
            .iter()
            .filter(|turn| turn.input.is_some())
            .count()
    }
}

impl ObservedTurn {
    /// What was printed after the last read.
    pub fn without_input(output: impl Into<Vec<u8>>) -> ObservedTurn {
        ObservedTurn {
            output: output.into(),
            input: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_line_that_the_limit_of_output_cut_is_cut() {
        let limit = Exit::Stopped(LimitKind::Output);
        for (output, stderr, exit, expected) in [
            ("hello\nhell", "", &limit, true),
            ("hello\n", "", &limit, false),
            ("", "", &limit, false),
            ("Second: ", "again\nagain\n", &limit, false),
            ("hell", "", &Exit::Stopped(LimitKind::Cpu), false),
            ("hell", "", &Exit::Code(0), false),
        ] {
            let seen = Observation {
                stderr: stderr.into(),
                ..Observation::new(vec![ObservedTurn::without_input(output)], *exit)
            };
            assert_eq!(
                seen.is_last_line_cut(),
                expected,
                "{output:?} {stderr:?} {exit:?}"
            );
        }
    }
}
