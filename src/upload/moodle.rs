//! Moodle: the grading worksheet of one assignment, in the language of whoever downloaded it.
//!
//! The first column has the participant's number at its end (`Participant 57`), and the points that an assignment has are in the
//! column after the grade. Moodle's importer reads the participant, the grade and when the grade was last changed, and newer versions
//! also the marks of single markers; so no other column is written. It reads commas and UTF-8 only, and skips a row whose grade was
//! changed after the download.

use super::column::ColumnWish;
use super::encoding::Encoding;
use super::error::Complaint;
use super::moodle_date;
use super::sheet::{Excess, RowStudent, Sheet, number};
use super::table::Table;
use crate::identity::Identity;
use crate::model::Points;
use crate::nearest::hint;

/// The title of the grade in English, German, French, Spanish, Portuguese, Italian and Dutch.
const GRADE: [&str; 7] =
    ["Grade", "Bewertung", "Note", "Calificación", "Nota", "Valutazione", "Cijfer"];

/// The title of the time of the grade in the same languages.
const GRADED: [&str; 7] = [
    "Last modified (grade)",
    "Zuletzt geändert (Bewertung)",
    "Dernière modification (note)",
    "Última modificación (calificación)",
    "Última modificação (nota)",
    "Ultima modifica (valutazione)",
    "Laatst gewijzigd (beoordeling)",
];

/// The title of the time of the submission in the same languages.
const HANDED_IN: [&str; 8] = [
    "Last modified (submission)",
    "Zuletzt geändert (Abgabe)",
    "Dernière modification (travail remis)",
    "Última modificación (entrega)",
    "Última modificação (envio)",
    "Última modificação (submissão)",
    "Ultima modifica (consegna)",
    "Laatst gewijzigd (inzending)",
];

/// The title of the written feedback in the same languages.
const FEEDBACK: [&str; 8] = [
    "Feedback comments",
    "Feedback als Kommentar",
    "Commentaires",
    "Feedback par commentaires",
    "Comentarios de retroalimentación",
    "Comentários de feedback",
    "Commenti",
    "Feedback opmerkingen",
];

/// The title of the group in the same languages.
const GROUP: [&str; 6] = ["Group", "Gruppe", "Groupe", "Grupo", "Gruppo", "Groep"];

/// The title of the address in the same languages.
const EMAIL: [&str; 8] = [
    "Email address",
    "E-Mail-Adresse",
    "Adresse de courriel",
    "Dirección de correo",
    "Endereço de e-mail",
    "Endereço de email",
    "Indirizzo email",
    "E-mailadres",
];

/// The title of the school's number in the same languages.
const NUMBER: [&str; 6] = [
    "ID number",
    "ID-Nummer",
    "Numéro d'identification",
    "Número de ID",
    "Número de identificação",
    "Codice identificativo",
];

/// The title of the login in the same languages.
const LOGIN: [&str; 8] = [
    "Username",
    "Anmeldename",
    "Nom d'utilisateur",
    "Nombre de usuario",
    "Nome de utilizador",
    "Identificação de usuário",
    "Nome utente",
    "Gebruikersnaam",
];

/// The title of the submission's state in the same languages.
const STATUS: [&str; 4] = ["Status", "Statut", "Estado", "Stato"];

/// Whether a file is a worksheet: its rows are participants with a number, and it has a grade.
pub(super) fn is_meant(table: &Table) -> bool {
    table.rows.len() > 1 && one_of(table, &GRADE).is_some() && has_participants(table).is_ok()
}

fn one_of(table: &Table, titles: &[&str]) -> Option<usize> {
    titles.iter().find_map(|title| table.column(title))
}

