//! Overrides are written into `overrides.toml` as a person would: what stands there stays as it is, comments and order.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::path::Path;

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, Value, value};

use super::diagnostic::DiagnosticList;
use super::overrides::load_overrides_if_present;
use model::{GradeOverride, OverrideKind};
use support::digest::DigestBuilder;
use support::write_error::WriteError;
use support::{file_lock, file_writing};

/// Which row of `overrides.toml` is meant: a criterion of a submission, or the whole grade.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OverrideSubject {
    /// The student's name in reports.
    pub student: String,
    /// The system's number of the person; none if it is not known. See [`OverrideIndex`].
    pub id: Option<String>,
    /// The assignment's id.
    pub assignment: String,
    /// The criterion's id; none for the whole grade, and for a comment.
    pub criterion: Option<String>,
    /// What kind of row it is.
    pub kind: SubjectKind,
}

/// What tells a row from others about the same submission and criterion.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SubjectKind {
    /// Points.
    Decision,
    /// The file and the line of a comment.
    Comment(String, usize),
    /// Points for the agreement, by this grader.
    Second(String),
    /// An objection about this case, in these words.
    Request(Option<String>, String),
}

impl SubjectKind {
    /// The tables in which such rows are.
    const fn table_key(&self) -> &'static str {
        match self {
            SubjectKind::Decision => "override",
            SubjectKind::Comment(..) => "comment",
            SubjectKind::Second(_) => "second",
            SubjectKind::Request(..) => "request",
        }
    }
}

/// A change of one row by somebody who has looked at it.
#[derive(Debug, Clone)]
pub struct OverrideChange {
    /// Which row.
    pub subject: OverrideSubject,
    /// [`digest_override`] of the row that was seen.
    pub seen: String,
    /// What it is to be; none removes it.
    pub new: Option<GradeOverride>,
}

/// What became of changes.
#[derive(Debug)]
pub enum OverrideChanges {
    /// All are written. Each row as it was before, in the order of the changes.
    Written(Vec<Option<GradeOverride>>),
    /// None is written, for these rows are not what was seen: each as it is.
    Outdated(Vec<(OverrideSubject, Option<GradeOverride>)>),
}

/// Why rows cannot be changed.
#[derive(Debug, thiserror::Error)]
pub enum OverrideChangeError {
    /// The file is not what it should be.
    #[error("{0}")]
    Invalid(DiagnosticList),
    /// It cannot be read or written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Writes these overrides into a file, which need not be there yet. One for the same student, assignment and criterion takes the
/// place of the one before.
///
/// # Errors
///
/// If the file cannot be read, is no TOML, or cannot be written; then it is as it was.
pub fn write_overrides(path: &Path, new: &[GradeOverride]) -> Result<(), WriteError> {
    let _lock = lock_overrides(path)?;
    let rows: Vec<(OverrideSubject, Option<&GradeOverride>)> = new
        .iter()
        .map(|one| (OverrideSubject::from_override(one), Some(one)))
        .collect();
    edit_file(path, &rows)
}

/// Makes all of these changes, or none if one of the rows is not what was seen.
///
/// # Errors
///
/// If the file has a mistake, or cannot be read or written; then it is as it was.
pub fn change_overrides(
    path: &Path,
    changes: &[OverrideChange],
) -> Result<OverrideChanges, OverrideChangeError> {
    if changes.is_empty() {
        return Ok(OverrideChanges::Written(Vec::new()));
    }
    let _lock = lock_overrides(path)?;
    let known = load_overrides_if_present(path).map_err(OverrideChangeError::Invalid)?;
    let rows = index_overrides(&known);
    let current = |change: &OverrideChange| rows.find(&change.subject).copied();
    let outdated: Vec<_> = changes
        .iter()
        .filter(|change| digest_override(current(change)) != change.seen)
        .map(|change| (change.subject.clone(), current(change).cloned()))
        .collect();
    if !outdated.is_empty() {
        return Ok(OverrideChanges::Outdated(outdated));
    }
    let edits: Vec<_> = changes
        .iter()
        .map(|change| (change.subject.clone(), change.new.as_ref()))
        .collect();
    edit_file(path, &edits)?;
    let before = changes.iter().map(|change| current(change).cloned());
    Ok(OverrideChanges::Written(before.collect()))
}

/// Rows by what they are about. Rows of one name are about different people if both have numbers and these differ. Of two about the
/// same the last counts, and is the one that is edited.
#[derive(Debug, Clone)]
pub struct OverrideIndex<R> {
    /// By the subject without its number: the rows, each with its number.
    rows: HashMap<OverrideSubject, Vec<(Option<String>, R)>>,
}

impl<R> OverrideIndex<R> {
    /// Adds the next row of the file.
    pub fn insert(&mut self, subject: OverrideSubject, row: R) {
        let (key, id) = subject.split_id();
        self.rows.entry(key).or_default().push((id, row));
    }

