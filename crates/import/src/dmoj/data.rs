//! Inputs and outputs, in the package or in its archive.

use super::super::error::ImportError;
use super::super::package::ImportPackage;

/// Where the data of cases stands.
pub(super) struct DmojData<'d> {
    pub(super) package: &'d ImportPackage,
    pub(super) archive: Option<&'d ImportPackage>,
    /// Whether files are no text, whose ends of lines may be changed.
    pub(super) is_binary: bool,
}

impl DmojData<'_> {
    /// What a file holds, with the ends of lines that DMOJ gives it; none if it is nowhere.
    pub(super) fn read_file(&self, file: &str) -> Result<Option<Vec<u8>>, ImportError> {
        let places = [Some(self.package), self.archive];
        let Some(place) = places
            .into_iter()
            .flatten()
            .find(|place| place.has_file(file))
        else {
            return Ok(None);
        };
        let bytes = place.read_bytes(file)?;
        if self.is_binary {
            return Ok(Some(bytes));
        }
        let mut plain = Vec::with_capacity(bytes.len());
        for (index, byte) in bytes.iter().enumerate() {
            match (byte, bytes.get(index + 1)) {
                (b'\r', Some(b'\n')) => {}
                (b'\r', _) => plain.push(b'\n'),
                (byte, _) => plain.push(*byte),
            }
        }
        // Its last line is one, too.
        if plain.last().is_some_and(|last| *last != b'\n') {
            plain.push(b'\n');
        }
        Ok(Some(plain))
    }

    pub(super) fn list_files(&self) -> Vec<&str> {
        let own = self.archive.unwrap_or(self.package);
        own.files_below("").collect()
    }
}
