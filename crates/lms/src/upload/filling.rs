//! Which cell of a table says what: decided row by row, with a sentence about whoever gets nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::file::{TextEncoding, UploadError};
use super::matching::StudentIndex;
use super::sheet::{GradeSheet, PointScale, RowStudent, UnreadHandIn, UploadGrade, format_points};
use super::table::{UploadCell, UploadRow, UploadTable};
use model::Points;
use support::formula::escape_formula;
use support::printable::to_printable;

/// A file that the system imports.
#[derive(Debug)]
pub struct FilledFile {
    pub(crate) bytes: Vec<u8>,
    /// The title of the column.
    pub title: String,
    /// How many students get points by it.
    pub students: usize,
    /// By the place of a submission whose row was found and that is graded, the system's numbers of the students who get them.
    pub recipient_ids: BTreeMap<usize, Vec<String>>,
    /// Whether groups hand in together, by the file.
    pub has_groups: bool,
    /// What the user should know, each a sentence.
    pub remarks: Vec<String>,
    /// Whether most submissions match no row, so that this may be the file of another class.
    pub most_match_no_row: bool,
}

/// What is known so far of the rows of a table.
pub(super) struct SheetFiller<'t> {
    table: &'t UploadTable,
    sheet: &'t GradeSheet,
    /// By row, the submissions whose points could go there.
    claims: BTreeMap<usize, Vec<usize>>,
    /// By row, what its cell is to say.
    cells: BTreeMap<usize, String>,
    given: BTreeMap<usize, Vec<String>>,
    /// Submissions that are nobody's, and why.
    strays: Vec<String>,
    /// How many submissions there are, and how many of them match no row.
    present: usize,
    unmatched: usize,
    remarks: Vec<String>,
}

/// Students of whom no program was graded although they handed something in, each with the reason.
#[derive(Default)]
struct UnreadHandIns {
    /// Who gets 0, because it holds no program.
    zeroed: BTreeSet<String>,
    /// Whose grade does not change, although it holds no program.
    unchanged: BTreeSet<String>,
    /// Whose grade does not change, because it was refused.
    refused: BTreeSet<String>,
}

