//! A shared library with few of its symbols, and none of its code: all that a linker reads of one.
//!
//! Sections keep their places, sizes, alignments and numbers, and symbols their order, so a linker lays out copies of a
//! library's variables as it would with the library itself. What only a running program needs is not there.

use std::collections::BTreeSet;

use object::elf::{self, FileHeader64, ProgramHeader64, SectionHeader64};
use object::endian::Endianness;
use object::pod::{bytes_of, bytes_of_slice};
use object::read::elf::{
    Dyn as _, FileHeader as _, ProgramHeader as _, SectionHeader as _, Sym as _,
};

/// What is known of one of a library's symbols.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LibrarySymbol {
    /// Its name.
    pub(super) name: String,
    /// The name by which a linker keeps it: with its version.
    pub(super) full_name: String,
    /// Whether a program that names it gets this one, and nothing is to be said about that.
    pub(super) is_linkable: bool,
    /// Whether it is a function, a variable, or something else.
    pub(super) kind: elf::SymbolType,
}

/// The symbols of a library which have one of `names`, or all; none if it is no library of 64 bits that can be read.
pub(super) fn read_symbols(
    library: &[u8],
    names: Option<&BTreeSet<String>>,
) -> Option<Vec<LibrarySymbol>> {
    let header = FileHeader64::<Endianness>::parse(library).ok()?;
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, library).ok()?;
    let table = sections.symbols(endian, library, elf::SHT_DYNSYM).ok()?;
    let versions = sections.versions(endian, library).ok()?;
    let warned = warned_names(header, library)?;
    let mut known = Vec::new();
    for (index, symbol) in table.enumerate() {
        let Ok(name) = str::from_utf8(symbol.name(endian, table.strings()).ok()?) else {
            continue;
        };
        if symbol.is_local() || names.is_some_and(|names| !names.contains(name)) {
            continue;
        }
        let mut is_default = true;
        let mut full_name = name.to_owned();
        if let Some(versions) = &versions {
            let place = versions.version_index(endian, index);
            is_default = !place.is_hidden() && !place.is_local();
            if let Some(version) = versions.version(place.index()).ok()? {
                let sign = if place.is_hidden() { "@" } else { "@@" };
                full_name = format!("{name}{sign}{}", String::from_utf8_lossy(version.name()));
            }
        }
        let is_linkable = is_default && !symbol.is_undefined(endian) && !warned.contains(name);
        let kind = symbol.st_type();
        known.push(LibrarySymbol {
            name: name.to_owned(),
            full_name,
            is_linkable,
            kind,
        });
    }
    Some(known)
}

/// The names that a linker warns of where a program uses them.
fn warned_names<'l>(
    header: &FileHeader64<Endianness>,
    library: &'l [u8],
) -> Option<BTreeSet<&'l str>> {
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, library).ok()?;
    let mut names = BTreeSet::new();
    for section in sections.iter() {
        let name = sections.section_name(endian, section).ok()?;
        let name = name
            .strip_prefix(b".gnu.warning.")
            .and_then(|it| str::from_utf8(it).ok());
        names.extend(name);
    }
    Some(names)
}

