//! How sources become a program (toolchain, settings and libraries), and how that is run.

use std::path::PathBuf;

use super::{Assignment, BuildLimits, SharedRegex};
use globset::GlobSet;

/// A named way from sources to a running program.
#[derive(Debug, Clone)]
pub struct Toolchain {
    /// Its name in the rubric.
    pub name: String,
    /// The names of the files it takes. They choose where an assignment has several toolchains.
    pub files: GlobSet,
    /// How a program is made.
    pub build: BuildMethod,
    /// How it is run, where it does not run by itself.
    pub run: Option<Simulator>,
    /// The command whose first line of output is the version.
    pub version: Vec<String>,
    /// Further commands that must be there, which it starts by itself.
    pub needs: Vec<String>,
    /// How it is installed, in a few words.
    pub install: Option<String>,
    /// What begins a comment, for tools that know no letters beyond ASCII; none for all others.
    pub ascii: Option<String>,
    /// Files and folders outside the system's own that its commands read.
    pub reads: Vec<PathBuf>,
}

/// How a program is made.
#[derive(Debug, Clone)]
pub enum BuildMethod {
    /// A compiler that is called as GCC is: each source becomes an object, and the objects are linked.
    Compiler(String),
    /// One command for everything.
    Command(Box<BuildCommand>),
    /// A command that the submission's own files direct, such as `make`.
    BuildSystem(Box<BuildSystem>),
    /// Not at all: the sources are run as they are.
    Nothing,
}

/// A command that makes a program, or only looks at the sources.
#[derive(Debug, Clone)]
pub struct BuildCommand {
    /// Its words.
    pub words: Vec<CommandWord>,
    /// Found in what it says: it has failed, whatever its exit code.
    pub errors: Option<SharedRegex>,
    /// Found in what it says: a warning, and no error even if `errors` matches the line.
    pub warnings: Option<SharedRegex>,
    /// Lines of its output that say nothing about the sources.
    pub noise: Option<SharedRegex>,
    /// The smallest source that it accepts, with which it is tried before its failure counts as a student's.
    pub smallest: Option<String>,
}

/// A command that the submission's own files direct. It is trusted, and what it does is not: it stands behind walls of its own, in
/// a copy of the files, and the file that it leaves there under the program's name is the program.
#[derive(Debug, Clone)]
pub struct BuildSystem {
    /// Its words.
    pub words: Vec<CommandWord>,
    /// Lines of its output that say nothing about the sources.
    pub noise: Option<SharedRegex>,
}

/// What runs a program that does not run by itself: a simulator or an interpreter. It stands behind a program's walls.
#[derive(Debug, Clone)]
pub struct Simulator {
    /// Its words.
    pub words: Vec<CommandWord>,
    /// Lines that it prints before the program begins: each of these, in this order, matches at most one whole line.
    pub banner: Vec<SharedRegex>,
    /// Found on standard error: the program has failed, whatever the exit code.
    pub faults: Option<SharedRegex>,
}

/// A word of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandWord {
    /// `{sources}`: the names of all sources, each a word of its own.
    Sources,
    /// `{flags}`: the assignment's flags, each a word of its own.
    Flags,
    /// A word made of parts.
    Composed(Vec<CommandWordPart>),
}

/// A part of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandWordPart {
    /// As it is.
    Text(String),
    /// `{source}`: the name of the only source.
    Source,
    /// `{output}` where the program is made, `{program}` where it is run: the program's path.
    Program,
}

/// What stands for the placeholders.
#[derive(Debug, Clone, Copy)]
pub struct PlaceholderValues<'a> {
    /// The names of the sources, without headers.
    pub sources: &'a [&'a str],
    /// The assignment's flags.
    pub flags: &'a [String],
    /// The program's path.
    pub program: &'a str,
}

impl CommandWord {
    /// Whether the word has this part.
    pub fn contains_part(&self, part: &CommandWordPart) -> bool {
        matches!(self, CommandWord::Composed(parts) if parts.contains(part))
    }
}

/// The command that `words` make with `values`.
pub fn expand_command(words: &[CommandWord], values: &PlaceholderValues<'_>) -> Vec<String> {
    let mut expanded = Vec::new();
    for word in words {
        match word {
            CommandWord::Sources => {
                expanded.extend(values.sources.iter().map(|&name| name.to_owned()));
            }
            CommandWord::Flags => expanded.extend_from_slice(values.flags),
            CommandWord::Composed(parts) => {
                expanded.push(parts.iter().map(|part| values.expand_part(part)).collect());
            }
        }
    }
    expanded
}

impl<'a> PlaceholderValues<'a> {
    fn expand_part(&self, part: &'a CommandWordPart) -> &'a str {
        match part {
            CommandWordPart::Text(text) => text,
            CommandWordPart::Source => self.sources.first().copied().unwrap_or_default(),
            CommandWordPart::Program => self.program,
        }
    }
}

impl Toolchain {
    /// A compiler that is called as GCC is, without any further settings.
    pub fn from_compiler(name: &str) -> Toolchain {
        Toolchain {
            name: name.to_owned(),
            files: GlobSet::empty(),
            build: BuildMethod::Compiler(name.to_owned()),
            run: None,
            version: [name, "--version"].map(str::to_owned).to_vec(),
            needs: Vec::new(),
            install: None,
            ascii: None,
            reads: Vec::new(),
        }
    }

