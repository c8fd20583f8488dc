//! What a test case gives to a program, and what it must leave.

use std::collections::BTreeSet;

use super::super::error::ImportError;
use super::super::notes::{at, code, plain};
use super::super::plan::{Case, Compare, Input, Plan};
use super::super::programs::safe;
use super::command::Command;
use super::testcase::{Filling, Said};
use super::validation::{Asks, Expected, Validation};

/// The most files that a program finds.
const MOST_FILES: usize = 50;

/// The checker of whom any output is right.
const ANYTHING: &str = "true";

/// What a validation looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stream {
    Output,
    Error,
    File,
}

impl Stream {
    /// The stream that the command writes to a file of this name.
    fn of(command: &Command, name: &str) -> Stream {
        if name == command.output.as_deref().unwrap_or("STDOUT.txt") {
            Stream::Output
        } else if name == command.error.as_deref().unwrap_or("STDERR.txt") {
            Stream::Error
        } else {
            Stream::File
        }
    }
}

/// The line of a validation that a case cannot have together with the others, and why: a case looks at a file in one way.
fn conflict(command: &Command, validations: &[Validation]) -> Option<(usize, String)> {
    let is_weak = |one: &Validation| matches!(one.asks, Asks::There | Asks::NotEmpty);
    let counted: Vec<&Validation> =
        validations.iter().filter(|one| one.asks != Asks::Nothing).collect();
    for (index, one) in counted.iter().enumerate() {
        let others = counted.iter().enumerate().filter(|(other, _)| *other != index);
        let others: Vec<&Validation> =
            others.map(|(_, other)| *other).filter(|other| other.actual == one.actual).collect();
        let is_search = |one: &Validation| matches!(one.asks, Asks::Holds(_));
        let is_twice = |other: &&Validation| {
            let is_search_only = is_search(one) && is_search(other);
            !(is_weak(one) || is_weak(other) || is_search_only)
        };
        if others.iter().any(is_twice) {
            let why = format!("{} is looked at in two ways, and here in one", code(&one.actual));
            return Some((one.line, why));
        }
        // A comparison with text, or a search, finds an empty file wrong anyhow.
        let implies_text = |other: &Validation| match &other.asks {
            Asks::Same(Expected::Text(text), _) => !text.trim().is_empty(),
            Asks::Same(Expected::File(_), _) | Asks::Holds(_) => true,
            _ => false,
        };
        if one.asks == Asks::NotEmpty
            && Stream::of(command, &one.actual) == Stream::Output
            && !others.iter().any(|other| implies_text(other))
        {
            let why = format!("whether {} is empty is not looked at here", code(&one.actual));
            return Some((one.line, why));
        }
    }
    None
}

