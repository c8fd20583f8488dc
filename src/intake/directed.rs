//! Submissions that say themselves how they are built: their Makefile says what is compiled, and what it is called.

use super::choice::of_one_toolchain;
use super::files::{self, File};
use super::sources::Sources;

impl Sources<'_> {
    /// All sources with the files that direct a build system, and all that `also` adds, if it is a build system that they are
    /// for. Files of one name in several folders are several files here.
    pub(super) fn directed<'f>(&self, files: &'f [File]) -> Option<Vec<&'f File>> {
        let systems = || self.assignment.toolchains().filter(|it| it.is_build_system());
        let directs = |file: &File| systems().any(|it| it.takes(&file.inside.to_string_lossy()));
        if !files.iter().any(directs) {
            return None;
        }
        let is_taken = |file: &&File| {
            let is_source = files::is_source(&file.inside) || self.is_wanted(file);
            let is_asked_for = self.also.iter().any(|also| also.matches_in_any_case(file));
            !file.kind.is_dir()
                && !self.is_foreign(file)
                && (directs(file) || is_source || is_asked_for)
        };
        let taken: Vec<&File> = files.iter().filter(is_taken).collect();
        let has_sources = taken.iter().any(|file| !directs(file));
        let has_director = taken.iter().any(|file| directs(file));
        let (toolchain, _) = of_one_toolchain(self.assignment, &taken, &mut Vec::new());
        (has_sources && has_director && toolchain.is_build_system()).then_some(taken)
    }
}