    /// The words of its commands, in the order in which they are run.
    pub fn commands(&self) -> impl Iterator<Item = &[CommandWord]> {
        let build = match &self.build {
            BuildMethod::Command(build) => Some(build.words.as_slice()),
            BuildMethod::BuildSystem(build) => Some(build.words.as_slice()),
            BuildMethod::Compiler(_) | BuildMethod::Nothing => None,
        };
        build
            .into_iter()
            .chain(self.run.as_ref().map(|run| run.words.as_slice()))
    }

    /// Whether it knows what to do with one source alone.
    pub fn takes_one_source(&self) -> bool {
        self.commands()
            .flatten()
            .any(|word| word.contains_part(&CommandWordPart::Source))
    }

    /// Whether the assignment's flags have a place in it.
    pub fn takes_flags(&self) -> bool {
        matches!(self.build, BuildMethod::Compiler(_))
            || self
                .commands()
                .flatten()
                .any(|it| *it == CommandWord::Flags)
    }

    /// The compiler's command, if it is called as GCC is.
    pub fn compiler_command(&self) -> Option<&str> {
        match &self.build {
            BuildMethod::Compiler(command) => Some(command),
            BuildMethod::Command(_) | BuildMethod::BuildSystem(_) | BuildMethod::Nothing => None,
        }
    }

    /// Whether the files that it takes direct the build, so that they say which sources there are.
    pub fn is_build_system(&self) -> bool {
        matches!(self.build, BuildMethod::BuildSystem(_))
    }

    /// Whether a compiler makes programs that run by themselves.
    pub fn compiles_to_programs(&self) -> bool {
        self.compiler_command().is_some() && self.run.is_none()
    }

    /// Whether its compiler takes C++; otherwise it takes C.
    pub fn takes_cpp(&self) -> bool {
        self.takes_file("a.cpp") || self.compiler_command().is_some_and(|it| it.contains("++"))
    }

    /// Whether it takes files of this name. `.CPP` is as good as `.cpp`; only `.C` is C++ where `.c` is C.
    pub fn takes_file(&self, name: &str) -> bool {
        let name = name.rsplit('/').next().unwrap_or(name);
        let in_small_letters = || !name.ends_with(".C") && self.files.is_match(name.to_lowercase());
        self.files.is_match(name) || in_small_letters()
    }

    /// The flags that are for its language. If an assignment takes C and C++, a standard of C++ is left out for C: GCC would ignore it
    /// with a warning.
    pub fn language_flags(&self, flags: &[String]) -> Vec<String> {
        let is_for_c = self.takes_file("a.c") && !self.takes_cpp();
        let is_of_cpp = |flag: &str| flag.starts_with("-std=c++") || flag.starts_with("-std=gnu++");
        let kept = flags.iter().filter(|flag| !(is_for_c && is_of_cpp(flag)));
        kept.cloned().collect()
    }
}

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
            Some(_) => split_libraries(&toolchain.language_flags(&self.flags)),
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
    let (libraries, others) = flags
        .iter()
        .cloned()
        .partition(|flag| is_library_flag(&flag));
    (others, libraries)
}

fn is_library_flag(flag: &&String) -> bool {
    flag.len() > 2 && flag.starts_with("-l")
}

/// The libraries of a compiler, for linking with a few of their symbols at a time. They are for one command with exactly
/// these flags.
#[derive(Debug, Clone, Default)]
pub struct ImportLibraries {
    /// The compiler's command.
    pub command: String,
    /// The compiler's flags.
    pub flags: Vec<String>,
    /// What stands behind the objects.
    pub trailing_arguments: Vec<String>,
    /// What a linker looks for (`libm.so`), and the bytes of what it finds.
    pub libraries: Vec<(String, Vec<u8>)>,
    /// The bytes of what loads a program, whose symbols count as well.
    pub loader: Vec<u8>,
    /// The bytes of the objects that every program starts and ends with.
    pub start_files: Vec<Vec<u8>>,
    /// How large the linker's table of symbols becomes with all symbols of the libraries.
    pub table_size: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_among_flags_go_behind_unless_the_linker_is_spoken_to() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let apart = split_libraries(&words("-Wall -lm -O2 -lpthread"));
        assert_eq!(apart, (words("-Wall -O2"), words("-lm -lpthread")));
        let linker = words("-Wl,-Bstatic -lm -Wl,-Bdynamic");
        assert_eq!(split_libraries(&linker), (linker.clone(), Vec::new()));
    }

    #[test]
    fn a_compiler_of_c_gets_no_standard_of_cpp() {
        let flags = ["-O2", "-std=gnu++20", "-std=c11"].map(str::to_owned);
        let c_files = globset::Glob::new("*.c").unwrap();
        let gcc = Toolchain {
            files: globset::GlobSetBuilder::new().add(c_files).build().unwrap(),
            ..Toolchain::from_compiler("gcc")
        };
        assert_eq!(gcc.language_flags(&flags), ["-O2", "-std=c11"]);
        assert_eq!(
            Toolchain::from_compiler("g++").language_flags(&flags),
            flags
        );
    }
}
