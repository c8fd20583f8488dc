//! Which of a student's files make the program of one assignment.

use std::path::Path;

use globset::{GlobBuilder, GlobMatcher};

use super::choice::{of_one_toolchain, too_many};
use super::files::{self, File, SubmissionPath};
use super::glob_words::in_words;
use super::name::printable;
use crate::model::bounds::MOST_FILES;
use crate::model::{Assignment, Course, Found, SourceFile, has_header_ending};

/// An assignment's names for its files.
pub(super) struct Sources<'a> {
    pub(super) assignment: &'a Assignment,
    wanted: Vec<Wanted>,
    accepted: Vec<Wanted>,
    /// Sources of the course's other assignments, which are never taken for this one.
    foreign: Vec<Wanted>,
}

/// A name or a glob of the rubric.
struct Wanted {
    text: String,
    /// None if the text is no valid glob; it is then a plain name.
    glob: Option<GlobMatcher>,
}

impl Wanted {
    fn all(texts: &[String]) -> Vec<Wanted> {
        texts.iter().map(|text| Wanted { text: text.clone(), glob: glob(text) }).collect()
    }

    /// A name without a folder may stand in any folder of the submission.
    fn matches(&self, file: &File) -> bool {
        let name = if self.text.contains('/') {
            Some(file.inside.as_os_str())
        } else {
            file.inside.file_name()
        };
        name.is_some_and(|name| match &self.glob {
            Some(glob) => glob.is_match(Path::new(name)),
            None => name == self.text.as_str(),
        })
    }

    fn is_plain(&self) -> bool {
        !self.text.contains(['*', '?', '[', '{'])
    }
}

fn glob(text: &str) -> Option<GlobMatcher> {
    GlobBuilder::new(text).literal_separator(true).build().ok().map(|glob| glob.compile_matcher())
}

type WithRemarks = (Found, Vec<String>);

impl<'a> Sources<'a> {
    pub(super) fn new(assignment: &'a Assignment, course: &Course) -> Sources<'a> {
        let others = course.assignments.iter().filter(|other| other.id != assignment.id);
        let foreign: Vec<String> = others.flat_map(|other| other.sources.iter().cloned()).collect();
        Sources {
            assignment,
            wanted: Wanted::all(&assignment.sources),
            accepted: Wanted::all(&assignment.accept),
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

    /// The program in a student's place.
    pub(super) fn find(&self, place: &SubmissionPath, may_accept: bool) -> WithRemarks {
        let seen = match files::look(place) {
            Ok(seen) => seen,
            Err(error) => {
                return (Found::Unreadable(format!("cannot look into it: {error}")), Vec::new());
            }
        };
        let files = &seen.files;
        let (found, mut remarks) = if let Some(reason) = seen.too_much {
            (Found::Refused(reason), Vec::new())
        } else if files.iter().any(|file| self.is_wanted(file)) {
            self.by_name(place, files)
        } else if place.kind.is_file() {
            self.single(place, files)
        } else {
            self.by_accept(place, files, may_accept)
        };
        if matches!(found, Found::Sources(_)) {
            remarks.extend(self.headers_left_out(files));
        }
        (found, remarks)
    }

    /// Headers that are not touched. The program may do without them, so that is only said.
    fn headers_left_out(&self, files: &[File]) -> Vec<String> {
        let headers = files.iter().filter(|file| has_header_ending(&file.inside));
        let reasons = headers.filter(|file| !file.kind.is_dir()).filter_map(|it| self.refusal(it));
        reasons.take(5).map(|reason| format!("A header was left out: {reason}")).collect()
    }

    fn is_wanted(&self, file: &File) -> bool {
        self.wanted.iter().any(|wanted| wanted.matches(file))
    }

    fn is_foreign(&self, file: &File) -> bool {
        self.foreign.iter().any(|wanted| wanted.matches(file))
    }

    fn by_name(&self, place: &SubmissionPath, files: &[File]) -> WithRemarks {
        let mut chosen: Vec<&File> = Vec::new();
        let mut remarks = Vec::new();
        for wanted in &self.wanted {
            let matching: Vec<&File> = files.iter().filter(|file| wanted.matches(file)).collect();
            match matching.as_slice() {
                [] => {
                    let missing = format!("{} is not there", in_words(&wanted.text));
                    return (Found::Missing(missing + &handed_in(files)), remarks);
                }
                [first, rest @ ..] if wanted.is_plain() => {
                    remarks.extend(rest.first().map(|_| several(first, matching.len())));
                    chosen.push(first);
                }
                _ => chosen.extend(matching.iter().filter(|file| !file.kind.is_dir())),
            }
        }
        chosen.sort_by(|left, right| left.inside.cmp(&right.inside));
        chosen.dedup_by(|left, right| left.inside == right.inside);
        let (toolchain, chosen) = of_one_toolchain(self.assignment, &chosen, &mut remarks);
        if toolchain.takes_one_source() && chosen.len() > 1 {
            return (Found::Missing(too_many(toolchain, &chosen)), Vec::new());
        }
        (self.checked(place, &chosen, files), remarks)
    }

    /// A file in place of a folder is the program, whatever it is called.
    fn single(&self, place: &SubmissionPath, files: &[File]) -> WithRemarks {
        let chosen: Vec<&File> = files.iter().collect();
        (self.checked(place, &chosen, &[]), Vec::new())
    }

    fn by_accept(&self, place: &SubmissionPath, files: &[File], may_accept: bool) -> WithRemarks {
        let candidates: Vec<&File> = files
            .iter()
            .filter(|file| {
                self.accepted.iter().any(|accepted| accepted.matches(file))
                    && !self.is_foreign(file)
            })
            .collect();
        let mut remarks = Vec::new();
        let (_, candidates) = of_one_toolchain(self.assignment, &candidates, &mut remarks);
        match candidates.as_slice() {
            [only] if may_accept => {
                let taken = printable(&only.inside);
                let (names, is) = (self.names(), self.is_or_are());
                remarks.push(format!("`{taken}` was taken, because {names} {is} missing"));
                (self.checked(place, &[only], files), remarks)
            }
            [] => (Found::Missing(self.nothing_of(files)), Vec::new()),
            _ => (Found::Missing(self.undecided(&candidates)), Vec::new()),
        }
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
        format!("{} {} not there{}", self.names(), self.is_or_are(), handed_in(files))
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
    fn checked(&self, place: &SubmissionPath, chosen: &[&File], files: &[File]) -> Found {
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
            all.iter().filter_map(|file| source(place, file, base)).collect();
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
    format!("; what was handed in holds {holds}")
}

fn several(first: &File, count: usize) -> String {
    format!(
        "{count} files have the name `{}`; the one at `{}` was taken",
        printable(first.inside.file_name().unwrap_or_default()),
        printable(&first.inside)
    )
}

/// A file under the name it has in the folder that holds all of them.
fn source(place: &SubmissionPath, file: &File, base: &Path) -> Option<SourceFile> {
    let inside = file.below.strip_prefix(base).ok()?;
    let parts: Vec<String> = inside.iter().map(printable).collect();
    let (folder, below) = (place.folder.clone(), file.below.clone());
    Some(SourceFile { folder, below, name: parts.join("/") })
}
