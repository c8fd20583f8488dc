//! Where each file of the reports stands. No name that a student can have is one of ours, or leads anywhere else.

use std::path::{Path, PathBuf};

/// All grades for other programs.
pub(super) const RESULTS: &str = "results.json";

/// All grades for a spreadsheet.
pub(super) const GRADES: &str = "grades.csv";

/// The page of the class, for staff.
pub(super) const INDEX: &str = "index.html";

/// Where that stands in a folder of reports.
pub fn index_file(folder: &Path) -> PathBuf {
    folder.join(INDEX)
}

/// The folder of reports that show what students may not see.
pub(super) const FOR_INSTRUCTORS: &str = ".for-instructors";

/// Whom a merge found no grade for.
pub(super) const MISSING: &str = "missing.txt";

/// The folder of the cases' scripts, which are the same for all students.
pub(super) const CASES: &str = "cases";

/// Every name that stands beside the students' folders.
pub(super) const RESERVED_NAMES: [&str; 6] =
    [RESULTS, GRADES, INDEX, FOR_INSTRUCTORS, MISSING, CASES];

/// Names that mean a device on Windows, with any ending; followed by a digit where there are several.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// The files of one submission's report.
pub(super) struct ReportPaths {
    /// The report for the student.
    pub(super) report: PathBuf,
    /// The same as a page for a browser.
    pub(super) page: PathBuf,
    /// The same for other programs.
    pub(super) json: PathBuf,
    /// The folder with what a report is too short for: calls of functions, and very long inputs.
    pub(super) extra_folder: PathBuf,
    /// The report for instructors, where students see less.
    pub(super) instructor_report: PathBuf,
    /// The same as a page.
    pub(super) instructor_page: PathBuf,
}

impl ReportPaths {
    pub(super) fn new(student: &str, assignment: &str, out: &Path) -> ReportPaths {
        let own = out.join(folder_name(student));
        let whole = out.join(FOR_INSTRUCTORS).join(folder_name(student));
        let [report, page] = ["md", "html"].map(|ending| format!("{assignment}.{ending}"));
        ReportPaths {
            instructor_report: whole.join(&report),
            instructor_page: whole.join(&page),
            report: own.join(report),
            page: own.join(page),
            json: own.join(format!("{assignment}.json")),
            extra_folder: own.join(assignment),
        }
    }
}

/// The name of a student's folder: the student's own, unless it is one of ours (in any case: not every disk tells them
/// apart), or hidden, or one that some system understands in its own way. Then what makes it so is written as `\xNN`.
///
/// Different names get different folders. A student's name is printable: intake has written `\xNN` for each byte that is
/// not, and for the backslash itself, and for no other. So `\x72` can only have been written here.
pub(super) fn folder_name(student: &str) -> String {
    let hides_first = is_reserved(student) || is_device(student) || student.starts_with('.');
    let last = student.char_indices().next_back().map_or(0, |(at, _)| at);
    let mut name = String::with_capacity(student.len());
    for (at, character) in student.char_indices() {
        let is_unsafe = (at == 0 && hides_first)
            || (at == last && matches!(character, '.' | ' '))
            || matches!(character, '/' | '\0');
        if is_unsafe {
            let mut bytes = [0; 4];
            let bytes = character.encode_utf8(&mut bytes).as_bytes();
            name.extend(bytes.iter().map(|byte| format!("\\x{byte:02x}")));
        } else {
            name.push(character);
        }
    }
    if name.is_empty() {
        "\\x".to_owned()
    } else {
        name
    }
}

fn is_reserved(name: &str) -> bool {
    let folded = fold_case(name);
    RESERVED_NAMES.iter().any(|ours| folded == *ours)
}

fn is_device(name: &str) -> bool {
    let folded = fold_case(name);
    let stem = folded
        .split(['.', ':'])
        .next()
        .unwrap_or_default()
        .trim_end();
    let is_number = |rest: &str| {
        let mut rest = rest.chars();
        matches!(rest.next(), Some('0'..='9' | '¹' | '²' | '³')) && rest.next().is_none()
    };
    DEVICES.contains(&stem)
        || NUMBERED_DEVICES
            .iter()
            .any(|device| stem.strip_prefix(device).is_some_and(is_number))
}

