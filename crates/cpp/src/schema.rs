//! One source for many changes of it: each place is a choice by a switch, which is found and changed in the linked program.
//!
//! A compiler's complaint can be followed back to the change that it is about. That one is left out, and the rest is tried again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::mutants::SourceText;
use model::{SwitchForm, SwitchedText};
use object::{Object, ObjectSection, ObjectSymbol};

/// The sources of a program with many changes.
#[derive(Debug, Clone)]
pub struct ProgramSchema {
    /// The sources.
    pub sources: Vec<SourceText>,
    /// For each source, where each alternative stands in it.
    spans: Vec<Vec<(u32, Range<usize>)>>,
    /// For each source, how many lines of ours no compiler counts.
    preamble_lines: Vec<usize>,
}

/// A change, with its number and the place of its source.
#[derive(Debug, Clone)]
pub struct NumberedChange {
    /// Its number, from 1 on: 0 is the program as it is.
    pub number: u32,
    /// The place of its source among the program's.
    pub source: usize,
    /// What stands behind the switch; a change may have several parts.
    pub switched: SwitchedText,
}

/// What a switch is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SwitchKind {
    /// One number, which an object of ours defines: the change that is on.
    Single,
    /// A byte for each change, up to this number: any of them may be on. The first source defines them.
    Many(usize),
}

impl SwitchKind {
    /// What the switch is called.
    fn name(self) -> &'static str {
        match self {
            SwitchKind::Single => NAME,
            SwitchKind::Many(_) => MANY_NAME,
        }
    }

    /// What is between alternatives. A compiler tells no columns in long lines, so each of many has a line of its own.
    fn separator(self) -> &'static str {
        match self {
            SwitchKind::Single => "",
            SwitchKind::Many(_) => "\n",
        }
    }

    /// The expression that holds while a change is on.
    fn condition(self, number: u32) -> String {
        match self {
            SwitchKind::Single => format!("{NAME}=={number}"),
            SwitchKind::Many(_) => format!("{MANY_NAME}[{number}]&&{ASK_NAME}({number})"),
        }
    }
}

/// The program's sources with these changes behind a switch.
pub fn write_schema(
    sources: &[SourceText],
    changes: &[NumberedChange],
    kind: SwitchKind,
) -> ProgramSchema {
    let mut schema = ProgramSchema {
        sources: Vec::new(),
        spans: Vec::new(),
        preamble_lines: Vec::new(),
    };
    // A header may stand in sources of both languages, and all must declare the same. Where none is C, it may stand within a
    // namespace, too.
    let has_c = sources.iter().any(|one| one.name.ends_with(".c"));
    let is_header = |one: &SourceText| model::has_header_ending(std::path::Path::new(&one.name));
    let first = sources.iter().position(|one| !is_header(one));
    for (place, SourceText { name, text }) in sources.iter().enumerate() {
        let here = changes.iter().filter(|one| one.source == place);
        let mut writer = SchemaWriter::new(text, kind, here);
        // Precompiled headers are only used by what begins with them.
        let headers = match kind {
            SwitchKind::Single => 0,
            SwitchKind::Many(_) => leading_headers(text),
        };
        writer.text.push_str(&text[..headers]);
        writer.text.push_str(&match kind {
            // In a header this stands before its guard, and a number may be declared as often as one likes.
            SwitchKind::Single if has_c => format!("extern int {NAME};\n"),
            SwitchKind::Single => format!("extern \"C\" int {NAME};\n"),
            SwitchKind::Many(count) => declare_many(count, has_c, first.unwrap_or(0) == place),
        });
        if kind == SwitchKind::Single {
            writer.text.push_str(&format!("#line 1 \"{name}\"\n"));
        }
        writer.write_stretch(headers..text.len());
        let SchemaWriter { text, spans, .. } = writer;
        schema.sources.push(SourceText {
            name: name.clone(),
            text,
        });
        schema.spans.push(spans);
        schema.preamble_lines.push(match kind {
            SwitchKind::Single => 2,
            SwitchKind::Many(_) => 0,
        });
    }
    schema
}

