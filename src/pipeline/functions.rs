//! The functions of one submission: found, linked with drivers, called, judged.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::{ReferenceError, function_judgement};
use crate::build::{self, BuildError, Built};
use crate::execute::{self, Program};
use crate::functions::{self, Defined, Linkage, Match, driver, record};
use crate::model::{
    Actual, Assignment, Call, CallReport, Case, Effect, FunctionCase, Judgement, Observation,
};
use crate::sandbox::{Interrupt, Sandbox, SandboxError, Supervisor};

/// The drivers of one assignment: each is compiled once, whoever needs it.
pub(super) struct Drivers<'a> {
    assignment: &'a Assignment,
    sandbox: &'a Sandbox,
    interrupt: &'a Interrupt,
    compiled: Mutex<BTreeMap<String, Arc<Vec<u8>>>>,
}

/// What became of one case's function.
#[derive(Debug)]
pub(super) enum Callable {
    /// It can be called through this program.
    Ready(PathBuf, Match),
    /// It cannot; the sentence says why.
    Not(String),
}

/// A case with calls that were made.
pub(super) struct Called {
    pub(super) calls: Vec<CallReport>,
    pub(super) judgement: Judgement,
}

impl<'a> Drivers<'a> {
    pub(super) fn new(
        assignment: &'a Assignment,
        sandbox: &'a Sandbox,
        interrupt: &'a Interrupt,
    ) -> Drivers<'a> {
        Drivers { assignment, sandbox, interrupt, compiled: Mutex::default() }
    }

    /// The cases that call functions, with their places among the assignment's cases.
    fn cases(&self) -> impl Iterator<Item = (usize, &'a FunctionCase)> {
        let numbered = self.assignment.cases.iter().enumerate();
        numbered.filter_map(|(index, case)| Some((index, case.function.as_ref()?)))
    }

    /// The object of a driver's source. Only the first to ask waits for the compiler; whoever asks meanwhile, waits too.
    fn object(&self, source: String) -> Result<Arc<Vec<u8>>, BuildError> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(object) = compiled.get(&source) {
            return Ok(Arc::clone(object));
        }
        let folders = build::folders(&self.assignment.compiler);
        let mut supervisor = self.sandbox.supervisor(&folders)?;
        let object = build::driver(self.assignment, &source, &mut supervisor, self.interrupt)?;
        compiled.insert(source, Arc::clone(&object));
        Ok(object)
    }

    fn shared(&self) -> Result<Arc<Vec<u8>>, BuildError> {
        // The C compiler links no C++ library, so its programs have no streams that could hold something back.
        let streams = self.assignment.compiler != "gcc";
        self.object(driver::shared(self.assignment.cases.len(), streams))
    }

    /// Compiles what nearly every submission will need, so that a prototype which is no C++ is found before anything is
    /// graded.
    pub(super) fn warm_up(&self) -> Result<(), ReferenceError> {
        for (index, function) in self.cases() {
            let Some(first) = function.prototypes.first() else { continue };
            let parameters = first.parameters.clone();
            let asked = Match { prototype: 0, parameters, linkage: Linkage::Cpp };
            self.shared().and_then(|_| self.driver(index, &asked)).map_err(
                |error| match error {
                    BuildError::Driver { diagnostics } => {
                        let file = self.assignment.cases[index].file.display().to_string();
                        ReferenceError::Prototype { file, diagnostics }
                    }
                    error => error.into(),
                },
            )?;
        }
        Ok(())
    }

    /// Makes the function of every case callable, as far as the submission has it. Its objects must be in the
    /// supervisor's folder. Also returns the commands that were run.
    pub(super) fn prepare(
        &self,
        built: &Built,
        supervisor: &mut Supervisor,
    ) -> Result<(BTreeMap<usize, Callable>, Vec<String>), BuildError> {
        let mut log = Vec::new();
        let found = self.find(&built.objects, supervisor)?;
        let mut callable = BTreeMap::new();
        let mut ready = Vec::new();
        for (case, matched) in found.matches {
            match matched {
                Ok(matched) => ready.push((case, matched)),
                Err(reason) => {
                    let functions = found.functions.concat();
                    let hidden = self.hidden(case, &functions, built, supervisor, &mut log)?;
                    callable.insert(case, hidden.unwrap_or(Callable::Not(reason)));
                }
            }
        }
        if !ready.is_empty() {
            let locals = locals(&ready, &found.functions);
            callable.extend(self.linked(ready, &locals, built, supervisor, &mut log)?);
        }
        Ok((callable, log))
    }

    /// Functions that the objects have.
    fn linked(
        &self,
        ready: Vec<(usize, Match)>,
        locals: &[(usize, String)],
        built: &Built,
        supervisor: &mut Supervisor,
        log: &mut Vec<String>,
    ) -> Result<Vec<(usize, Callable)>, BuildError> {
        let (assignment, interrupt) = (self.assignment, self.interrupt);
        let main = driver::STUDENTS_MAIN;
        match build::linkable(assignment, &built.objects, locals, main, supervisor, interrupt)? {
            Ok(mut linkable) => {
                let linked = self.link(&ready, &mut linkable, supervisor)?;
                log.append(&mut linkable.log);
                Ok(linked)
            }
            Err(reason) => Ok(ready
                .into_iter()
                .map(|(case, _)| (case, Callable::Not(reason.clone())))
                .collect()),
        }
    }

    /// A function that only the sources have: the testing code is compiled together with them.
    fn hidden(
        &self,
        case: usize,
        functions: &[Defined],
        built: &Built,
        supervisor: &mut Supervisor,
        log: &mut Vec<String>,
    ) -> Result<Option<Callable>, BuildError> {
        let Some(function) = self.assignment.cases.get(case).and_then(|it| it.function.as_ref())
        else {
            return Ok(None);
        };
        for (number, found) in
            functions::hidden(function, functions, &built.texts).into_iter().enumerate()
        {
            let source = driver::including(case, function, &found, &built.names);
            let name = format!("included-{case}-{number}");
            let (assignment, interrupt) = (self.assignment, self.interrupt);
            let together = build::together(assignment, &source, &name, supervisor, interrupt)?;
            let mut linkable = match together {
                Ok(linkable) => linkable,
                Err(mut commands) => {
                    log.append(&mut commands);
                    continue;
                }
            };
            let linked = linkable.link(&name, &[self.shared()?], supervisor)?;
            log.append(&mut linkable.log);
            return Ok(linked.ok().map(|program| Callable::Ready(program, found)));
        }
        Ok(None)
    }

    fn find(&self, objects: &[String], supervisor: &Supervisor) -> Result<Found, BuildError> {
        let mut functions = Vec::new();
        for object in objects {
            functions.push(functions::defined(&build::object(supervisor, object)?));
        }
        let all = functions.concat();
        let matches = self.cases().map(|(case, function)| (case, functions::find(function, &all)));
        Ok(Found { matches: matches.collect(), functions })
    }

    /// One program for all cases. If it cannot be linked, one for each: what stands in the way of one function costs no
    /// other.
    fn link(
        &self,
        ready: &[(usize, Match)],
        linkable: &mut build::Linkable<'_>,
        supervisor: &mut Supervisor,
    ) -> Result<Vec<(usize, Callable)>, BuildError> {
        let mut drivers = vec![self.shared()?];
        for (case, found) in ready {
            drivers.push(self.driver(*case, found)?);
        }
        let name = match ready {
            [(case, _)] => format!("functions-{case}"),
            _ => "functions".to_owned(),
        };
        match linkable.link(&name, &drivers, supervisor)? {
            Ok(program) => Ok(ready
                .iter()
                .map(|(case, found)| (*case, Callable::Ready(program.clone(), found.clone())))
                .collect()),
            Err(reason) if ready.len() == 1 => {
                Ok(ready.iter().map(|(case, _)| (*case, Callable::Not(reason.clone()))).collect())
            }
            Err(_) => {
                let mut all = Vec::new();
                for one in ready {
                    all.extend(self.link(std::slice::from_ref(one), linkable, supervisor)?);
                }
                Ok(all)
            }
        }
    }

    fn driver(&self, case: usize, found: &Match) -> Result<Arc<Vec<u8>>, BuildError> {
        let function = self.assignment.cases.get(case).and_then(|case| case.function.as_ref());
        let source = function.map(|function| driver::source(case, function, found));
        self.object(source.unwrap_or_default())
    }

    /// Makes all calls of a case and judges them.
    pub(super) fn call_all(
        &self,
        index: usize,
        case: &Case,
        callable: &Callable,
        expected: &[Arc<Effect>],
        supervisor: &mut Supervisor,
    ) -> Result<Called, SandboxError> {
        let Some(function) = &case.function else {
            return Ok(function_judgement::judged(Vec::new(), Vec::new()));
        };
        let (program, found) = match callable {
            Callable::Ready(program, found) => (program, found),
            Callable::Not(reason) => {
                return Ok(function_judgement::impossible(function, expected, reason));
            }
        };
        let mut reports = Vec::new();
        let mut skipped = 0;
        for (number, (call, expected)) in function.calls.iter().zip(expected).enumerate() {
            if !functions::can_be_made(function, found.prototype, call) {
                skipped += 1;
                continue;
            }
            let place = (index, number);
            let limits = &case.limits;
            let (seen, actual) =
                made(program, place, (function, found, call), limits, supervisor, self.interrupt)?;
            let seen = (seen, actual);
            let rule = self.assignment.exit;
            reports.push(function_judgement::call(function, found, call, expected, seen, rule));
        }
        let few = (skipped > 0).then(|| without_all_parameters(function, found, skipped));
        let hidden = (found.linkage == Linkage::Included).then(|| INCLUDED.to_owned());
        Ok(function_judgement::judged(reports, few.into_iter().chain(hidden).collect()))
    }
}

