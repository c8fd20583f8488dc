//! Text for people as a tree of blocks, rendered to Markdown, HTML, plain text and the terminal.
//!
//! This crate is the only place that escapes: [`visible`] makes control characters visible, [`commands`] neutralises what a CI
//! log would obey, and each renderer escapes its markup. Text from outside enters a tree through [`Prose::text`],
//! [`Prose::code`] and the arguments of [`prose!`]; only literals of this program are templates.

#![forbid(unsafe_code)]

mod block;
pub mod commands;
mod html;
pub mod markdown;
mod plain;
mod prose;
mod terminal;
pub mod visible;

pub use block::{Block, Column};
pub use html::{Html, blocks_to_html, prose_to_html};
pub use markdown::{block_to_markdown, blocks_to_markdown};
pub use plain::{PlainLine, blocks_to_lines, blocks_to_plain};
pub use prose::{CodeSpan, Inline, Prose, ProsePart, join};
pub use terminal::{FIRST_DIFFERENCE, blocks_to_terminal, prose_to_plain};
