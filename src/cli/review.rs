//! `grader review`: what a person has to judge, one program after the other, by single keys.
//!
//! | key | does |
//! | --- | --- |
//! | `a` | accept: all points |
//! | `r` | reject: no points |
//! | `p` | points, to be typed |
//! | `s` | skip, for now |
//! | `A`, `R`, `S` | the same for all that are left of this criterion |
//! | `u` | undo the last decision |
//! | `?` | what the keys do |
//! | `q` | quit; what was decided stays |

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::arguments::CliArgs;
use super::course_with_roster::find_programs;
use super::failure::CliFailure;
use super::overrides::{load_if_present, overrides_file};
use super::setup::require_rubric;
use super::shared_arguments::ReviewArgs;
use super::summary::{load_last_records, print_remark};
use super::worksheet;
use console::Term;
use judging::score::OverriddenGradebook;
use lms::intake::IntakeScratch;
use model::{
    CriterionState, GameRegistry, GradeOverride, Gradebook as _, OverrideKind, Points,
    SubmissionName,
};
use rubric::{
    OverrideChange, OverrideChangeError, OverrideChanges, OverrideSubject, SubjectKind,
    change_overrides, digest_override, index_overrides,
};

/// How much of a program is shown, in bytes and lines.
const MOST_BYTES: u64 = 256 << 10;
const MOST_LINES: usize = 400;

/// What the keys do.
const KEYS: &str = "\
a   accept: all points
r   reject: no points, with a reason
p   points, to be typed, with a reason
s   skip, for now
A   all points for every program that is left of this criterion
R   no points for every program that is left of it
S   skip every program that is left of it
u   undo the last decision
q   quit; what was decided stays
?   this list";

/// What a person is asked.
struct ReviewQuestion {
    name: SubmissionName,
    criterion: String,
    title: String,
    points: Points,
    max: Points,
    /// How many test cases were accepted, and how many there are.
    cases: (usize, usize),
    /// The digest of the row that was there when the question was found.
    seen: String,
}

/// What a key means.
enum ReviewAnswer {
    Points(Points, String),
    Skip,
    /// The same for all that are left of the criterion.
    All(Option<(Points, String)>),
    Undo,
    Quit,
}

/// What was decided last, and how it is taken back.
struct ReviewStep {
    /// The question that was shown.
    place: usize,
    /// All questions that it answered.
    places: Vec<usize>,
    changes: Vec<OverrideChange>,
}

/// The questions, and what was decided of them.
struct ReviewSession<'a> {
    questions: &'a [ReviewQuestion],
    overrides: &'a Path,
    by: &'a str,
    done: BTreeSet<usize>,
    steps: Vec<ReviewStep>,
    /// What a person should know, shown above the next question.
    notes: Vec<String>,
}

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    asked: &ReviewArgs,
) -> Result<ExitCode, CliFailure> {
    if let Some(table) = asked.to_worksheet() {
        return worksheet::run(arguments, games, &table);
    }
    // The command line makes sure that both are there.
    let submissions = asked.submissions.as_deref().unwrap_or(Path::new(""));
    let by = asked.by.as_deref().unwrap_or_default();
    let term = Term::stdout();
    if !term.is_term() || !console::user_attended_stderr() {
        return Err(CliFailure::usage_error(anyhow::anyhow!(
            "`grader review` asks for keys, and this is no terminal; `grader review --table` writes a table to fill in"
        )));
    }
    let overrides = overrides_file(&require_rubric(arguments)?);
    let questions = collect_questions(&asked.reports, &overrides)?;
    let scratch = IntakeScratch::default();
    let programs = find_programs(
        arguments,
        games,
        submissions,
        (&asked.layout, &asked.roster),
        &scratch,
    )?;
    let mut session = ReviewSession {
        questions: &questions,
        overrides: &overrides,
        by: by.trim(),
        done: BTreeSet::new(),
        steps: Vec::new(),
        notes: Vec::new(),
    };
    let mut place = 0;
    while let Some(question) = questions.get(place) {
        if session.done.contains(&place) {
            place += 1;
            continue;
        }
        let files = programs
            .get(&question.name)
            .map(Vec::as_slice)
            .unwrap_or_default();
        let notes = std::mem::take(&mut session.notes);
        show_question(question, files, (place + 1, questions.len()), &notes, &term)
            .map_err(CliFailure::internal_error)?;
        match read_answer(question, &term).map_err(CliFailure::internal_error)? {
            ReviewAnswer::Quit => break,
            ReviewAnswer::Skip => place += 1,
            // Each decision is saved at once: who stops loses nothing.
            ReviewAnswer::Points(points, reason) => {
                session.decide(place, vec![place], Some((points, reason)))?;
            }
            ReviewAnswer::All(answer) => {
                let left = (place..questions.len()).filter(|left| !session.done.contains(left));
                let alike = left.filter(|left| questions[*left].has_same_criterion(question));
                let alike = alike.collect();
                session.decide(place, alike, answer)?;
            }
            ReviewAnswer::Undo => place = session.undo()?.unwrap_or(place),
        }
    }
    for note in &session.notes {
        print_remark(note);
    }
    let decided = session.count_decided();
    let left = questions.len() - session.done.len();
    print_remark(&format!(
        "{decided} decisions are in {} now, {left} are left; `grader report --all` makes the reports with them",
        overrides.display()
    ));
    Ok(ExitCode::SUCCESS)
}

