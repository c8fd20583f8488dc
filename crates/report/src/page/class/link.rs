//! Where staff read about a submission.

use crate::entry::ReportEntry;
use crate::places::ReportPaths;

/// The page that shows all of a submission, from the folder of the reports.
pub(super) fn page_of(entry: &ReportEntry) -> String {
    let places = ReportPaths::new(&entry.student, &entry.assignment, "".as_ref());
    let page = if entry.is_limited {
        places.instructor_page
    } else {
        places.page
    };
    page.display().to_string()
}
