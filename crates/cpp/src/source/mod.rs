//! Rules about a program's text: what it declares, includes and calls, and how it is laid out.
//!
//! A file is cut into tokens (`lexer`), its macros are replaced and what is switched off is left out (`preprocess`), and the
//! grammar of C++ reads what is left (`syntax`). The rules (`rules`, one file for each subject) look at that, and rules about
//! layout at the lines as they were typed. Words in comments and strings are neither.
//!
//! Three promises:
//!
//! - **No false accusation.** What the grammar cannot read, what depends on a header of the system, and what may mean two
//!   things is never a finding. Where something could not be read it becomes an [`RuleDoubt`](model::RuleDoubt), and a
//!   person decides.
//! - **Anything is a program.** Nothing here can panic, recurse without a bound, or take long: work is counted, and a file that
//!   is too much of it is a doubt as well.
//! - **The object knows better.** Where the compiler's symbols are given, they overrule the grammar: a variable that the object
//!   does not have is none, a function that it has is there.
//!
//! Nothing here opens a file or starts a process.

mod build_changes;
mod declarations;
mod declared;
mod lexer;
mod main_function;
mod name_uses;
mod preprocess;
mod program;
mod repairs;
mod rules;
mod signature;
mod syntax;
mod types;

pub use build_changes::{CompilerError, compiler_errors, linker_errors, suggest_build_changes};
pub use declarations::{DeclaratorLayer, DeclaredName, declared_name, declared_names, last_part};
pub(crate) use declared::{DeclaredVariable, declared_variables, is_use, known_variables};
pub use main_function::{MainFunction, main_functions, misspelt_main};
pub use program::{FileView, ParsedProgram, ProgramSymbols, SourceComment, quoted_includes};
pub use repairs::{decode_for_repair, suggest_repairs, text_distance};
pub use rules::inspect_program;
pub use signature::is_prototype;
pub use syntax::{NodeId, SyntaxTree};
