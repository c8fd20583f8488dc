//! What courses make of submissions: of their calibration programs, or of a class.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::arguments::{CompareArgs, CompareSide};
use crate::cli::arguments::CliArgs;
use crate::cli::course_with_roster::replace_roster;
use crate::cli::failure::CliFailure;
use crate::cli::setup::{
    check_assignment_ids, configure_build, install_interrupt, open_cache, prepare_sandbox,
    processor_count, worker_count,
};
use crate::cli::summary::print_remark;
use grading::{RunCache, Session, SubmissionSelection};
use judging::attribution::{ClassMovement, GradeFacts};
use lms::intake::IntakeScratch;
use model::{Course, GameRegistry, Gradebook, Submission, SubmissionName, SubmissionSet};
use records::{ClassRecords, RecordError, RecordFolder, RecordedRun};
use sandbox::Interrupt;
use support::parallel;
use tempfile::TempDir;
use toolchain::cache::CacheFolder;

/// How often a submission is graded again of which nobody can say why it differs.
const AGAIN: usize = 3;

/// And how many of them are, at most.
const MOST_AGAIN: usize = 20;

/// What grades the submissions with either course.
pub(super) struct CompareGrader<'a> {
    arguments: &'a CliArgs,
    asked: &'a CompareArgs,
    courses: Vec<Course>,
    interrupt: Arc<Interrupt>,
    /// Where an archive of submissions is unpacked.
    scratch: IntakeScratch,
    /// The remarks about the class that were printed.
    remarks: RefCell<BTreeSet<String>>,
}

impl<'a> CompareGrader<'a> {
    /// Reads the courses among the sides.
    pub(super) fn new(
        arguments: &'a CliArgs,
        games: &GameRegistry,
        asked: &'a CompareArgs,
        sides: [&CompareSide; 2],
    ) -> Result<CompareGrader<'a>, CliFailure> {
        let mut courses = Vec::new();
        for side in sides {
            if let CompareSide::Course(rubric) = side {
                let course = rubric::load_course(rubric, games).map_err(CliFailure::usage_error)?;
                courses.push(replace_roster(course, &asked.roster)?);
            }
        }
        if let Some(new) = courses.last() {
            check_assignment_ids(new, &asked.assignments)?;
        }
        let scratch = IntakeScratch::default();
        let remarks = RefCell::default();
        Ok(CompareGrader {
            arguments,
            asked,
            courses,
            interrupt: install_interrupt()?,
            scratch,
            remarks,
        })
    }

    /// What the course with this rubric makes of the submissions.
    pub(super) fn collect_facts(&self, rubric: &Path) -> Result<Vec<GradeFacts>, CliFailure> {
        let course = self.find_course(rubric)?;
        let submissions = self.find_submissions(course)?;
        let cache = open_cache(self.arguments);
        let facts = self.grade_submissions(course, &submissions, &cache)?;
        cache.shrink_to_limit();
        Ok(facts)
    }

    fn find_course(&self, rubric: &Path) -> Result<&Course, CliFailure> {
        let found = self.courses.iter().find(|course| course.rubric == rubric);
        found.ok_or_else(|| CliFailure::internal_error(anyhow::anyhow!("a course was not read")))
    }

    /// The submissions, as this course finds them. Where nobody names a class, these are the calibration programs of the new course, so
    /// that both grade the same.
    fn find_submissions(&self, course: &Course) -> Result<Vec<Submission>, CliFailure> {
        let has = |id: &String| course.assignments.iter().any(|one| one.id == *id);
        match &self.asked.submissions {
            Some(folder) => {
                let assignments = self.asked.assignments.iter().filter(|id| has(id));
                let assignments = assignments.cloned().collect();
                let selection = SubmissionSelection {
                    assignments,
                    students: Vec::new(),
                };
                let SubmissionSet {
                    submissions,
                    remarks,
                    ..
                } = self.asked.layout.find_submissions(
                    folder,
                    course,
                    &selection,
                    &self.scratch,
                    &self.interrupt,
                )?;
                for remark in remarks {
                    // Both courses find the same class.
                    if self.remarks.borrow_mut().insert(remark.clone()) {
                        print_remark(&report::escape_lines(&remark));
                    }
                }
                Ok(submissions)
            }
            None => {
                let new = self.courses.last().map(lab::calibration_programs);
                let is_wanted = |one: &Submission| {
                    let asked = &self.asked.assignments;
                    has(&one.assignment) && (asked.is_empty() || asked.contains(&one.assignment))
                };
                Ok(new.into_iter().flatten().filter(is_wanted).collect())
            }
        }
    }

    fn grade_submissions(
        &self,
        course: &Course,
        submissions: &[Submission],
        cache: &CacheFolder,
    ) -> Result<Vec<GradeFacts>, CliFailure> {
        // Nothing is compiled and run for nobody.
        if submissions.is_empty() {
            return Ok(Vec::new());
        }
        let sandbox = prepare_sandbox(self.arguments, course, &self.interrupt)?;
        let folders = self.courses.iter().map(Course::folder);
        let private: Vec<PathBuf> = folders.chain(self.asked.submissions.clone()).collect();
        let sandbox = sandbox.with_hidden_folders(private);
        let kept = RunCache::from_cache_folder(cache);
        let session = Session::new(&sandbox, &self.interrupt).with_workers(worker_count(None)?);
        let session = configure_build(self.arguments, session, &kept);
        let place = create_temporary_folder()?;
        let run = RecordedRun::begin(RecordFolder::open(place.path())?, false)?;
        grading::grade_class(
            course,
            submissions,
            session,
            &run,
            &cache.open_store("grades"),
            None,
        )?;
        let ids: Vec<String> = course
            .assignments
            .iter()
            .map(|one| one.id.clone())
            .collect();
        let records = run.finish(false, &ids, Vec::new())?;
        facts_from_records(&records).map_err(CliFailure::internal_error)
    }

    /// Grades again, with nothing kept, those of which nobody can say why they differ, and says what comes of it.
    pub(super) fn regrade_differing(
        &self,
        rubric: &Path,
        class: &ClassMovement,
    ) -> Result<(), CliFailure> {
        let differing = class
            .movements
            .iter()
            .filter(|one| one.has_differing_runs());
        let names: Vec<&SubmissionName> = differing.map(|one| &one.name).take(MOST_AGAIN).collect();
        if names.is_empty() {
            return Ok(());
        }
        let course = self.find_course(rubric)?;
        let submissions = self.find_submissions(course)?;
        let again: Vec<Submission> = submissions
            .into_iter()
            .filter(|one| names.contains(&&one.name()))
            .collect();
        let mut points = vec![Vec::new(); names.len()];
        for _ in 0..AGAIN {
            let facts = self.grade_submissions(course, &again, &CacheFolder::disabled())?;
            for (points, name) in points.iter_mut().zip(&names) {
                let found = facts.iter().find(|one| one.name == **name);
                points.extend(found.map(|one| one.points.as_number().to_string()));
            }
        }
        for (
            points,
            SubmissionName {
                assignment,
                student,
            },
        ) in points.iter().zip(&names)
        {
            let points = points.join(", ");
            print_remark(&format!(
                "{assignment}/{student}: graded {AGAIN} times more with NEW: {points}"
            ));
        }
        Ok(())
    }
}

