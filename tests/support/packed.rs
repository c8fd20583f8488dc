//! Folders packed as systems and students pack them.

use std::fs::{self, File};
use std::io::{Cursor, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A zip archive of these files.
pub(crate) fn zipped<B: AsRef<[u8]>>(files: &[(&str, B)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(bytes.as_ref()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Writes a folder's files into a zip archive, without a folder around them.
pub(crate) fn zip_folder(folder: &Path, archive: &Path) {
    let mut writer = ZipWriter::new(File::create(archive).unwrap());
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(folder).unwrap().to_str().unwrap();
            writer
                .start_file(name, SimpleFileOptions::default())
                .unwrap();
            writer.write_all(&fs::read(entry.path()).unwrap()).unwrap();
        }
    }
    writer.finish().unwrap();
}

/// Writes a folder into a compressed tar archive, in which it stands as a folder itself.
pub(crate) fn tar_folder(folder: &Path, archive: &Path) {
    let encoder = GzEncoder::new(File::create(archive).unwrap(), Compression::fast());
    let mut builder = tar::Builder::new(encoder);
    builder
        .append_dir_all(folder.file_name().unwrap(), folder)
        .unwrap();
    builder.into_inner().unwrap().finish().unwrap();
}
