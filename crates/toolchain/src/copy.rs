//! Copies a submission's files to where the compiler finds them, and nothing that is no regular file.

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::BuildError;
use model::{BuildLimits, SourceFile};
use support::beneath::OpenFolder;

/// Copies `sources` under their names into `folder`. Returns why a submission is refused: it may have changed since intake.
pub(super) fn copy_sources(
    sources: &[SourceFile],
    folder: &Path,
    limits: &BuildLimits,
) -> Result<Option<String>, BuildError> {
    if let Some(reason) = folder_in_place_of_file(sources) {
        return Ok(Some(reason));
    }
    let limit = limits.source;
    let most = limits.all_sources();
    let mut together = 0;
    for source in sources {
        let read = |error| BuildError::Read {
            path: source.path(),
            source: error,
        };
        let Some(file) = open_source(source).map_err(read)? else {
            return Ok(Some(format!("`{}` is not a regular file", source.name)));
        };
        let Some(bytes) = read_bounded(file, limit).map_err(read)? else {
            return Ok(Some(format!(
                "`{}` is larger than {limit} bytes",
                source.name
            )));
        };
        // How much an instructor's may be is checked where the rubric is read.
        together += if source.is_provided {
            0
        } else {
            bytes.len() as u64
        };
        if together > most {
            return Ok(Some(format!(
                "all files together are larger than {most} bytes"
            )));
        }
        let target = folder.join(&source.name);
        write_source(folder, &target, &bytes)
            .map_err(|error| BuildError::write_error(&target, error))?;
    }
    Ok(None)
}

/// Why files cannot be side by side: a student's folder has the name of a file, such as a header that the assignment replaces.
fn folder_in_place_of_file(sources: &[SourceFile]) -> Option<String> {
    let names: BTreeSet<&Path> = sources
        .iter()
        .map(|source| Path::new(&source.name))
        .collect();
    sources.iter().find_map(|source| {
        let folders = Path::new(&source.name).ancestors().skip(1);
        let taken = folders.filter(|folder| names.contains(folder)).last()?;
        Some(format!(
            "`{}` is in a folder with the name of the file `{}`: rename the folder",
            source.name,
            taken.display()
        ))
    })
}

/// A regular file's bytes; none if it is something else or larger than the limit.
pub(super) fn read_regular_file(path: &Path, limit: u64) -> io::Result<Option<Vec<u8>>> {
    read_source(&SourceFile::from_path(path.to_owned()), limit)
}

/// The same of a student's file, which is reached through no link.
pub fn read_source(source: &SourceFile, limit: u64) -> io::Result<Option<Vec<u8>>> {
    open_source(source)?.map_or(Ok(None), |file| read_bounded(file, limit))
}

/// No more than the first bytes of a student's file, which is reached through no link; none if it is no regular file.
pub fn read_head(source: &SourceFile, most: u64) -> io::Result<Option<Vec<u8>>> {
    let Some(file) = open_source(source)? else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

fn open_source(source: &SourceFile) -> io::Result<Option<File>> {
    OpenFolder::open_trusted(&source.folder)?.open_file(&source.below)
}

/// A file may still grow, so what bounds it is what is read of it and not what it said about its size.
fn read_bounded(file: File, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

/// Writes a file that everybody may read, whatever the user's mask: the compiler may run under another account.
fn write_source(folder: &Path, target: &Path, bytes: &[u8]) -> io::Result<()> {
    let inner = target
        .ancestors()
        .skip(1)
        .take_while(|parent| *parent != folder);
    let mut parents: Vec<&Path> = inner.collect();
    parents.reverse();
    for parent in parents.into_iter().filter(|parent| !parent.is_dir()) {
        fs::create_dir(parent)?;
        fs::set_permissions(parent, Permissions::from_mode(0o755))?;
    }
    fs::write(target, bytes)?;
    fs::set_permissions(target, Permissions::from_mode(0o644))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn files_that_have_grown_since_they_were_listed_are_refused() {
        let from = tempfile::tempdir().unwrap();
        let to = tempfile::tempdir().unwrap();
        let second = Duration::from_secs(1);
        let limits = BuildLimits {
            cpu: second,
            wall: second,
            memory: 1,
            source: 1000,
        };
        let file = |name: &str, size: u64| {
            let path = from.path().join(name);
            File::create(&path).unwrap().set_len(size).unwrap();
            SourceFile::from_path(path)
        };
        let refused = |sources: &[SourceFile]| copy_sources(sources, to.path(), &limits).unwrap();
        let four: Vec<SourceFile> = (0..4).map(|n| file(&format!("{n}.h"), 1000)).collect();
        assert_eq!(refused(&four), None);
        let grown = refused(&[file("grown.h", 1 << 40)]).unwrap();
        assert_eq!(grown, "`grown.h` is larger than 1000 bytes");
        let fifth = [four, vec![file("5.h", 1)]].concat();
        assert_eq!(
            refused(&fifth).unwrap(),
            "all files together are larger than 4000 bytes"
        );
    }

    #[test]
    fn a_folder_with_the_name_of_a_provided_header_is_refused() {
        let second = Duration::from_secs(1);
        let limits = BuildLimits {
            cpu: second,
            wall: second,
            memory: 1,
            source: 1000,
        };
        let from = tempfile::tempdir().unwrap();
        fs::write(from.path().join("any"), "").unwrap();
        let file = |name: &str| SourceFile {
            name: name.to_owned(),
            ..SourceFile::from_path(from.path().join("any"))
        };
        for (names, reason) in [
            (
                ["sum.h", "sum.h/sum.cpp"],
                Some("`sum.h/sum.cpp` is in a folder with the name of the file `sum.h`"),
            ),
            (["sum.h", "sum/sum.h"], None),
        ] {
            let to = tempfile::tempdir().unwrap();
            let refused = copy_sources(&names.map(file), to.path(), &limits).unwrap();
            let is_expected = match reason {
                Some(reason) => refused.as_ref().is_some_and(|it| it.starts_with(reason)),
                None => refused.is_none(),
            };
            assert!(is_expected, "{names:?}: {refused:?}");
        }
    }
}