fn create_temporary_folder() -> Result<TempDir, CliFailure> {
    let made = tempfile::Builder::new().prefix("grader-compare-").tempdir();
    made.map_err(|error| {
        CliFailure::internal_error(anyhow::Error::from(error).context("no temporary folder"))
    })
}

/// What is known of the class in a folder of reports, or in a `results.json`.
pub(super) fn load_facts(path: &Path) -> Result<Vec<GradeFacts>, CliFailure> {
    if path.is_file() {
        return load_points_only(path);
    }
    match open_records(path) {
        Ok(Some(records)) => facts_from_records(&records).map_err(CliFailure::internal_error),
        Ok(None) => load_points_only(&path.join("results.json")),
        Err(error @ RecordError::Version { .. }) => {
            print_remark(&format!("{error}; its points are read from results.json"));
            load_points_only(&path.join("results.json"))
        }
        Err(error) => Err(error.into()),
    }
}

fn open_records(folder: &Path) -> Result<Option<ClassRecords>, RecordError> {
    // A result that somebody keeps is only looked at.
    if !folder.join(".grader").is_dir() {
        return Ok(None);
    }
    RecordFolder::open(folder)?.into_records()
}

/// As much of all records as explains points.
fn facts_from_records(records: &ClassRecords) -> io::Result<Vec<GradeFacts>> {
    let places: Vec<usize> = (0..records.count()).collect();
    parallel::try_map_jobs(&places, processor_count(), |&place| {
        records
            .grade(place)
            .map(|grade| GradeFacts::from(grade.as_ref()))
    })
}

fn load_points_only(file: &Path) -> Result<Vec<GradeFacts>, CliFailure> {
    let told = |error: anyhow::Error| {
        CliFailure::usage_error(
            error.context(format!("{} cannot be read as results", file.display())),
        )
    };
    let opened = File::open(file).map_err(|error| told(error.into()))?;
    GradeFacts::read_results(BufReader::new(opened)).map_err(|error| told(error.into()))
}
