//! The names under which the files of a program are laid out: those by which other files include them.
//!
//! A program that was written where `Fraction.h` and `fraction.h` are the same file includes either. Here only one of them would
//! be found, so a file is laid out under the name by which it is included. An instructor's header is laid out wherever a file
//! includes it.

use std::collections::{BTreeMap, BTreeSet};

use super::same_name;
use cpp::source::quoted_includes;
use model::bounds::MOST_FILES;
use model::{ProvidedFile, SourceFile};

/// The most folders of a path in an `#include` for which a folder is made, and the longest name in it, in bytes.
const DEEPEST: usize = 8;
const LONGEST: usize = 100;

/// What decides names besides the files themselves.
pub(super) struct NamingRules<'a> {
    /// The compiler's flags, for `-I`.
    pub(super) flags: &'a [String],
    /// The most bytes of one file that are read.
    pub(super) limit: u64,
    /// Names without a folder that the rubric asks for: a file that has one keeps it.
    pub(super) rubric_names: Vec<&'a str>,
    /// Whether the submission brings its own build files, which name its files: then each keeps its name, too.
    pub(super) keeps_names: bool,
}

/// The folder in which an instructor's files stand among a student's: one of those with the program's files, in which most of
/// what the instructor's files include is found. With its `/`; empty at the top.
pub(super) fn provided_folder(
    sources: &[SourceFile],
    is_program: &dyn Fn(&SourceFile) -> bool,
    provided: &[ProvidedFile],
    limit: u64,
) -> String {
    let of_kind = |is_header: bool| {
        sources
            .iter()
            .filter(move |one| is_program(one) && one.is_header() == is_header)
    };
    let program: Vec<&SourceFile> = of_kind(false)
        .chain(of_kind(true))
        .chain(sources.first())
        .collect();
    let read = |file: &ProvidedFile| same_name::read_bounded(&file.folder, &file.below, limit);
    let includes: Vec<String> = provided
        .iter()
        .filter_map(read)
        .flat_map(|bytes| quoted_includes(&bytes))
        .collect();
    let mut best: Option<(usize, &str)> = None;
    for file in program {
        let folder = folder_of(&file.name);
        let is_found = |include: &&String| {
            let path = resolve_path(folder, include);
            path.is_some_and(|path| {
                sources
                    .iter()
                    .any(|one| one.name.eq_ignore_ascii_case(&path))
            })
        };
        let found = includes.iter().filter(is_found).count();
        if best.is_none_or(|(most, _)| found > most) {
            best = Some((found, folder));
        }
    }
    match best {
        Some((_, folder)) if !folder.is_empty() => format!("{folder}/"),
        _ => String::new(),
    }
}

/// The files under the names by which others include them, and remarks on those that have other names.
pub(super) fn with_included_names(
    sources: Vec<SourceFile>,
    naming: &NamingRules<'_>,
) -> (Vec<SourceFile>, Vec<String>) {
    if sources.len() < 2 {
        return (sources, Vec::new());
    }
    let includes = sources.iter().map(|file| {
        let bytes =
            same_name::read_bounded(&file.folder, &file.below, naming.limit).unwrap_or_default();
        quoted_includes(&bytes)
    });
    let includes = includes.collect();
    let names = sources
        .iter()
        .enumerate()
        .map(|(index, file)| (file.name.clone(), index))
        .collect();
    let mut names = IncludedNames {
        sources: &sources,
        includes,
        names,
        used: BTreeSet::new(),
    };
    names.add_rubric_names(naming);
    let folders = include_folders(naming.flags);
    // What a file includes from another place is looked for from there, so each round may find more.
    while names.names.len() <= 2 * MOST_FILES && names.add_included_names(&folders) {}
    names.with_final_names(naming)
}

struct IncludedNames<'s> {
    sources: &'s [SourceFile],
    /// What each of the files includes.
    includes: Vec<Vec<String>>,
    /// Under which names the files are laid out, with their places in `sources`.
    names: BTreeMap<String, usize>,
    /// The names that are included.
    used: BTreeSet<String>,
}

