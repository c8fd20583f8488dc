//! The class in memory, with what persons have decided. The file decides: it is read again whenever it has changed.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use judging::score::{OverriddenGradebook, OverrideError};
use model::{
    CriterionState, Grade, GradeOverride, Gradebook as _, LineComment, OverrideKind, Points,
    PointsChange, RegradeRequest, SubmissionName,
};
use report::{BankedComment, ServedClass};
use rubric::{
    DiagnosticList, OverrideChange, OverrideChangeError, OverrideChanges, OverrideFile,
    OverrideIndex, OverrideSubject, SubjectKind, change_overrides, digest_override,
};
use support::write_error::WriteError;

use crate::class::ReviewClass;
use crate::dealing::GraderDeal;
use crate::queue::ReviewQueue;

/// A class that is being judged.
pub struct ReviewDesk {
    pub(crate) class: ReviewClass,
    pub(crate) queue: ReviewQueue,
    /// The criteria that a person judges, by their places in the grade, for each grade.
    manual: Vec<Vec<usize>>,
    /// These criteria by id, with their names, in the order in which they are first met.
    pub(crate) criteria: Vec<(String, String)>,
    places: BTreeMap<SubmissionName, usize>,
    state: Mutex<DeskState>,
    saved: AtomicUsize,
}

/// What is known of the file, and what follows from it.
struct DeskState {
    /// Which version of the file was read; none before the first time, and where there is no file.
    stamp: Option<FileStamp>,
    overrides: Vec<GradeOverride>,
    rows: OverrideIndex<GradeOverride>,
    /// The grades with objections, and whether one of them waits for an answer.
    objections: BTreeMap<usize, bool>,
    /// Who judges what; none if there is no `[graders]`.
    deal: Option<GraderDeal>,
    page: ServedClass,
}

/// What changes whenever the file is replaced or edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileStamp {
    inode: u64,
    length: u64,
    changed: (i64, i64),
}

/// Why the class cannot be shown, or nothing saved.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// The file has mistakes.
    #[error("{0}")]
    Invalid(DiagnosticList),
    /// It gives more points than can be earned.
    #[error(transparent)]
    Override(#[from] OverrideError),
    /// Programs are dealt out among graders, and this is none of them.
    #[error("`{name}` is not among the names of [graders] in {}: {}", path.display(), names.join(", "))]
    Grader {
        /// Who judges.
        name: String,
        /// The graders that there are.
        names: Vec<String>,
        /// The file.
        path: PathBuf,
    },
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// It cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A page cannot be made, which would be a mistake of ours.
    #[error("cannot make the page: {0}")]
    Page(#[from] io::Error),
}

impl From<OverrideChangeError> for DeskError {
    fn from(error: OverrideChangeError) -> DeskError {
        match error {
            OverrideChangeError::Invalid(mistakes) => DeskError::Invalid(mistakes),
            OverrideChangeError::Write(error) => DeskError::Write(error),
        }
    }
}

impl ReviewDesk {
    /// Puts a class on the desk.
    ///
    /// # Errors
    ///
    /// If what persons have decided cannot be read, or has mistakes.
    pub fn new(class: ReviewClass) -> Result<ReviewDesk, DeskError> {
        let manual: Vec<Vec<usize>> = class.grades.iter().map(list_manual).collect();
        let places = class
            .grades
            .iter()
            .enumerate()
            .map(|(place, grade)| (grade.name(), place))
            .collect();
        let state = DeskState {
            stamp: None,
            overrides: Vec::new(),
            rows: OverrideIndex::default(),
            objections: BTreeMap::new(),
            deal: None,
            page: ServedClass::new(&class)?,
        };
        let desk = ReviewDesk {
            queue: ReviewQueue::new(&class, &manual),
            criteria: list_criteria(&class, &manual),
            class,
            manual,
            places,
            state: Mutex::new(state),
            saved: AtomicUsize::new(0),
        };
        desk.view()?;
        Ok(desk)
    }

    /// What is decided now.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or has mistakes.
    pub(crate) fn view(&self) -> Result<DeskView<'_>, DeskError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.refresh(&mut state)?;
        let mut view = DeskView {
            desk: self,
            state,
            trial_open: false,
        };
        view.trial_open = view.is_trial_open();
        Ok(view)
    }

    /// How many judgements were saved.
    pub(crate) fn count_saved(&self) -> usize {
        self.saved.load(Ordering::SeqCst)
    }

    /// Where the grade of a submission is.
    pub(crate) fn place_of(&self, assignment: &str, student: &str) -> Option<usize> {
        let name = SubmissionName {
            assignment: assignment.to_owned(),
            student: student.to_owned(),
        };
        self.places.get(&name).copied()
    }

    /// The same; a sentence for whoever judges if there is no such submission.
    pub(crate) fn require_place(&self, assignment: &str, student: &str) -> Result<usize, String> {
        let place = self.place_of(assignment, student);
        place.ok_or_else(|| format!("There is no submission of {student}."))
    }

    /// The criteria of a grade that a person judges, by id.
    pub(crate) fn manual_ids(&self, place: usize) -> impl Iterator<Item = &str> {
        let grade = self.class.grades.get(place);
        let manual = self.manual.get(place).into_iter().flatten();
        manual.filter_map(move |at| Some(grade?.criteria.get(*at)?.id.as_str()))
    }

    /// Reads the file if it is not the one that was read before.
    fn refresh(&self, state: &mut DeskState) -> Result<(), DeskError> {
        let path = &self.class.overrides;
        let stamp = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(source) => {
                let path = path.clone();
                return Err(DeskError::Read { path, source });
            }
            Ok(found) => Some(FileStamp {
                inode: found.ino(),
                length: found.len(),
                changed: (found.mtime(), found.mtime_nsec()),
            }),
        };
        if stamp == state.stamp {
            return Ok(());
        }
        let file = match stamp {
            None => OverrideFile::default(),
            Some(_) => rubric::load_override_file(path).map_err(DeskError::Invalid)?,
        };
        let overrides = file.rows;
        if let (Some(table), Some(name)) = (&file.graders, &self.class.grader)
            && !table.names.contains(name)
        {
            return Err(DeskError::Grader {
                name: name.clone(),
                names: table.names.clone(),
                path: path.clone(),
            });
        }
        let overridden = OverriddenGradebook::new(&self.class, &overrides)?;
        for name in changed_names(&state.overrides, &overrides) {
            if let Some(place) = self.places.get(&name) {
                state
                    .page
                    .replace_grade(*place, &*overridden.grade(*place)?);
            }
        }
        drop(overridden);
        state.rows = OverrideIndex::default();
        state.objections.clear();
        for one in &overrides {
            let subject = OverrideSubject::from_override(one);
            state.rows.insert(subject, one.clone());
            if let OverrideKind::Request { .. } = one.kind
                && let Some(place) = self.places.get(&one.name())
                && one.is_about(&self.class.grades[*place])
            {
                *state.objections.entry(*place).or_default() |= one.reason.is_empty();
            }
        }
        let table = file.graders.as_ref();
        state.deal = table.map(|table| GraderDeal::new(table, &self.class, &self.queue));
        state.overrides = overrides;
        state.stamp = stamp;
        Ok(())
    }
}

