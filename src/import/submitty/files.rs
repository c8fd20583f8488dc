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
        for one in validations {
            let place = at(self.file, one.line);
            let name = one.actual.as_str();
            let is_output = name == "STDOUT.txt" || command.output.as_deref() == Some(name);
            let is_error = name == "STDERR.txt" || command.error.as_deref() == Some(name);
            match (&one.asks, is_output, is_error) {
                (Asks::Nothing, ..) => {}
                (Asks::Same(file, compare), true, _) => {
                    let Some(bytes) = self.expected(plan, said, file)? else {
                        return Ok(None);
                    };
                    case.input = match case.input {
                        Input::Output(input, _) => Input::Output(input, bytes),
                        other => other,
                    };
                    case.compare.clone_from(compare.as_ref());
                }
                (Asks::Same(file, _), _, true) => {
                    let Some(bytes) = self.expected(plan, said, file)? else {
                        return Ok(None);
                    };
                    case.stderr = String::from_utf8(bytes).ok();
                }
                (Asks::Same(file, compare), ..) => {
                    let Some(bytes) = self.expected(plan, said, file)? else {
                        return Ok(None);
                    };
                    // Written files are compared as the output is, and know no other order of lines.
                    if compare.order.is_some() || name.contains(['*', '/']) {
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
                (Asks::Empty, _, true) => case.stderr = Some(String::new()),
                (Asks::Empty, true, _) => {
                    case.compare = Compare { whitespace: Some("trailing"), ..Compare::default() }
                }
                (Asks::There, true, _) => {}
                (Asks::Holds(words), true, _) => {
                    let shown = |word: &String| {
                        format!("(?-i:{})", regex::escape(word).replace('{', "\\x7B"))
                    };
                    case.compare = Compare {
                        patterns: words.iter().map(shown).collect(),
                        ..Compare::default()
                    };
                }
                (Asks::There | Asks::Empty | Asks::Holds(_), ..) => {
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
