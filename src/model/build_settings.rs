//! How the sources of a submission are built.

use super::{Assignment, BuildLimits, Toolchain};

/// All that a build reads of an assignment. Two builds of the same sources differ in nothing else.
#[derive(Debug, Clone)]
pub struct BuildSettings {
    /// How the program is made.
    pub toolchain: Toolchain,
    /// The compiler's flags; none is ever added.
    pub flags: Vec<String>,
    /// What each command may use.
    pub limits: BuildLimits,
    /// The name of the executable in the commands that reports show.
    pub program: String,
}

impl Assignment {
    /// How sources are built that are for this toolchain, which is one of the assignment's.
    pub fn build_settings(&self, toolchain: &Toolchain) -> BuildSettings {
        BuildSettings {
            toolchain: toolchain.clone(),
            flags: self.flags.clone(),
            limits: self.build_limits,
            program: self.program.clone(),
        }
    }
}
