//! Which entry is whose, and for which assignment.

use std::collections::BTreeMap;
use std::path::Path;

use super::attempts::{self, NewestAttempt};
use super::entries::{
    self, FolderListing, StudentEntry, folder_as_entry, is_archive, list_entries, make_names_unique,
};
use super::error::IntakeError;
use super::files::{self, ListingError, SubmissionFile, SubmissionPath};
use super::prepare::prepare_entry;
use super::scratch::IntakeSource;
use super::sources::{SelectedProgram, SourceSelector};
use super::{downloaded, level, sentences};
use crate::layout::{DownloadedStudent, FileOrigin};
use model::{
    Assignment, Course, HandIn, SourceFile, Submission, SubmissionContent, SubmissionLayout,
    SubmissionSet,
};
use support::nearest;
use support::printable::to_printable;

/// A class, and what of it is wanted.
pub(super) struct ClassFolder<'c> {
    /// Where it stands.
    pub(super) folder: &'c Path,
    pub(super) course: &'c Course,
    pub(super) assignments: &'c [&'c Assignment],
    pub(super) source: &'c IntakeSource<'c>,
}

impl ClassFolder<'_> {
    /// Folders and files that are named after students or assignments.
    pub(super) fn read_plain(
        &self,
        layout: Option<SubmissionLayout>,
        whole: bool,
        was_packed: bool,
    ) -> Result<SubmissionSet, IntakeError> {
        let &ClassFolder {
            folder,
            course,
            assignments,
            ..
        } = self;
        let listing = list_entries(folder, Path::new(""))?;
        // An archive is packed with any number of folders around the class, and the class in it is found.
        let too_high = (whole && !was_packed)
            .then(|| level::find_inner_class(folder, course, &listing.entries))
            .flatten();
        if let Some(meant) = too_high {
            let student = meant.file_name().map(to_printable).unwrap_or_default();
            return Err(IntakeError::TooHigh {
                folder: folder.to_owned(),
                meant,
                student,
            });
        }
        // Who names a layout or a student knows what the folders are.
        let check_level = whole && layout.is_none();
        let class = match layout {
            Some(SubmissionLayout::Sections) => self.read_by_section(&listing)?,
            Some(SubmissionLayout::Assignments) => {
                self.read_by_assignment(&listing, check_level)?
            }
            None if self.has_assignment_folder(&listing)? => {
                self.read_by_assignment(&listing, check_level)?
            }
            _ => self.read_by_student(listing.clone(), check_level)?,
        };
        if class.submissions.is_empty() {
            return Err(no_submission_error(folder, assignments, &listing));
        }
        Ok(class)
    }

    /// Whether some folder is named by an assignment's id.
    ///
    /// # Errors
    ///
    /// If none is and one has the id in another spelling, such as `Lab-3` for `lab3`.
    fn has_assignment_folder(&self, listing: &FolderListing) -> Result<bool, IntakeError> {
        let ids = || self.course.assignments.iter().map(|one| one.id.as_str());
        let folders = || {
            listing
                .entries
                .iter()
                .filter(|entry| entry.place.kind.is_dir())
        };
        if folders().any(|entry| ids().any(|id| id == entry.student)) {
            return Ok(true);
        }
        for entry in folders() {
            if let Some(id) = ids().find(|id| normalize_name(id) == normalize_name(&entry.student))
            {
                return Err(IntakeError::AssignmentSpelling {
                    folder: self.folder.to_owned(),
                    name: entry.student.clone(),
                    id: id.to_owned(),
                });
            }
        }
        Ok(false)
    }

    /// Stops where a class stands in the place of a student.
    fn check_level(
        &self,
        entries: &[StudentEntry],
        all: &[SourceSelector<'_>],
        layout: SubmissionLayout,
    ) -> Result<(), IntakeError> {
        match level::find_nested_class(entries, all, &self.course.assignments, layout) {
            None => Ok(()),
            Some(found) => Err(IntakeError::NestedClass {
                folder: self.folder.to_owned(),
                found: Box::new(found),
            }),
        }
    }

    /// Stops where a source stands beside the folders of a class.
    fn check_stray_source(
        &self,
        folder: &StudentEntry,
        all: &[SourceSelector<'_>],
    ) -> Result<(), IntakeError> {
        match level::find_stray_source(folder, all, &self.course.assignments) {
            None => Ok(()),
            Some(found) => Err(IntakeError::StraySource {
                folder: self.folder.to_owned(),
                file: found.file,
                program: found.program,
                students: found.students,
                student: folder.student.clone(),
            }),
        }
    }

    /// The students that a system names.
    pub(super) fn read_download(
        &self,
        layout: SubmissionLayout,
        students: Vec<DownloadedStudent>,
    ) -> Result<SubmissionSet, IntakeError> {
        let ids: Vec<&str> = self
            .course
            .assignments
            .iter()
            .map(|one| one.id.as_str())
            .collect();
        let named = students
            .iter()
            .filter_map(|student| student.assignment.as_deref());
        if let Some(unknown) = named.clone().find(|id| !ids.contains(id)) {
            let found = to_printable(unknown);
            let assignments = ids.join(", ");
            let hint = nearest::describe_suggestion(unknown, &ids);
            return Err(IntakeError::NoSuchAssignment {
                found,
                assignments,
                hint,
            });
        }
        let says_assignments = layout == SubmissionLayout::Pattern && named.count() > 0;
        let all: Vec<SourceSelector<'_>> = self.all_sources();
        let is_enough = |files: &[SubmissionFile]| is_enough(&all, files);
        let entries = downloaded::build_entries(students, self.folder, &is_enough, self.source)?;
        let listing = FolderListing {
            entries,
            ..FolderListing::default()
        };
        if !says_assignments {
            let class = self.submissions_of_students(&listing, SubmissionSet::default())?;
            return match class.submissions.is_empty() {
                true => Err(no_submission_error(self.folder, self.assignments, &listing)),
                false => Ok(class),
            };
        }
        let mut class = SubmissionSet::default();
        for sources in &all {
            let id = Some(sources.assignment.id.as_str());
            let own = listing
                .entries
                .iter()
                .filter(|it| it.known.assignment.as_deref() == id);
            class
                .submissions
                .extend(own.map(|entry| build_submission(entry, sources, true)));
        }
        Ok(class)
    }

    fn all_sources(&self) -> Vec<SourceSelector<'_>> {
        self.assignments
            .iter()
            .map(|assignment| SourceSelector::new(assignment, self.course))
            .collect()
    }
}

