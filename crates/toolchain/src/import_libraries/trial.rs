//! Trying whether a linker makes the same programs with import libraries as with the libraries themselves.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::link_line;
use super::linking::{MOST_NAMES, link_with_libraries, read_named_symbols};
use super::named::{self, ObjectSymbols};
use super::trimmed::{self, LibrarySymbol};
use crate::compile::{read_output_object, write_file};
use crate::compiler::{Compiler, OUT};
use model::{BuildSettings, ImportLibraries};
use object::elf::{self, FileHeader64};
use object::endian::Endianness;
use object::pod::bytes_of;
use object::read::StringTable;
use object::read::elf::{Dyn as _, FileHeader as _, SectionHeader as _, Sym as _, SymbolTable};

/// The sizes that the table of GNU ld may have grown to, the usual one first.
const TABLE_SIZES: [u64; 3] = [65521, 32749, 16381];

/// How many names of libraries the largest program uses.
const MOST_USED: usize = 1500;

const SOURCE: &str = "trial.cpp";
const OBJECT: &str = "trial.o";

/// How large the linker's table becomes; none if programs are not the same whatever is assumed.
pub(super) fn table_size(
    libraries: &mut ImportLibraries,
    compiler: &mut Compiler<'_>,
) -> Option<u64> {
    for size in TABLE_SIZES {
        libraries.table_size = size;
        let (used, own) = choose_symbols(libraries)?;
        let first = used.iter().find(|it| it.kind == elf::STT_FUNC).cloned();
        let smallest = is_same(&trial_source(first.as_slice(), &[]), libraries, compiler)?;
        if smallest && is_same(&trial_source(&used, &own), libraries, compiler)? {
            return Some(size);
        }
    }
    None
}

/// Many symbols of the libraries and as many names of functions as a program may have, with none of which another shares
/// its place.
fn choose_symbols(libraries: &ImportLibraries) -> Option<(Vec<LibrarySymbol>, Vec<String>)> {
    let start = named::start_file_symbols(libraries)?;
    let size = libraries.table_size;
    let mut places = BTreeSet::new();
    let mut names = start.all_names();
    let mut all = Vec::new();
    for (_, library) in &libraries.libraries {
        for symbol in trimmed::read_symbols(library, None)? {
            let is_usable = symbol.is_linkable
                && [elf::STT_FUNC, elf::STT_OBJECT].contains(&symbol.kind)
                && symbol
                    .name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            let is_start = start.needed.contains(&symbol.name) || start.weak.contains(&symbol.name);
            if is_start {
                places.insert(link_line::table_slot(&symbol.full_name, size));
            } else if is_usable && names.insert(symbol.name.clone()) {
                all.push(symbol);
            }
        }
    }
    all.retain(|symbol| places.insert(link_line::table_slot(&symbol.full_name, size)));
    let step = all.len().div_ceil(MOST_USED).max(1);
    let own = (0..).map(|number| format!("own{number}"));
    let own = own.filter(|name| places.insert(link_line::table_slot(name, size)));
    let own: Vec<String> = own.take(MOST_NAMES).collect();
    Some((all.into_iter().step_by(step).collect(), own))
}

/// A program that uses these symbols of libraries, and has these functions of its own.
fn trial_source(used: &[LibrarySymbol], own: &[String]) -> String {
    let mut declared = String::new();
    let mut uses = String::new();
    for (number, LibrarySymbol { name, kind, .. }) in used.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = if *kind == elf::STT_FUNC {
            let _ = writeln!(declared, "void used{number}() __asm__(\"{name}\");");
            writeln!(uses, "used{number}();")
        } else {
            let _ = writeln!(declared, "extern char used{number}[] __asm__(\"{name}\");");
            writeln!(uses, "seen = used{number};")
        };
    }
    let own: String = own
        .iter()
        .map(|name| format!("void {name}() {{}}\n"))
        .collect();
    format!(
        "extern \"C\" {{\n{declared}{own}}}\nconst void* volatile seen;\nint main() {{\n{uses}}}\n"
    )
}

/// Whether a source becomes the same program both ways. None if it becomes none.
fn is_same(source: &str, libraries: &ImportLibraries, compiler: &mut Compiler<'_>) -> Option<bool> {
    write_file(
        compiler.runner.path_outside("source").join(SOURCE),
        source.as_bytes(),
    )
    .ok()?;
    let BuildSettings {
        flags,
        libraries: behind,
        ..
    } = compiler.settings;
    let mut arguments = flags.clone();
    arguments.extend(["-w", "-x", "c++", "-c", "-o"].map(str::to_owned));
    arguments.extend([format!("{OUT}/{OBJECT}"), SOURCE.to_owned()]);
    if !compiler.run(compiler.command, arguments).ok()?.is_success() {
        return None;
    }
    let named: ObjectSymbols = read_named_symbols(compiler, &[OBJECT.to_owned()]).ok()??;
    let link = |program: &str| {
        let mut arguments = flags.clone();
        arguments.extend([
            "-o".to_owned(),
            format!("{OUT}/{program}"),
            format!("{OUT}/{OBJECT}"),
        ]);
        arguments.extend(behind.iter().cloned());
        arguments
    };
    let plain = link("plain");
    let trimmed = link("trimmed");
    if !compiler.run(compiler.command, plain).ok()?.is_success() {
        return None;
    }
    if link_with_libraries(libraries, &named, compiler, &trimmed, "trimmed")
        .ok()?
        .is_none()
    {
        return Some(false);
    }
    let programs = ["plain", "trimmed"].map(|name| read_output_object(compiler.runner, name).ok());
    let [Some(plain), Some(trimmed)] = programs else {
        return None;
    };
    Some(is_same_program(&plain, &trimmed))
}

/// Whether all sections of both are at the same addresses, in the same order, with the same bytes in them, where names that
/// the loader looks up count as what they are and not as where they stand, and a number made of the whole file counts not.
fn is_same_program(one: &[u8], other: &[u8]) -> bool {
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
