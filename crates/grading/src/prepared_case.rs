//! A case with everything that is needed to run and judge it, except a program and a sandbox.

use std::sync::Arc;

use crate::execute::ProgramStart;
use model::{
    Assignment, BulkInput, CallEffect, CaseInteraction, CasePlayer, Comparison, CriterionEvidence,
    ExitRule, ExpectedSideOutput, FunctionCase, GameSupport, GameTurn, InputConvention, JudgedCase,
    TestCase, TestName, UnitTests, with_line_breaks,
};

/// A case in one input variant, ready to be run.
#[derive(Debug, Clone)]
pub struct PreparedCase {
    /// Its number in the assignment, and in the programs that call its function.
    pub place: usize,
    /// What its file and the rubric's defaults say.
    pub spec: Arc<TestCase>,
    /// What is done with a program.
    pub kind: CaseKind,
    /// The lines that a program is given.
    pub script: Vec<String>,
    /// The expected transcript. The whole output is a transcript without a read; calls and unit tests have none.
    pub expected: Arc<Vec<GameTurn>>,
    /// What else a program must leave.
    pub products: Arc<Vec<ExpectedSideOutput>>,
    /// What exit codes mean.
    pub exit_rule: ExitRule,
    /// The criteria that judge it, in the order of the rubric.
    pub criteria: Arc<[CaseCriterion]>,
    /// What it shares with the other cases.
    pub context: Arc<VariantContext>,
}

/// What is done with a program in a case.
#[derive(Debug, Clone)]
pub enum CaseKind {
    /// It is given a line when it reads, by the script or by a player.
    Script,
    /// It finds all of its input as a file.
    WholeInput(BulkInput),
    /// It speaks with the interactor of the case's comparison.
    Interactive(CaseInteraction),
    /// It is started several times in one folder, as the case's invocation says.
    Repeated,
    /// A function of it is called; each call must have its effect.
    Calls(FunctionCase, Vec<Arc<CallEffect>>),
    /// Unit tests are linked with it; those named must pass.
    UnitTests(UnitTests, Vec<TestName>),
}

/// A criterion that judges a case.
#[derive(Debug, Clone)]
pub struct CaseCriterion {
    /// The criterion's place in the rubric.
    pub criterion: usize,
    /// Its own comparison; none where it takes the case's verdict.
    pub comparison: Option<Comparison>,
}

/// What all cases of an assignment share in one input variant.
#[derive(Debug, Clone)]
pub struct VariantContext {
    /// How programs number and read their input.
    pub convention: InputConvention,
    /// Every message that the reference prints in some case.
    pub messages: Vec<String>,
    /// Every prompt that it prints in some case, and one for each read before which it prints nothing.
    pub prompts: Vec<String>,
    /// The built-in game, if the reference is one.
    pub game: Option<&'static dyn GameSupport>,
    /// The program's name.
    pub program: String,
    /// Whether programs run on a terminal instead of pipes.
    pub terminal: bool,
}

impl CaseKind {
    /// The kind of a case of which the program itself is run.
    pub fn from_program_case(case: &TestCase) -> CaseKind {
        if let Some(interaction) = &case.interaction {
            return CaseKind::Interactive(interaction.clone());
        }
        if !case.invocation.runs.is_empty() {
            return CaseKind::Repeated;
        }
        match &case.bulk_input {
            Some(input) => CaseKind::WholeInput(input.clone()),
            None => CaseKind::Script,
        }
    }

    /// Whether the program itself is run; otherwise testing code is linked with it.
    pub fn runs_program(&self) -> bool {
        !matches!(self, CaseKind::Calls(..) | CaseKind::UnitTests(..))
    }
}

impl PreparedCase {
    /// The criteria with a comparison of their own, each with that.
    pub fn criterion_comparisons(&self) -> impl Iterator<Item = (usize, &Comparison)> {
        self.criteria
            .iter()
            .filter_map(|one| Some((one.criterion, one.comparison.as_ref()?)))
    }

    /// Every comparison that judges the case: its own, and those of criteria.
    pub fn all_comparisons(&self) -> impl Iterator<Item = &Comparison> {
        let of_criteria = self.criterion_comparisons().map(|(_, rule)| rule);
        std::iter::once(&self.spec.comparison).chain(of_criteria)
    }

    /// A criterion's own comparison; none if it has none, or does not judge the case.
    pub(super) fn comparison_of(&self, criterion: usize) -> Option<&Comparison> {
        let mut own = self.criterion_comparisons();
        own.find(|(place, _)| *place == criterion)
            .map(|(_, rule)| rule)
    }

    /// How it starts programs, on what the assignment's programs run on.
    pub fn program_start(&self) -> ProgramStart<'_> {
        ProgramStart {
            name: &self.context.program,
            invocation: &self.spec.invocation,
            on_terminal: false,
            time: None,
        }
    }

    /// Whether a criterion judges it.
    pub fn is_judged_by(&self, criterion: usize) -> bool {
        self.criteria.iter().any(|one| one.criterion == criterion)
    }

    /// Whether its runs are games that a policy plays, each another one.
    pub(super) fn has_policy(&self) -> bool {
        matches!(self.spec.player, CasePlayer::Policy { .. })
    }

    /// The same case with another script, of which this is expected.
    pub fn with_script(&self, lines: &[String], expected: Arc<Vec<GameTurn>>) -> Self {
        let mut spec = (*self.spec).clone();
        let mut kind = self.kind.clone();
        spec.input = lines.to_vec();
        if let CaseKind::WholeInput(input) = &mut kind {
            *input = BulkInput {
                bytes: with_line_breaks(lines).into_bytes().into(),
                file: None,
            };
            spec.bulk_input = Some(input.clone());
        }
        PreparedCase {
            spec: Arc::new(spec),
            kind,
            script: lines.to_vec(),
            expected,
            ..self.clone()
        }
    }
}

/// The criteria that judge the case with this place. A criterion that does not look at the case judges it like the first of its
/// cases for which `is_like` holds.
pub fn judging_criteria(
    assignment: &Assignment,
    place: usize,
    is_like: impl Fn(&JudgedCase) -> bool,
) -> Arc<[CaseCriterion]> {
    let mut judging = Vec::new();
    for (criterion, one) in assignment.criteria.iter().enumerate() {
        let CriterionEvidence::Cases { cases, .. } = &one.evidence else {
            continue;
        };
        let own = cases.iter().find(|judged| judged.index == place);
        if let Some(judged) = own.or_else(|| cases.iter().find(|judged| is_like(judged))) {
            judging.push(CaseCriterion {
                criterion,
                comparison: judged.comparison.clone(),
            });
        }
    }
    judging.into()
}