/// The bytes of many changes, which one file defines and the others declare.
fn declare_many(count: usize, has_c: bool, is_first: bool) -> String {
    // What holds nothing but zeros would stand in no file. A header may stand in several objects.
    let declared = if is_first {
        format!(
            "char {MANY_NAME}[{}] __attribute__((weak, section(\".data\"))) = {{0}};\n{ASK_FUNCTION}",
            count + 1
        )
    } else {
        format!("extern char {MANY_NAME}[]; int {ASK_NAME}(int);")
    };
    let guard = if is_first {
        "GRADER_CHANGES"
    } else {
        "GRADER_CHANGES_DECLARED"
    };
    let declared = if has_c {
        declared
    } else {
        format!("extern \"C\" {{ {declared} }}")
    };
    format!("#ifndef {guard}\n#define {guard}\n{declared}\n#endif\n")
}

/// Where the headers end that a source begins with.
fn leading_headers(text: &str) -> usize {
    let mut end = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        let line = line.trim();
        let is_header = line.starts_with("#include") && !line.contains("/*");
        if is_header && text[..at].ends_with('\n') {
            end = at;
        } else if !line.is_empty() && !line.starts_with("//") && !is_header {
            break;
        }
    }
    end
}

impl ProgramSchema {
    /// The changes that errors in a compiler's diagnostics are about: the alternatives where they are, or all of a line where
    /// they are in none. An error in a library's template is about whoever uses it.
    pub fn blamed_changes(&self, diagnostics: &str) -> BTreeSet<u32> {
        let blamed = self.changes_before_words(&[": error:", ": fatal error:"], diagnostics);
        if blamed.is_empty() {
            let words = [": required from", ":   required from"];
            return self.changes_before_words(&words, diagnostics);
        }
        blamed
    }

    /// The changes that stand in the sources: of two that overlap, only one can.
    pub fn written_changes(&self) -> BTreeSet<u32> {
        let spans = self.spans.iter().flatten();
        spans.map(|(number, _)| *number).collect()
    }

    /// The changes at the places that stand before these words.
    fn changes_before_words(&self, words: &[&str], diagnostics: &str) -> BTreeSet<u32> {
        let mut blamed = BTreeSet::new();
        for line in diagnostics.lines() {
            let Some((head, _)) = words.iter().find_map(|words| line.split_once(words)) else {
                continue;
            };
            // In long lines there is no column.
            let numbers: Vec<usize> = head
                .split(':')
                .rev()
                .map_while(|it| it.parse().ok())
                .collect();
            let (row, column) = match numbers.as_slice() {
                [row] => (*row, None),
                [column, row, ..] => (*row, Some(*column)),
                [] => continue,
            };
            let name = head.split(':').next().unwrap_or_default().trim();
            let is_it = |one: &SourceText| {
                name.strip_suffix(&one.name)
                    .is_some_and(|before| before.is_empty() || before.ends_with('/'))
            };
            let Some(place) = self.sources.iter().position(is_it) else {
                continue;
            };
            // A statement may be blamed at its beginning, and its alternatives stand in the next lines.
            const NEAR: usize = 3;
            let mut there = self.changes_at(place, row, column);
            for below in 1..=NEAR {
                if there.is_empty() {
                    there = self.changes_at(place, row + below, None);
                }
            }
            blamed.extend(there);
        }
        blamed
    }