impl Filling<'_> {
    /// The case; none, with a note, if one of its files is not there.
    pub(super) fn case(
        &self,
        plan: &mut Plan,
        said: &Said<'_>,
        command: &Command,
        validations: &[Validation],
    ) -> Result<Option<Case>, ImportError> {
        let input = match &command.input {
            Some(file) => match self.read(plan, said, "test_input", file)? {
                Some(bytes) => bytes,
                None => return Ok(None),
            },
            None => Vec::new(),
        };
        let mut case = Case::new(said.id.clone(), input, Vec::new());
        case.description = Some(said.title.clone()).filter(|title| !title.is_empty());
        case.args.clone_from(&command.arguments);
        case.visibility = said.hidden.then_some("hidden");
        case.compare = Compare { checker: vec![ANYTHING.to_owned()], ..Compare::default() };
        self.files(plan, command, &mut case)?;
        if let Some((line, why)) = conflict(command, validations) {
            plan.notes.lose(at(self.file, line), why);
            return Ok(None);
        }
        for one in validations {
            let place = at(self.file, one.line);
            let name = one.actual.as_str();
            let stream = Stream::of(command, name);
            match (&one.asks, stream) {
                (Asks::Nothing, _) => {}
                // What the output is compared with says more, as `conflict` saw.
                (Asks::There | Asks::NotEmpty, Stream::Output) => {}
                (Asks::Same(file, compare), Stream::Output) => {
                    let Some(bytes) = self.expected(plan, said, file)? else {
                        return Ok(None);
                    };
                    case.input = match case.input {
                        Input::Output(input, _) => Input::Output(input, bytes),
                        other => other,
                    };
                    case.compare.clone_from(compare.as_ref());
                }
                (Asks::Same(file, compare), Stream::Error) => {
                    let Some(bytes) = self.expected(plan, said, file)? else {
                        return Ok(None);
                    };
                    let text = String::from_utf8(bytes).ok();
                    if text.is_none() || compare.order.is_some() {
                        let why = format!("{} cannot be compared in this way", code(name));
                        plan.notes.lose(place, why);
                        return Ok(None);
                    }
                    case.stderr = text;
                }
                (Asks::Same(file, compare), Stream::File) => {
                    let Some(bytes) = self.expected(plan, said, file)? else {
                        return Ok(None);
                    };
                    // Written files are compared as the output is, and know no other order of lines.
                    if compare.order.is_some() || name.contains('/') {
                        plan.notes
                            .lose(place, format!("{} cannot be compared in this way", code(name)));
                        return Ok(None);
                    }
                    if case.compare.checker.is_empty()
                        && case.compare.whitespace != compare.whitespace
                    {
                        let text =
                            "written files are compared as the output is, and here in another way";
                        plan.notes.lose(place, text);
                        return Ok(None);
                    }
                    case.compare.whitespace = compare.whitespace;
                    case.writes.insert(safe(name), bytes);
                }
                (Asks::Empty, Stream::Error) => case.stderr = Some(String::new()),
                (Asks::Empty, Stream::Output) => {
                    case.compare = Compare { whitespace: Some("trailing"), ..Compare::default() }
                }
                (Asks::Holds(patterns), Stream::Output) => {
                    let before = std::mem::take(&mut case.compare.patterns);
                    case.compare = Compare {
                        patterns: [before, patterns.clone()].concat(),
                        ..Compare::default()
                    };
                }
                (Asks::There | Asks::NotEmpty | Asks::Empty | Asks::Holds(_), _) => {
                    let text =
                        format!("what is asked of {} is not asked of such a file here", code(name));
                    plan.notes.lose(place, text);
                    return Ok(None);
                }
            }
        }
        Ok(Some(case))
    }

    /// Files that the program finds: those that it is told of, or else all that are there.
    fn files(
        &self,
        plan: &mut Plan,
        command: &Command,
        case: &mut Case,
    ) -> Result<(), ImportError> {
        let folder = format!("{}test_input", self.folder);
        let all: BTreeSet<&str> = self.package.below(&folder).collect();
        let start = format!("{folder}/");
        let name = |file: &str| file.strip_prefix(start.as_str()).unwrap_or(file).to_owned();
        let told = all.iter().filter(|file| command.arguments.contains(&name(file)));
        let told: Vec<&&str> = told.collect();
        let is_input = |file: &&&str| command.input.as_deref() == Some(name(file).as_str());
        let given: Vec<&&str> = match (told.is_empty(), &command.input) {
            (false, _) => told,
            // A program without input may open files by names of its own.
            (true, None) => all.iter().filter(|file| !is_input(file)).collect(),
            (true, Some(_)) => Vec::new(),
        };
        if given.len() > MOST_FILES {
            plan.notes.lose(plain(&folder), format!("a program finds {MOST_FILES} files at most"));
        }
        for file in given.into_iter().take(MOST_FILES) {
            let name = file.strip_prefix(&format!("{folder}/")).unwrap_or(file);
            let parts: Vec<String> = name.split('/').map(safe).collect();
            case.files.insert(parts.join("/"), self.package.bytes(file)?);
        }
        Ok(())
    }

    fn expected(
        &self,
        plan: &mut Plan,
        said: &Said<'_>,
        expected: &Expected,
    ) -> Result<Option<Vec<u8>>, ImportError> {
        match expected {
            Expected::File(file) => self.read(plan, said, "test_output", file),
            Expected::Text(text) => Ok(Some(text.clone().into_bytes())),
        }
    }

    fn read(
        &self,
        plan: &mut Plan,
        said: &Said<'_>,
        folder: &str,
        file: &str,
    ) -> Result<Option<Vec<u8>>, ImportError> {
        let path = format!("{}{folder}/{file}", self.folder);
        if !self.package.has(&path) {
            plan.notes.lose(self.place(said), format!("{} is not in the package", code(&path)));
            return Ok(None);
        }
        self.package.bytes(&path).map(Some)
    }
}
