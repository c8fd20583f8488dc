//! A toolchain as it is installed here: the files that it compiles and links with, and what its programs are run with.
//!
//! A compiler is asked once where it looks, and its answer is kept for as long as the compiler stays the same. What is there is
//! looked at in every run: a header that was changed or that appeared, another linker, a new C++ library.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use super::compiler::Compiler;
use super::contents::FileDigests;
use super::toolchain;
use crate::cache::CacheStore;
use crate::compiler;
use crate::runner::InterruptibleRunner;
use model::{BuildSettings, Toolchain};
use sandbox::SandboxError;
use serde::{Deserialize, Serialize};
use support::digest::{Digest, DigestBuilder};

/// Raised when the kept answer changes its form or meaning.
const SCHEME: &str = "grader/installation/2";

/// The parts that compilers start.
const PROGRAMS: [&str; 6] = ["cc1", "cc1plus", "collect2", "as", "ld", "liblto_plugin.so"];

/// What linkers add to every program, or programs load when they start.
const LIBRARIES: [&str; 21] = [
    "crt1.o",
    "Scrt1.o",
    "crti.o",
    "crtn.o",
    "crtbegin.o",
    "crtbeginS.o",
    "crtend.o",
    "crtendS.o",
    "libstdc++.so",
    "libstdc++.so.6",
    "libm.so",
    "libm.so.6",
    "libgcc.a",
    "libgcc_s.so",
    "libgcc_s.so.1",
    "libc.so",
    "libc.so.6",
    "libasan.so",
    "libubsan.so",
    "libasan_preinit.o",
    "ld-linux-x86-64.so.2",
];

/// The toolchains that a run has looked at.
#[derive(Debug)]
pub struct ToolchainInstallations {
    /// What compilers have answered, and what files held.
    kept: CacheStore,
    known: Mutex<KnownInstallations>,
}

/// What is known of them.
#[derive(Debug, Default)]
struct KnownInstallations {
    toolchains: BTreeMap<ToolchainKey, Option<ToolchainInstallation>>,
    contents: FileDigests,
}

/// A toolchain's name, flags, and libraries.
type ToolchainKey = (String, Vec<String>, Vec<String>);

/// What a toolchain is here. Where the same is installed, it is the same on every machine.
#[derive(Debug, Clone, Copy)]
pub struct ToolchainInstallation {
    /// The digest of its programs, and of what they link with.
    pub programs: Digest,
    /// The digest of all that it reads, with the flags.
    pub all_inputs: Digest,
}

/// Where a compiler looks.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct CompilerSearchPaths {
    /// For headers, in this order; those that are not there, too.
    headers: Vec<PathBuf>,
    /// For its own parts.
    programs: Vec<PathBuf>,
    /// For libraries.
    libraries: Vec<PathBuf>,
}

impl ToolchainInstallations {
    /// None so far. What compilers answer is kept in `kept`.
    pub fn new(kept: CacheStore) -> ToolchainInstallations {
        ToolchainInstallations {
            kept,
            known: Mutex::default(),
        }
    }

    /// What the toolchain of these settings is, with their flags; none if it is not there. `runner` is for a compiler that has to
    /// be asked.
    pub fn find_installation(
        &self,
        settings: &BuildSettings,
        runner: impl FnOnce() -> Result<InterruptibleRunner, SandboxError>,
    ) -> Option<ToolchainInstallation> {
        let BuildSettings {
            toolchain,
            flags,
            libraries,
            ..
        } = settings;
        let asked = (toolchain.name.clone(), flags.clone(), libraries.clone());
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(installation) = known.toolchains.get(&asked) {
            return *installation;
        }
        let installation = self.inspect_toolchain(settings, &mut known.contents, runner);
        known.toolchains.insert(asked, installation);
        installation
    }

    fn inspect_toolchain(
        &self,
        settings: &BuildSettings,
        contents: &mut FileDigests,
        runner: impl FnOnce() -> Result<InterruptibleRunner, SandboxError>,
    ) -> Option<ToolchainInstallation> {
        let BuildSettings {
            toolchain,
            flags,
            libraries: behind,
            ..
        } = settings;
        if toolchain.is_build_system() {
            // Whatever its files name is read, and nobody knows what that is.
            return None;
        }
        let commands = find_commands(toolchain)?;
        let places = match toolchain.compiler_command() {
            Some(_) => self.search_paths(&commands, settings, runner)?,
            None => CompilerSearchPaths::default(),
        };
        let parts = PROGRAMS.map(|name| {
            find_file(&places.programs, name).or_else(|| toolchain::find_command(name))
        });
        let libraries = LIBRARIES.map(|name| find_file(&places.libraries, name));
        let named = named_libraries(flags.iter().chain(behind))
            .map(|name| find_file(&places.libraries, &name));
        let named: Vec<Option<PathBuf>> = named.collect();
        let by_path = flags
            .iter()
            .filter_map(|flag| flag.find('/').map(|start| &flag[start..]));
        let by_path = by_path.map(|path| Some(PathBuf::from(path)));
        let own = commands.into_iter().map(Some).chain(parts).chain(libraries);
        let programs = contents.digest_files(own, &self.kept).ok()?;
        let others = contents
            .digest_files(named.into_iter().chain(by_path), &self.kept)
            .ok()?;
        let read = places.headers.iter().chain(&toolchain.reads);
        let headers = contents.digest_folders(read, &self.kept).ok()?;
        let names = DigestBuilder::default().with_all(&[SCHEME, &toolchain.name]);
        let names = names.with_all(flags).with_all(behind);
        let all = [programs, others, headers];
        let whole = all
            .iter()
            .fold(names, |all, digest| all.with_piece(digest.as_bytes()))
            .finish();
        Some(ToolchainInstallation {
            programs,
            all_inputs: whole,
        })
    }

