//! What mutants, calibration programs and a class say of an assignment's cases. For staff alone: it tells what no case tests.

mod json;
mod page;
mod terminal;

use std::path::Path;

use super::replacement::replace_file;
use judging::case_lints::CaseLints;
use support::write_error::WriteError;

pub use terminal::print_case_lints;

/// Writes `cases.json` and `cases.html`, each whole. The folder is there.
///
/// # Errors
///
/// If a file cannot be written.
pub fn write_case_lints(folder: &Path, all: &[CaseLints]) -> Result<(), WriteError> {
    replace_file(
        folder,
        &folder.join("cases.json"),
        json::render_json(all).as_bytes(),
    )?;
    let file = folder.join("cases.html");
    let page = page::render_page(all).map_err(std::io::Error::other);
    replace_file(
        folder,
        &file,
        page.map_err(WriteError::for_path(&file))?.as_bytes(),
    )
}
