//! One submission through all stages. Whatever happens, a grade comes out.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::as_asked::Pairs;
use super::checker::{CheckerError, Checkers};
use super::expectations::{Dialect, Expectations};
use super::functions::{Callable, Called, Drivers};
use super::rounds::{Round, Rounds};
use super::toolbox::Toolbox;
use super::undefined::{self, Prepared};
use super::{chain, diagnosis, rules};
use crate::build::{self, BuildError};
use crate::compare::{self, Expected};
use crate::execute::Program;
use crate::judge;
use crate::model::{
    Assignment, BuildReport, BuildVerdict, CallReport, Case, CaseReport, Comparison, Evidence,
    Found, Grade, Inspection, Judgement, Observation, Player, SourceFile, Submission, Turn,
    Undefined, Verdict, Warnings,
};
use crate::sandbox::{Interrupt, Sandbox, SandboxError, Supervisor};
use crate::score::{self, CallCount, Findings};

/// The user wants to stop: there is no grade.
#[derive(Debug, Clone, Copy)]
pub(super) struct Interrupted;

/// What became of a submission.
struct Outcome<'a> {
    build: BuildReport,
    /// The cases.
    ran: Vec<Ran>,
    /// The dialect in which they were run.
    dialect: &'a Dialect,
    /// What the criteria's rules say.
    inspections: Vec<Option<Inspection>>,
    /// What was found of undefined behaviour.
    undefined: Undefined,
}

/// Why an attempt came to nothing.
pub(super) enum Trouble {
    Interrupted,
    /// Something of ours failed; in words.
    Ours(String),
    /// Something of ours failed, and will again.
    ForGood(String),
}

impl Trouble {
    /// Another attempt, unless the user wants to stop.
    pub(super) fn again<T>(
        self,
        attempt: impl FnOnce() -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        match self {
            Trouble::Interrupted | Trouble::ForGood(_) => Err(self),
            Trouble::Ours(_) => attempt(),
        }
    }
}

impl From<SandboxError> for Trouble {
    fn from(error: SandboxError) -> Trouble {
        match error {
            SandboxError::Interrupted => Trouble::Interrupted,
            error => Trouble::Ours(chain(&error)),
        }
    }
}

impl From<BuildError> for Trouble {
    fn from(error: BuildError) -> Trouble {
        match error {
            BuildError::Sandbox(error) => error.into(),
            error => Trouble::Ours(chain(&error)),
        }
    }
}

impl From<CheckerError> for Trouble {
    fn from(error: CheckerError) -> Trouble {
        match error {
            CheckerError::Run(SandboxError::Interrupted) => Trouble::Interrupted,
            error if error.will_recur() => Trouble::ForGood(chain(&error)),
            error => Trouble::Ours(chain(&error)),
        }
    }
}

/// What is needed to grade any submission of one assignment.
pub(super) struct Grading<'a> {
    pub(super) assignment: &'a Assignment,
    pub(super) cases: Vec<Arc<Case>>,
    pub(super) expectations: &'a Expectations,
    pub(super) drivers: Drivers<'a>,
    pub(super) checkers: Checkers<'a>,
    pub(super) toolbox: &'a Toolbox,
    /// What is needed to look for undefined behaviour, by the name of the toolchain, where that is asked for.
    pub(super) undefined: BTreeMap<&'a str, Prepared<'a>>,
    pub(super) sandbox: &'a Sandbox,
    pub(super) interrupt: &'a Interrupt,
}

/// One case that was run, or not, with its judgements.
#[derive(Clone)]
pub(super) struct Ran {
    pub(super) input: Vec<String>,
    pub(super) expected: Arc<Vec<Turn>>,
    pub(super) observation: Option<Observation>,
    pub(super) judgement: Judgement,
    /// The calls of a case that calls functions.
    calls: Vec<CallReport>,
    /// By criterion that compares this case by a rule of its own.
    pub(super) own: Vec<(usize, Judgement)>,
}

impl Ran {
    /// Whether no other game could change a verdict.
    fn is_settled(&self) -> bool {
        let own = self.own.iter().map(|(_, own)| own);
        own.chain([&self.judgement]).all(|judgement| judgement.verdict != Verdict::Accepted)
    }

    /// What was wrong already, and for the rest what comes next. The run that is shown is the one that the case's own
    /// verdict is about.
    fn or_worse(mut self, next: Ran) -> Ran {
        for ((_, mine), (_, theirs)) in self.own.iter_mut().zip(&next.own) {
            if mine.verdict == Verdict::Accepted {
                mine.clone_from(theirs);
            }
        }
        match self.judgement.verdict {
            Verdict::Accepted => Ran { own: self.own, ..next },
            _ => self,
        }
    }
}

