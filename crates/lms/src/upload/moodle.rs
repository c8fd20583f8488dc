//! Moodle: the grading worksheet of one assignment, in the language of whoever downloaded it.
//!
//! The first column has the participant's number at its end (`Participant 57`), and the points that an assignment has are in the
//! column after the grade. Moodle's importer reads the participant, the grade and when the grade was last changed, and newer versions
//! also the marks of single markers; so no other column is written. It reads commas and UTF-8 only, and skips a row whose grade was
//! changed after the download.

use super::file::{TableError, TextEncoding};
use super::sheet::{ColumnRequest, ExcessPolicy, GradeSheet, RowStudent, parse_number};
use super::table::UploadTable;
use crate::identity::PersonIdentity;
use jiff::civil::DateTime;
use model::Points;
use support::nearest::describe_suggestion;

/// The title of the grade in English, German, French, Spanish, Portuguese, Italian and Dutch.
const GRADE: [&str; 7] = [
    "Grade",
    "Bewertung",
    "Note",
    "Calificación",
    "Nota",
    "Valutazione",
    "Cijfer",
];

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
pub(super) fn can_read_table(table: &UploadTable) -> bool {
    table.rows.len() > 1
        && find_any_column(table, &GRADE).is_some()
        && ensure_participants(table).is_ok()
}

fn find_any_column(table: &UploadTable, titles: &[&str]) -> Option<usize> {
    titles.iter().find_map(|title| table.find_column(title))
}

/// Everybody in the file. Which columns there are before the grade is the site's choice; those without a known title may hold any
/// identifier.
pub(super) fn read_students(table: &UploadTable, grade: usize) -> Vec<RowStudent> {
    let [group, email, number, login, status] = [
        find_column_before(table, grade, &GROUP),
        find_column_before(table, grade, &EMAIL),
        find_column_before(table, grade, &NUMBER),
        find_column_before(table, grade, &LOGIN),
        find_column_before(table, grade, &STATUS),
    ];
    let is_known = |place: &usize| [group, email, number, login, status].contains(&Some(*place));
    let name = Some(1).filter(|place| *place < grade && !is_known(place));
    let unknown: Vec<usize> = (2..grade).filter(|place| !is_known(place)).collect();
    let handed_in = find_any_column(table, &HANDED_IN);
    let student = |row: usize| {
        let first = table.cell_text(row, 0);
        // Where names are hidden, the download says `Participant` as this cell does.
        let participant_word = first
            .trim_end_matches(|it: char| it.is_ascii_digit())
            .to_owned();
        let person = PersonIdentity {
            id: participant_number(first).unwrap_or_default().to_owned(),
            id_needs_name: true,
            number: table.optional_cell_text(row, number),
            login: table.optional_cell_text(row, login),
            email: table.optional_cell_text(row, email),
            names: vec![table.optional_cell_text(row, name), participant_word],
            other: unknown
                .iter()
                .map(|column| table.optional_cell_text(row, Some(*column)))
                .collect(),
            ..PersonIdentity::default()
        };
        RowStudent {
            row,
            person,
            group: table.optional_cell_text(row, group),
            handed_in: table.optional_cell_text(row, handed_in),
            ..RowStudent::default()
        }
    };
    (1..table.rows.len()).map(student).collect()
}

fn find_column_before(table: &UploadTable, grade: usize, titles: &[&str]) -> Option<usize> {
    find_any_column(table, titles).filter(|place| *place < grade)
}

/// Everybody in a worksheet, whatever its grade is called.
pub(super) fn read_all_students(table: &UploadTable) -> Vec<RowStudent> {
    let grade = find_any_column(table, &GRADE).unwrap_or(table.titles().len());
    read_students(table, grade)
}

