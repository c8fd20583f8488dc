//! Accepted programs in Python, for packages that have none in C or C++: what they do can be known and checked all the same.
//!
//! They are built and run by a toolchain of the course, and so in the sandbox. Students still hand in C or C++.

use std::fs;
use std::path::Path;

use rubric::raw::{RawCalibration, RawToolchain, to_texts};
use tree_sitter::{Node, Parser, Tree};

use super::error::ImportError;
use super::notes::escape_word;
use super::package::ImportPackage;
use super::plan::{ACCEPTED_IN_PART, ImportPlan, SpareProgram, to_list, to_names, to_strings};

/// The name of the toolchain.
const NAME: &str = "python3";

/// The interpreter, and the folder of its library.
const PROGRAM: &str = "/usr/bin/python3";
const LIBRARIES: &str = "/usr/lib";

/// Reads a program without running it.
const PARSER: &str =
    "import ast, sys; ast.parse(open(sys.argv[1], encoding='utf-8').read(), sys.argv[1])";

/// The most of them that are run.
const MOST: usize = 3;

/// The least memory with which the interpreter starts, in bytes.
const LEAST_MEMORY: u64 = 512 << 20;

/// Remembers a program that is one file in Python 3 and right in every case.
pub(super) fn keep_accepted_program(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    path: &str,
    (target, known): (String, &RawCalibration),
) -> Result<(), ImportError> {
    let permitted = to_strings(known.permitted.as_ref());
    let is_accepted = permitted == ["accepted"] || permitted == ACCEPTED_IN_PART;
    let is_demanded = known.required.as_ref().is_some_and(|list| {
        let mut words = list.get_ref().iter();
        words.any(|word| word.get_ref() != "accepted")
    });
    if !path.ends_with(".py") || !package.has_file(path) || !is_accepted || is_demanded {
        return Ok(());
    }
    let bytes = package.read_bytes(path)?;
    if std::str::from_utf8(&bytes).is_ok_and(is_python_3) {
        plan.spare_programs.push(SpareProgram {
            place: escape_word(path),
            target,
            bytes,
            known: known.clone(),
        });
    }
    Ok(())
}

/// The syntax of a program, by the grammar of Python 2 and 3; none if it cannot be read at all.
pub(super) fn parse_syntax(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    let language = tree_sitter_python::LANGUAGE.into();
    parser.set_language(&language).ok()?;
    parser.parse(text, None)
}

/// Whether a text can be a program of Python 3.
fn is_python_3(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let asks_for_older = first.starts_with("#!") && first.contains("python2");
    let mut old_names = ["raw_input(", "xrange(", "unicode("].into_iter();
    if asks_for_older || old_names.any(|name| text.contains(name)) {
        return false;
    }
    parse_syntax(text).is_some_and(|tree| {
        let root = tree.root_node();
        !root.has_error() && !has_old_statement(root)
    })
}

/// Whether a statement is in it that Python 3 does not have.
fn has_old_statement(root: Node<'_>) -> bool {
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        if ["print_statement", "exec_statement"].contains(&node.kind()) {
            return true;
        }
        let mut cursor = node.walk();
        waiting.extend(node.named_children(&mut cursor));
    }
    false
}

/// The folder of the library of this machine's Python; none if it is not where systems have it.
fn find_library() -> Option<String> {
    let target = fs::read_link(PROGRAM).ok()?;
    let folder = Path::new(LIBRARIES).join(target.file_name()?);
    folder
        .is_dir()
        .then(|| folder.to_str().map(str::to_owned))?
}

impl ImportPlan {
    /// Takes the accepted programs in Python, if there is none in C or C++ and they can be run as students' programs are.
    pub(crate) fn adopt_spare_programs(&mut self) {
        let takes_both = self.assignment.toolchain == Some(to_names(&["g++", "gcc"]));
        let is_alone = self.assignment.provide.is_none()
            && self
                .cases
                .iter()
                .all(|case| case.files.is_empty() && case.writes.is_empty());
        if !takes_both || !is_alone || self.accepted_programs().next().is_some() {
            return;
        }
        let Some(library) = find_library().filter(|_| !self.spare_programs.is_empty()) else {
            return;
        };
        self.assignment.toolchain = Some(to_names(&["g++", "gcc", NAME]));
        let toolchain = RawToolchain {
            files: Some(to_texts(["*.py"])),
            build: Some(to_texts([PROGRAM, "-c", PARSER, "{source}"])),
            smallest: Some("pass\n".to_owned()),
            run: Some(to_texts([PROGRAM, "{source}"])),
            faults: Some(r"^\w*(?:Error|Exception)\b.*".into()),
            reads: Some(to_texts([library])),
            install: Some("on Debian and Ubuntu: `apt-get install python3`".to_owned()),
            ..RawToolchain::default()
        };
        self.toolchains.insert(NAME.into(), toolchain.into());
        for SpareProgram {
            place,
            target,
            bytes,
            known,
        } in self.spare_programs.drain(..).take(MOST)
        {
            self.notes.remarks.retain(|note| note.place != place);
            let text = "a calibration program in Python, because the package accepts none in C or C++; students hand in C or C++";
            self.notes.add_imported(place, text);
            self.calibration.push(RawCalibration {
                sources: to_list([target.clone()]),
                ..known
            });
            self.files.insert(target, bytes);
        }
        if self
            .limits
            .memory
            .is_some_and(|memory| memory < LEAST_MEMORY)
        {
            self.limits.memory = Some(LEAST_MEMORY);
            let text = "512 MiB, because Python starts with no less: change it when you have a solution in C or C++";
            self.notes.add_remark("limits.memory", text);
        }
    }
}
