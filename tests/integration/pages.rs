//! Pages in a real Chromium: a student gets the point on a telephone, without a mouse, on paper; and nothing that a student
//! wrote or a program printed does anything there but be shown. One small class is graded once.

mod class;
mod class_page;
mod hostile;
mod judging;
mod paper;
mod student;
mod verdicts;
mod wrong_turns;

use std::path::PathBuf;
use std::sync::MutexGuard;

use crate::support::browser::{Browser, Page, browser};
use crate::support::tiers::skipped;

/// The browser, or a line that says that there is none.
fn with_browser() -> Option<MutexGuard<'static, Browser>> {
    let found = browser();
    if found.is_none() {
        skipped("pages: chromium is not installed; scripts/test installs it");
    }
    found
}

/// A file of the class's reports.
fn report(name: &str) -> PathBuf {
    class::graded().path("reports").join(name)
}

/// What axe finds wrong with a page; nothing, with a line that says so, where there is no axe.
fn violations(page: &mut Page<'_>) -> Vec<String> {
    page.violations().unwrap_or_else(|| {
        skipped("barriers in pages: axe-core is not installed; scripts/test installs it with npm");
        Vec::new()
    })
}
