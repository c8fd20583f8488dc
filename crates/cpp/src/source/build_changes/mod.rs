//! Small changes of a program's text after which it may compile, found where a compiler reports an error.
//!
//! Nothing here says that a place is wrong: whoever asks compiles the changed text. First comes what the compiler itself proposes,
//! then what its message names (`signs`, `statements`, `names`), then the signs that are most often forgotten.

mod change_list;
mod diagnostics;
mod names;
mod place;
mod signs;
mod spelling;
mod statements;

use super::lexer::lex;
use change_list::ChangeList;
pub use diagnostics::{compiler_errors, linker_errors};
use model::TextEdit;
pub use place::CompilerError;
use place::ErrorPlace;

/// How many changes are worth a compilation each.
const MOST: usize = 40;

/// The changes after which the first of these errors may be gone, the likeliest first. `text` is that of the file in which it is.
pub fn suggest_build_changes(errors: &[CompilerError], text: &str) -> Vec<Vec<TextEdit>> {
    let Some(error) = errors.first() else {
        return Vec::new();
    };
    let tokens = lex(text).tokens;
    let place = ErrorPlace::new(error, text, &tokens);
    let mut found = ChangeList::default();
    signs::remove_last_arrow(&place, &mut found);
    signs::join_operands(&place, &mut found);
    statements::mend_for(&place, &mut found);
    names::add_lines_for_many(&place, errors, &mut found);
    if error.fixes.len() > 1 {
        found.add_together(error.fixes.clone());
    }
    found.add_each(error.fixes.clone());
    statements::change_statements(&place, &mut found);
    names::declare_all(&place, errors, &mut found);
    names::change_names(&place, &mut found);
    signs::change_signs(&place, &mut found);
    found.keep_distinct(text, MOST)
}

#[cfg(test)]
mod tests;
