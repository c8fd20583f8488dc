//! Which entry is whose, and for which assignment.

use std::collections::BTreeMap;
use std::path::Path;

use super::attempts::{self, Newest};
use super::entries::{Entry, Listing, is_archive, list, name_apart, the_folder_itself};
use super::error::IntakeError;
use super::files::{self, File, LookError, SubmissionPath};
use super::level;
use super::prepare::prepared;
use super::source::Source;
use super::sources::{Sources, Taken};
use super::{downloaded, left_out, nothing};
use crate::layout::{Origin, Student};
use crate::model::{Assignment, Course, Found, HandIn, HandedIn, Layout, SourceFile, Submission};
use crate::nearest;
use crate::printable::printable;

/// A class, and what of it is wanted.
pub(super) struct Class<'c> {
    /// Where it stands.
    pub(super) folder: &'c Path,
    pub(super) course: &'c Course,
    pub(super) assignments: &'c [&'c Assignment],
    pub(super) source: &'c Source<'c>,
}

impl Class<'_> {
    /// Folders and files that are named after students or assignments.
    pub(super) fn plain(
        &self,
        layout: Option<Layout>,
        whole: bool,
    ) -> Result<HandedIn, IntakeError> {
        let &Class { folder, course, assignments, .. } = self;
        let listing = list(folder, Path::new(""))?;
        let too_high = whole.then(|| level::inner(folder, course, &listing.entries)).flatten();
        if let Some(meant) = too_high {
            let student = meant.file_name().map(printable).unwrap_or_default();
            return Err(IntakeError::TooHigh { folder: folder.to_owned(), meant, student });
        }
        // Who names a layout or a student knows what the folders are.
        let check_level = whole && layout.is_none();
        let class = match layout {
            Some(Layout::Sections) => self.by_section(&listing)?,
            Some(Layout::Assignments) => self.by_assignment(&listing, check_level)?,
            None if self.has_assignment_folder(&listing)? => {
                self.by_assignment(&listing, check_level)?
            }
            _ => self.by_student(listing.clone(), check_level)?,
        };
        if class.submissions.is_empty() {
            return Err(nothing(folder, assignments, &listing));
        }
        Ok(class)
    }

    /// Whether some folder is named by an assignment's id.
    ///
    /// # Errors
    ///
    /// If none is and one has the id in another spelling, such as `Lab-3` for `lab3`.
    fn has_assignment_folder(&self, listing: &Listing) -> Result<bool, IntakeError> {
        let ids = || self.course.assignments.iter().map(|one| one.id.as_str());
        let folders = || listing.entries.iter().filter(|entry| entry.place.kind.is_dir());
        if folders().any(|entry| ids().any(|id| id == entry.student)) {
            return Ok(true);
        }
        for entry in folders() {
            if let Some(id) = ids().find(|id| letters(id) == letters(&entry.student)) {
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
        entries: &[Entry],
        all: &[Sources<'_>],
        layout: Layout,
    ) -> Result<(), IntakeError> {
        match level::nested_class(entries, all, &self.course.assignments, layout) {
            None => Ok(()),
            Some(found) => Err(IntakeError::NestedClass {
                folder: self.folder.to_owned(),
                found: Box::new(found),
            }),
        }
    }

    /// The students that a system names.
    pub(super) fn downloaded(
        &self,
        layout: Layout,
        students: Vec<Student>,
    ) -> Result<HandedIn, IntakeError> {
        let ids: Vec<&str> = self.course.assignments.iter().map(|one| one.id.as_str()).collect();
        let named = students.iter().filter_map(|student| student.assignment.as_deref());
        if let Some(unknown) = named.clone().find(|id| !ids.contains(id)) {
            let (found, assignments) = (printable(unknown), ids.join(", "));
            let hint = nearest::hint(unknown, &ids);
            return Err(IntakeError::NoSuchAssignment { found, assignments, hint });
        }
        let says_assignments = layout == Layout::Pattern && named.count() > 0;
        let all: Vec<Sources<'_>> = self.all_sources();
        let is_enough = |files: &[File]| is_enough(&all, files);
        let entries = downloaded::entries(students, self.folder, &is_enough, self.source)?;
        let listing = Listing { entries, left_out: Vec::new() };
        if !says_assignments {
            let class = self.of_students(&listing, HandedIn::default())?;
            return match class.submissions.is_empty() {
                true => Err(nothing(self.folder, self.assignments, &listing)),
                false => Ok(class),
            };
        }
        let mut class = HandedIn::default();
        for sources in &all {
            let id = Some(sources.assignment.id.as_str());
            let own = listing.entries.iter().filter(|it| it.known.assignment.as_deref() == id);
            class.submissions.extend(own.map(|entry| submission(entry, sources, true)));
        }
        Ok(class)
    }

    fn all_sources(&self) -> Vec<Sources<'_>> {
        self.assignments.iter().map(|assignment| Sources::new(assignment, self.course)).collect()
    }
}

/// Whether files are all that any of the assignments asks for.
fn is_enough(all: &[Sources<'_>], files: &[File]) -> bool {
    all.iter().all(|sources| sources.is_satisfied_by(files))
}

fn nothing(folder: &Path, assignments: &[&Assignment], listing: &Listing) -> IntakeError {
    IntakeError::Nothing(format!(
        "nothing in `{}` was handed in for any assignment; {}; {}",
        folder.display(),
        nothing::looked_for(assignments),
        nothing::found_instead(&listing.entries, &listing.left_out)
    ))
}

impl Class<'_> {
    /// `<assignment>/<student>/<files>`: everybody in an assignment's folder is expected to have handed it in.
    fn by_assignment(&self, listing: &Listing, check_level: bool) -> Result<HandedIn, IntakeError> {
        let &Class { folder, course, assignments, source } = self;
        let is_assignment =
            |entry: &&Entry| course.assignments.iter().any(|one| one.id == entry.student);
        let (folders, files): (Vec<&Entry>, Vec<&Entry>) =
            listing.entries.iter().partition(|entry| entry.place.kind.is_dir());
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
        let mut class = HandedIn::default();
        let mut nobodys: Vec<String> =
            files.iter().map(|entry| printable(&entry.place.below)).collect();
        nobodys.extend_from_slice(&listing.left_out);
        nobodys.sort();
        class.remarks.extend(left_out::remarks(folder, &nobodys));
        for assignment in assignments {
            if !folders.iter().any(|entry| entry.student == assignment.id) {
                continue;
            }
            let Listing { entries, left_out } = list(folder, Path::new(&assignment.id))?;
            class.remarks.extend(left_out::remarks(&folder.join(&assignment.id), &left_out));
            let sources = Sources::new(assignment, course);
            let is_enough = |files: &[File]| sources.is_satisfied_by(files);
            let entries = entries.into_iter().map(|entry| prepared(entry, &is_enough, source));
            let entries: Vec<Entry> = entries.collect::<Result<_, IntakeError>>()?;
            let sources = [sources];
            if check_level {
                self.check_level(&entries, &sources, Layout::Assignments)?;
            }
            let submissions = entries.iter().map(|entry| submission(entry, &sources[0], true));
            class.submissions.extend(submissions);
        }
        Ok(class)
    }

    /// `<student>/<files>`, or the folder is one student's.
    fn by_student(&self, listing: Listing, check_level: bool) -> Result<HandedIn, IntakeError> {
        let all = self.all_sources();
        let mut class = HandedIn::default();
        let is_students = all.iter().any(|sources| sources.stand_in(self.folder));
        let entries = match is_students {
            true => vec![the_folder_itself(self.folder)?],
            false => {
                class.remarks = left_out::remarks(self.folder, &listing.left_out);
                listing.entries
            }
        };
        let is_enough = |files: &[File]| is_enough(&all, files);
        let entries = entries.into_iter().map(|entry| prepared(entry, &is_enough, self.source));
        let entries: Vec<Entry> = entries.collect::<Result<_, IntakeError>>()?;
        if check_level && !is_students {
            self.check_level(&entries, &all, Layout::Students)?;
        }
        self.of_students(&Listing { entries, ..listing }, class)
    }

    /// `<section>/<student>/<files>`: students of all sections are one class, and each has the section that its folder names.
    fn by_section(&self, listing: &Listing) -> Result<HandedIn, IntakeError> {
        let all = self.all_sources();
        let is_enough = |files: &[File]| is_enough(&all, files);
        let (sections, files): (Vec<&Entry>, Vec<&Entry>) =
            listing.entries.iter().partition(|entry| entry.place.kind.is_dir());
        let mut left_out: Vec<String> =
            files.iter().map(|entry| printable(&entry.place.below)).collect();
        left_out.extend_from_slice(&listing.left_out);
        left_out.sort();
        let mut class = HandedIn::default();
        class.remarks.extend(left_out::remarks(self.folder, &left_out));
        let mut entries: Vec<Entry> = Vec::new();
        for section in sections {
            let below = &section.place.below;
            let listing = list(self.folder, below)?;
            class.remarks.extend(left_out::remarks(&self.folder.join(below), &listing.left_out));
            for entry in listing.entries {
                let mut entry = prepared(entry, &is_enough, self.source)?;
                entry.known.hand_in = Some(HandIn {
                    name: entry.student.clone(),
                    section: Some(section.student.clone()),
                    ..HandIn::default()
                });
                entries.push(entry);
            }
        }
        name_by_section(&mut entries);
        self.of_students(&Listing { entries, left_out: Vec::new() }, class)
    }

    /// An assignment counts as handed in if anybody has a file with a name that is its own.
    fn of_students(&self, listing: &Listing, mut class: HandedIn) -> Result<HandedIn, IntakeError> {
        let (all, entries) = (self.all_sources(), listing.entries.as_slice());
        let handed_in: Vec<&Sources<'_>> = match all.as_slice() {
            [only] => vec![only],
            _ => all
                .iter()
                .filter(|sources| entries.iter().any(|entry| sources.named_in(&entry.place)))
                .collect(),
        };
        if let (true, Some(entry)) = (handed_in.is_empty(), entries.first()) {
            return Err(which_assignment(self.folder, entry, entries, self.assignments));
        }
        let choice = handed_in.len() == 1;
        for sources in handed_in {
            let submissions: Vec<Submission> =
                entries.iter().map(|entry| submission(entry, sources, choice)).collect();
            // Nobody handed it in: the assignment is left out.
            if submissions.iter().any(|submission| !matches!(submission.found, Found::Missing(_))) {
                class.submissions.extend(submissions);
            }
        }
        Ok(class)
    }
}

