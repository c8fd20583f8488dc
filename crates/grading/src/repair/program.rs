//! A changed text of a submission, built, and run in any of its cases.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::analysis::{AnalysisTopics, FunctionLocation, analyse_build};
use crate::case_run::CaseRun;
use crate::checker::PersistentCheckers;
use crate::error::GradingError;
use crate::execute::ExecutionTarget;
use crate::functions::{CallableFunction, FunctionLinker};
use crate::prepared_case::{CaseKind, PreparedCase};
use crate::submission::AssignmentGrader;
use crate::switched::without_warnings;
use crate::unit_tests::{TestConditions, run_tests};
use cpp::mutants::SourceText;
use cpp::schema::SwitchKind;
use model::{
    BuildLimits, BuildSettings, CaseVisibility, Judgement, RunLimits, SourceFile, TestName,
    UnitTests, Verdict,
};
use toolchain::runner::InterruptibleRunner;
use toolchain::{Attempt, BuildExtras, BuildOutput, BuiltProgram, PROGRAM};

/// Processor time of one compilation. Programs that take longer get no such hint.
const LONGEST_BUILD: Duration = Duration::from_secs(3);

/// What changed texts are built with.
pub(super) struct ChangedBuilder<'g> {
    pub(super) grader: &'g AssignmentGrader<'g>,
    /// The submission, as it was built.
    pub(super) sources: &'g [SourceFile],
    /// The names of the files that are the instructor's.
    pub(super) provided: &'g [String],
}

impl<'g> ChangedBuilder<'g> {
    /// Builds these texts, unless the compiler rejects them.
    pub(super) fn build(
        &self,
        texts: &[SourceText],
        switch: Option<SwitchKind>,
    ) -> Result<Attempt<ChangedProgram<'g>>, GradingError> {
        let grader = self.grader;
        let settings = self.settings(switch.is_some());
        let terminal = grader.assignment.terminal;
        let mut runner = grader.session.start_submission_runner(
            &settings.toolchain,
            terminal,
            grader.precompiled,
        )?;
        // In a folder of the runner, which is removed even if the grader is killed. Nothing has run in it yet.
        let folder = runner.path_outside("tmp").join("changed");
        let mut files = Vec::new();
        for SourceText { name, text } in texts {
            let path = folder.join(name);
            let parent = path.parent().map_or(Ok(()), fs::create_dir_all);
            let written = parent.and_then(|()| fs::write(&path, text));
            written.map_err(|error| write_error(&error))?;
            files.push(SourceFile {
                folder: folder.clone(),
                below: PathBuf::from(name),
                name: name.clone(),
                is_provided: self.provided.contains(name),
            });
        }
        let added = self
            .sources
            .iter()
            .filter(|one| toolchain::is_added_header(one));
        files.extend(added.cloned());
        let ours = grader.kit.program_objects()?;
        let extras = BuildExtras {
            ours: &ours,
            precompiled: Some(grader.precompiled),
            kept: None,
        };
        let mut built = toolchain::build_program(&settings, &files, &extras, &mut runner)?;
        let Some(BuiltProgram::Executable(program)) = built.program.take() else {
            let reason = built.report.reason.clone().unwrap_or_default();
            let output = format!("{reason}\n{}", built.report.diagnostics);
            return Ok(Attempt::Rejected(output));
        };
        let cases = &grader.assignment.cases;
        let functions = if cases.iter().any(|case| case.function.is_some()) {
            let topics = AnalysisTopics {
                functions: true,
                ..AnalysisTopics::default()
            };
            analyse_build(grader.assignment, &mut built, topics, &mut runner)?.functions
        } else {
            Ok(BTreeMap::new())
        };
        let mut changed = ChangedProgram {
            grader,
            runner,
            built,
            program: ExecutionTarget::Built(program),
            functions,
            testing: TestingPrograms::None,
            checkers: PersistentCheckers::default(),
            switch,
            switches: Vec::new(),
            on: Vec::new(),
            watches_others: false,
        };
        changed.find_switch(PROGRAM)?;
        Ok(Attempt::Done(changed))
    }

    /// How it is built: as the submission was, within less time. A program that only chooses among changes says no warnings.
    pub(super) fn settings(&self, is_search: bool) -> BuildSettings {
        let assignment = self.grader.assignment;
        let toolchain = assignment.choose_toolchain(self.sources);
        let mut settings = assignment.build_settings(toolchain);
        settings.limits = BuildLimits {
            cpu: settings.limits.cpu.min(LONGEST_BUILD),
            ..settings.limits
        };
        // Precompiled headers are made for the flags as they are.
        if is_search && !toolchain.takes_cpp() {
            without_warnings(settings)
        } else {
            settings
        }
    }
}

