//! What courses make of submissions: of their calibration programs, or of a class.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;

use super::asked::Asked;
use super::results::of_records;
use super::side::Side;
use crate::attribution::{ClassMovement, Facts};
use crate::cache::CacheFolder;
use crate::cli::arguments::Arguments;
use crate::cli::course_with_roster::with_roster;
use crate::cli::failure::Failure;
use crate::cli::setup::{building, cache, check_ids, interrupt, sandbox, workers};
use crate::cli::summary::say;
use crate::course;
use crate::intake::Scratch;
use crate::model::{Course, Games, HandedIn, Submission, SubmissionName};
use crate::pipeline::{self, RunCache, Selection, Session};
use crate::record::{RecordFolder, Run};
use crate::report;
use sandbox::Interrupt;

/// How often a submission is graded again of which nobody can say why it differs.
const AGAIN: usize = 3;

/// And how many of them are, at most.
const MOST_AGAIN: usize = 20;

/// What grades the submissions with either course.
pub(super) struct Grading<'a> {
    arguments: &'a Arguments,
    asked: &'a Asked,
    courses: Vec<Course>,
    interrupt: Arc<Interrupt>,
    /// Where an archive of submissions is unpacked.
    scratch: Scratch,
    /// The remarks about the class that were printed.
    remarks: RefCell<BTreeSet<String>>,
}

impl<'a> Grading<'a> {
    /// Reads the courses among the sides.
    pub(super) fn new(
        arguments: &'a Arguments,
        games: &Games,
        asked: &'a Asked,
        sides: [&Side; 2],
    ) -> Result<Grading<'a>, Failure> {
        let mut courses = Vec::new();
        for side in sides {
            if let Side::Course(rubric) = side {
                let course = course::load(rubric, games).map_err(Failure::usage)?;
                courses.push(with_roster(course, &asked.roster)?);
            }
        }
        if let Some(new) = courses.last() {
            check_ids(new, &asked.assignments)?;
        }
        let (scratch, remarks) = (Scratch::default(), RefCell::default());
        Ok(Grading { arguments, asked, courses, interrupt: interrupt()?, scratch, remarks })
    }

    /// What the course with this rubric makes of the submissions.
    pub(super) fn facts(&self, rubric: &Path) -> Result<Vec<Facts>, Failure> {
        let course = self.course(rubric)?;
        let submissions = self.submissions(course)?;
        let cache = cache(self.arguments);
        let facts = self.grade(course, &submissions, &cache)?;
        cache.shrink();
        Ok(facts)
    }

    fn course(&self, rubric: &Path) -> Result<&Course, Failure> {
        let found = self.courses.iter().find(|course| course.rubric == rubric);
        found.ok_or_else(|| Failure::internal_fault(anyhow::anyhow!("a course was not read")))
    }

    /// The submissions, as this course finds them. Where nobody names a class, these are the calibration programs of the new course, so
    /// that both grade the same.
    fn submissions(&self, course: &Course) -> Result<Vec<Submission>, Failure> {
        let has = |id: &String| course.assignments.iter().any(|one| one.id == *id);
        match &self.asked.submissions {
            Some(folder) => {
                let stop = || self.interrupt.is_raised();
                let source = self.asked.layout.source(folder, &self.scratch, &stop);
                let assignments = self.asked.assignments.iter().filter(|id| has(id));
                let assignments = assignments.cloned().collect();
                let selection = Selection { assignments, students: Vec::new() };
                let HandedIn { submissions, remarks, .. } =
                    pipeline::find(course, &source, &selection)?;
                for remark in remarks {
                    // Both courses find the same class.
                    if self.remarks.borrow_mut().insert(remark.clone()) {
                        say(&report::lines(&remark));
                    }
                }
                Ok(submissions)
            }
            None => {
                let new = self.courses.last().map(pipeline::calibration_programs);
                let is_wanted = |one: &Submission| {
                    let asked = &self.asked.assignments;
                    has(&one.assignment) && (asked.is_empty() || asked.contains(&one.assignment))
                };
                Ok(new.into_iter().flatten().filter(is_wanted).collect())
            }
        }
    }

    fn grade(
        &self,
        course: &Course,
        submissions: &[Submission],
        cache: &CacheFolder,
    ) -> Result<Vec<Facts>, Failure> {
        // Nothing is compiled and run for nobody.
        if submissions.is_empty() {
            return Ok(Vec::new());
        }
        let sandbox = sandbox(self.arguments, course, &self.interrupt)?;
        let folders = self.courses.iter().map(Course::folder);
        let private: Vec<PathBuf> = folders.chain(self.asked.submissions.clone()).collect();
        let sandbox = sandbox.hiding(private);
        let kept = RunCache::of(cache);
        let session = Session::new(&sandbox, &self.interrupt).with_workers(workers(None)?);
        let session = building(self.arguments, session, &kept);
        let place = temporary()?;
        let run = Run::begin(RecordFolder::open(place.path())?, false)?;
        pipeline::run(course, submissions, session, &run, &cache.store("grades"), None)?;
        let ids: Vec<String> = course.assignments.iter().map(|one| one.id.clone()).collect();
        let records = run.finish(false, &ids)?;
        of_records(&records).map_err(Failure::internal_fault)
    }

    /// Grades again, with nothing kept, those of which nobody can say why they differ, and says what comes of it.
    pub(super) fn run_again(&self, rubric: &Path, class: &ClassMovement) -> Result<(), Failure> {
        let differing = class.movements.iter().filter(|one| one.runs_differ());
        let names: Vec<&SubmissionName> = differing.map(|one| &one.name).take(MOST_AGAIN).collect();
        if names.is_empty() {
            return Ok(());
        }
        let course = self.course(rubric)?;
        let submissions = self.submissions(course)?;
        let again: Vec<Submission> =
            submissions.into_iter().filter(|one| names.contains(&&one.name())).collect();
        let mut points = vec![Vec::new(); names.len()];
        for _ in 0..AGAIN {
            let facts = self.grade(course, &again, &CacheFolder::none())?;
            for (points, name) in points.iter_mut().zip(&names) {
                let found = facts.iter().find(|one| one.name == **name);
                points.extend(found.map(|one| one.points.as_number().to_string()));
            }
        }
        for (points, SubmissionName { assignment, student }) in points.iter().zip(&names) {
            let points = points.join(", ");
            say(&format!("{assignment}/{student}: graded {AGAIN} times more with NEW: {points}"));
        }
        Ok(())
    }
}

fn temporary() -> Result<TempDir, Failure> {
    let made = tempfile::Builder::new().prefix("grader-compare-").tempdir();
    made.map_err(|error| {
        Failure::internal_fault(anyhow::Error::from(error).context("no temporary folder"))
    })
}
