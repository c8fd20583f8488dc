//! A toolchain as it is installed here: the files that it compiles and links with, and what its programs are run with.
//!
//! A compiler is asked once where it looks, and its answer is kept for as long as the compiler stays the same. What is there is
//! looked at in every run: a header that was changed or that appeared, another linker, a new C++ library.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use super::compiler::Compiler;
use super::{fingerprint, toolchain};
use crate::cache::Store;
use crate::digest::{Digest, Digester};
use crate::model::{BuildSettings, Toolchain};
use crate::runner::InterruptibleRunner;
use sandbox::SandboxError;

/// Raised when the kept answer changes its form or meaning.
const SCHEME: &str = "grader/installation/1";

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
pub(crate) struct Installations {
    /// What compilers have answered.
    kept: Store,
    known: Mutex<Known>,
}

/// What is known of them.
#[derive(Debug, Default)]
struct Known {
    toolchains: BTreeMap<Asked, Option<Digest>>,
    /// The digests of folders: many flags look into the same ones.
    folders: BTreeMap<PathBuf, Digest>,
}

/// A toolchain's name, and flags.
type Asked = (String, Vec<String>);

/// Where a compiler looks.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Places {
    /// For headers, in this order; those that are not there, too.
    headers: Vec<PathBuf>,
    /// For its own parts.
    programs: Vec<PathBuf>,
    /// For libraries.
    libraries: Vec<PathBuf>,
}

impl Installations {
    /// None so far. What compilers answer is kept in `kept`.
    pub(crate) fn new(kept: Store) -> Installations {
        Installations { kept, known: Mutex::default() }
    }

    /// The digest of what the toolchain of these settings is, with their flags; none if it is not there. `runner` is for a compiler
    /// that has to be asked.
    pub(crate) fn digest(
        &self,
        settings: &BuildSettings,
        runner: impl FnOnce() -> Result<InterruptibleRunner, SandboxError>,
    ) -> Option<Digest> {
        let asked = (settings.toolchain.name.clone(), settings.flags.clone());
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(digest) = known.toolchains.get(&asked) {
            return *digest;
        }
        let digest = self.looked_at(settings, &mut known.folders, runner);
        known.toolchains.insert(asked, digest);
        digest
    }

    fn looked_at(
        &self,
        settings: &BuildSettings,
        folders: &mut BTreeMap<PathBuf, Digest>,
        runner: impl FnOnce() -> Result<InterruptibleRunner, SandboxError>,
    ) -> Option<Digest> {
        let BuildSettings { toolchain, flags, .. } = settings;
        let mut digester = Digester::default().with_all(&[SCHEME, &toolchain.name]).with_all(flags);
        digester = digester.with_all(&fingerprints(toolchain)?);
        let asked = digester.digest();
        let places = match toolchain.compiler_command() {
            Some(_) => self.places(asked, settings, runner)?,
            None => Places::default(),
        };
        let programs =
            PROGRAMS.map(|name| found(&places.programs, name).or_else(|| toolchain::find(name)));
        let libraries = LIBRARIES.map(str::to_owned).into_iter().chain(named_by(flags));
        let libraries = libraries.map(|name| found(&places.libraries, &name));
        for file in programs.into_iter().chain(libraries) {
            let print = file.and_then(|file| fingerprint::of(&file)).unwrap_or_default();
            digester = digester.with(print.as_bytes());
        }
        for path in flags.iter().filter_map(|flag| flag.find('/').map(|start| &flag[start..])) {
            let print = fingerprint::of(Path::new(path)).unwrap_or_default();
            digester = digester.with(print.as_bytes());
        }
        let read = places.headers.iter().chain(&toolchain.reads);
        Some(with_folders(digester, read, folders).ok()?.digest())
    }

    /// Where a compiler looks; none if it cannot be asked.
    fn places(
        &self,
        asked: Digest,
        settings: &BuildSettings,
        runner: impl FnOnce() -> Result<InterruptibleRunner, SandboxError>,
    ) -> Option<Places> {
        let kept = self.kept.find(asked);
        if let Some(places) = kept.and_then(|kept| postcard::from_bytes(&kept).ok()) {
            return Some(places);
        }
        let mut runner = runner().ok()?;
        let places = ask(settings, &mut runner).ok()?;
        self.kept.keep(asked, &postcard::to_stdvec(&places).ok()?);
        Some(places)
    }
}

/// The commands of a toolchain; none if one of them is not there.
fn fingerprints(toolchain: &Toolchain) -> Option<Vec<String>> {
    let commands = toolchain::command_names(toolchain);
    commands.map(|command| fingerprint::of(&toolchain::find(command)?)).collect()
}

