//! What an instructor reads who made a slip in a rubric or a case.

use std::path::Path;

use super::Course;

/// The message about a course of these files, without its folder's name.
pub(crate) fn messages(files: &[(&str, &[u8])]) -> String {
    let course = Course::empty();
    for (name, text) in files {
        course.write(name, text);
    }
    messages_in(&course.path(""))
}

/// The message about the course in a folder, without the folder's name.
pub(crate) fn messages_in(folder: &Path) -> String {
    let name = format!("{}/", folder.display().to_string().trim_end_matches('/'));
    match rubric::load_course(&folder.join("rubric.toml"), &games::built_in_games()) {
        Ok(_) => "no mistake".to_owned(),
        Err(mistakes) => mistakes.to_string().replace(&name, ""),
    }
}
