//! Submissions that say themselves how they are built: their Makefile says what is compiled, and what it is called.

use super::checked::select_toolchain_files;
use super::files::{self, SubmissionFile};
use super::sources::SourceSelector;

impl SourceSelector<'_> {
    /// All sources with the files that direct a build system, and all that `also` adds, if it is a build system that they are
    /// for. Files of one name in several folders are several files here.
    pub(super) fn build_system_files<'f>(
        &self,
        files: &'f [SubmissionFile],
    ) -> Option<Vec<&'f SubmissionFile>> {
        let systems = || {
            self.assignment
                .toolchains()
                .filter(|it| it.is_build_system())
        };
        let directs = |file: &SubmissionFile| {
            systems().any(|it| it.takes_file(&file.inside.to_string_lossy()))
        };
        if !files.iter().any(directs) {
            return None;
        }
        let is_taken = |file: &&SubmissionFile| {
            let is_source = files::is_source(&file.inside) || self.is_required(file);
            let is_asked_for = self.also.iter().any(|also| also.matches_in_any_case(file));
            !file.kind.is_dir()
                && !self.is_foreign(file)
                && (directs(file) || is_source || is_asked_for)
        };
        let taken: Vec<&SubmissionFile> = files.iter().filter(is_taken).collect();
        let has_sources = taken.iter().any(|file| !directs(file));
        let has_director = taken.iter().any(|file| directs(file));
        let (toolchain, _) = select_toolchain_files(self.assignment, &taken, &mut Vec::new());
        (has_sources && has_director && toolchain.is_build_system()).then_some(taken)
    }
}
