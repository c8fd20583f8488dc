//! The page of one submission: what comes first fits on a telephone, and says what to mend.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use askama::Template;

use super::blocks::{self, Block};
use super::columns::Kind;
use super::failed_case::ShownCase;
use super::policy::policy;
use super::prose::{Piece, Prose};
use super::wrong_turns;
use crate::model::{BuildVerdict, Grade, ToolchainVersion};
use crate::report::hints::{CommonCause, shared_cause};
use crate::report::{
    adjustments, counted, criteria, diagnostics, failure, findings, student, summary, undefined,
    visible, warnings,
};

/// How long a page may be, in bytes.
const LONGEST: usize = 300 << 10;

static POLICY: LazyLock<String> =
    LazyLock::new(|| policy(include_str!("student_page.css"), include_str!("student_page.js")));

#[derive(Template)]
#[template(path = "page/student_page.html")]
struct StudentPage<'a> {
    policy: &'a str,
    title: String,
    student: String,
    /// The points and those that there are; none where they are no grade.
    points: Option<(String, String)>,
    notice: Vec<Block>,
    /// What changed the points after they were scored.
    adjustments: Vec<Block>,
    sentence: Prose,
    /// What most failures have in common.
    cause: Option<(String, Prose)>,
    second_cause: Option<(usize, Prose)>,
    /// Where there is no program: why.
    build: Vec<Block>,
    first: Option<ShownCase>,
    criteria: Vec<Row>,
    awaiting: Option<Prose>,
    others: Vec<ShownCase>,
    rest: Vec<Block>,
    sections: Vec<Block>,
    /// What the compiler said, under its heading.
    compiler: Vec<Block>,
    right: Vec<String>,
    cases: usize,
    /// How many parts had to be left out.
    left_out: usize,
}

struct Row {
    title: Prose,
    points: String,
    of: String,
    why: Prose,
}

/// The page of a submission, of [`LONGEST`] bytes at most.
///
/// # Errors
/// If it cannot be put together, which only a lack of memory could bring about.
pub(in crate::report) fn render(
    grade: &Grade,
    toolchains: &[ToolchainVersion],
) -> Result<String, askama::Error> {
    let mut page = StudentPage::of(grade, toolchains);
    page.link();
    let mut text = page.render()?;
    while text.len() > LONGEST && page.shorten() {
        page.link();
        text = page.render()?;
    }
    Ok(text)
}

impl<'a> StudentPage<'a> {
    fn of(grade: &Grade, toolchains: &[ToolchainVersion]) -> StudentPage<'a> {
        let has_program = matches!(grade.build.verdict, BuildVerdict::Ok | BuildVerdict::Ungraded);
        let common = shared_cause(grade);
        let told = common.as_ref().map(|common| common.hint);
        let groups = if has_program { failure::groups(grade) } else { Vec::new() };
        let (in_full, in_brief) = groups.split_at(groups.len().min(failure::IN_FULL));
        let cases = in_full.iter().map(|it| ShownCase::of(&it.shown, &it.alike(), grade, told));
        let mut cases = with_own_anchors(cases.collect()).into_iter();
        let rest = if in_brief.is_empty() { Vec::new() } else { vec![failure::brief(in_brief)] };
        let mut page = StudentPage {
            policy: &POLICY,
            title: visible::one_line(&grade.title),
            student: visible::one_line(&grade.student),
            points: (!grade.is_ungraded())
                .then(|| (grade.points.to_string(), grade.max_points.to_string())),
            adjustments: blocks::read(&adjustments::block(grade).into_iter().collect::<Vec<_>>()),
            notice: Vec::new(),
            sentence: Prose::of_text(&summary::sentence(grade)),
            cause: None,
            second_cause: None,
            build: Vec::new(),
            first: cases.next(),
            criteria: Vec::new(),
            awaiting: criteria::awaiting(grade).as_deref().map(Prose::of_markdown),
            others: cases.collect(),
            rest: blocks::read(&rest),
            sections: Vec::new(),
            compiler: blocks::read(&diagnostics::blocks(grade, toolchains)),
            right: Vec::new(),
            cases: grade.cases.len(),
            left_out: 0,
        };
        if grade.is_ungraded() {
            page.notice = blocks::read(&[summary::points(grade)]);
        }
        if has_program {
            page.tell_of_program(grade, common)
        } else {
            page.tell_of_build(grade)
        }
        page
    }

    fn tell_of_program(&mut self, grade: &Grade, common: Option<CommonCause<'_>>) {
        if let Some(CommonCause { share, hint, second }) = common {
            self.cause = Some((share, Prose::of_text(&hint.sentence)));
            self.second_cause = second.map(|(cases, hint)| (cases, Prose::of_text(&hint.sentence)));
        }
        self.criteria = criteria::rows(grade).into_iter().map(Row::of).collect();
        self.sections = blocks::read(
            &[
                failure::undecided(grade),
                undefined::blocks(grade),
                findings::blocks(grade),
                warnings::blocks(grade),
                student::remarks(grade),
            ]
            .concat(),
        );
        let right = grade.cases.iter().filter(|case| counted::is_right(grade, case));
        self.right = right.map(|case| case.case.id.clone()).collect();
    }

    /// Where there is no program, the reason says more than a table of points that are all missing for it.
    fn tell_of_build(&mut self, grade: &Grade) {
        self.build = blocks::read(&diagnostics::first_error(grade));
        self.awaiting = None;
        self.sections = blocks::read(
            &[
                student::remarks(grade),
                criteria::without_program(grade),
                failure::undecided(grade),
                findings::blocks(grade),
            ]
            .concat(),
        );
    }

    /// Links what is shown now.
    fn link(&mut self) {
        let cases = || self.first.iter().chain(&self.others).filter(|case| case.replay.is_some());
        let anchors: Vec<String> = cases().map(|case| case.anchor.clone()).collect();
        let mut steps = wrong_turns::steps(&anchors).into_iter();
        for case in self.first.iter_mut().chain(&mut self.others) {
            case.step = case.replay.as_ref().and_then(|_| steps.next().flatten());
        }
    }

    /// Leaves out what matters least; false if nothing is left that could be.
    fn shorten(&mut self) -> bool {
        let folded = self.first.iter_mut().chain(&mut self.others).rev();
        let folded = folded.filter(|case| {
            case.replay.as_ref().is_some_and(|it| it.before.is_some() || it.behind.is_some())
        });
        if let Some(case) = { folded }.next() {
            case.without_folds();
        } else if self.sections.pop().is_none()
            && self.compiler.pop().is_none()
            && self.others.pop().is_none()
            && self.rest.pop().is_none()
            && self.first.take().is_none()
        {
            return false;
        }
        self.left_out += 1;
        true
    }
}

impl Row {
    fn of(row: criteria::CriterionRow<'_>) -> Row {
        Row {
            title: Prose::of_text(row.title),
            points: row.points,
            of: row.of,
            why: Prose::of_text(&row.why),
        }
    }
}

/// A case that is shown twice, under two criteria, has two anchors.
fn with_own_anchors(cases: Vec<ShownCase>) -> Vec<ShownCase> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let named = cases.into_iter().map(|mut case| {
        let times = seen.entry(case.anchor.clone()).or_default();
        *times += 1;
        if *times > 1 {
            case.anchor = format!("{}.{times}", case.anchor);
        }
        case
    });
    named.collect()
}
