//! The number in a linked program that says which mutant is on.

use object::{Object, ObjectSection, ObjectSymbol};

/// The name of the number. A schema declares it, and an object of ours has it.
pub(super) const NAME: &str = "grader_mutant";

/// The source of that object. What holds nothing but zeros would stand in no file.
pub const SWITCH: &str =
    "extern \"C\" { int grader_mutant __attribute__((section(\".data\"))) = 0; }\n";

/// Where the number stands in a linked program; none if it has none.
pub fn find_switch(program: &[u8]) -> Option<usize> {
    let file = object::File::parse(program).ok()?;
    let symbol = file
        .symbols()
        .find(|symbol| symbol.name() == Ok(NAME) && !symbol.is_undefined())?;
    let section = file.section_by_index(symbol.section_index()?).ok()?;
    let (start, size) = section.file_range()?;
    let inside = symbol.address().checked_sub(section.address())?;
    let fits = inside.checked_add(4).is_some_and(|end| end <= size);
    let place = usize::try_from(start.checked_add(inside)?).ok()?;
    (fits && place.checked_add(4)? <= program.len()).then_some(place)
}

/// The number of a mutant, as it stands there; 0 turns all off.
pub fn switch_bytes(number: u32) -> [u8; 4] {
    number.to_ne_bytes()
}
