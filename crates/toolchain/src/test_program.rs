//! Programs that run unit tests: files of tests, compiled together with a submission's headers and linked with its objects.
//!
//! The files are there only while they are compiled, and the program only while its tests run: what a student's program
//! finds in its folder is only what it was made of itself.

use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::compiler::{Compiler, OUT};
use super::drivers::{check_build_tools, prepare_objects};
use super::{Attempt, BuildCache, BuildError, BuildOutput};
use crate::cache::CacheStore;
use crate::compile::{is_output_file, read_output_object, remove_file, write_file};
use crate::runner::InterruptibleRunner;
use model::BuildSettings;
use object::{Object, ObjectSymbol};
use support::digest::{Digest, DigestBuilder};

/// What a program of tests is made of.
pub struct TestProgram<'a> {
    /// How the submission was built; libraries of a framework are among its libraries.
    pub settings: &'a BuildSettings,
    /// The submission.
    pub built: &'a BuildOutput,
    /// Its program's name.
    pub name: &'a str,
    /// Files by name: those that are compiled, and what they include.
    pub files: &'a [(String, Vec<u8>)],
    /// The names of those that are compiled.
    pub sources: &'a [String],
    /// Names of the submission's sources that tests include, so that their objects have no place.
    pub included: &'a [String],
    /// Objects of ours.
    pub support_objects: &'a [Arc<Vec<u8>>],
    /// Where objects are kept that earlier runs made; none if they are not to be kept.
    pub kept: Option<BuildCache<'a>>,
}

impl TestProgram<'_> {
    /// Compiles and links it. The program is returned as it is seen from inside the sandbox. It is rejected with what the compiler
    /// or the linker says.
    ///
    /// # Errors
    ///
    /// If something of ours fails.
    pub fn compile_and_link(
        &self,
        log: &mut Vec<String>,
        runner: &mut InterruptibleRunner,
    ) -> Result<Attempt<PathBuf>, BuildError> {
        let folder = self.free_folder_name();
        let path = runner.path_outside("source").join(&folder);
        let failed = |source: io::Error| BuildError::Write {
            path: path.clone(),
            source,
        };
        remove_folder(&path).map_err(failed)?;
        fs::create_dir(&path).map_err(failed)?;
        fs::set_permissions(&path, Permissions::from_mode(0o755)).map_err(failed)?;
        for (name, bytes) in self.files {
            write_file(path.join(name), bytes)?;
        }
        let compiled = self.compile_tests(&folder, log, runner);
        remove_folder(&path).map_err(failed)?;
        let objects = match compiled? {
            Attempt::Done(objects) => objects,
            Attempt::Rejected(said) => return Ok(Attempt::Rejected(said)),
        };
        let linked = self.link_tests(&objects, log, runner);
        for object in &objects {
            remove_file(runner.path_outside("out").join(object))?;
        }
        linked
    }

    /// A name that no file of the submission has or begins with.
    fn free_folder_name(&self) -> String {
        let is_free = |name: &String| {
            let mut files = self.built.files.iter();
            !files.any(|(file, _)| file.split('/').next() == Some(name.as_str()))
        };
        let numbered = (2..).map(|number| format!("tests-{number}"));
        let mut names = std::iter::once("tests".to_owned()).chain(numbered);
        names.find(is_free).unwrap_or_default()
    }

    /// An object of each source; or what the compiler says of all of them.
    fn compile_tests(
        &self,
        folder: &str,
        log: &mut Vec<String>,
        runner: &mut InterruptibleRunner,
    ) -> Result<Attempt<Vec<String>>, BuildError> {
        let mut compiler = Compiler::new(self.settings, runner);
        let files = self.files_digest(folder);
        let mut objects = Vec::new();
        let mut said_all = String::new();
        let mut is_whole = true;
        for (number, source) in self.sources.iter().enumerate() {
            let object = format!("{}-{number}.o", self.name);
            let mut arguments = self.settings.flags.clone();
            // What the linker misses is told with its line.
            arguments.extend(["-w", "-g1", "-DGRADER_RUNNER"].map(str::to_owned));
            for folder in std::iter::once(folder.to_owned()).chain(self.include_folders()) {
                arguments.extend(["-iquote".to_owned(), folder]);
            }
            arguments.extend(["-c", "-o"].map(str::to_owned));
            arguments.extend([format!("{OUT}/{object}"), format!("{folder}/{source}")]);
            let kept = files.map(|(store, files)| (store, object_digest(files, &arguments)));
            if let Some(bytes) = kept.and_then(|(store, digest)| store.get(digest)) {
                write_file(compiler.runner.path_outside("out").join(&object), &bytes)?;
                compiler.log_command(compiler.command, &arguments);
                objects.push(object);
                continue;
            }
            let said = compiler.run(compiler.command, arguments)?;
            if said.is_success() && is_output_file(compiler.runner, &object) {
                if let Some((store, digest)) = kept {
                    store.insert(digest, &read_output_object(compiler.runner, &object)?);
                }
                objects.push(object);
                continue;
            }
            is_whole = false;
            let limit = said.hit_limit(&self.settings.limits);
            said_all += if limit {
                "error: the compiler needed too much time or memory\n"
            } else {
                ""
            };
            said_all += &said.diagnostics;
        }
        log.append(&mut compiler.log);
        if is_whole {
            return Ok(Attempt::Done(objects));
        }
        check_build_tools(&mut compiler)?;
        for object in &objects {
            remove_file(compiler.runner.path_outside("out").join(object))?;
        }
        Ok(Attempt::Rejected(said_all))
    }

    /// Where objects are kept, and the digest of all files that they are made of; none if they are not to be kept.
    fn files_digest(&self, folder: &str) -> Option<(&CacheStore, Digest)> {
        let kept = self.kept?;
        let tests = self.files.iter();
        let tests = tests.map(|(name, bytes)| (format!("{folder}/{name}"), bytes.clone()));
        let files: Vec<(String, Vec<u8>)> = tests.chain(self.built.files.iter().cloned()).collect();
        Some((kept.store, kept.build_digest(self.settings, &files, &[])?))
    }

    /// The folders in which the submission's files stand, its own first.
    fn include_folders(&self) -> Vec<String> {
        let names = self.built.files.iter().map(|(name, _)| name.as_str());
        let folders: BTreeSet<&str> = names
            .filter_map(|name| Some(name.rsplit_once('/')?.0))
            .collect();
        std::iter::once(".")
            .chain(folders)
            .map(str::to_owned)
            .collect()
    }

    fn link_tests(
        &self,
        objects: &[String],
        log: &mut Vec<String>,
        runner: &mut InterruptibleRunner,
    ) -> Result<Attempt<PathBuf>, BuildError> {
        let own = self.built.objects.iter().zip(&self.built.names);
        let own = own.filter(|(_, name)| !self.included.contains(name));
        let all: Vec<String> = own
            .map(|(object, _)| object.clone())
            .chain(objects.iter().cloned())
            .collect();
        let renamed = symbol_renames(&all, runner)?;
        let mut linkable = match prepare_objects(self.settings, &all, &[], &renamed, runner)? {
            Attempt::Done(linkable) => linkable,
            Attempt::Rejected(reason) => {
                return Ok(Attempt::Rejected(format!("error: {reason}")));
            }
        };
        let linked = linkable.link_with_diagnostics(self.name, self.support_objects, runner)?;
        linkable.remove_copies(runner)?;
        log.append(&mut linkable.log);
        Ok(linked)
    }
}

