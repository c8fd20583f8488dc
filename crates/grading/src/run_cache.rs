//! What is cached between runs, and which grades may be.

use crate::written_files::WrittenFiles;
use model::{
    Assignment, BuildVerdict, CriterionState, Grade, Judgement, UndefinedBehaviour, Verdict,
};
use toolchain::cache::{CacheFolder, CacheStore};
use toolchain::{PrecompiledStore, ToolchainInstallations};

/// Where that is; or nowhere, and then it ends with the run.
#[derive(Debug)]
pub struct RunCache {
    /// Precompiled headers of earlier runs.
    pub precompiled: PrecompiledStore,
    pub(super) builds: CacheStore,
    pub(super) installations: ToolchainInstallations,
    import_libraries: CacheStore,
    written: WrittenFiles,
}

impl RunCache {
    /// In the user's cache.
    pub fn from_cache_folder(cache: &CacheFolder) -> RunCache {
        let precompiled = cache
            .path()
            .map(PrecompiledStore::in_cache)
            .unwrap_or_default();
        let precompiled = if cache.is_read_only() {
            precompiled.read_only()
        } else {
            precompiled
        };
        RunCache {
            precompiled,
            builds: cache.open_store("builds"),
            installations: ToolchainInstallations::new(cache.open_store("installations")),
            import_libraries: cache.open_store("import-libraries"),
            written: WrittenFiles::new(cache.open_store("written-files")),
        }
    }

    /// The same, in which no earlier build is found.
    pub fn building_anew(self) -> RunCache {
        RunCache {
            builds: self.builds.written_only(),
            ..self
        }
    }

    /// Which files of courses the grader wrote.
    pub fn written_files(&self) -> &WrittenFiles {
        &self.written
    }

    /// What is known of import libraries.
    pub fn import_libraries(&self) -> &CacheStore {
        &self.import_libraries
    }
}

/// Whether grading the same submission again would give the same grade: not if a program makes random choices, if something came
/// near a time limit, or if the grader failed.
pub(super) fn is_repeatable(grade: &Grade, assignment: &Assignment) -> bool {
    let chance = assignment
        .reference
        .game()
        .and_then(model::GameSupport::why_games_differ);
    let build = &grade.build;
    let is_built_alike = match build.verdict {
        BuildVerdict::Ok | BuildVerdict::CompileError => build.warnings.unknown.is_none(),
        BuildVerdict::Missing | BuildVerdict::Refused => true,
        BuildVerdict::CompileLimit | BuildVerdict::Ungraded => false,
    };
    let is_found_alike = match grade.undefined {
        UndefinedBehaviour::NotAsked
        | UndefinedBehaviour::NotApplicable(_)
        | UndefinedBehaviour::Found(_) => true,
        UndefinedBehaviour::Unknown(_) | UndefinedBehaviour::Failed(_) => false,
    };
    let own = grade.cases.iter().map(|case| &case.judgement);
    let calls = grade
        .cases
        .iter()
        .flat_map(|case| &case.calls)
        .map(|call| &call.judgement);
    let tests = grade
        .cases
        .iter()
        .flat_map(|case| &case.tests)
        .map(|test| &test.judgement);
    let stricter = grade
        .criteria
        .iter()
        .flat_map(|criterion| &criterion.judgements);
    let mut judgements = own
        .chain(calls)
        .chain(tests)
        .chain(stricter.map(|(_, judgement)| judgement));
    let in_time =
        |one: &Judgement| !matches!(one.verdict, Verdict::TimeLimit | Verdict::Ungraded(_));
    let is_decided = grade
        .criteria
        .iter()
        .all(|one| one.state != CriterionState::Ungraded);
    chance.is_none() && is_built_alike && is_found_alike && is_decided && judgements.all(in_time)
}
