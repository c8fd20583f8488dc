//! Which of a student's files make the program of one assignment.

use std::path::Path;

use super::checked::{checked, refusal, source};
use super::choice::{of_one_toolchain, too_many};
use super::files::{self, File, LookError, SubmissionPath};
use super::glob_words::in_words;
use super::included_names::{Naming, folder_of_provided, with_included_names};
use super::same_name::{Notes, choose};
use super::sentences::{
    archives_left_out, handed_in, in_another_case, is_or_are, names, nothing_of, undecided,
    what_was_compiled,
};
use super::wanted::Wanted;
use crate::model::{
    Assignment, Course, Fallback, Found, ProvidedFile, SourceFile, Toolchain, has_header_ending,
    with_provided,
};
use crate::printable::printable;

/// An assignment's names for its files.
pub(super) struct Sources<'a> {
    pub(super) assignment: &'a Assignment,
    pub(super) wanted: Vec<Wanted>,
    accepted: Vec<Wanted>,
    /// Further files of a program, if they are there.
    pub(super) also: Vec<Wanted>,
    /// Sources of the course's other assignments, which are never taken for this one.
    foreign: Vec<Wanted>,
}

/// What is taken of a submission.
pub(super) struct Taken {
    pub(super) found: Found,
    pub(super) remarks: Vec<String>,
    /// Choices that staff should check.
    pub(super) to_check: Vec<String>,
    /// Sources that were handed in and are no part of the program.
    pub(super) not_compiled: Vec<SourceFile>,
    /// What is built if this does not build.
    pub(super) fallback: Option<Fallback>,
}

impl Taken {
    /// Nothing is taken, for this reason.
    pub(super) fn nothing(found: Found) -> Taken {
        Taken {
            found,
            remarks: Vec::new(),
            to_check: Vec::new(),
            not_compiled: Vec::new(),
            fallback: None,
        }
    }
}

/// The files of a program, before they are checked.
pub(super) struct Chosen<'f> {
    pub(super) files: Vec<&'f File>,
    /// The file with `main`, where the files were taken together because no other has one.
    pub(super) main: Option<&'f File>,
}