    /// The changes at a line and column, both from 1 on.
    fn changes_at(&self, place: usize, row: usize, column: Option<usize>) -> Vec<u32> {
        let text = &self.sources[place].text;
        let line_number = (row + self.preamble_lines[place]).saturating_sub(1);
        let Some(line) = text.split('\n').nth(line_number) else {
            return Vec::new();
        };
        let start = line.as_ptr() as usize - text.as_ptr() as usize;
        let at = column.map(|column| start + column.saturating_sub(1));
        let spans = &self.spans[place];
        let is_at = |span: &Range<usize>| at.is_some_and(|at| span.contains(&at));
        let inside = spans.iter().filter(|(_, span)| is_at(span));
        let innermost = inside.min_by_key(|(_, span)| span.len());
        if let Some((number, _)) = innermost {
            return vec![*number];
        }
        let here = |span: &Range<usize>| span.start < start + line.len() && start < span.end;
        let there: BTreeSet<u32> = spans
            .iter()
            .filter(|(_, span)| here(span))
            .map(|(number, _)| *number)
            .collect();
        there.into_iter().collect()
    }
}

/// Writes one source.
struct SchemaWriter<'a> {
    original: &'a str,
    kind: SwitchKind,
    /// By the stretch that they replace: where it begins, then the longest first.
    places: BTreeMap<(usize, std::cmp::Reverse<usize>), Vec<&'a NumberedChange>>,
    text: String,
    spans: Vec<(u32, Range<usize>)>,
}

impl<'a> SchemaWriter<'a> {
    fn new(
        original: &'a str,
        kind: SwitchKind,
        changes: impl Iterator<Item = &'a NumberedChange>,
    ) -> SchemaWriter<'a> {
        let mut places: BTreeMap<_, Vec<&NumberedChange>> = BTreeMap::new();
        for one in changes {
            let edit = &one.switched.edit;
            let key = (edit.start, std::cmp::Reverse(edit.end));
            places.entry(key).or_default().push(one);
        }
        SchemaWriter {
            original,
            kind,
            places,
            text: String::new(),
            spans: Vec::new(),
        }
    }

    /// Writes a stretch of the original, with all places in it.
    fn write_stretch(&mut self, stretch: Range<usize>) {
        let mut at = stretch.start;
        while at < stretch.end {
            let from = (at, std::cmp::Reverse(usize::MAX));
            let mut inside = self.places.range(from..);
            let fits = |start: usize, end: usize| start < stretch.end && end <= stretch.end;
            let next = inside.find(|((start, end), _)| fits(*start, end.0));
            let Some((&(start, std::cmp::Reverse(end)), _)) = next else {
                break;
            };
            let here = self
                .places
                .remove(&(start, std::cmp::Reverse(end)))
                .unwrap_or_default();
            self.text.push_str(&self.original[at..start]);
            self.write_choice(start..end, &here);
            at = end;
        }
        self.text.push_str(&self.original[at..stretch.end]);
    }

    /// Writes one place with its alternatives.
    fn write_choice(&mut self, stretch: Range<usize>, here: &[&NumberedChange]) {
        let has_form = |form| here.iter().any(|one| one.switched.form == form);
        if stretch.is_empty() {
            for one in here {
                self.text.push(' ');
                self.write_statement(one);
                self.text.push(' ');
            }
            self.text.push_str(self.kind.separator());
            return;
        }
        if has_form(SwitchForm::Statement) {
            self.text.push('{');
            for one in here {
                self.write_statement(one);
                self.text.push_str("else ");
            }
            self.text.push_str(self.kind.separator());
            self.text.push('{');
            self.write_stretch(stretch);
            self.text.push_str("}}");
            return;
        }
        let asks = if has_form(SwitchForm::Truth) {
            "!!"
        } else {
            ""
        };
        self.text.push('(');
        for one in here {
            self.text.push_str(self.kind.separator());
            let start = self.text.len();
            let condition = self.kind.condition(one.number);
            let alternative = one.switched.edit.text.replace('\n', " ");
            self.text
                .push_str(&format!("{condition}?{asks}({alternative}):"));
            self.spans.push((one.number, start..self.text.len()));
        }
        self.text.push_str(self.kind.separator());
        self.text.push_str(&format!("{asks}("));
        self.write_stretch(stretch);
        self.text.push_str("))");
    }

    fn write_statement(&mut self, one: &NumberedChange) {
        self.text.push_str(self.kind.separator());
        let start = self.text.len();
        let condition = self.kind.condition(one.number);
        let alternative = one.switched.edit.text.replace('\n', " ");
        self.text
            .push_str(&format!("if({condition}){{{alternative}}}"));
        self.spans.push((one.number, start..self.text.len()));
    }
}

