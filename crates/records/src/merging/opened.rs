//! Pieces that are read to be merged: what each says of itself, where its records are, and whether shards fit together (the same class and
//! settings, and no submission in two of them).

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::super::error::RecordError;
use super::super::file::{OpenedRecords, RecordFile, RecordPlace};
use super::super::folder::{FOLDER, RECORDS};
use super::super::piece::{ShardManifest, ShardManifestError};
use super::error::MergeError;
use model::{Grade, Observation, ResourceUsage, RunOutline, ToolchainVersion};

/// A piece that is read to be merged. No file of it stays open: there may be more pieces than files that may be.
#[derive(Debug)]
pub(super) struct OpenedShard {
    /// As it was named.
    pub folder: PathBuf,
    pub piece: ShardManifest,
    pub places: Vec<RecordPlace>,
    /// What is known of its run; none if a record is missing.
    pub outline: Option<RunOutline>,
    /// Where whole records end.
    end: u64,
}

impl OpenedShard {
    pub(super) fn open(folder: &Path) -> Result<OpenedShard, MergeError> {
        if !folder.is_dir() {
            return Err(MergeError::NotThere {
                folder: folder.to_owned(),
            });
        }
        let piece =
            ShardManifest::read_from(folder).map_err(|reason| to_merge_error(folder, reason))?;
        let path = records_path(folder);
        let damaged = || MergeError::Damaged {
            folder: folder.to_owned(),
            path: path.clone(),
        };
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(damaged()),
            opened => opened.map_err(|source| MergeError::Disk {
                path: path.clone(),
                source,
            })?,
        };
        let opened = RecordFile::open(&path, file).map_err(|error| match error {
            RecordError::Write(error) => MergeError::Disk {
                path: error.path,
                source: error.source,
            },
            _ => damaged(),
        })?;
        let OpenedRecords {
            file,
            places,
            outline,
        } = opened;
        Ok(OpenedShard {
            folder: folder.to_owned(),
            piece,
            places,
            outline,
            end: file.end,
        })
    }

    fn open_file(&self) -> io::Result<RecordFile> {
        let path = records_path(&self.folder);
        Ok(RecordFile {
            file: File::open(&path)?,
            path,
            end: self.end,
        })
    }

    /// The commands and versions of the toolchain of this name with which it was graded.
    fn toolchain_versions(&self, toolchain: &str) -> BTreeSet<(&str, &str)> {
        let of_it = self.toolchains().filter(|one| one.name == toolchain);
        of_it
            .map(|one| (one.command.as_str(), one.version.as_str()))
            .collect()
    }

    /// The digests of its programs, as far as they are known.
    fn toolchain_digests(&self, toolchain: &str) -> BTreeSet<&str> {
        let of_it = self.toolchains().filter(|one| one.name == toolchain);
        of_it.filter_map(|one| one.digest.as_deref()).collect()
    }

    /// The toolchains of all its submissions.
    pub(super) fn toolchains(&self) -> impl Iterator<Item = &ToolchainVersion> {
        self.places
            .iter()
            .flat_map(|place| &place.head.environment.toolchains)
    }
}

/// Why a folder is no piece that can be merged.
pub(super) fn to_merge_error(folder: &Path, reason: ShardManifestError) -> MergeError {
    let folder = folder.to_owned();
    match reason {
        ShardManifestError::None => MergeError::NotAShard { folder },
        ShardManifestError::Damaged(path) => MergeError::Damaged { folder, path },
        ShardManifestError::Schema(found) => MergeError::Schema { folder, found },
        ShardManifestError::Version(found) => MergeError::Version { folder, found },
        ShardManifestError::Disk(path, source) => MergeError::Disk { path, source },
    }
}

fn records_path(folder: &Path) -> PathBuf {
    folder.join(FOLDER).join(RECORDS)
}

/// Makes sure that all are pieces of one cut of one class, graded by one course with the same tools.
pub(super) fn check_compatible(opened: &[OpenedShard]) -> Result<(), MergeError> {
    let cut = |one: &OpenedShard| (one.piece.partition.pieces, one.piece.partition.cut);
    if let Some((odd, usual)) = find_outlier(opened, cut) {
        return Err(MergeError::OtherCut {
            folder: odd.folder.clone(),
            is: odd.piece.partition,
            usual: usual.folder.clone(),
            other: usual.piece.partition,
        });
    }
    if let Some(both) = find_outlier(opened, |one| &one.piece.course) {
        let (folder, host, usual) = name_folders(both);
        return Err(MergeError::OtherCourse {
            folder,
            host,
            usual,
        });
    }
    if let Some(both) = find_outlier(opened, |one| &one.piece.class) {
        let (folder, host, usual) = name_folders(both);
        return Err(MergeError::OtherClass {
            folder,
            host,
            usual,
        });
    }
    let toolchains: BTreeSet<&str> = opened
        .iter()
        .flat_map(|one| one.toolchains().map(|it| it.name.as_str()))
        .collect();
    for toolchain in toolchains {
        // Not every piece needs every toolchain.
        let needing = opened
            .iter()
            .filter(|one| !one.toolchain_versions(toolchain).is_empty());
        if let Some((odd, usual)) = find_outlier(needing, |one| one.toolchain_versions(toolchain)) {
            let found = odd.toolchain_versions(toolchain);
            let expected = usual.toolchain_versions(toolchain);
            let found = describe_versions(&found);
            let expected = describe_versions(&expected);
            let difference = format!("`{toolchain}` is {found}, and not {expected}");
            let (folder, host, usual) = name_folders((odd, usual));
            return Err(MergeError::OtherToolchain {
                folder,
                host,
                usual,
                difference,
            });
        }
        // Of one that has vanished nobody knows what it was.
        let known = opened
            .iter()
            .filter(|one| !one.toolchain_digests(toolchain).is_empty());
        if let Some((odd, usual)) = find_outlier(known, |one| one.toolchain_digests(toolchain)) {
            let version = describe_versions(&odd.toolchain_versions(toolchain));
            let difference = format!(
                "`{toolchain}` is {version} in both, but its programs or the libraries of C and C++ are not the same files"
            );
            let (folder, host, usual) = name_folders((odd, usual));
            return Err(MergeError::OtherToolchain {
                folder,
                host,
                usual,
                difference,
            });
        }
    }
    Ok(())
}

