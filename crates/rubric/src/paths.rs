//! Paths, names and globs that a rubric may write.

use std::path::{Component, Path, PathBuf};

use globset::Glob;

use super::config_file::ConfigFile;
use super::raw::{Text, Texts};

/// Whether a path stays inside the folder it starts in.
fn stays_inside(path: &str) -> bool {
    let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    !path.is_empty() && Path::new(path).components().all(inside)
}

/// A folder inside the rubric's own.
pub(super) fn parse_folder(config: &ConfigFile<'_>, typed: &Text) -> Option<PathBuf> {
    let path = typed.get_ref();
    if stays_inside(path) {
        return Some(config.folder().join(path));
    }
    config.report(
        &typed.span(),
        format!("found `{path}`, expected a relative path to a folder inside the rubric's folder"),
    );
    None
}

/// Names or globs of files in a submission.
pub(super) fn parse_submitted_names(config: &ConfigFile<'_>, typed: &Texts) -> Vec<String> {
    typed
        .get_ref()
        .iter()
        .filter_map(|name| parse_submitted_name(config, name))
        .collect()
}

fn parse_submitted_name(config: &ConfigFile<'_>, typed: &Text) -> Option<String> {
    let name = typed.get_ref();
    if !stays_inside(name) {
        let wanted = "expected the name or glob of a file inside a submission";
        config.report(&typed.span(), format!("found `{name}`, {wanted}"));
        return None;
    }
    parse_glob(config, typed).map(|_| name.clone())
}

/// A glob that can be matched.
pub(super) fn parse_glob(config: &ConfigFile<'_>, typed: &Text) -> Option<Glob> {
    Glob::new(typed.get_ref())
        .map_err(|error| {
            let text = format!(
                "the glob `{}` is not valid: {}",
                typed.get_ref(),
                error.kind()
            );
            config.report(&typed.span(), text);
        })
        .ok()
}

/// Files that must be there, relative to the rubric.
pub(super) fn parse_existing_files(config: &ConfigFile<'_>, typed: &Texts) -> Vec<PathBuf> {
    typed
        .get_ref()
        .iter()
        .filter_map(|name| parse_existing_file(config, name))
        .collect()
}

fn parse_existing_file(config: &ConfigFile<'_>, typed: &Text) -> Option<PathBuf> {
    let path = config.folder().join(typed.get_ref());
    if path.is_file() {
        return Some(path);
    }
    config.report(
        &typed.span(),
        format!("there is no file `{}`", path.display()),
    );
    None
}
