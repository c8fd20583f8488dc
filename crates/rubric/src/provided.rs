//! `provide` and `replace`: files of the instructor's that belong to every submission.

use std::ops::Range;
use std::path::Path;

use super::config_file::ConfigFile;
use super::instructor_file::{self, is_source_name};
use super::raw;
use model::ProvidedFile;

/// The most files of both kinds together.
const MOST: usize = 50;

/// Endings of files that belong to a program.
const ENDINGS: &str = "a source (`.cpp`, `.cc`, `.cxx`, `.c`) or a header (`.h`, `.hpp`, …)";

/// The files that were typed; `largest` is how many bytes all of them together may have.
pub(super) fn parse_provided_files(
    config: &ConfigFile<'_>,
    body: &raw::RawAssignment,
    largest: u64,
) -> Vec<ProvidedFile> {
    let keys = [
        ("replace", true, &body.replace),
        ("provide", false, &body.provide),
    ];
    let mut all: Vec<ProvidedFile> = Vec::new();
    let mut left = largest;
    for (key, replaces, typed) in keys {
        let Some(typed) = typed else { continue };
        let at = typed.span();
        let pairs = typed.get_ref().name_path_pairs();
        if all.len() + pairs.len() > MOST {
            let text = format!("`provide` and `replace` name more than {MOST} files together");
            config.report(&at, text);
            continue;
        }
        for (name, path) in pairs {
            if all.iter().any(|known| known.name == name) {
                let text = format!("found the name `{name}` twice in `provide` and `replace`");
                config.report(&at, text);
            } else if check_provided_name(config, &at, key, name)
                && check_readable(config, &at, key, path, &mut left)
            {
                let name = name.to_owned();
                let folder = rubric_folder(config).to_owned();
                all.push(ProvidedFile {
                    name,
                    folder,
                    below: path.into(),
                    replaces,
                });
            }
        }
    }
    all.sort_by(|left, right| left.name.cmp(&right.name));
    all
}

/// The rubric's folder, under a name that can be opened.
fn rubric_folder<'c>(config: &'c ConfigFile<'_>) -> &'c Path {
    let folder = config.folder();
    if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    }
}

/// Whether a compiler takes it for a source or a header, and for nothing else.
fn check_provided_name(config: &ConfigFile<'_>, at: &Range<usize>, key: &str, name: &str) -> bool {
    let is_name = is_source_name(name, &["cpp", "cc", "cxx", "c++", "c", "C"]);
    if !is_name {
        config.report(
            at,
            format!("found `{name}` in `{key}`, expected the name of {ENDINGS}"),
        );
    }
    is_name
}

/// Whether it is a regular file below the rubric's folder, reached through no link, and not too large.
fn check_readable(
    config: &ConfigFile<'_>,
    at: &Range<usize>,
    key: &str,
    path: &str,
    left: &mut u64,
) -> bool {
    let most = "all of them together may have as much as one source";
    let read = instructor_file::read_instructor_file(rubric_folder(config), path, left, most);
    if let Err(why) = &read {
        let place = "expected a regular file in the rubric's folder, or in a folder there";
        config.report(at, format!("`{path}` of `{key}` {why}: {place}"));
    }
    read.is_ok()
}