/// Letters and digits of a name in small letters, by which `Lab-3` and `lab3` are the same.
fn letters(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Students of one name in several sections each get the section after the name.
fn name_by_section(entries: &mut [Entry]) {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for entry in entries.iter() {
        *count.entry(entry.student.clone()).or_default() += 1;
    }
    for entry in entries.iter_mut() {
        let section = entry.known.hand_in.as_ref().and_then(|hand_in| hand_in.section.clone());
        if let (Some(2..), Some(section)) = (count.get(&entry.student), section) {
            entry.student = format!("{} ({section})", entry.student);
        }
    }
    name_apart(entries);
    entries.sort_by(|left, right| left.student.cmp(&right.student));
}

/// No name says it. Where we may not look, that may be the reason.
fn which_assignment(
    folder: &Path,
    first: &Entry,
    entries: &[Entry],
    assignments: &[&Assignment],
) -> IntakeError {
    for entry in entries {
        if let Err(LookError { folder, source }) = files::look(&entry.place) {
            return IntakeError::Unreadable { folder, source };
        }
    }
    let ids: Vec<&str> = assignments.iter().map(|assignment| assignment.id.as_str()).collect();
    IntakeError::WhichAssignment {
        folder: folder.to_owned(),
        file: first.student.clone(),
        looked_for: nothing::looked_for(assignments),
        assignments: ids.join(", "),
    }
}

fn submission(entry: &Entry, sources: &Sources<'_>, may_accept: bool) -> Submission {
    let Entry { student, place, known, .. } = entry;
    let kind = place.kind;
    let taken = if let Some(found) = &known.found {
        Taken::nothing(found.clone())
    } else if kind.is_dir() || kind.is_file() {
        taken(place, sources, may_accept)
            .unwrap_or_else(|error| Taken::nothing(Found::Unreadable(error.sentence(student))))
    } else {
        let what = files::kind(kind);
        Taken::nothing(Found::Refused(format!("{what} stands in place of a folder or file")))
    };
    let mut hand_in = known.hand_in.clone();
    if let (Some(hand_in), Found::Sources(sources)) = (&mut hand_in, &taken.found) {
        let entry = entry_of(&known.origins, sources).map(printable);
        hand_in.entry = entry.or_else(|| hand_in.entry.take());
    }
    let mut fallback = taken.fallback;
    if let Some(fallback) = &mut fallback {
        fallback.entry = entry_of(&known.origins, &fallback.sources).map(printable);
    }
    Submission {
        student: student.clone(),
        assignment: sources.assignment.id.clone(),
        found: taken.found,
        remarks: known.remarks.iter().cloned().chain(taken.remarks).collect(),
        to_check: known.to_check.iter().cloned().chain(taken.to_check).collect(),
        not_compiled: taken.not_compiled,
        fallback,
        hand_in,
        due: None,
    }
}

/// The program in a student's place, or in the newest attempt there.
fn taken(
    place: &SubmissionPath,
    sources: &Sources<'_>,
    may_accept: bool,
) -> Result<Taken, LookError> {
    match attempts::newest(place, sources) {
        Newest::One => sources.find(place, may_accept),
        Newest::Unclear(reason) => Ok(Taken::nothing(Found::Ambiguous(reason))),
        Newest::Folder(newest, sentence) => {
            let mut taken = sources.find(&newest, may_accept)?;
            taken.to_check.insert(0, sentence);
            Ok(taken)
        }
    }
}

/// The path in the download of the program that was graded: of the source with that name, or of the archive that it was in.
fn entry_of<'o>(origins: &'o [Origin], sources: &[SourceFile]) -> Option<&'o Path> {
    let mut own = sources.iter().filter(|source| !source.is_provided && !source.is_header());
    let named = |source: &SourceFile| {
        origins.iter().find(|origin| {
            origin.name.as_ref().is_some_and(|name| name.eq_ignore_ascii_case(&source.name))
        })
    };
    let is_packed = |origin: &&Origin| origin.name.as_ref().is_some_and(is_archive);
    let found = own.find_map(named).or_else(|| origins.iter().find(is_packed));
    found.map(|origin| origin.below.as_path())
}
