//! What one entry of a download is.

use std::path::{Path, PathBuf};

use model::{HandIn, IgnoredFile};
use support::printable::to_printable;

/// A file or folder of a download.
#[derive(Debug, Clone)]
pub(crate) struct DownloadEntry {
    /// Its path below the download, as text in composed letters (NFC).
    pub(crate) name: String,
    /// The same as the file system has it.
    pub(crate) path: PathBuf,
    /// Whether it is a folder.
    pub(crate) is_folder: bool,
}

/// The top of a download.
pub(crate) struct DownloadTop<'t> {
    /// The name of the folder.
    pub(crate) name: &'t str,
    /// What stands directly in it, junk left out.
    pub(crate) entries: &'t [DownloadEntry],
    /// Reads a file of the system's own, no more than so many bytes of it; none if it is none.
    pub(crate) read: &'t dyn Fn(&Path, u64) -> Option<String>,
    /// Lists a folder of the download by its path below it, sorted by name; nothing if it is no folder or cannot be read. The
    /// names are those in the folder.
    pub(crate) list: &'t dyn Fn(&Path) -> Vec<DownloadEntry>,
    /// Whether an assignment asks for a file of this name.
    pub(crate) is_required: &'t dyn Fn(&str) -> bool,
    /// Whether the user names the layout, so that names need not prove it.
    pub(crate) is_named: bool,
}

/// What a system's naming says of one entry.
#[derive(Debug, Clone, Default)]
pub(crate) struct LayoutEntry {
    /// What tells its owner from all others.
    pub(crate) owner: String,
    /// The assignment's id, where the instructor's pattern says it.
    pub(crate) assignment: Option<String>,
    /// What the system says of owner and time. Files and attempts are filled in later.
    pub(crate) hand_in: HandIn,
    /// Which attempt it belongs to: of one owner's, the last in the order of letters is the latest.
    pub(crate) attempt: String,
    /// Whether `attempt` is only a label, because the names do not say when it was.
    pub(crate) is_undated: bool,
    /// In which order files of one attempt came.
    pub(crate) order: u64,
    /// Choices that staff should check.
    pub(crate) to_check: Vec<String>,
    /// What it is.
    pub(crate) content: EntryContent,
}

/// What an entry is to us.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum EntryContent {
    /// A file that its author called so.
    File(String),
    /// A folder whose content was handed in.
    Folder,
    /// A folder of which the system says what was handed in.
    Inside(FolderContent),
    /// Nothing that could be compiled, for this reason.
    NotCompilable(&'static str),
    /// The system's own file, which is nobody's.
    #[default]
    SystemFile,
}

/// What the system says of the content of a student's folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FolderContent {
    /// What is graded.
    pub(crate) taken: Vec<FileOrigin>,
    /// What is not.
    pub(crate) left_out: Vec<IgnoredFile>,
    /// How many attempts the folder holds.
    pub(crate) attempts: usize,
    /// Why none of the attempts can be chosen, as a sentence.
    pub(crate) unclear: Option<String>,
}

/// A file or folder of a download that is a student's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileOrigin {
    /// Its path below the download.
    pub(crate) below: PathBuf,
    /// The name that its author gave it; none of a folder, whose content was handed in.
    pub(crate) name: Option<String>,
}

/// A file that a system renamed, because its student handed in another one of the same name.
pub(crate) struct RenamedFile {
    /// As it is in the download.
    pub(crate) listed: DownloadEntry,
    /// The name that its author gave it.
    pub(crate) name: String,
    /// Of several files of one name, the one with the highest order is the newest.
    pub(crate) order: u64,
}

impl FolderContent {
    /// A file named `name` in the download is not graded.
    pub(crate) fn leave_out(&mut self, listed: &DownloadEntry, reason: &str) {
        let name = listed.path.to_string_lossy().into_owned();
        self.left_out.push(IgnoredFile {
            name,
            reason: reason.to_owned(),
        });
    }

    /// Takes files under their authors' names, of each name the newest. The sentences say which choices staff should check.
    pub(crate) fn take_renamed(&mut self, mut files: Vec<RenamedFile>) -> Vec<String> {
        files.sort_by_key(|file| std::cmp::Reverse(file.order));
        let mut to_check = Vec::new();
        for RenamedFile { listed, name, .. } in files {
            let newer = self
                .taken
                .iter()
                .find(|taken| taken.name.as_ref() == Some(&name));
            if let Some(newer) = newer {
                to_check.push(format!(
                    "`{}` and `{}` seem to be the same file, handed in twice; the first of them was taken",
                    to_printable(newer.below.file_name().unwrap_or_default()),
                    to_printable(&listed.name)
                ));
                self.leave_out(&listed, "the same file was handed in again later");
                continue;
            }
            self.taken.push(FileOrigin {
                below: listed.path,
                name: Some(name),
            });
        }
        to_check
    }
}
