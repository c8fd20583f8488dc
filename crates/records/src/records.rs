//! The records of a whole class, in order.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;

use super::file::{RecordFile, RecordPlace};
use model::{Grade, Gradebook, GradingEnvironment, RunOutline, SubmissionName, ToolchainVersion};
use support::digest::DigestBuilder;

/// A gradebook on disk. While it is open, no other run changes the folder.
#[derive(Debug)]
pub struct ClassRecords {
    pub(super) file: RecordFile,
    pub(super) places: Vec<RecordPlace>,
    pub(super) outline: RunOutline,
    /// The files of runs whose grades are all in these records, locked.
    pub runs: Vec<(PathBuf, File)>,
    /// Locks the folder.
    pub(super) _lock: File,
}

impl ClassRecords {
    /// All reports are made of them: nobody needs the runs any more. Until then a run that is stopped could still be gone on with.
    pub fn discard_runs(self) {
        for (run, _) in &self.runs {
            // What cannot be removed does no harm: it is taken over only where a grade would be the same.
            let _ = fs::remove_file(run);
        }
    }

    /// What the class was graded with, all in all.
    pub fn environment(&self) -> GradingEnvironment {
        let heads = || self.places.iter().map(|place| &place.head.environment);
        let mut toolchains: Vec<ToolchainVersion> = Vec::new();
        for toolchain in heads().flat_map(|one| &one.toolchains) {
            if !toolchains.contains(toolchain) {
                toolchains.push(toolchain.clone());
            }
        }
        toolchains
            .sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
        // The weakest is what can be said of all.
        let confinement = heads().filter_map(|one| one.confinement);
        let confinement = confinement.max_by_key(|one| (one.tier, !one.shows_reads));
        GradingEnvironment {
            toolchains,
            confinement,
        }
    }
}

impl Gradebook for ClassRecords {
    fn count(&self) -> usize {
        self.places.len()
    }

    fn run_outline(&self) -> RunOutline {
        self.outline.clone()
    }

    fn grade(&self, place: usize) -> io::Result<Cow<'_, Grade>> {
        let place = self.places.get(place).ok_or(io::ErrorKind::NotFound)?;
        self.file.read_grade(place).map(Cow::Owned)
    }

    fn submission_name(&self, place: usize) -> io::Result<SubmissionName> {
        let place = self.places.get(place).ok_or(io::ErrorKind::NotFound)?;
        Ok(place.name())
    }
}

/// The names of all submissions of a class, in the order of its reports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClassList(pub Vec<SubmissionName>);

impl ClassList {
    /// What [`ClassList::to_text`] wrote; none if a line is no name.
    pub fn parse(text: &str) -> Option<ClassList> {
        text.lines()
            .map(SubmissionName::parse)
            .collect::<Option<_>>()
            .map(ClassList)
    }

    /// The names, one on a line.
    pub fn to_text(&self) -> String {
        self.0.iter().map(|name| format!("{name}\n")).collect()
    }

    /// What tells it from every other list.
    pub fn digest(&self) -> String {
        DigestBuilder::default()
            .with_piece(self.to_text().as_bytes())
            .finish()
            .to_string()
    }

    /// The assignments that occur, in their order.
    pub fn assignments(&self) -> Vec<&str> {
        let mut ids: Vec<&str> = Vec::new();
        for name in &self.0 {
            if !ids.contains(&name.assignment.as_str()) {
                ids.push(&name.assignment);
            }
        }
        ids
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_back_and_any_change_makes_another() {
        let name = |student: &str| SubmissionName {
            assignment: "sum".to_owned(),
            student: student.to_owned(),
        };
        let list = ClassList(vec![name("ann"), name("Zoë von und A/L "), name("#1")]);
        assert_eq!(list.to_text(), "sum/ann\nsum/Zoë von und A/L \nsum/#1\n");
        assert_eq!(ClassList::parse(&list.to_text()), Some(list.clone()));
        assert_ne!(ClassList(list.0[..2].to_vec()).digest(), list.digest());
        for damaged in ["sum", "sum/", "/ann", "sum/ann\n\nsum/bob"] {
            assert_eq!(ClassList::parse(damaged), None, "{damaged}");
        }
    }
}
