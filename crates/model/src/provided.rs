//! Files of an instructor's that belong to every submission of an assignment.

use std::path::PathBuf;

use super::SourceFile;

/// A file that an instructor adds to every submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvidedFile {
    /// The name under which it stands among a submission's files; it has no folder.
    pub name: String,
    /// The rubric's folder.
    pub folder: PathBuf,
    /// Where it stands below that.
    pub below: PathBuf,
    /// Whether it takes the place of a student's file of that name, instead of giving way to it.
    pub replaces: bool,
}

impl ProvidedFile {
    /// The file itself.
    pub fn path(&self) -> PathBuf {
        self.folder.join(&self.below)
    }

    /// The same as one of a submission's files, under this name.
    fn to_source_file(&self, name: String) -> SourceFile {
        let folder = self.folder.clone();
        let below = self.below.clone();
        SourceFile {
            folder,
            below,
            name,
            is_provided: true,
        }
    }
}

/// A submission's files with those of the instructor, and what a report says of that.
///
/// A file that replaces one stands where that one stood, so that whoever includes it finds it; any other stands in `folder`, which
/// is empty or ends with `/`. Capital letters make no difference where no file has exactly the same name.
pub fn add_provided_files(
    mut sources: Vec<SourceFile>,
    provided: &[ProvidedFile],
    folder: &str,
) -> (Vec<SourceFile>, Vec<String>) {
    let mut remarks = Vec::new();
    for file in provided {
        let is_exact = sources.iter().any(|one| base_name(&one.name) == file.name);
        let is_same = |one: &SourceFile| match base_name(&one.name) {
            name if is_exact => name == file.name,
            name => !one.is_provided && name.eq_ignore_ascii_case(&file.name),
        };
        let own: Vec<String> = sources
            .iter()
            .filter(|one| is_same(one))
            .map(|one| one.name.clone())
            .collect();
        match own.as_slice() {
            [] => {
                sources.push(file.to_source_file(format!("{folder}{}", file.name)));
                remarks.push(format!(
                    "`{}` is your instructor's, and part of the program",
                    file.name
                ));
            }
            [first, ..] if file.replaces => {
                sources.retain(|one| !is_same(one));
                let replacement = file.to_source_file(first.clone());
                // A second definition of the same would not link; a header may be looked for in each of its places.
                let places = if replacement.is_header() {
                    own.as_slice()
                } else {
                    &own[..1]
                };
                sources.extend(places.iter().map(|name| file.to_source_file(name.clone())));
                remarks.push(format!(
                    "`{}` is your instructor's: it takes the place of the one that was handed in",
                    file.name
                ));
            }
            _ => remarks.push(format!(
                "`{}` was handed in, so it takes the place of your instructor's",
                file.name
            )),
        }
    }
    sources.sort_by(|left, right| left.name.cmp(&right.name));
    (sources, remarks)
}

fn base_name(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> SourceFile {
        let folder = PathBuf::from("ann");
        let below = PathBuf::from(name);
        SourceFile {
            folder,
            below,
            name: name.to_owned(),
            is_provided: false,
        }
    }

    fn provided(name: &str, replaces: bool) -> ProvidedFile {
        let folder = PathBuf::from(".");
        let below = PathBuf::from("given").join(name);
        ProvidedFile {
            name: name.to_owned(),
            folder,
            below,
            replaces,
        }
    }

    fn names(files: &[&str], given: &[ProvidedFile]) -> Vec<(String, bool)> {
        let (files, _) =
            add_provided_files(files.iter().map(|name| file(name)).collect(), given, "src/");
        files
            .into_iter()
            .map(|one| (one.name, one.is_provided))
            .collect()
    }

    #[test]
    fn what_is_provided_gives_way_and_what_replaces_does_not() {
        let found = names(&["main.cpp", "stack.h"], &[provided("main.cpp", false)]);
        assert_eq!(
            found,
            [
                ("main.cpp".to_owned(), false),
                ("stack.h".to_owned(), false)
            ]
        );
        let found = names(&["main.cpp", "stack.h"], &[provided("main.cpp", true)]);
        assert_eq!(
            found,
            [("main.cpp".to_owned(), true), ("stack.h".to_owned(), false)]
        );
        let found = names(&["src/stack.h"], &[provided("main.cpp", false)]);
        assert_eq!(
            found,
            [
                ("src/main.cpp".to_owned(), true),
                ("src/stack.h".to_owned(), false)
            ]
        );
        let found = names(&["Main.cpp"], &[provided("main.cpp", false)]);
        assert_eq!(found, [("Main.cpp".to_owned(), false)]);
        let found = names(&["Main.cpp"], &[provided("main.cpp", true)]);
        assert_eq!(found, [("Main.cpp".to_owned(), true)]);
        let found = names(&["Image.h", "image.h"], &[provided("image.h", true)]);
        assert_eq!(
            found,
            [("Image.h".to_owned(), false), ("image.h".to_owned(), true)]
        );
    }

    #[test]
    fn a_file_that_replaces_stands_where_the_other_stood() {
        let all = [
            "include/image.h",
            "src/image.h",
            "src/main.cpp",
            "src/old/main.cpp",
        ];
        let given = [
            provided("image.h", true),
            provided("main.cpp", true),
            provided("x.h", false),
        ];
        let found = names(&all, &given);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            ["include/image.h", "src/image.h", "src/main.cpp", "src/x.h"]
        );
        assert!(found.iter().all(|(_, is_provided)| *is_provided));
    }
}