pub(super) fn read_sheet(
    table: &UploadTable,
    wish: ColumnRequest<'_>,
) -> Result<GradeSheet, TableError> {
    ensure_as_downloaded(table)?;
    ensure_participants(table)?;
    let titles = table.titles();
    let grade = grade_column(&titles, wish)?;
    let mut maximum: Option<(f64, bool)> = None;
    for row in 1..table.rows.len() {
        let (found, most) = read_maximum(table, row, grade + 1)?;
        maximum = maximum.or(Some((most, found.contains(','))));
    }
    let (kept, remarks) = output_columns(table, grade);
    Ok(GradeSheet {
        title: titles
            .get(grade)
            .map_or(String::new(), |title| (*title).to_owned()),
        grade,
        output_columns: kept,
        free_text: (1..grade).collect(),
        reserved: "",
        students: read_students(table, grade),
        maximum: maximum.map(|(most, _)| Points::from_number(most)),
        excess: ExcessPolicy::Dropped,
        has_decimal_comma: maximum.is_some_and(|(_, has_comma)| has_comma),
        rejects_mark: false,
        remarks,
    })
}

fn ensure_as_downloaded(table: &UploadTable) -> Result<(), TableError> {
    let found = match (table.delimiter, table.encoding) {
        (',', TextEncoding::Utf8 { .. }) => return Ok(()),
        (',', _) => "UTF-16".to_owned(),
        ('\t', _) => "tabs between its cells".to_owned(),
        (other, _) => format!("`{other}` between its cells"),
    };
    Err(TableError::new(
        1,
        format!(
            "the file has {found}, and Moodle reads only UTF-8 with commas; download the grading worksheet again and give it as it \
             is, not as a spreadsheet has saved it"
        ),
    ))
}

fn ensure_participants(table: &UploadTable) -> Result<(), TableError> {
    for row in table.rows.iter().skip(1) {
        let first = row.cells.first().map_or("", |cell| cell.text.trim());
        if participant_number(first).is_none() {
            let what = format!(
                "the first cell is `{first}`; expected a participant with a number, such as `Participant 57`, as in Moodle's grading \
                 worksheet"
            );
            return Err(TableError::new(row.line, what));
        }
    }
    Ok(())
}

