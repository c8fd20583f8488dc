//! Which of a student's files make the program of one assignment.

use std::path::{Path, PathBuf};

use super::choice::{of_one_toolchain, too_many};
use super::files::{self, File, LookError, SubmissionPath};
use super::glob_words::in_words;
use super::left_out::is_archive;
use super::listed::listed;
use super::wanted::Wanted;
use crate::model::bounds::MOST_FILES;
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
    /// Sources that were handed in and are no part of the program.
    pub(super) not_compiled: Vec<SourceFile>,
}

impl Taken {
    /// Nothing is taken, for this reason.
    pub(super) fn nothing(found: Found) -> Taken {
        Taken { found, remarks: Vec::new(), not_compiled: Vec::new() }
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
        let is_accepted = |file: &File| {
            let mut accepted = self.accepted.iter();
            accepted.any(|it| it.matches_in_any_case(file)) && !self.is_foreign(file)
        };
        self.wanted.iter().all(has) || files.iter().any(is_accepted)
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
                return Ok(Taken { found, remarks, not_compiled: Vec::new() });
            }
        };
        let chosen = self.with_further(chosen, files);
        let (toolchain, chosen) = of_one_toolchain(self.assignment, &chosen, &mut remarks);
        if toolchain.takes_one_source() && chosen.len() > 1 {
            return Ok(Taken::nothing(Found::Missing(too_many(toolchain, &chosen))));
        }
        let found = match self.checked(place, &chosen, files, toolchain.is_build_system()) {
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
        Ok(Taken { found, remarks, not_compiled })
    }

    /// Headers that are not touched. The program may do without them, so that is only said.
    fn headers_left_out(&self, files: &[File]) -> Vec<String> {
        let headers = files.iter().filter(|file| has_header_ending(&file.inside));
        let reasons = headers.filter(|file| !file.kind.is_dir()).filter_map(|it| self.refusal(it));
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
        let candidates: Vec<&File> = files
            .iter()
            .filter(|file| {
                self.accepted.iter().any(|accepted| accepted.matches_in_any_case(file))
                    && !self.is_foreign(file)
            })
            .collect();
        let (_, candidates) = of_one_toolchain(self.assignment, &candidates, remarks);
        match candidates.as_slice() {
            [only] if may_accept => {
                let taken = printable(&only.inside);
                let (names, is) = (self.names(), self.is_or_are());
                remarks.push(format!("`{taken}` was taken, because {names} {is} missing"));
                Ok(candidates)
            }
            [] => Err(self.nothing_of(files)),
            _ => Err(self.undecided(&candidates)),
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

    fn names(&self) -> String {
        let names: Vec<String> =
            self.assignment.sources.iter().map(|name| in_words(name)).collect();
        names.join(" and ")
    }

    fn is_or_are(&self) -> &'static str {
        if self.assignment.sources.len() == 1 { "is" } else { "are" }
    }

    fn nothing_of(&self, files: &[File]) -> String {
        let missing =
            format!("{} {} not there{}", self.names(), self.is_or_are(), handed_in(files));
        // A source that was not taken needs a reason.
        if !files.iter().any(|file| files::is_source(&file.inside)) {
            return missing;
        }
        let accept = if self.assignment.accept.is_empty() {
            String::new()
        } else {
            format!(", or a single {} of this assignment's", listed(&self.assignment.accept))
        };
        format!("{missing}; what is taken is {}{accept}: give the file that name", self.names())
    }

    fn undecided(&self, candidates: &[&File]) -> String {
        let names: Vec<String> = candidates
            .iter()
            .take(5)
            .map(|file| format!("`{}`", printable(&file.inside)))
            .collect();
        format!(
            "{} {} not there, and it is not clear what {} is for: name files as the assignment says",
            self.names(),
            self.is_or_are(),
            names.join(" or ")
        )
    }

    /// The chosen files with all headers of the submission, or the reason why they are not touched.
    fn checked(
        &self,
        place: &SubmissionPath,
        chosen: &[&File],
        files: &[File],
        keeps_names: bool,
    ) -> Found {
        if let Some(reason) = chosen.iter().find_map(|file| self.refusal(file)) {
            return Found::Refused(reason);
        }
        let headers = files
            .iter()
            .filter(|file| has_header_ending(&file.inside) && self.refusal(file).is_none());
        let mut all: Vec<&File> = chosen.iter().copied().chain(headers).collect();
        all.sort_by(|left, right| left.inside.cmp(&right.inside));
        all.dedup_by(|left, right| left.inside == right.inside);
        if let Some(reason) = self.too_much(&all) {
            return Found::Refused(reason);
        }
        // Each keeps its place among the others, so `#include "../include/board.h"` finds what it finds at home.
        let Some(base) = common_folder(&all) else {
            return Found::Missing(self.nothing_of(files));
        };
        let mut sources: Vec<SourceFile> =
            all.iter().filter_map(|file| source(place, file, base, keeps_names)).collect();
        sources.sort_by(|left, right| left.name.cmp(&right.name));
        Found::Sources(sources)
    }

    /// Why files that could each be taken are too much together.
    fn too_much(&self, all: &[&File]) -> Option<String> {
        const OWN: &str = "hand in only the files that you wrote for this program";
        if all.len() > MOST_FILES {
            let count = all.len();
            return Some(format!(
                "{count} sources and headers were handed in; at most {MOST_FILES} are accepted: {OWN}"
            ));
        }
        let most = self.assignment.build_limits.all_sources();
        let size = all.iter().fold(0, |sum: u64, file| sum.saturating_add(file.size));
        (size > most).then(|| {
            format!("all sources and headers together have {size} bytes; at most {most} are accepted: {OWN}")
        })
    }

    fn refusal(&self, file: &File) -> Option<String> {
        let (name, size) = (printable(&file.inside), file.size);
        let limit = self.assignment.build_limits.source;
        if !file.kind.is_file() {
            return Some(format!("`{name}` is {}, not a regular file", files::kind(file.kind)));
        }
        if file.inside.iter().any(|part| part.to_string_lossy().starts_with(['-', '@'])) {
            return Some(format!(
                "the name `{name}` could be mistaken for an option of the compiler"
            ));
        }
        (size > limit).then(|| format!("`{name}` has {size} bytes; at most {limit} are accepted"))
    }
}