impl<'f> Chosen<'f> {
    pub(super) fn new(files: Vec<&'f File>) -> Chosen<'f> {
        Chosen { files, main: None }
    }
}

impl<'a> Sources<'a> {
    pub(super) fn new(assignment: &'a Assignment, course: &Course) -> Sources<'a> {
        let others = course.assignments.iter().filter(|other| other.id != assignment.id);
        let foreign: Vec<String> = others.flat_map(|other| other.sources.iter().cloned()).collect();
        Sources {
            assignment,
            wanted: Wanted::all(&assignment.sources),
            accepted: Wanted::all(&assignment.accept),
            also: Wanted::all(&assignment.also),
            foreign: Wanted::all(&foreign),
        }
    }

    /// Whether `folder` itself holds a source by its own name, so that it is one student's.
    pub(super) fn stand_in(&self, folder: &Path) -> bool {
        self.wanted.iter().any(|wanted| wanted.is_plain() && folder.join(&wanted.text).is_file())
    }

    /// Whether anything in a student's place has the name of a source.
    pub(super) fn named_in(&self, place: &SubmissionPath) -> bool {
        files::look(place).is_ok_and(|seen| seen.files.iter().any(|file| self.is_wanted(file)))
    }

    /// Whether a file has the name of a source.
    pub(super) fn is_wanted(&self, file: &File) -> bool {
        self.wanted.iter().any(|wanted| self.has_name(file, wanted))
    }

    /// Whether the files are all that the assignment asks for, so that nobody need look for more of it.
    pub(super) fn is_satisfied_by(&self, files: &[File]) -> bool {
        let has = |wanted: &Wanted| files.iter().any(|file| self.has_name(file, wanted));
        self.wanted.iter().all(has) || files.iter().any(|file| self.is_accepted(file))
    }

    /// Whether a file has a name that is taken where the right one is missing.
    pub(super) fn is_accepted(&self, file: &File) -> bool {
        self.accepted.iter().any(|accepted| accepted.matches_in_any_case(file))
            && !self.is_foreign(file)
    }

    /// The program in a student's place.
    ///
    /// # Errors
    ///
    /// If we may not look.
    pub(super) fn find(
        &self,
        place: &SubmissionPath,
        may_accept: bool,
    ) -> Result<Taken, LookError> {
        let seen = files::look(place)?;
        if let Some(reason) = seen.too_much {
            return Ok(Taken::nothing(Found::Refused(reason)));
        }
        let files = &seen.files;
        let mut notes = Notes::default();
        let chosen = if let Some(directed) = self.directed(files) {
            Ok(Chosen::new(directed))
        } else if files.iter().any(|file| self.is_wanted(file)) {
            self.by_name(place, files, &mut notes).map(Chosen::new)
        } else if place.kind.is_file() {
            // A file in place of a folder is the program, whatever it is called.
            Ok(Chosen::new(files.iter().collect()))
        } else {
            self.by_accept(place, files, may_accept, &mut notes)
        };
        let chosen = chosen.and_then(|chosen| {
            let all = self.with_further(place, chosen.files, files, &mut notes)?;
            Ok(Chosen { files: all, ..chosen })
        });
        Ok(match chosen {
            Ok(chosen) => self.taken(place, &chosen, files, notes),
            Err(found) => Taken { remarks: notes.remarks, ..Taken::nothing(found) },
        })
    }

    /// The chosen files, checked and under their names, with what is known of the others.
    fn taken(
        &self,
        place: &SubmissionPath,
        chosen: &Chosen<'_>,
        files: &[File],
        mut notes: Notes,
    ) -> Taken {
        let main = chosen.main;
        let (toolchain, chosen) =
            of_one_toolchain(self.assignment, &chosen.files, &mut notes.remarks);
        if toolchain.takes_one_source() && chosen.len() > 1 {
            return Taken::nothing(Found::Missing(too_many(toolchain, &chosen)));
        }
        let found = self.laid_out(place, &chosen, files, toolchain, &mut notes);
        if !matches!(found, Found::Sources(_)) {
            let Notes { remarks, to_check } = notes;
            return Taken { remarks, to_check, ..Taken::nothing(found) };
        }
        notes.remarks.extend(self.headers_left_out(files));
        notes.remarks.extend(self.sources_replaced(&chosen, files));
        let rest = self.rest(&chosen, files);
        notes.remarks.extend(what_was_compiled(&chosen, &rest));
        notes.remarks.extend(archives_left_out(files));
        let fallback = match main {
            Some(main) => self.without_the_rest(place, main, &chosen, files, toolchain),
            None => self.with_the_rest(place, &chosen, &rest, files, toolchain),
        };
        let not_compiled = self.left_out(place, &rest);
        let Notes { remarks, to_check } = notes;
        Taken { found, remarks, to_check, not_compiled, fallback }
    }

    /// The chosen files with all headers and the instructor's files, under the names by which they are included.
    pub(super) fn laid_out(
        &self,
        place: &SubmissionPath,
        chosen: &[&File],
        files: &[File],
        toolchain: &Toolchain,
        notes: &mut Notes,
    ) -> Found {
        let keeps_names = toolchain.is_build_system();
        let sources = match checked(self.assignment, place, chosen, files, keeps_names) {
            Found::Sources(sources) => sources,
            found => return found,
        };
        let Assignment { provided, build_limits, flags, .. } = self.assignment;
        let limit = build_limits.source;
        let is_chosen = |one: &SourceFile| chosen.iter().any(|file| file.below == one.below);
        let beside = folder_of_provided(&sources, &is_chosen, provided, limit);
        let (sources, provided_remarks) = with_provided(sources, provided, &beside);
        let plain = self.wanted.iter().filter(|wanted| wanted.is_plain());
        let wanted = plain.map(|wanted| wanted.text.as_str()).collect();
        let naming = Naming { flags, limit, wanted, keeps_names };
        let (sources, naming_remarks) = with_included_names(sources, &naming);
        notes.remarks.extend(provided_remarks);
        notes.remarks.extend(naming_remarks);
        Found::Sources(sources)
    }

    /// Sources that are no part of the program, for messages.
    pub(super) fn left_out(&self, place: &SubmissionPath, rest: &[&File]) -> Vec<SourceFile> {
        rest.iter().filter_map(|file| source(place, file, &place.below, false)).collect()
    }

    /// Headers that are not touched. The program may do without them, so that is only said.
    fn headers_left_out(&self, files: &[File]) -> Vec<String> {
        let headers = files.iter().filter(|file| has_header_ending(&file.inside));
        let reasons = headers
            .filter(|file| !file.kind.is_dir())
            .filter_map(|it| refusal(self.assignment, it));
        reasons.take(5).map(|reason| format!("A header was left out: {reason}")).collect()
    }

    /// Sources whose place an instructor's take, and which would not have been compiled either.
    fn sources_replaced(&self, chosen: &[&File], files: &[File]) -> Vec<String> {
        let is_chosen = |file: &File| chosen.iter().any(|it| it.inside == file.inside);
        let is_replaced = |file: &&File| {
            files::is_source(&file.inside)
                && !is_chosen(file)
                && self.provided_as(file).is_some_and(|provided| provided.replaces)
        };
        let replaced = files.iter().filter(is_replaced);
        let told = replaced.map(|file| {
            let name = printable(&file.inside);
            format!("`{name}` was handed in, and your instructor's is compiled instead of it")
        });
        told.take(5).collect()
    }

    pub(super) fn is_foreign(&self, file: &File) -> bool {
        self.foreign.iter().any(|foreign| foreign.matches_in_any_case(file))
            && !self.wanted.iter().any(|wanted| wanted.matches(file))
    }

    /// Whether a file has a name that is wanted: exactly, or but for capital letters if it is not exactly another's.
    fn has_name(&self, file: &File, wanted: &Wanted) -> bool {
        let mut all = self.wanted.iter().chain(&self.foreign);
        let mut is_exactly_anothers = || all.any(|other| other.is_plain() && other.matches(file));
        wanted.matches(file) || (wanted.matches_in_any_case(file) && !is_exactly_anothers())
    }

    /// The files with the names that the rubric asks for, or why they do not make a program.
    fn by_name<'f>(
        &self,
        place: &SubmissionPath,
        files: &'f [File],
        notes: &mut Notes,
    ) -> Result<Vec<&'f File>, Found> {
        let limit = self.assignment.build_limits.source;
        let mut chosen: Vec<&File> = Vec::new();
        for wanted in &self.wanted {
            let mut matching: Vec<&File> =
                files.iter().filter(|file| self.has_name(file, wanted)).collect();
            if wanted.is_plain() && matching.iter().any(|file| wanted.matches(file)) {
                matching.retain(|file| wanted.matches(file));
            }
            if matching.iter().any(|file| !file.kind.is_dir()) {
                matching.retain(|file| !file.kind.is_dir());
            }
            let is_provided = self.provided(&wanted.text).is_some();
            match matching.as_slice() {
                // What an instructor provides, nobody need hand in.
                [] if is_provided => {}
                [] => {
                    let missing = format!("{} is not there", in_words(&wanted.text));
                    return Err(Found::Missing(missing + &handed_in(files)));
                }
                _ if wanted.is_plain() => {
                    let file = choose(place, &matching, limit, notes).map_err(Found::Ambiguous)?;
                    notes
                        .remarks
                        .extend((!wanted.matches(file)).then(|| in_another_case(wanted, file)));
                    chosen.push(file);
                }
                _ => chosen.extend(self.without_backups(place, &matching, notes)?),
            }
        }
        chosen.retain(|file| !file.kind.is_dir() || self.is_plainly_wanted(file));
        chosen.sort_by(|left, right| left.inside.cmp(&right.inside));
        chosen.dedup_by(|left, right| left.inside == right.inside);
        Ok(chosen)
    }

