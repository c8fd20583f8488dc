//! Which archives are understood.

/// A format of archives that is unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// What every system packs without further programs.
    Zip,
    /// `tar` without compression.
    Tar,
    /// `tar` through `gzip`.
    TarGz,
}

impl Format {
    /// The format of a file with this name; none if it is no archive that is understood. What is inside may be something else,
    /// and is then an error of unpacking it.
    pub(crate) fn of_name(name: &str) -> Option<Format> {
        let name = name.to_ascii_lowercase();
        match () {
            () if name.ends_with(".zip") => Some(Format::Zip),
            () if name.ends_with(".tar") => Some(Format::Tar),
            () if name.ends_with(".tar.gz") || name.ends_with(".tgz") => Some(Format::TarGz),
            () => None,
        }
    }

    /// A name without the ending that says the format.
    pub(crate) fn stem(name: &str) -> &str {
        let lower = name.to_ascii_lowercase();
        let ending = [".tar.gz", ".tgz", ".tar", ".zip"].iter().find(|it| lower.ends_with(*it));
        let length = name.len() - ending.map_or(0, |it| it.len());
        name.get(..length).filter(|stem| !stem.is_empty()).unwrap_or(name)
    }
}
