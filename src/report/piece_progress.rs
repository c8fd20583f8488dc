//! What is seen while other machines grade the pieces of a class: one bar for all, or a line whenever something is done.

use std::io::Write;

use indicatif::ProgressBar;

use super::progress::{Mode, bar};

/// How far a class is that others grade.
pub(crate) struct PieceProgress {
    display: Display,
    submissions: usize,
    pieces: u32,
    last: String,
}

enum Display {
    Bar(ProgressBar),
    Lines(Box<dyn Write>),
    Quiet,
}

impl PieceProgress {
    /// Of a class of so many submissions in so many pieces, on standard error.
    pub(crate) fn new(mode: Mode, submissions: usize, pieces: u32) -> PieceProgress {
        let display = match mode {
            Mode::Bar => {
                let bar = bar();
                bar.set_length(submissions as u64);
                Display::Bar(bar)
            }
            Mode::Lines => Display::Lines(Box::new(anstream::stderr())),
            Mode::Quiet => Display::Quiet,
        };
        PieceProgress { display, submissions, pieces, last: String::new() }
    }

    /// So many submissions are graded, and pieces whole; and what there is to say of those who grade.
    pub(crate) fn show(&mut self, graded: usize, whole: usize, graders: &str) {
        let PieceProgress { display, submissions, pieces, last } = self;
        let comma = if graders.is_empty() { "" } else { "; " };
        let told = format!("{whole} of {pieces} pieces{comma}{graders}");
        match display {
            Display::Quiet => {}
            Display::Bar(bar) => {
                bar.set_position(graded as u64);
                bar.set_message(told);
            }
            // A log is not filled with what only counts on.
            Display::Lines(_) if told == *last => {}
            Display::Lines(out) => {
                // A closed standard error is no reason to stop waiting.
                let _ = writeln!(out, "[{graded}/{submissions}] {told}");
                *last = told;
            }
        }
    }
}

impl Drop for PieceProgress {
    fn drop(&mut self) {
        if let Display::Bar(bar) = &self.display {
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
        let display = Display::Lines(Box::new(log.clone()));
        let mut progress =
            PieceProgress { display, submissions: 40, pieces: 4, last: String::new() };
        progress.show(0, 0, "4 tasks wait");
        progress.show(3, 0, "4 tasks wait");
        progress.show(10, 1, "3 tasks run");
        progress.show(40, 4, "");
        let text = String::from_utf8(log.0.borrow().clone()).unwrap();
        let lines = [
            "[0/40] 0 of 4 pieces; 4 tasks wait",
            "[10/40] 1 of 4 pieces; 3 tasks run",
            "[40/40] 4 of 4 pieces",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), lines);
    }
}