    /// The row about this subject.
    pub fn find(&self, subject: &OverrideSubject) -> Option<&R> {
        let (key, id) = subject.clone().split_id();
        let rows = self.rows.get(&key)?.iter().rev();
        let mut fitting = rows.filter(|(known, _)| is_same_person(known, &id));
        fitting.next().map(|(_, row)| row)
    }

    /// The row about this subject, which is about its person only from now on.
    fn claim(&mut self, subject: &OverrideSubject) -> Option<&R> {
        let (key, id) = subject.clone().split_id();
        let rows = self.rows.get_mut(&key)?.iter_mut().rev();
        let mut fitting = rows.filter(|(known, _)| is_same_person(known, &id));
        let (known, row) = fitting.next()?;
        if id.is_some() {
            *known = id;
        }
        Some(row)
    }
}

impl<R> Default for OverrideIndex<R> {
    fn default() -> OverrideIndex<R> {
        OverrideIndex {
            rows: HashMap::new(),
        }
    }
}

/// Whether two numbers can be of one person: they are equal, or one is not known.
fn is_same_person(one: &Option<String>, other: &Option<String>) -> bool {
    one.is_none() || other.is_none() || one == other
}

/// The rows by what they are about.
pub fn index_overrides(all: &[GradeOverride]) -> OverrideIndex<&GradeOverride> {
    let mut index = OverrideIndex::default();
    for one in all {
        index.insert(OverrideSubject::from_override(one), one);
    }
    index
}

/// A digest of what a row says, and of a row that is not there. Its place in the file does not count.
pub fn digest_override(row: Option<&GradeOverride>) -> String {
    let Some(one) = row else {
        return "none".to_owned();
    };
    let number = |points: Option<model::Points>| points.map(|it| it.to_string());
    let parts = [
        number(one.points),
        one.above_maximum.then(|| "above".to_owned()),
        number(one.was),
        Some(one.reason.clone()),
        Some(one.by.clone()),
        one.grader.clone(),
        one.criterion.clone(),
    ];
    let mut digest = DigestBuilder::default();
    for part in parts {
        let piece = part.map_or_else(String::new, |text| format!("={text}"));
        digest = digest.with_piece(piece.as_bytes());
    }
    digest.finish().to_string()
}

/// Makes other programs wait that change the file. The folder is locked, because the file is replaced by every change. Graders
/// who share a file by links lock the folder that it is in.
fn lock_overrides(path: &Path) -> Result<File, WriteError> {
    let path = &file_writing::resolve_link(path);
    let folder = file_writing::parent_folder(path);
    let lock = File::open(folder).map_err(WriteError::for_path(folder))?;
    // A disk without locks is no reason to refuse the work.
    file_lock::lock_if_supported(&lock);
    Ok(lock)
}

/// Replaces the file by one with these rows.
fn edit_file(
    path: &Path,
    rows: &[(OverrideSubject, Option<&GradeOverride>)],
) -> Result<(), WriteError> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        read => read.map_err(WriteError::for_path(path))?,
    };
    let edited = edit_overrides(&text, rows).map_err(WriteError::for_path(path))?;
    file_writing::write_course_file(path, edited.as_bytes()).map_err(WriteError::for_path(path))
}

