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
        if !files.iter().any(|file| self.directs_build(file)) {
            return None;
        }
        let mut taken = Vec::new();
        let mut has_sources = false;
        let mut has_director = false;
        for file in files {
            let directs = self.directs_build(file);
            let is_source = files::is_source(&file.inside) || self.is_required(file);
            let is_asked_for = self.also.iter().any(|also| also.matches_in_any_case(file));
            if !file.kind.is_dir()
                && !self.is_foreign(file)
                && (directs || is_source || is_asked_for)
            {
                has_sources |= !directs;
                has_director |= directs;
                taken.push(file);
            }
        }
        let (toolchain, _) = select_toolchain_files(self.assignment, &taken, &mut Vec::new());
        (has_sources && has_director && toolchain.is_build_system()).then_some(taken)
    }

    /// Whether a file tells a build system of the assignment what to do.
    fn directs_build(&self, file: &SubmissionFile) -> bool {
        let name = file.inside.to_string_lossy();
        self.assignment
            .toolchains()
            .any(|it| it.is_build_system() && it.takes_file(&name))
    }
}
