//! One source for all mutants: each place is a choice by the switch's number, which is found and changed in the linked program.
//!
//! Lines stay where they are, so a compiler's complaint can be followed back to the mutant that it is about. That one becomes a
//! program of its own, and the rest is tried again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::mutant::{MutantForm, SourceMutant, SourceText};
use object::{Object, ObjectSection, ObjectSymbol};

/// The sources of a program with all its mutants.
#[derive(Debug, Clone)]
pub struct MutantSchema {
    /// The sources.
    pub sources: Vec<SourceText>,
    /// For each source, where each alternative stands in it.
    spans: Vec<Vec<(u32, Range<usize>)>>,
}

/// The program's sources with those of the mutants that are not left out and can stand behind a switch.
pub fn build_schema(
    sources: &[SourceText],
    mutants: &[SourceMutant],
    left_out: &BTreeSet<u32>,
) -> MutantSchema {
    let mut schema = MutantSchema {
        sources: Vec::new(),
        spans: Vec::new(),
    };
    // A header may stand in sources of both languages, and all must declare the same. Where none is C, it may stand within a
    // namespace, too.
    let has_c = sources.iter().any(|one| one.name.ends_with(".c"));
    let linkage = if has_c { "extern" } else { "extern \"C\"" };
    for (place, SourceText { name, text }) in sources.iter().enumerate() {
        let is_here = |one: &&SourceMutant| {
            one.source == place && one.switchable && !left_out.contains(&one.number)
        };
        let mut writer = SchemaWriter::new(text, mutants.iter().filter(is_here));
        // In a header this stands before its guard, and a number may be declared as often as one likes.
        writer.text = format!("{linkage} int {NAME};\n#line 1 \"{name}\"\n");
        writer.write_stretch(0..text.len());
        let SchemaWriter { text, spans, .. } = writer;
        schema.sources.push(SourceText {
            name: name.clone(),
            text,
        });
        schema.spans.push(spans);
    }
    schema
}

impl MutantSchema {
    /// The mutants that errors in a compiler's diagnostics are about: the alternatives where they are, or all of a line where
    /// they are in none. An error in a library's template is about whoever uses it.
    pub fn blamed_mutants(&self, diagnostics: &str, mutants: &[SourceMutant]) -> BTreeSet<u32> {
        let blamed =
            self.mutants_before_words(&[": error:", ": fatal error:"], diagnostics, mutants);
        if blamed.is_empty() {
            return self.mutants_before_words(
                &[": required from", ":   required from"],
                diagnostics,
                mutants,
            );
        }
        blamed
    }

    /// The mutants at the places that stand before these words.
    fn mutants_before_words(
        &self,
        words: &[&str],
        diagnostics: &str,
        mutants: &[SourceMutant],
    ) -> BTreeSet<u32> {
        let mut blamed = BTreeSet::new();
        for line in diagnostics.lines() {
            let Some((head, _)) = words.iter().find_map(|words| line.split_once(words)) else {
                continue;
            };
            let mut parts = head.rsplitn(3, ':');
            let numbers = parts.next().and_then(|it| it.parse::<usize>().ok());
            let row = parts.next().and_then(|it| it.parse::<usize>().ok());
            let (Some(column), Some(row), Some(file)) = (numbers, row, parts.next()) else {
                continue;
            };
            let name = file.trim();
            let is_it = |one: &SourceText| {
                name.strip_suffix(&one.name)
                    .is_some_and(|before| before.is_empty() || before.ends_with('/'))
            };
            let Some(place) = self.sources.iter().position(is_it) else {
                continue;
            };
            blamed.extend(self.mutants_at(place, row, column, mutants));
        }
        blamed
    }

    /// The mutants at a line and column, both from 1 on.
    fn mutants_at(
        &self,
        place: usize,
        row: usize,
        column: usize,
        mutants: &[SourceMutant],
    ) -> Vec<u32> {
        /// The lines of ours at the beginning.
        const PREAMBLE_LINES: usize = 2;
        let text = &self.sources[place].text;
        let Some(line) = text.split('\n').nth(row - 1 + PREAMBLE_LINES) else {
            return Vec::new();
        };
        let start = line.as_ptr() as usize - text.as_ptr() as usize;
        let at = start + column.saturating_sub(1);
        let spans = &self.spans[place];
        let inside = spans.iter().filter(|(_, span)| span.contains(&at));
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
        mutants
            .iter()
            .map(|one| one.number)
            .filter(|it| there.contains(it))
            .collect()
    }
}

/// Writes one source.
struct SchemaWriter<'a> {
    original: &'a str,
    /// By the stretch that they replace: where it begins, then the longest first.
    places: BTreeMap<(usize, std::cmp::Reverse<usize>), Vec<&'a SourceMutant>>,
    text: String,
    spans: Vec<(u32, Range<usize>)>,
}