const INCLUDED: &str = "The function cannot be called from another file (it is `static`, `inline`, a template or the like), \
    so the testing code was compiled together with your source.";

/// The functions of each object, and for each case its own or why there is none.
struct Found {
    functions: Vec<Vec<Defined>>,
    matches: Vec<(usize, Result<Match, String>)>,
}

/// The symbols that must be made visible, each with the object that has it.
fn locals(ready: &[(usize, Match)], functions: &[Vec<Defined>]) -> Vec<(usize, String)> {
    let local = |(_, found): &(usize, Match)| match &found.linkage {
        Linkage::Local(symbol) => {
            let owner = functions.iter().position(|all| all.iter().any(|it| it.symbol == *symbol));
            Some((owner?, symbol.clone()))
        }
        Linkage::Cpp | Linkage::C | Linkage::Included => None,
    };
    ready.iter().filter_map(local).collect()
}

fn without_all_parameters(function: &FunctionCase, found: &Match, skipped: usize) -> String {
    let prototype = function.prototypes.get(found.prototype).map_or("", |it| &it.text);
    let calls =
        if skipped == 1 { "1 call was".to_owned() } else { format!("{skipped} calls were") };
    format!("Your function is `{prototype}`, without all parameters, so {calls} not made.")
}

/// One call in a process of its own. What it printed to standard error is returned without the record.
pub(super) fn made(
    program: &std::path::Path,
    (case, number): (usize, usize),
    (function, found, call): (&FunctionCase, &Match, &Call),
    limits: &crate::model::RunLimits,
    supervisor: &mut Supervisor,
    interrupt: &Interrupt,
) -> Result<(Observation, Option<Actual>), SandboxError> {
    let mark = mark()?;
    let arguments = vec![mark.clone(), case.to_string(), number.to_string()];
    let program = Program::Driver(program.to_owned(), arguments);
    let mut seen = execute::execute(&program, &[], limits, supervisor, interrupt)?;
    let (rest, record) = record::split(&seen.stderr, &mark);
    seen.stderr = rest;
    let actual = record.and_then(|record| record::read(&record, function, found.prototype, call));
    Ok((seen, actual))
}

/// What marks the record of one run: a new random number.
fn mark() -> Result<String, SandboxError> {
    let mut bytes = [0_u8; 16];
    rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty()).map_err(
        |error| SandboxError::System { action: "get a random number", source: error.into() },
    )?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}