    /// A folder with the plain name of a source is refused later; one that a glob matches is nothing.
    fn is_plainly_wanted(&self, file: &File) -> bool {
        self.wanted.iter().any(|wanted| wanted.is_plain() && self.has_name(file, wanted))
    }

    /// The files with other names that may be the program, or why there are none.
    fn by_accept<'f>(
        &self,
        place: &SubmissionPath,
        files: &'f [File],
        may_accept: bool,
        notes: &mut Notes,
    ) -> Result<Chosen<'f>, Found> {
        let candidates: Vec<&File> = files.iter().filter(|file| self.is_accepted(file)).collect();
        let (toolchain, candidates) =
            of_one_toolchain(self.assignment, &candidates, &mut notes.remarks);
        match candidates.as_slice() {
            [] => Err(Found::Missing(nothing_of(self.assignment, files))),
            [only] if may_accept => {
                let taken = printable(&only.inside);
                let (names, is) = (names(self.assignment), is_or_are(self.assignment));
                notes.remarks.push(format!("`{taken}` was taken, because {names} {is} missing"));
                Ok(Chosen::new(candidates))
            }
            _ if may_accept => self.together(place, toolchain, &candidates, files, notes),
            _ => Err(Found::Missing(undecided(self.assignment, &candidates))),
        }
    }

    /// The chosen files with those that `also` adds, or why they do not make a program. A second file of the same name would
    /// define everything twice.
    fn with_further<'f>(
        &self,
        place: &SubmissionPath,
        mut chosen: Vec<&'f File>,
        files: &'f [File],
        notes: &mut Notes,
    ) -> Result<Vec<&'f File>, Found> {
        let limit = self.assignment.build_limits.source;
        let is_further = |file: &&File| {
            let is_asked_for = self.also.iter().any(|also| also.matches_in_any_case(file))
                || self.provided_as(file).is_some_and(|provided| !provided.replaces);
            let is_source = !file.kind.is_dir() && !has_header_ending(&file.inside);
            is_asked_for && is_source && !self.is_foreign(file)
        };
        let further: Vec<&File> = files.iter().filter(is_further).collect();
        let program = chosen.clone();
        for file in &further {
            if chosen.iter().any(|it| it.inside.file_name() == file.inside.file_name()) {
                continue;
            }
            let mut same_name: Vec<&File> = further
                .iter()
                .copied()
                .filter(|it| it.inside.file_name() == file.inside.file_name())
                .collect();
            // What stands in the folder of the program's file is of the same program.
            let stands_beside =
                |it: &&File| program.iter().any(|one| one.inside.parent() == it.inside.parent());
            if same_name.iter().filter(|it| stands_beside(it)).count() == 1 {
                same_name.retain(stands_beside);
            }
            chosen.push(choose(place, &same_name, limit, notes).map_err(Found::Ambiguous)?);
        }
        chosen.sort_by(|left, right| left.inside.cmp(&right.inside));
        Ok(chosen)
    }

    /// Sources that were handed in beside the chosen ones. Copies of these under their own names are said already.
    pub(super) fn rest<'f>(&self, chosen: &[&File], files: &'f [File]) -> Vec<&'f File> {
        let is_chosen =
            |file: &File| chosen.iter().any(|it| it.inside.file_name() == file.inside.file_name());
        files
            .iter()
            .filter(|file| file.kind.is_file() && files::is_source(&file.inside))
            .filter(|file| !is_chosen(file) && !self.is_foreign(file))
            .filter(|file| self.provided_as(file).is_none())
            .collect()
    }

    /// The instructor's file of this name, or of one that differs from it in capital letters only.
    fn provided(&self, name: &str) -> Option<&'a ProvidedFile> {
        let all = &self.assignment.provided;
        let exact = all.iter().find(|one| one.name == name);
        exact.or_else(|| all.iter().find(|one| one.name.eq_ignore_ascii_case(name)))
    }

    /// The instructor's file that a file has the name of.
    fn provided_as(&self, file: &File) -> Option<&'a ProvidedFile> {
        self.provided(file.inside.file_name()?.to_str()?)
    }
}