impl ReviewSession<'_> {
    fn count_decided(&self) -> usize {
        self.steps.iter().map(|step| step.changes.len()).sum()
    }

    /// Saves an answer to these questions. One that somebody else has answered meanwhile stays as it is.
    fn decide(
        &mut self,
        place: usize,
        places: Vec<usize>,
        answer: Option<(Points, String)>,
    ) -> Result<(), CliFailure> {
        self.done.extend(places.iter().copied());
        let mut step = ReviewStep {
            place,
            places,
            changes: Vec::new(),
        };
        if let Some((points, reason)) = answer {
            let mut changes: Vec<OverrideChange> = step
                .places
                .iter()
                .map(|place| self.questions[*place].to_change(points, &reason, self.by))
                .collect();
            while !changes.is_empty() {
                match change_overrides(self.overrides, &changes)? {
                    OverrideChanges::Written(before) => {
                        step.changes = changes.into_iter().zip(before).map(reverse).collect();
                        break;
                    }
                    OverrideChanges::Outdated(rows) => {
                        changes.retain(|one| rows.iter().all(|(row, _)| *row != one.subject));
                        self.note_unchanged(&rows);
                    }
                }
            }
        }
        self.steps.push(step);
        Ok(())
    }

    /// Takes the last decision back; where its question is.
    fn undo(&mut self) -> Result<Option<usize>, CliFailure> {
        let Some(step) = self.steps.pop() else {
            self.notes.push("There is nothing to undo.".to_owned());
            return Ok(None);
        };
        if let OverrideChanges::Outdated(rows) = change_overrides(self.overrides, &step.changes)? {
            self.note_unchanged(&rows);
            return Ok(None);
        }
        for place in &step.places {
            self.done.remove(place);
        }
        Ok(Some(step.place))
    }

    fn note_unchanged(&mut self, rows: &[(OverrideSubject, Option<GradeOverride>)]) {
        for (subject, row) in rows {
            let student = report::escape_lines(&subject.student);
            let points = row.as_ref().and_then(|row| row.points);
            let now = match (points, row) {
                (Some(points), Some(row)) => {
                    format!("{points} points by {}", report::escape_lines(&row.by))
                }
                _ => "not judged".to_owned(),
            };
            self.notes.push(format!(
                "{student} was changed meanwhile and stays as it is: {now}"
            ));
        }
    }
}

/// What takes a change back; `before` is the row as it was.
fn reverse((change, before): (OverrideChange, Option<GradeOverride>)) -> OverrideChange {
    OverrideChange {
        subject: change.subject,
        seen: digest_override(change.new.as_ref()),
        new: before,
    }
}

/// What nobody has decided yet.
fn collect_questions(reports: &Path, overrides: &Path) -> Result<Vec<ReviewQuestion>, CliFailure> {
    let decided = load_if_present(overrides)?;
    let records = load_last_records(reports, "--reports")?;
    let overridden = OverriddenGradebook::new(&records, &decided)?;
    let rows = index_overrides(&decided);
    let mut questions = Vec::new();
    for place in 0..overridden.count() {
        let grade = overridden
            .grade(place)
            .map_err(CliFailure::internal_error)?;
        for one in grade
            .criteria
            .iter()
            .filter(|it| it.state == CriterionState::AwaitsInstructor)
        {
            let subject = OverrideSubject {
                student: grade.student.clone(),
                assignment: grade.assignment.clone(),
                criterion: Some(one.id.clone()),
                kind: SubjectKind::Decision,
            };
            questions.push(ReviewQuestion {
                name: grade.name(),
                criterion: one.id.clone(),
                title: one.title.clone(),
                points: one.points,
                max: one.max_points,
                cases: (grade.count_accepted(), grade.cases.len()),
                seen: digest_override(rows.get(&subject).copied()),
            });
        }
    }
    // One question for all programs, then the next: so a person judges alike.
    questions.sort_by(|one, other| {
        (&one.name.assignment, &one.criterion, &one.name.student).cmp(&(
            &other.name.assignment,
            &other.criterion,
            &other.name.student,
        ))
    });
    Ok(questions)
}