/// The first file of this name in one of the folders.
fn found(folders: &[PathBuf], name: &str) -> Option<PathBuf> {
    folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// The libraries that flags name.
fn named_by(flags: &[String]) -> impl Iterator<Item = String> {
    let names = flags.iter().filter_map(|flag| flag.strip_prefix("-l"));
    names.flat_map(|name| [format!("lib{name}.so"), format!("lib{name}.a")])
}

/// Takes in all files below some folders, or that one is not there.
fn with_folders<'p>(
    mut digester: Digester,
    folders: impl Iterator<Item = &'p PathBuf>,
    known: &mut BTreeMap<PathBuf, Digest>,
) -> io::Result<Digester> {
    let mut there = BTreeSet::new();
    for folder in folders {
        digester = digester.with(folder.as_os_str().as_encoded_bytes());
        there.extend(fs::canonicalize(folder));
    }
    for folder in outermost(there) {
        digester = digester.with(digest_of(folder, known)?.as_bytes());
    }
    Ok(digester)
}

/// Those folders that are in none of the others: whoever looks at them looks at all.
fn outermost(folders: BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let mut outer: Vec<PathBuf> = Vec::new();
    // A folder stands right before what is in it.
    for folder in folders {
        if !outer.last().is_some_and(|last| folder.starts_with(last)) {
            outer.push(folder);
        }
    }
    outer
}

/// The digest of a folder, which is looked at once in a run.
fn digest_of(folder: PathBuf, known: &mut BTreeMap<PathBuf, Digest>) -> io::Result<Digest> {
    if let Some(digest) = known.get(&folder) {
        return Ok(*digest);
    }
    let digest = of_files(&folder)?;
    known.insert(folder, digest);
    Ok(digest)
}

/// The digest of all files below a folder, without reading them: who changes a file changes the last of its times, which nobody can
/// set.
fn of_files(folder: &Path) -> io::Result<Digest> {
    let mut digester = Digester::default();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry?;
        let about = entry.metadata()?;
        digester = digester.with(entry.path().as_os_str().as_encoded_bytes());
        for number in [about.size(), about.mtime().cast_unsigned(), about.ctime().cast_unsigned()] {
            digester = digester.with(&number.to_le_bytes());
        }
        digester = digester.with(&about.ctime_nsec().to_le_bytes());
    }
    Ok(digester.digest())
}

fn ask(settings: &BuildSettings, runner: &mut InterruptibleRunner) -> Result<Places, SandboxError> {
    let language = if settings.toolchain.takes_cpp() { "c++" } else { "c" };
    let mut compiler = Compiler::new(settings, runner);
    let mut arguments = settings.flags.clone();
    arguments.extend(["-v", "-E", "-x", language, "/dev/null"].map(str::to_owned));
    let said = compiler.run(compiler.command, arguments)?;
    Ok(Places::read(&said.diagnostics))
}

impl Places {
    /// Reads what GCC and Clang say with `-v`. A compiler that says nothing of the kind looks nowhere that could be known.
    fn read(said: &str) -> Places {
        let listed = |name: &str| -> Vec<PathBuf> {
            let mut lines = said.lines().filter_map(|line| line.strip_prefix(name));
            lines.next().unwrap_or_default().split(':').map(PathBuf::from).collect()
        };
        let absent = said.lines().filter_map(|line| {
            line.strip_prefix("ignoring nonexistent directory \"")?.strip_suffix('"')
        });
        let begins = |line: &&str| !line.starts_with("#include \"...\"");
        let searched = said.lines().skip_while(begins).skip(1);
        let searched = searched.take_while(|line| *line != "End of search list.");
        let searched = searched.filter_map(|line| line.strip_prefix(' '));
        Places {
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
        let expected = Places {
            headers: paths(&["/home/q", "/usr/include/c++/12", "/usr/include", "/usr/x"]),
            programs: paths(&["/usr/lib/gcc/", "/usr/bin/"]),
            libraries: paths(&["/lib/"]),
        };
        assert_eq!(Places::read(said), expected);
        assert_eq!(Places::read("tcc: no input files").headers, paths(&[]));
    }

    #[test]
    fn what_is_in_a_folder_that_is_looked_at_is_not_looked_at_again() {
        let paths = |all: &[&str]| all.iter().map(PathBuf::from).collect::<Vec<_>>();
        let all = paths(&["/u/i/c/12", "/u/i", "/u/i-more", "/u/i/x", "/u/local/i", "/u/i/c/12/b"]);
        let expected = paths(&["/u/i", "/u/i-more", "/u/local/i"]);
        assert_eq!(outermost(all.into_iter().collect()), expected);
    }

    #[test]
    fn a_folder_is_another_when_anything_in_it_is() {
        let place = tempfile::tempdir().unwrap();
        let (folder, inner) = (place.path().join("headers"), place.path().join("headers/bits"));
        let digest = || {
            let all = [folder.clone()];
            with_folders(Digester::default(), all.iter(), &mut BTreeMap::new()).unwrap().digest()
        };
        let mut seen = vec![digest()];
        let mut is_new = |what: &str| {
            let now = digest();
            assert!(!seen.contains(&now), "{what}");
            seen.push(now);
        };
        fs::create_dir_all(&inner).unwrap();
        is_new("it appeared");
        fs::write(inner.join("a.h"), "1").unwrap();
        is_new("a header appeared");
        fs::write(inner.join("a.h"), "22").unwrap();
        is_new("a header was changed");
        fs::rename(inner.join("a.h"), inner.join("b.h")).unwrap();
        is_new("a header has another name");
        assert_eq!(digest(), digest());
    }
}
