//! `--open`: the page of the class in a browser.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use super::summary::print_remark;

/// What opens a page as the user's desktop does.
const OPENER: &str = "xdg-open";

/// Shows a page with `$BROWSER`, or as the desktop does. Grades are written by now, so a browser that cannot be started is told
/// and no more. Nobody waits for it: it stays open.
pub(super) fn open_page(page: &Path) {
    let browser = env::var_os("BROWSER").filter(|name| !name.is_empty());
    let browser = browser.unwrap_or_else(|| OPENER.into());
    let mut command = Command::new(&browser);
    command
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        print_remark(&format!(
            "{} cannot be started ({error}); set BROWSER to a browser, or open {} yourself",
            Path::new(&browser).display(),
            page.display()
        ));
    }
}