fn edit_overrides(
    text: &str,
    rows: &[(OverrideSubject, Option<&GradeOverride>)],
) -> io::Result<String> {
    let invalid = |error: toml_edit::TomlError| io::Error::new(io::ErrorKind::InvalidData, error);
    let mut document: DocumentMut = text.parse().map_err(invalid)?;
    for key in ["override", "comment", "second", "request"] {
        let mut fitting = rows
            .iter()
            .filter(|(subject, _)| subject.kind.table_key() == key)
            .peekable();
        if fitting.peek().is_some() {
            edit_tables(&mut document, key, fitting)?;
        }
    }
    Ok(document.to_string())
}

/// Edits the tables with this key.
fn edit_tables<'r>(
    document: &mut DocumentMut,
    key: &str,
    rows: impl Iterator<Item = &'r (OverrideSubject, Option<&'r GradeOverride>)>,
) -> io::Result<()> {
    let item = document
        .entry(key)
        .or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
    let Some(tables) = item.as_array_of_tables_mut() else {
        let trouble = format!("`{key}` is no list of tables: expected `[[{key}]]`");
        return Err(io::Error::new(io::ErrorKind::InvalidData, trouble));
    };
    // A search for each override would take a minute for 20,000 of them.
    let mut places: OverrideIndex<usize> = OverrideIndex::default();
    for (place, table) in tables.iter().enumerate() {
        if let Some(subject) = read_subject(table, key) {
            places.insert(subject, place);
        }
    }
    let mut removed = Vec::new();
    for (subject, new) in rows {
        let place = places.claim(subject).copied();
        match (place.and_then(|place| tables.get_mut(place)), new) {
            (Some(table), Some(one)) => write_override(table, one),
            (Some(_), None) => removed.extend(place),
            (None, Some(one)) => {
                let mut table = Table::new();
                write_override(&mut table, one);
                places.insert(subject.clone(), tables.len());
                tables.push(table);
            }
            (None, None) => {}
        }
    }
    removed.sort_unstable();
    removed.dedup();
    for place in removed.into_iter().rev() {
        tables.remove(place);
    }
    Ok(())
}

impl OverrideSubject {
    /// The subject without its number, and the number.
    fn split_id(mut self) -> (OverrideSubject, Option<String>) {
        let id = self.id.take();
        (self, id)
    }

    /// What an override is about.
    pub fn from_override(one: &GradeOverride) -> OverrideSubject {
        let kind = match &one.kind {
            OverrideKind::Decision => SubjectKind::Decision,
            OverrideKind::Comment(line) => SubjectKind::Comment(line.file.clone(), line.number),
            OverrideKind::Second => SubjectKind::Second(one.grader.clone().unwrap_or_default()),
            OverrideKind::Request { case, text } => {
                SubjectKind::Request(case.clone(), text.clone())
            }
        };
        let is_comment = matches!(one.kind, OverrideKind::Comment(_));
        OverrideSubject {
            student: one.student.clone(),
            id: one.id.clone(),
            assignment: one.assignment.clone(),
            criterion: one.criterion.clone().filter(|_| !is_comment),
            kind,
        }
    }
}

/// What a row of tables with this key is about; none if it does not say that.
fn read_subject(table: &Table, key: &str) -> Option<OverrideSubject> {
    // The reader leaves white space around names out, too.
    let text = |key: &str| table.get(key).and_then(Item::as_str).map(str::trim);
    let filled = |key: &str| text(key).filter(|text| !text.is_empty()).map(str::to_owned);
    let number = table.get("line").and_then(Item::as_integer);
    let number = number.and_then(|number| usize::try_from(number).ok());
    let kind = match key {
        "comment" => SubjectKind::Comment(filled("file")?, number?),
        "second" => SubjectKind::Second(filled("grader")?),
        "request" => SubjectKind::Request(filled("case"), filled("text")?),
        _ => SubjectKind::Decision,
    };
    let criterion = match kind {
        SubjectKind::Comment(..) => None,
        SubjectKind::Request(..) => filled("criterion"),
        _ => table
            .get("criterion")
            .and_then(Item::as_str)
            .map(str::to_owned),
    };
    Some(OverrideSubject {
        student: filled("student")?,
        id: filled("id"),
        assignment: filled("assignment")?,
        criterion,
        kind,
    })
}

