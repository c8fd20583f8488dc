//! A page for staff about cases: a document for each assignment.

use askama::Template;
use document::Block;

use super::policy::security_policy;

#[derive(Template)]
#[template(path = "page/staff_page.html")]
struct StaffPage<'a> {
    policy: String,
    title: &'a str,
    heading: &'a str,
    sections: &'a [StaffSection],
}

/// A section of a page.
pub(crate) struct StaffSection {
    /// What it is about.
    pub(crate) title: String,
    /// What it says.
    pub(crate) blocks: Vec<Block>,
    /// What is shown only to those who ask for it.
    pub(crate) details: Option<StaffDetails>,
}

/// The end of a section, closed at first.
pub(crate) struct StaffDetails {
    /// What it is about.
    pub(crate) summary: &'static str,
    /// What it says.
    pub(crate) blocks: Vec<Block>,
}

/// The page with these sections; `title` is that of the browser's window.
///
/// # Errors
/// If it cannot be made, which would be a mistake of ours.
pub(crate) fn render_staff_page(
    title: &str,
    heading: &str,
    sections: &[StaffSection],
) -> askama::Result<String> {
    StaffPage {
        policy: security_policy("", ""),
        title,
        heading,
        sections,
    }
    .render()
}