    /// Where a compiler looks; none if it cannot be asked.
    fn search_paths(
        &self,
        commands: &[PathBuf],
        settings: &BuildSettings,
        runner: impl FnOnce() -> Result<InterruptibleRunner, SandboxError>,
    ) -> Option<CompilerSearchPaths> {
        let commands: Option<Vec<String>> = commands
            .iter()
            .map(|path| compiler::fingerprint_file(path))
            .collect();
        let BuildSettings {
            toolchain, flags, ..
        } = settings;
        let asked = DigestBuilder::default()
            .with_all(&[SCHEME, &toolchain.name])
            .with_all(flags);
        let asked = asked.with_all(&commands?).finish();
        let kept = self.kept.get(asked);
        if let Some(places) = kept.and_then(|kept| postcard::from_bytes(&kept).ok()) {
            return Some(places);
        }
        let mut runner = runner().ok()?;
        let places = query_search_paths(settings, &mut runner).ok()?;
        self.kept.insert(asked, &postcard::to_stdvec(&places).ok()?);
        Some(places)
    }
}

/// The commands of a toolchain; none if one of them is not there.
fn find_commands(toolchain: &Toolchain) -> Option<Vec<PathBuf>> {
    toolchain::command_names(toolchain)
        .map(toolchain::find_command)
        .collect()
}

/// The first file of this name in one of the folders.
fn find_file(folders: &[PathBuf], name: &str) -> Option<PathBuf> {
    folders
        .iter()
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// The libraries that flags name.
fn named_libraries<'f>(flags: impl Iterator<Item = &'f String>) -> impl Iterator<Item = String> {
    let names = flags.filter_map(|flag| flag.strip_prefix("-l"));
    names.flat_map(|name| [format!("lib{name}.so"), format!("lib{name}.a")])
}

fn query_search_paths(
    settings: &BuildSettings,
    runner: &mut InterruptibleRunner,
) -> Result<CompilerSearchPaths, SandboxError> {
    let language = if settings.toolchain.takes_cpp() {
        "c++"
    } else {
        "c"
    };
    let mut compiler = Compiler::new(settings, runner);
    let mut arguments = settings.flags.clone();
    arguments.extend(["-v", "-E", "-x", language, "/dev/null"].map(str::to_owned));
    let said = compiler.run(compiler.command, arguments)?;
    Ok(CompilerSearchPaths::parse(&said.diagnostics))
}

impl CompilerSearchPaths {
    /// Reads what GCC and Clang say with `-v`. A compiler that says nothing of the kind looks nowhere that could be known.
    fn parse(said: &str) -> CompilerSearchPaths {
        let listed = |name: &str| -> Vec<PathBuf> {
            let mut lines = said.lines().filter_map(|line| line.strip_prefix(name));
            lines
                .next()
                .unwrap_or_default()
                .split(':')
                .map(PathBuf::from)
                .collect()
        };
        let absent = said.lines().filter_map(|line| {
            line.strip_prefix("ignoring nonexistent directory \"")?
                .strip_suffix('"')
        });
        let begins = |line: &&str| !line.starts_with("#include \"...\"");
        let searched = said.lines().skip_while(begins).skip(1);
        let searched = searched.take_while(|line| *line != "End of search list.");
        let searched = searched.filter_map(|line| line.strip_prefix(' '));
        CompilerSearchPaths {
            headers: searched.chain(absent).map(PathBuf::from).collect(),
            programs: listed("COMPILER_PATH="),
            libraries: listed("LIBRARY_PATH="),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_compiler_looks_is_read_from_what_it_says() {
        let said = "gcc version 12.2.0\nignoring nonexistent directory \"/usr/x\"\n\
                    #include \"...\" search starts here:\n /home/q\n#include <...> search starts here:\n /usr/include/c++/12\n \
                    /usr/include\nEnd of search list.\n /later\nCOMPILER_PATH=/usr/lib/gcc/:/usr/bin/\nLIBRARY_PATH=/lib/\n";
        let paths = |all: &[&str]| all.iter().map(PathBuf::from).collect::<Vec<_>>();
        let expected = CompilerSearchPaths {
            headers: paths(&["/home/q", "/usr/include/c++/12", "/usr/include", "/usr/x"]),
            programs: paths(&["/usr/lib/gcc/", "/usr/bin/"]),
            libraries: paths(&["/lib/"]),
        };
        assert_eq!(CompilerSearchPaths::parse(said), expected);
        assert_eq!(
            CompilerSearchPaths::parse("tcc: no input files").headers,
            paths(&[])
        );
    }
}
