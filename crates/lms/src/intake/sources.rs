//! Which of a student's files make the program of one assignment.

use std::path::Path;

use super::checked::{
    check_files, refusal_reason, select_toolchain_files, to_source_file, too_many_files_message,
};
use super::files::{self, ListingError, SubmissionFile, SubmissionPath};
use super::included_names::{NamingRules, provided_folder, with_included_names};
use super::same_name::{FileNamePattern, SelectionNotes, choose_file};
use super::sentences::{
    compiled_files_remark, describe_glob, is_or_are, left_out_archives_remark,
    missing_program_message, other_case_remark, present_files_note, program_names,
    undecided_message,
};
use model::{
    Assignment, Course, FallbackFiles, ProvidedFile, SourceFile, SubmissionContent, Toolchain,
    add_provided_files, has_header_ending,
};
use support::printable::to_printable;

/// An assignment's names for its files.
pub(super) struct SourceSelector<'a> {
    pub(super) assignment: &'a Assignment,
    pub(super) required: Vec<FileNamePattern>,
    accepted: Vec<FileNamePattern>,
    /// Further files of a program, if they are there.
    pub(super) also: Vec<FileNamePattern>,
    /// Sources of the course's other assignments, which are never taken for this one.
    foreign: Vec<FileNamePattern>,
}

/// What is taken of a submission.
pub(super) struct SelectedProgram {
    pub(super) outcome: SubmissionContent,
    pub(super) remarks: Vec<String>,
    /// Choices that staff should check.
    pub(super) to_check: Vec<String>,
    /// Sources that were handed in and are no part of the program.
    pub(super) not_compiled: Vec<SourceFile>,
    /// What is built if this does not build.
    pub(super) fallback: Option<FallbackFiles>,
}

impl SelectedProgram {
    /// Nothing is taken, for this reason.
    pub(super) fn without_files(found: SubmissionContent) -> SelectedProgram {
        SelectedProgram {
            outcome: found,
            remarks: Vec::new(),
            to_check: Vec::new(),
            not_compiled: Vec::new(),
            fallback: None,
        }
    }
}

/// The files of a program, before they are checked.
pub(super) struct ChosenFiles<'f> {
    pub(super) files: Vec<&'f SubmissionFile>,
    /// The file with `main`, where the files were taken together because no other has one.
    pub(super) main: Option<&'f SubmissionFile>,
}