/// The digest of an object that the compiler makes of these files with these arguments.
fn object_digest(files: Digest, arguments: &[String]) -> Digest {
    DigestBuilder::default()
        .with_piece(b"an object of unit tests")
        .with_all(arguments)
        .with_piece(files.as_bytes())
        .finish()
}

/// New names for `main` and for all that these objects define under a plain C name, for a copy of each of them.
///
/// Whoever writes a `strcmp` after `#include <cstring>` replaces that of the C library in the program. With another name, it is
/// called by the student's code and by tests, and by nothing of the runner's, of a framework's or of a library's.
fn symbol_renames(
    objects: &[String],
    runner: &InterruptibleRunner,
) -> Result<Vec<(String, String)>, BuildError> {
    let mut names = BTreeSet::new();
    for name in objects {
        names.extend(defined_c_names(&read_output_object(runner, name)?));
    }
    names.remove("main");
    let main = ("main".to_owned(), crate::STUDENTS_MAIN.to_owned());
    let others = names.into_iter().map(|name| {
        let new = format!("grader_students_{name}");
        (name, new)
    });
    Ok(std::iter::once(main).chain(others).collect())
}

/// What an object defines for others under a name as it is in C; nothing where the object cannot be read, because then it
/// cannot be linked either. A name that begins with `_` is C++'s, the compiler's or the system's.
fn defined_c_names(bytes: &[u8]) -> Vec<String> {
    let Ok(file) = object::File::parse(bytes) else {
        return Vec::new();
    };
    let is_c = |name: &&str| {
        !name.starts_with('_')
            && name
                .bytes()
                .all(|it| it == b'_' || it.is_ascii_alphanumeric())
    };
    let others = file
        .symbols()
        .filter(|it| it.is_global() && it.is_definition());
    others
        .filter_map(|symbol| symbol.name().ok().filter(is_c).map(str::to_owned))
        .collect()
}

/// Removes the folder with tests, if it is there. Compilers cannot write where it stands.
fn remove_folder(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
