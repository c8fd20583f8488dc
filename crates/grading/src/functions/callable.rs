//! From a submission's objects to programs that call its functions.
//!
//! A driver contains the arguments of its case, and the functions in a program can find whatever is in it. So cases that students see
//! differently are never in one program, and a program and its files are removed before anything else of the submission runs: see
//! [`FunctionLinker::remove_programs`].

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::drivers::FunctionDrivers;
use crate::analysis::FunctionLocation;
use cpp::functions;
use cpp::functions::{FunctionMatch, Linkage, driver};
use model::CaseVisibility;
use toolchain::runner::InterruptibleRunner;
use toolchain::{Attempt, BuildError, BuildOutput};

/// What became of one case's function.
#[derive(Debug)]
pub enum CallableFunction {
    /// It can be called through this program.
    Ready(PathBuf, FunctionMatch),
    /// It cannot; the sentence says why.
    Unavailable(String),
    /// Nobody knows whether it can; the sentence says why.
    Unknown(String),
}

/// The levels at which students see cases, each with a program of its own where there are such cases. What is shown least
/// comes first.
pub(crate) const LEVELS: [CaseVisibility; 3] = [
    CaseVisibility::Hidden,
    CaseVisibility::Verdict,
    CaseVisibility::Full,
];

/// A submission whose functions are being made callable.
pub struct FunctionLinker<'d> {
    /// The drivers of the assignment's functions.
    pub drivers: &'d FunctionDrivers<'d>,
    /// The submission.
    pub built: &'d BuildOutput,
    /// Where the functions are, by the places of their cases; or why nobody knows.
    pub functions: &'d Result<BTreeMap<usize, FunctionLocation>, String>,
    /// The commands that were run.
    pub log: Vec<String>,
}

