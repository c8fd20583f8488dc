//! What a compiler's driver has the linker do, as it says itself (`-###`).

use std::collections::BTreeSet;
use std::path::PathBuf;

/// The libraries of every C++ program, as the linker is told of them; the fourth is linked into the program.
const LIBRARIES: [&str; 5] = ["-lstdc++", "-lm", "-lgcc_s", "-lc", "-lgcc"];

/// The command that links a program.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LinkLine {
    /// All of it that is the same for every program.
    pub(super) words: Vec<String>,
    /// The objects with which every program starts and ends.
    pub(super) start_files: Vec<PathBuf>,
    /// What loads a program, and is a library itself.
    pub(super) loader: PathBuf,
}

impl LinkLine {
    /// Reads what the driver said of linking the program `program` from the object `object`; none if it is not what is said
    /// of a plain C++ program: other libraries, a script of the linker's, optimisation while linking, and anything unknown.
    pub(super) fn parse(said: &str, object: &str, program: &str) -> Option<LinkLine> {
        let line = said.lines().rev().find(|line| line.starts_with(' '))?;
        let mut words = line.split_whitespace().map(|word| word.trim_matches('"'));
        let linker = words
            .next()
            .filter(|it| it.ends_with("/collect2") || it.ends_with("/ld"))?;
        let mut same = vec![linker.to_owned()];
        let mut start_files = Vec::new();
        let mut loader = None;
        let mut libraries = Vec::new();
        while let Some(word) = words.next() {
            let takes_another = ["-plugin", "-m", "-z", "-o", "-dynamic-linker"].contains(&word);
            let value = if takes_another { words.next()? } else { "" };
            match word {
                "-o" if value == program => continue,
                "-plugin" | "-m" => {}
                "-z" if ["now", "relro"].contains(&value) => {}
                "-dynamic-linker" => loader = Some(PathBuf::from(value)),
                "--eh-frame-hdr" | "--build-id" | "--as-needed" | "-pie" | "-no-pie" => {}
                // The last is an empty archive where threads are part of the C library, and else whole.
                "--push-state" | "--pop-state" | "-lpthread" => {}
                _ if word == object => continue,
                // Names a temporary file.
                _ if word.starts_with("-plugin-opt=") => continue,
                _ if word.starts_with("--hash-style=") || word.starts_with("-L/") => {}
                _ if LIBRARIES.contains(&word) => libraries.push(word),
                _ if word.starts_with('/') && word.ends_with(".o") => {
                    start_files.push(PathBuf::from(word));
                }
                _ => return None,
            }
            same.extend([word, value].map(str::to_owned));
        }
        let is_plain = LIBRARIES.iter().all(|one| libraries.contains(one));
        is_plain.then_some(LinkLine {
            words: same,
            start_files,
            loader: loader?,
        })
    }
}

/// Whether no two of these symbols, given by their full names, share a place in a table of this size.
///
/// GNU ld goes through its table of symbols slot by slot, and lays out what it makes in that order. A table for the libraries
/// has grown to a size, and one for trimmed libraries is made that large, so every symbol has the same slot in both. Only
/// where two symbols share a slot, the order may differ.
pub(super) fn has_unique_slots<'n>(names: impl IntoIterator<Item = &'n str>, size: u64) -> bool {
    let mut places = BTreeSet::new();
    names
        .into_iter()
        .all(|name| places.insert(table_slot(name, size)))
}

/// The place of a name in a table of this size: `bfd_hash_hash` of GNU binutils, modulo the size.
pub(super) fn table_slot(name: &str, size: u64) -> u64 {
    let mix = |hash: u64, number: u64| {
        let sum = hash
            .wrapping_add(number)
            .wrapping_add(number.wrapping_shl(17));
        sum ^ (sum >> 2)
    };
    let hash = name.bytes().fold(0, |hash, byte| mix(hash, byte.into()));
    mix(hash, name.len() as u64) % size.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of linking with these words.
    fn read(words: &str) -> Option<LinkLine> {
        let said = format!(
            "Using built-in specs.\n /usr/lib/gcc/collect2 -plugin /p.so \"-plugin-opt=-fresolution=/tmp/x\" -m elf_x86_64 {words} \
             -dynamic-linker /lib64/ld.so -o ../out/program /usr/lib/Scrt1.o -L/usr/lib ../out/1.o\nCOLLECT_GCC_OPTIONS='-o'\n"
        );
        LinkLine::parse(&said, "../out/1.o", "../out/program")
    }

    #[test]
    fn a_link_with_anything_unusual_is_none_of_ours() {
        const USUAL: &str = "-lstdc++ -lm -lgcc_s -lgcc -lc";
        let line = read(USUAL).unwrap();
        assert_eq!(line.start_files, [PathBuf::from("/usr/lib/Scrt1.o")]);
        assert_eq!(line.loader, PathBuf::from("/lib64/ld.so"));
        let unusual = [
            "-static",
            "-lgomp",
            "-flto",
            "-T script",
            "-z norelro",
            "other.o",
            "-shared",
        ];
        for words in unusual {
            assert_eq!(read(&format!("{words} {USUAL}")), None, "{words}");
        }
        assert_eq!(read("-lm -lgcc -lc"), None);
        assert_eq!(LinkLine::parse("", "", ""), None);
    }

    #[test]
    fn places_are_those_of_the_linker() {
        // As GNU ld 2.40 orders the calls of a program.
        let ordered = [
            "_ZNSolsEi@@GLIBCXX_3.4",
            "_ZNSt8ios_base4InitC1Ev@@GLIBCXX_3.4",
        ];
        assert_eq!(ordered.map(|name| table_slot(name, 65521)), [56703, 49922]);
        assert!(has_unique_slots(ordered, 65521) && !has_unique_slots(["main", "main"], 65521));
    }
}