fn write_override(table: &mut Table, one: &GradeOverride) {
    let points = |points: model::Points| Value::from(points.as_number());
    let text = |text: &Option<String>| text.as_ref().map(Value::from);
    let filled = |text: &String| Some(text).filter(|it| !it.is_empty()).map(Value::from);
    set_value(table, "student", Some((&one.student).into()));
    // A number that is noted stays, also where a download has none.
    if let Some(id) = &one.id {
        set_value(table, "id", Some(id.into()));
    }
    set_value(table, "assignment", Some((&one.assignment).into()));
    match &one.kind {
        OverrideKind::Comment(line) => {
            let number = i64::try_from(line.number).unwrap_or(i64::MAX);
            set_value(table, "file", Some((&line.file).into()));
            set_value(table, "line", Some(number.into()));
            set_value(table, "code", Some((&line.code).into()));
            set_value(table, "text", Some((&one.reason).into()));
            set_value(table, "criterion", text(&one.criterion));
            set_value(table, "points", one.points.map(points));
        }
        OverrideKind::Request { case, text: words } => {
            set_value(table, "case", text(case));
            set_value(table, "criterion", text(&one.criterion));
            set_value(table, "text", Some(words.into()));
            set_value(table, "answer", filled(&one.reason));
        }
        OverrideKind::Decision | OverrideKind::Second => {
            set_value(table, "criterion", text(&one.criterion));
            set_value(table, "points", one.points.map(points));
            let is_above = one.above_maximum.then(|| true.into());
            set_value(table, "above_maximum", is_above);
            set_value(table, "was", one.was.map(points));
            set_value(table, "reason", Some((&one.reason).into()));
        }
    }
    set_value(table, "by", filled(&one.by));
    set_value(table, "grader", text(&one.grader));
}