/// Whether files are all that any of the assignments asks for.
fn is_enough(all: &[SourceSelector<'_>], files: &[SubmissionFile]) -> bool {
    all.iter().all(|sources| sources.is_satisfied_by(files))
}

fn no_submission_error(
    folder: &Path,
    assignments: &[&Assignment],
    listing: &FolderListing,
) -> IntakeError {
    IntakeError::NothingHandedIn(format!(
        "nothing in `{}` was handed in for any assignment; {}; {}",
        folder.display(),
        sentences::describe_expected(assignments),
        sentences::describe_present(&listing.entries, &listing.left_out)
    ))
}

impl ClassFolder<'_> {
    /// `<assignment>/<student>/<files>`: everybody in an assignment's folder is expected to have handed it in.
    fn read_by_assignment(
        &self,
        listing: &FolderListing,
        check_level: bool,
    ) -> Result<SubmissionSet, IntakeError> {
        let &ClassFolder {
            folder,
            course,
            assignments,
            source,
        } = self;
        let is_assignment =
            |entry: &&StudentEntry| course.assignments.iter().any(|one| one.id == entry.student);
        let (folders, files): (Vec<&StudentEntry>, Vec<&StudentEntry>) = listing
            .entries
            .iter()
            .partition(|entry| entry.place.kind.is_dir());
        if let Some(stranger) = folders.iter().find(|entry| !is_assignment(entry)) {
            let known: Vec<&str> = folders
                .iter()
                .filter(|entry| is_assignment(entry))
                .map(|entry| entry.student.as_str())
                .collect();
            return Err(IntakeError::MixedLayout {
                folder: folder.to_owned(),
                known: known.join(", "),
                unknown: stranger.student.clone(),
            });
        }
        let mut class = SubmissionSet::default();
        let mut nobodys: Vec<String> = files
            .iter()
            .map(|entry| to_printable(&entry.place.below))
            .collect();
        nobodys.extend_from_slice(&listing.left_out);
        nobodys.sort();
        class.note_left_out(entries::left_out_remarks(folder, &nobodys));
        class.note_left_out(entries::hidden_remark(folder, &listing.hidden));
        for assignment in assignments {
            if !folders.iter().any(|entry| entry.student == assignment.id) {
                continue;
            }
            let FolderListing {
                entries,
                left_out,
                hidden,
            } = list_entries(folder, Path::new(&assignment.id))?;
            let inner = folder.join(&assignment.id);
            class.note_left_out(entries::left_out_remarks(&inner, &left_out));
            class.note_left_out(entries::hidden_remark(&inner, &hidden));
            let sources = SourceSelector::new(assignment, course);
            let is_enough = |files: &[SubmissionFile]| sources.is_satisfied_by(files);
            let entries = entries
                .into_iter()
                .map(|entry| prepare_entry(entry, &is_enough, source));
            let entries: Vec<StudentEntry> = entries.collect::<Result<_, IntakeError>>()?;
            let sources = [sources];
            if check_level {
                self.check_level(&entries, &sources, SubmissionLayout::Assignments)?;
            }
            let submissions = entries
                .iter()
                .map(|entry| build_submission(entry, &sources[0], true));
            class.submissions.extend(submissions);
        }
        Ok(class)
    }

    /// `<student>/<files>`, or the folder is one student's.
    fn read_by_student(
        &self,
        listing: FolderListing,
        check_level: bool,
    ) -> Result<SubmissionSet, IntakeError> {
        let all = self.all_sources();
        let mut class = SubmissionSet::default();
        let is_students = all.iter().any(|sources| sources.has_source_in(self.folder));
        let entries = match is_students {
            true => vec![folder_as_entry(self.folder)?],
            false => {
                class.note_left_out(entries::left_out_remarks(self.folder, &listing.left_out));
                class.note_left_out(entries::hidden_remark(self.folder, &listing.hidden));
                listing.entries
            }
        };
        let is_enough = |files: &[SubmissionFile]| is_enough(&all, files);
        let entries = entries
            .into_iter()
            .map(|entry| prepare_entry(entry, &is_enough, self.source));
        let entries: Vec<StudentEntry> = entries.collect::<Result<_, IntakeError>>()?;
        match entries.as_slice() {
            [only] if check_level && is_students => self.check_stray_source(only, &all)?,
            _ if check_level => self.check_level(&entries, &all, SubmissionLayout::Students)?,
            _ => {}
        }
        self.submissions_of_students(&FolderListing { entries, ..listing }, class)
    }

    /// `<section>/<student>/<files>`: students of all sections are one class, and each has the section that its folder names.
    fn read_by_section(&self, listing: &FolderListing) -> Result<SubmissionSet, IntakeError> {
        let all = self.all_sources();
        let is_enough = |files: &[SubmissionFile]| is_enough(&all, files);
        let (sections, files): (Vec<&StudentEntry>, Vec<&StudentEntry>) = listing
            .entries
            .iter()
            .partition(|entry| entry.place.kind.is_dir());
        let mut left_out: Vec<String> = files
            .iter()
            .map(|entry| to_printable(&entry.place.below))
            .collect();
        left_out.extend_from_slice(&listing.left_out);
        left_out.sort();
        let mut class = SubmissionSet::default();
        class.note_left_out(entries::left_out_remarks(self.folder, &left_out));
        class.note_left_out(entries::hidden_remark(self.folder, &listing.hidden));
        let mut entries: Vec<StudentEntry> = Vec::new();
        for section in sections {
            let below = &section.place.below;
            let listing = list_entries(self.folder, below)?;
            let inner = self.folder.join(below);
            class.note_left_out(entries::left_out_remarks(&inner, &listing.left_out));
            class.note_left_out(entries::hidden_remark(&inner, &listing.hidden));
            for entry in listing.entries {
                let mut entry = prepare_entry(entry, &is_enough, self.source)?;
                entry.known.hand_in = Some(HandIn {
                    name: entry.student.clone(),
                    section: Some(section.student.clone()),
                    ..HandIn::default()
                });
                entries.push(entry);
            }
        }
        name_by_section(&mut entries);
        self.submissions_of_students(
            &FolderListing {
                entries,
                ..FolderListing::default()
            },
            class,
        )
    }

    /// An assignment counts as handed in if anybody has a file with a name that is its own.
    fn submissions_of_students(
        &self,
        listing: &FolderListing,
        mut class: SubmissionSet,
    ) -> Result<SubmissionSet, IntakeError> {
        let all = self.all_sources();
        let entries = listing.entries.as_slice();
        let handed_in: Vec<&SourceSelector<'_>> = match all.as_slice() {
            [only] => vec![only],
            _ => all
                .iter()
                .filter(|sources| {
                    entries
                        .iter()
                        .any(|entry| sources.has_named_file_in(&entry.place))
                })
                .collect(),
        };
        if let (true, Some(entry)) = (handed_in.is_empty(), entries.first()) {
            return Err(unclear_assignment_error(
                self.folder,
                entry,
                entries,
                self.assignments,
            ));
        }
        let choice = handed_in.len() == 1;
        for sources in handed_in {
            let submissions: Vec<Submission> = entries
                .iter()
                .map(|entry| build_submission(entry, sources, choice))
                .collect();
            // Nobody handed it in: the assignment is left out.
            if submissions
                .iter()
                .any(|submission| !matches!(submission.content, SubmissionContent::Missing(_)))
            {
                class.submissions.extend(submissions);
            }
        }
        Ok(class)
    }
}

