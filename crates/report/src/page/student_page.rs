//! The page of one submission: what comes first fits on a telephone, and says what to mend.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use askama::Template;

use super::columns::ColumnLineKind;
use super::failed_case::FailedCaseView;
use super::policy::security_policy;
use super::wrong_turns;
use crate::hints::{CommonCause, find_common_cause};
use crate::{
    adjustments, comments, counted, criteria, diagnostics, failure, findings, student, summary,
    undefined, visible, warnings,
};
use document::{Block, Prose};
use model::{CriterionKind, Grade, ToolchainVersion, Verdict};

/// How long a page may be, in bytes.
const LONGEST: usize = 300 << 10;

/// How many test cases of a criterion are shown at a glance.
const MOST_MARKS: usize = 150;

static POLICY: LazyLock<String> = LazyLock::new(|| {
    security_policy(
        include_str!("student_page.css"),
        include_str!("student_page.js"),
    )
});

#[derive(Template)]
#[template(path = "page/student_page.html")]
struct StudentPage<'a> {
    policy: &'a str,
    title: String,
    /// The course's name; empty if it has none.
    course: String,
    student: String,
    /// The points and those that there are; none where they are no grade, or not shown.
    points: Option<(String, String)>,
    shows_points: bool,
    notice: Vec<Block>,
    /// What changed the points after they were scored, and answers to objections.
    adjustments: Vec<Block>,
    sentence: Prose,
    /// What most failures have in common.
    cause: Option<(String, Prose)>,
    second_cause: Option<(usize, Prose)>,
    /// Where there is no program: why.
    build: Vec<Block>,
    first: Option<FailedCaseView>,
    criteria: Vec<StudentCriterionRow>,
    awaiting: Option<Prose>,
    others: Vec<FailedCaseView>,
    rest: Vec<Block>,
    sections: Vec<Block>,
    /// What the compiler said, under its heading.
    compiler: Vec<Block>,
    right: Vec<String>,
    cases: usize,
    /// How many parts had to be left out.
    left_out: usize,
}

struct StudentCriterionRow {
    title: Prose,
    points: String,
    /// What the points are compared with: `of 10`, `(up to −2)`.
    limit: String,
    why: Prose,
    tests: Vec<TestMark>,
}

/// A test case at a glance.
struct TestMark {
    id: String,
    mark: &'static str,
    class: &'static str,
    /// Where the page shows it.
    anchor: Option<String>,
}

/// The page of a submission, of [`LONGEST`] bytes at most.
///
/// # Errors
/// If it cannot be put together, which only a lack of memory could bring about.
pub(crate) fn render_page(
    grade: &Grade,
    toolchains: &[ToolchainVersion],
) -> Result<String, askama::Error> {
    let mut page = StudentPage::new(grade, toolchains);
    page.link_wrong_turns();
    let mut text = page.render()?;
    while text.len() > LONGEST && page.shorten_page() {
        page.link_wrong_turns();
        text = page.render()?;
    }
    Ok(text)
}

