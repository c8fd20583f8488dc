//! Moodle: the grading worksheet of one assignment, in the language of whoever downloaded it.
//!
//! The first column has the participant's number at its end (`Participant 57`), and the points that an assignment has stand right
//! of the grade. The columns of feedback come last and are not written: an empty cell of them would empty what is there, and a
//! full one would put back what was there when the file was downloaded. Moodle reads commas and UTF-8 only, and passes
//! over a row whose grade was changed after the download.

use super::column::ColumnWish;
use super::encoding::Encoding;
use super::error::Complaint;
use super::sheet::{Excess, RowStudent, Sheet, number};
use super::table::Table;
use crate::model::Points;
use crate::nearest::hint;

/// The title of the grade in English, German, French, Spanish, Portuguese, Italian and Dutch.
const GRADE: [&str; 7] =
    ["Grade", "Bewertung", "Note", "Calificación", "Nota", "Valutazione", "Cijfer"];

/// The title of the written feedback in the same languages.
const FEEDBACK: [&str; 7] = [
    "Feedback comments",
    "Feedback als Kommentar",
    "Commentaires",
    "Comentarios de retroalimentación",
    "Comentários de feedback",
    "Commenti",
    "Feedback opmerkingen",
];

/// The title of the group in the same languages.
const GROUP: [&str; 6] = ["Group", "Gruppe", "Groupe", "Grupo", "Gruppo", "Groep"];

pub(super) fn read(table: &Table, wish: ColumnWish<'_>) -> Result<Sheet, Complaint> {
    is_as_downloaded(table)?;
    has_participants(table)?;
    let titles = table.titles();
    let grade = grade_column(&titles, wish)?;
    let group = GROUP.iter().find_map(|title| table.column(title)).filter(|place| *place < grade);
    let mut students = Vec::new();
    let mut maximum: Option<(f64, bool)> = None;
    for row in 1..table.rows.len() {
        let (found, most) = maximum_of(table, row, grade + 1)?;
        maximum = maximum.or(Some((most, found.contains(','))));
        // Names, and what stands beside them: which of these columns there are is the site's choice.
        let beside = (1..grade).filter(|column| group != Some(*column));
        let mut names: Vec<String> =
            beside.map(|column| table.text(row, column).to_owned()).collect();
        // Where names are hidden, the download says `Participant` as this cell does.
        names.push(table.text(row, 0).trim_end_matches(|c: char| c.is_ascii_digit()).to_owned());
        students.push(RowStudent {
            row,
            id: participant(table.text(row, 0)).unwrap_or_default().to_owned(),
            names,
            group: group.map_or(String::new(), |column| table.text(row, column).to_owned()),
            ..RowStudent::default()
        });
    }
    let (kept, remarks) = without_feedback(&titles);
    Ok(Sheet {
        title: titles.get(grade).map_or(String::new(), |title| (*title).to_owned()),
        grade,
        kept,
        free_text: (1..grade).collect(),
        reserved: "",
        students,
        maximum: maximum.map(|(most, _)| Points::from_number(most)),
        excess: Excess::Lost,
        has_decimal_comma: maximum.is_some_and(|(_, has_comma)| has_comma),
        confirms_names: true,
        remarks,
    })
}

fn is_as_downloaded(table: &Table) -> Result<(), Complaint> {
    let found = match (table.delimiter, table.encoding) {
        (',', Encoding::Utf8 { .. }) => return Ok(()),
        (',', _) => "UTF-16".to_owned(),
        ('\t', _) => "tabs between its cells".to_owned(),
        (other, _) => format!("`{other}` between its cells"),
    };
    Err(Complaint::new(
        1,
        format!(
            "the file has {found}, and Moodle reads only UTF-8 with commas; download the grading worksheet again and give it as it \
             is, not as a spreadsheet has saved it"
        ),
    ))
}

fn has_participants(table: &Table) -> Result<(), Complaint> {
    for row in table.rows.iter().skip(1) {
        let first = row.cells.first().map_or("", |cell| cell.text.trim());
        if participant(first).is_none() {
            let what = format!(
                "the first cell is `{first}`; expected a participant with a number, such as `Participant 57`, as in Moodle's grading \
                 worksheet"
            );
            return Err(Complaint::new(row.line, what));
        }
    }
    Ok(())
}

fn grade_column(titles: &[&str], wish: ColumnWish<'_>) -> Result<usize, Complaint> {
    let place = |wanted: &str| titles.iter().position(|title| *title == wanted);
    let found = match wish.asked {
        Some(asked) => place(asked),
        None => GRADE.iter().find_map(|title| place(title)),
    };
    found.filter(|place| *place > 0).ok_or_else(|| {
        let all = titles.join(", ");
        Complaint::new(
            1,
            match wish.asked {
                Some(asked) => {
                    format!("there is no column `{asked}`; there are: {all}{}", hint(asked, titles))
                }
                None => format!(
                    "no column is called `Grade`, or that in another language that is known here; say with --column what it is called \
                     in this worksheet; there are: {all}"
                ),
            },
        )
    })
}

/// The number at the end of the first cell.
fn participant(cell: &str) -> Option<&str> {
    let words = cell.trim_end_matches(|character: char| character.is_ascii_digit());
    cell.get(words.len()..).filter(|digits| !digits.is_empty())
}

/// The points that a grade can have, and as they are written.
fn maximum_of(table: &Table, row: usize, column: usize) -> Result<(&str, f64), Complaint> {
    let found = table.text(row, column);
    let most = number(found).ok_or_else(|| {
        let line = table.rows.get(row).map_or(1, |row| row.line);
        let what = format!(
            "`{found}` stands where the maximum grade is expected, right of the grade; if the assignment is graded by a scale of \
             words, set its grade to points in Moodle and download the worksheet again"
        );
        Complaint::new(line, what)
    })?;
    Ok((found, most))
}

/// All columns but those of feedback, and what to say where that cannot be told.
fn without_feedback(titles: &[&str]) -> (Vec<usize>, Vec<String>) {
    let first = titles.iter().position(|title| FEEDBACK.contains(title));
    let kept: Vec<usize> = (0..first.unwrap_or(titles.len())).collect();
    let is_english = titles.contains(&"Last modified (grade)");
    let last = titles.last().copied().unwrap_or_default();
    if first.is_some() || (is_english && last == "Last modified (grade)") {
        return (kept, Vec::new());
    }
    let remark = format!(
        "no column of feedback was recognised, so the last one, `{last}`, is kept; if it is one, delete it from the new file, for \
         Moodle would put back the feedback of when it was downloaded"
    );
    (kept, vec![remark])
}
