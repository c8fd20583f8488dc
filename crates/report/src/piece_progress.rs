//! What is seen while other machines grade the pieces of a class: one bar for all, or a line whenever something is done.

use std::io::Write;

use indicatif::ProgressBar;

use super::progress::{ProgressMode, new_bar};

/// How far a class is that others grade.
pub struct ShardProgress {
    display: ShardDisplay,
    submissions: usize,
    pieces: u32,
    last: String,
}

enum ShardDisplay {
    Bar(ProgressBar),
    Lines(Box<dyn Write>),
    Quiet,
}

impl ShardProgress {
    /// Of a class of so many submissions in so many pieces, on standard error.
    pub fn new(mode: ProgressMode, submissions: usize, pieces: u32) -> ShardProgress {
        let display = match mode {
            ProgressMode::Bar => {
                let bar = new_bar();
                bar.set_length(submissions as u64);
                ShardDisplay::Bar(bar)
            }
            ProgressMode::Lines => ShardDisplay::Lines(Box::new(anstream::stderr())),
            ProgressMode::Quiet => ShardDisplay::Quiet,
        };
        ShardProgress {
            display,
            submissions,
            pieces,
            last: String::new(),
        }
    }

    /// So many submissions are graded, and pieces whole; and what there is to say of those who grade.
    pub fn show_progress(&mut self, graded: usize, whole: usize, graders: &str) {
        let ShardProgress {
            display,
            submissions,
            pieces,
            last,
        } = self;
        let comma = if graders.is_empty() { "" } else { "; " };
        let told = format!("{whole} of {pieces} pieces{comma}{graders}");
        match display {
            ShardDisplay::Quiet => {}
            ShardDisplay::Bar(bar) => {
                bar.set_position(graded as u64);
                bar.set_message(told);
            }
            // A log is not filled with what only counts on.
            ShardDisplay::Lines(_) if told == *last => {}
            ShardDisplay::Lines(out) => {
                // A closed standard error is no reason to stop waiting.
                let _ = writeln!(out, "[{graded}/{submissions}] {told}");
                *last = told;
            }
        }
    }
}

impl Drop for ShardProgress {
    fn drop(&mut self) {
        if let ShardDisplay::Bar(bar) = &self.display {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::io;
    use std::rc::Rc;

    use super::*;

    #[derive(Clone, Default)]
    struct Log(Rc<RefCell<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_log_gets_a_line_when_something_is_done() {
        let log = Log::default();
        let display = ShardDisplay::Lines(Box::new(log.clone()));
        let mut progress = ShardProgress {
            display,
            submissions: 40,
            pieces: 4,
            last: String::new(),
        };
        progress.show_progress(0, 0, "4 tasks wait");
        progress.show_progress(3, 0, "4 tasks wait");
        progress.show_progress(10, 1, "3 tasks run");
        progress.show_progress(40, 4, "");
        let text = String::from_utf8(log.0.borrow().clone()).unwrap();
        let lines = [
            "[0/40] 0 of 4 pieces; 4 tasks wait",
            "[10/40] 1 of 4 pieces; 3 tasks run",
            "[40/40] 4 of 4 pieces",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), lines);
    }
}