impl<'a> StudentPage<'a> {
    fn new(grade: &Grade, toolchains: &[ToolchainVersion]) -> StudentPage<'a> {
        let has_program = student::has_program(grade);
        let common = find_common_cause(grade);
        let told = common.as_ref().map(|common| common.hint);
        let groups = if has_program {
            failure::group_failures(grade)
        } else {
            Vec::new()
        };
        let (in_full, in_brief) = groups.split_at(groups.len().min(failure::IN_FULL));
        let cases = in_full
            .iter()
            .map(|it| FailedCaseView::new(&it.example, &it.other_case_ids(), grade, told));
        let mut cases = with_unique_anchors(cases.collect()).into_iter();
        let rest = if in_brief.is_empty() {
            Vec::new()
        } else {
            vec![failure::render_brief(in_brief)]
        };
        let mut page = StudentPage {
            policy: &POLICY,
            title: visible::one_line(&grade.outline.title),
            course: visible::one_line(&grade.outline.course),
            student: visible::one_line(&grade.student),
            points: (!grade.is_ungraded() && !grade.outline.hides_points)
                .then(|| (grade.points.to_string(), grade.max_points.to_string())),
            shows_points: !grade.outline.hides_points,
            adjustments: adjustments::render_block(grade)
                .into_iter()
                .chain(comments::render_requests(grade))
                .collect(),
            notice: Vec::new(),
            sentence: Prose::text(&summary::render_sentence(grade)),
            cause: None,
            second_cause: None,
            build: Vec::new(),
            first: cases.next(),
            criteria: Vec::new(),
            awaiting: criteria::render_awaiting(grade),
            others: cases.collect(),
            rest,
            sections: Vec::new(),
            compiler: diagnostics::render_blocks(grade, toolchains),
            right: Vec::new(),
            cases: grade.cases.len(),
            left_out: 0,
        };
        if page.points.is_none() {
            page.notice = vec![summary::render_points(grade)];
        }
        if has_program {
            page.add_program_results(grade, common)
        } else {
            page.add_build_failure(grade)
        }
        page
    }

    fn add_program_results(&mut self, grade: &Grade, common: Option<CommonCause<'_>>) {
        if let Some(CommonCause {
            share,
            hint,
            second,
        }) = common
        {
            self.cause = Some((share, Prose::text(&hint.sentence)));
            self.second_cause = second.map(|(cases, hint)| (cases, Prose::text(&hint.sentence)));
        }
        self.criteria = criteria::build_rows(grade)
            .into_iter()
            .map(|row| StudentCriterionRow::from_criterion(row, grade))
            .collect();
        self.sections = [
            comments::render_blocks(grade),
            failure::render_undecided(grade),
            undefined::render_blocks(grade),
            findings::render_blocks(grade),
            warnings::render_blocks(grade),
            student::render_remarks(grade),
        ]
        .into_iter()
        .flatten()
        .collect();
        let right = grade
            .cases
            .iter()
            .filter(|case| counted::is_right(grade, case));
        self.right = right.map(|case| case.case.id.clone()).collect();
    }

    /// Where there is no program, the reason says more than a table of points that are all missing for it.
    fn add_build_failure(&mut self, grade: &Grade) {
        self.build = diagnostics::render_first_error(grade);
        self.awaiting = None;
        self.sections = [
            comments::render_blocks(grade),
            student::render_remarks(grade),
            criteria::without_program(grade),
            failure::render_undecided(grade),
            findings::render_blocks(grade),
        ]
        .into_iter()
        .flatten()
        .collect();
    }

    /// Whether something stands beside the points on a wide screen.
    fn has_two_columns(&self) -> bool {
        let has_main = self.first.is_some() || !self.rest.is_empty() || !self.sections.is_empty();
        has_main && !self.criteria.is_empty()
    }

    /// Links what is shown now.
    fn link_wrong_turns(&mut self) {
        let shown = self.first.iter().chain(&self.others);
        let shown: BTreeSet<String> = shown.map(|case| case.anchor.clone()).collect();
        for test in self.criteria.iter_mut().flat_map(|row| &mut row.tests) {
            test.anchor = shown.contains(&test.id).then(|| test.id.clone());
        }
        let cases = || {
            self.first
                .iter()
                .chain(&self.others)
                .filter(|case| case.replay.is_some())
        };
        let anchors: Vec<String> = cases().map(|case| case.anchor.clone()).collect();
        let mut steps = wrong_turns::link_turns(&anchors).into_iter();
        for case in self.first.iter_mut().chain(&mut self.others) {
            case.step = case.replay.as_ref().and_then(|_| steps.next().flatten());
        }
    }

    /// Leaves out what matters least; false if nothing is left that could be.
    fn shorten_page(&mut self) -> bool {
        let folded = self.first.iter_mut().chain(&mut self.others).rev();
        let folded = folded.filter(|case| {
            case.replay
                .as_ref()
                .is_some_and(|it| it.before.is_some() || it.after.is_some())
        });
        if let Some(case) = { folded }.next() {
            case.remove_folds();
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

impl StudentCriterionRow {
    fn from_criterion(row: criteria::CriterionRow<'_>, grade: &Grade) -> StudentCriterionRow {
        let tests = counted::list_judged(grade, row.criterion)
            .take(MOST_MARKS)
            .map(|(case, judgement)| TestMark::from_verdict(&case.case.id, &judgement.verdict));
        StudentCriterionRow {
            tests: tests.collect(),
            title: Prose::text(row.title),
            points: row.points,
            limit: match row.criterion.kind {
                CriterionKind::Penalty { .. } => format!("({})", row.max_points),
                _ => format!("of {}", row.max_points),
            },
            why: Prose::text(&row.why),
        }
    }
}

impl TestMark {
    fn from_verdict(id: &str, verdict: &Verdict) -> TestMark {
        let (mark, class) = match verdict {
            Verdict::Accepted => ("✓", "right"),
            Verdict::WrongAnswer | Verdict::PresentationError => ("✗", "failed"),
            verdict if verdict.is_failure() => ("!", "failed"),
            _ => ("–", "open"),
        };
        TestMark {
            id: visible::one_line(id),
            mark,
            class,
            anchor: None,
        }
    }
}

/// A case that is shown twice, under two criteria, has two anchors.
pub(super) fn with_unique_anchors(cases: Vec<FailedCaseView>) -> Vec<FailedCaseView> {
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