/// Everybody in the file. Which columns there are before the grade is the site's choice; those without a known title may hold any
/// identifier.
pub(super) fn students(table: &Table, grade: usize) -> Vec<RowStudent> {
    let before = |titles: &[&str]| one_of(table, titles).filter(|place| *place < grade);
    let [group, email, number, login, status] =
        [before(&GROUP), before(&EMAIL), before(&NUMBER), before(&LOGIN), before(&STATUS)];
    let is_known = |place: &usize| [group, email, number, login, status].contains(&Some(*place));
    let name = Some(1).filter(|place| *place < grade && !is_known(place));
    let unknown: Vec<usize> = (2..grade).filter(|place| !is_known(place)).collect();
    let handed_in = one_of(table, &HANDED_IN);
    let student = |row: usize| {
        let text =
            |column: Option<usize>| column.map_or("", |column| table.text(row, column)).to_owned();
        let first = table.text(row, 0);
        // Where names are hidden, the download says `Participant` as this cell does.
        let participant_word = first.trim_end_matches(|it: char| it.is_ascii_digit()).to_owned();
        let person = Identity {
            id: participant(first).unwrap_or_default().to_owned(),
            id_needs_name: true,
            number: text(number),
            login: text(login),
            email: text(email),
            names: vec![text(name), participant_word],
            other: unknown.iter().map(|column| text(Some(*column))).collect(),
            ..Identity::default()
        };
        RowStudent {
            row,
            person,
            group: text(group),
            handed_in: text(handed_in),
            ..RowStudent::default()
        }
    };
    (1..table.rows.len()).map(student).collect()
}

/// Everybody in a worksheet, whatever its grade is called.
pub(super) fn all_students(table: &Table) -> Vec<RowStudent> {
    let grade = one_of(table, &GRADE).unwrap_or(table.titles().len());
    students(table, grade)
}

/// When something was handed in, by ISO 8601.
pub(super) fn iso(handed_in: &str) -> Option<String> {
    moodle_date::iso(handed_in)
}

pub(super) fn read(table: &Table, wish: ColumnWish<'_>) -> Result<Sheet, Complaint> {
    is_as_downloaded(table)?;
    has_participants(table)?;
    let titles = table.titles();
    let grade = grade_column(&titles, wish)?;
    let mut maximum: Option<(f64, bool)> = None;
    for row in 1..table.rows.len() {
        let (found, most) = maximum_of(table, row, grade + 1)?;
        maximum = maximum.or(Some((most, found.contains(','))));
    }
    let (kept, remarks) = kept_columns(table, grade);
    Ok(Sheet {
        title: titles.get(grade).map_or(String::new(), |title| (*title).to_owned()),
        grade,
        kept,
        free_text: (1..grade).collect(),
        reserved: "",
        students: students(table, grade),
        maximum: maximum.map(|(most, _)| Points::from_number(most)),
        excess: Excess::Lost,
        has_decimal_comma: maximum.is_some_and(|(_, has_comma)| has_comma),
        rejects_mark: false,
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

/// The columns that the importer needs: participant, name, grade, maximum, and when the grade was changed. Where the last is not
/// recognised, all but those of feedback, and a remark.
fn kept_columns(table: &Table, grade: usize) -> (Vec<usize>, Vec<String>) {
    let name = (grade > 1 && one_of(table, &STATUS) != Some(1)).then_some(1);
    if let Some(graded) = one_of(table, &GRADED).filter(|place| *place > grade + 1) {
        let kept = [Some(0), name, Some(grade), Some(grade + 1), Some(graded)];
        return (kept.into_iter().flatten().collect(), Vec::new());
    }
    let titles = table.titles();
    let feedback = titles.iter().position(|title| FEEDBACK.contains(title));
    let kept: Vec<usize> = (0..feedback.unwrap_or(titles.len())).collect();
    let last = titles.last().copied().unwrap_or_default();
    let remark = match feedback {
        Some(_) => format!(
            "no column was recognised as the time of the grade (`{}` in English), so all but those of feedback are in the new file",
            GRADED[0]
        ),
        None => format!(
            "no column of feedback was recognised, so the last one, `{last}`, is kept; if it is one, delete it from the new file, for \
             Moodle would put back the feedback of when it was downloaded"
        ),
    };
    (kept, vec![remark])
}
