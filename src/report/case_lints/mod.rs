//! What mutants, calibration programs and a class say of an assignment's cases. For staff alone: it tells what no case tests.

mod json;
mod page;
mod terminal;

use std::path::Path;

use super::replacement::place;
use crate::case_lints::CaseLints;
use crate::write_error::WriteError;

pub(crate) use terminal::print_case_lints;

/// Writes `cases.json` and `cases.html`, each whole. The folder is there.
///
/// # Errors
///
/// If a file cannot be written.
pub(crate) fn write_case_lints(folder: &Path, all: &[CaseLints]) -> Result<(), WriteError> {
    place(folder, &folder.join("cases.json"), json::render(all).as_bytes())?;
    let file = folder.join("cases.html");
    let page = page::render(all).map_err(std::io::Error::other);
    place(folder, &file, page.map_err(WriteError::at(&file))?.as_bytes())
}
