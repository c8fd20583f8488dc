//! The page on which a person judges one program, or several that are alike: source, failed cases, manual criteria.

mod agreement;
mod source;

use std::io;
use std::sync::LazyLock;

use askama::Template;
use serde::Serialize;

use super::columns::ColumnLineKind;
use super::failed_case::FailedCaseView;
use super::policy::saving_policy;
use super::student_page::with_unique_anchors;
use crate::places::ReportPaths;
use crate::{
    audience, comments, counted, diagnostics, failure, findings, student, summary, undefined,
    visible, warnings,
};
use document::{Block, Prose, prose};
use model::{Grade, LineComment, Points, PointsChange, RegradeRequest};
use source::SourceFileView;

pub use agreement::{AgreementPair, DifferingPoints, GraderAgreement, render_agreement};

/// How many failed cases are shown in full. Who reads the program as well needs no more.
const MOST_CASES: usize = 3;

/// What a browser may do with the page.
pub static LOOK_POLICY: LazyLock<String> = LazyLock::new(|| {
    saving_policy(
        &[
            include_str!("../student_page.css"),
            include_str!("look_page.css"),
        ],
        &[include_str!("look_page.js")],
    )
});

/// What a person looks at.
pub struct ProgramLook<'a> {
    /// The grade, with what persons have decided.
    pub grade: &'a Grade,
    /// The program's files by name.
    pub files: &'a [(String, Vec<u8>)],
    /// What is to be judged.
    pub criteria: Vec<LookCriterion>,
    /// The programs for which a judgement counts; the one that is shown is among them.
    pub members: Vec<LookMember>,
    /// How far the class is.
    pub progress: LookProgress,
    /// Which programs are asked for.
    pub filter: LookFilter,
    /// Where the page leads.
    pub steps: LookSteps,
    /// Who judges.
    pub by: String,
    /// Reasons that were given before for these criteria.
    pub reasons: Vec<String>,
    /// What is written about lines of the program, with the digest of each row in `overrides.toml`.
    pub comments: Vec<(LineComment, String)>,
    /// Comments that were written before in the class.
    pub bank: Vec<BankedComment>,
    /// What the student objects to.
    pub requests: Vec<LookRequest>,
    /// All criteria of the grade by id, with the digest of what a person has decided.
    pub decisions: Vec<(String, String)>,
    /// What the program is to programs that all graders judge; none if there are none of them.
    pub trial: Option<LookTrial>,
}

/// A comment that was written before.
#[derive(Debug, Clone)]
pub struct BankedComment {
    /// What it says.
    pub text: String,
    /// The points that it gives or takes.
    pub change: Option<PointsChange>,
    /// How many programs of the assignment have it.
    pub programs: usize,
}

/// What a student objects to.
#[derive(Debug, Clone)]
pub struct LookRequest {
    /// The objection, with its answer.
    pub request: RegradeRequest,
    /// The digest of its row in `overrides.toml`.
    pub seen: String,
}

/// What a program is to programs that all graders judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookTrial {
    /// It is one of them, and whoever judges has not finished it.
    Part,
    /// It is another, or finished.
    Other,
}

/// A criterion that a person judges.
#[derive(Debug, Clone, Serialize)]
pub struct LookCriterion {
    /// Its id.
    pub id: String,
    /// Its name in reports.
    pub title: String,
    /// The points now, as people write them.
    pub points: String,
    /// The points that could be earned.
    pub max_points: String,
    /// Who has judged it, and why; none if it is not judged.
    pub decision: Option<(String, String)>,
}

/// A program for which a judgement counts.
#[derive(Debug, Clone, Serialize)]
pub struct LookMember {
    /// Whose it is.
    pub student: String,
    /// Where it is shown.
    pub address: String,
    /// Whether it is the one that is shown.
    pub is_shown: bool,
    /// Each criterion with the digest of its row in `overrides.toml`, and whether it is to be judged.
    pub rows: Vec<(String, String, bool)>,
}

impl LookMember {
    /// Whether something of it is to be judged.
    fn is_open(&self) -> bool {
        self.rows.iter().any(|(_, _, is_open)| *is_open)
    }
}

/// How far the class is.
#[derive(Debug, Clone)]
pub struct LookProgress {
    /// How many programs are judged.
    pub judged: usize,
    /// How many there are.
    pub all: usize,
    /// How many looks are left: a group takes one.
    pub looks_left: usize,
}

/// Which programs are asked for.
#[derive(Debug, Clone)]
pub struct LookFilter {
    /// The name of the choice, as in an address: `""`, `"todo"`, `"objections"` or `"all"`.
    pub show: &'static str,
    /// Whether programs are dealt out among graders.
    pub is_dealt: bool,
    /// Only this criterion.
    pub criterion: Option<String>,
    /// All criteria of the class by id, with their names.
    pub criteria: Vec<(String, String)>,
    /// Whether the program is judged apart from those that are alike.
    pub is_alone: bool,
}