impl<'t> SheetFiller<'t> {
    pub(super) fn new(table: &'t UploadTable, sheet: &'t GradeSheet) -> SheetFiller<'t> {
        SheetFiller {
            table,
            sheet,
            claims: BTreeMap::new(),
            cells: BTreeMap::new(),
            given: BTreeMap::new(),
            strays: Vec::new(),
            present: 0,
            unmatched: 0,
            remarks: sheet.remarks.clone(),
        }
    }

    /// Finds the rows of all submissions, the ungraded ones' as well: their students have handed something in.
    pub(super) fn claim_rows(&mut self, uploads: &[UploadGrade]) {
        let students = StudentIndex::from_sheet(self.sheet);
        // Who is only on the roster has handed nothing in.
        let present = uploads
            .iter()
            .enumerate()
            .filter(|(_, upload)| !upload.is_absent);
        for (place, upload) in present {
            let mut rows = BTreeSet::new();
            for recipient in &upload.recipients {
                match students.match_rows(recipient) {
                    Ok(found) => rows.extend(found.iter().map(|student| student.row)),
                    Err(reason) => {
                        let name = recipient
                            .names
                            .first()
                            .map(to_printable)
                            .unwrap_or_default();
                        // Names of students in records are escaped already.
                        let student = &upload.student;
                        let of = if upload.recipients.len() > 1 {
                            format!(" ({name})")
                        } else {
                            String::new()
                        };
                        self.strays.push(format!("`{student}`{of}: {reason}"));
                    }
                }
            }
            self.present += 1;
            self.unmatched += usize::from(rows.is_empty());
            for row in rows {
                self.claims.entry(row).or_default().push(place);
            }
        }
    }

    /// Decides what each cell says that somebody's points go to.
    pub(super) fn fill_points(
        &mut self,
        uploads: &[UploadGrade],
        scale: PointScale,
        missing_as_zero: bool,
    ) -> Result<(), UploadError> {
        let mut unread = UnreadHandIns::default();
        let mut ungraded = BTreeSet::new();
        let mut excused = Vec::new();
        let mut awaiting = BTreeSet::new();
        for student in &self.sheet.students {
            let claims = self.claims.get(&student.row).map_or(&[][..], Vec::as_slice);
            let all: Vec<&UploadGrade> = claims
                .iter()
                .filter_map(|place| uploads.get(*place))
                .collect();
            let (place, upload) = match (claims, all.as_slice()) {
                ([place], [only]) => (*place, *only),
                ([], _) => continue,
                _ => {
                    let names: Vec<String> =
                        all.iter().map(|one| format!("`{}`", one.student)).collect();
                    let whose = to_printable(student.display_name());
                    self.strays.push(format!(
                        "{}: all of them could be `{whose}`",
                        names.join(", ")
                    ));
                    continue;
                }
            };
            let Some(points) = upload.points else {
                ungraded.insert(upload.student.clone());
                continue;
            };
            if self
                .table
                .cell_text(student.row, self.sheet.grade)
                .eq_ignore_ascii_case("EX")
            {
                excused.push(to_printable(student.display_name()));
                continue;
            }
            if let Some(hand_in) = &upload.unread {
                let named = |why: &str| format!("{} ({why})", upload.student);
                // A report says why there is no program, so it is packed.
                self.note_recipient(place, student);
                match hand_in {
                    UnreadHandIn::Refused(why) => unread.refused.insert(named(why)),
                    UnreadHandIn::NoProgram(why)
                        if missing_as_zero && self.has_empty_cell(&student) =>
                    {
                        let zero = format_points(Points::ZERO, self.sheet);
                        self.cells.insert(student.row, zero);
                        unread.zeroed.insert(named(why))
                    }
                    UnreadHandIn::NoProgram(why) => unread.unchanged.insert(named(why)),
                };
                continue;
            }
            if upload.awaits_instructor {
                awaiting.insert(upload.student.clone());
            }
            self.cells.insert(
                student.row,
                scale.cell_text(points, &upload.student, self.sheet)?,
            );
            self.note_recipient(place, student);
        }
        self.add_remark(
            "given 0, because no program was found in what they handed in",
            &unread.zeroed,
        );
        self.add_remark(
            "left as they are, because no program was found in what they handed in",
            &unread.unchanged,
        );
        self.add_remark(
            "left as they are, because what they handed in is refused",
            &unread.refused,
        );
        self.add_remark(
            "left as they are, because their submissions are not graded",
            &ungraded,
        );
        self.add_remark(
            "left as they are, because the file excuses them (`EX`)",
            &excused,
        );
        self.add_remark(
            "given what the rubric says until a person has looked at all criteria",
            &awaiting,
        );
        Ok(())
    }

    /// Notes that a student gets the report of a submission.
    fn note_recipient(&mut self, place: usize, student: &RowStudent) {
        let ids = self.given.entry(place).or_default();
        ids.push(student.person.id.clone());
    }

    /// Says who handed nothing in, and gives them no points if that is wanted.
    pub(super) fn fill_missing(&mut self, as_zero: bool) -> Result<(), UploadError> {
        if as_zero && !self.strays.is_empty() {
            return Err(UploadError::Refused(format!(
                "--missing-as-zero could give 0 to students who handed something in, because it is not clear whose these are: {}; \
                 enter 0 by hand, or name them as the file does",
                self.strays.join("; ")
            )));
        }
        let is_without = |student: &&RowStudent| !self.claims.contains_key(&student.row);
        let without: Vec<&RowStudent> = self.sheet.students.iter().filter(is_without).collect();
        let (empty, other): (Vec<&RowStudent>, Vec<&RowStudent>) = without
            .into_iter()
            .partition(|student| as_zero && self.has_empty_cell(student));
        let zero = format_points(Points::ZERO, self.sheet);
        self.cells
            .extend(empty.iter().map(|student| (student.row, zero.clone())));
        self.add_remark(
            "given 0, because they have no submission here",
            &printable_names(&empty),
        );
        self.add_remark(
            "left as they are, because they have no submission here",
            &printable_names(&other),
        );
        Ok(())
    }

    /// A sentence about some students, if there are any.
    fn add_remark<'n>(&mut self, what: &str, names: impl IntoIterator<Item = &'n String>) {
        let names: Vec<&str> = names.into_iter().map(String::as_str).collect();
        if !names.is_empty() {
            self.remarks
                .push(format!("{what} ({}): {}", names.len(), names.join(", ")));
        }
    }

    fn has_empty_cell(&self, student: &&RowStudent) -> bool {
        matches!(
            self.table.cell_text(student.row, self.sheet.grade),
            "" | "-"
        )
    }

    /// The rows that say something new, and of them the columns that are needed.
    pub(super) fn finish_file(mut self, path: &Path) -> Result<FilledFile, UploadError> {
        for stray in std::mem::take(&mut self.strays) {
            self.remarks
                .push(format!("nobody gets the points of {stray}"));
        }
        if self.cells.is_empty() {
            return Err(UploadError::Refused(format!(
                "nobody in {} would get points, so nothing is written; {}",
                path.display(),
                self.remarks.join("; ")
            )));
        }
        let most_match_no_row = self.unmatched * 2 > self.present;
        if most_match_no_row {
            self.remarks.push(format!(
                "{} of {} submissions match no row of {}; the new file has only those that do. Check that it is the file of this class, and not \
                 of another course or section",
                self.unmatched,
                self.present,
                path.display()
            ));
        }
        let titles = self
            .table
            .rows
            .first()
            .map(|row| self.output_row(row, None, false));
        let changed = self.cells.iter().filter_map(|(place, text)| {
            Some(self.output_row(self.table.rows.get(*place)?, Some(text), true))
        });
        let rows = titles.into_iter().chain(changed).collect();
        let encoding = match self.table.encoding {
            TextEncoding::Utf8 { .. } if self.sheet.rejects_mark => {
                TextEncoding::Utf8 { mark: false }
            }
            encoding => encoding,
        };
        let table = UploadTable {
            rows,
            encoding,
            delimiter: self.table.delimiter,
        };
        Ok(FilledFile {
            bytes: table.to_bytes(),
            title: self.sheet.title.clone(),
            students: self.cells.len(),
            recipient_ids: self.given,
            has_groups: self
                .sheet
                .students
                .iter()
                .any(|student| !student.group.is_empty()),
            remarks: self.remarks,
            most_match_no_row,
        })
    }

    /// A row as it is written: with this text in the cell of the grade, and no formula where a student may have chosen the text.
    fn output_row(&self, row: &UploadRow, grade: Option<&String>, is_students: bool) -> UploadRow {
        let delimiter = self.table.delimiter;
        let cell = |column: &usize| -> Option<UploadCell> {
            let old = row.cells.get(*column)?;
            match grade {
                Some(text) if *column == self.sheet.grade => Some(old.with_text(text, delimiter)),
                _ if is_students && self.sheet.free_text.contains(column) => {
                    let text = self.neutralize_name(&old.text);
                    Some(if text == old.text {
                        old.clone()
                    } else {
                        old.with_text(&text, delimiter)
                    })
                }
                _ => Some(old.clone()),
            }
        };
        let end = if row.end.is_empty() { "\n" } else { row.end };
        UploadRow {
            line: row.line,
            cells: self.sheet.output_columns.iter().filter_map(cell).collect(),
            end,
        }
    }

    /// A name that neither a spreadsheet nor the system takes for anything else.
    fn neutralize_name(&self, name: &str) -> String {
        let reserved = self.sheet.reserved;
        match reserved.is_empty() {
            true => escape_formula(name).into_owned(),
            false => escape_formula(name).replace(reserved, &reserved.replace(' ', "_")),
        }
    }
}

fn printable_names(students: &[&RowStudent]) -> Vec<String> {
    students
        .iter()
        .map(|student| to_printable(student.display_name()))
        .collect()
}
