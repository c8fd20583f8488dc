//! Of what a grade is made: where all of it is the same, so is the grade, and a submission need not be graded again.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;

use super::toolbox::Toolbox;
use crate::build;
use crate::model::{Assignment, Confinement, Course, Found, Reference, SourceFile, Submission};
use crate::record::{Digest, Digester};

/// What gives each submission its digest.
pub(super) struct Digests<'a> {
    toolbox: &'a Toolbox,
    /// By assignment, with the digest of all that its submissions share; none where a file of it cannot be read.
    assignments: BTreeMap<&'a str, (&'a Assignment, Option<Digest>)>,
}

impl<'a> Digests<'a> {
    /// Reads what `submissions` share.
    pub(super) fn new(
        course: &'a Course,
        submissions: &[Submission],
        toolbox: &'a Toolbox,
        confinement: Confinement,
    ) -> Digests<'a> {
        let is_named = |one: &&Assignment| submissions.iter().any(|it| it.assignment == one.id);
        let shared = course.assignments.iter().filter(is_named).map(|assignment| {
            let digest = of_assignment(course, assignment, confinement).ok();
            (assignment.id.as_str(), (assignment, digest))
        });
        Digests { toolbox, assignments: shared.collect() }
    }

    /// The digest of what a submission's grade is made of; none if not all of it can be read.
    pub(super) fn of_submission(&self, submission: &Submission) -> Option<Digest> {
        let (of, shared) = self.assignments.get(submission.assignment.as_str())?;
        let Submission { student, assignment, found, remarks, not_compiled } = submission;
        let mut digester = Digester::default().with((*shared)?.as_bytes());
        digester = digester.with(student.as_bytes()).with(assignment.as_bytes());
        for remark in remarks {
            digester = digester.with(remark.as_bytes());
        }
        let sources: &[SourceFile] = match found {
            Found::Sources(sources) => {
                let version = self.toolbox.version(of.toolchain_of(sources))?;
                let fingerprint = build::fingerprint_of(&version.command)?;
                for piece in [&version.command, &version.version, &fingerprint] {
                    digester = digester.with(piece.as_bytes());
                }
                sources
            }
            Found::Missing(reason) | Found::Refused(reason) => {
                digester = digester.with(reason.as_bytes());
                &[]
            }
            // Our failure may pass.
            Found::Unreadable(_) => return None,
        };
        for source in sources.iter().chain(not_compiled) {
            let bytes = build::read_source(source, of.build_limits.source).ok()??;
            digester = digester.with(source.name.as_bytes()).with(&bytes);
        }
        Some(digester.digest())
    }
}

/// The digest of all that submissions of an assignment share: this program, the rubric, the cases, what answers them, and how
/// programs are confined.
///
/// # Errors
///
/// If a file cannot be read.
fn of_assignment(
    course: &Course,
    assignment: &Assignment,
    confinement: Confinement,
) -> io::Result<Digest> {
    let Confinement { tier, shows_reads } = confinement;
    let walls = format!("{} {shows_reads}", tier.letter());
    let digester = this_program()?.with(walls.as_bytes()).with(&fs::read(&course.rubric)?);
    Ok(with_assignment(digester, course, assignment)?.digest())
}

/// The digest of all that an instructor wrote: the rubric, the cases, and what answers them. It is the same on every machine.
///
/// # Errors
///
/// If a file cannot be read.
pub(crate) fn digest_of_course(course: &Course) -> io::Result<Digest> {
    let mut digester = Digester::default().with(&fs::read(&course.rubric)?);
    for assignment in &course.assignments {
        digester = with_assignment(digester, course, assignment)?;
    }
    Ok(digester.digest())
}

/// Takes in an assignment's cases, and what answers them.
fn with_assignment(
    mut digester: Digester,
    course: &Course,
    assignment: &Assignment,
) -> io::Result<Digester> {
    digester = digester.with(assignment.id.as_bytes());
    for case in &assignment.cases {
        digester = digester.with(case.id.as_bytes());
        digester = digester.with(&fs::read(&case.file)?);
        // Cases of a player's have one as well; where none is needed, that is a fact like any other.
        digester = digester.with(&fs::read(&case.expected_file).unwrap_or_default());
    }
    let folder = course.folder();
    for file in answering(course, assignment) {
        // Where the course stands on this machine makes no difference.
        let name = file.strip_prefix(&folder).unwrap_or(&file);
        digester = digester.with(name.as_os_str().as_encoded_bytes()).with(&fs::read(&file)?);
    }
    Ok(digester)
}

/// This program, by its version, and by when it was made: two builds of a version may differ.
fn this_program() -> io::Result<Digester> {
    let made = fs::metadata("/proc/self/exe")?;
    let (size, seconds, nanoseconds) = (made.size(), made.mtime(), made.mtime_nsec());
    let build = format!("{} {size} {seconds} {nanoseconds}", env!("CARGO_PKG_VERSION"));
    Ok(Digester::default().with(build.as_bytes()))
}

/// The files of an instructor's own that answer or judge: sources of a reference, and whatever file a command names.
fn answering(course: &Course, assignment: &Assignment) -> Vec<PathBuf> {
    let folder = course.folder();
    let commands = assignment.cases.iter().filter_map(|case| case.comparison.checker.as_ref());
    let own = assignment.criteria.iter().flat_map(|criterion| {
        (0..assignment.cases.len())
            .filter_map(|case| criterion.comparison_of(case)?.checker.as_ref())
    });
    let mut words: Vec<&String> = commands.chain(own).flatten().collect();
    let mut files = match &assignment.reference {
        Reference::Sources(sources) => sources.clone(),
        Reference::Command(command) => {
            words.extend(command);
            Vec::new()
        }
        Reference::Game(..) => Vec::new(),
    };
    files.extend(words.into_iter().map(|word| folder.join(word)).filter(|file| file.is_file()));
    files.sort();
    files.dedup();
    files
}