/// Where the page leads; none where there is nothing.
#[derive(Debug, Clone, Default, Serialize)]
pub struct LookSteps {
    /// The program before.
    pub previous: Option<String>,
    /// The next one.
    pub next: Option<String>,
    /// The next one when no more is to be judged of this criterion.
    pub other_criterion: Option<String>,
    /// The same program, judged apart from those that are alike, or with them again.
    pub apart: Option<String>,
}

#[derive(Template)]
#[template(path = "page/look/look_page.html")]
struct LookPage<'a> {
    policy: &'a str,
    look: &'a ProgramLook<'a>,
    title: String,
    student: String,
    points: Option<(String, String)>,
    sentence: Prose,
    files: Vec<SourceFileView>,
    build: Vec<Block>,
    cases: Vec<FailedCaseView>,
    rest: Vec<Block>,
    sections: Vec<Block>,
    report: String,
    data: String,
}

/// What the page's script knows.
#[derive(Serialize)]
struct LookData<'a> {
    /// The class page, from this one.
    root: &'a str,
    student: &'a str,
    assignment: &'a str,
    criteria: &'a [LookCriterion],
    members: &'a [LookMember],
    steps: &'a LookSteps,
    comments: Vec<CommentData<'a>>,
    bank: Vec<BankData<'a>>,
    requests: Vec<RequestData<'a>>,
    decisions: &'a [(String, String)],
    /// Whether all graders judge the program.
    is_trial: bool,
}

/// A comment of the bank as the script knows it.
#[derive(Serialize)]
struct BankData<'a> {
    text: &'a str,
    criterion: Option<&'a str>,
    points: Option<String>,
    programs: usize,
}

/// An objection as the script knows it.
#[derive(Serialize)]
struct RequestData<'a> {
    case: Option<&'a str>,
    criterion: Option<&'a str>,
    text: &'a str,
    answer: Option<&'a str>,
    seen: &'a str,
}

impl<'a> LookData<'a> {
    /// What the script of a page without a program knows.
    fn without_program(root: &'a str, steps: &'a LookSteps) -> LookData<'a> {
        LookData {
            root,
            student: "",
            assignment: "",
            criteria: &[],
            members: &[],
            steps,
            comments: Vec::new(),
            bank: Vec::new(),
            requests: Vec::new(),
            decisions: &[],
            is_trial: false,
        }
    }
}

/// A comment as the script knows it.
#[derive(Serialize)]
struct CommentData<'a> {
    file: &'a str,
    line: usize,
    text: &'a str,
    criterion: Option<&'a str>,
    points: Option<String>,
    seen: &'a str,
}

/// Points that are added, as a field has them.
fn to_field(change: &PointsChange) -> String {
    change.points.as_number().to_string()
}

#[derive(Template)]
#[template(path = "page/look/finished_page.html")]
struct FinishedPage<'a> {
    policy: &'a str,
    programs: usize,
    dealt: Option<&'a str>,
    data: String,
}

/// The page of a program.
///
/// # Errors
/// If it cannot be made, which would be a mistake of ours.
pub fn render_look(look: &ProgramLook<'_>) -> io::Result<String> {
    let grade = look.grade;
    let comments = look.comments.iter().map(|(comment, seen)| CommentData {
        file: &comment.line.file,
        line: comment.line.number,
        text: &comment.text,
        criterion: comment.change.as_ref().map(|it| it.criterion.as_str()),
        points: comment.change.as_ref().map(to_field),
        seen,
    });
    let bank = look.bank.iter().map(|one| BankData {
        text: &one.text,
        criterion: one.change.as_ref().map(|it| it.criterion.as_str()),
        points: one.change.as_ref().map(to_field),
        programs: one.programs,
    });
    let requests = look.requests.iter().map(|one| RequestData {
        case: one.request.case.as_deref(),
        criterion: one.request.criterion.as_deref(),
        text: &one.request.text,
        answer: one.request.answer.as_ref().map(|(text, _)| text.as_str()),
        seen: &one.seen,
    });
    let data = LookData {
        student: &grade.student,
        assignment: &grade.assignment,
        criteria: &look.criteria,
        members: &look.members,
        comments: comments.collect(),
        bank: bank.collect(),
        requests: requests.collect(),
        decisions: &look.decisions,
        is_trial: look.trial == Some(LookTrial::Part),
        ..LookData::without_program("../../", &look.steps)
    };
    let mut page = LookPage {
        policy: &LOOK_POLICY,
        look,
        title: visible::one_line(&grade.outline.title),
        student: visible::one_line(&grade.student),
        points: (!grade.is_ungraded())
            .then(|| (grade.points.to_string(), grade.max_points.to_string())),
        sentence: describe_results(grade),
        files: look
            .files
            .iter()
            .map(|file| SourceFileView::new(file, grade, &look.comments))
            .collect(),
        build: Vec::new(),
        cases: Vec::new(),
        rest: Vec::new(),
        sections: Vec::new(),
        report: report_address(grade),
        data: serde_json::to_string(&data)?,
    };
    if student::has_program(grade) {
        page.add_results(grade);
    } else {
        page.build = diagnostics::render_first_error(grade);
    }
    page.render().map_err(io::Error::other)
}