/// The library with those of its symbols which have one of `names`, and other names of the same variables.
pub(super) fn trim_library(library: &[u8], names: &BTreeSet<String>) -> Option<Vec<u8>> {
    let header = FileHeader64::<Endianness>::parse(library).ok()?;
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, library).ok()?;
    let table = sections.symbols(endian, library, elf::SHT_DYNSYM).ok()?;
    let is_wanted = |symbol: &elf::Sym64<Endianness>| {
        let name = symbol.name(endian, table.strings()).ok();
        let name = name.and_then(|name| str::from_utf8(name).ok());
        !symbol.is_undefined(endian) && name.is_some_and(|name| names.contains(name))
    };
    // A linker that copies a variable into the program gives it all of its names there.
    let place =
        |symbol: &elf::Sym64<Endianness>| (symbol.st_shndx(endian), symbol.st_value(endian));
    let variables: BTreeSet<_> = table
        .iter()
        .filter(|symbol| symbol.st_type() == elf::STT_OBJECT && is_wanted(symbol))
        .map(place)
        .collect();
    let versions = sections.gnu_versym(endian, library).ok()?;
    let mut kept = Vec::new();
    let mut kept_versions = Vec::new();
    let mut has_first = false;
    for (index, symbol) in table.enumerate() {
        let is_alias = symbol.st_type() == elf::STT_OBJECT && variables.contains(&place(symbol));
        // GNU ld takes a table without any symbol for a broken one, so the first one stays: nobody names it.
        let is_first = !symbol.is_undefined(endian) && !symbol.is_local() && !has_first;
        has_first |= is_first;
        let is_needed = index.0 == 0 || symbol.is_local() || is_first || is_alias;
        if !is_needed && !is_wanted(symbol) {
            continue;
        }
        kept.push(*symbol);
        if let Some((versions, _)) = versions {
            kept_versions.push(*versions.get(index.0)?);
        }
    }
    let soname: Vec<elf::Dyn64<Endianness>> = match sections.dynamic(endian, library).ok()? {
        Some((all, _)) => {
            let is_kept = |one: &&elf::Dyn64<Endianness>| one.tag(endian) == elf::DT_SONAME;
            let last = all
                .iter()
                .filter(|one| one.tag(endian) == elf::DT_NULL)
                .take(1);
            all.iter().filter(is_kept).chain(last).copied().collect()
        }
        None => Vec::new(),
    };
    // What is read-only once a program runs is copied to another place than the rest.
    let segments = header.program_headers(endian, library).ok()?.iter();
    let read_only = segments.filter(|segment| segment.p_type(endian) == elf::PT_GNU_RELRO);
    let mut writer = ElfWriter::new(endian, header, read_only);
    for (index, section) in sections.enumerate() {
        let own = || section.data(endian, library);
        let is_names =
            index == table.string_section() || index == section_names_index(header, endian);
        match section.sh_type(endian) {
            elf::SHT_NULL => writer.headers.push(*section),
            elf::SHT_DYNSYM => writer.add_section(endian, section, bytes_of_slice(&kept)),
            elf::SHT_GNU_VERSYM => {
                writer.add_section(endian, section, bytes_of_slice(&kept_versions))
            }
            elf::SHT_GNU_VERDEF => writer.add_section(endian, section, own().ok()?),
            elf::SHT_DYNAMIC => writer.add_section(endian, section, bytes_of_slice(&soname)),
            elf::SHT_STRTAB if is_names => writer.add_section(endian, section, own().ok()?),
            _ => writer.add_empty_section(endian, section),
        }
    }
    Some(writer.finish(endian))
}

/// The section with the names of sections.
fn section_names_index(
    header: &FileHeader64<Endianness>,
    endian: Endianness,
) -> object::SectionIndex {
    object::SectionIndex(usize::from(header.e_shstrndx.get(endian).0))
}

/// A library being written: a header, a few segments, what sections contain, then their headers.
struct ElfWriter {
    header: FileHeader64<Endianness>,
    content: Vec<u8>,
    headers: Vec<SectionHeader64<Endianness>>,
}

impl ElfWriter {
    fn new<'l>(
        endian: Endianness,
        header: &FileHeader64<Endianness>,
        segments: impl Iterator<Item = &'l ProgramHeader64<Endianness>>,
    ) -> ElfWriter {
        let mut header = *header;
        let mut content = bytes_of(&header).to_vec();
        header.e_phoff.set(endian, content.len() as u64);
        let mut count = 0;
        for segment in segments {
            let mut segment = *segment;
            segment.p_offset.set(endian, 0);
            segment.p_filesz.set(endian, 0);
            content.extend_from_slice(bytes_of(&segment));
            count += 1;
        }
        header.e_phnum.set(endian, count);
        ElfWriter {
            header,
            content,
            headers: Vec::new(),
        }
    }

    /// Adds a section with this in it.
    fn add_section(
        &mut self,
        endian: Endianness,
        section: &SectionHeader64<Endianness>,
        data: &[u8],
    ) {
        let mut header = *section;
        header.sh_offset.set(endian, self.align_end());
        header.sh_size.set(endian, data.len() as u64);
        self.headers.push(header);
        self.content.extend_from_slice(data);
    }

    /// Adds a section that has its size, and nothing in the file.
    fn add_empty_section(&mut self, endian: Endianness, section: &SectionHeader64<Endianness>) {
        let mut header = *section;
        header.sh_type.set(endian, elf::SHT_NOBITS);
        header.sh_offset.set(endian, self.align_end());
        self.headers.push(header);
    }

    /// Where the next part begins.
    fn align_end(&mut self) -> u64 {
        self.content
            .resize(self.content.len().next_multiple_of(16), 0);
        self.content.len() as u64
    }

    fn finish(mut self, endian: Endianness) -> Vec<u8> {
        let headers = self.align_end();
        self.header.e_shoff.set(endian, headers);
        self.content
            .extend_from_slice(bytes_of_slice(&self.headers));
        let first = bytes_of(&self.header);
        self.content.splice(..first.len(), first.iter().copied());
        self.content
    }
}
