//! A program that asks again and again whether there is input, and goes on at once.
//!
//! One that computes may do so as well, to see whether it shall stop. So a line is due only to one that has asked for a while
//! and done nothing else. Once it was seen to play so, the while is short.

use std::time::{Duration, Instant};

/// The first while, unless the program has little time.
const WHILE: Duration = Duration::from_secs(1);

/// Each later one.
const SHORT_WHILE: Duration = Duration::from_millis(10);

/// What is known of a program's asking.
#[derive(Debug)]
pub(super) struct RepeatedPolls {
    /// Since when it does nothing else.
    since: Option<Instant>,
    /// How long it must have asked for the next line.
    poll_timeout: Duration,
}

impl RepeatedPolls {
    /// Nothing is known yet of a program that has so much time on the clock.
    pub(super) fn new(wall: Duration) -> RepeatedPolls {
        RepeatedPolls {
            since: None,
            poll_timeout: WHILE.min(wall / 5),
        }
    }

    /// It has asked; true if a line is due to it.
    pub(super) fn record_poll(&mut self) -> bool {
        let since = *self.since.get_or_insert_with(Instant::now);
        let is_due = since.elapsed() >= self.poll_timeout;
        if is_due {
            *self = RepeatedPolls {
                since: None,
                poll_timeout: SHORT_WHILE,
            };
        }
        is_due
    }

    /// It has done something else.
    pub(super) fn reset_polls(&mut self) {
        self.since = None;
    }
}