/// The page that says that all is judged, of `programs` programs; with `dealt` all that was dealt to this grader.
///
/// # Errors
/// As [`render_look`].
pub fn render_finished(programs: usize, dealt: Option<&str>) -> io::Result<String> {
    let steps = LookSteps::default();
    let data = LookData::without_program("../", &steps);
    let page = FinishedPage {
        policy: &LOOK_POLICY,
        programs,
        dealt,
        data: serde_json::to_string(&data)?,
    };
    page.render().map_err(io::Error::other)
}

/// How many test cases are right, for staff; of a program that was not built, what students read.
fn describe_results(grade: &Grade) -> Prose {
    if !student::has_program(grade) {
        return Prose::text(&summary::render_sentence(grade));
    }
    let right = counted::count_right(grade);
    let all = grade.cases.len();
    prose!("{} of {} test cases are right.", right, all)
}

/// The student's report for staff, from the folder of the reports.
fn report_address(grade: &Grade) -> String {
    let places = ReportPaths::new(&grade.student, &grade.assignment, "".as_ref());
    let page = match audience::is_limited(grade) {
        true => places.instructor_page,
        false => places.page,
    };
    page.display().to_string()
}

impl LookPage<'_> {
    fn add_results(&mut self, grade: &Grade) {
        let mut groups = failure::group_failures(grade);
        // What a student objects to is shown in full.
        let requests = self.look.requests.iter();
        let cases: Vec<&str> = requests
            .filter_map(|one| one.request.case.as_deref())
            .collect();
        groups.sort_by_key(|group| {
            let is_meant = |id: &str| cases.contains(&id);
            let others = group.other_case_ids();
            !is_meant(&group.example.case.case.id) && !others.into_iter().any(is_meant)
        });
        let (in_full, in_brief) = groups.split_at(groups.len().min(MOST_CASES));
        let cases = in_full
            .iter()
            .map(|it| FailedCaseView::new(&it.example, &it.other_case_ids(), grade, None));
        let mut cases = with_unique_anchors(cases.collect());
        for case in &mut cases {
            // The file is in the folder of the student's page, and this page has another address.
            case.file = None;
        }
        self.cases = cases;
        if !in_brief.is_empty() {
            self.rest = vec![failure::render_brief(in_brief)];
        }
        self.sections = [
            failure::render_undecided(grade),
            student::staff_repair(grade),
            undefined::render_blocks(grade),
            findings::render_blocks(grade),
            warnings::render_blocks(grade),
        ]
        .concat();
    }

    /// Whether nothing is wrong that would be shown with the program.
    fn is_faultless(&self) -> bool {
        let is_empty = self.cases.is_empty() && self.rest.is_empty() && self.sections.is_empty();
        is_empty && self.build.is_empty()
    }

    /// An objection, in a student's words.
    fn request_text(&self, one: &LookRequest) -> Prose {
        Prose::text(&one.request.text)
    }

    /// What comments give to or take from a criterion.
    fn by_comments(&self, criterion: &str) -> Option<String> {
        comments::describe_sum(criterion, self.look.grade)
    }

    /// What an objection is about.
    fn subject(&self, one: &LookRequest) -> Option<Prose> {
        comments::describe_subject(&one.request, self.look.grade)
    }

    /// A comment of the bank with its points, to choose from.
    fn bank_label(&self, one: &BankedComment) -> String {
        let text = visible::one_line(&one.text);
        match &one.change {
            None => text,
            Some(change) => {
                let points = comments::describe_change(change, self.look.grade);
                format!("{text} ({points})")
            }
        }
    }

    /// The criteria that can change with a comment or an answer, with the points that they have.
    fn all_criteria(&self) -> impl Iterator<Item = (&str, &str, Points, Points)> {
        let criteria = self.look.grade.criteria.iter();
        let shown = criteria.filter(|one| one.max_points > Points::ZERO);
        shown.map(|one| {
            (
                one.id.as_str(),
                one.title.as_str(),
                one.points,
                one.max_points,
            )
        })
    }

    fn is_group(&self) -> bool {
        self.look.members.len() > 1
    }
}
