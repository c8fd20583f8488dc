//! Programs of several files of which the rubric names none, or not all: what is one program, and what is built if that fails.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

use super::error::join_quoted;
use super::files::{self, SubmissionFile, SubmissionPath};
use super::same_name::{self, SelectionNotes, are_identical, choose_file};
use super::sentences::{
    compiled_files_remark, is_or_are, program_names, together_remark, undecided_message,
};
use super::sources::{ChosenFiles, SourceSelector};
use cpp::source::{MainFunction, main_functions};
use model::bounds::MOST_FILES;
use model::{FallbackFiles, SubmissionContent, Toolchain, has_header_ending};
use support::printable::to_printable;

impl SourceSelector<'_> {
    /// Several files with accepted names: one program, if exactly one of them defines `main`.
    pub(super) fn select_together<'f>(
        &self,
        place: &SubmissionPath,
        toolchain: &Toolchain,
        candidates: &[&'f SubmissionFile],
        files: &'f [SubmissionFile],
        notes: &mut SelectionNotes,
    ) -> Result<ChosenFiles<'f>, SubmissionContent> {
        let limit = self.assignment.build_limits.source;
        let mut chosen = Vec::new();
        for same_name in group_by_name(candidates).values() {
            chosen.push(
                choose_file(place, same_name, limit, notes)
                    .map_err(SubmissionContent::Ambiguous)?,
            );
        }
        chosen.sort_by(|left, right| left.inside.cmp(&right.inside));
        let taken: Vec<String> = chosen
            .iter()
            .map(|file| to_printable(&file.inside))
            .collect();
        let names = program_names(self.assignment);
        let is = is_or_are(self.assignment);
        if let [only] = taken.as_slice() {
            notes
                .remarks
                .push(format!("`{only}` was taken, because {names} {is} missing"));
            return Ok(ChosenFiles::new(chosen));
        }
        let Some(main) = self.only_main(place, toolchain, &chosen, files) else {
            return Err(SubmissionContent::Ambiguous(undecided_message(
                self.assignment,
                &chosen,
            )));
        };
        let taken = join_quoted(&taken);
        let main_name = to_printable(&main.inside);
        notes
            .remarks
            .push(together_remark(&taken, &main_name, &names, is));
        notes
            .to_check
            .push(together_choice(&taken, &main_name, &names, is));
        Ok(ChosenFiles {
            files: chosen,
            main: Some(main),
        })
    }

    /// The file that defines `main`, if it is certain that no other does.
    fn only_main<'f>(
        &self,
        place: &SubmissionPath,
        toolchain: &Toolchain,
        chosen: &[&'f SubmissionFile],
        files: &[SubmissionFile],
    ) -> Option<&'f SubmissionFile> {
        if toolchain.is_build_system() || toolchain.takes_one_source() {
            return None;
        }
        let mains = self.find_mains(place, chosen, files)?;
        let of = |kind: MainFunction| {
            chosen
                .iter()
                .zip(&mains)
                .filter(move |(_, main)| **main == kind)
                .map(|(file, _)| *file)
        };
        let is_clear = of(MainFunction::Unclear).next().is_none();
        let mut defined = of(MainFunction::Defined);
        match (is_clear, defined.next(), defined.next()) {
            (true, Some(main), None) => Some(main),
            _ => None,
        }
    }

    /// Which of these files define `main`; none if they are too many, too large or no sources.
    fn find_mains(
        &self,
        place: &SubmissionPath,
        chosen: &[&SubmissionFile],
        files: &[SubmissionFile],
    ) -> Option<Vec<MainFunction>> {
        if !chosen
            .iter()
            .all(|file| file.kind.is_file() && files::is_source(&file.inside))
        {
            return None;
        }
        let is_header =
            |file: &&SubmissionFile| file.kind.is_file() && has_header_ending(&file.inside);
        let headers = files.iter().filter(is_header);
        let all: Vec<&SubmissionFile> = chosen.iter().copied().chain(headers).collect();
        if all.len() > MOST_FILES {
            return None;
        }
        let texts =
            same_name::read_all_bounded(place, &all, self.assignment.build_limits.all_sources())?;
        let mut mains = main_functions(&texts);
        mains.truncate(chosen.len());
        Some(mains)
    }

    /// The files that a glob matches, without copies and without backups that define `main` once more.
    pub(super) fn without_backups<'f>(
        &self,
        place: &SubmissionPath,
        matching: &[&'f SubmissionFile],
        notes: &mut SelectionNotes,
    ) -> Result<Vec<&'f SubmissionFile>, SubmissionContent> {
        let limit = self.assignment.build_limits.source;
        let mut chosen: Vec<&SubmissionFile> = Vec::new();
        let mut undecided: Vec<Vec<&SubmissionFile>> = Vec::new();
        let mut backup_folders: Vec<&Path> = Vec::new();
        for (_, same_name) in group_by_name(matching) {
            let are_programs = || {
                let mains = self.find_mains(place, &same_name, &[]).unwrap_or_default();
                mains
                    .iter()
                    .filter(|main| **main == MainFunction::Defined)
                    .count()
                    > 1
            };
            if are_identical(place, &same_name, limit) || are_programs() {
                let meant = choose_file(place, &same_name, limit, notes)
                    .map_err(SubmissionContent::Ambiguous)?;
                let others = same_name.iter().filter(|file| file.inside != meant.inside);
                backup_folders.extend(others.filter_map(|file| file.inside.parent()));
                chosen.push(meant);
            } else {
                undecided.push(same_name);
            }
        }
        for same_name in undecided {
            let (backups, others): (Vec<&SubmissionFile>, Vec<&SubmissionFile>) = same_name
                .iter()
                .partition(|file| is_in_backup(&backup_folders, file));
            chosen.extend(if others.is_empty() { backups } else { others });
        }
        Ok(chosen)
    }

    /// The file with `main` alone, which is built if the files that were taken together do not build.
    pub(super) fn main_file_fallback(
        &self,
        place: &SubmissionPath,
        main: &SubmissionFile,
        chosen: &[&SubmissionFile],
        files: &[SubmissionFile],
        toolchain: &Toolchain,
    ) -> Option<FallbackFiles> {
        let SubmissionContent::Sources(sources) = self.lay_out_sources(
            place,
            &[main],
            files,
            toolchain,
            &mut SelectionNotes::default(),
        ) else {
            return None;
        };
        let all: Vec<String> = chosen
            .iter()
            .map(|file| to_printable(&file.inside))
            .collect();
        let all = join_quoted(&all);
        let main_name = to_printable(&main.inside);
        let rest = self.remaining_sources(&[main], files);
        let names = program_names(self.assignment);
        let is = is_or_are(self.assignment);
        let remark = format!("{all} do not build together, so `{main_name}` was compiled alone");
        Some(FallbackFiles {
            sources,
            not_compiled: self.left_out_sources(place, &rest),
            withdrawn: vec![
                together_remark(&all, &main_name, &names, is),
                together_choice(&all, &main_name, &names, is),
            ],
            to_check: format!("{remark}; it is the only one that defines `main`"),
            remark,
            entry: None,
        })
    }

    /// The program with further accepted files, which is built if the chosen ones do not build alone. Together they have one `main`.
    pub(super) fn all_files_fallback(
        &self,
        place: &SubmissionPath,
        chosen: &[&SubmissionFile],
        rest: &[&SubmissionFile],
        files: &[SubmissionFile],
        toolchain: &Toolchain,
    ) -> Option<FallbackFiles> {
        let is_several = toolchain.is_build_system() || toolchain.takes_one_source();
        let accepted: Vec<&SubmissionFile> = rest
            .iter()
            .copied()
            .filter(|file| self.is_accepted(file))
            .collect();
        let are_twice = group_by_name(&accepted)
            .values()
            .any(|same_name| same_name.len() > 1);
        if is_several || accepted.is_empty() || are_twice {
            return None;
        }
        // The file with the right name may hold the functions, and another one `main`.
        let together: Vec<&SubmissionFile> = chosen.iter().chain(&accepted).copied().collect();
        let main = self.only_main(place, toolchain, &together, files);
        let mut parts: Vec<&SubmissionFile> = accepted
            .iter()
            .copied()
            .filter(|file| main.is_some_and(|main| main.below == file.below))
            .collect();
        let mains = self.find_mains(place, &accepted, files)?;
        for (file, main) in accepted.iter().zip(mains) {
            if main == MainFunction::Absent {
                parts.push(*file);
            }
        }
        if parts.is_empty() {
            return None;
        }
        let all: Vec<&SubmissionFile> = chosen
            .iter()
            .copied()
            .chain(parts.iter().copied())
            .collect();
        let SubmissionContent::Sources(sources) = self.lay_out_sources(
            place,
            &all,
            files,
            toolchain,
            &mut SelectionNotes::default(),
        ) else {
            return None;
        };
        let [chosen_names, part_names] = [chosen, &parts].map(|files| {
            let names: Vec<String> = files
                .iter()
                .map(|file| to_printable(&file.inside))
                .collect();
            join_quoted(&names)
        });
        let remark =
            format!("{chosen_names} does not build alone, so {part_names} was compiled with it");
        Some(FallbackFiles {
            sources,
            not_compiled: self.left_out_sources(place, &self.remaining_sources(&all, files)),
            withdrawn: compiled_files_remark(chosen, rest).into_iter().collect(),
            to_check: format!("{remark}, which the rubric does not ask for"),
            remark,
            entry: None,
        })
    }
}

/// A file beside another copy of the program belongs to that copy.
fn is_in_backup(backup_folders: &[&Path], file: &&SubmissionFile) -> bool {
    backup_folders.iter().any(|it| file.inside.starts_with(it))
}

/// The sentence for staff where several files are one program.
fn together_choice(taken: &str, main: &str, names: &str, is: &str) -> String {
    format!(
        "{taken} were graded as one program, because {names} {is} missing and only `{main}` defines `main`"
    )
}

/// The files of each name, in the order in which they were found.
fn group_by_name<'f>(
    files: &[&'f SubmissionFile],
) -> BTreeMap<Option<&'f OsStr>, Vec<&'f SubmissionFile>> {
    let mut all: BTreeMap<Option<&OsStr>, Vec<&SubmissionFile>> = BTreeMap::new();
    for file in files {
        all.entry(file.inside.file_name()).or_default().push(file);
    }
    all
}
