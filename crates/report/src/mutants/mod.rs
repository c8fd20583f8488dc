//! What planted faults showed of an assignment's cases: in the terminal, as data, and as a page for staff. Nothing of it is for
//! students: it tells what no case tests.

mod json;
mod lists;
mod page;
mod terminal;

use std::fs;
use std::path::Path;

use super::replacement::replace_file;
use cpp::mutants::MutantsOfProgram;
use support::write_error::WriteError;

pub use terminal::print_mutants;

/// Writes `mutants.json`, a list for each outcome, and `index.html`, each whole.
///
/// # Errors
///
/// If a file cannot be written.
pub fn write_mutants(folder: &Path, all: &[MutantsOfProgram]) -> Result<(), WriteError> {
    fs::create_dir_all(folder).map_err(WriteError::for_path(folder))?;
    replace_file(
        folder,
        &folder.join("mutants.json"),
        json::render_json(all).as_bytes(),
    )?;
    for (name, text) in lists::render_lists(all) {
        replace_file(folder, &folder.join(name), text.as_bytes())?;
    }
    let index = folder.join("index.html");
    let page = page::render_page(all).map_err(std::io::Error::other);
    replace_file(
        folder,
        &index,
        page.map_err(WriteError::for_path(&index))?.as_bytes(),
    )
}
