//! What a piece of a class says of itself: `.grader/piece.json`, and beside it the names of the whole class.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::folder::FOLDER;
use crate::error::RecordError;
use crate::records::ClassList;
use model::{GradingEnvironment, Partition};
use serde::{Deserialize, Serialize};
use support::digest::Digest;
use support::file_writing;
use support::write_error::WriteError;

/// The form of the file. Keys may be added; whatever else changes makes it another form.
const SCHEMA: &str = "grader/piece/v1";

/// What wrote it: records of another version cannot be read.
const VERSION: &str = env!("CARGO_PKG_VERSION");

const PIECE: &str = "piece.json";
const CLASS: &str = "class.txt";

/// A piece of a class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardManifest {
    schema: String,
    /// The version of the grader.
    grader: String,
    /// Which piece of which cut.
    #[serde(flatten)]
    pub(super) partition: Partition,
    /// What tells the list of all submissions from any other.
    pub(super) class: String,
    /// What tells what the instructor wrote from anything else.
    pub(super) course: String,
    /// With what it was graded.
    #[serde(flatten)]
    environment: GradingEnvironment,
    /// The machine's name.
    pub(super) host: String,
    started: String,
    ended: String,
}

/// Why a folder cannot be read as a piece.
#[derive(Debug)]
pub enum ShardManifestError {
    /// It says nothing of a piece.
    None,
    /// What it says cannot be understood.
    Damaged(PathBuf),
    /// It is written in another form.
    Schema(String),
    /// Another version of the grader wrote it.
    Version(String),
    /// The disk.
    Disk(PathBuf, io::Error),
}

/// What is known of a piece when its run begins.
#[derive(Debug, Clone)]
pub struct ShardStart {
    /// Which piece of which cut.
    pub partition: Partition,
    /// All submissions of the class.
    pub class: ClassList,
    /// The digest of what the instructor wrote.
    pub course: Digest,
    /// When the run began.
    pub started: SystemTime,
}

impl ShardStart {
    /// What the piece says of itself when its run has ended.
    pub fn to_manifest(&self, environment: GradingEnvironment) -> ShardManifest {
        let ShardStart {
            partition,
            class,
            course,
            started,
        } = self;
        let time = |time| humantime::format_rfc3339_seconds(time).to_string();
        ShardManifest {
            schema: SCHEMA.to_owned(),
            grader: VERSION.to_owned(),
            partition: *partition,
            class: class.digest(),
            course: course.to_string(),
            environment,
            host: rustix::system::uname()
                .nodename()
                .to_string_lossy()
                .into_owned(),
            started: time(*started),
            ended: time(SystemTime::now()),
        }
    }
}

/// Whether the reports in this folder are of a piece of a class, and not of the class; also if what it says of the piece cannot
/// be read.
pub fn is_shard(folder: &Path) -> bool {
    !matches!(
        ShardManifest::read_from(folder),
        Err(ShardManifestError::None)
    )
}

impl ShardManifest {
    /// What `folder` says of itself.
    pub(super) fn read_from(folder: &Path) -> Result<ShardManifest, ShardManifestError> {
        #[derive(Deserialize)]
        struct ManifestVersions {
            schema: String,
            grader: String,
        }
        let path = folder.join(FOLDER).join(PIECE);
        let text = match read_text(&path) {
            Err(ShardManifestError::Disk(_, error)) if is_missing_file(&error) => {
                Err(ShardManifestError::None)
            }
            text => text,
        }?;
        let damaged = || ShardManifestError::Damaged(path.clone());
        // Of another form or version, nothing else need be as it is now.
        let ManifestVersions { schema, grader } =
            serde_json::from_str(&text).map_err(|_| damaged())?;
        match () {
            () if schema != SCHEMA => Err(ShardManifestError::Schema(schema)),
            () if grader != VERSION => Err(ShardManifestError::Version(grader)),
            () => serde_json::from_str(&text).map_err(|_| damaged()),
        }
    }

