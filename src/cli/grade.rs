//! `grader run`.

use std::path::Path;
use std::process::ExitCode;

use super::arguments::{Arguments, Wanted};
use super::failure::{self, Failure};
use super::{course_of, interrupt, sandbox, workers};
use crate::model::{Course, Gradebook};
use crate::nearest;
use crate::pipeline::{self, Selection};
use crate::report::{self, Look, Mode, Progress};

pub(super) fn run(arguments: &Arguments, wanted: &Wanted) -> Result<ExitCode, Failure> {
    let course = course_of(arguments)?;
    let selection = selection(&course, wanted)?;
    report::prepare(&wanted.out).map_err(Failure::place)?;
    let interrupt = interrupt()?;
    let folders = [wanted.submissions.clone(), wanted.out.clone()];
    let sandbox = sandbox(arguments, &course)?.hiding(folders);
    let progress = Progress::new(Mode::of_stderr(arguments.quiet));
    let gradebook = pipeline::run(
        &course,
        &wanted.submissions,
        &selection,
        workers(wanted.jobs),
        &sandbox,
        &interrupt,
        &|event| progress.observe(event),
    )?;
    drop(progress);
    report::write(&gradebook, &wanted.out).map_err(Failure::ours)?;
    print(&gradebook, &wanted.out)?;
    Ok(exit_code(&gradebook, wanted.fail_under))
}

fn selection(course: &Course, wanted: &Wanted) -> Result<Selection, Failure> {
    let known = |id: &String| course.assignments.iter().any(|assignment| assignment.id == *id);
    match wanted.assignments.iter().find(|id| !known(id)) {
        Some(unknown) => Err(Failure::usage(anyhow::anyhow!(
            "{}: there is no assignment `{unknown}`; expected one of {}{}",
            course.rubric.display(),
            ids(course).join(", "),
            nearest::hint(unknown, &ids(course)),
        ))),
        None => Ok(Selection {
            assignments: wanted.assignments.clone(),
            students: wanted.students.clone(),
        }),
    }
}

fn ids(course: &Course) -> Vec<&str> {
    course.assignments.iter().map(|assignment| assignment.id.as_str()).collect()
}

fn print(gradebook: &Gradebook, out: &Path) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    failure::printed(report::print_summary(gradebook, out, Look::of_stdout(), &mut stdout))
        .map(drop)
}

fn exit_code(gradebook: &Gradebook, fail_under: Option<f64>) -> ExitCode {
    if gradebook.grades.iter().any(crate::model::Grade::is_ungraded) {
        return ExitCode::from(3);
    }
    let below = |percent: f64| {
        gradebook.grades.iter().any(|grade| grade.points.percent_of(grade.max_points) < percent)
    };
    ExitCode::from(u8::from(fail_under.is_some_and(below)))
}