fn grade_column(titles: &[&str], wish: ColumnRequest<'_>) -> Result<usize, TableError> {
    let place = |wanted: &str| titles.iter().position(|title| *title == wanted);
    let found = match wish.requested {
        Some(asked) => place(asked),
        None => GRADE.iter().find_map(|title| place(title)),
    };
    found.filter(|place| *place > 0).ok_or_else(|| {
        let all = titles.join(", ");
        TableError::new(
            1,
            match wish.requested {
                Some(asked) => {
                    format!("there is no column `{asked}`; there are: {all}{}", describe_suggestion(asked, titles))
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
fn participant_number(cell: &str) -> Option<&str> {
    let words = cell.trim_end_matches(|character: char| character.is_ascii_digit());
    cell.get(words.len()..).filter(|digits| !digits.is_empty())
}

/// The points that a grade can have, and as they are written.
fn read_maximum(table: &UploadTable, row: usize, column: usize) -> Result<(&str, f64), TableError> {
    let found = table.cell_text(row, column);
    let most = parse_number(found).ok_or_else(|| {
        let line = table.rows.get(row).map_or(1, |row| row.line);
        let what = format!(
            "`{found}` stands where the maximum grade is expected, right of the grade; if the assignment is graded by a scale of \
             words, set its grade to points in Moodle and download the worksheet again"
        );
        TableError::new(line, what)
    })?;
    Ok((found, most))
}

/// The columns that the importer needs: participant, name, grade, maximum, and when the grade was changed. Where the last is not
/// recognised, all but those of feedback, and a remark.
fn output_columns(table: &UploadTable, grade: usize) -> (Vec<usize>, Vec<String>) {
    let name = (grade > 1 && find_any_column(table, &STATUS) != Some(1)).then_some(1);
    if let Some(graded) = find_any_column(table, &GRADED).filter(|place| *place > grade + 1) {
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

/// The months in English, German, French, Spanish, Portuguese, Italian and Dutch.
const MONTHS: [&[&str]; 12] = [
    &[
        "january", "januar", "jänner", "janvier", "enero", "janeiro", "gennaio", "januari",
    ],
    &[
        "february",
        "februar",
        "février",
        "febrero",
        "fevereiro",
        "febbraio",
        "februari",
    ],
    &["march", "märz", "mars", "marzo", "março", "maart"],
    &["april", "avril", "abril", "aprile"],
    &["may", "mai", "mayo", "maio", "maggio", "mei"],
    &["june", "juni", "juin", "junio", "junho", "giugno"],
    &["july", "juli", "juillet", "julio", "julho", "luglio"],
    &["august", "août", "agosto", "augustus"],
    &[
        "september",
        "septembre",
        "septiembre",
        "setembro",
        "settembre",
    ],
    &[
        "october", "oktober", "octobre", "octubre", "outubro", "ottobre",
    ],
    &["november", "novembre", "noviembre", "novembro"],
    &[
        "december",
        "dezember",
        "décembre",
        "diciembre",
        "dezembro",
        "dicembre",
    ],
];

/// The date by ISO 8601, in Moodle's own time zone; none if it is written in another way.
pub(super) fn to_iso_time(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let mut words = text
        .split([' ', ',', '\u{a0}', '\u{202f}'])
        .map(|word| word.trim_matches('.'));
    let mut year = None;
    let mut month = None;
    let mut day = None;
    let mut clock = None;
    let mut half = None;
    for word in words.by_ref().filter(|word| !word.is_empty()) {
        let known = MONTHS.iter().position(|names| names.contains(&word));
        match (known, word.parse::<i16>()) {
            (Some(place), _) => set_once(&mut month, place + 1)?,
            (None, Ok(number @ 1..=31)) => set_once(&mut day, number)?,
            (None, Ok(number)) => set_once(&mut year, number)?,
            (None, Err(_)) if word.contains(':') => set_once(&mut clock, word)?,
            (None, Err(_)) if matches!(word, "am" | "pm") => set_once(&mut half, word)?,
            // A day of the week, or “de”.
            (None, Err(_)) => {}
        }
    }
    let (hour, minute) = clock?.split_once(':')?;
    let hour: i8 = hour.parse().ok()?;
    let minute: i8 = minute.parse().ok()?;
    let hour = match half {
        None => hour,
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some("am") => hour % 12,
        Some(_) => hour % 12 + 12,
    };
    let month = i8::try_from(month?).ok()?;
    let day = i8::try_from(day?).ok()?;
    let date = DateTime::new(year?, month, day, hour, minute, 0, 0).ok()?;
    Some(date.to_string())
}

/// Notes a part of a date; none if it was there already.
fn set_once<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.replace(value).is_none().then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_read_in_each_language() {
        for (text, found) in [
            (
                "Tuesday, 24 November 2026, 2:03 PM",
                Some("2026-11-24T14:03:00"),
            ),
            (
                "Wednesday, September 23, 2020, 12:05 AM",
                Some("2020-09-23T00:05:00"),
            ),
            (
                "Dienstag, 24. November 2026, 14:03",
                Some("2026-11-24T14:03:00"),
            ),
            ("mardi 3 août 2027, 08:00", Some("2027-08-03T08:00:00")),
            (
                "martes, 24 de noviembre de 2026, 14:03",
                Some("2026-11-24T14:03:00"),
            ),
            (
                "martedì, 24 novembre 2026, 14:03",
                Some("2026-11-24T14:03:00"),
            ),
            ("24 novembro 2026", None),
            ("24.11.2026, 14:03", None),
            ("Tuesday, 31 November 2026, 2:03 PM", None),
            ("Tuesday, 24 25 November 2026, 2:03 PM", None),
            ("-", None),
        ] {
            assert_eq!(to_iso_time(text).as_deref(), found, "{text}");
        }
    }
}
