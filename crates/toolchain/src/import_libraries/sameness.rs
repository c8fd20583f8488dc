//! Whether two programs are the same but for the order of names in a table that only the system's loader reads.

use object::elf::{self, FileHeader64};
use object::endian::Endianness;
use object::pod::bytes_of;
use object::read::StringTable;
use object::read::elf::{Dyn as _, FileHeader as _, SectionHeader as _, Sym as _, SymbolTable};

/// Whether all sections of both are at the same addresses, in the same order, with the same bytes in them, where names that
/// the loader looks up count as what they are and not as where they stand, and a number made of the whole file counts not.
pub(super) fn is_same_program(one: &[u8], other: &[u8]) -> bool {
    normalize_program(one)
        .is_some_and(|meaning_of_one| Some(meaning_of_one) == normalize_program(other))
}

/// All that a program is, with names in the place of their offsets.
fn normalize_program(program: &[u8]) -> Option<Vec<u8>> {
    let header = FileHeader64::<Endianness>::parse(program).ok()?;
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, program).ok()?;
    let table = sections.symbols(endian, program, elf::SHT_DYNSYM).ok()?;
    let names = table.strings();
    let mut all = bytes_of(header).to_vec();
    all.extend(
        header
            .program_headers(endian, program)
            .ok()?
            .iter()
            .flat_map(bytes_of),
    );
    for section in sections.iter() {
        let name = sections.section_name(endian, section).ok()?;
        all.extend(bytes_of(section));
        all.extend(name);
        let data = section.data(endian, program).ok()?;
        match section.sh_type(endian) {
            elf::SHT_NOTE if name == b".note.gnu.build-id" => {}
            // Loaders and debuggers find strings by their offsets, so their order means nothing.
            elf::SHT_STRTAB => {
                let mut strings: Vec<&[u8]> = data.split(|byte| *byte == 0).collect();
                strings.sort_unstable();
                all.extend(strings.join(&0));
            }
            elf::SHT_DYNSYM => all.extend(normalize_symbols(&table, endian)?.concat()),
            // No running program has this table, so its order means nothing either.
            elf::SHT_SYMTAB => {
                let table = sections.symbols(endian, program, elf::SHT_SYMTAB).ok()?;
                let mut symbols = normalize_symbols(&table, endian)?;
                symbols.sort_unstable();
                all.extend(symbols.concat());
            }
            elf::SHT_DYNAMIC => {
                for entry in section.dynamic(endian, program).ok()??.0 {
                    let mut unnamed = *entry;
                    if entry.tag(endian) == elf::DT_NEEDED {
                        unnamed.d_val.set(endian, 0);
                        all.extend(name_at(
                            names,
                            u32::try_from(entry.d_val.get(endian)).ok()?,
                        )?);
                    }
                    all.extend(bytes_of(&unnamed));
                }
            }
            elf::SHT_GNU_VERNEED => {
                let mut files = section.gnu_verneed(endian, program).ok()??.0;
                while let Some((file, mut versions)) = files.next().ok()? {
                    all.extend(name_at(names, file.vn_file.get(endian))?);
                    while let Some(version) = versions.next().ok()? {
                        all.extend(name_at(names, version.vna_name.get(endian))?);
                        all.extend(version.vna_hash.get(endian).to_le_bytes());
                        all.extend(version.vna_other.get(endian).0.to_le_bytes());
                    }
                }
            }
            _ => all.extend(data),
        }
    }
    Some(all)
}

/// All of a table, each symbol with its name in the place of its offset.
fn normalize_symbols(
    table: &SymbolTable<'_, FileHeader64<Endianness>>,
    endian: Endianness,
) -> Option<Vec<Vec<u8>>> {
    let mut all = Vec::new();
    for symbol in table.iter() {
        let mut unnamed = *symbol;
        unnamed.st_name.set(endian, 0);
        let name = symbol.name(endian, table.strings()).ok()?;
        all.push([bytes_of(&unnamed), name].concat());
    }
    Some(all)
}

fn name_at<'p>(names: StringTable<'p>, offset: u32) -> Option<&'p [u8]> {
    names.get(offset).ok()
}
