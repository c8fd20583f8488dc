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

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

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
    CommentedLine, CriterionReport, CriterionState, GameRegistry, Grade, GradeOverride,
    Gradebook as _, LineComment, OverrideKind, Points, PointsChange, SubmissionName,
};
use rubric::{
    OverrideChange, OverrideChangeError, OverrideChanges, OverrideSubject, SubjectKind,
    change_overrides, digest_override, index_overrides,
};

/// How much of a program is shown, in bytes and lines.
const MOST_BYTES: u64 = 256 << 10;
const MOST_LINES: usize = 400;

/// How much of a line is kept with a comment, in characters.
const LONGEST_CODE: usize = 200;

/// What the keys do.
const KEYS: &str = "\
a   accept: all points
r   reject: no points, with a reason
p   points, to be typed, with a reason
s   skip, for now
A   all points for every program that is left of this criterion
R   no points for every program that is left of it
S   skip every program that is left of it
l   comment on a line of the program; an empty text removes the comment
w   answer the student's objection, and change points with it
u   undo the last decision
q   quit; what was decided stays
?   this list";

/// What a person is asked.
struct ReviewQuestion {
    name: SubmissionName,
    kind: QuestionKind,
    /// What was found out by running the program, for the terminal.
    results: Rc<str>,
    /// The digest of the row that was there when the question was found.
    seen: String,
}

/// What a question is about.
enum QuestionKind {
    /// A criterion that a person judges.
    Criterion(ReviewedCriterion),
    /// What a student objects to: the row, what it is about, and the criteria whose points could change.
    Objection {
        row: GradeOverride,
        subject: String,
        criteria: Vec<(ReviewedCriterion, String)>,
    },
}

/// A criterion with its points.
struct ReviewedCriterion {
    id: String,
    title: String,
    points: Points,
    max: Points,
}

/// What a key means.
enum ReviewAnswer {
    Points(Points, String),
    Skip,
    /// The same for all that are left of the criterion.
    All(Option<(Points, String)>),
    /// An answer to an objection, and the criterion whose points change with it.
    Reply(String, Option<(String, Points)>),
    Comment(TypedComment),
    Undo,
    Quit,
}

/// A comment as it was typed.
struct TypedComment {
    /// The file's name; none if it is the only one, or the first.
    file: Option<String>,
    line: usize,
    /// None takes the comment away.
    text: Option<String>,
    change: Option<Points>,
}

/// The comments at lines of each program, with the digests of their rows.
type KnownComments = BTreeMap<SubmissionName, BTreeMap<(String, usize), GradeOverride>>;

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
        (&asked.layout, &asked.roster),
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
            .show_question(place, files, &term)
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
            assignment: question.name.assignment.clone(),
            criterion: None,
            kind: SubjectKind::Comment(file.clone(), typed.line),
        };
        let line = CommentedLine {
            file,
            number: typed.line,
            code: code.trim_end().chars().take(LONGEST_CODE).collect(),
        };
        let criterion = question.criterion().map(|one| one.id.clone());
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
            GradeOverride::from_comment(question.name.clone(), comment, String::new())
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

