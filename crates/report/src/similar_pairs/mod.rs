//! Which programs of a class are alike: in the terminal, as data, and as a page for staff. Nothing of it is for students, and
//! nothing of it is a grade.
//!
//! | file | what it makes |
//! | --- | --- |
//! | `wording` | names, shares and expectations in words, for all of them |
//! | `terminal` | the first pairs as a table |
//! | `page`, `side` | one page: histogram, groups, pairs, and the pairs side by side |
//! | `json`, `table` | `similarity.json` and `pairs.csv` |

mod json;
mod page;
mod side;
mod table;
mod terminal;
mod wording;

use std::fs;
use std::path::Path;

use super::replacement::replace_file;
use similarity::SimilarityRanking;
use support::write_error::WriteError;

pub use terminal::print_similar_pairs;
pub use wording::NameDisplay;

/// Writes `index.html`, `similarity.json` and `pairs.csv`, each whole.
///
/// # Errors
///
/// If a file cannot be written.
pub fn write_similar_pairs(
    folder: &Path,
    rankings: &[SimilarityRanking],
    names: &NameDisplay,
) -> Result<(), WriteError> {
    fs::create_dir_all(folder).map_err(WriteError::for_path(folder))?;
    let index = folder.join("index.html");
    let page = page::render_page(rankings, names).map_err(std::io::Error::other);
    let page = page.map_err(WriteError::for_path(&index))?;
    replace_file(folder, &index, page.as_bytes())?;
    let data = json::render_json(rankings, names);
    replace_file(folder, &folder.join("similarity.json"), data.as_bytes())?;
    let table = table::render_table(rankings, names);
    replace_file(folder, &folder.join("pairs.csv"), table.as_bytes())
}
