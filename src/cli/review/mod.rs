//! `grader review`: what a person has to judge, one program after the other, by single keys.
//!
//! | key | does |
//! | --- | --- |
//! | `a` | accept: all points |
//! | `r` | reject: no points |
//! | `p` | points, to be typed |
//! | `s` | skip, for now |
//! | `A`, `R`, `S` | the same for all that are left of this criterion |
//! | `l` | comment on a line |
//! | `w` | answer the student's objection |
//! | `u` | undo the last decision |
//! | `?` | what the keys do |
//! | `q` | quit; what was decided stays |

mod questions;
mod showing;
mod typing;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::arguments::CliArgs;
use super::course_with_roster::find_programs;
use super::failure::CliFailure;
use super::overrides::overrides_file;
use super::setup::require_rubric;
use super::shared_arguments::ReviewArgs;
use super::summary::print_remark;
use super::worksheet;
use console::Term;
use lms::intake::IntakeScratch;
use model::{
    CommentedLine, GameRegistry, GradeOverride, LineComment, Points, PointsChange, SubmissionName,
};
use questions::{KnownComments, ReviewQuestion, collect_questions};
use rubric::{
    OverrideChange, OverrideChangeError, OverrideChanges, OverrideSubject, SubjectKind,
    change_overrides, digest_override,
};
use showing::{file_name, read_program, show_question};
use typing::{ReviewAnswer, TypedComment, read_answer};

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
    comments: KnownComments,
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
    let (questions, comments) = collect_questions(&asked.reports, &overrides)?;
    let scratch = IntakeScratch::default();
    let programs = find_programs(
        arguments,
        games,
        submissions,
        &asked.layout,
        &asked.roster,
        &scratch,
    )?;
    let mut session = ReviewSession {
        questions: &questions,
        overrides: &overrides,
        by: by.trim(),
        done: BTreeSet::new(),
        comments,
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
        session
            .show(place, files, &term)
            .map_err(CliFailure::internal_error)?;
        let answer = read_answer(question, &term);
        match answer.map_err(CliFailure::internal_error)? {
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
            ReviewAnswer::Reply(answer, points) => {
                let changes = question.to_reply(&answer, points, session.by);
                session.save(place, vec![place], changes)?;
            }
            ReviewAnswer::Comment(typed) => session.comment(place, files, typed)?,
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
    /// Shows a question, below what a person should know.
    fn show(&mut self, place: usize, files: &[PathBuf], term: &Term) -> io::Result<()> {
        let question = &self.questions[place];
        term.clear_screen()?;
        for note in std::mem::take(&mut self.notes) {
            term.write_line(&console::style(note).bold().to_string())?;
        }
        let comments = self.comments.entry(question.name.clone()).or_default();
        let all = self.questions.len();
        show_question(question, files, comments, place + 1, all, term)
    }

    fn count_decided(&self) -> usize {
        self.steps.iter().map(|step| step.changes.len()).sum()
    }

    /// Saves an answer to these questions.
    fn decide(
        &mut self,
        place: usize,
        places: Vec<usize>,
        answer: Option<(Points, String)>,
    ) -> Result<(), CliFailure> {
        let mut changes = Vec::new();
        if let Some((points, reason)) = answer {
            let questions = places.iter().map(|place| &self.questions[*place]);
            changes.extend(
                questions.filter_map(|question| question.to_change(points, &reason, self.by)),
            );
        }
        self.save(place, places, changes)
    }

    /// Saves changes that answer these questions. What somebody else has changed meanwhile stays as it is.
    fn save(
        &mut self,
        place: usize,
        places: Vec<usize>,
        mut changes: Vec<OverrideChange>,
    ) -> Result<(), CliFailure> {
        self.done.extend(places.iter().copied());
        let mut step = ReviewStep {
            place,
            places,
            changes: Vec::new(),
        };
        while !changes.is_empty() {
            match change_overrides(self.overrides, &changes)? {
                OverrideChanges::Written(before) => {
                    self.note_comments(&changes);
                    step.changes = changes.into_iter().zip(before).map(reverse).collect();
                    break;
                }
                OverrideChanges::Outdated(rows) => {
                    changes.retain(|one| rows.iter().all(|(row, _)| *row != one.subject));
                    self.note_unchanged(&rows);
                }
            }
        }
        self.steps.push(step);
        Ok(())
    }

    /// Keeps comments as they are in the file now.
    fn note_comments(&mut self, changes: &[OverrideChange]) {
        for OverrideChange { subject, new, .. } in changes {
            let SubjectKind::Comment(file, line) = &subject.kind else {
                continue;
            };
            let name = SubmissionName {
                assignment: subject.assignment.clone(),
                student: subject.student.clone(),
            };
            let known = self.comments.entry(name).or_default();
            let key = (file.clone(), *line);
            match new {
                Some(comment) => known.insert(key, comment.clone()),
                None => known.remove(&key),
            };
        }
    }

    /// Saves a comment at a line of the program that is shown.
    fn comment(
        &mut self,
        place: usize,
        files: &[PathBuf],
        typed: TypedComment,
    ) -> Result<(), CliFailure> {
        let question = &self.questions[place];
        let is_named = |path: &&PathBuf| match &typed.file {
            Some(name) => file_name(path) == *name,
            None => true,
        };
        let path = files.iter().find(is_named);
        let read = path.map(|path| read_program(path)).transpose();
        let text = read.map_err(CliFailure::internal_error)?;
        let before = typed.line.checked_sub(1);
        let code = text.as_deref().zip(before);
        let code = code.and_then(|(text, before)| text.lines().nth(before));
        let (Some(path), Some(code)) = (path, code) else {
            self.notes.push("There is no such line.".to_owned());
            return Ok(());
        };
        let file = file_name(path);
        let known = self.comments.get(&question.name);
        let known = known.and_then(|all| all.get(&(file.clone(), typed.line)));
        let subject = OverrideSubject {
            student: question.name.student.clone(),
            id: question.id.clone(),
            assignment: question.name.assignment.clone(),
            criterion: None,
            kind: SubjectKind::Comment(file.clone(), typed.line),
        };
        let line = CommentedLine::new(file, typed.line, code);
        let criterion = question.criterion_id().map(str::to_owned);
        let change = criterion
            .zip(typed.change)
            .map(|(criterion, points)| PointsChange { criterion, points });
        let new = typed.text.map(|text| {
            let comment = LineComment {
                line,
                text,
                by: self.by.to_owned(),
                change,
            };
            let new = GradeOverride::from_comment(question.name.clone(), comment, String::new());
            GradeOverride {
                id: question.id.clone(),
                ..new
            }
        });
        let seen = digest_override(known);
        self.save(
            place,
            Vec::new(),
            vec![OverrideChange { subject, seen, new }],
        )
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
        self.note_comments(&step.changes);
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
                (None, Some(row)) if !row.reason.is_empty() => {
                    format!("“{}”", report::escape_lines(&row.reason))
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

impl From<OverrideChangeError> for CliFailure {
    fn from(error: OverrideChangeError) -> CliFailure {
        match error {
            OverrideChangeError::Invalid(mistakes) => CliFailure::usage_error(mistakes),
            OverrideChangeError::Write(error) => CliFailure::internal_error(error),
        }
    }
}