/// What nobody has decided yet, and all comments.
fn collect_questions(
    reports: &Path,
    overrides: &Path,
) -> Result<(Vec<ReviewQuestion>, KnownComments), CliFailure> {
    let decided = load_if_present(overrides)?;
    let records = load_last_records(reports, "--reports")?;
    let overridden = OverriddenGradebook::new(&records, &decided)?;
    let rows = index_overrides(&decided);
    let mut requests: BTreeMap<SubmissionName, Vec<&GradeOverride>> = BTreeMap::new();
    let mut comments = KnownComments::new();
    for one in &decided {
        match &one.kind {
            OverrideKind::Request { .. } if one.reason.is_empty() => {
                requests.entry(one.name()).or_default().push(one);
            }
            OverrideKind::Comment(line) => {
                let known = comments.entry(one.name()).or_default();
                known.insert((line.file.clone(), line.number), one.clone());
            }
            _ => {}
        }
    }
    let mut questions = Vec::new();
    for place in 0..overridden.count() {
        let grade = overridden
            .grade(place)
            .map_err(CliFailure::internal_error)?;
        let criteria = grade.criteria.iter();
        let awaiting: Vec<&CriterionReport> = criteria
            .filter(|it| it.state == CriterionState::AwaitsInstructor)
            .collect();
        let objections = requests.remove(&grade.name()).unwrap_or_default();
        if awaiting.is_empty() && objections.is_empty() {
            continue;
        }
        let results = render_results(&grade).map_err(CliFailure::internal_error)?;
        let seen = |one: &CriterionReport| {
            let subject = OverrideSubject {
                student: grade.student.clone(),
                assignment: grade.assignment.clone(),
                criterion: Some(one.id.clone()),
                kind: SubjectKind::Decision,
            };
            digest_override(rows.get(&subject).copied())
        };
        for row in objections {
            let criteria = grade.criteria.iter();
            let criteria = criteria.map(|one| (ReviewedCriterion::new(one), seen(one)));
            let request = row.to_request();
            let subject = request.and_then(|it| report::describe_request(&it, &grade));
            questions.push(ReviewQuestion {
                name: grade.name(),
                kind: QuestionKind::Objection {
                    row: row.clone(),
                    subject: subject.unwrap_or_else(|| "the whole".to_owned()),
                    criteria: criteria.collect(),
                },
                results: Rc::clone(&results),
                seen: digest_override(Some(row)),
            });
        }
        for one in awaiting {
            questions.push(ReviewQuestion {
                name: grade.name(),
                kind: QuestionKind::Criterion(ReviewedCriterion::new(one)),
                results: Rc::clone(&results),
                seen: seen(one),
            });
        }
    }
    // Objections first. Then one question for all programs, then the next: so a person judges alike.
    questions.sort_by(|one, other| {
        let key = |it: &ReviewQuestion| it.criterion().map(|criterion| criterion.id.clone());
        (&one.name.assignment, key(one), &one.name.student).cmp(&(
            &other.name.assignment,
            key(other),
            &other.name.student,
        ))
    });
    Ok((questions, comments))
}

/// How many test cases are accepted, and what failed.
fn render_results(grade: &Grade) -> io::Result<Rc<str>> {
    let mut text = Vec::new();
    document::blocks_to_terminal(&report::build_case_results(grade), &mut text)?;
    let (accepted, all) = (grade.count_accepted(), grade.cases.len());
    writeln!(text, "{accepted} of {all} test cases accepted")?;
    Ok(String::from_utf8_lossy(&text).into())
}

impl ReviewedCriterion {
    fn new(one: &CriterionReport) -> ReviewedCriterion {
        ReviewedCriterion {
            id: one.id.clone(),
            title: one.title.clone(),
            points: one.points,
            max: one.max_points,
        }
    }
}

impl ReviewQuestion {
    /// The criterion that is judged; none if an objection is to be answered.
    fn criterion(&self) -> Option<&ReviewedCriterion> {
        match &self.kind {
            QuestionKind::Criterion(criterion) => Some(criterion),
            QuestionKind::Objection { .. } => None,
        }
    }

    fn has_same_criterion(&self, other: &ReviewQuestion) -> bool {
        let id = |it: &ReviewQuestion| it.criterion().map(|criterion| criterion.id.clone());
        id(self).is_some() && self.name.assignment == other.name.assignment && id(self) == id(other)
    }

    fn to_change(&self, points: Points, reason: &str, by: &str) -> Option<OverrideChange> {
        let criterion = self.criterion()?;
        let new = self.to_decision(criterion, points, reason, by);
        Some(OverrideChange {
            subject: OverrideSubject::from_override(&new),
            seen: self.seen.clone(),
            new: Some(new),
        })
    }

    fn to_decision(
        &self,
        criterion: &ReviewedCriterion,
        points: Points,
        reason: &str,
        by: &str,
    ) -> GradeOverride {
        GradeOverride {
            student: self.name.student.clone(),
            assignment: self.name.assignment.clone(),
            kind: OverrideKind::Decision,
            criterion: Some(criterion.id.clone()),
            points: Some(points),
            above_maximum: false,
            was: Some(criterion.points),
            reason: reason.to_owned(),
            by: by.to_owned(),
            grader: None,
            place: String::new(),
        }
    }

