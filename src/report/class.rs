//! What the files about a whole class are made of: the grades of this run, and what is kept of an earlier one.

use serde_json::value::RawValue;

use super::earlier::Earlier;
use super::entry::Entry;
use super::json;
use crate::model::{Confinement, Grade, Gradebook, ToolchainVersion};

/// All submissions that the class's files tell of.
pub(super) struct Class<'a> {
    pub(super) members: Vec<Member<'a>>,
    /// The toolchains that any of them was made with, sorted by name.
    pub(super) toolchains: Vec<ToolchainVersion>,
    pub(super) confinement: Option<Confinement>,
}

/// One submission.
pub(super) struct Member<'a> {
    pub(super) entry: Entry,
    pub(super) text: Text<'a>,
}

/// Where its entry in `results.json` comes from.
pub(super) enum Text<'a> {
    /// It is written anew.
    New(&'a Grade),
    /// It stays what it is, byte for byte.
    Kept(Box<RawValue>),
}

impl<'a> Class<'a> {
    /// This run's grades and no other.
    pub(super) fn new(gradebook: &'a Gradebook) -> serde_json::Result<Class<'a>> {
        let member = |grade| Ok(Member { entry: json::entry(grade)?, text: Text::New(grade) });
        Ok(Class {
            members: gradebook.grades.iter().map(member).collect::<serde_json::Result<_>>()?,
            toolchains: gradebook.toolchains.clone(),
            confinement: gradebook.confinement,
        })
    }

    /// Adds what is kept of an earlier run: every submission that this one did not grade. All are sorted as a whole run
    /// sorts them, by the course's `assignments` and then by student.
    pub(super) fn with(mut self, earlier: Earlier, assignments: &[String]) -> Class<'a> {
        let Earlier { toolchains, submissions, .. } = earlier;
        let is_new = |entry: &Entry| {
            self.members.iter().any(|new| new.entry.is_of(&entry.student, &entry.assignment))
        };
        let kept: Vec<Member<'a>> = submissions
            .into_iter()
            .filter(|(entry, _)| !is_new(entry))
            .map(|(entry, text)| Member { entry, text: Text::Kept(text) })
            .collect();
        let is_used = |toolchain: &ToolchainVersion| {
            let name = Some(&toolchain.name);
            kept.iter().any(|member| member.entry.build.toolchain.as_ref() == name)
        };
        for toolchain in toolchains.into_iter().filter(is_used) {
            if !self.toolchains.contains(&toolchain) {
                self.toolchains.push(toolchain);
            }
        }
        self.toolchains.sort_by(|one, other| one.name.cmp(&other.name));
        self.members.extend(kept);
        let order = |member: &Member<'_>| {
            let Entry { student, assignment, .. } = &member.entry;
            (assignments.iter().position(|id| id == assignment), student.clone())
        };
        self.members.sort_by_cached_key(order);
        self
    }

    /// How many submissions are kept of an earlier run.
    pub(super) fn kept(&self) -> usize {
        self.members.iter().filter(|member| matches!(member.text, Text::Kept(_))).count()
    }
}