/// The desk, with what is decided now. Other requests wait meanwhile.
pub(crate) struct DeskView<'d> {
    pub(crate) desk: &'d ReviewDesk,
    state: MutexGuard<'d, DeskState>,
    /// Whether programs that all graders judge were left for whoever judges here when the view was made.
    pub(crate) trial_open: bool,
}

impl DeskView<'_> {
    /// Saves these changes, or none if one of the rows is not what was seen, and looks at the file again.
    ///
    /// # Errors
    ///
    /// If the file has mistakes, or cannot be read or written.
    pub(crate) fn save_changes(
        &mut self,
        changes: &[OverrideChange],
    ) -> Result<OverrideChanges, DeskError> {
        let changed = change_overrides(&self.desk.class.overrides, changes)?;
        self.desk.refresh(&mut self.state)?;
        if let OverrideChanges::Written(_) = changed {
            self.desk.saved.fetch_add(changes.len(), Ordering::SeqCst);
        }
        Ok(changed)
    }

    /// A grade with what is decided.
    ///
    /// # Errors
    ///
    /// If there is no such grade.
    pub(crate) fn grade(&self, place: usize) -> Result<Grade, DeskError> {
        let overridden = OverriddenGradebook::new(&self.desk.class, &self.state.overrides)?;
        Ok(overridden.grade(place)?.into_owned())
    }

    /// The points of each of these submissions, with what is decided.
    ///
    /// # Errors
    ///
    /// If there is no such submission.
    pub(crate) fn list_points<'s>(
        &self,
        subjects: impl Iterator<Item = &'s OverrideSubject>,
    ) -> Result<Vec<Points>, DeskError> {
        let overridden = OverriddenGradebook::new(&self.desk.class, &self.state.overrides)?;
        let mut points = Vec::new();
        for subject in subjects {
            let place = self.desk.place_of(&subject.assignment, &subject.student);
            let place = place.ok_or(io::Error::from(io::ErrorKind::NotFound))?;
            points.push(overridden.grade(place)?.points);
        }
        Ok(points)
    }

    /// What is decided in a row.
    pub(crate) fn row(&self, subject: &OverrideSubject) -> Option<&GradeOverride> {
        self.state.rows.find(subject)
    }

    /// The digest of a row.
    pub(crate) fn digest(&self, subject: &OverrideSubject) -> String {
        digest_override(self.row(subject))
    }

    /// The row of a criterion of this grade: the decision, or what this grader gives to a program that all graders judge.
    pub(crate) fn subject(&self, place: usize, criterion: &str) -> OverrideSubject {
        let kind = match self.second_grader(place, criterion) {
            Some(grader) => SubjectKind::Second(grader.to_owned()),
            None => SubjectKind::Decision,
        };
        self.subject_of_kind(place, criterion, kind)
    }

    pub(crate) fn subject_of_kind(
        &self,
        place: usize,
        criterion: &str,
        kind: SubjectKind,
    ) -> OverrideSubject {
        let grade = &self.desk.class.grades[place];
        OverrideSubject {
            student: grade.student.clone(),
            id: grade.system_id().map(str::to_owned),
            assignment: grade.assignment.clone(),
            criterion: Some(criterion.to_owned()),
            kind,
        }
    }

    /// Who judges what, if programs are dealt out, and which of the graders judges here.
    pub(crate) fn deal_and_grader(&self) -> Option<(&GraderDeal, &str)> {
        let grader = self.desk.class.grader.as_deref()?;
        Some((self.state.deal.as_ref()?, grader))
    }

    /// Who judges what; none if no program is judged by all graders.
    pub(crate) fn trial_deal(&self) -> Option<&GraderDeal> {
        let deal = self.state.deal.as_ref();
        deal.filter(|deal| deal.together().next().is_some())
    }

    /// Whoever judges here, if the decision of this criterion is another grader's, and both judge the program.
    pub(crate) fn second_grader(&self, place: usize, criterion: &str) -> Option<&str> {
        let (deal, grader) = self.deal_and_grader()?;
        let group = self.desk.queue.group_of(place)?;
        let is_second = deal.is_together(place, criterion, grader);
        (is_second && deal.owner(group, criterion) != grader).then_some(grader)
    }

    /// Whether there are programs that all graders judge, and whoever judges here has not finished them.
    fn is_trial_open(&self) -> bool {
        let deal = self.trial_deal();
        deal.is_some_and(|deal| deal.together().any(|place| self.is_blind(place)))
    }

    /// Whether a criterion of a program is for whoever judges here. First are the programs that all graders judge.
    pub(crate) fn is_dealt(&self, place: usize, criterion: &str) -> bool {
        let Some((deal, grader)) = self.deal_and_grader() else {
            return true;
        };
        let is_together = deal.is_together(place, criterion, grader);
        if is_together || self.trial_open {
            return is_together;
        }
        let group = self.desk.queue.group_of(place);
        group.is_some_and(|group| deal.owner(group, criterion) == grader)
    }

    /// Whether nothing of other graders is shown: the program is one that all judge, and whoever judges here has not finished it.
    pub(crate) fn is_blind(&self, place: usize) -> bool {
        let Some((deal, grader)) = self.deal_and_grader() else {
            return false;
        };
        let mut ids = self.desk.manual_ids(place);
        ids.any(|id| deal.is_together(place, id, grader) && self.is_open(place, id))
    }

    /// Whether a person still has to judge this criterion.
    pub(crate) fn is_open(&self, place: usize, criterion: &str) -> bool {
        let mut ids = self.desk.manual_ids(place);
        let row = self.row(&self.subject(place, criterion));
        ids.any(|id| id == criterion) && row.is_none_or(|row| row.points.is_none())
    }

    /// Whether the student objects to something in this grade, or did.
    pub(crate) fn has_objection(&self, place: usize) -> bool {
        self.state.objections.contains_key(&place)
    }

    /// Whether a student's objection to this grade waits for an answer.
    pub(crate) fn has_open_objection(&self, place: usize) -> bool {
        self.state.objections.get(&place) == Some(&true)
    }

    /// The objections of this grade's student, with the digests of their rows, in the order of the file.
    pub(crate) fn list_requests(&self, place: usize) -> Vec<(RegradeRequest, String)> {
        let requests = self.rows_of(place);
        let requests =
            requests.filter_map(|one| Some((one.to_request()?, digest_override(Some(one)))));
        requests.collect()
    }

    /// The rows about this grade, in the order of the file.
    fn rows_of(&self, place: usize) -> impl Iterator<Item = &GradeOverride> {
        let grade = &self.desk.class.grades[place];
        let rows = self.state.overrides.iter();
        rows.filter(|one| one.is_about(grade))
    }

    /// All rows, in the order of the file.
    pub(crate) fn rows(&self) -> &[GradeOverride] {
        &self.state.overrides
    }

    /// How many programs a person still has to judge, or an objection to them to answer.
    fn count_to_judge(&self) -> usize {
        let all = 0..self.desk.class.grades.len();
        let waiting = all.filter(|place| {
            let mut ids = self.desk.manual_ids(*place);
            self.has_open_objection(*place) || ids.any(|id| self.is_open(*place, id))
        });
        waiting.count()
    }

    /// The reasons that were given for a criterion, the last first, each once.
    pub(crate) fn reasons(&self, assignment: &str, criterion: &str, most: usize) -> Vec<String> {
        let mut known = BTreeSet::new();
        let about = self.state.overrides.iter().rev().filter(|one| {
            let is_judgement = matches!(one.kind, OverrideKind::Decision | OverrideKind::Second);
            let is_meant = one.criterion.as_deref() == Some(criterion);
            is_judgement && is_meant && one.assignment == assignment
        });
        let new = about.filter(|one| known.insert(&one.reason));
        new.take(most).map(|one| one.reason.clone()).collect()
    }

    /// The comments at lines of this grade's program, with the digests of their rows, in the order of the lines.
    pub(crate) fn list_comments(&self, place: usize) -> Vec<(LineComment, String)> {
        let grader = &self.desk.class.grader;
        let is_blind = self.is_blind(place);
        let rows = self.rows_of(place);
        let rows = rows.filter(|one| !is_blind || one.grader == *grader);
        let comments = rows.filter_map(|one| Some((one.to_comment()?, digest_override(Some(one)))));
        let mut comments: Vec<(LineComment, String)> = comments.collect();
        comments.sort();
        comments
    }

    /// The comments of an assignment, and the texts of those of other assignments: the last first, each once, with the number of
    /// programs of the assignment that have it.
    pub(crate) fn comment_bank(&self, assignment: &str, most: usize) -> Vec<BankedComment> {
        let mut bank: Vec<BankedComment> = Vec::new();
        let mut places: BTreeMap<(&str, Option<PointsChange>), usize> = BTreeMap::new();
        let mut students: HashSet<(usize, &str)> = HashSet::new();
        for one in self.state.overrides.iter().rev() {
            let Some(comment) = one.to_comment() else {
                continue;
            };
            let is_here = one.assignment == assignment;
            let change = comment.change.filter(|_| is_here);
            let key = (one.reason.as_str(), change.clone());
            let at = *places.entry(key).or_insert_with(|| {
                bank.push(BankedComment {
                    text: comment.text,
                    change,
                    programs: 0,
                });
                bank.len() - 1
            });
            if is_here && students.insert((at, &one.student)) {
                bank[at].programs += 1;
            }
        }
        bank.truncate(most);
        bank
    }

    /// The page of the class.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub(crate) fn render_class(&self) -> Result<String, DeskError> {
        let page = self
            .state
            .page
            .render_page(self.count_to_judge(), &self.desk.class.by);
        Ok(page?)
    }
}

