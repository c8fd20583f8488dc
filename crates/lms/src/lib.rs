//! What learning-management systems send and take: archives, download layouts, rosters, gradebooks.

#![forbid(unsafe_code)]

pub mod archive;
mod identity;
pub mod intake;
pub mod layout;
pub mod upload;
