//! From a submission's objects to programs that call its functions.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::drivers::Drivers;
use crate::build::{self, BuildError, Built};
use crate::functions::{self, Defined, Linkage, Match, driver};
use crate::sandbox::Supervisor;

/// What became of one case's function.
#[derive(Debug)]
pub(in crate::pipeline) enum Callable {
    /// It can be called through this program.
    Ready(PathBuf, Match),
    /// It cannot; the sentence says why.
    Not(String),
}

impl Drivers<'_> {
    /// Makes the function of every case callable, as far as the submission has it. Its objects must be in the
    /// supervisor's folder. Also returns the commands that were run.
    pub(in crate::pipeline) fn prepare(
        &self,
        built: &Built,
        supervisor: &mut Supervisor,
    ) -> Result<(BTreeMap<usize, Callable>, Vec<String>), BuildError> {
        let mut log = Vec::new();
        let found = self.find(built, supervisor)?;
        let functions = found.functions.concat();
        let mut callable = BTreeMap::new();
        let mut ready = Vec::new();
        for (case, matched) in found.matches {
            match matched {
                Ok(matched) => ready.push((case, matched)),
                Err(reason) => {
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
            functions::hidden(function, functions, &built.texts()).into_iter().enumerate()
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
            let linked = linkable.link(&name, &self.shared()?, supervisor)?;
            log.append(&mut linkable.log);
            return Ok(linked.ok().map(|program| Callable::Ready(program, found)));
        }
        Ok(None)
    }

    fn find(&self, built: &Built, supervisor: &Supervisor) -> Result<Found, BuildError> {
        let objects = built.object_bytes(supervisor)?;
        let functions: Vec<_> = objects.iter().map(|object| functions::defined(object)).collect();
        let all = functions.concat();
        let asked: Vec<&str> = self
            .cases()
            .filter_map(|(_, function)| function.prototypes.first().map(|it| it.name.as_str()))
            .collect();
        let matches =
            self.cases().map(|(case, function)| (case, functions::find(function, &all, &asked)));
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
        let mut drivers = self.shared()?;
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
}

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
