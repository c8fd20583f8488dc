//! What was seen of one run. What it means is the judge's business.

use std::time::Duration;

/// How a process ended, as the operating system tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// It returned from `main` or called `exit`, with this code.
    Code(i32),
    /// A signal ended it that we did not send.
    Signal(i32),
    /// We stopped it at this limit.
    Stopped(Limit),
    /// The system refused to start it: what the compiler made is no program.
    NotStarted,
}

/// The limit at which a process was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
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
}

impl Limit {
    /// What a process did that was stopped at this limit, as an instructor reads it.
    pub fn in_words(self) -> &'static str {
        match self {
            Limit::Cpu | Limit::Wall => "was still running when its time was up",
            Limit::Memory => "needs too much memory",
            Limit::Output => "prints too much",
            Limit::FileSize => "writes a file that is too large",
            Limit::Reads => "reads on after the end of its input",
        }
    }
}

/// What a run used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
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
    pub activity: Option<Activity>,
}

/// What a program does with its time. How busy the machine is changes nothing in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activity {
    /// It computed, or would have if it had been given a processor.
    Computing,
    /// It waited in silence for something that was not a processor.
    Waiting,
}

/// Everything that was seen of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// Standard output, cut at each read of a new line. Without `synchronised` there is one turn.
    pub turns: Vec<ObservedTurn>,
    /// Whether the program's own reads were seen.
    pub synchronised: bool,
    /// Whether the program read the whole script and then was told of the end of input.
    pub saw_eof: bool,
    /// Standard error, as much as was kept.
    pub stderr: Vec<u8>,
    /// How it ended.
    pub exit: Exit,
    /// The failure of which the simulator that ran it told; none if it told of none, or nothing simulated it.
    pub fault: Option<String>,
    /// What it used.
    pub usage: Usage,
}

/// What a program printed between two reads.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ObservedTurn {
    /// The bytes printed.
    pub output: Vec<u8>,
    /// The line it was then given; none at the end.
    pub input: Option<String>,
}

/// How much of a turn's output and of standard error is kept once the verdict is known, in bytes at either end.
const KEPT: usize = 16 << 10;

/// How much of all output is kept then, in bytes at either end.
const KEPT_IN_ALL: usize = 128 << 10;

impl Observation {
    /// A run of which nothing is known but this: all its reads were seen, and it printed no errors.
    pub fn new(turns: Vec<ObservedTurn>, exit: Exit) -> Observation {
        Observation {
            turns,
            synchronised: true,
            saw_eof: false,
            stderr: Vec::new(),
            exit,
            fault: None,
            usage: Usage::default(),
        }
    }

    /// Without the middle of very long output, so that a class of floods fits in memory. For reports only.
    #[must_use]
    pub fn abridged(mut self) -> Observation {
        for turn in &mut self.turns {
            abridge(&mut turn.output, KEPT);
        }
        self.leave_out_the_middle();
        abridge(&mut self.stderr, KEPT);
        self
    }

    /// All turns stay, because it counts how many there are; those in the middle of very much output lose theirs.
    fn leave_out_the_middle(&mut self) {
        let all: usize = self.turns.iter().map(|turn| turn.output.len()).sum();
        let Some(middle) = all.checked_sub(2 * KEPT_IN_ALL).filter(|middle| *middle > 0) else {
            return;
        };
        let mut note = left_out(middle);
        let mut end = 0;
        for ObservedTurn { output, .. } in &mut self.turns {
            let start = end;
            end += output.len();
            let (from, to) = (start.max(KEPT_IN_ALL), end.min(KEPT_IN_ALL + middle));
            if from < to {
                output.splice(from - start..to - start, std::mem::take(&mut note));
                output.shrink_to_fit();
            }
        }
    }

    /// How much memory it takes, about.
    pub fn size(&self) -> usize {
        self.turns.iter().map(ObservedTurn::size).sum::<usize>() + self.stderr.len()
    }