impl ReviewQuestion {
    fn has_same_criterion(&self, other: &ReviewQuestion) -> bool {
        self.name.assignment == other.name.assignment && self.criterion == other.criterion
    }

    fn to_change(&self, points: Points, reason: &str, by: &str) -> OverrideChange {
        let new = GradeOverride {
            student: self.name.student.clone(),
            assignment: self.name.assignment.clone(),
            criterion: Some(self.criterion.clone()),
            points: Some(points),
            above_maximum: false,
            was: Some(self.points),
            kind: OverrideKind::Decision,
            grader: None,
            reason: reason.to_owned(),
            by: by.to_owned(),
            place: String::new(),
        };
        OverrideChange {
            subject: OverrideSubject::from_override(&new),
            seen: self.seen.clone(),
            new: Some(new),
        }
    }
}

/// The program with numbered lines, and what is asked of it.
fn show_question(
    question: &ReviewQuestion,
    files: &[PathBuf],
    at: (usize, usize),
    notes: &[String],
    term: &Term,
) -> io::Result<()> {
    let mut out = term.clone();
    term.clear_screen()?;
    for note in notes {
        writeln!(out, "{}", console::style(note).bold())?;
    }
    for path in files {
        let mut text = Vec::new();
        File::open(path)?.take(MOST_BYTES).read_to_end(&mut text)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        writeln!(
            out,
            "{}",
            console::style(report::escape_lines(&name)).bold()
        )?;
        let text = String::from_utf8_lossy(&text);
        for (number, line) in (1..).zip(text.lines().take(MOST_LINES)) {
            writeln!(out, "{number:>4} │ {}", report::escape_lines(line))?;
        }
    }
    if files.is_empty() {
        writeln!(out, "There is no program here any more.")?;
    }
    let ReviewQuestion {
        name,
        title,
        points,
        max,
        cases,
        ..
    } = question;
    writeln!(
        out,
        "\n{} of {}: {} · {} · {} of {} test cases accepted\n{}: {points} of {max} points so far",
        at.0,
        at.1,
        report::escape_lines(&name.student),
        name.assignment,
        cases.0,
        cases.1,
        console::style(report::escape_lines(title)).bold()
    )?;
    writeln!(
        out,
        "a accept all points · r reject · p points · s skip · A R S for all that are left of it · u undo · ? keys · q quit"
    )
}

fn read_answer(question: &ReviewQuestion, term: &Term) -> io::Result<ReviewAnswer> {
    loop {
        let ReviewQuestion { max, .. } = question;
        let full = || (*max, "All of it is there.".to_owned());
        let none = || (Points::ZERO, "None of it is there.".to_owned());
        return Ok(match term.read_char()? {
            'a' => {
                let (points, reason) = full();
                ReviewAnswer::Points(points, reason)
            }
            'r' => {
                let (points, usual) = none();
                ReviewAnswer::Points(points, read_reason(term, &usual)?)
            }
            'p' => match read_points(term, *max)? {
                Some(points) => ReviewAnswer::Points(points, read_reason(term, "Judged by hand.")?),
                None => continue,
            },
            's' => ReviewAnswer::Skip,
            'A' => ReviewAnswer::All(Some(full())),
            'R' => ReviewAnswer::All(Some(none())),
            'S' => ReviewAnswer::All(None),
            'u' => ReviewAnswer::Undo,
            '?' => {
                term.write_line(KEYS)?;
                continue;
            }
            'q' | '\u{3}' | '\u{4}' => ReviewAnswer::Quit,
            _ => continue,
        });
    }
}

/// Points as a person types them; none if they are none, or more than can be earned.
fn read_points(term: &Term, max: Points) -> io::Result<Option<Points>> {
    term.write_str(&format!("points, of {max}: "))?;
    let line = term.read_line()?;
    let points = Points::parse(&line).filter(|points| *points <= max);
    if points.is_none() {
        term.write_line(&format!(
            "Expected a number from 0 to {max}; choose once more."
        ))?;
    }
    Ok(points)
}

fn read_reason(term: &Term, usual: &str) -> io::Result<String> {
    term.write_str(&format!("why, for the student [{usual}]: "))?;
    let line = term.read_line()?;
    Ok(if line.trim().is_empty() {
        usual.to_owned()
    } else {
        line.trim().to_owned()
    })
}

impl From<OverrideChangeError> for CliFailure {
    fn from(error: OverrideChangeError) -> CliFailure {
        match error {
            OverrideChangeError::Invalid(mistakes) => CliFailure::usage_error(mistakes),
            OverrideChangeError::Write(error) => CliFailure::internal_error(error),
        }
    }
}