/// The name of the number. A schema declares it, and an object of ours has it.
const NAME: &str = "grader_mutant";

/// The name of the bytes. They stand in the program's first source. Names of C without `_` are renamed where unit tests are linked.
const MANY_NAME: &str = "_grader_changes";

/// The function that is asked about a change that is not off. Where it is only watched, it is off from then on, and its number
/// is written between two signs that no program prints.
const ASK_NAME: &str = "_grader_change_is_on";
const ASK_FUNCTION: &str = "\
long _grader_write(int, const void *, unsigned long) __asm__(\"write\");
int _grader_change_is_on(int);
__attribute__((weak)) int _grader_change_is_on(int number) {
  char text[8]; unsigned long at = 8;
  if (_grader_changes[number] == 1) return 1;
  _grader_changes[number] = 0;
  text[--at] = 5;
  do { text[--at] = \"0123456789\"[number % 10]; number /= 10; } while (number != 0);
  text[--at] = 1;
  _grader_write(1, text + at, 8 - at);
  return 0;
}
";
const MARK_START: u8 = 1;
const MARK_END: u8 = 5;

/// The changes at whose places a program came, by what it wrote while all were watched; none if that is not known.
pub fn reached_changes(output: &[u8]) -> Option<BTreeSet<u32>> {
    let mut reached = BTreeSet::new();
    for piece in output.split(|byte| *byte == MARK_START).skip(1) {
        let digits = piece.split(|byte| *byte == MARK_END).next()?;
        reached.extend(std::str::from_utf8(digits).ok()?.parse::<u32>());
    }
    (!reached.is_empty()).then_some(reached)
}

/// The source of that object. What holds nothing but zeros would stand in no file.
pub const SWITCH: &str =
    "extern \"C\" { int grader_mutant __attribute__((section(\".data\"))) = 0; }\n";

impl SwitchKind {
    /// Where the switch stands in a linked program; none if it has none.
    pub fn find_in(self, program: &[u8]) -> Option<usize> {
        let size_of_switch = match self {
            SwitchKind::Single => 4,
            SwitchKind::Many(count) => count + 1,
        };
        let file = object::File::parse(program).ok()?;
        let symbol = file
            .symbols()
            .find(|symbol| symbol.name() == Ok(self.name()) && !symbol.is_undefined())?;
        let section = file.section_by_index(symbol.section_index()?).ok()?;
        let (start, size) = section.file_range()?;
        let inside = symbol.address().checked_sub(section.address())?;
        let end = inside.checked_add(size_of_switch as u64);
        let fits = end.is_some_and(|end| end <= size);
        let place = usize::try_from(start.checked_add(inside)?).ok()?;
        (fits && place.checked_add(size_of_switch)? <= program.len()).then_some(place)
    }

    /// The same, while all other changes are watched.
    pub fn watching_bytes(self, numbers: &[u32]) -> Vec<u8> {
        const WATCHED: u8 = 2;
        let mut bytes = self.bytes_for(numbers);
        for byte in bytes.iter_mut().filter(|byte| **byte == 0) {
            *byte = WATCHED;
        }
        bytes
    }

    /// The switch as it stands there while these changes are on. Of a single number, only the last one is.
    pub fn bytes_for(self, numbers: &[u32]) -> Vec<u8> {
        match self {
            SwitchKind::Single => {
                let number = numbers.last().copied().unwrap_or_default();
                number.to_ne_bytes().to_vec()
            }
            SwitchKind::Many(count) => {
                let mut bytes = vec![0; count + 1];
                for number in numbers {
                    if let Some(byte) = bytes.get_mut(*number as usize) {
                        *byte = 1;
                    }
                }
                bytes
            }
        }
    }
}
