//! Finding what a compiler links with, once for a command and its flags.

use std::fs;
use std::path::{Path, PathBuf};

use super::link_line::LinkLine;
use super::trial;
use crate::cache::CacheStore;
use crate::compiler::{self, Compiler, OUT, is_gcc};
use crate::runner::InterruptibleRunner;
use crate::toolchain;
use model::{BuildMethod, BuildSettings, ImportLibraries};
use support::digest::DigestBuilder;

/// Raised when a trial comes to another size with the same linker.
const SCHEME: &[u8] = b"grader/import-libraries/2";

/// What linkers look for, and the libraries that they find.
const LIBRARIES: [(&str, &str); 4] = [
    ("libstdc++.so", "libstdc++.so.6"),
    ("libm.so", "libm.so.6"),
    ("libgcc_s.so", "libgcc_s.so.1"),
    ("libc.so", "libc.so.6"),
];

/// The import libraries for programs with these settings, through a runner of their own. None where programs are linked
/// plainly: another language or compiler, another linker, unusual flags, or anything that is not as expected. What a trial
/// of them came to is kept in `kept` and asked there first.
pub fn prepare_import_libraries(
    settings: &BuildSettings,
    kept: &CacheStore,
    runner: &mut InterruptibleRunner,
) -> Option<ImportLibraries> {
    if !matches!(settings.toolchain.build, BuildMethod::Compiler(_)) {
        return None;
    }
    let mut compiler = Compiler::new(settings, runner);
    let command = compiler.command;
    if !is_gcc(command) || !command.contains("++") {
        return None;
    }
    let object = format!("{OUT}/1.o");
    let program = format!("{OUT}/program");
    let mut arguments = settings.flags.clone();
    arguments.extend(["-###", "-o", &program, &object].map(str::to_owned));
    arguments.extend(settings.libraries.iter().cloned());
    let said = compiler.run(command, arguments).ok()?;
    let line = LinkLine::parse(&said.diagnostics, &object, &program)?;
    let mut libraries = ImportLibraries {
        command: command.to_owned(),
        flags: settings.flags.clone(),
        trailing_arguments: settings.libraries.clone(),
        loader: fs::read(&line.loader).ok()?,
        ..ImportLibraries::default()
    };
    let mut made_of = vec![toolchain::find_command(command)?, line.loader.clone()];
    for file in &line.start_files {
        libraries.start_files.push(fs::read(file).ok()?);
        made_of.push(file.clone());
    }
    for (name, soname) in LIBRARIES {
        let path = query_path(&mut compiler, &format!("-print-file-name={soname}"))?;
        libraries
            .libraries
            .push((name.to_owned(), fs::read(&path).ok()?));
        made_of.push(path);
    }
    let linker = query_path(&mut compiler, "-print-prog-name=ld");
    made_of.push(linker.or_else(|| toolchain::find_command("ld"))?);
    let mut identity = line.words.clone();
    for path in &made_of {
        identity.push(compiler::fingerprint_file(path)?);
    }
    let digest = DigestBuilder::default()
        .with_piece(SCHEME)
        .with_all(&identity)
        .finish();
    let known = kept
        .get(digest)
        .and_then(|size| Some(u64::from_le_bytes(size.try_into().ok()?)));
    libraries.table_size = match known {
        Some(size) => size,
        None => {
            let size = trial::table_size(&mut libraries, &mut compiler).unwrap_or(0);
            kept.insert(digest, &size.to_le_bytes());
            size
        }
    };
    (libraries.table_size > 0).then_some(libraries)
}

/// The file that the compiler names; none if it only says the name again.
fn query_path(compiler: &mut Compiler<'_>, question: &str) -> Option<PathBuf> {
    let mut arguments = compiler.settings.flags.clone();
    arguments.push(question.to_owned());
    let said = compiler.run_for_output(compiler.command, arguments).ok()?;
    let path = Path::new(said.trim_end());
    if path.is_absolute() {
        path.canonicalize().ok()
    } else {
        None
    }
}
