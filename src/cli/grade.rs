//! `grader run`.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use super::arguments::{Arguments, Wanted};
use super::failure::{self, Failure};
use super::out;
use super::setup::{check_ids, course_of, interrupt, precompiling, run_cache, sandbox, workers};
use crate::model::{Course, Event, Games, Gradebook, HandedIn};
use crate::pipeline::{self, Selection, Session};
use crate::report::{self, Mode, Progress, TerminalStyle};

pub(super) fn run(
    arguments: &Arguments,
    games: &Games,
    wanted: &Wanted,
) -> Result<ExitCode, Failure> {
    let course = course_of(arguments, games)?;
    check_ids(&course, &wanted.assignments)?;
    let (assignments, students) = (wanted.assignments.clone(), wanted.students.clone());
    let selection = Selection { assignments, students };
    let HandedIn { submissions, remarks } =
        pipeline::find(&course, &wanted.submissions, &selection)?;
    for remark in &remarks {
        // If standard error is gone, nobody wants to know.
        let _ = writeln!(anstream::stderr(), "grader: {}", report::lines(remark));
    }
    out::keeps_apart(&wanted.out, &wanted.submissions, &course)?;
    report::prepare(&wanted.out, &submissions).map_err(Failure::place)?;
    let interrupt = interrupt()?;
    let folders = [wanted.submissions.clone(), wanted.out.clone()];
    let sandbox = sandbox(arguments, &course, &interrupt)?.hiding(folders);
    let session = Session::new(&sandbox, &interrupt).with_workers(workers(wanted.jobs)?);
    let cache = run_cache(arguments);
    let session = precompiling(arguments, session, &cache);
    // Of a part of the class, results are added to those of the others.
    let added_to = selection.is_a_part().then(|| owned_ids(&course));
    if let Some(assignments) = &added_to {
        report::prepare_to_add(&wanted.out, assignments, session.confinement())
            .map_err(Failure::place)?;
    }
    let progress = Progress::new(Mode::of_stderr(arguments.quiet));
    let watcher = |event: &Event| progress.observe(event);
    let gradebook = pipeline::run(&course, &submissions, session.watched_by(&watcher))?;
    drop(progress);
    let written = report::write(&gradebook, &wanted.out, added_to.as_deref());
    let kept = written.map_err(Failure::internal_fault)?.kept;
    print(&gradebook, kept, &wanted.out)?;
    Ok(exit_code(&gradebook, wanted.fail_under))
}

fn owned_ids(course: &Course) -> Vec<String> {
    course.assignments.iter().map(|assignment| assignment.id.clone()).collect()
}

fn print(gradebook: &Gradebook, kept: usize, out: &Path) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    let printed =
        report::print_summary(gradebook, kept, out, TerminalStyle::of_stdout(), &mut stdout);
    failure::printed(printed).map(drop)
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
