//! Digests of all that a grade depends on: if they are equal, the grade is equal, and a submission need not be graded again.

use std::collections::BTreeMap;
use std::fs;
use std::io;

use crate::course_files::answering_files;
use crate::donors;
use crate::session::Session;
use crate::toolbox::ToolchainSet;
use model::{Assignment, Confinement, Course, SourceFile, Submission, SubmissionContent, TestCase};
use support::digest::{Digest, DigestBuilder};

/// What gives each submission its digest.
pub(super) struct ClassDigests<'a> {
    toolbox: &'a ToolchainSet,
    session: Session<'a>,
    /// By assignment, with the digests of all that its submissions share; none where a file of it cannot be read.
    assignments: BTreeMap<&'a str, (&'a Assignment, Option<AssignmentDigests>)>,
}

/// Of what the grade of one submission is made.
#[derive(Debug, Clone, Copy)]
pub(super) struct SubmissionDigests {
    /// Of all of it.
    pub(super) with_cases: Digest,
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

impl<'a> ClassDigests<'a> {
    /// Reads what `submissions` share.
    pub(super) fn new(
        course: &'a Course,
        submissions: &[Submission],
        toolbox: &'a ToolchainSet,
        session: Session<'a>,
    ) -> ClassDigests<'a> {
        let is_named = |one: &&Assignment| submissions.iter().any(|it| it.assignment == one.id);
        let shared = course
            .assignments
            .iter()
            .filter(is_named)
            .map(|assignment| {
                let digests = digest_assignment(course, assignment, session.confinement()).ok();
                (assignment.id.as_str(), (assignment, digests))
            });
        ClassDigests {
            toolbox,
            session,
            assignments: shared.collect(),
        }
    }

    /// The digests of an assignment's cases, in the order of their names; none if not all of it can be read.
    pub(super) fn case_digests(&self, assignment: &str) -> Option<&[Digest]> {
        let (_, digests) = self.assignments.get(assignment)?;
        digests.as_ref().map(|digests| digests.cases.as_slice())
    }

    /// The digests of what a submission's grade is made of; none if not all of it can be read.
    pub(super) fn submission_digests(&self, submission: &Submission) -> Option<SubmissionDigests> {
        let (of, digests) = self.assignments.get(submission.assignment.as_str())?;
        let AssignmentDigests { shared, cases } = digests.as_ref()?;
        let Submission {
            student,
            assignment,
            content: found,
            remarks,
            to_check,
            not_compiled,
            // Its files are among those that are read here, and its remarks follow from them.
            fallback: _,
            hand_in,
            due,
        } = submission;
        let mut digester = DigestBuilder::default().with_piece(shared.as_bytes());
        digester = digester
            .with_piece(student.as_bytes())
            .with_piece(assignment.as_bytes());
        digester = digester.with_all(remarks).with_all(to_check);
        // It stands in the grade.
        digester = digester.with_piece(&postcard::to_stdvec(hand_in).ok()?);
        digester = digester.with_piece(
            due.map(|due| due.to_string())
                .unwrap_or_default()
                .as_bytes(),
        );
        let sources: &[SourceFile] = match found {
            SubmissionContent::Sources(sources) => {
                let toolchain = of.choose_toolchain(sources);
                let version = self.toolbox.version(toolchain)?;
                let installation = self
                    .session
                    .find_installation(&of.build_settings(toolchain))?;
                digester = digester.with_all(&[&version.command, &version.version]);
                digester = digester.with_piece(installation.all_inputs.as_bytes());
                sources
            }
            SubmissionContent::Missing(reason) | SubmissionContent::Refused(reason) => {
                digester = digester.with_piece(reason.as_bytes());
                &[]
            }
            // A person may decide, and our failure may pass.
            SubmissionContent::Ambiguous(_) | SubmissionContent::Unreadable(_) => return None,
        };
        let mut files = DigestBuilder::default();
        for source in sources.iter().chain(not_compiled) {
            let bytes = toolchain::read_source(source, of.build_limits.source).ok()??;
            digester = digester
                .with_piece(source.name.as_bytes())
                .with_piece(&bytes);
            files = files.with_piece(source.name.as_bytes()).with_piece(&bytes);
        }
        let without_cases = digester.finish();
        let whole = cases
            .iter()
            .fold(digester, |all, case| all.with_piece(case.as_bytes()))
            .finish();
        let files = files.finish().leading_u64();
        Some(SubmissionDigests {
            with_cases: whole,
            without_cases,
            files,
        })
    }
}

