//! Of what a grade is made: where all of it is the same, so is the grade, and a submission need not be graded again.

use std::collections::BTreeMap;
use std::fs;
use std::io;

use super::course_files;
use super::session::Session;
use super::toolbox::Toolbox;
use crate::build;
use crate::digest::{Digest, Digester};
use crate::model::{Assignment, Case, Confinement, Course, Found, SourceFile, Submission};

/// What gives each submission its digest.
pub(super) struct Digests<'a> {
    toolbox: &'a Toolbox,
    session: Session<'a>,
    /// By assignment, with the digests of all that its submissions share; none where a file of it cannot be read.
    assignments: BTreeMap<&'a str, (&'a Assignment, Option<AssignmentDigests>)>,
}

/// Of what the grade of one submission is made.
#[derive(Debug, Clone, Copy)]
pub(super) struct SubmissionDigests {
    /// Of all of it.
    pub(super) whole: Digest,
    /// Of all but the cases.
    pub(super) without_cases: Digest,
    /// A fingerprint of the files that were handed in.
    pub(super) files: u64,
}

/// What all submissions of an assignment share.
struct AssignmentDigests {
    /// All but the cases.
    shared: Digest,
    /// The files of each case.
    cases: Vec<Digest>,
}

impl<'a> Digests<'a> {
    /// Reads what `submissions` share.
    pub(super) fn new(
        course: &'a Course,
        submissions: &[Submission],
        toolbox: &'a Toolbox,
        session: Session<'a>,
    ) -> Digests<'a> {
        let is_named = |one: &&Assignment| submissions.iter().any(|it| it.assignment == one.id);
        let shared = course.assignments.iter().filter(is_named).map(|assignment| {
            let digests = of_assignment(course, assignment, session.confinement()).ok();
            (assignment.id.as_str(), (assignment, digests))
        });
        Digests { toolbox, session, assignments: shared.collect() }
    }

    /// The digests of an assignment's cases, in the order of their names; none if not all of it can be read.
    pub(super) fn of_cases(&self, assignment: &str) -> Option<&[Digest]> {
        let (_, digests) = self.assignments.get(assignment)?;
        digests.as_ref().map(|digests| digests.cases.as_slice())
    }

    /// The digests of what a submission's grade is made of; none if not all of it can be read.
    pub(super) fn of_submission(&self, submission: &Submission) -> Option<SubmissionDigests> {
        let (of, digests) = self.assignments.get(submission.assignment.as_str())?;
        let AssignmentDigests { shared, cases } = digests.as_ref()?;
        let Submission {
            student,
            assignment,
            found,
            remarks,
            to_check,
            not_compiled,
            hand_in,
            due,
        } = submission;
        let mut digester = Digester::default().with(shared.as_bytes());
        digester = digester.with(student.as_bytes()).with(assignment.as_bytes());
        digester = digester.with_all(remarks).with_all(to_check);
        // It stands in the grade.
        digester = digester.with(&postcard::to_stdvec(hand_in).ok()?);
        digester = digester.with(due.map(|due| due.to_string()).unwrap_or_default().as_bytes());
        let sources: &[SourceFile] = match found {
            Found::Sources(sources) => {
                let toolchain = of.toolchain_of(sources);
                let version = self.toolbox.version(toolchain)?;
                let installation = self.session.installation(&of.build_settings(toolchain))?;
                digester = digester.with_all(&[&version.command, &version.version]);
                digester = digester.with(installation.whole.as_bytes());
                sources
            }
            Found::Missing(reason) | Found::Refused(reason) => {
                digester = digester.with(reason.as_bytes());
                &[]
            }
            // A person may decide, and our failure may pass.
            Found::Ambiguous(_) | Found::Unreadable(_) => return None,
        };
        let mut files = Digester::default();
        for source in sources.iter().chain(not_compiled) {
            let bytes = build::read_source(source, of.build_limits.source).ok()??;
            digester = digester.with(source.name.as_bytes()).with(&bytes);
            files = files.with(source.name.as_bytes()).with(&bytes);
        }
        let without_cases = digester.digest();
        let whole = cases.iter().fold(digester, |all, case| all.with(case.as_bytes())).digest();
        let files = files.digest().beginning();
        Some(SubmissionDigests { whole, without_cases, files })
    }
}

/// The digests of all that submissions of an assignment share: this program, the rubric, the cases, what answers them, and how
/// programs are confined.
///
/// # Errors
///
/// If a file cannot be read.
fn of_assignment(
    course: &Course,
    assignment: &Assignment,
    confinement: Confinement,
) -> io::Result<AssignmentDigests> {
    let Confinement { tier, shows_reads } = confinement;
    let walls = format!("{} {shows_reads}", tier.letter());
    let digester = Digester::of_this_program()?.with(walls.as_bytes());
    let digester = digester.with(&fs::read(&course.rubric)?);
    let shared = with_answering(digester, course, assignment)?.digest();
    let cases = assignment.cases.iter().map(of_case).collect::<io::Result<_>>()?;
    Ok(AssignmentDigests { shared, cases })
}

/// The digest of all that an instructor wrote: the rubric, the cases, and what answers them. It is the same on every machine.
///
/// # Errors
///
/// If a file cannot be read.
pub(crate) fn digest_of_course(course: &Course) -> io::Result<Digest> {
    let mut digester = Digester::default().with(&fs::read(&course.rubric)?);
    if let Some(roster) = &course.roster {
        digester = digester.with(&fs::read(&roster.path)?);
    }
    for assignment in &course.assignments {
        digester = with_answering(digester, course, assignment)?;
        for case in &assignment.cases {
            digester = digester.with(of_case(case)?.as_bytes());
        }
    }
    Ok(digester.digest())
}

/// Takes in an assignment, and what answers its cases.
fn with_answering(
    mut digester: Digester,
    course: &Course,
    assignment: &Assignment,
) -> io::Result<Digester> {
    digester = digester.with(assignment.id.as_bytes());
    let folder = course.folder();
    for file in course_files::answering(course, assignment) {
        // Where the course stands on this machine makes no difference.
        let name = file.strip_prefix(&folder).unwrap_or(&file);
        digester = digester.with(name.as_os_str().as_encoded_bytes()).with(&fs::read(&file)?);
    }
    Ok(digester)
}

/// The digest of a case's files.
fn of_case(case: &Case) -> io::Result<Digest> {
    let mut digester = Digester::default().with(case.id.as_bytes()).with(&fs::read(&case.file)?);
    for file in case.input_file.iter().chain(&case.table) {
        digester = digester.with(&fs::read(file)?);
    }
    // Cases of a player's have one as well; where none is needed, that is a fact like any other.
    let expected = fs::read(&case.expected_file).unwrap_or_default();
    let mut digester = digester.with(&expected);
    if let Some(interaction) = &case.interaction {
        digester = digester.with(&interaction.answer);
    }
    for given in &case.invocation.files {
        digester = digester.with(given.name.as_bytes()).with(&given.content);
    }
    for file in case.unit_tests.iter().flat_map(|tests| &tests.files) {
        digester = digester.with(file.name.as_bytes()).with(&file.content);
    }
    for (_, file) in case.products() {
        digester = digester.with(&fs::read(&file).unwrap_or_default());
    }
    Ok(digester.digest())
}
