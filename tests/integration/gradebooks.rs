//! Points go back into the file that a system let somebody download. Every file here is made up, by what the systems document.

mod canvas;
mod mistakes;
mod moodle;
mod others;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read as _;

use crate::support::{Course, Ran};

/// A course whose download has been graded.
fn graded(files: &[(&str, &str)]) -> Course {
    let course = Course::sum();
    for (name, text) in files {
        course.write(format!("download/{name}"), text);
    }
    course.grader(&["run", "download", "--quiet"]).exits_with(0);
    course
}

/// `grader gradebook` with these words.
fn gradebook(course: &Course, arguments: &[&str]) -> Ran {
    course.grader(&[&["gradebook"], arguments].concat())
}

/// The files of an archive by their names.
fn unpacked(course: &Course, archive: &str) -> BTreeMap<String, String> {
    let mut archive = zip::ZipArchive::new(File::open(course.path(archive)).unwrap()).unwrap();
    let mut files = BTreeMap::new();
    for place in 0..archive.len() {
        let mut file = archive.by_index(place).unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        files.insert(file.name().unwrap().into_owned(), text);
    }
    files
}

/// Demands that a file says this, byte for byte.
#[track_caller]
fn says(course: &Course, file: &str, expected: impl AsRef<[u8]>) {
    let found = fs::read(course.path(file)).unwrap();
    let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(shown(&found), shown(expected.as_ref()));
    assert_eq!(found, expected.as_ref());
}