impl IncludedNames<'_> {
    /// A header that the rubric asks for has the rubric's name, by which tests include it.
    fn add_rubric_names(&mut self, naming: &NamingRules<'_>) {
        for wanted in &naming.rubric_names {
            let exact = self
                .sources
                .iter()
                .any(|file| base_name(&file.name) == *wanted);
            let other = self.sources.iter().position(|file| {
                file.is_header() && base_name(&file.name).eq_ignore_ascii_case(wanted)
            });
            if let (false, Some(index)) = (exact, other) {
                let folder = folder_of(&self.sources[index].name);
                self.names
                    .extend(resolve_path(folder, wanted).map(|name| (name, index)));
            }
        }
    }

    /// One round over all files. Whether a name was added.
    fn add_included_names(&mut self, folders: &[String]) -> bool {
        let mut new: BTreeMap<String, usize> = BTreeMap::new();
        for (name, index) in &self.names {
            for include in &self.includes[*index] {
                let own = std::iter::once(folder_of(name));
                let places = own.chain(folders.iter().map(String::as_str));
                let paths: Vec<String> = places
                    .filter_map(|folder| resolve_path(folder, include))
                    .collect();
                if let Some(exact) = paths.iter().find(|path| self.names.contains_key(*path)) {
                    self.used.insert(exact.clone());
                    continue;
                }
                let in_another_case = paths
                    .iter()
                    .find_map(|path| Some((path.clone(), self.find_in_other_case(path)?)));
                let provided = || Some((paths.first()?.clone(), self.provided_header(include)?));
                if let Some((path, index)) = in_another_case.or_else(provided)
                    && self.is_valid_path(&path)
                {
                    new.insert(path, index);
                }
            }
        }
        new.retain(|path, _| !self.names.contains_key(path));
        let is_more = !new.is_empty();
        self.names.append(&mut new);
        is_more
    }

    /// The one file whose path differs from this one in capital letters only.
    fn find_in_other_case(&self, path: &str) -> Option<usize> {
        let alike = self
            .names
            .iter()
            .filter(|(name, _)| name.eq_ignore_ascii_case(path));
        let found: BTreeSet<usize> = alike.map(|(_, index)| *index).collect();
        found.first().copied().filter(|_| found.len() == 1)
    }

    /// The instructor's header that is included by this path.
    fn provided_header(&self, include: &str) -> Option<usize> {
        let is_it = |file: &SourceFile| {
            file.is_provided
                && file.is_header()
                && base_name(&file.name).eq_ignore_ascii_case(base_name(include))
        };
        self.sources.iter().position(is_it)
    }

    /// Whether a file can be written there: a student chose the path, and no file may stand where it needs a folder.
    fn is_valid_path(&self, path: &str) -> bool {
        path.split('/').count() <= DEEPEST
            && path.split('/').all(is_plain_part)
            && !self
                .names
                .keys()
                .any(|name| is_below(name, path) || is_below(path, name))
    }

    /// The files under their final names.
    fn with_final_names(&self, naming: &NamingRules<'_>) -> (Vec<SourceFile>, Vec<String>) {
        let mut all = Vec::new();
        let mut remarks = Vec::new();
        for (index, file) in self.sources.iter().enumerate() {
            let names = self.names.iter().filter(|(_, it)| **it == index);
            let new: Vec<&String> = names
                .map(|(name, _)| name)
                .filter(|name| **name != file.name)
                .collect();
            let is_needed = naming.keeps_names
                || file.is_provided
                || self.used.contains(&file.name)
                || naming.rubric_names.contains(&base_name(&file.name));
            if new.is_empty() || is_needed {
                all.push(file.clone());
            }
            // A source under two names would be compiled twice.
            let most = match (file.is_header(), is_needed) {
                (true, _) => new.len(),
                (false, true) => 0,
                (false, false) => 1,
            };
            for name in new.into_iter().take(most) {
                all.push(SourceFile {
                    name: name.clone(),
                    ..file.clone()
                });
                if !file.is_provided {
                    remarks.push(format!(
                        "`{}` was compiled under the name `{name}`, by which it is included: use the same capital letters everywhere",
                        file.name
                    ));
                }
            }
        }
        all.sort_by(|left, right| left.name.cmp(&right.name));
        remarks.truncate(5);
        (all, remarks)
    }
}

fn is_plain_part(part: &str) -> bool {
    part.len() <= LONGEST
        && !part.starts_with(['-', '@'])
        && part
            .chars()
            .all(|it| it.is_alphanumeric() || "._+- ()".contains(it))
}

fn is_below(outer: &str, inner: &str) -> bool {
    inner
        .strip_prefix(outer)
        .is_some_and(|rest| rest.starts_with('/'))
}

/// The folders below the submission in which flags such as `-Iinclude` look.
fn include_folders(flags: &[String]) -> Vec<String> {
    let mut folders = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        let Some(rest) = flag
            .strip_prefix("-I")
            .or_else(|| flag.strip_prefix("-iquote"))
        else {
            continue;
        };
        let folder = if rest.is_empty() {
            flags.next().map_or("", String::as_str)
        } else {
            rest
        };
        if !folder.starts_with('/') {
            folders.extend(resolve_path("", folder));
        }
    }
    folders
}