impl<'f> ChosenFiles<'f> {
    pub(super) fn new(files: Vec<&'f SubmissionFile>) -> ChosenFiles<'f> {
        ChosenFiles { files, main: None }
    }
}

impl<'a> SourceSelector<'a> {
    pub(super) fn new(assignment: &'a Assignment, course: &Course) -> SourceSelector<'a> {
        let others = course
            .assignments
            .iter()
            .filter(|other| other.id != assignment.id);
        let foreign: Vec<String> = others
            .flat_map(|other| other.sources.iter().cloned())
            .collect();
        SourceSelector {
            assignment,
            required: FileNamePattern::from_texts(&assignment.sources),
            accepted: FileNamePattern::from_texts(&assignment.accept),
            also: FileNamePattern::from_texts(&assignment.also),
            foreign: FileNamePattern::from_texts(&foreign),
        }
    }

    /// Whether `folder` itself holds a source by its own name, so that it is one student's.
    pub(super) fn has_source_in(&self, folder: &Path) -> bool {
        self.required
            .iter()
            .any(|wanted| wanted.is_plain() && folder.join(&wanted.text).is_file())
    }

    /// Whether anything in a student's place has the name of a source.
    pub(super) fn has_named_file_in(&self, place: &SubmissionPath) -> bool {
        files::list_files(place)
            .is_ok_and(|seen| seen.files.iter().any(|file| self.is_required(file)))
    }

    /// Whether a file has the name of a source.
    pub(super) fn is_required(&self, file: &SubmissionFile) -> bool {
        self.required
            .iter()
            .any(|wanted| self.has_name(file, wanted))
    }

    /// Whether the files are all that the assignment asks for, so that nobody need look for more of it.
    pub(super) fn is_satisfied_by(&self, files: &[SubmissionFile]) -> bool {
        let has = |wanted: &FileNamePattern| files.iter().any(|file| self.has_name(file, wanted));
        if self.takes_cases() {
            return self.required.iter().any(has);
        }
        self.required.iter().all(has) || files.iter().any(|file| self.is_accepted(file))
    }

    /// Whether the files are test cases: each that has a fitting name is taken, and none must be there.
    fn takes_cases(&self) -> bool {
        self.assignment.case_set.is_some()
    }

    /// Whether a file has a name that is taken where the right one is missing.
    pub(super) fn is_accepted(&self, file: &SubmissionFile) -> bool {
        self.accepted
            .iter()
            .any(|accepted| accepted.matches_in_any_case(file))
            && !self.is_foreign(file)
    }

    /// The program in a student's place.
    ///
    /// # Errors
    ///
    /// If we may not look.
    pub(super) fn select_program(
        &self,
        place: &SubmissionPath,
        may_accept: bool,
    ) -> Result<SelectedProgram, ListingError> {
        let seen = files::list_files(place)?;
        if let Some(reason) = seen.too_much {
            return Ok(SelectedProgram::without_files(SubmissionContent::Refused(
                reason,
            )));
        }
        let files = &seen.files;
        let mut notes = SelectionNotes::default();
        let chosen = if let Some(directed) = self.build_system_files(files) {
            Ok(ChosenFiles::new(directed))
        } else if self.takes_cases() {
            self.select_cases(files).map(ChosenFiles::new)
        } else if files.iter().any(|file| self.is_required(file)) {
            self.select_by_name(place, files, &mut notes)
                .map(ChosenFiles::new)
        } else if place.kind.is_file() {
            // A file in place of a folder is the program, whatever it is called.
            Ok(ChosenFiles::new(files.iter().collect()))
        } else {
            self.select_by_accept(place, files, may_accept, &mut notes)
        };
        let chosen = chosen.and_then(|chosen| {
            let all = self.add_further_files(place, chosen.files, files, &mut notes)?;
            Ok(ChosenFiles {
                files: all,
                ..chosen
            })
        });
        Ok(match chosen {
            Ok(chosen) => self.finish_selection(place, &chosen, files, notes),
            Err(found) => SelectedProgram {
                remarks: notes.remarks,
                ..SelectedProgram::without_files(found)
            },
        })
    }

    /// The chosen files, checked and under their names, with what is known of the others.
    fn finish_selection(
        &self,
        place: &SubmissionPath,
        chosen: &ChosenFiles<'_>,
        files: &[SubmissionFile],
        mut notes: SelectionNotes,
    ) -> SelectedProgram {
        let main = chosen.main;
        let (toolchain, chosen) =
            select_toolchain_files(self.assignment, &chosen.files, &mut notes.remarks);
        if toolchain.takes_one_source() && chosen.len() > 1 {
            return SelectedProgram::without_files(SubmissionContent::Missing(
                too_many_files_message(toolchain, &chosen),
            ));
        }
        let found = self.lay_out_sources(place, &chosen, files, toolchain, &mut notes);
        if !matches!(found, SubmissionContent::Sources(_)) {
            let SelectionNotes { remarks, to_check } = notes;
            return SelectedProgram {
                remarks,
                to_check,
                ..SelectedProgram::without_files(found)
            };
        }
        notes.remarks.extend(self.left_out_header_remarks(files));
        notes
            .remarks
            .extend(self.replaced_source_remarks(&chosen, files));
        let rest = self.remaining_sources(&chosen, files);
        notes.remarks.extend(compiled_files_remark(&chosen, &rest));
        notes.remarks.extend(left_out_archives_remark(files));
        let fallback = match main {
            Some(main) => self.main_file_fallback(place, main, &chosen, files, toolchain),
            None => self.all_files_fallback(place, &chosen, &rest, files, toolchain),
        };
        let not_compiled = self.left_out_sources(place, &rest);
        let SelectionNotes { remarks, to_check } = notes;
        SelectedProgram {
            outcome: found,
            remarks,
            to_check,
            not_compiled,
            fallback,
        }
    }

    /// The chosen files with all headers and the instructor's files, under the names by which they are included.
    pub(super) fn lay_out_sources(
        &self,
        place: &SubmissionPath,
        chosen: &[&SubmissionFile],
        files: &[SubmissionFile],
        toolchain: &Toolchain,
        notes: &mut SelectionNotes,
    ) -> SubmissionContent {
        let keeps_names = toolchain.is_build_system();
        let sources = match check_files(self.assignment, place, chosen, files, keeps_names) {
            SubmissionContent::Sources(sources) => sources,
            found => return found,
        };
        let Assignment {
            provided,
            build_limits,
            flags,
            ..
        } = self.assignment;
        let limit = build_limits.source;
        let is_chosen = |one: &SourceFile| chosen.iter().any(|file| file.below == one.below);
        let beside = provided_folder(&sources, &is_chosen, provided, limit);
        let (sources, provided_remarks) = add_provided_files(sources, provided, &beside);
        let plain = self.required.iter().filter(|wanted| wanted.is_plain());
        let wanted = plain.map(|wanted| wanted.text.as_str()).collect();
        let naming = NamingRules {
            flags,
            limit,
            rubric_names: wanted,
            keeps_names,
        };
        let (sources, naming_remarks) = with_included_names(sources, &naming);
        notes.remarks.extend(provided_remarks);
        notes.remarks.extend(naming_remarks);
        SubmissionContent::Sources(sources)
    }

    /// Sources that are no part of the program, for messages.
    pub(super) fn left_out_sources(
        &self,
        place: &SubmissionPath,
        rest: &[&SubmissionFile],
    ) -> Vec<SourceFile> {
        rest.iter()
            .filter_map(|file| to_source_file(place, file, &place.below, false))
            .collect()
    }

    /// Headers that are not touched. The program may do without them, so that is only said.
    fn left_out_header_remarks(&self, files: &[SubmissionFile]) -> Vec<String> {
        let headers = files.iter().filter(|file| has_header_ending(&file.inside));
        let reasons = headers
            .filter(|file| !file.kind.is_dir())
            .filter_map(|it| refusal_reason(self.assignment, it));
        reasons
            .take(5)
            .map(|reason| format!("A header was left out: {reason}"))
            .collect()
    }

    /// Sources whose place an instructor's take, and which would not have been compiled either.
    fn replaced_source_remarks(
        &self,
        chosen: &[&SubmissionFile],
        files: &[SubmissionFile],
    ) -> Vec<String> {
        let is_replaced = |file: &&SubmissionFile| {
            files::is_source(&file.inside)
                && !is_chosen_file(chosen, file)
                && self
                    .provided_as(file)
                    .is_some_and(|provided| provided.replaces)
        };
        let replaced = files.iter().filter(is_replaced);
        let told = replaced.map(|file| {
            let name = to_printable(&file.inside);
            format!("`{name}` was handed in, and your instructor's is compiled instead of it")
        });
        told.take(5).collect()
    }

    pub(super) fn is_foreign(&self, file: &SubmissionFile) -> bool {
        self.foreign
            .iter()
            .any(|foreign| foreign.matches_in_any_case(file))
            && !self.required.iter().any(|wanted| wanted.matches_file(file))
    }

    /// Whether a file has a name that is wanted: exactly, or but for capital letters if it is not exactly another's.
    fn has_name(&self, file: &SubmissionFile, wanted: &FileNamePattern) -> bool {
        let mut all = self.required.iter().chain(&self.foreign);
        let mut is_exactly_anothers =
            || all.any(|other| other.is_plain() && other.matches_file(file));
        wanted.matches_file(file) || (wanted.matches_in_any_case(file) && !is_exactly_anothers())
    }

    /// The files with the names that the rubric asks for, or why they do not make a program.
    fn select_by_name<'f>(
        &self,
        place: &SubmissionPath,
        files: &'f [SubmissionFile],
        notes: &mut SelectionNotes,
    ) -> Result<Vec<&'f SubmissionFile>, SubmissionContent> {
        let limit = self.assignment.build_limits.source;
        let mut chosen: Vec<&SubmissionFile> = Vec::new();
        for wanted in &self.required {
            let mut matching: Vec<&SubmissionFile> = files
                .iter()
                .filter(|file| self.has_name(file, wanted))
                .collect();
            if wanted.is_plain() && matching.iter().any(|file| wanted.matches_file(file)) {
                matching.retain(|file| wanted.matches_file(file));
            }
            if matching.iter().any(|file| !file.kind.is_dir()) {
                matching.retain(|file| !file.kind.is_dir());
            }
            let is_provided = self.provided_file(&wanted.text).is_some();
            match matching.as_slice() {
                // What an instructor provides, nobody need hand in.
                [] if is_provided => {}
                [] => {
                    let missing = format!("{} is not there", describe_glob(&wanted.text));
                    return Err(SubmissionContent::Missing(
                        missing + &present_files_note(files),
                    ));
                }
                _ if wanted.is_plain() => {
                    let file = choose_file(place, &matching, limit, notes)
                        .map_err(SubmissionContent::Ambiguous)?;
                    notes.remarks.extend(
                        (!wanted.matches_file(file)).then(|| other_case_remark(wanted, file)),
                    );
                    chosen.push(file);
                }
                _ => chosen.extend(self.without_backups(place, &matching, notes)?),
            }
        }
        chosen.retain(|file| !file.kind.is_dir() || self.is_required_by_plain_name(file));
        chosen.sort_by(|left, right| left.inside.cmp(&right.inside));
        chosen.dedup_by(|left, right| left.inside == right.inside);
        Ok(chosen)
    }