fn write_error(error: &io::Error) -> GradingError {
    GradingError::Internal(format!("a changed program could not be written: {error}"))
}

/// Programs that test the functions of a changed program. What belongs to cases that students see differently is never there at
/// the same time.
enum TestingPrograms {
    None,
    Functions(CaseVisibility, BTreeMap<usize, CallableFunction>),
    Tests(usize, Option<PathBuf>),
}

/// A changed text, built.
pub(super) struct ChangedProgram<'g> {
    grader: &'g AssignmentGrader<'g>,
    runner: InterruptibleRunner,
    built: BuildOutput,
    program: ExecutionTarget,
    functions: Result<BTreeMap<usize, FunctionLocation>, String>,
    testing: TestingPrograms,
    checkers: PersistentCheckers,
    /// What selects changes; none if the text is changed itself.
    switch: Option<SwitchKind>,
    /// The programs that have it, and where.
    switches: Vec<(PathBuf, usize)>,
    /// The changes that are on, and whether it is watched where the others are.
    on: Vec<u32>,
    watches_others: bool,
}

impl ChangedProgram<'_> {
    /// Turns these changes on, and all others off, or has them watched.
    pub(super) fn turn_on(
        &mut self,
        numbers: &[u32],
        watches_others: bool,
    ) -> Result<(), GradingError> {
        self.on = numbers.to_vec();
        self.watches_others = watches_others;
        for switch in &self.switches {
            self.write_switch(switch)?;
        }
        Ok(())
    }

    /// Whether changes can be turned on at all.
    pub(super) fn has_switch(&self) -> bool {
        !self.switches.is_empty()
    }

    fn write_switch(&self, (path, place): &(PathBuf, usize)) -> Result<(), GradingError> {
        let bytes = self.switch.map(|switch| {
            if self.watches_others {
                switch.watching_bytes(&self.on)
            } else {
                switch.bytes_for(&self.on)
            }
        });
        let bytes = bytes.unwrap_or_default();
        let write = |file: File| file.write_all_at(&bytes, *place as u64);
        let written = File::options().write(true).open(path).and_then(write);
        written.map_err(|error| write_error(&error))
    }

    /// Finds the switch in a program that was linked, and sets it.
    fn find_switch(&mut self, name: &str) -> Result<(), GradingError> {
        let Some(switch) = self.switch else {
            return Ok(());
        };
        let bytes = toolchain::read_output(name, &self.runner)?;
        let Some(place) = switch.find_in(&bytes) else {
            tracing::debug!(name, "has no switch");
            return Ok(());
        };
        // A file of our own, whatever the linker made.
        toolchain::remove_program(&self.runner.path_inside("out").join(name), &self.runner)?;
        let path = toolchain::write_program(name, &bytes, &self.runner)?;
        self.switches.push((path, place));
        match self.switches.last() {
            Some(last) => self.write_switch(last),
            None => Ok(()),
        }
    }

    /// Runs a case. Of calls, no more than up to the first that is wrong if `ends_when_wrong`.
    pub(super) fn run_case(
        &mut self,
        case: &Arc<PreparedCase>,
        limits: &RunLimits,
        ends_when_wrong: bool,
    ) -> Result<CaseRun, GradingError> {
        match &case.kind {
            CaseKind::Calls(..) => self.call_function(case, limits, ends_when_wrong),
            CaseKind::UnitTests(tests, names) => self.run_unit_tests(case, tests, names, limits),
            _ => {
                self.remove_testing_programs()?;
                let checkers = self.grader.checker_runner(&self.checkers);
                self.grader
                    .run_case(case, limits, &self.program, checkers, &mut self.runner)
            }
        }
    }

    fn call_function(
        &mut self,
        case: &Arc<PreparedCase>,
        limits: &RunLimits,
        ends_when_wrong: bool,
    ) -> Result<CaseRun, GradingError> {
        let level = case.spec.visibility;
        if !matches!(&self.testing, TestingPrograms::Functions(linked, _) if *linked == level) {
            self.remove_testing_programs()?;
            let mut linking = FunctionLinker {
                drivers: &self.grader.drivers,
                built: &self.built,
                functions: &self.functions,
                log: Vec::new(),
            };
            let callable = linking.link_level(level, &mut self.runner)?;
            let mut names: Vec<String> = Vec::new();
            for function in callable.values() {
                if let CallableFunction::Ready(path, _) = function
                    && let Some(name) = path.file_name()
                {
                    names.push(name.to_string_lossy().into_owned());
                }
            }
            names.sort();
            names.dedup();
            self.testing = TestingPrograms::Functions(level, callable);
            for name in names {
                self.find_switch(&name)?;
            }
        }
        let TestingPrograms::Functions(_, callable) = &self.testing else {
            return Ok(wrong_case(case));
        };
        let Some(callable) = callable.get(&case.place) else {
            return Ok(wrong_case(case));
        };
        let drivers = &self.grader.drivers;
        let called = if ends_when_wrong {
            drivers.call_until_wrong(case, callable, limits, &mut self.runner)
        } else {
            drivers.call_all(case, callable, &mut self.runner)
        };
        CaseRun::from_calls(case, called)
    }

    fn run_unit_tests(
        &mut self,
        case: &Arc<PreparedCase>,
        tests: &UnitTests,
        names: &[TestName],
        limits: &RunLimits,
    ) -> Result<CaseRun, GradingError> {
        if !matches!(&self.testing, TestingPrograms::Tests(linked, _) if *linked == case.place) {
            self.remove_testing_programs()?;
            let kit = &self.grader.kit;
            let built = &self.built;
            let program = match kit.build_all_tests(case.place, tests, built, &mut self.runner)? {
                Attempt::Done(program) => Some(program),
                Attempt::Rejected(_) => None,
            };
            let name = program.as_ref().and_then(|path| path.file_name());
            let name = name.map(|name| name.to_string_lossy().into_owned());
            self.testing = TestingPrograms::Tests(case.place, program);
            if let Some(name) = name {
                self.find_switch(&name)?;
            }
        }
        let TestingPrograms::Tests(_, Some(program)) = &self.testing else {
            return Ok(wrong_case(case));
        };
        let conditions = TestConditions {
            limits,
            case: &case.spec,
        };
        let tested = run_tests(program, names, conditions, false, &mut self.runner);
        CaseRun::from_tests(case, tested)
    }

    fn remove_testing_programs(&mut self) -> Result<(), GradingError> {
        let main = self.runner.path_outside("out").join(PROGRAM);
        self.switches.retain(|(path, _)| *path == main);
        match std::mem::replace(&mut self.testing, TestingPrograms::None) {
            TestingPrograms::Functions(_, callable) => {
                FunctionLinker::remove_programs(callable, &self.runner)?;
            }
            TestingPrograms::Tests(_, Some(program)) => {
                toolchain::remove_program(&program, &self.runner)?;
            }
            TestingPrograms::None | TestingPrograms::Tests(_, None) => {}
        }
        Ok(())
    }
}

/// A case that this program cannot be asked.
fn wrong_case(case: &Arc<PreparedCase>) -> CaseRun {
    CaseRun::unplayed(case, Judgement::new(Verdict::WrongAnswer))
}
