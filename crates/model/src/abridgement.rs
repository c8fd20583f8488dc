//! Less of what was seen of a run, so that a class of floods fits in memory.

use sandbox::{Observation, ObservedTurn};

use super::folding::fold_text;

/// How much of a turn's output and of standard error is kept once the verdict is known, in bytes at either end.
const TURN_END_BYTES: usize = 16 << 10;

/// How much of all output is kept then, in bytes at either end.
const ALL_END_BYTES: usize = 128 << 10;

/// An observation that is kept for reports.
pub trait AbridgeObservation {
    /// Without the middle of very long output. For reports only.
    #[must_use]
    fn into_abridged(self) -> Self;

    /// How much memory it takes, about.
    fn memory_size(&self) -> usize;

    /// In about `most` bytes: the turns at either end, and what is left of those between as one. For a finished report only.
    #[must_use]
    fn into_size(self, most: usize) -> Self;
}

impl AbridgeObservation for Observation {
    fn into_abridged(mut self) -> Observation {
        for turn in &mut self.turns {
            abridge_bytes(&mut turn.output, TURN_END_BYTES);
        }
        drop_middle_output(&mut self.turns);
        abridge_bytes(&mut self.stderr, TURN_END_BYTES);
        self
    }

    fn memory_size(&self) -> usize {
        self.turns.iter().map(turn_size).sum::<usize>() + self.stderr.len()
    }

    fn into_size(mut self, most: usize) -> Observation {
        if self.memory_size() <= most {
            return self;
        }
        let end = most / 4;
        abridge_bytes(&mut self.stderr, end / 2);
        let head = count_fitting(self.turns.iter(), end);
        let tail = count_fitting(self.turns[head..].iter().rev(), end);
        let middle = head..self.turns.len() - tail;
        let input = self.turns[middle.clone()]
            .last()
            .and_then(|turn| turn.input.clone());
        let output = self.turns[middle.clone()]
            .iter()
            .flat_map(|turn| &turn.output);
        let mut output: Vec<u8> = output.copied().collect();
        abridge_bytes(&mut output, end / 2);
        if !middle.is_empty() {
            self.turns.splice(middle, [ObservedTurn { output, input }]);
        }
        self.turns.shrink_to_fit();
        self
    }
}

/// All turns stay, because it counts how many there are; those in the middle of very much output lose theirs.
fn drop_middle_output(turns: &mut [ObservedTurn]) {
    let all: usize = turns.iter().map(|turn| turn.output.len()).sum();
    let Some(middle) = all
        .checked_sub(2 * ALL_END_BYTES)
        .filter(|middle| *middle > 0)
    else {
        return;
    };
    let mut note = omitted_bytes_note(middle);
    let mut end = 0;
    for ObservedTurn { output, .. } in turns {
        let start = end;
        end += output.len();
        let from = start.max(ALL_END_BYTES);
        let to = end.min(ALL_END_BYTES + middle);
        if from < to {
            output.splice(from - start..to - start, std::mem::take(&mut note));
            output.shrink_to_fit();
        }
    }
}

fn turn_size(turn: &ObservedTurn) -> usize {
    size_of::<ObservedTurn>() + turn.output.len() + turn.input.as_ref().map_or(0, String::len)
}

/// How many of these turns fit.
fn count_fitting<'t>(turns: impl Iterator<Item = &'t ObservedTurn>, mut room: usize) -> usize {
    let fits = |turn: &&ObservedTurn| {
        let left = room.checked_sub(turn_size(turn));
        room = left.unwrap_or(0);
        left.is_some()
    };
    turns.take_while(fits).count()
}

/// In brief, if it is longer than both ends, and without its middle where that does not do.
fn abridge_bytes(bytes: &mut Vec<u8>, end: usize) {
    if bytes.len() > 2 * end {
        *bytes = fold_text(bytes);
    }
    if bytes.len() > 2 * end {
        let tail = bytes.len() - end;
        bytes.splice(end..tail, omitted_bytes_note(tail - end));
        bytes.shrink_to_fit();
    }
}

fn omitted_bytes_note(bytes: usize) -> Vec<u8> {
    format!("\n[{bytes} bytes left out]\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use sandbox::Exit;

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
            assert_eq!(seen.clone().into_abridged(), seen);
            assert_eq!(seen.clone().into_size(seen.memory_size()), seen);
        }
    }

    #[test]
    fn a_flood_of_one_line_is_that_line_and_how_often_it_came() {
        let mut seen = run(1, 0);
        seen.turns[0].output = b"again\n".repeat(100_000);
        let text = String::from_utf8(seen.clone().into_abridged().stdout()).unwrap();
        assert_eq!(text, "again\n… the same line 99,999 times more …\n");
        seen.turns[0].output = b"x".repeat(1 << 20);
        let text = String::from_utf8(seen.into_abridged().stdout()).unwrap();
        assert!(text.starts_with("xxx") && text.ends_with("xxx"), "{text}");
        assert!(
            text.contains(" … 1,048,416 characters left out … "),
            "{text}"
        );
    }

    #[test]
    fn much_output_in_many_turns_loses_its_middle_and_no_turn() {
        let seen = run(1000, 1000).into_abridged();
        assert_eq!(
            (seen.turns.len(), seen.turns[998].input.as_deref()),
            (1000, Some("998"))
        );
        let text = String::from_utf8(seen.stdout()).unwrap();
        assert_eq!(
            text.len(),
            2 * ALL_END_BYTES + "\n[737856 bytes left out]\n".len()
        );
        assert!(text[ALL_END_BYTES..].starts_with("\n[737856 bytes left out]\n"));
        assert!(text.starts_with(&"a".repeat(1000)) && text.ends_with(&"l".repeat(1000)));
    }

    #[test]
    fn a_report_gets_both_ends_of_a_run_within_its_share() {
        for seen in [
            run(1, 1 << 20),
            run(2, 1 << 19),
            run(1000, 1000),
            run(100_000, 1),
        ] {
            let all = seen.turns.len();
            let most = 16 << 10;
            let first = seen.turns[0].output[0];
            let last = seen.turns[all - 1].output[0];
            let kept = seen.into_abridged().into_size(most);
            assert!(
                kept.memory_size() <= most,
                "{all} turns: {}",
                kept.memory_size()
            );
            assert_eq!(kept.turns[0].output.first(), Some(&first));
            let end = kept.turns.last().unwrap();
            assert_eq!((end.output.last(), &end.input), (Some(&last), &None));
        }
    }
}