    /// In about `most` bytes: the turns at either end, and what is left of those between as one. For a finished report only.
    #[must_use]
    pub fn within(mut self, most: usize) -> Observation {
        if self.size() <= most {
            return self;
        }
        let end = most / 4;
        abridge(&mut self.stderr, end / 2);
        let head = fitting(self.turns.iter(), end);
        let tail = fitting(self.turns[head..].iter().rev(), end);
        let middle = head..self.turns.len() - tail;
        let input = self.turns[middle.clone()].last().and_then(|turn| turn.input.clone());
        let output = self.turns[middle.clone()].iter().flat_map(|turn| &turn.output);
        let mut output: Vec<u8> = output.copied().collect();
        abridge(&mut output, end / 2);
        if !middle.is_empty() {
            self.turns.splice(middle, [ObservedTurn { output, input }]);
        }
        self.turns.shrink_to_fit();
        self
    }

    /// All of standard output.
    pub fn stdout(&self) -> Vec<u8> {
        self.turns.iter().flat_map(|turn| turn.output.iter().copied()).collect()
    }
}

impl ObservedTurn {
    /// What was printed after the last read.
    pub fn last(output: impl Into<Vec<u8>>) -> ObservedTurn {
        ObservedTurn { output: output.into(), input: None }
    }

    fn size(&self) -> usize {
        size_of::<ObservedTurn>() + self.output.len() + self.input.as_ref().map_or(0, String::len)
    }
}

/// How many of these turns fit.
fn fitting<'t>(turns: impl Iterator<Item = &'t ObservedTurn>, mut room: usize) -> usize {
    let fits = |turn: &&ObservedTurn| {
        let left = room.checked_sub(turn.size());
        room = left.unwrap_or(0);
        left.is_some()
    };
    turns.take_while(fits).count()
}

/// Without the middle, if it is longer than both ends.
fn abridge(bytes: &mut Vec<u8>, end: usize) {
    if bytes.len() > 2 * end {
        let tail = bytes.len() - end;
        bytes.splice(end..tail, left_out(tail - end));
        bytes.shrink_to_fit();
    }
}

fn left_out(bytes: usize) -> Vec<u8> {
    format!("\n[{bytes} bytes left out]\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(turns: usize, bytes: usize) -> Observation {
        let turn = |number: usize| ObservedTurn {
            output: vec![b'a' + u8::try_from(number % 26).unwrap_or(0); bytes],
            input: (number + 1 < turns).then(|| number.to_string()),
        };
        Observation::new((0..turns).map(turn).collect(), Exit::Code(0))
    }

    #[test]
    fn what_an_ordinary_program_printed_is_kept_whole() {
        for seen in [run(1, 30 << 10), run(200, 1000), run(0, 0)] {
            assert_eq!(seen.clone().abridged(), seen);
            assert_eq!(seen.clone().within(seen.size()), seen);
        }
    }

    #[test]
    fn much_output_in_many_turns_loses_its_middle_and_no_turn() {
        let seen = run(1000, 1000).abridged();
        assert_eq!((seen.turns.len(), seen.turns[998].input.as_deref()), (1000, Some("998")));
        let text = String::from_utf8(seen.stdout()).unwrap();
        assert_eq!(text.len(), 2 * KEPT_IN_ALL + "\n[737856 bytes left out]\n".len());
        assert!(text[KEPT_IN_ALL..].starts_with("\n[737856 bytes left out]\n"));
        assert!(text.starts_with(&"a".repeat(1000)) && text.ends_with(&"l".repeat(1000)));
    }

    #[test]
    fn a_report_gets_both_ends_of_a_run_within_its_share() {
        for seen in [run(1, 1 << 20), run(2, 1 << 19), run(1000, 1000), run(100_000, 1)] {
            let (all, most) = (seen.turns.len(), 16 << 10);
            let (first, last) = (seen.turns[0].output[0], seen.turns[all - 1].output[0]);
            let kept = seen.abridged().within(most);
            assert!(kept.size() <= most, "{all} turns: {}", kept.size());
            assert_eq!(kept.turns[0].output.first(), Some(&first));
            let end = kept.turns.last().unwrap();
            assert_eq!((end.output.last(), &end.input), (Some(&last), &None));
        }
    }
}
