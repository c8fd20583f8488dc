//! How the sources of a submission are built.

use super::{Assignment, BuildLimits, Toolchain};

/// All that a build reads of an assignment. Two builds of the same sources differ in nothing else.
#[derive(Debug, Clone)]
pub struct BuildSettings {
    /// How the program is made.
    pub toolchain: Toolchain,
    /// The compiler's flags; none is ever added.
    pub flags: Vec<String>,
    /// What stands behind the objects at the link, such as `-lm`: a linker takes of a library only what was asked for before.
    pub libraries: Vec<String>,
    /// What each command may use.
    pub limits: BuildLimits,
    /// The name of the executable in the commands that reports show.
    pub program: String,
}

impl Assignment {
    /// How sources are built that are for this toolchain, which is one of the assignment's.
    pub fn build_settings(&self, toolchain: &Toolchain) -> BuildSettings {
        let (flags, mut libraries) = match toolchain.compiler_command() {
            Some(_) => split_libraries(&self.flags),
            // Its own words say where flags stand.
            None => (self.flags.clone(), Vec::new()),
        };
        libraries.extend(self.libraries.iter().map(|name| format!("-l{name}")));
        BuildSettings {
            toolchain: toolchain.clone(),
            flags,
            libraries,
            limits: self.build_limits,
            program: self.outline.program.clone(),
        }
    }
}

/// The flags, and the libraries that some of them name. Where the linker is spoken to itself, the place of each word may matter,
/// and all stay where they are.
fn split_libraries(flags: &[String]) -> (Vec<String>, Vec<String>) {
    let speaks_to_the_linker = flags
        .iter()
        .any(|flag| flag.starts_with("-Wl,") || flag == "-Xlinker");
    if speaks_to_the_linker {
        return (flags.to_vec(), Vec::new());
    }
    let is_library = |flag: &&String| flag.len() > 2 && flag.starts_with("-l");
    let (libraries, others) = flags.iter().cloned().partition(|flag| is_library(&flag));
    (others, libraries)
}

#[cfg(test)]
mod tests {
    use super::split_libraries;

    #[test]
    fn libraries_among_flags_go_behind_unless_the_linker_is_spoken_to() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let apart = split_libraries(&words("-Wall -lm -O2 -lpthread"));
        assert_eq!(apart, (words("-Wall -O2"), words("-lm -lpthread")));
        let linker = words("-Wl,-Bstatic -lm -Wl,-Bdynamic");
        assert_eq!(split_libraries(&linker), (linker.clone(), Vec::new()));
    }
}
