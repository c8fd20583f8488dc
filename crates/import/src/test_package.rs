//! Small packages for tests.

use super::{ImportError, ImportPlan, PackageFormat, read_package};

/// The plan of a package with these files, whose assignment is `sum`. A file that is named twice has its last text.
pub(super) fn read_files(
    format: PackageFormat,
    files: &[(&str, &str)],
) -> Result<ImportPlan, ImportError> {
    let place = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = place.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    read_package(format, place.path(), Some("sum"))
}
