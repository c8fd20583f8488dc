//! The other files of the reports, as they are on disk: pages of students, `grades.csv`, Markdown.

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;
use support::beneath::OpenFolder;

use crate::http::{HttpRefusal, HttpResponse, ResponseBody};

/// The one hidden folder whose pages are shown: reports for staff.
const FOR_INSTRUCTORS: &[u8] = b".for-instructors";

/// A page of the reports has a policy of its own, and scripts. It is kept from this server, because students' texts are in it.
const PAGE: &str =
    "sandbox allow-scripts; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What endings mean; files with others are not shown.
const TYPES: [(&str, &str); 6] = [
    ("html", "text/html; charset=utf-8"),
    ("csv", "text/csv; charset=utf-8"),
    ("json", "application/json"),
    ("md", "text/plain; charset=utf-8"),
    ("in", "text/plain; charset=utf-8"),
    ("txt", "text/plain; charset=utf-8"),
];

/// A file in the folder of the reports.
///
/// # Errors
///
/// If there is none, or it is none of the reports.
pub(crate) fn open_report(reports: &Path, path: &str) -> Result<HttpResponse, HttpRefusal> {
    const NONE: HttpRefusal = HttpRefusal::new(404, "There is no such page.");
    let mut below = PathBuf::new();
    for part in path.split('/') {
        let name: Vec<u8> = percent_decode_str(part).collect();
        let is_hidden = name.starts_with(b".") && name != FOR_INSTRUCTORS;
        if name.is_empty() || is_hidden || name.contains(&b'/') || name.contains(&0) {
            return Err(NONE);
        }
        below.push(OsStr::from_bytes(&name));
    }
    let ending = below
        .extension()
        .and_then(OsStr::to_str)
        .unwrap_or_default();
    let known = TYPES.iter().find(|(known, _)| *known == ending);
    let (_, content_type) = known.ok_or(NONE)?;
    let opened = OpenFolder::open_trusted(reports).and_then(|folder| folder.open_file(&below));
    let file = match opened {
        Ok(Some(file)) => file,
        Ok(None) => return Err(NONE),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(NONE),
        Err(error) => return Err(error.into()),
    };
    let plain = HttpResponse::text(200, String::new());
    Ok(HttpResponse {
        content_type,
        policy: match ending {
            "html" => PAGE.to_owned(),
            _ => plain.policy.clone(),
        },
        body: ResponseBody::File(file),
        ..plain
    })
}
