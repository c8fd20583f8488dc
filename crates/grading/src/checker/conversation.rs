//! Two programs that talk to each other: what one prints, the other reads.
//!
//! Reads are the clock here, too. What one has printed reaches the other when it reads, or ends. So each of them either works or
//! waits, and if both wait and nothing is under way, neither will ever go on: this deadlock is found at once, without a clock.

use std::collections::VecDeque;
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use sandbox::InputReply;

/// Both sides, from the start of one to the end of the other.
#[derive(Debug, Default)]
pub(super) struct InteractorConversation {
    state: Mutex<ConversationState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct ConversationState {
    program: ConversationPhase,
    interactor: ConversationPhase,
    /// What the program has printed, and the interactor not yet read.
    to_interactor: Vec<u8>,
    /// Lines that the interactor has printed, and the program not yet read.
    to_program: VecDeque<String>,
    /// The beginning of its next line.
    unfinished: Vec<u8>,
    /// Whether its last line was passed on although it was unfinished.
    was_cut: bool,
    /// How much of what a side prints last was passed on when it was told of the end of its input.
    passed_on: [usize; 2],
    ending: ConversationEnding,
}

/// What one side does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum ConversationPhase {
    #[default]
    Works,
    /// It has read all that there is.
    Waits,
    Ended,
    /// The interactor, which has not accepted the program: whatever that does now decides nothing.
    Refused,
}

impl ConversationPhase {
    fn is_over(self) -> bool {
        matches!(self, ConversationPhase::Ended | ConversationPhase::Refused)
    }
}

/// How a conversation went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ConversationEnding {
    /// Whether both waited for each other.
    pub(super) is_stuck: bool,
    /// Whether the interactor ended while the program was at work.
    pub(super) interactor_was_first: bool,
}

const PROGRAM: usize = 0;
const INTERACTOR: usize = 1;

