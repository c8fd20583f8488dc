//! `grader review`: what a person has to judge, one program after the other, by single keys.
//!
//! | key | does |
//! | --- | --- |
//! | `a` | accept: all points |
//! | `r` | reject: no points |
//! | `p` | points, to be typed |
//! | `s` | skip, for now |
//! | `A`, `R`, `S` | the same for all that are left of this criterion |
//! | `q` | quit; what was decided stays |

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use console::Term;

use super::arguments::Arguments;
use super::failure::Failure;
use super::judging::ReviewArguments;
use super::last_records::last_records;
use super::overrides::{load_if_there, overrides_file};
use super::programs::programs;
use super::setup::rubric_of;
use super::summary::say;
use crate::course;
use crate::intake::Scratch;
use crate::model::{CriterionState, Games, Gradebook as _, Override, Points, SubmissionName};
use crate::report;
use crate::score::Overridden;

/// How much of a program is shown, in bytes and lines.
const MOST_BYTES: u64 = 256 << 10;
const MOST_LINES: usize = 400;

/// What a person is asked.
struct Question {
    name: SubmissionName,
    criterion: String,
    title: String,
    points: Points,
    max: Points,
}

/// What a key means.
enum Answer {
    Points(Points, String),
    Skip,
    /// The same for all that are left of the criterion.
    All(Option<(Points, String)>),
    Quit,
}

pub(super) fn run(
    arguments: &Arguments,
    games: &Games,
    asked: &ReviewArguments,
) -> Result<ExitCode, Failure> {
    let term = Term::stdout();
    if !term.is_term() || !console::user_attended_stderr() {
        return Err(Failure::usage(anyhow::anyhow!(
            "`grader review` asks for keys, and this is no terminal; `grader worksheet` writes a table to fill in"
        )));
    }
    let overrides = overrides_file(&rubric_of(arguments)?);
    let questions = questions(&asked.reports, &overrides)?;
    let scratch = Scratch::default();
    let programs =
        programs(arguments, games, &asked.submissions, (&asked.layout, &asked.roster), &scratch)?;
    let (mut decided, mut done) = (0, BTreeSet::new());
    for (place, question) in questions.iter().enumerate() {
        if done.contains(&place) {
            continue;
        }
        let files = programs.get(&question.name).map(Vec::as_slice).unwrap_or_default();
        show(question, files, (place + 1, questions.len()), &term)
            .map_err(Failure::internal_fault)?;
        let answer = ask(question, &term).map_err(Failure::internal_fault)?;
        let (places, answer) = match answer {
            Answer::Quit => break,
            Answer::Skip => continue,
            Answer::Points(points, reason) => (vec![place], Some((points, reason))),
            Answer::All(answer) => {
                let left = (place..questions.len()).filter(|left| !done.contains(left));
                let alike = left.filter(|left| questions[*left].is_of(question));
                (alike.collect(), answer)
            }
        };
        done.extend(places.iter().copied());
        let Some((points, reason)) = answer else { continue };
        let new: Vec<Override> = places
            .iter()
            .map(|place| questions[*place].decided(points, &reason, &asked.by))
            .collect();
        // Each decision is put down at once: who stops loses nothing.
        course::write_overrides(&overrides, &new).map_err(Failure::internal_fault)?;
        decided += new.len();
    }
    let left = questions.len() - done.len();
    say(&format!(
        "{decided} decisions are in {} now, {left} are left; `grader report --all` makes the reports with them",
        overrides.display()
    ));
    Ok(ExitCode::SUCCESS)
}

/// What nobody has decided yet.
fn questions(reports: &Path, overrides: &Path) -> Result<Vec<Question>, Failure> {
    let decided = load_if_there(overrides)?;
    let records = last_records(reports, "--reports")?;
    let overridden = Overridden::new(&records, &decided)?;
    let mut questions = Vec::new();
    for place in 0..overridden.count() {
        let grade = overridden.grade(place).map_err(Failure::internal_fault)?;
        for one in grade.criteria.iter().filter(|it| it.state == CriterionState::AwaitsInstructor) {
            questions.push(Question {
                name: SubmissionName {
                    assignment: grade.assignment.clone(),
                    student: grade.student.clone(),
                },
                criterion: one.id.clone(),
                title: one.title.clone(),
                points: one.points,
                max: one.max_points,
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

impl Question {
    fn is_of(&self, other: &Question) -> bool {
        self.name.assignment == other.name.assignment && self.criterion == other.criterion
    }

    fn decided(&self, points: Points, reason: &str, by: &str) -> Override {
        Override {
            student: self.name.student.clone(),
            assignment: self.name.assignment.clone(),
            criterion: Some(self.criterion.clone()),
            points: Some(points),
            above_maximum: false,
            was: Some(self.points),
            reason: reason.to_owned(),
            by: by.to_owned(),
            place: String::new(),
        }
    }
}

/// The program with numbered lines, and what is asked of it.
fn show(question: &Question, files: &[PathBuf], at: (usize, usize), term: &Term) -> io::Result<()> {
    let mut out = term.clone();
    term.clear_screen()?;
    for path in files {
        let mut text = Vec::new();
        File::open(path)?.take(MOST_BYTES).read_to_end(&mut text)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        writeln!(out, "{}", console::style(report::lines(&name)).bold())?;
        let text = String::from_utf8_lossy(&text);
        for (number, line) in (1..).zip(text.lines().take(MOST_LINES)) {
            writeln!(out, "{number:>4} │ {}", report::lines(line))?;
        }
    }
    if files.is_empty() {
        writeln!(out, "There is no program here any more.")?;
    }
    let Question { name, title, points, max, .. } = question;
    writeln!(
        out,
        "\n{} of {}: {} · {}\n{}: {points} of {max} points so far",
        at.0,
        at.1,
        report::lines(&name.student),
        name.assignment,
        console::style(report::lines(title)).bold()
    )?;
    writeln!(
        out,
        "a accept all points · r reject · p points · s skip · A R S for all that are left of it · q quit"
    )
}

fn ask(question: &Question, term: &Term) -> io::Result<Answer> {
    loop {
        let Question { max, .. } = question;
        let full = || (*max, "All of it is there.".to_owned());
        let none = || (Points::ZERO, "None of it is there.".to_owned());
        return Ok(match term.read_char()? {
            'a' => {
                let (points, reason) = full();
                Answer::Points(points, reason)
            }
            'r' => {
                let (points, usual) = none();
                Answer::Points(points, reason(term, &usual)?)
            }
            'p' => match typed(term, *max)? {
                Some(points) => Answer::Points(points, reason(term, "Judged by hand.")?),
                None => continue,
            },
            's' => Answer::Skip,
            'A' => Answer::All(Some(full())),
            'R' => Answer::All(Some(none())),
            'S' => Answer::All(None),
            'q' | '\u{3}' | '\u{4}' => Answer::Quit,
            _ => continue,
        });
    }
}

/// Points as a person types them; none if they are none, or more than can be earned.
fn typed(term: &Term, max: Points) -> io::Result<Option<Points>> {
    term.write_str(&format!("points, of {max}: "))?;
    let line = term.read_line()?;
    let points = Points::parse(&line).filter(|points| *points <= max);
    if points.is_none() {
        term.write_line(&format!("Expected a number from 0 to {max}; choose once more."))?;
    }
    Ok(points)
}

fn reason(term: &Term, usual: &str) -> io::Result<String> {
    term.write_str(&format!("why, for the student [{usual}]: "))?;
    let line = term.read_line()?;
    Ok(if line.trim().is_empty() { usual.to_owned() } else { line.trim().to_owned() })
}
