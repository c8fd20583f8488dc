//! The flavour with sanitizers: built once, run on every case that is asked for.

use std::collections::BTreeMap;

use super::super::functions::{Callable, mark};
use super::super::rounds::Rounds;
use super::super::submission::Trouble;
use super::Subject;
use super::flavours::watched;
use crate::build::{self, Runnable};
use crate::execute::{self, Flavoured, Input, Program};
use crate::functions;
use crate::model::{Case, Exit, FunctionCase, Observation, Place, UndefinedFinding, Verdict};
use crate::sandbox::Supervisor;
use crate::undefined::record::{self, Record};
use crate::undefined::{self, Flavour};

/// The program's name where the builder puts it.
const PROGRAM: &str = "program";

/// What was reported in one case, and by which program.
struct Report {
    case: usize,
    program: String,
    /// Whether the case calls functions, so that ours are among the frames.
    is_call: bool,
    record: Record,
}

impl Subject<'_> {
    /// All findings; or why the flavour could not be built, in a sentence.
    pub(super) fn with_sanitizers(
        &self,
        log: &mut Vec<String>,
    ) -> Result<Result<Vec<UndefinedFinding>, String>, Trouble> {
        let (grading, prepared) = (self.grading, self.prepared);
        let assignment = &prepared.flavours.sanitized;
        let mut supervisor = grading.sandbox.supervisor(&build::tools(&assignment.toolchain))?;
        supervisor.use_terminal(assignment.terminal);
        let mut built = build::build_with(
            assignment,
            self.sources,
            &prepared.watcher,
            &mut supervisor,
            grading.interrupt,
        )?;
        log.append(&mut built.report.log);
        let Some(Runnable::Executable(program)) = built.program.clone() else {
            return Ok(Err("The program could not be built with sanitizers.".to_owned()));
        };
        let calls = prepared.asked.cases.iter().any(|case| self.function(*case).is_some());
        let functions = if calls {
            let (functions, mut more) = prepared.drivers.prepare(&built, &mut supervisor)?;
            log.append(&mut more);
            functions
        } else {
            BTreeMap::new()
        };
        let mut reports = Vec::new();
        let mut stopped = 0;
        for &case in &prepared.asked.cases {
            if let Some(callable) = functions.get(&case) {
                reports.extend(self.call(case, callable, &mut supervisor)?);
            } else if self.function(case).is_none() && self.is_worth_it(case, &mut stopped) {
                let mark = mark()?;
                let program = flavoured(&program, Vec::new(), &mark);
                let seen = self.play(case, &program, &mut supervisor)?;
                let record =
                    record::read(&seen.stderr, &mark).filter(|_| self.is_fair(case, &seen));
                let (program, is_call) = (PROGRAM.to_owned(), false);
                reports.extend(record.map(|record| Report { case, program, is_call, record }));
            }
        }
        self.findings(&reports, &built.files, &mut supervisor).map(Ok)
    }

    /// A run that was stopped takes long and is likely to be stopped again: one is enough.
    fn is_worth_it(&self, case: usize, stopped: &mut usize) -> bool {
        const STOPPED: usize = 1;
        let seen = self.ran.get(case).and_then(|ran| ran.observation.as_ref());
        match seen.map(|seen| seen.exit) {
            Some(Exit::Stopped(_)) => {
                *stopped += 1;
                *stopped <= STOPPED
            }
            Some(Exit::Code(_) | Exit::Signal(_)) => true,
            Some(Exit::NotStarted) | None => false,
        }
    }

    /// Whether what a run shows can be held against the program. Where the script has ended before the program has what it
    /// wants, its variables stay without values, and nobody promised it such an end; unless it handles the end as it should.
    fn is_fair(&self, case: usize, seen: &Observation) -> bool {
        let verdict = self.ran.get(case).map(|ran| &ran.judgement.verdict);
        !seen.told_of_end || verdict == Some(&Verdict::Accepted)
    }

    fn function(&self, case: usize) -> Option<&FunctionCase> {
        self.grading.cases.get(case).and_then(|case| case.function.as_ref())
    }

    /// Plays a case's first game with another program.
    pub(super) fn play(
        &self,
        index: usize,
        program: &Program,
        supervisor: &mut Supervisor,
    ) -> Result<Observation, Trouble> {
        let case = &self.grading.cases[index];
        let case = Case { limits: watched(&case.limits), ..(**case).clone() };
        let rounds = Rounds { case: &case, ..self.grading.rounds(index, program, self.dialect) };
        Ok(rounds.play(0, supervisor)?.seen)
    }

    /// Makes the calls of a case, until one is reported.
    fn call(
        &self,
        case: usize,
        callable: &Callable,
        supervisor: &mut Supervisor,
    ) -> Result<Option<Report>, Trouble> {
        let (Callable::Ready(path, found), Some(function)) = (callable, self.function(case)) else {
            return Ok(None);
        };
        let limits = watched(&self.grading.cases[case].limits);
        for (number, call) in function.calls.iter().enumerate() {
            if !functions::can_be_made(function, found.prototype, call) {
                continue;
            }
            let mark = mark()?;
            let arguments = vec!["-".to_owned(), case.to_string(), number.to_string()];
            let program = flavoured(path, arguments, &mark);
            let input = Input::Lines(&[]);
            let interrupt = self.grading.interrupt;
            let seen = execute::execute(&program, input, &limits, supervisor, interrupt)?;
            if let Some(record) = record::read(&seen.stderr, &mark) {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                return Ok(Some(Report { case, program: name, is_call: true, record }));
            }
            if matches!(seen.exit, Exit::Stopped(_)) {
                return Ok(None);
            }
        }
        Ok(None)
    }

    fn findings(
        &self,
        reports: &[Report],
        files: &[(String, Vec<u8>)],
        supervisor: &mut Supervisor,
    ) -> Result<Vec<UndefinedFinding>, Trouble> {
        let mut programs: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for report in reports {
            let known = programs.entry(&report.program).or_default();
            // A program of ours has a fixed place, far below the libraries.
            known.extend(report.record.frames.iter().filter(|&&address| address < 1 << 32));
        }
        let mut lines = BTreeMap::new();
        for (program, addresses) in &mut programs {
            addresses.sort_unstable();
            addresses.dedup();
            let assignment = &self.prepared.flavours.sanitized;
            let interrupt = self.grading.interrupt;
            let known = build::locate(assignment, program, addresses, supervisor, interrupt)?;
            lines.insert(*program, known);
        }
        let mut findings: Vec<UndefinedFinding> = Vec::new();
        for report in reports {
            let known = lines.get(report.program.as_str());
            let place = report.place(files, known);
            if report.is_call && place.is_none() {
                continue;
            }
            let Some(named) = undefined::named(&report.record) else { continue };
            let id = self.grading.cases[report.case].id.clone();
            let same = |one: &&mut UndefinedFinding| {
                one.kind == named.kind && one.place.as_ref().map(spot) == place.as_ref().map(spot)
            };
            match findings.iter_mut().find(same) {
                Some(known) => known.cases.push(id),
                None => findings.push(UndefinedFinding {
                    kind: named.kind,
                    sentence: named.sentence.to_owned(),
                    detail: named.detail,
                    place,
                    cases: vec![id],
                }),
            }
        }
        Ok(findings)
    }
}

fn spot(place: &Place) -> (&str, u32) {
    (&place.file, place.line)
}

impl Report {
    /// The innermost place that is in one of the student's files.
    fn place(
        &self,
        files: &[(String, Vec<u8>)],
        known: Option<&BTreeMap<u64, Vec<(String, u32)>>>,
    ) -> Option<Place> {
        let told = self.record.place.as_ref();
        let told = told.and_then(|(line, file)| undefined::place(files, file, *line));
        told.or_else(|| {
            let frames = self.record.frames.iter();
            let lines = frames.filter_map(|address| known?.get(address)).flatten();
            lines.into_iter().find_map(|(file, line)| undefined::place(files, file, *line))
        })
    }
}

fn flavoured(path: &std::path::Path, arguments: Vec<String>, mark: &str) -> Program {
    Program::Flavoured(Flavoured {
        path: path.to_owned(),
        arguments,
        environment: Flavour::Sanitized.environment(mark),
        instrumented: true,
    })
}