    /// The files of test cases, or why there are none. A link, or what else is no file, is left out.
    fn select_cases<'f>(
        &self,
        files: &'f [SubmissionFile],
    ) -> Result<Vec<&'f SubmissionFile>, SubmissionContent> {
        let chosen: Vec<&SubmissionFile> = files
            .iter()
            .filter(|file| file.kind.is_file() && self.is_required(file))
            .collect();
        if chosen.is_empty() {
            let missing = missing_program_message(self.assignment, files);
            return Err(SubmissionContent::Missing(missing));
        }
        Ok(chosen)
    }

    /// A folder with the plain name of a source is refused later; one that a glob matches is nothing.
    fn is_required_by_plain_name(&self, file: &SubmissionFile) -> bool {
        self.required
            .iter()
            .any(|wanted| wanted.is_plain() && self.has_name(file, wanted))
    }

    /// The files with other names that may be the program, or why there are none.
    fn select_by_accept<'f>(
        &self,
        place: &SubmissionPath,
        files: &'f [SubmissionFile],
        may_accept: bool,
        notes: &mut SelectionNotes,
    ) -> Result<ChosenFiles<'f>, SubmissionContent> {
        let candidates: Vec<&SubmissionFile> =
            files.iter().filter(|file| self.is_accepted(file)).collect();
        let (toolchain, candidates) =
            select_toolchain_files(self.assignment, &candidates, &mut notes.remarks);
        match candidates.as_slice() {
            [] => Err(SubmissionContent::Missing(missing_program_message(
                self.assignment,
                files,
            ))),
            [only] if may_accept => {
                let taken = to_printable(&only.inside);
                let names = program_names(self.assignment);
                let is = is_or_are(self.assignment);
                notes
                    .remarks
                    .push(format!("`{taken}` was taken, because {names} {is} missing"));
                Ok(ChosenFiles::new(candidates))
            }
            _ if may_accept => self.select_together(place, toolchain, &candidates, files, notes),
            _ => Err(SubmissionContent::Missing(undecided_message(
                self.assignment,
                &candidates,
            ))),
        }
    }

    /// The chosen files with those that `also` adds, or why they do not make a program. A second file of the same name would
    /// define everything twice.
    fn add_further_files<'f>(
        &self,
        place: &SubmissionPath,
        mut chosen: Vec<&'f SubmissionFile>,
        files: &'f [SubmissionFile],
        notes: &mut SelectionNotes,
    ) -> Result<Vec<&'f SubmissionFile>, SubmissionContent> {
        let limit = self.assignment.build_limits.source;
        let is_further = |file: &&SubmissionFile| {
            let is_asked_for = self.also.iter().any(|also| also.matches_in_any_case(file))
                || self
                    .provided_as(file)
                    .is_some_and(|provided| !provided.replaces);
            let is_source = !file.kind.is_dir() && !has_header_ending(&file.inside);
            is_asked_for && is_source && !self.is_foreign(file)
        };
        let further: Vec<&SubmissionFile> = files.iter().filter(is_further).collect();
        let program = chosen.clone();
        for file in &further {
            if chosen
                .iter()
                .any(|it| it.inside.file_name() == file.inside.file_name())
            {
                continue;
            }
            let mut same_name: Vec<&SubmissionFile> = further
                .iter()
                .copied()
                .filter(|it| it.inside.file_name() == file.inside.file_name())
                .collect();
            // What stands in the folder of the program's file is of the same program.
            let stands_beside = |it: &&SubmissionFile| {
                program
                    .iter()
                    .any(|one| one.inside.parent() == it.inside.parent())
            };
            if same_name.iter().filter(|it| stands_beside(it)).count() == 1 {
                same_name.retain(stands_beside);
            }
            chosen.push(
                choose_file(place, &same_name, limit, notes)
                    .map_err(SubmissionContent::Ambiguous)?,
            );
        }
        chosen.sort_by(|left, right| left.inside.cmp(&right.inside));
        Ok(chosen)
    }

    /// Sources that were handed in beside the chosen ones. Copies of these under their own names are said already.
    pub(super) fn remaining_sources<'f>(
        &self,
        chosen: &[&SubmissionFile],
        files: &'f [SubmissionFile],
    ) -> Vec<&'f SubmissionFile> {
        files
            .iter()
            .filter(|file| file.kind.is_file() && files::is_source(&file.inside))
            .filter(|file| !is_chosen_name(chosen, file) && !self.is_foreign(file))
            .filter(|file| self.provided_as(file).is_none())
            .collect()
    }

    /// The instructor's file of this name, or of one that differs from it in capital letters only.
    fn provided_file(&self, name: &str) -> Option<&'a ProvidedFile> {
        let all = &self.assignment.provided;
        let exact = all.iter().find(|one| one.name == name);
        exact.or_else(|| all.iter().find(|one| one.name.eq_ignore_ascii_case(name)))
    }

    /// The instructor's file that a file has the name of.
    fn provided_as(&self, file: &SubmissionFile) -> Option<&'a ProvidedFile> {
        self.provided_file(file.inside.file_name()?.to_str()?)
    }
}

fn is_chosen_file(chosen: &[&SubmissionFile], file: &SubmissionFile) -> bool {
    chosen.iter().any(|it| it.inside == file.inside)
}

fn is_chosen_name(chosen: &[&SubmissionFile], file: &SubmissionFile) -> bool {
    chosen
        .iter()
        .any(|it| it.inside.file_name() == file.inside.file_name())
}
