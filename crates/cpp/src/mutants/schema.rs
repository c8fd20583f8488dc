//! The source with all mutants, each place a choice by one number.

use std::collections::BTreeSet;

use super::mutant::{SourceMutant, SourceText};
use crate::schema::{NumberedChange, ProgramSchema, SwitchKind, write_schema};
use model::{SwitchForm, SwitchedText, TextEdit};

/// The program's sources with those of the mutants that are not left out and can stand behind a switch.
pub fn build_schema(
    sources: &[SourceText],
    mutants: &[SourceMutant],
    left_out: &BTreeSet<u32>,
) -> ProgramSchema {
    let mut changes = Vec::new();
    for one in mutants {
        if !one.switchable || left_out.contains(&one.number) {
            continue;
        }
        let text = match one.form {
            SwitchForm::Statement => ";".to_owned(),
            _ => one.becomes.clone(),
        };
        changes.push(NumberedChange {
            number: one.number,
            source: one.source,
            switched: SwitchedText {
                edit: TextEdit {
                    start: one.bytes.start,
                    end: one.bytes.end,
                    text,
                },
                form: one.form,
            },
        });
    }
    write_schema(sources, &changes, SwitchKind::Single)
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
        assert!(written.contains("{if(grader_mutant=="), "{written}");
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
        assert_eq!(schema.blamed_changes(&said), BTreeSet::from([sum.number]));
        let said = format!(
            "/usr/include/c++/12/plus.h:9:1: error: no\n./a.cpp:3:{column}:   required from here\n"
        );
        assert_eq!(schema.blamed_changes(&said), BTreeSet::from([sum.number]));
        let said = format!("mya.cpp:3:{column}: error: not about this source\n");
        assert_eq!(schema.blamed_changes(&said), BTreeSet::new());
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