/// Letters and digits of a name in small letters, by which `Lab-3` and `lab3` are the same.
fn normalize_name(name: &str) -> String {
    name.chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Students of one name in several sections each get the section after the name.
fn name_by_section(entries: &mut [StudentEntry]) {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for entry in entries.iter() {
        *count.entry(entry.student.clone()).or_default() += 1;
    }
    for entry in entries.iter_mut() {
        let section = entry
            .known
            .hand_in
            .as_ref()
            .and_then(|hand_in| hand_in.section.clone());
        if let (Some(2..), Some(section)) = (count.get(&entry.student), section) {
            entry.student = format!("{} ({section})", entry.student);
        }
    }
    make_names_unique(entries);
    entries.sort_by(|left, right| left.student.cmp(&right.student));
}

/// No name says it. Where we may not look, that may be the reason.
fn unclear_assignment_error(
    folder: &Path,
    first: &StudentEntry,
    entries: &[StudentEntry],
    assignments: &[&Assignment],
) -> IntakeError {
    for entry in entries {
        if let Err(ListingError { folder, source }) = files::list_files(&entry.place) {
            return IntakeError::Unreadable { folder, source };
        }
    }
    let ids: Vec<&str> = assignments
        .iter()
        .map(|assignment| assignment.id.as_str())
        .collect();
    IntakeError::WhichAssignment {
        folder: folder.to_owned(),
        file: first.student.clone(),
        looked_for: sentences::describe_expected(assignments),
        assignments: ids.join(", "),
    }
}

fn build_submission(
    entry: &StudentEntry,
    sources: &SourceSelector<'_>,
    may_accept: bool,
) -> Submission {
    let StudentEntry {
        student,
        place,
        known,
        ..
    } = entry;
    let kind = place.kind;
    let taken = if let Some(found) = &known.outcome {
        SelectedProgram::without_files(found.clone())
    } else if kind.is_dir() || kind.is_file() {
        select_newest_program(place, sources, may_accept).unwrap_or_else(|error| {
            SelectedProgram::without_files(SubmissionContent::Unreadable(
                error.to_sentence(student),
            ))
        })
    } else {
        let what = files::describe_kind(kind);
        SelectedProgram::without_files(SubmissionContent::Refused(format!(
            "{what} stands in place of a folder or file"
        )))
    };
    let mut hand_in = known.hand_in.clone();
    if let (Some(hand_in), SubmissionContent::Sources(sources)) = (&mut hand_in, &taken.outcome) {
        let entry = graded_entry_path(&known.origins, sources).map(to_printable);
        hand_in.entry = entry.or_else(|| hand_in.entry.take());
    }
    let mut fallback = taken.fallback;
    if let Some(fallback) = &mut fallback {
        fallback.entry = graded_entry_path(&known.origins, &fallback.sources).map(to_printable);
    }
    Submission {
        student: student.clone(),
        assignment: sources.assignment.id.clone(),
        content: taken.outcome,
        remarks: known.remarks.iter().cloned().chain(taken.remarks).collect(),
        to_check: known
            .to_check
            .iter()
            .cloned()
            .chain(taken.to_check)
            .collect(),
        not_compiled: taken.not_compiled,
        fallback,
        hand_in,
        due: None,
    }
}

/// The program in a student's place, or in the newest attempt there.
fn select_newest_program(
    place: &SubmissionPath,
    sources: &SourceSelector<'_>,
    may_accept: bool,
) -> Result<SelectedProgram, ListingError> {
    match attempts::find_newest(place, sources) {
        NewestAttempt::One => sources.select_program(place, may_accept),
        NewestAttempt::Unclear(reason) => Ok(SelectedProgram::without_files(
            SubmissionContent::Ambiguous(reason),
        )),
        NewestAttempt::Folder(newest, sentence) => {
            let mut taken = sources.select_program(&newest, may_accept)?;
            taken.to_check.insert(0, sentence);
            Ok(taken)
        }
    }
}

/// The path in the download of the program that was graded: of the source with that name, or of the archive that it was in.
fn graded_entry_path<'o>(origins: &'o [FileOrigin], sources: &[SourceFile]) -> Option<&'o Path> {
    let mut own = sources
        .iter()
        .filter(|source| !source.is_provided && !source.is_header());
    let named = |source: &SourceFile| {
        origins.iter().find(|origin| {
            origin
                .name
                .as_ref()
                .is_some_and(|name| name.eq_ignore_ascii_case(&source.name))
        })
    };
    let found = own
        .find_map(named)
        .or_else(|| origins.iter().find(is_packed));
    found.map(|origin| origin.below.as_path())
}

fn is_packed(origin: &&FileOrigin) -> bool {
    origin.name.as_ref().is_some_and(is_archive)
}