impl FunctionLinker<'_> {
    /// Makes the functions callable that cases of this level ask for, as far as the submission has them. Its objects must
    /// be in the runner's folder.
    pub(crate) fn link_level(
        &mut self,
        level: CaseVisibility,
        runner: &mut InterruptibleRunner,
    ) -> Result<BTreeMap<usize, CallableFunction>, BuildError> {
        let mut callable = BTreeMap::new();
        let mut ready = Vec::new();
        let mut locals = Vec::new();
        for case in self.drivers.cases_at_level(level) {
            match self.find_function(case) {
                Ok((found, object)) => {
                    if let Linkage::Local(symbol) = &found.linkage {
                        locals.push((object, symbol.clone()));
                    }
                    ready.push((case, found));
                }
                Err(why) => {
                    callable.insert(case, self.try_hidden_function(case, why, runner)?);
                }
            }
        }
        if !ready.is_empty() {
            callable.extend(self.link_from_objects(ready, &locals, level, runner)?);
        }
        Ok(callable)
    }

    /// The same for the cases of all levels, for a program that has no secrets from its author.
    pub fn link_all(
        &mut self,
        runner: &mut InterruptibleRunner,
    ) -> Result<BTreeMap<usize, CallableFunction>, BuildError> {
        let mut all = BTreeMap::new();
        for level in LEVELS {
            all.extend(self.link_level(level, runner)?);
        }
        Ok(all)
    }

    /// Removes the programs: what a student's program finds in its folder is only what it was made of itself.
    pub(crate) fn remove_programs(
        callable: BTreeMap<usize, CallableFunction>,
        runner: &InterruptibleRunner,
    ) -> Result<(), BuildError> {
        let mut programs: Vec<PathBuf> = callable
            .into_values()
            .filter_map(|it| match it {
                CallableFunction::Ready(program, _) => Some(program),
                CallableFunction::Unavailable(_) | CallableFunction::Unknown(_) => None,
            })
            .collect();
        programs.sort();
        programs.dedup();
        programs
            .iter()
            .try_for_each(|program| toolchain::remove_program(program, runner))
    }

    /// The function of a case and its object's place; or what can be done without.
    fn find_function(&self, case: usize) -> Result<(FunctionMatch, usize), CallableFunction> {
        let function = self.drivers.function(case);
        let all = self
            .functions
            .as_ref()
            .map_err(|why| CallableFunction::Unknown(why.clone()))?;
        let (Some(function), Some(found)) = (function, all.get(&case)) else {
            return Err(CallableFunction::Unavailable(String::new()));
        };
        match found {
            FunctionLocation::In {
                object,
                function: defined,
            } => {
                let only = std::slice::from_ref(defined);
                let found = functions::match_function(&function.prototypes, only, &[]);
                found
                    .map(|(found, _)| (found, *object))
                    .map_err(CallableFunction::Unavailable)
            }
            FunctionLocation::Nowhere { reason, .. } => {
                Err(CallableFunction::Unavailable(reason.clone()))
            }
        }
    }

    /// A function that no object has may still be in the sources.
    fn try_hidden_function(
        &mut self,
        case: usize,
        why: CallableFunction,
        runner: &mut InterruptibleRunner,
    ) -> Result<CallableFunction, BuildError> {
        let found = self.functions.as_ref().ok().and_then(|all| all.get(&case));
        let is_there = matches!(
            found,
            Some(FunctionLocation::Nowhere {
                may_be_hidden: true,
                ..
            })
        );
        let hidden = if is_there {
            self.link_from_sources(case, runner)?
        } else {
            None
        };
        Ok(hidden.unwrap_or(why))
    }

    /// Functions that the objects have.
    fn link_from_objects(
        &mut self,
        ready: Vec<(usize, FunctionMatch)>,
        locals: &[(usize, String)],
        level: CaseVisibility,
        runner: &mut InterruptibleRunner,
    ) -> Result<Vec<(usize, CallableFunction)>, BuildError> {
        let settings = &self.drivers.settings;
        let main = ("main".to_owned(), driver::STUDENTS_MAIN.to_owned());
        match toolchain::prepare_objects(settings, &self.built.objects, locals, &[main], runner)? {
            Attempt::Done(mut linkable) => {
                let linked =
                    self.link_drivers(&ready, program_name(level), &mut linkable, runner)?;
                self.log.append(&mut linkable.log);
                Ok(linked)
            }
            Attempt::Rejected(reason) => Ok(ready
                .into_iter()
                .map(|(case, _)| (case, CallableFunction::Unavailable(reason.clone())))
                .collect()),
        }
    }

    /// A function that only the sources have: the testing code is compiled together with them.
    fn link_from_sources(
        &mut self,
        case: usize,
        runner: &mut InterruptibleRunner,
    ) -> Result<Option<CallableFunction>, BuildError> {
        let Some(function) = self.drivers.function(case) else {
            return Ok(None);
        };
        let settings = &self.drivers.settings;
        let each = functions::match_hidden(&function.prototypes)
            .into_iter()
            .enumerate();
        for (number, found) in each {
            let source = driver::including_source(case, function, &found, &self.built.names);
            let name = format!("included-{case}-{number}");
            let together = toolchain::compile_with_sources(settings, &source, &name, runner)?;
            let mut linkable = match together {
                Attempt::Done(linkable) => linkable,
                Attempt::Rejected(mut commands) => {
                    self.log.append(&mut commands);
                    continue;
                }
            };
            let linked = linkable.link_program(&name, &self.drivers.shared_objects()?, runner)?;
            linkable.remove_copies(runner)?;
            self.log.append(&mut linkable.log);
            return Ok(match linked {
                Attempt::Done(program) => Some(CallableFunction::Ready(program, found)),
                Attempt::Rejected(_) => None,
            });
        }
        Ok(None)
    }

    /// One program for all cases. If it cannot be linked, one for each: what stands in the way of one function costs no
    /// other.
    fn link_drivers(
        &self,
        ready: &[(usize, FunctionMatch)],
        name: &str,
        linkable: &mut toolchain::LinkableObjects<'_>,
        runner: &mut InterruptibleRunner,
    ) -> Result<Vec<(usize, CallableFunction)>, BuildError> {
        let mut drivers = self.drivers.shared_objects()?;
        for (case, found) in ready {
            drivers.push(self.drivers.case_driver(*case, found)?);
        }
        let name = match ready {
            [(case, _)] => format!("functions-{case}"),
            _ => name.to_owned(),
        };
        match linkable.link_program(&name, &drivers, runner)? {
            Attempt::Done(program) => Ok(ready
                .iter()
                .map(|(case, found)| {
                    (
                        *case,
                        CallableFunction::Ready(program.clone(), found.clone()),
                    )
                })
                .collect()),
            Attempt::Rejected(reason) if ready.len() == 1 => Ok(ready
                .iter()
                .map(|(case, _)| (*case, CallableFunction::Unavailable(reason.clone())))
                .collect()),
            Attempt::Rejected(_) => {
                let mut all = Vec::new();
                for one in ready {
                    let one = std::slice::from_ref(one);
                    all.extend(self.link_drivers(one, &name, linkable, runner)?);
                }
                Ok(all)
            }
        }
    }
}

fn program_name(level: CaseVisibility) -> &'static str {
    match level {
        CaseVisibility::Full => "functions",
        CaseVisibility::Verdict => "functions-with-verdicts",
        CaseVisibility::Hidden => "functions-hidden",
    }
}