    /// The names of the whole class, as they stand in the piece's folder.
    pub fn read_class(&self, folder: &Path) -> Result<ClassList, ShardManifestError> {
        let path = folder.join(FOLDER).join(CLASS);
        let text = match read_text(&path) {
            Err(ShardManifestError::Disk(path, error)) if is_missing_file(&error) => {
                Err(ShardManifestError::Damaged(path))
            }
            text => text,
        }?;
        let list = ClassList::parse(&text).filter(|list| list.digest() == self.class);
        list.ok_or(ShardManifestError::Damaged(path))
    }

    /// Removes both files, if they are there: the folder is no piece then.
    pub fn remove_files(folder: &Path) -> io::Result<()> {
        for name in [PIECE, CLASS] {
            match std::fs::remove_file(folder.join(FOLDER).join(name)) {
                Err(error) if !is_missing_file(&error) => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Writes both files.
    pub fn write_files(&self, class: &ClassList, folder: &Path) -> Result<(), WriteError> {
        let own = folder.join(FOLDER);
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other);
        let text = text.map_err(WriteError::for_path(&own))? + "\n";
        // Last what makes it a piece.
        for (name, text) in [(CLASS, class.to_text()), (PIECE, text)] {
            file_writing::write_file(&own.join(name), text.as_bytes())?;
        }
        Ok(())
    }
}

fn read_text(path: &Path) -> Result<String, ShardManifestError> {
    std::fs::read_to_string(path).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => ShardManifestError::Damaged(path.to_owned()),
        _ => ShardManifestError::Disk(path.to_owned(), error),
    })
}

fn is_missing_file(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// Why a piece of a class cannot be graded into a folder.
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The disk, or what stands in the way of records.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It is there.
    #[error(
        "{} is there already, and a piece is written once: delete it, name another folder with --out DIR, or add --resume, \
         which grades again only what has changed or was not graded", folder.display()
    )]
    AlreadyExists { folder: PathBuf },
    /// Something else is there.
    #[error(
        "{} is there already and is no piece of a class; name another folder with --out DIR", folder.display()
    )]
    NotAShard { folder: PathBuf },
    /// Another piece is there.
    #[error(
        "{} is piece {was} of a class, and not {is}; name another folder with --out DIR", folder.display()
    )]
    OtherShard {
        folder: PathBuf,
        /// The piece that is there.
        was: Partition,
        /// The one that was asked for.
        is: Partition,
    },
    /// It is there, finished and unfinished.
    #[error(
        "{} is there, and so is {}, which a stopped run has left; delete one of them", folder.display(), part.display()
    )]
    Both {
        folder: PathBuf,
        /// What is unfinished.
        part: PathBuf,
    },
    /// Another run is at it.
    #[error(
        "another run is at {}; let it end, or name another folder with --out DIR", part.display()
    )]
    InUse {
        /// The unfinished folder.
        part: PathBuf,
    },
    /// What it says of itself cannot be read.
    #[error(
        "{} is a piece of a class, but its .grader/piece.json is damaged or of another version; name another folder with \
         --out DIR", folder.display()
    )]
    Unreadable { folder: PathBuf },
    /// The name is that of a piece that is being graded.
    #[error(
        "{} ends with .part, as the folders of unfinished pieces do; name another folder with --out DIR", folder.display()
    )]
    ReservedName { folder: PathBuf },
    /// The course has changed since.
    #[error(
        "{} is a piece of another course, or this one has changed since; grade the piece again, or name another folder \
         with --out DIR", folder.display()
    )]
    OtherCourse { folder: PathBuf },
    /// A whole class is to be graded into it.
    #[error(
        "{} is a piece of a class, and all of the class does not belong into it; name another folder with --out DIR",
        folder.display()
    )]
    FullClass { folder: PathBuf },
}

impl From<WriteError> for ShardError {
    fn from(error: WriteError) -> ShardError {
        ShardError::Record(error.into())
    }
}
