//! Every rule has a page, and what the page says of its examples is what the rule answers.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Course, SUM};
use cpp::source::{ParsedProgram, inspect_program};
use model::{CriterionEvidence, RubricRule};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/rules")
}

/// A fenced block: what stands behind its opening fence, the heading above it, and its lines.
struct Block {
    language: String,
    file: String,
    heading: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut heading = String::new();
    let mut is_open = false;
    for line in page.lines() {
        match (is_open, line.strip_prefix("```")) {
            (true, Some(_)) => is_open = false,
            (true, None) => {
                let text = &mut blocks.last_mut().unwrap().text;
                text.push_str(line);
                text.push('\n');
            }
            (false, Some(info)) => {
                let (language, file) = info.split_once(' ').unwrap_or((info, "main.cpp"));
                blocks.push(Block {
                    language: language.to_owned(),
                    file: file.to_owned(),
                    heading: heading.clone(),
                    text: String::new(),
                });
                is_open = true;
            }
            (false, None) => {
                if let Some(title) = line.strip_prefix("## ") {
                    title.clone_into(&mut heading);
                }
            }
        }
    }
    blocks
}

/// The rule that a page's TOML asks for, as the rubric's reader understands it.
fn rule(toml: &str) -> RubricRule {
    let course = Course::sum();
    let toml = toml.replace("[with]", "[assignments.sum.criteria.with]");
    let criterion = format!("\n[[assignments.sum.criteria]]\nid = \"rule\"\npoints = 1\n{toml}");
    course.write("rubric.toml", format!("{SUM}{criterion}"));
    let loaded =
        rubric::load_course(&course.path("rubric.toml"), &games::built_in_games()).unwrap();
    match &loaded.assignments[0].criteria[1].evidence {
        CriterionEvidence::Rule(rule) => rule.clone(),
        other => unreachable!("{other:?}"),
    }
}

fn answer(rule: &RubricRule, example: &Block) -> String {
    let files = [(example.file.clone(), example.text.clone().into_bytes())];
    let inspection = inspect_program(rule, &ParsedProgram::parse_files(&files, &[], None));
    assert_eq!(inspection.doubts, [], "{}", example.text);
    let lines = inspection
        .findings
        .iter()
        .map(|finding| match finding.line {
            Some(line) => format!("{}:{line}: {}\n", finding.file, finding.message),
            None => format!("{}: {}\n", finding.file, finding.message),
        });
    lines.collect()
}

/// The names of the pages.
fn pages() -> BTreeSet<String> {
    let entries = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let names = entries.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
    names.filter(|name| name != "README").collect()
}

#[test]
fn every_example_of_a_page_behaves_as_the_page_says() {
    for page in pages() {
        let text = fs::read_to_string(folder().join(format!("{page}.md"))).unwrap();
        let blocks = blocks(&text);
        let rule = rule(
            &blocks
                .iter()
                .find(|block| block.language == "toml")
                .unwrap()
                .text,
        );
        assert_eq!(rule.id(), page);
        let examples = |heading: &str| -> Vec<&Block> {
            let of = blocks
                .iter()
                .filter(|it| it.heading == heading && it.language == "cpp");
            of.collect()
        };
        let found = examples("Found");
        let not_found = examples("Not found");
        let said: Vec<&Block> = blocks.iter().filter(|it| it.language == "text").collect();
        assert!(
            !found.is_empty() && found.len() == said.len() && !not_found.is_empty(),
            "{page}"
        );
        for (example, said) in found.iter().zip(said) {
            assert!(!said.text.is_empty(), "{page}");
            assert_eq!(
                answer(&rule, example),
                said.text,
                "{page}: {}",
                example.text
            );
        }
        for example in not_found {
            assert_eq!(answer(&rule, example), "", "{page}: {}", example.text);
        }
    }
}

#[test]
fn every_rule_has_a_page_that_the_overview_lists() {
    // The rubric's reader names all rules when it is asked for one that does not exist.
    let course = Course::sum();
    let criterion = "\n[[assignments.sum.criteria]]\nid = \"r\"\npoints = 1\nrule = \"?\"\n";
    course.write("rubric.toml", format!("{SUM}{criterion}"));
    let said = rubric::load_course(&course.path("rubric.toml"), &games::built_in_games())
        .unwrap_err()
        .to_string();
    let listed = said.split_once("expected one of").unwrap().1;
    let rules: BTreeSet<String> = listed
        .split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    assert_eq!(rules, pages());
    let overview = fs::read_to_string(folder().join("README.md")).unwrap();
    for rule in &rules {
        assert!(
            overview.contains(&format!("[`{rule}`]({rule}.md)")),
            "{rule}"
        );
    }
}