impl Grading<'_> {
    /// Grades one submission.
    pub(super) fn grade(&self, submission: &Submission) -> Result<Grade, Interrupted> {
        let mut outcome = match &submission.found {
            Found::Sources(sources) => self.build_and_run(sources)?,
            Found::Missing(reason) => self.without_program(BuildVerdict::Missing, reason),
            Found::Refused(reason) => self.without_program(BuildVerdict::Refused, reason),
            Found::Unreadable(reason) => self.without_program(BuildVerdict::Ungraded, reason),
        };
        diagnosis::diagnose(self.assignment, outcome.dialect, &mut outcome.ran);
        Ok(self.assemble(submission, outcome))
    }

    /// A failure of ours may pass: the whole submission is tried twice before it stays ungraded.
    fn build_and_run(&self, sources: &[SourceFile]) -> Result<Outcome<'_>, Interrupted> {
        let toolchain = self.assignment.toolchain_of(sources);
        if let Some(trouble) = self.toolbox.trouble(toolchain) {
            return Ok(self.without_program(BuildVerdict::Ungraded, &trouble.to_string()));
        }
        match self.attempt(sources).or_else(|trouble| trouble.again(|| self.attempt(sources))) {
            Ok(outcome) => Ok(outcome),
            Err(Trouble::Interrupted) => Err(Interrupted),
            Err(Trouble::Ours(reason) | Trouble::ForGood(reason)) => {
                Ok(self.without_program(BuildVerdict::Ungraded, &reason))
            }
        }
    }

    fn attempt(&self, sources: &[SourceFile]) -> Result<Outcome<'_>, Trouble> {
        let mut supervisor =
            self.sandbox.supervisor(&build::tools(self.assignment.toolchain_of(sources)))?;
        supervisor.use_terminal(self.assignment.terminal);
        let mut built = build::build(self.assignment, sources, &mut supervisor, self.interrupt)?;
        let Some(program) = built.program.take() else {
            let reason = built.report.reason.clone().unwrap_or_default();
            let ran = self.not_run(&Verdict::NotRun(reason));
            let (dialect, inspections) = (self.scripted(), Vec::new());
            let undefined = Undefined::NotAsked;
            return Ok(Outcome { build: built.report, ran, dialect, inspections, undefined });
        };
        let inspections = rules::inspect(self.assignment, &built, &supervisor)?;
        let (functions, log) = self.drivers.prepare(&built, &mut supervisor)?;
        built.report.log.extend(log);
        let called = self.call_functions(&functions, &mut supervisor)?;
        let (ran, dialect) = self.run_in_best_dialect(&program.into(), &called, &mut supervisor)?;
        let (undefined, log) =
            undefined::search(self, (sources, &built), (dialect, &ran), &mut supervisor)?;
        built.report.log.extend(log);
        Ok(Outcome { build: built.report, ran, dialect, inspections, undefined })
    }

    /// Makes the calls of every case that has some.
    fn call_functions(
        &self,
        functions: &BTreeMap<usize, Callable>,
        supervisor: &mut Supervisor,
    ) -> Result<BTreeMap<usize, Ran>, Trouble> {
        let mut all = BTreeMap::new();
        for (&index, callable) in functions {
            let (case, expected) = (&self.cases[index], &self.expectations.calls[index]);
            let called = self.drivers.call_all(index, case, callable, expected, supervisor)?;
            let Called { judgement, calls } = called;
            all.insert(index, Ran { calls, ..self.unplayed(index, judgement) });
        }
        Ok(all)
    }

    /// A program that numbers its rows from another base is run again in its own dialect. It is graded in the one
    /// in which most cases are right, and never in a mixture. Whether it reads a row and a column from one line is
    /// tried only if nothing else made it right anywhere.
    fn run_in_best_dialect(
        &self,
        program: &Program,
        called: &BTreeMap<usize, Ran>,
        supervisor: &mut Supervisor,
    ) -> Result<(Vec<Ran>, &Dialect), Trouble> {
        let mut best: Option<(usize, Vec<Ran>, &Dialect)> = None;
        for dialect in &self.expectations.dialects {
            let is_hopeless = || best.as_ref().is_some_and(|(right, ..)| *right == 0);
            if dialect.pairs != Pairs::AsAsked
                && !(is_hopeless() && self.understands(program, supervisor, dialect)?)
            {
                continue;
            }
            let ran = self.run_all(program, called, supervisor, dialect)?;
            let right = ran.iter().filter(|ran| ran.judgement.verdict == Verdict::Accepted).count();
            let all = right == ran.len();
            if best.as_ref().is_none_or(|(most, ..)| right > *most) {
                best = Some((right, ran, dialect));
            }
            if all {
                break;
            }
        }
        Ok(best.map_or_else(|| (Vec::new(), self.scripted()), |(_, ran, dialect)| (ran, dialect)))
    }

    /// Whether the program is right anywhere in this dialect.
    fn understands(
        &self,
        program: &Program,
        supervisor: &mut Supervisor,
        dialect: &Dialect,
    ) -> Result<bool, Trouble> {
        let is_given = |index: &usize| self.cases[*index].player == Player::AsAsked;
        for index in (0..self.cases.len()).filter(is_given) {
            let ran = self.run(index, &self.rounds(index, program, dialect), supervisor)?;
            match ran.judgement.verdict {
                Verdict::Accepted => return Ok(true),
                Verdict::WrongAnswer => {}
                // It takes long, and no other line will help it.
                _ => return Ok(false),
            }
        }
        Ok(false)
    }

    fn rounds<'a>(
        &'a self,
        index: usize,
        program: &'a Program,
        dialect: &'a Dialect,
    ) -> Rounds<'a> {
        let (script, expected) = &dialect.cases[index];
        Rounds {
            case: &self.cases[index],
            script,
            expected,
            messages: &dialect.messages,
            reference: &self.assignment.reference,
            base: dialect.base,
            pairs: dialect.pairs,
            program,
            shows_reads: self.sandbox.shows_reads(),
            interrupt: self.interrupt,
        }
    }

    fn run_all(
        &self,
        program: &Program,
        called: &BTreeMap<usize, Ran>,
        supervisor: &mut Supervisor,
        dialect: &Dialect,
    ) -> Result<Vec<Ran>, Trouble> {
        let mut all = Vec::with_capacity(self.cases.len());
        for index in 0..self.cases.len() {
            if let Some(called) = called.get(&index) {
                all.push(called.clone());
                continue;
            }
            let rounds = self.rounds(index, program, dialect);
            all.push(self.run(index, &rounds, supervisor)?);
        }
        Ok(all)
    }

    /// All games of a case: every one must be right, so what counts is the first that is not.
    fn run(
        &self,
        index: usize,
        rounds: &Rounds<'_>,
        supervisor: &mut Supervisor,
    ) -> Result<Ran, Trouble> {
        let mut ran = self.judged(index, rounds, rounds.play(0, supervisor)?)?;
        for number in 1..rounds.count() {
            if ran.is_settled() {
                break;
            }
            let next = self.judged(index, rounds, rounds.play(number, supervisor)?)?;
            ran = ran.or_worse(next);
        }
        Ok(ran)
    }

    fn judged(&self, index: usize, rounds: &Rounds<'_>, round: Round) -> Result<Ran, Trouble> {
        let Rounds { case, messages, .. } = rounds;
        let Round { input, expected, seen, remark } = round;
        let judge = |rule: &Comparison| -> Result<Judgement, Trouble> {
            let turns = expected.as_slice();
            let compared = match &rule.checker {
                Some(words) => self.checkers.ask(words, case, turns, &seen)?,
                None => compare::compare(Expected { turns, messages }, &seen, rule),
            };
            let mut judgement = judge::judge(&seen, compared, self.assignment.exit);
            if judgement.verdict != Verdict::Accepted {
                judgement.remarks.extend(remark.clone());
            }
            Ok(judgement)
        };
        let own = self
            .own_comparisons(index)
            .map(|(criterion, rule)| Ok((criterion, judge(rule)?)))
            .collect::<Result<_, Trouble>>()?;
        let judgement = judge(&case.comparison)?;
        let (calls, observation) = (Vec::new(), Some(seen.abridged()));
        Ok(Ran { input, expected, judgement, own, calls, observation })
    }

    fn unjudged(&self, index: usize, verdict: &Verdict) -> Ran {
        let judgement = Judgement::of(verdict.clone());
        let own = self.own_comparisons(index);
        let own = own.map(|(criterion, _)| (criterion, judgement.clone())).collect();
        Ran { own, ..self.unplayed(index, judgement) }
    }

    /// A case whose script was not played.
    fn unplayed(&self, index: usize, judgement: Judgement) -> Ran {
        let (input, expected) = self.scripted().cases[index].clone();
        let (calls, own) = (Vec::new(), Vec::new());
        Ran { input, expected, observation: None, judgement, calls, own }
    }

    /// The criteria that compare a case by a rule of their own.
    fn own_comparisons(&self, case: usize) -> impl Iterator<Item = (usize, &Comparison)> {
        self.assignment.criteria.iter().enumerate().filter_map(move |(index, criterion)| {
            criterion.comparison_of(case).map(|comparison| (index, comparison))
        })
    }

    fn not_run(&self, verdict: &Verdict) -> Vec<Ran> {
        (0..self.cases.len()).map(|index| self.unjudged(index, verdict)).collect()
    }

    fn without_program(&self, verdict: BuildVerdict, reason: &str) -> Outcome<'_> {
        let build = BuildReport {
            verdict,
            warnings: Warnings::default(),
            diagnostics: String::new(),
            reason: Some(reason.to_owned()),
            command: Vec::new(),
            run: Vec::new(),
            log: Vec::new(),
            toolchain: None,
        };
        let cases = match verdict {
            BuildVerdict::Ungraded => Verdict::Ungraded(reason.to_owned()),
            _ => Verdict::NotRun(reason.to_owned()),
        };
        let (ran, dialect) = (self.not_run(&cases), self.scripted());
        let undefined = Undefined::NotAsked;
        Outcome { build, ran, dialect, inspections: Vec::new(), undefined }
    }

    fn scripted(&self) -> &Dialect {
        &self.expectations.dialects[0]
    }

    fn assemble(&self, submission: &Submission, outcome: Outcome<'_>) -> Grade {
        let Outcome { build, ran, dialect, inspections, undefined } = outcome;
        let judgements: Vec<Judgement> = ran.iter().map(|ran| ran.judgement.clone()).collect();
        let own: Vec<Vec<Judgement>> = (0..self.assignment.criteria.len())
            .map(|criterion| own_of(criterion, self.assignment, &ran))
            .collect();
        let calls: Vec<CallCount> = ran.iter().map(|ran| CallCount::of(&ran.calls)).collect();
        let findings = Findings {
            build: &build,
            undefined: &undefined,
            cases: &judgements,
            calls: &calls,
            criteria: &own,
            inspections: &inspections,
        };
        let score = score::score(self.assignment, &findings);
        let cases = ran.into_iter().enumerate().map(|(index, ran)| {
            let (points, max_points) = score.cases[index];
            let case = Arc::clone(&self.cases[index]);
            CaseReport {
                case,
                input: ran.input,
                expected: ran.expected,
                judgement: ran.judgement,
                observation: ran.observation,
                calls: ran.calls,
                points,
                max_points,
            }
        });
        let mut remarks = submission.remarks.clone();
        remarks.extend(self.dialect_remark(dialect));
        Grade {
            student: submission.student.clone(),
            assignment: self.assignment.id.clone(),
            title: self.assignment.title.clone(),
            program: self.assignment.program.clone(),
            points: score.points(),
            max_points: self.assignment.max_points(),
            build,
            undefined,
            cases: cases.collect(),
            criteria: score.criteria,
            remarks,
        }
    }

    /// How the program was given its input, where that is not as the scripts are written.
    fn dialect_remark(&self, dialect: &Dialect) -> Option<String> {
        if std::ptr::eq(dialect, self.scripted()) {
            return None;
        }
        let numbering = dialect
            .base
            .filter(|base| Some(*base) != self.scripted().base)
            .map(|base| format!("numbers rows and columns from {base}"));
        let reading = match dialect.pairs {
            Pairs::AsAsked => None,
            Pairs::Together => Some("reads a row and its column from one line".to_owned()),
            Pairs::WithComma => {
                Some("reads a row and its column from one line, with a comma between".to_owned())
            }
        };
        let both: Vec<String> = numbering.into_iter().chain(reading).collect();
        Some(format!("The program {}; it was given its input that way.", both.join(" and ")))
    }
}

/// One criterion's own judgements, in the order of its cases.
fn own_of(criterion: usize, assignment: &Assignment, ran: &[Ran]) -> Vec<Judgement> {
    let Evidence::Cases { cases, .. } = &assignment.criteria[criterion].evidence else {
        return Vec::new();
    };
    let judgement = |index: usize| {
        let ran = ran.get(index)?;
        let own = ran.own.iter().find(|(own, _)| *own == criterion).map(|(_, judgement)| judgement);
        Some(own.unwrap_or(&ran.judgement).clone())
    };
    cases.iter().filter_map(|judged| judgement(judged.index)).collect()
}
