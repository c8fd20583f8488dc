//! What a piece of a class says of itself: `.grader/piece.json`, and beside it the names of the whole class.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::class_list::ClassList;
use super::folder::FOLDER;
use crate::digest::Digest;
use crate::model::{Environment, Partition};
use crate::whole_file;
use crate::write_error::WriteError;

/// The form of the file. Keys may be added; whatever else changes makes it another form.
const SCHEMA: &str = "grader/piece/v1";

/// What wrote it: records of another version cannot be read.
const VERSION: &str = env!("CARGO_PKG_VERSION");

const PIECE: &str = "piece.json";
const CLASS: &str = "class.txt";

/// A piece of a class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Piece {
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
    environment: Environment,
    /// The machine's name.
    pub(super) host: String,
    started: String,
    ended: String,
}

/// Why a folder cannot be read as a piece.
#[derive(Debug)]
pub(super) enum Unreadable {
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
pub(crate) struct Begun {
    /// Which piece of which cut.
    pub(crate) partition: Partition,
    /// All submissions of the class.
    pub(crate) class: ClassList,
    /// The digest of what the instructor wrote.
    pub(crate) course: Digest,
    /// When the run began.
    pub(crate) started: SystemTime,
}

impl Begun {
    /// What the piece says of itself when its run has ended.
    pub(super) fn ended(&self, environment: Environment) -> Piece {
        let Begun { partition, class, course, started } = self;
        let time = |time| humantime::format_rfc3339_seconds(time).to_string();
        Piece {
            schema: SCHEMA.to_owned(),
            grader: VERSION.to_owned(),
            partition: *partition,
            class: class.digest(),
            course: course.to_string(),
            environment,
            host: rustix::system::uname().nodename().to_string_lossy().into_owned(),
            started: time(*started),
            ended: time(SystemTime::now()),
        }
    }
}

/// Whether the reports in this folder are of a piece of a class, and not of the class.
pub(crate) fn is_piece(folder: &Path) -> bool {
    Piece::read(folder).is_ok()
}

impl Piece {
    /// What `folder` says of itself.
    pub(super) fn read(folder: &Path) -> Result<Piece, Unreadable> {
        #[derive(Deserialize)]
        struct Versions {
            schema: String,
            grader: String,
        }
        let path = folder.join(FOLDER).join(PIECE);
        let text = match read(&path) {
            Err(Unreadable::Disk(_, error)) if is_nothing(&error) => Err(Unreadable::None),
            text => text,
        }?;
        let damaged = || Unreadable::Damaged(path.clone());
        // Of another form or version, nothing else need be as it is now.
        let Versions { schema, grader } = serde_json::from_str(&text).map_err(|_| damaged())?;
        match () {
            () if schema != SCHEMA => Err(Unreadable::Schema(schema)),
            () if grader != VERSION => Err(Unreadable::Version(grader)),
            () => serde_json::from_str(&text).map_err(|_| damaged()),
        }
    }

    /// The names of the whole class, as they stand in the piece's folder.
    pub(super) fn class(&self, folder: &Path) -> Result<ClassList, Unreadable> {
        let path = folder.join(FOLDER).join(CLASS);
        let text = match read(&path) {
            Err(Unreadable::Disk(path, error)) if is_nothing(&error) => {
                Err(Unreadable::Damaged(path))
            }
            text => text,
        }?;
        let list = ClassList::parse(&text).filter(|list| list.digest() == self.class);
        list.ok_or(Unreadable::Damaged(path))
    }

    /// Removes both files, if they are there: the folder is no piece then.
    pub(super) fn remove(folder: &Path) -> io::Result<()> {
        for name in [PIECE, CLASS] {
            match std::fs::remove_file(folder.join(FOLDER).join(name)) {
                Err(error) if !is_nothing(&error) => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Writes both files.
    pub(super) fn write(&self, class: &ClassList, folder: &Path) -> Result<(), WriteError> {
        let own = folder.join(FOLDER);
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other);
        let text = text.map_err(WriteError::at(&own))? + "\n";
        // Last what makes it a piece.
        for (name, text) in [(CLASS, class.text()), (PIECE, text)] {
            whole_file::write(&own.join(name), text.as_bytes())?;
        }
        Ok(())
    }
}

fn read(path: &Path) -> Result<String, Unreadable> {
    std::fs::read_to_string(path).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => Unreadable::Damaged(path.to_owned()),
        _ => Unreadable::Disk(path.to_owned(), error),
    })
}

fn is_nothing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
