//! What was found out before and is still true, kept between runs in `$XDG_CACHE_HOME/grader`. Everything in it can be found out
//! again, so whatever is wrong with it costs time and nothing else: an entry that is not whole is none, and a folder that cannot
//! be written to keeps nothing.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `folder` | where the cache is, how large it may be, and what goes first when it is larger |
//! | `store` | entries by the digest of what they were made of |

mod folder;
mod store;

pub use folder::{CacheFolder, CacheUsage};
pub use store::CacheStore;
