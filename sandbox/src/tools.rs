//! Where compilers and other tools are, so that they can be read behind walls.

use std::path::PathBuf;

/// What programs are read from, beside the system's libraries.
#[derive(Debug, Clone, Default)]
pub struct ToolPaths {
    /// Files and folders outside the system's own that compilers are read from.
    pub compilers: Vec<PathBuf>,
    /// All that a simulator is read from: its executable, and what it needs.
    pub simulators: Vec<PathBuf>,
    /// All that a consumer is read from: the folder that it works on, then its executables.
    pub consumers: Vec<PathBuf>,
    /// Whether one of the compilers is a build system, which untrusted files direct.
    pub build_system: bool,
}
