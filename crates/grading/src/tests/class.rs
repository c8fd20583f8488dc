//! A course with two cases, and a class whose programs are named by what they do.

use std::fs;
use std::sync::{Arc, Mutex};

use super::stand_in::StandIn;
use crate::toolbox::ToolchainSet;
use crate::{PipelineError, Session, class, regenerate_expected};
use model::{Course, Grade, GradingEvent, SourceFile, Submission, SubmissionContent};
use sandbox::Interrupt;
use tempfile::TempDir;

/// The name of everybody's source.
pub(super) const SOURCE: &str = "tttn.cpp";

/// The cases, with their inputs: X wins on the diagonal, and in the first column.
const CASES: [(&str, &str); 2] = [
    ("column", r#"["3", "0", "1", "3", "2", "6"]"#),
    ("diagonal", r#"["3", "0", "1", "4", "2", "8"]"#),
];

const RUBRIC: &str = r#"
[assignments.tttn]
undefined = { uninitialised = false }
sources = ["tttn.cpp"]
reference = { game = "tttn" }
flags = []
forgive = ["missing-include"]

[[assignments.tttn.criteria]]
id = "wins"
points = 10
cases = ["*"]
"#;

/// A course and a class in a folder of their own.
pub(super) struct Class {
    _folder: TempDir,
    course: Course,
    submissions: Vec<Submission>,
}

/// What came of grading it.
pub(super) struct Graded {
    pub(super) grades: Result<Vec<Grade>, PipelineError>,
    pub(super) events: Vec<GradingEvent>,
}

impl Class {
    /// Students whose sources hold these texts; each is called as the text is.
    pub(super) fn new(texts: &[&str]) -> Class {
        let folder = tempfile::tempdir().unwrap();
        let testcases = folder.path().join("testcases/tttn");
        fs::create_dir_all(&testcases).unwrap();
        for (name, input) in CASES {
            fs::write(
                testcases.join(format!("{name}.toml")),
                format!("description = \"A game\"\ninput = {input}\n"),
            )
            .unwrap();
        }
        let rubric = folder.path().join("rubric.toml");
        fs::write(&rubric, RUBRIC).unwrap();
        let submission = |text: &&str| {
            let path = folder.path().join(text).join(SOURCE);
            fs::create_dir(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            let sources = vec![SourceFile::from_path(path)];
            Submission::new(*text, "tttn", SubmissionContent::Sources(sources))
        };
        let submissions = texts.iter().map(submission).collect();
        let course = rubric::load_course(&rubric, &games::built_in_games()).unwrap();
        Class {
            _folder: folder,
            course,
            submissions,
        }
    }

    /// Grades it with so many workers. `watcher` hears of everything while it happens.
    pub(super) fn grade(
        &self,
        stand_in: &StandIn,
        workers: usize,
        watcher: impl Fn(&GradingEvent) + Sync,
    ) -> Graded {
        let interrupt = Arc::new(Interrupt::without_signals().unwrap());
        regenerate_expected(&self.course, Session::new(stand_in, &interrupt)).unwrap();
        let events = Mutex::new(Vec::new());
        let observe = |event: &GradingEvent| {
            events.lock().unwrap().push(event.clone());
            watcher(event);
        };
        let session = Session::new(stand_in, &interrupt)
            .with_workers(workers)
            .with_watcher(&observe);
        let grades = class::grade_in_memory(
            &self.course,
            &self.submissions,
            &ToolchainSet::default(),
            session,
        );
        Graded {
            grades,
            events: events.into_inner().unwrap(),
        }
    }
}