    /// An answer to the objection, and the points that change with it.
    fn to_reply(
        &self,
        answer: &str,
        points: Option<(String, Points)>,
        by: &str,
    ) -> Vec<OverrideChange> {
        let QuestionKind::Objection { row, criteria, .. } = &self.kind else {
            return Vec::new();
        };
        let answered = GradeOverride {
            reason: answer.to_owned(),
            by: by.to_owned(),
            ..row.clone()
        };
        let mut changes = vec![OverrideChange {
            subject: OverrideSubject::from_override(row),
            seen: self.seen.clone(),
            new: Some(answered),
        }];
        let changed = points.and_then(|(id, points)| {
            let (criterion, seen) = criteria.iter().find(|(one, _)| one.id == id)?;
            Some((self.to_decision(criterion, points, answer, by), seen))
        });
        changes.extend(changed.map(|(new, seen)| OverrideChange {
            subject: OverrideSubject::from_override(&new),
            seen: seen.clone(),
            new: Some(new),
        }));
        changes
    }
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The beginning of a file of a program.
fn read_program(path: &Path) -> io::Result<String> {
    let mut text = Vec::new();
    File::open(path)?.take(MOST_BYTES).read_to_end(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

impl ReviewSession<'_> {
    /// The program with numbered lines and comments, its test results, and what is asked of it.
    fn show_question(&mut self, place: usize, files: &[PathBuf], term: &Term) -> io::Result<()> {
        let question = &self.questions[place];
        let mut out = term.clone();
        term.clear_screen()?;
        for note in std::mem::take(&mut self.notes) {
            writeln!(out, "{}", console::style(note).bold())?;
        }
        let none = BTreeMap::new();
        let comments = self.comments.get(&question.name).unwrap_or(&none);
        for path in files {
            let name = file_name(path);
            let title = report::escape_lines(&name);
            writeln!(out, "{}", console::style(title).bold())?;
            for (number, line) in (1..).zip(read_program(path)?.lines().take(MOST_LINES)) {
                writeln!(out, "{number:>4} │ {}", report::escape_lines(line))?;
                if let Some(comment) = comments.get(&(name.clone(), number)) {
                    let text = report::escape_lines(&comment.reason);
                    let points = comment.points.map(|points| format!(" ({points} points)"));
                    let text = text + &points.unwrap_or_default();
                    writeln!(out, "     ╰ {}", console::style(text).italic())?;
                }
            }
        }
        if files.is_empty() {
            writeln!(out, "There is no program here any more.")?;
        }
        write!(out, "\n{}", question.results)?;
        let student = report::escape_lines(&question.name.student);
        let assignment = &question.name.assignment;
        let (at, all) = (place + 1, self.questions.len());
        writeln!(out, "{at} of {all}: {student} · {assignment}")?;
        match &question.kind {
            QuestionKind::Criterion(one) => {
                let title = console::style(report::escape_lines(&one.title)).bold();
                writeln!(out, "{title}: {} of {} points so far", one.points, one.max)?;
                writeln!(
                    out,
                    "a accept all points · r reject · p points · s skip · A R S for all that are left of it · l comment · u undo · ? keys · q quit"
                )
            }
            QuestionKind::Objection { row, subject, .. } => {
                let request = row.to_request();
                let text = request.map(|it| it.text).unwrap_or_default();
                let title = console::style(format!("Objection to {subject}")).bold();
                writeln!(out, "{title}: “{}”", report::escape_lines(&text))?;
                writeln!(
                    out,
                    "w answer · s skip · l comment · u undo · ? keys · q quit"
                )
            }
        }
    }
}

fn read_answer(question: &ReviewQuestion, term: &Term) -> io::Result<ReviewAnswer> {
    loop {
        let key = term.read_char()?;
        let answer = match key {
            's' => Some(ReviewAnswer::Skip),
            'l' => read_comment(question, term)?.map(ReviewAnswer::Comment),
            'u' => Some(ReviewAnswer::Undo),
            'q' | '\u{3}' | '\u{4}' => Some(ReviewAnswer::Quit),
            '?' => {
                term.write_line(KEYS)?;
                None
            }
            _ => match &question.kind {
                QuestionKind::Criterion(one) => read_judgement(key, one.max, term)?,
                QuestionKind::Objection { row, criteria, .. } if key == 'w' => {
                    read_reply(row, criteria, term)?
                }
                QuestionKind::Objection { .. } => None,
            },
        };
        if let Some(answer) = answer {
            return Ok(answer);
        }
    }
}

/// What a key says about a criterion; none if it says nothing.
fn read_judgement(key: char, max: Points, term: &Term) -> io::Result<Option<ReviewAnswer>> {
    let full = || (max, "All of it is there.".to_owned());
    let none = || (Points::ZERO, "None of it is there.".to_owned());
    Ok(Some(match key {
        'a' => {
            let (points, reason) = full();
            ReviewAnswer::Points(points, reason)
        }
        'r' => {
            let (points, usual) = none();
            ReviewAnswer::Points(points, read_reason(term, &usual)?)
        }
        'p' => match read_points(term, max)? {
            Some(points) => ReviewAnswer::Points(points, read_reason(term, "Judged by hand.")?),
            None => return Ok(None),
        },
        'A' => ReviewAnswer::All(Some(full())),
        'R' => ReviewAnswer::All(Some(none())),
        'S' => ReviewAnswer::All(None),
        _ => return Ok(None),
    }))
}

/// What is typed after a question.
fn read_text(term: &Term, question: &str) -> io::Result<String> {
    term.write_str(question)?;
    let line = term.read_line()?;
    Ok(line.trim().to_owned())
}

/// A comment; none if no line is named.
fn read_comment(question: &ReviewQuestion, term: &Term) -> io::Result<Option<TypedComment>> {
    let place = read_text(term, "line, such as 12 or FILE:12: ")?;
    let (file, line) = match place.rsplit_once(':') {
        Some((file, line)) => (Some(file.to_owned()), line),
        None => (None, place.as_str()),
    };
    let Ok(line) = line.parse() else {
        term.write_line("Expected the number of a line; choose once more.")?;
        return Ok(None);
    };
    let text = read_text(term, "comment, for the student [remove it]: ")?;
    let mut comment = TypedComment {
        file,
        line,
        text: Some(text).filter(|text| !text.is_empty()),
        change: None,
    };
    if let Some(criterion) = question.criterion()
        && comment.text.is_some()
    {
        let title = report::escape_lines(&criterion.title);
        let typed = read_text(term, &format!("points of {title}, such as -1 [none]: "))?;
        let size = typed.strip_prefix('-').unwrap_or(&typed);
        let size = Points::parse(size).filter(|size| *size <= criterion.max);
        comment.change = size.map(|size| match typed.starts_with('-') {
            true => Points::ZERO - size,
            false => size,
        });
    }
    Ok(Some(comment))
}

/// An answer to an objection; none if nothing is typed.
fn read_reply(
    row: &GradeOverride,
    criteria: &[(ReviewedCriterion, String)],
    term: &Term,
) -> io::Result<Option<ReviewAnswer>> {
    let answer = read_text(term, "answer, for the student: ")?;
    if answer.is_empty() {
        return Ok(None);
    }
    let ids: Vec<&str> = criteria.iter().map(|(one, _)| one.id.as_str()).collect();
    let usual = row.criterion.as_deref().unwrap_or("none");
    let ids = ids.join(", ");
    let id = read_text(term, &format!("points change of one of {ids} [{usual}]: "))?;
    let id = if id.is_empty() { usual } else { &id };
    let known = criteria.iter().find(|(one, _)| one.id == id);
    let points = match known {
        None => None,
        Some((one, _)) => read_points(term, one.max)?.map(|points| (one.id.clone(), points)),
    };
    Ok(Some(ReviewAnswer::Reply(answer, points)))
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
