//! Failures for lack of memory that look like other failures. Programs that need too much memory must not look like programs that crash.
//!
//! The kernel ends a program that reserves more before `main` than it may use with SIGSEGV before its first instruction, or its
//! loader finds no memory for the libraries and ends with code 127; the files of the program show that. An uncaught exception is
//! reported by the C++ library. A program that uses a null pointer of `malloc` crashes like any other, which cannot be recognised.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use model::{Exit, LimitKind, Observation};

/// How much of a file is read: its headers stand at its beginning.
const HEADERS: u64 = 64 << 10;

/// What the kernel reserves for every program: its stack, its arguments, its loader.
const AROUND: u64 = 256 << 10;

/// What the libraries of a program reserve, at most.
const LIBRARIES: u64 = 32 << 20;

/// What was seen of a program, which might use so much memory; `file` is where it was linked to.
pub(super) fn classify_oom(seen: Observation, file: &Path, memory: u64) -> Observation {
    let has_begun = seen
        .turns
        .iter()
        .any(|turn| turn.input.is_some() || !turn.output.is_empty());
    let is_out_of_memory = match seen.exit {
        Exit::Signal(libc::SIGABRT) => reports_bad_alloc(&seen.stderr),
        Exit::Signal(libc::SIGSEGV | libc::SIGKILL) if !has_begun => {
            reserved_memory(file) + AROUND > memory
        }
        Exit::Code(127) if !has_begun && reports_loader_error(&seen.stderr) => {
            reserved_memory(file) + LIBRARIES > memory
        }
        _ => false,
    };
    let exit = if is_out_of_memory {
        Exit::Stopped(LimitKind::Memory)
    } else {
        seen.exit
    };
    Observation { exit, ..seen }
}

/// Whether the C++ library says last that memory was refused and nobody caught the exception. Whoever forges that gets another
/// name for its failure, and no point.
fn reports_bad_alloc(stderr: &[u8]) -> bool {
    const THROWN: &str = "terminate called after throwing an instance of 'std::bad_alloc'";
    const WHAT: &str = "  what():  std::bad_alloc";
    let text = String::from_utf8_lossy(stderr);
    let mut last = text.trim_end().lines().rev();
    last.next() == Some(WHAT) && last.next() == Some(THROWN)
}

/// Whether the loader could not start the program. Whoever forges it must be nearly too large besides, and gains nothing.
fn reports_loader_error(stderr: &[u8]) -> bool {
    String::from_utf8_lossy(stderr).contains(": error while loading shared libraries: ")
}

/// How much memory a program reserves before it starts; nothing if its file is none that we understand.
fn reserved_memory(file: &Path) -> u64 {
    read_headers(file)
        .and_then(|bytes| sum_segments(&bytes))
        .unwrap_or(0)
}

fn read_headers(file: &Path) -> Option<Vec<u8>> {
    let is_regular = std::fs::symlink_metadata(file).is_ok_and(|found| found.is_file());
    let mut bytes = Vec::new();
    File::open(file)
        .ok()
        .filter(|_| is_regular)?
        .take(HEADERS)
        .read_to_end(&mut bytes)
        .ok()?;
    Some(bytes)
}

/// The sizes in memory of all segments that are loaded, of a 64-bit file of this machine's byte order.
fn sum_segments(bytes: &[u8]) -> Option<u64> {
    const LOADED: u32 = 1;
    if bytes.get(..6)? != b"\x7fELF\x02\x01" {
        return None;
    }
    let start = usize::try_from(read_number(bytes, 32, 8)?).ok()?;
    let size = usize::try_from(read_number(bytes, 54, 2)?).ok()?;
    let count = read_number(bytes, 56, 2)?;
    let mut sum: u64 = 0;
    for index in 0..usize::try_from(count).ok()? {
        let at = start.checked_add(size.checked_mul(index)?)?;
        if read_number(bytes, at, 4)? == u64::from(LOADED) {
            sum = sum.saturating_add(read_number(bytes, at.checked_add(40)?, 8)?);
        }
    }
    // Nothing that is added to it may overflow.
    Some(sum.min(u64::MAX >> 1))
}

fn read_number(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    let found = bytes.get(at..at.checked_add(length)?)?;
    Some(
        found
            .iter()
            .rev()
            .fold(0, |sum, byte| sum << 8 | u64::from(*byte)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_abort_for_want_of_memory_is_one() {
        let exit = |signal: i32, stderr: &str| {
            let stderr = stderr.as_bytes().to_vec();
            let seen = Observation {
                stderr,
                ..Observation::new(Vec::new(), Exit::Signal(signal))
            };
            classify_oom(seen, Path::new("/no/such/file"), 64 << 20).exit
        };
        let words = |kind: &str| {
            format!(
                "x\nterminate called after throwing an instance of '{kind}'\n  what():  {kind}\n"
            )
        };
        let refused = words("std::bad_alloc");
        assert_eq!(
            exit(libc::SIGABRT, &refused),
            Exit::Stopped(LimitKind::Memory)
        );
        assert_eq!(exit(libc::SIGSEGV, &refused), Exit::Signal(libc::SIGSEGV));
        for other in [
            words("std::bad_array_new_length"),
            refused + "caught it\n",
            String::new(),
        ] {
            assert_eq!(
                exit(libc::SIGABRT, &other),
                Exit::Signal(libc::SIGABRT),
                "{other}"
            );
        }
    }

    #[test]
    fn what_a_program_reserves_is_read_from_its_file_and_nothing_from_others() {
        let own = read_headers(Path::new("/proc/self/exe"));
        assert!(own.is_none(), "a link is not followed");
        let own = std::env::current_exe().unwrap();
        assert!(reserved_memory(&own) > 1 << 20);
        assert_eq!(reserved_memory(Path::new("/dev/zero")), 0);
        assert_eq!(sum_segments(b"\x7fELF\x02\x01"), None);
        assert_eq!(sum_segments(&[0xff; 64]), None);
    }
}