impl<'a> SchemaWriter<'a> {
    fn new(original: &'a str, mutants: impl Iterator<Item = &'a SourceMutant>) -> SchemaWriter<'a> {
        let mut places: BTreeMap<_, Vec<&SourceMutant>> = BTreeMap::new();
        for one in mutants {
            let key = (one.bytes.start, std::cmp::Reverse(one.bytes.end));
            places.entry(key).or_default().push(one);
        }
        SchemaWriter {
            original,
            places,
            text: String::new(),
            spans: Vec::new(),
        }
    }

    /// Writes a stretch of the original, with all places in it.
    fn write_stretch(&mut self, stretch: Range<usize>) {
        let mut at = stretch.start;
        while at < stretch.end {
            let next = self
                .places
                .range((at, std::cmp::Reverse(usize::MAX))..)
                .next();
            let Some((&(start, std::cmp::Reverse(end)), _)) =
                next.filter(|((start, end), _)| *start < stretch.end && end.0 <= stretch.end)
            else {
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
    fn write_choice(&mut self, stretch: Range<usize>, here: &[&SourceMutant]) {
        let is_statement = here.iter().all(|one| one.form == MutantForm::Statement);
        if is_statement {
            let start = self.text.len();
            self.text.push('{');
            for one in here {
                self.text.push_str(&format!("if({NAME}!={}) ", one.number));
                self.spans.push((one.number, start..self.text.len()));
            }
            self.write_stretch(stretch);
            self.text.push('}');
            return;
        }
        let asks = if here.iter().any(|one| one.form == MutantForm::Truth) {
            "!!"
        } else {
            ""
        };
        self.text.push('(');
        for one in here {
            let start = self.text.len();
            let alternative = one.becomes.replace('\n', " ");
            self.text
                .push_str(&format!("{NAME}=={}?{asks}({alternative}):", one.number));
            self.spans.push((one.number, start..self.text.len()));
        }
        self.text.push_str(&format!("{asks}("));
        self.write_stretch(stretch);
        self.text.push_str("))");
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants::{MutantFilter, generate_mutants};

    fn source(text: &str) -> SourceText {
        SourceText {
            name: "a.cpp".to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn nested_places_are_choices_within_choices_and_lines_stay() {
        let text = "int f(int a)\n{\n    if (a < 3) a++;\n    return a;\n}\n";
        let sources = [source(text)];
        let all = generate_mutants(&sources, MutantFilter::ALL);
        let schema = build_schema(&sources, &all, &BTreeSet::new());
        let written = &schema.sources[0].text;
        assert_eq!(
            written.lines().count(),
            text.lines().count() + 2,
            "{written}"
        );
        assert!(
            written
                .lines()
                .nth(4)
                .unwrap()
                .trim_start()
                .starts_with("if ((grader_mutant==1?!!(")
        );
        assert!(written.contains("{if(grader_mutant!="), "{written}");
    }

    #[test]
    fn a_complaint_is_followed_to_the_alternative_that_it_is_about() {
        let sources = [source("int f(S a)\n{\n    return g(a + b);\n}\n")];
        let all = generate_mutants(&sources, MutantFilter::ALL);
        let schema = build_schema(&sources, &all, &BTreeSet::new());
        let sum = all.iter().find(|one| one.becomes == "a - b").unwrap();
        let line = schema.sources[0].text.lines().nth(4).unwrap();
        let column = line.find("a - b").unwrap() + 3;
        let said = format!("a.cpp:3:{column}: error: no match for 'operator-'\nnot a line\n");
        assert_eq!(
            schema.blamed_mutants(&said, &all),
            BTreeSet::from([sum.number])
        );
        let said = format!(
            "/usr/include/c++/12/plus.h:9:1: error: no\n./a.cpp:3:{column}:   required from here\n"
        );
        assert_eq!(
            schema.blamed_mutants(&said, &all),
            BTreeSet::from([sum.number])
        );
        let said = format!("mya.cpp:3:{column}: error: not about this source\n");
        assert_eq!(schema.blamed_mutants(&said, &all), BTreeSet::new());
    }

    #[test]
    fn a_header_declares_the_switch_as_the_sources_do_that_include_it() {
        let name = |name: &str| SourceText {
            name: name.to_owned(),
            text: String::new(),
        };
        for (source, declared) in [
            ("a.cpp", "extern \"C\" int grader_mutant;"),
            ("a.c", "extern int grader_mutant;"),
        ] {
            let sources = [name("a.h"), name(source)];
            let schema = build_schema(&sources, &[], &BTreeSet::new());
            for one in &schema.sources {
                assert_eq!(one.text.lines().next(), Some(declared), "{source}");
            }
        }
    }
}
