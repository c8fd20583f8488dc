//! `rowcol`: rows and columns, given as the program asks for them.

pub(crate) mod prompt_driven_input;
