//! How a program is started in one case, beside its input.

use serde::{Deserialize, Serialize};

/// What a case starts programs with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invocation {
    /// The arguments of `main`, without the program's name.
    pub arguments: Vec<String>,
    /// What stands in its environment besides what every program finds there.
    pub environment: Vec<(String, String)>,
}