/// Sets a value, or removes it. What says the same stays as it was typed, and a comment after it stays in any case.
fn set_value(table: &mut Table, key: &str, new: Option<Value>) {
    let number = |it: &Value| it.as_float().or(it.as_integer().map(|it| it as f64));
    let is_same = |old: &Value, new: &Value| match (number(old), number(new)) {
        (Some(old), Some(new)) => old == new,
        _ => old.as_str().is_some() && old.as_str() == new.as_str(),
    };
    match (new, table.get_mut(key)) {
        (Some(new), Some(Item::Value(old))) if is_same(old, &new) => {}
        (Some(mut new), Some(Item::Value(old))) => {
            *new.decor_mut() = old.decor().clone();
            *old = new;
        }
        (Some(new), _) => drop(table.insert(key, value(new))),
        (None, _) => drop(table.remove(key)),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;
    use model::Points;

    const BEFORE: &str = "# Kim, in May\n[[override]]\nstudent = \"ann\"\nassignment = \"sum\"\ncriterion = \"style\"\npoints = 1 # for now\nreason = \"r\"\nby = \"k\"\n";

    fn an_override(student: &str, points: f64) -> GradeOverride {
        GradeOverride {
            student: student.to_owned(),
            id: None,
            assignment: "sum".to_owned(),
            criterion: Some("style".to_owned()),
            points: Some(Points::from_number(points)),
            above_maximum: false,
            was: None,
            kind: OverrideKind::Decision,
            grader: None,
            reason: "Says \"why\".".to_owned(),
            by: "Lee".to_owned(),
            place: String::new(),
        }
    }

    #[test]
    fn an_override_takes_the_place_of_the_one_before_and_all_else_stays() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("overrides.toml");
        fs::write(&path, BEFORE).unwrap();
        write_overrides(&path, &[an_override("ann", 2.5), an_override("bob", 3.0)]).unwrap();
        let after = fs::read_to_string(&path).unwrap();
        assert!(
            after.starts_with("# Kim, in May\n[[override]]\nstudent = \"ann\"\n"),
            "{after}"
        );
        assert_eq!(after.matches("[[override]]").count(), 2, "{after}");
        let read = crate::load_overrides(&path).unwrap();
        let said: Vec<_> = read
            .iter()
            .map(|it| (it.student.as_str(), it.points, it.by.as_str()))
            .collect();
        let points = |number| Some(Points::from_number(number));
        assert_eq!(
            said,
            [("ann", points(2.5), "Lee"), ("bob", points(3.0), "Lee")]
        );
        assert_eq!(read[0].reason, "Says \"why\".");
    }

    #[test]
    fn a_shared_file_keeps_its_place_and_mode() {
        let place = tempfile::tempdir().unwrap();
        let shared = place.path().join("shared.toml");
        fs::write(&shared, BEFORE).unwrap();
        fs::set_permissions(&shared, fs::Permissions::from_mode(0o664)).unwrap();
        let link = place.path().join("overrides.toml");
        std::os::unix::fs::symlink("shared.toml", &link).unwrap();
        write_overrides(&link, &[an_override("bob", 3.0)]).unwrap();
        assert!(link.is_symlink());
        assert!(fs::read_to_string(&shared).unwrap().contains("\"bob\""));
        let mode = fs::metadata(&shared).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o664);
    }

    #[test]
    fn people_of_one_name_have_a_row_each_by_their_numbers() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("overrides.toml");
        let numbered = |id: &str, points: f64| GradeOverride {
            id: Some(id.to_owned()),
            ..an_override("ann", points)
        };
        // The row without a number becomes that of the first, and is not the second's.
        fs::write(&path, BEFORE).unwrap();
        write_overrides(&path, &[numbered("104", 2.0), numbered("105", 3.0)]).unwrap();
        write_overrides(&path, &[numbered("104", 4.0)]).unwrap();
        let read = crate::load_overrides(&path).unwrap();
        let rows: Vec<_> = read
            .iter()
            .map(|one| (one.id.as_deref(), one.points.map(Points::as_number)))
            .collect();
        assert_eq!(rows, [(Some("104"), Some(4.0)), (Some("105"), Some(3.0))]);
        let index = index_overrides(&read);
        let subject = |id: Option<&str>| OverrideSubject {
            id: id.map(str::to_owned),
            ..OverrideSubject::from_override(&read[0])
        };
        for (id, expected) in [
            (Some("104"), Some("104")),
            (Some("105"), Some("105")),
            (Some("106"), None),
            (None, Some("105")),
        ] {
            let found = index.find(&subject(id));
            assert_eq!(found.and_then(|one| one.id.as_deref()), expected, "{id:?}");
        }
    }

    #[test]
    fn a_row_that_is_not_what_was_seen_is_left_alone_and_a_change_can_be_taken_back() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("overrides.toml");
        fs::write(&path, BEFORE).unwrap();
        let change = |one: GradeOverride, seen: &str| OverrideChange {
            subject: OverrideSubject::from_override(&one),
            seen: seen.to_owned(),
            new: Some(one),
        };
        let ann = || an_override("ann", 2.5);
        let bob = || an_override("bob", 3.0);
        // Ann's row was not seen, so bob's is not written either.
        let outdated =
            change_overrides(&path, &[change(bob(), "none"), change(ann(), "none")]).unwrap();
        let OverrideChanges::Outdated(rows) = outdated else {
            panic!("{outdated:?}");
        };
        assert_eq!(rows.len(), 1);
        let current = rows[0].1.clone();
        assert_eq!(current.as_ref().unwrap().by, "k");
        assert_eq!(fs::read_to_string(&path).unwrap(), BEFORE);

        let seen = digest_override(current.as_ref());
        let written =
            change_overrides(&path, &[change(bob(), "none"), change(ann(), &seen)]).unwrap();
        let OverrideChanges::Written(before) = written else {
            panic!("{written:?}");
        };
        assert_eq!((before[0].is_none(), before[1].is_some()), (true, true));
        let back = |one: GradeOverride, new: Option<GradeOverride>| OverrideChange {
            subject: OverrideSubject::from_override(&one),
            seen: digest_override(Some(&one)),
            new,
        };
        let mut before = before.into_iter();
        let changes = [
            back(bob(), before.next().unwrap()),
            back(ann(), before.next().unwrap()),
        ];
        change_overrides(&path, &changes).unwrap();
        let after = fs::read_to_string(&path).unwrap();
        assert_eq!(after.replace("1.0", "1"), BEFORE);
    }
}
