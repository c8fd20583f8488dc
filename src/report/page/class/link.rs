//! Where staff read about a submission.

use crate::report::entry::Entry;
use crate::report::places::Places;

/// The page that shows all of a submission, from the folder of the reports.
pub(super) fn page_of(entry: &Entry) -> String {
    let places = Places::new(&entry.student, &entry.assignment, "".as_ref());
    let page = if entry.is_limited { places.whole_page } else { places.page };
    page.display().to_string()
}