/// Which criteria wait for a person in a grade without overrides.
fn list_manual(grade: &Grade) -> Vec<usize> {
    let criteria = grade.criteria.iter().enumerate();
    let manual = criteria.filter(|(_, one)| one.state == CriterionState::AwaitsInstructor);
    manual.map(|(at, _)| at).collect()
}

/// All criteria that persons judge, by id, with their names; `manual` has their places in each grade.
fn list_criteria(class: &ReviewClass, manual: &[Vec<usize>]) -> Vec<(String, String)> {
    let mut criteria: Vec<(String, String)> = Vec::new();
    for (grade, places) in class.grades.iter().zip(manual) {
        for one in places.iter().filter_map(|at| grade.criteria.get(*at)) {
            if criteria.iter().all(|(known, _)| *known != one.id) {
                criteria.push((one.id.clone(), one.title.clone()));
            }
        }
    }
    criteria
}

/// The submissions of which something else is decided than before.
fn changed_names(before: &[GradeOverride], after: &[GradeOverride]) -> BTreeSet<SubmissionName> {
    let collect = |all: &[GradeOverride]| {
        let mut decided: BTreeMap<SubmissionName, Vec<(OverrideSubject, String)>> = BTreeMap::new();
        for one in all {
            let row = (
                OverrideSubject::from_override(one),
                digest_override(Some(one)),
            );
            decided.entry(one.name()).or_default().push(row);
        }
        decided
    };
    let before = collect(before);
    let after = collect(after);
    let names = before.keys().chain(after.keys());
    names
        .filter(|name| before.get(name) != after.get(name))
        .cloned()
        .collect()
}
