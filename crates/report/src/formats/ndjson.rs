//! What happens while a class is graded, an object of JSON on each line, for whoever shows that elsewhere.
//!
//! A line is written as soon as it is known. Readers that go away stop nothing: whoever grades does not wait for them.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use super::error::FormatError;
use super::format::{FormatTarget, ReportFormat};
use crate::commands;
use model::GradingEvent;

/// The form of the lines. Keys may be added; whatever else changes makes it another form.
const SCHEMA: &str = "grader/events/v1";

/// Where lines go.
pub struct EventLines(Mutex<Vec<Box<dyn Write + Send>>>);

impl EventLines {
    /// Opens all targets of this form.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn open_targets(targets: &[FormatTarget]) -> Result<EventLines, FormatError> {
        let mut all: Vec<Box<dyn Write + Send>> = Vec::new();
        for target in targets
            .iter()
            .filter(|target| target.format == ReportFormat::Ndjson)
        {
            match &target.path {
                None => all.push(Box::new(io::stdout())),
                Some(path) => {
                    let file = File::create(path);
                    let disk = |source| FormatError::Disk {
                        path: path.clone(),
                        source,
                    };
                    all.push(Box::new(file.map_err(disk)?));
                }
            }
        }
        Ok(EventLines(Mutex::new(all)))
    }

    /// Tells of an event.
    pub fn write_event(&self, event: &GradingEvent) {
        self.write_line(&match event {
            GradingEvent::Started { submissions } => {
                json!({ "schema": SCHEMA, "event": "started", "submissions": submissions })
            }
            GradingEvent::SubmissionStarted {
                student,
                assignment,
            } => json!({
                "event": "submission-started", "student": student, "assignment": assignment,
            }),
            GradingEvent::SubmissionFinished {
                student,
                assignment,
                points,
                max_points,
                ungraded,
            } => {
                json!({
                    "event": "submission-finished", "student": student, "assignment": assignment,
                    "graded": !ungraded, "points": points, "max_points": max_points,
                })
            }
        });
    }

    /// Tells that all reports are written.
    pub fn write_finished(&self) {
        self.write_line(&json!({ "event": "finished" }));
    }

    fn write_line(&self, line: &Value) {
        let line = commands::escape_json_commands(line.to_string()) + "\n";
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain_mut(|out| {
            out.write_all(line.as_bytes())
                .and_then(|()| out.flush())
                .is_ok()
        });
    }
}