/// The digests of all that submissions of an assignment share: this program, the rubric, the cases, what answers them, and how
/// programs are confined.
///
/// # Errors
///
/// If a file cannot be read.
fn digest_assignment(
    course: &Course,
    assignment: &Assignment,
    confinement: Confinement,
) -> io::Result<AssignmentDigests> {
    let Confinement { tier, shows_reads } = confinement;
    let walls = format!("{} {shows_reads}", tier.letter());
    let digester = DigestBuilder::for_this_program()?.with_piece(walls.as_bytes());
    let digester = digester.with_piece(&fs::read(&course.rubric)?);
    let mut digester = add_answering_files(digester, course, assignment)?;
    // Hints come from them.
    for file in donors::donor_files(assignment).iter().flatten() {
        digester = digester.with_piece(&donors::read_donor_file(file)?.unwrap_or_default());
    }
    let shared = digester.finish();
    let cases = assignment
        .cases
        .iter()
        .map(digest_case)
        .collect::<io::Result<_>>()?;
    Ok(AssignmentDigests { shared, cases })
}

/// The digest of all that an instructor wrote: the rubric, the cases, and what answers them. It is the same on every machine.
///
/// # Errors
///
/// If a file cannot be read.
pub fn digest_of_course(course: &Course) -> io::Result<Digest> {
    let mut digester = DigestBuilder::default().with_piece(&fs::read(&course.rubric)?);
    if let Some(roster) = &course.roster {
        digester = digester.with_piece(&fs::read(&roster.path)?);
    }
    for assignment in &course.assignments {
        digester = add_answering_files(digester, course, assignment)?;
        for case in &assignment.cases {
            digester = digester.with_piece(digest_case(case)?.as_bytes());
        }
    }
    Ok(digester.finish())
}

/// Takes in an assignment, and what answers its cases.
fn add_answering_files(
    mut digester: DigestBuilder,
    course: &Course,
    assignment: &Assignment,
) -> io::Result<DigestBuilder> {
    digester = digester.with_piece(assignment.id.as_bytes());
    let folder = course.folder();
    for file in answering_files(course, assignment) {
        // Where the course stands on this machine makes no difference.
        let name = file.strip_prefix(&folder).unwrap_or(&file);
        digester = digester
            .with_piece(name.as_os_str().as_encoded_bytes())
            .with_piece(&fs::read(&file)?);
    }
    Ok(digester)
}

/// The digest of a case's files.
fn digest_case(case: &TestCase) -> io::Result<Digest> {
    let mut digester = DigestBuilder::default()
        .with_piece(case.id.as_bytes())
        .with_piece(&fs::read(&case.file)?);
    for file in case.input_file.iter().chain(&case.table) {
        digester = digester.with_piece(&fs::read(file)?);
    }
    // Cases of a player's have one as well; where none is needed, that is a fact like any other.
    let expected = fs::read(&case.expected_file).unwrap_or_default();
    let mut digester = digester.with_piece(&expected);
    if let Some(interaction) = &case.interaction {
        digester = digester.with_piece(&interaction.answer);
    }
    for given in &case.invocation.files {
        digester = digester
            .with_piece(given.name.as_bytes())
            .with_piece(&given.content);
    }
    let tests = case.unit_tests.iter();
    for file in tests.flat_map(|tests| tests.files.iter().chain(&tests.provided_framework)) {
        digester = digester
            .with_piece(file.name.as_bytes())
            .with_piece(&file.content);
    }
    for (_, file) in case.side_outputs() {
        digester = digester.with_piece(&fs::read(&file).unwrap_or_default());
    }
    Ok(digester.finish())
}