/// Without case, by both ways: `ſ` is an `S` in capitals, and the sign for Kelvin a `k` in small letters.
fn fold_case(name: &str) -> String {
    name.to_uppercase().to_lowercase()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    use proptest::prelude::*;

    use super::*;
    use support::printable::to_printable;

    #[test]
    fn ordinary_names_are_their_own_folders_and_others_are_not() {
        for name in [
            "ann",
            "Zoë Ω",
            "results",
            "grades.csv~",
            "con-an",
            "Conrad",
            "com",
            "a.b",
            r"new\x0aline",
        ] {
            assert_eq!(folder_name(name), name);
        }
        for (name, folder) in [
            ("results.json", r"\x72esults.json"),
            ("Grades.CSV", r"\x47rades.CSV"),
            ("reſults.json", r"\x72eſults.json"),
            ("cases", r"\x63ases"),
            ("CASES", r"\x43ASES"),
            (".for-instructors", r"\x2efor-instructors"),
            ("..", r"\x2e\x2e"),
            (".", r"\x2e"),
            ("CON", r"\x43ON"),
            ("nul.txt", r"\x6eul.txt"),
            ("COM1", r"\x43OM1"),
            ("ann.", r"ann\x2e"),
            ("ann ", r"ann\x20"),
            ("../ann", r"\x2e.\x2fann"),
            ("", r"\x"),
        ] {
            assert_eq!(folder_name(name), folder);
        }
    }

    /// Names as a file system allows them, many of them near those that matter.
    fn raw_name() -> impl Strategy<Value = Vec<u8>> {
        let near = prop::sample::select(vec![
            "results.json",
            "grades.csv",
            "cases",
            ".for-instructors",
            "..",
            ".",
            "con",
            "com1",
            "nul.txt",
            "ann",
            r"\x72esults.json",
            r"\x2e",
            "\u{17f}",
            "\u{212a}",
            "ann.",
            "ann ",
        ]);
        let cases = (near, any::<u64>()).prop_map(|(name, bits)| {
            let flip = |(at, c): (usize, char)| {
                if bits >> (at % 64) & 1 == 1 {
                    c.to_ascii_uppercase()
                } else {
                    c
                }
            };
            name.char_indices()
                .map(flip)
                .collect::<String>()
                .into_bytes()
        });
        let bytes = prop::collection::vec(any::<u8>(), 1..255);
        let joined = (
            cases.clone(),
            prop::sample::select(vec!["", ".", " ", r"\", "\u{200b}"]),
            cases.clone(),
        )
            .prop_map(|(one, between, other)| [one, between.into(), other].concat());
        prop_oneof![cases, bytes, joined].prop_map(|name| {
            let name: Vec<u8> = name
                .into_iter()
                .filter(|&byte| byte != b'/' && byte != 0)
                .collect();
            if name.is_empty() { b"x".to_vec() } else { name }
        })
    }

    proptest! {
        #[test]
        fn different_students_have_different_folders_and_none_is_ours(
            names in prop::collection::btree_set(raw_name(), 1..12),
        ) {
            let mut folders: BTreeMap<String, &Vec<u8>> = BTreeMap::new();
            for name in &names {
                let folder = folder_name(&to_printable(OsStr::from_bytes(name)));
                let components: Vec<_> = Path::new(&folder).components().collect();
                prop_assert!(matches!(components.as_slice(), [std::path::Component::Normal(_)]), "{folder}");
                prop_assert!(!is_reserved(&folder) && !is_device(&folder), "{folder}");
                prop_assert!(!folder.starts_with('.') && !folder.ends_with(['.', ' ']), "{folder}");
                prop_assert!(folder.len() <= 240 && !folder.chars().any(char::is_control), "{folder}");
                let taken = folders.insert(folder.clone(), name);
                prop_assert!(taken.is_none(), "{folder} is {name:?} and {taken:?}");
            }
        }
    }

    #[test]
    fn no_file_of_one_submission_is_another_ones() {
        let mut all = BTreeSet::new();
        for student in [
            "ann",
            "results.json",
            "GRADES.csv",
            "tttn",
            "tttn.md",
            ".for-instructors",
            "cases",
        ] {
            for assignment in ["tttn", "md", "ann"] {
                let places = ReportPaths::new(student, assignment, Path::new("out"));
                let ReportPaths {
                    report,
                    page,
                    json,
                    extra_folder: beside,
                    instructor_report: whole,
                    instructor_page: whole_page,
                } = places;
                for path in [report, page, json, beside, whole, whole_page] {
                    assert!(
                        RESERVED_NAMES
                            .iter()
                            .all(|ours| path != Path::new("out").join(ours))
                    );
                    assert!(all.insert(path.clone()), "{}", path.display());
                }
            }
        }
    }
}