/// The innermost folder that holds all files.
fn common_folder<'f>(files: &[&'f File]) -> Option<&'f Path> {
    let first = files.first()?.below.parent()?;
    first.ancestors().find(|folder| files.iter().all(|file| file.below.starts_with(folder)))
}

/// What there is instead of what is missing.
fn handed_in(files: &[File]) -> String {
    let there: Vec<String> =
        files.iter().take(5).map(|file| format!("`{}`", printable(&file.inside))).collect();
    let holds = if there.is_empty() { "nothing".to_owned() } else { there.join(", ") };
    let archive = files.iter().any(|file| is_archive(&printable(&file.inside)));
    let archive = if archive { "; such an archive is not unpacked, hand in a `.zip`" } else { "" };
    format!("; what was handed in holds {holds}{archive}")
}

fn several(first: &File, count: usize) -> String {
    format!(
        "{count} files have the name `{}`; the one at `{}` was taken",
        printable(first.inside.file_name().unwrap_or_default()),
        printable(&first.inside)
    )
}

fn in_another_case(wanted: &Wanted, file: &File) -> String {
    format!(
        "`{}` was taken for `{}`: the names differ in capital letters only",
        printable(&file.inside),
        wanted.text
    )
}

fn in_two_cases(wanted: &Wanted, files: &[&File]) -> String {
    let names: Vec<String> = files.iter().map(|file| printable(&file.inside)).collect();
    format!(
        "`{}` is not there, and it is not clear which of {} is meant, whose names differ in capital letters only",
        wanted.text,
        listed(&names)
    )
}

/// What was compiled, where something else could have been.
fn what_was_compiled(chosen: &[&File], rest: &[&File]) -> Option<String> {
    if rest.is_empty() {
        return None;
    }
    let [chosen, rest] = [chosen, rest].map(|files| {
        let names: Vec<String> = files.iter().map(|file| printable(&file.inside)).collect();
        listed(&names)
    });
    Some(format!(
        "Compiled was {chosen}; not compiled, because the assignment does not ask for it: {rest}"
    ))
}

/// What is said of archives beside a program.
pub(super) fn not_unpacked(names: &[String]) -> String {
    format!("Not unpacked, because the program stands beside it: {}", listed(names))
}

/// Archives beside the program: somebody may have meant what is in one.
fn archives_left_out(files: &[File]) -> Option<String> {
    let names = files.iter().filter(|file| file.kind.is_file());
    let names = names.map(|file| printable(&file.inside)).filter(|name| is_archive(name));
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| not_unpacked(&names))
}

/// A file under the name it has in the folder that holds all of them. What other files call it keeps its ending.
fn source(
    place: &SubmissionPath,
    file: &File,
    base: &Path,
    keeps_names: bool,
) -> Option<SourceFile> {
    let below = if keeps_names { file.below.clone() } else { with_known_ending(&file.below) };
    let inside = below.strip_prefix(base).ok()?;
    let parts: Vec<String> = inside.iter().map(printable).collect();
    let (folder, below) = (place.folder.clone(), file.below.clone());
    Some(SourceFile { folder, below, name: parts.join("/"), is_provided: false })
}

/// Compilers go by the ending, and know few of them in capital letters: `.Cpp` would be given to the linker.
fn with_known_ending(path: &Path) -> PathBuf {
    let ending = path.extension().unwrap_or_default();
    if ending == "C" || !files::is_source(path) {
        return path.to_owned();
    }
    path.with_extension(ending.to_ascii_lowercase())
}
