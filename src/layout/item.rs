//! What one entry of a download is.

use std::path::{Path, PathBuf};

use crate::model::HandIn;

/// A file or folder of a download.
#[derive(Debug, Clone)]
pub(crate) struct Listed {
    /// Its path below the download, as text in composed letters (NFC).
    pub(crate) name: String,
    /// The same as the file system has it.
    pub(crate) path: PathBuf,
    /// Whether it is a folder.
    pub(crate) is_folder: bool,
}

/// The top of a download.
pub(crate) struct Top<'t> {
    /// The name of the folder.
    pub(crate) name: &'t str,
    /// What stands directly in it, junk left out.
    pub(crate) entries: &'t [Listed],
    /// Reads a file of the system's own, no more than so many bytes of it; none if it is none.
    pub(crate) read: &'t dyn Fn(&Path, u64) -> Option<String>,
    /// Whether an assignment asks for a file of this name.
    pub(crate) is_wanted: &'t dyn Fn(&str) -> bool,
}

/// What a system's naming says of one entry.
#[derive(Debug, Clone, Default)]
pub(crate) struct Item {
    /// What tells its owner from all others.
    pub(crate) owner: String,
    /// The assignment's id, where the instructor's pattern says it.
    pub(crate) assignment: Option<String>,
    /// What the system says of owner and time. Files and attempts are filled in later.
    pub(crate) hand_in: HandIn,
    /// Which attempt it belongs to: of one owner's, the last in the order of letters is the latest.
    pub(crate) attempt: String,
    /// In which order files of one attempt came.
    pub(crate) order: u64,
    /// What it is.
    pub(crate) content: Content,
}

/// What an entry is to us.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Content {
    /// A file that its author called so.
    File(String),
    /// A folder whose content was handed in.
    Folder,
    /// Nothing that could be compiled, for this reason.
    Nothing(&'static str),
    /// The system's own file, which is nobody's.
    #[default]
    Own,
}
