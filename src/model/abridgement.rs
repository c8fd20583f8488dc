//! Less of what was seen of a run, so that a class of floods fits in memory.

use sandbox::{Observation, ObservedTurn};

use super::folding::folded;

/// How much of a turn's output and of standard error is kept once the verdict is known, in bytes at either end.
const KEPT: usize = 16 << 10;

/// How much of all output is kept then, in bytes at either end.
const KEPT_IN_ALL: usize = 128 << 10;

/// An observation that is kept for reports.
pub trait Abridge {
    /// Without the middle of very long output. For reports only.
    #[must_use]
    fn abridged(self) -> Self;

    /// How much memory it takes, about.
    fn size(&self) -> usize;

    /// In about `most` bytes: the turns at either end, and what is left of those between as one. For a finished report only.
    #[must_use]
    fn within(self, most: usize) -> Self;
}

impl Abridge for Observation {
    fn abridged(mut self) -> Observation {
        for turn in &mut self.turns {
            abridge(&mut turn.output, KEPT);
        }
        leave_out_the_middle(&mut self.turns);
        abridge(&mut self.stderr, KEPT);
        self
    }

    fn size(&self) -> usize {
        self.turns.iter().map(size_of_turn).sum::<usize>() + self.stderr.len()
    }

    fn within(mut self, most: usize) -> Observation {
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
}

/// All turns stay, because it counts how many there are; those in the middle of very much output lose theirs.
fn leave_out_the_middle(turns: &mut [ObservedTurn]) {
    let all: usize = turns.iter().map(|turn| turn.output.len()).sum();
    let Some(middle) = all.checked_sub(2 * KEPT_IN_ALL).filter(|middle| *middle > 0) else {
        return;
    };
    let mut note = left_out(middle);
    let mut end = 0;
    for ObservedTurn { output, .. } in turns {
        let start = end;
        end += output.len();
        let (from, to) = (start.max(KEPT_IN_ALL), end.min(KEPT_IN_ALL + middle));
        if from < to {
            output.splice(from - start..to - start, std::mem::take(&mut note));
            output.shrink_to_fit();
        }
    }
}

fn size_of_turn(turn: &ObservedTurn) -> usize {
    size_of::<ObservedTurn>() + turn.output.len() + turn.input.as_ref().map_or(0, String::len)
}

/// How many of these turns fit.
fn fitting<'t>(turns: impl Iterator<Item = &'t ObservedTurn>, mut room: usize) -> usize {
    let fits = |turn: &&ObservedTurn| {
        let left = room.checked_sub(size_of_turn(turn));
        room = left.unwrap_or(0);
        left.is_some()
    };
    turns.take_while(fits).count()
}

/// In brief, if it is longer than both ends, and without its middle where that does not do.
fn abridge(bytes: &mut Vec<u8>, end: usize) {
    if bytes.len() > 2 * end {
        *bytes = folded(bytes);
    }
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
            assert_eq!(seen.clone().abridged(), seen);
            assert_eq!(seen.clone().within(seen.size()), seen);
        }
    }

    #[test]
    fn a_flood_of_one_line_is_that_line_and_how_often_it_came() {
        let mut seen = run(1, 0);
        seen.turns[0].output = b"again\n".repeat(100_000);
        let text = String::from_utf8(seen.clone().abridged().stdout()).unwrap();
        assert_eq!(text, "again\n… the same line 99,999 times more …\n");
        seen.turns[0].output = b"x".repeat(1 << 20);
        let text = String::from_utf8(seen.abridged().stdout()).unwrap();
        assert!(text.starts_with("xxx") && text.ends_with("xxx"), "{text}");
        assert!(text.contains(" … 1,048,416 characters left out … "), "{text}");
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
