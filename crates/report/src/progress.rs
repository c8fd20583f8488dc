//! What is seen while a class is graded: a bar on a terminal, plain lines in a log, or nothing.

use std::fmt;
use std::io::{self, IsTerminal as _, Write};
use std::sync::{Mutex, PoisonError};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::visible;
use model::GradingEvent;

/// How progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgressMode {
    /// One line that changes.
    Bar,
    /// A line per finished submission.
    Lines,
    /// Nothing.
    Quiet,
}

impl ProgressMode {
    /// What suits standard error.
    pub fn for_stderr(quiet: bool) -> ProgressMode {
        let dumb = std::env::var_os("TERM").is_none_or(|terminal| terminal == "dumb");
        match io::stderr().is_terminal() {
            _ if quiet => ProgressMode::Quiet,
            true if !dumb => ProgressMode::Bar,
            _ => ProgressMode::Lines,
        }
    }
}

/// Shows events as they come, from any number of threads. What it cannot write it drops: a closed standard
/// error is no reason to stop grading.
pub struct Progress(Mutex<RunProgressState>);

struct RunProgressState {
    display: ProgressDisplay,
    finished: usize,
    submissions: usize,
}

enum ProgressDisplay {
    Bar(ProgressBar),
    Lines(Box<dyn Write + Send>),
    Quiet,
}

impl Progress {
    /// Progress on standard error.
    pub fn new(mode: ProgressMode) -> Progress {
        Progress::with_display(match mode {
            ProgressMode::Bar => ProgressDisplay::Bar(new_bar()),
            ProgressMode::Lines => ProgressDisplay::Lines(Box::new(anstream::stderr())),
            ProgressMode::Quiet => ProgressDisplay::Quiet,
        })
    }

    fn with_display(display: ProgressDisplay) -> Progress {
        Progress(Mutex::new(RunProgressState {
            display,
            finished: 0,
            submissions: 0,
        }))
    }

    /// Takes note of an event.
    pub fn record_event(&self, event: &GradingEvent) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .apply_event(event);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let state = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let ProgressDisplay::Bar(bar) = &state.display {
            bar.finish_and_clear();
        }
    }
}

impl RunProgressState {
    fn apply_event(&mut self, event: &GradingEvent) {
        match event {
            GradingEvent::Started { submissions } => self.submissions = *submissions,
            GradingEvent::SubmissionStarted { .. } => {}
            GradingEvent::SubmissionFinished { .. } => self.finished += 1,
        }
        let counts = format!("[{}/{}]", self.finished, self.submissions);
        match &mut self.display {
            ProgressDisplay::Quiet => {}
            ProgressDisplay::Bar(bar) => advance_bar(bar, event),
            ProgressDisplay::Lines(out) => {
                if let Some(line) = describe_event(event) {
                    let _ = writeln!(out, "{counts} {line}");
                }
            }
        }
    }
}

pub(crate) fn new_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {left}{wide_msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("left", time_left);
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style)
}

/// How long it will take, as soon as something is known of that.
fn time_left(state: &ProgressState, out: &mut dyn fmt::Write) {
    let is_open = state
        .len()
        .is_some_and(|all| (1..all).contains(&state.pos()));
    if is_open {
        // What cannot be written is not shown.
        let _ = write!(out, "about {:#} left  ", HumanDuration(state.eta()));
    }
}

fn advance_bar(bar: &ProgressBar, event: &GradingEvent) {
    match event {
        GradingEvent::Started { submissions } => bar.set_length(*submissions as u64),
        GradingEvent::SubmissionStarted {
            student,
            assignment,
        } => {
            bar.set_message(format!("{} {assignment}", visible::one_line(student)));
        }
        GradingEvent::SubmissionFinished { .. } => bar.inc(1),
    }
}

/// A finished submission in a line.
fn describe_event(event: &GradingEvent) -> Option<String> {
    let GradingEvent::SubmissionFinished {
        student,
        assignment,
        points,
        max_points,
        ungraded,
    } = event
    else {
        return None;
    };
    let grade = if *ungraded {
        "not graded".to_owned()
    } else {
        format!("{points}/{max_points}")
    };
    Some(format!(
        "{} {assignment} {grade}",
        visible::one_line(student)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Points;
    use std::sync::Arc;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn finished(student: &str, ungraded: bool) -> GradingEvent {
        GradingEvent::SubmissionFinished {
            student: student.to_owned(),
            assignment: "tttn".to_owned(),
            points: Points::from_number(92.5),
            max_points: Points::from_number(100.0),
            ungraded,
        }
    }

    #[test]
    fn a_log_gets_one_line_per_finished_submission() {
        let log = Log::default();
        let progress = Progress::with_display(ProgressDisplay::Lines(Box::new(log.clone())));
        progress.record_event(&GradingEvent::Started { submissions: 14 });
        progress.record_event(&GradingEvent::SubmissionStarted {
            student: "a".into(),
            assignment: "b".into(),
        });
        progress.record_event(&finished("student-03", false));
        progress.record_event(&finished("evil\u{1b}[2J", true));
        let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        assert_eq!(
            text,
            "[1/14] student-03 tttn 92.5/100\n[2/14] evil␛[2J tttn not graded\n"
        );
    }

    #[test]
    fn events_may_come_from_several_threads() {
        let log = Log::default();
        let progress = Progress::with_display(ProgressDisplay::Lines(Box::new(log.clone())));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| progress.record_event(&finished("s", false)));
            }
        });
        let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        assert_eq!(text.lines().count(), 8);
        assert!(text.lines().last().unwrap().starts_with("[8/0]"));
    }
}
