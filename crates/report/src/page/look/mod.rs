//! The page on which a person judges one program, or several that are alike: source, failed cases, manual criteria.

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
    audience, counted, diagnostics, failure, findings, student, summary, undefined, visible,
    warnings,
};
use document::{Block, Prose, prose};
use model::{Grade, LineComment};
use source::SourceFileView;

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
    pub bank: Vec<String>,
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
    /// Whether those are shown, too, that are judged.
    pub shows_all: bool,
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
}

/// A comment as the script knows it.
#[derive(Serialize)]
struct CommentData<'a> {
    file: &'a str,
    line: usize,
    text: &'a str,
    seen: &'a str,
}

#[derive(Template)]
#[template(path = "page/look/finished_page.html")]
struct FinishedPage<'a> {
    policy: &'a str,
    programs: usize,
    data: String,
}

/// The page of a program.
///
/// # Errors
/// If it cannot be made, which would be a mistake of ours.
pub fn render_look(look: &ProgramLook<'_>) -> io::Result<String> {
    let grade = look.grade;
    let data = LookData {
        root: "../../",
        student: &grade.student,
        assignment: &grade.assignment,
        criteria: &look.criteria,
        members: &look.members,
        steps: &look.steps,
        comments: look
            .comments
            .iter()
            .map(|(comment, seen)| CommentData {
                file: &comment.line.file,
                line: comment.line.number,
                text: &comment.text,
                seen,
            })
            .collect(),
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
            .map(|file| SourceFileView::new(file, &look.comments))
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

/// The page that says that all is judged.
///
/// # Errors
/// As [`render_look`].
pub fn render_finished(programs: usize) -> io::Result<String> {
    let data = LookData {
        root: "../",
        student: "",
        assignment: "",
        criteria: &[],
        members: &[],
        steps: &LookSteps::default(),
        comments: Vec::new(),
    };
    let page = FinishedPage {
        policy: &LOOK_POLICY,
        programs,
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
        let groups = failure::group_failures(grade);
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

    fn is_group(&self) -> bool {
        self.look.members.len() > 1
    }
}
