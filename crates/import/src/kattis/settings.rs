//! Files of settings beside the cases: `testdata.yaml` of the older form, `test_group.yaml` of the newer one.
//!
//! What a folder says holds for the folders in it, too, key by key, unless one of them says otherwise.

use std::rc::Rc;

use super::super::document::{DocumentKey, DocumentNode};
use super::super::error::ImportError;
use super::super::notes::{escape_word, format_place};
use super::super::package::ImportPackage;

/// The file of the older form.
pub(super) const LEGACY_FILE: &str = "testdata.yaml";

/// The file of the newer form.
pub(super) const GROUP_FILE: &str = "test_group.yaml";

/// What is said of a folder.
#[derive(Debug, Clone, Default)]
pub(super) struct KattisSettings {
    folder: String,
    /// Files with what they say, the nearest first.
    levels: Vec<(String, Rc<DocumentNode>)>,
}

impl KattisSettings {
    /// The settings of a folder, with those of the folders above it.
    pub(super) fn read_folder(
        package: &ImportPackage,
        folder: &str,
    ) -> Result<KattisSettings, ImportError> {
        let mut levels = Vec::new();
        let mut above = Some(folder);
        while let Some(current) = above {
            for name in [LEGACY_FILE, GROUP_FILE] {
                let file = format!("{current}/{name}");
                if package.has_file(&file) {
                    let node = package.read_yaml(&file)?;
                    levels.push((file, node));
                }
            }
            above = current.rsplit_once('/').map(|(above, _)| above);
        }
        Ok(KattisSettings {
            folder: folder.to_owned(),
            levels,
        })
    }

    /// What is said under a key, by the nearest file. What it takes the place of is read, too.
    pub(super) fn get(&self, key: &str) -> Option<&DocumentNode> {
        let mut found = self.levels.iter().filter_map(|(_, node)| node.get(key));
        let nearest = found.next();
        found.for_each(DocumentNode::mark_as_read);
        nearest
    }

    /// The same without reading what it takes the place of.
    pub(super) fn peek(&self, key: &str) -> Option<&DocumentNode> {
        self.levels.iter().find_map(|(_, node)| node.get(key))
    }

    /// Marks what is said under these keys as read, in all files.
    pub(super) fn mark_as_read(&self, keys: &[&str]) {
        for (_, node) in &self.levels {
            node.mark_keys_as_read(keys);
        }
    }

    /// What a file in the folder itself says under a key.
    pub(super) fn get_in_folder(&self, key: &str) -> Option<&DocumentNode> {
        let is_own =
            |file: &str| file.rsplit_once('/').map(|(folder, _)| folder) == Some(&self.folder);
        let mut own = self.levels.iter().filter(|(file, _)| is_own(file));
        own.find_map(|(_, node)| node.get(key))
    }

    /// The place of a key; of its folder, if no file has the key.
    pub(super) fn place(&self, key: &str) -> String {
        for (file, node) in &self.levels {
            if let Some((key, _)) = node.entries().iter().find(|(known, _)| known.name == key) {
                return format_place(file, key.line);
            }
        }
        escape_word(&self.folder)
    }

    /// All keys with what is said under them, each once, and the file of each.
    pub(super) fn entries(&self) -> Vec<(&str, &DocumentKey, &DocumentNode)> {
        let mut all: Vec<(&str, &DocumentKey, &DocumentNode)> = Vec::new();
        for (file, node) in &self.levels {
            for (key, value) in node.entries() {
                if all.iter().any(|(_, known, _)| known.name == key.name) {
                    value.mark_as_read();
                } else {
                    all.push((file, key, value));
                }
            }
        }
        all
    }
}

/// Whether there is a file of this name below a folder.
pub(super) fn has_settings_file(package: &ImportPackage, folder: &str, name: &str) -> bool {
    let ending = format!("/{name}");
    package
        .files_below(folder)
        .any(|file| file.ends_with(&ending))
}
