//! Which compiler it is that compiles with these flags, and where it looks for headers.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::super::compiler::Compiler;
use super::super::toolchain;
use super::headers::StandardHeader;
use crate::compiler;
use crate::runner::InterruptibleRunner;
use model::BuildSettings;
use sandbox::SandboxError;

/// Raised when what is kept, or how it is made, changes its meaning.
const SCHEME: u32 = 3;

/// All that what a compiler makes of headers depends on, but for the headers themselves.
#[derive(Debug, Clone)]
pub(super) struct CompilerIdentity {
    /// A line for each thing.
    lines: Vec<String>,
}

impl CompilerIdentity {
    /// Asks the compiler; none if it does not answer as GCC does.
    pub(super) fn query_compiler(
        settings: &BuildSettings,
        runner: &mut InterruptibleRunner,
    ) -> Result<Option<CompilerIdentity>, SandboxError> {
        let mut compiler = Compiler::new(settings, runner);
        let mut arguments = settings.flags.clone();
        arguments.extend(["-v", "-fsyntax-only", "-x", "c++", "/dev/null"].map(str::to_owned));
        let said = compiler.run(compiler.command, arguments)?;
        let answer = said
            .is_success()
            .then(|| GccDescription::parse(&said.diagnostics))
            .flatten();
        let command = toolchain::find_command(compiler.command);
        Ok(answer.zip(command).and_then(|(answer, command)| {
            CompilerIdentity::from_description(settings, &answer, &command)
        }))
    }

    fn from_description(
        settings: &BuildSettings,
        answer: &GccDescription,
        command: &Path,
    ) -> Option<CompilerIdentity> {
        let mut lines = vec![
            format!("scheme {SCHEME} {}", std::env::consts::ARCH),
            format!("version {}", answer.version),
            format!(
                "command {} {}",
                settings.toolchain.compiler_command()?,
                compiler::fingerprint_file(command)?
            ),
            format!("compiler {}", compiler::fingerprint_file(&answer.compiler)?),
        ];
        // A header that appears in a folder that is looked at earlier would be another one.
        for folder in &answer.folders {
            lines.push(format!("folder {}", compiler::fingerprint_file(folder)?));
        }
        lines.extend(settings.flags.iter().map(|flag| format!("flag {flag:?}")));
        Some(CompilerIdentity { lines })
    }

    /// All that a prefix with these headers depends on, as text.
    pub(super) fn describe_prefix(&self, prefix: &[&'static StandardHeader]) -> String {
        let headers = prefix
            .iter()
            .map(|header| format!("include {}", header.name));
        let lines: Vec<String> = self.lines.iter().cloned().chain(headers).collect();
        lines.join("\n")
    }
}

/// The name of what such a text describes.
pub(super) fn entry_key(about: &str) -> String {
    hash_bytes(about.as_bytes())
}

/// What GCC says of itself with `-v`.
#[derive(Debug, PartialEq, Eq)]
struct GccDescription {
    version: String,
    /// The part of it that compiles.
    compiler: PathBuf,
    /// Where `#include <…>` looks.
    folders: Vec<PathBuf>,
}

impl GccDescription {
    fn parse(said: &str) -> Option<GccDescription> {
        const NAME: &str = "cc1plus";
        let version = said.lines().find(|line| line.starts_with("gcc version "))?;
        let started = said.lines().filter_map(|line| line.strip_prefix(' '));
        let mut words = started.filter_map(|line| line.split(' ').next());
        let compiler =
            words.find(|word| Path::new(word).file_name().is_some_and(|it| it == NAME))?;
        let mut after = said
            .lines()
            .skip_while(|line| !line.starts_with("#include <...>"));
        after.next()?;
        let folders = after.take_while(|line| line.starts_with(' '));
        let folders: Vec<PathBuf> = folders.map(|line| PathBuf::from(line.trim())).collect();
        let version = version.to_owned();
        let compiler = PathBuf::from(compiler);
        (!folders.is_empty()).then_some(GccDescription {
            version,
            compiler,
            folders,
        })
    }
}

/// The sum of bytes, as text. It tells damage, not forgery: who could forge a file could as well forge its sum.
fn hash_bytes(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// How much room must be left on a disk, in bytes: submissions are built there, too.
const SPARE: u64 = 256 << 20;

fn has_room(folder: &Path, length: u64) -> bool {
    rustix::fs::statvfs(folder).is_ok_and(|disk| {
        disk.f_bavail.saturating_mul(disk.f_frsize) > length.saturating_add(SPARE)
    })
}

/// Copies a file to a new one that everybody may read and nobody may write. Returns the sum of what was copied.
///
/// # Errors
///
/// If it is longer than `longest`, if there is little room, or if it cannot be read or written.
pub(super) fn copy_with_checksum(from: &Path, to: &Path, longest: u64) -> io::Result<String> {
    let file = File::open(from)?;
    if !has_room(to.parent().unwrap_or(to), file.metadata()?.len()) {
        return Err(io::ErrorKind::StorageFull.into());
    }
    let mut source = file.take(longest + 1);
    let mut target = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o444)
        .open(to)?;
    let mut sum = blake3::Hasher::new();
    let mut bytes = vec![0; 1 << 20];
    let mut copied = 0;
    loop {
        let count = match source.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let part = bytes.get(..count).unwrap_or_default();
        sum.update(part);
        target.write_all(part)?;
        copied += count as u64;
    }
    if copied > longest {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    // Whatever the user's mask: the compiler may run under another account.
    target.set_permissions(Permissions::from_mode(0o444))?;
    Ok(sum.finalize().to_hex().to_string())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_the_compiler_says_of_itself_is_understood() {
        let said = "Using built-in specs.\nCOLLECT_GCC=g++\ngcc version 12.2.0 (Debian 12.2.0-14)\n\
                    COLLECT_GCC_OPTIONS='-v'\n /usr/lib/gcc/x86_64-linux-gnu/12/cc1plus -quiet -v /dev/null\n\
                    ignoring nonexistent directory \"/usr/x\"\n#include \"...\" search starts here:\n\
                    #include <...> search starts here:\n /usr/include/c++/12\n /usr/include\nEnd of search list.\n";
        let expected = GccDescription {
            version: "gcc version 12.2.0 (Debian 12.2.0-14)".to_owned(),
            compiler: "/usr/lib/gcc/x86_64-linux-gnu/12/cc1plus".into(),
            folders: ["/usr/include/c++/12", "/usr/include"]
                .map(PathBuf::from)
                .to_vec(),
        };
        assert_eq!(GccDescription::parse(said), Some(expected));
        for strange in [
            "",
            "clang version 14",
            &said.replace("cc1plus", "clang"),
            &said.replace("<...>", "?"),
        ] {
            assert_eq!(GccDescription::parse(strange), None, "{strange}");
        }
    }

    #[test]
    fn a_copy_has_the_sum_of_what_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let [from, to] = ["from", "to"].map(|name| folder.path().join(name));
        let bytes = b"0123456789".repeat(1 << 18);
        fs::write(&from, &bytes).unwrap();
        assert_eq!(
            copy_with_checksum(&from, &to, 1 << 30).unwrap(),
            hash_bytes(&bytes)
        );
        assert!(fs::read(&to).unwrap() == bytes);
        assert_eq!(
            fs::metadata(&to).unwrap().permissions().mode() & 0o777,
            0o444
        );
        fs::remove_file(&to).unwrap();
        assert!(copy_with_checksum(&from, &to, 1 << 20).is_err());
    }
}
