//! Which of a student's files make the program of one assignment.

use std::path::Path;

use super::checked::{checked, refusal, source};
use super::choice::{of_one_toolchain, too_many};
use super::files::{self, File, LookError, SubmissionPath};
use super::glob_words::in_words;
use super::sentences::{
    archives_left_out, handed_in, in_another_case, in_two_cases, is_or_are, names, nothing_of,
    several, undecided, what_was_compiled,
};
use super::wanted::Wanted;
use crate::model::{
    Assignment, Course, Found, ProvidedFile, SourceFile, has_header_ending, with_provided,
};
use crate::printable::printable;

/// An assignment's names for its files.
pub(super) struct Sources<'a> {
    pub(super) assignment: &'a Assignment,
    wanted: Vec<Wanted>,
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
}

impl Taken {
    /// Nothing is taken, for this reason.
    pub(super) fn nothing(found: Found) -> Taken {
        Taken { found, remarks: Vec::new(), to_check: Vec::new(), not_compiled: Vec::new() }
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
        let mut remarks = Vec::new();
        let chosen = if let Some(directed) = self.directed(files) {
            Ok(directed)
        } else if files.iter().any(|file| self.is_wanted(file)) {
            self.by_name(files, &mut remarks)
        } else if place.kind.is_file() {
            // A file in place of a folder is the program, whatever it is called.
            Ok(files.iter().collect())
        } else {
            self.by_accept(files, may_accept, &mut remarks)
        };
        let chosen = match chosen {
            Ok(chosen) => chosen,
            Err(missing) => {
                let found = Found::Missing(missing);
                return Ok(Taken { remarks, ..Taken::nothing(found) });
            }
        };
        let chosen = self.with_further(chosen, files);
        let (toolchain, chosen) = of_one_toolchain(self.assignment, &chosen, &mut remarks);
        if toolchain.takes_one_source() && chosen.len() > 1 {
            return Ok(Taken::nothing(Found::Missing(too_many(toolchain, &chosen))));
        }
        let found =
            match checked(self.assignment, place, &chosen, files, toolchain.is_build_system()) {
                Found::Sources(sources) => {
                    let (sources, told) = with_provided(sources, &self.assignment.provided);
                    remarks.extend(told);
                    Found::Sources(sources)
                }
                found => found,
            };
        let mut not_compiled = Vec::new();
        if matches!(found, Found::Sources(_)) {
            remarks.extend(self.headers_left_out(files));
            remarks.extend(self.sources_replaced(&chosen, files));
            let rest = self.rest(&chosen, files);
            remarks.extend(what_was_compiled(&chosen, &rest));
            remarks.extend(archives_left_out(files));
            not_compiled =
                rest.iter().filter_map(|file| source(place, file, &place.below, false)).collect();
        }
        Ok(Taken { found, remarks, to_check: Vec::new(), not_compiled })
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
        files: &'f [File],
        remarks: &mut Vec<String>,
    ) -> Result<Vec<&'f File>, String> {
        let mut chosen: Vec<&File> = Vec::new();
        for wanted in &self.wanted {
            let mut matching: Vec<&File> =
                files.iter().filter(|file| self.has_name(file, wanted)).collect();
            if wanted.is_plain() && matching.iter().any(|file| wanted.matches(file)) {
                matching.retain(|file| wanted.matches(file));
            }
            let is_provided = self.provided(&wanted.text).is_some();
            match matching.as_slice() {
                // What an instructor provides, nobody need hand in.
                [] if is_provided => {}
                [] => {
                    let missing = format!("{} is not there", in_words(&wanted.text));
                    return Err(missing + &handed_in(files));
                }
                [first, rest @ ..] if wanted.is_plain() => {
                    if rest.iter().any(|file| file.inside.file_name() != first.inside.file_name()) {
                        return Err(in_two_cases(wanted, &matching));
                    }
                    remarks.extend(rest.first().map(|_| several(first, matching.len())));
                    remarks
                        .extend((!wanted.matches(first)).then(|| in_another_case(wanted, first)));
                    chosen.push(first);
                }
                _ => chosen.extend(matching.iter().filter(|file| !file.kind.is_dir())),
            }
        }
        chosen.sort_by(|left, right| left.inside.cmp(&right.inside));
        chosen.dedup_by(|left, right| left.inside == right.inside);
        Ok(chosen)
    }

    /// The one file with another name that may be the program, or why there is none.
    fn by_accept<'f>(
        &self,
        files: &'f [File],
        may_accept: bool,
        remarks: &mut Vec<String>,
    ) -> Result<Vec<&'f File>, String> {
        let candidates: Vec<&File> = files.iter().filter(|file| self.is_accepted(file)).collect();
        let (_, candidates) = of_one_toolchain(self.assignment, &candidates, remarks);
        match candidates.as_slice() {
            [only] if may_accept => {
                let taken = printable(&only.inside);
                let (names, is) = (names(self.assignment), is_or_are(self.assignment));
                remarks.push(format!("`{taken}` was taken, because {names} {is} missing"));
                Ok(candidates)
            }
            [] => Err(nothing_of(self.assignment, files)),
            _ => Err(undecided(self.assignment, &candidates)),
        }
    }

    /// The chosen files with those that `also` adds. A second file of the same name would define everything twice.
    fn with_further<'f>(&self, mut chosen: Vec<&'f File>, files: &'f [File]) -> Vec<&'f File> {
        for file in files {
            let is_asked_for = self.also.iter().any(|also| also.matches_in_any_case(file))
                || self.provided_as(file).is_some_and(|provided| !provided.replaces);
            let is_there = chosen.iter().any(|it| it.inside.file_name() == file.inside.file_name());
            let is_source = !file.kind.is_dir() && !has_header_ending(&file.inside);
            if is_asked_for && is_source && !is_there && !self.is_foreign(file) {
                chosen.push(file);
            }
        }
        chosen.sort_by(|left, right| left.inside.cmp(&right.inside));
        chosen
    }

    /// Sources that were handed in beside the chosen ones. Copies of these under their own names are said already.
    fn rest<'f>(&self, chosen: &[&File], files: &'f [File]) -> Vec<&'f File> {
        let is_chosen =
            |file: &File| chosen.iter().any(|it| it.inside.file_name() == file.inside.file_name());
        files
            .iter()
            .filter(|file| file.kind.is_file() && files::is_source(&file.inside))
            .filter(|file| !is_chosen(file) && !self.is_foreign(file))
            .filter(|file| self.provided_as(file).is_none())
            .collect()
    }

    /// The instructor's file of this name.
    fn provided(&self, name: &str) -> Option<&'a ProvidedFile> {
        self.assignment.provided.iter().find(|one| one.name == name)
    }

    /// The instructor's file that a file has the name of.
    fn provided_as(&self, file: &File) -> Option<&'a ProvidedFile> {
        self.provided(file.inside.file_name()?.to_str()?)
    }
}
