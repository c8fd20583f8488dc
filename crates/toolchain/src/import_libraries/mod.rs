//! Linking with a few of the libraries' symbols.
//!
//! A linker reads all symbols of the libraries, and a program needs one in a hundred. So it is given import libraries, as
//! they are called elsewhere: the same libraries without code and with the symbols that this program names. What comes out
//! is the same program; where that is not certain beforehand, or anything goes wrong, it is linked with the libraries
//! themselves, and only that link is believed when it fails.

mod link_line;
mod linking;
mod named;
mod prepare;
mod trial;
mod trimmed;

pub(super) use linking::try_link;
pub use prepare::prepare_import_libraries;