impl InteractorConversation {
    /// The program reads, and has printed this since it last did.
    pub(super) fn program_reads(&self, printed: &[u8]) -> InputReply {
        let mut state = self.lock_state();
        state.to_interactor.extend_from_slice(printed);
        state.program = ConversationPhase::Waits;
        self.changed.notify_all();
        loop {
            let next = state.to_program.pop_front();
            if next.is_some() || state.interactor == ConversationPhase::Ended {
                state.program = ConversationPhase::Works;
                state.passed_on[PROGRAM] = if next.is_some() { 0 } else { printed.len() };
                return next.map_or(InputReply::End, InputReply::Line);
            }
            if state.interactor == ConversationPhase::Refused || state.is_stuck() {
                state.passed_on[PROGRAM] = printed.len();
                self.changed.notify_all();
                return InputReply::Never;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The interactor reads, and has printed this since it last did. An unfinished line of its is as good as a line: nothing
    /// comes to finish it until it is answered.
    pub(super) fn interactor_reads(&self, printed: &[u8]) -> InputReply {
        let mut state = self.lock_state();
        state.append_printed(printed);
        state.finish_line();
        state.interactor = ConversationPhase::Waits;
        self.changed.notify_all();
        loop {
            if !state.to_interactor.is_empty() {
                state.interactor = ConversationPhase::Works;
                return InputReply::Bytes(mem::take(&mut state.to_interactor));
            }
            if state.program == ConversationPhase::Ended || state.is_stuck() {
                state.interactor = ConversationPhase::Works;
                state.passed_on[INTERACTOR] = printed.len();
                self.changed.notify_all();
                return InputReply::End;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The program has ended, and has printed this last. Who has ended cannot end once more.
    pub(super) fn program_has_ended(&self, last: &[u8]) {
        let mut state = self.lock_state();
        if state.program == ConversationPhase::Ended {
            return;
        }
        let new = last.get(state.passed_on[PROGRAM]..).unwrap_or_default();
        if !state.interactor.is_over() {
            state.to_interactor.extend_from_slice(new);
        }
        state.program = ConversationPhase::Ended;
        self.changed.notify_all();
    }

    /// The same of the interactor, which may not be content with the program.
    pub(super) fn interactor_has_ended(&self, last: &[u8], is_content: bool) {
        let mut state = self.lock_state();
        if state.interactor.is_over() {
            return;
        }
        let new = last.get(state.passed_on[INTERACTOR]..).unwrap_or_default();
        state.append_printed(new);
        state.finish_line();
        state.ending.interactor_was_first = state.program != ConversationPhase::Ended;
        state.interactor = if is_content {
            ConversationPhase::Ended
        } else {
            ConversationPhase::Refused
        };
        self.changed.notify_all();
    }

    /// How it went, once both have ended.
    pub(super) fn ending(&self) -> ConversationEnding {
        self.lock_state().ending
    }

    fn lock_state(&self) -> MutexGuard<'_, ConversationState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConversationState {
    fn append_printed(&mut self, mut printed: &[u8]) {
        if mem::take(&mut self.was_cut) {
            // The line is complete now, and known already.
            printed = printed.strip_prefix(b"\n").unwrap_or(printed);
        }
        for part in printed.split_inclusive(|byte| *byte == b'\n') {
            self.unfinished.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.unfinished.pop();
                self.queue_line();
            }
        }
    }

    fn finish_line(&mut self) {
        if !self.unfinished.is_empty() {
            self.queue_line();
            self.was_cut = true;
        }
    }

    fn queue_line(&mut self) {
        let line = mem::take(&mut self.unfinished);
        self.to_program
            .push_back(String::from_utf8_lossy(&line).into_owned());
    }

    /// Whether both wait, and nothing is under way. Once it is so, it stays so.
    fn is_stuck(&mut self) -> bool {
        let is_silent = self.to_interactor.is_empty() && self.to_program.is_empty();
        let waits =
            self.program == ConversationPhase::Waits && self.interactor == ConversationPhase::Waits;
        self.ending.is_stuck |= waits && is_silent;
        self.ending.is_stuck
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> InputReply {
        InputReply::Line(text.to_owned())
    }

    #[test]
    fn a_program_is_given_a_line_at_a_time_and_the_rest_of_one_that_is_unfinished() {
        let talk = InteractorConversation::default();
        talk.interactor_has_ended(b"1 2\n\n3", true);
        assert_eq!(talk.program_reads(b"? 5\n"), line("1 2"));
        assert_eq!(talk.program_reads(b""), line(""));
        assert_eq!(talk.program_reads(b""), line("3"));
        assert_eq!(talk.program_reads(b""), InputReply::End);
        assert!(talk.ending().interactor_was_first);
    }

    #[test]
    fn what_was_printed_before_the_end_of_input_is_passed_on_once() {
        let talk = InteractorConversation::default();
        talk.program_has_ended(b"! 7\n");
        assert_eq!(
            talk.interactor_reads(b"ready\n"),
            InputReply::Bytes(b"! 7\n".to_vec())
        );
        assert_eq!(talk.interactor_reads(b"right"), InputReply::End);
        talk.interactor_has_ended(b"right\nbye\n", false);
        assert_eq!(talk.program_reads(b""), line("ready"));
        assert_eq!(talk.program_reads(b""), line("right"));
        assert_eq!(talk.program_reads(b""), line("bye"));
        assert_eq!(talk.ending(), ConversationEnding::default());
    }

    #[test]
    fn where_both_wait_neither_waits_for_ever() {
        let talk = InteractorConversation::default();
        let replies = std::thread::scope(|scope| {
            let interactor = scope.spawn(|| talk.interactor_reads(b""));
            (talk.program_reads(b""), interactor.join().unwrap())
        });
        assert_eq!(replies, (InputReply::Never, InputReply::End));
        assert!(talk.ending().is_stuck);
    }
}
