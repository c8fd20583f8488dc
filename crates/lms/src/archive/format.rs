//! Which archives are understood.

/// A format of archives that is unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchiveFormat {
    /// What every system packs without further programs.
    Zip,
    /// `tar` without compression.
    Tar,
    /// `tar` through `gzip`.
    TarGz,
}

impl ArchiveFormat {
    /// The format of a file with this name; none if it is no archive that is understood. What is inside may be something else,
    /// and is then an error of unpacking it.
    pub fn from_name(name: &str) -> Option<ArchiveFormat> {
        let name = name.to_ascii_lowercase();
        match () {
            () if name.ends_with(".zip") => Some(ArchiveFormat::Zip),
            () if name.ends_with(".tar") => Some(ArchiveFormat::Tar),
            () if name.ends_with(".tar.gz") || name.ends_with(".tgz") => Some(ArchiveFormat::TarGz),
            () => None,
        }
    }

    /// A name without the ending that says the format.
    pub fn strip_extension(name: &str) -> &str {
        let lower = name.to_ascii_lowercase();
        let ending = [".tar.gz", ".tgz", ".tar", ".zip"]
            .iter()
            .find(|it| lower.ends_with(*it));
        let length = name.len() - ending.map_or(0, |it| it.len());
        name.get(..length)
            .filter(|stem| !stem.is_empty())
            .unwrap_or(name)
    }
}
