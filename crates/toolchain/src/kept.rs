//! Builds that were made before: of the same files, in the same way, by the same compiler.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;

use super::compiler::PROGRAM;
use super::{BuildError, CapturedDiagnostics};
use crate::cache::CacheStore;
use crate::compile::{is_output_file, read_output_object, write_file};
use crate::link::CompiledSources;
use crate::runner::InterruptibleRunner;
use model::{BuildMethod, BuildRepair, BuildReport, BuildSettings, BuildVerdict};
use serde::{Deserialize, Serialize};
use support::digest::{Digest, DigestBuilder};

/// What makes two compilations of the same source differ.
const MOMENTS: [&str; 3] = ["__DATE__", "__TIME__", "__TIMESTAMP__"];

/// Where builds are kept that one installation of a toolchain has made.
#[derive(Debug, Clone, Copy)]
pub struct BuildCache<'a> {
    /// All builds.
    pub store: &'a CacheStore,
    /// The digest of the installation.
    pub installation: Digest,
}

/// A build, as it is kept.
#[derive(Serialize, Deserialize)]
struct CachedBuild {
    report: BuildReport,
    told: Vec<CapturedDiagnostics>,
    /// The objects by their names, one for each source; none of a source with errors.
    objects: Vec<(String, Option<Vec<u8>>)>,
    /// None if the sources have errors.
    program: Option<Vec<u8>>,
}

/// The changes that a search has found after which a rejected program compiles, as they are kept.
#[derive(Debug, Serialize, Deserialize)]
pub struct CachedRepair {
    /// None if it has found none.
    pub found: Option<BuildRepair>,
}

impl BuildCache<'_> {
    /// The digest of all that a search for changes of a rejected program rests on; none if it could be another one each time.
    pub fn repair_digest(
        &self,
        settings: &BuildSettings,
        files: &[(String, Vec<u8>)],
        ours: &[Arc<Vec<u8>>],
    ) -> Option<Digest> {
        let build = self.build_digest(settings, files, ours)?;
        let digester = DigestBuilder::default().with_piece(b"changes after which it compiles");
        Some(digester.with_piece(build.as_bytes()).finish())
    }

    /// What the search of this digest came to; none if it is not kept.
    pub fn restore_repair(&self, digest: Digest) -> Option<CachedRepair> {
        postcard::from_bytes(&self.store.get(digest)?).ok()
    }

    /// Keeps what a search came to.
    pub fn save_repair(&self, digest: Digest, repair: &CachedRepair) {
        if let Ok(bytes) = postcard::to_stdvec(repair) {
            self.store.insert(digest, &bytes);
        }
    }

    /// The digest of all that a build is made of; none if it could be another one each time.
    pub(super) fn build_digest(
        &self,
        settings: &BuildSettings,
        files: &[(String, Vec<u8>)],
        ours: &[Arc<Vec<u8>>],
    ) -> Option<Digest> {
        let tells_time = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            MOMENTS.iter().any(|word| text.contains(word))
        };
        if files.iter().any(|(_, bytes)| tells_time(bytes)) {
            return None;
        }
        let mut digester = self
            .settings_digester(settings)?
            .with_piece(settings.program.as_bytes())
            .with_serialised(&settings.limits);
        for (name, bytes) in files {
            digester = digester.with_piece(name.as_bytes()).with_piece(bytes);
        }
        digester = digester.with_piece(b"and ours");
        Some(
            ours.iter()
                .fold(digester, |digester, object| digester.with_piece(object))
                .finish(),
        )
    }

    /// The digest of all that an object is made of which is made of a source of ours.
    pub(super) fn object_digest(&self, settings: &BuildSettings, source: &str) -> Option<Digest> {
        let digester = self.settings_digester(settings)?;
        Some(
            digester
                .with_piece(b"an object of ours")
                .with_piece(source.as_bytes())
                .finish(),
        )
    }

    /// What all builds with the same settings share; none if nothing is compiled.
    fn settings_digester(&self, settings: &BuildSettings) -> Option<DigestBuilder> {
        let BuildMethod::Compiler(command) = &settings.toolchain.build else {
            return None;
        };
        let digester = DigestBuilder::for_this_program()
            .ok()?
            .with_piece(self.installation.as_bytes());
        Some(
            digester
                .with_piece(command.as_bytes())
                .with_all(&settings.flags)
                .with_all(&settings.libraries),
        )
    }

    /// What the build of this digest came to, with its objects and its program where a linker would have put them; none if it is
    /// not kept.
    pub(super) fn restore_build(
        &self,
        digest: Digest,
        runner: &InterruptibleRunner,
    ) -> Result<Option<CompiledSources>, BuildError> {
        let Some(packed) = self.store.get(digest) else {
            return Ok(None);
        };
        let Ok(bytes) = lz4_flex::decompress_size_prepended(&packed) else {
            return Ok(None);
        };
        let Ok(kept) = postcard::from_bytes::<CachedBuild>(&bytes) else {
            return Ok(None);
        };
        let CachedBuild {
            report,
            told,
            objects,
            program,
        } = kept;
        let out = runner.path_outside("out");
        for (name, bytes) in &objects {
            bytes
                .as_ref()
                .map_or(Ok(()), |bytes| write_file(out.join(name), bytes))?;
        }
        if let Some(bytes) = program {
            let path = out.join(PROGRAM);
            write_file(path.clone(), &bytes)?;
            fs::set_permissions(&path, Permissions::from_mode(0o755))
                .map_err(|source| BuildError::Write { path, source })?;
        }
        let objects = objects.into_iter().map(|(name, _)| name).collect();
        Ok(Some(CompiledSources {
            report,
            objects,
            captured: told,
            is_sure: true,
        }))
    }

    /// Keeps what a build came to, unless it might come to something else another time.
    pub(super) fn save_build(
        &self,
        digest: Digest,
        compiled: &CompiledSources,
        runner: &InterruptibleRunner,
    ) -> Result<(), BuildError> {
        let program = match compiled.report.verdict {
            BuildVerdict::Ok => Some(read_output_object(runner, PROGRAM)?),
            BuildVerdict::CompileError if compiled.is_sure => None,
            _ => return Ok(()),
        };
        let read = |name: &String| {
            let made = is_output_file(runner, name)
                .then(|| read_output_object(runner, name))
                .transpose()?;
            Ok((name.clone(), made))
        };
        let objects = compiled
            .objects
            .iter()
            .map(read)
            .collect::<Result<_, BuildError>>()?;
        let report = compiled.report.clone();
        let told = compiled.captured.clone();
        let kept = CachedBuild {
            report,
            told,
            objects,
            program,
        };
        if let Ok(bytes) = postcard::to_stdvec(&kept) {
            self.store
                .insert(digest, &lz4_flex::compress_prepend_size(&bytes));
        }
        Ok(())
    }
}