/// The path that a file in `folder` means, without `.` and `..`; none if it leads out of the submission or is empty.
fn resolve_path(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    if path.starts_with('/') {
        return None;
    }
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

fn folder_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn base_name(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    /// What it is about, names and contents of files, flags, and the names that are expected.
    type Row<'t> = (
        &'t str,
        &'t [(&'t str, &'t str)],
        &'t [&'t str],
        &'t [&'t str],
    );

    /// The names under which files with these contents are laid out.
    fn names(files: &[(&str, &str)], flags: &[&str]) -> Vec<String> {
        let home = tempfile::tempdir().unwrap();
        let file = |(name, text): &(&str, &str)| {
            let path = home.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
            let folder = home.path().to_owned();
            let below = PathBuf::from(name);
            let is_provided = name.starts_with("given");
            let name = name.strip_prefix("given/").unwrap_or(name).to_owned();
            SourceFile {
                folder,
                below,
                name,
                is_provided,
            }
        };
        let sources = files.iter().map(file).collect();
        let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let wanted = vec!["wanted.h"];
        let naming = NamingRules {
            flags: &flags,
            limit: 1000,
            rubric_names: wanted,
            keeps_names: false,
        };
        let (sources, _) = with_included_names(sources, &naming);
        sources.into_iter().map(|one| one.name).collect()
    }

    #[test]
    fn files_have_the_names_by_which_they_are_included() {
        let table: [Row<'_>; 12] = [
            (
                "another case",
                &[("a.cpp", "#include \"b.h\""), ("B.h", "")],
                &[],
                &["a.cpp", "b.h"],
            ),
            (
                "both spellings",
                &[
                    ("a.cpp", "#include \"b.h\""),
                    ("B.h", ""),
                    ("c.cpp", "#include \"B.h\""),
                ],
                &[],
                &["B.h", "a.cpp", "b.h", "c.cpp"],
            ),
            (
                "two headers",
                &[
                    ("a.cpp", "#include \"b.h\"\n#include \"B.h\""),
                    ("B.h", "1"),
                    ("b.h", "2"),
                ],
                &[],
                &["B.h", "a.cpp", "b.h"],
            ),
            (
                "two that may be meant",
                &[("a.cpp", "#include \"bb.h\""), ("BB.h", "1"), ("Bb.h", "2")],
                &[],
                &["BB.h", "Bb.h", "a.cpp"],
            ),
            (
                "folders, and what a moved header includes",
                &[
                    ("s/a.cpp", "#include \"../inc/b.h\""),
                    ("Inc/B.h", "#include \"c.h\""),
                    ("Inc/c.h", ""),
                ],
                &[],
                &["Inc/c.h", "inc/b.h", "inc/c.h", "s/a.cpp"],
            ),
            (
                "a folder of the flags",
                &[("a.cpp", "#include \"b.h\""), ("include/B.h", "")],
                &["-I", "include"],
                &["a.cpp", "include/b.h"],
            ),
            (
                "a source",
                &[("a.cpp", "#include \"b.cpp\""), ("B.cpp", "")],
                &[],
                &["a.cpp", "b.cpp"],
            ),
            (
                "the instructor's header, from a folder",
                &[("s/a.cpp", "#include \"b.h\""), ("given/b.h", "")],
                &[],
                &["b.h", "s/a.cpp", "s/b.h"],
            ),
            (
                "a wanted header",
                &[("a.cpp", ""), ("Wanted.h", "")],
                &[],
                &["a.cpp", "wanted.h"],
            ),
            (
                "a wanted header under another name",
                &[("a.cpp", "#include \"WANTED.h\""), ("wanted.h", "")],
                &[],
                &["WANTED.h", "a.cpp", "wanted.h"],
            ),
            (
                "a file where a folder would be needed",
                &[
                    ("a.cpp", "#include \"c.h/b.h\""),
                    ("C.h/b.h", ""),
                    ("c.h", ""),
                ],
                &[],
                &["C.h/b.h", "a.cpp", "c.h"],
            ),
            (
                "paths that cannot be",
                &[
                    (
                        "a.cpp",
                        "#include \"../b.h\"\n#include \"\0/b.h\"\n#include \"/b.h\"",
                    ),
                    ("given/b.h", ""),
                ],
                &[],
                &["a.cpp", "b.h"],
            ),
        ];
        for (what, files, flags, expected) in table {
            assert_eq!(names(files, flags), expected, "{what}");
        }
    }
}