fn name_folders((odd, usual): (&OpenedShard, &OpenedShard)) -> (PathBuf, String, PathBuf) {
    (
        odd.folder.clone(),
        odd.piece.host.clone(),
        usual.folder.clone(),
    )
}

fn describe_versions(versions: &BTreeSet<(&str, &str)>) -> String {
    versions
        .iter()
        .map(describe_version)
        .collect::<Vec<_>>()
        .join(" and ")
}

fn describe_version((command, version): &(&str, &str)) -> String {
    format!("`{command}`, “{version}”")
}

/// One that differs from most, and one of these; none if all are alike.
fn find_outlier<'p, T: PartialEq>(
    opened: impl IntoIterator<Item = &'p OpenedShard>,
    property: impl Fn(&'p OpenedShard) -> T,
) -> Option<(&'p OpenedShard, &'p OpenedShard)> {
    let mut kinds: Vec<(T, &OpenedShard, usize)> = Vec::new();
    for one in opened {
        let value = property(one);
        match kinds.iter_mut().find(|(known, ..)| *known == value) {
            Some((.., count)) => *count += 1,
            None => kinds.push((value, one, 1)),
        }
    }
    // Of those that are equally many the first.
    kinds.sort_by_key(|(.., count)| std::cmp::Reverse(*count));
    match kinds.as_slice() {
        [(_, usual, _), .., (_, odd, _)] => Some((odd, usual)),
        _ => None,
    }
}

/// A record of a piece.
pub(super) type ShardRecord<'p> = (&'p OpenedShard, &'p RecordPlace);

/// The one of two records of a submission that counts: what was graded rather than what was not, and of equal ones the first.
pub(super) fn choose_record<'p>(
    one: ShardRecord<'p>,
    other: ShardRecord<'p>,
) -> Result<ShardRecord<'p>, MergeError> {
    let grade = read_grade(one)?;
    let other_grade = read_grade(other)?;
    match (grade.is_ungraded(), other_grade.is_ungraded()) {
        (false, true) | (true, true) => return Ok(one),
        (true, false) => return Ok(other),
        (false, false) => {}
    }
    let outcomes = format!(
        "{}, {}",
        describe_outcome(&grade, one),
        describe_outcome(&other_grade, other)
    );
    if encode_without_measurements(grade) == encode_without_measurements(other_grade) {
        return Ok(one);
    }
    Err(MergeError::Unequal {
        name: one.1.name(),
        outcomes,
    })
}

fn describe_outcome(grade: &Grade, (piece, _): ShardRecord<'_>) -> String {
    let Grade {
        points, max_points, ..
    } = grade;
    format!(
        "{points} of {max_points} points in {}",
        piece.folder.display()
    )
}

fn encode_without_measurements(grade: Grade) -> Option<Vec<u8>> {
    postcard::to_stdvec(&strip_measurements(grade)).ok()
}

fn read_grade((piece, place): ShardRecord<'_>) -> Result<Grade, MergeError> {
    let file = piece.open_file().and_then(|file| file.read_grade(place));
    file.map_err(|source| MergeError::Disk {
        path: piece.folder.clone(),
        source,
    })
}

/// The grade without what was measured, which is never the same twice.
fn strip_measurements(mut grade: Grade) -> Grade {
    for case in &mut grade.cases {
        // Who runs out of time while looking for one finds another, or none; the grade is the same.
        case.shortest = None;
        case.observation.iter_mut().for_each(forget_usage);
        case.other_games
            .iter_mut()
            .for_each(|(_, game)| forget_usage(&mut game.observation));
        case.tests
            .iter_mut()
            .filter_map(|test| test.observation.as_mut())
            .for_each(forget_usage);
        case.calls
            .iter_mut()
            .filter_map(|call| call.observation.as_mut())
            .for_each(forget_usage);
    }
    grade
}

fn forget_usage(seen: &mut Observation) {
    seen.usage = ResourceUsage::default()
}

/// The bytes of a record.
pub(super) fn read_record((piece, place): ShardRecord<'_>) -> io::Result<Vec<u8>> {
    piece.open_file()?.read_record(place)
}
