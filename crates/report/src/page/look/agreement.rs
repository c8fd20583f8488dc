//! The page that says how far graders agree.

use std::io;

use askama::Template;

use super::{LOOK_POLICY, LookData, LookSteps};

/// How far graders agree about the programs that all of them judge.
#[derive(Debug, Clone, Default)]
pub struct GraderAgreement {
    /// Who of the graders has judgements left, and how many.
    pub left: Vec<(String, usize)>,
    /// Whether whoever looks at the page has judged all of these programs.
    pub has_finished: bool,
    /// Every two graders by criterion.
    pub pairs: Vec<AgreementPair>,
    /// Where their points differ.
    pub differing: Vec<DifferingPoints>,
}

/// How far two graders agree about a criterion.
#[derive(Debug, Clone)]
pub struct AgreementPair {
    /// The assignment's name in reports.
    pub assignment: String,
    /// The criterion's name in reports.
    pub criterion: String,
    /// The two graders.
    pub graders: [String; 2],
    /// How many programs have the same points from both.
    pub same: usize,
    /// How many programs both have judged.
    pub programs: usize,
    /// Weighted kappa, with two decimals; none where it is not defined.
    pub kappa: Option<String>,
}

/// A program to which graders gave different points.
#[derive(Debug, Clone)]
pub struct DifferingPoints {
    /// Where it is shown, from `review/`.
    pub address: String,
    /// Whose it is.
    pub student: String,
    /// The assignment's name in reports.
    pub assignment: String,
    /// The criterion's name in reports.
    pub criterion: String,
    /// What each grader gave, as people write it.
    pub points: Vec<(String, String)>,
    /// Whose points count.
    pub decides: String,
}

#[derive(Template)]
#[template(path = "page/look/agreement_page.html")]
struct AgreementPage<'a> {
    policy: &'a str,
    agreement: &'a GraderAgreement,
    data: String,
}

/// The page that says how far graders agree.
///
/// # Errors
/// If it cannot be made, which would be a mistake of ours.
pub fn render_agreement(agreement: &GraderAgreement) -> io::Result<String> {
    let steps = LookSteps::default();
    let page = AgreementPage {
        policy: &LOOK_POLICY,
        agreement,
        data: serde_json::to_string(&LookData::without_program("../", &steps))?,
    };
    page.render().map_err(io::Error::other)
}
