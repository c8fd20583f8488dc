//! What becomes of a class when something of ours fails, the user stops, or workers end in another order. Without any process.

use std::io;
use std::sync::{Arc, Condvar, Mutex};

use crate::PipelineError;
use class::{Class, Graded};
use model::{BuildVerdict, Grade, GradingEvent, Observation, Verdict};
use sandbox::{ExhaustedResource, SandboxError};
use stand_in::{Play, StandIn, right, wrong};

mod class;
mod stand_in;

/// What most programs of these tests do.
fn as_named(play: &Play<'_>) -> Result<Observation, SandboxError> {
    match play.text {
        "wrong" => Ok(wrong()),
        "failing once" if play.before == 0 => Err(SandboxError::SupervisorGone),
        "failing always" | "lacking a header, failing always" => Err(SandboxError::SupervisorGone),
        "scarce in one case" if play.before == 0 => Err(scarce()),
        "interrupting" => {
            play.interrupt.raise().unwrap();
            Ok(right(play.lines))
        }
        _ => Ok(right(play.lines)),
    }
}

fn scarce() -> SandboxError {
    SandboxError::ResourceExhausted {
        failure: "cannot start the program".to_owned(),
        scarcity: ExhaustedResource::Memory,
        source: io::Error::from(io::ErrorKind::OutOfMemory),
    }
}

fn graded(texts: &[&str]) -> (StandIn, Vec<Grade>) {
    let stand_in = StandIn::new(as_named);
    let graded = Class::new(texts).grade(&stand_in, 1, |_| {});
    (stand_in, graded.grades.unwrap())
}

fn verdicts(grade: &Grade) -> Vec<&Verdict> {
    grade
        .cases
        .iter()
        .map(|case| &case.judgement.verdict)
        .collect()
}

fn points(grade: &Grade) -> f64 {
    grade.points.as_number()
}

#[test]
fn right_and_wrong_programs_get_what_they_earn() {
    let (stand_in, grades) = graded(&["right", "wrong"]);
    assert_eq!((points(&grades[0]), points(&grades[1])), (10.0, 0.0));
    assert_eq!(verdicts(&grades[1]), [&Verdict::WrongAnswer; 2]);
    assert_eq!(stand_in.started(), 2, "one runner for each submission");
}

#[test]
fn a_failure_of_ours_that_passes_costs_nothing() {
    let (stand_in, grades) = graded(&["failing once"]);
    assert_eq!(points(&grades[0]), 10.0);
    assert_eq!(
        stand_in.started(),
        2,
        "the second attempt has a runner of its own"
    );
}

#[test]
fn a_failure_of_ours_that_stays_leaves_that_submission_alone_ungraded() {
    // Two attempts, and one for the other submission; before them the build that shows what is missing.
    for (text, runners) in [
        ("failing always", 3),
        ("lacking a header, failing always", 4),
    ] {
        let (stand_in, grades) = graded(&[text, "right"]);
        assert!(grades[0].is_ungraded(), "{text}");
        assert_eq!(grades[0].build.verdict, BuildVerdict::Ungraded, "{text}");
        let reason = grades[0].build.reason.as_ref().unwrap();
        assert!(reason.contains("supervisor"), "{text}: {reason}");
        assert!(
            verdicts(&grades[0])
                .iter()
                .all(|it| matches!(it, Verdict::Ungraded(_))),
            "{text}"
        );
        assert_eq!(points(&grades[1]), 10.0, "{text}");
        assert_eq!(stand_in.started(), runners, "{text}");
    }
}

#[test]
fn what_is_missing_for_one_case_leaves_that_case_alone_ungraded() {
    let (stand_in, grades) = graded(&["scarce in one case"]);
    assert!(matches!(
        verdicts(&grades[0])[..],
        [Verdict::Ungraded(reason), Verdict::Accepted] if reason.contains("memory")
    ));
    assert_eq!(grades[0].build.verdict, BuildVerdict::Ok);
    assert_eq!(stand_in.started(), 1, "nothing is attempted again");
}

#[test]
fn an_interruption_between_cases_stops_the_class_without_a_grade() {
    let plays = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&plays);
    let stand_in = StandIn::new(move |play| {
        *counted.lock().unwrap() += 1;
        as_named(play)
    });
    let Graded { grades, events } =
        Class::new(&["interrupting", "right"]).grade(&stand_in, 1, |_| {});
    assert!(matches!(grades, Err(PipelineError::Interrupted)));
    assert_eq!(*plays.lock().unwrap(), 1, "the second case is not run");
    assert!(
        matches!(&events[..], [GradingEvent::Started { .. }, GradingEvent::SubmissionStarted { student, .. }] if student == "interrupting"),
        "{events:?}"
    );
}

#[test]
fn grades_come_in_the_order_of_the_submissions_whoever_ends_first() {
    let others_are_done = Arc::new((Mutex::new(0), Condvar::new()));
    let waited_for = Arc::clone(&others_are_done);
    let stand_in = StandIn::new(move |play| {
        if play.text == "slow" {
            let (finished, changed) = &*waited_for;
            let finished = finished.lock().unwrap();
            drop(
                changed
                    .wait_while(finished, |finished| *finished < 3)
                    .unwrap(),
            );
        }
        Ok(right(play.lines))
    });
    let watcher = |event: &GradingEvent| {
        if matches!(event, GradingEvent::SubmissionFinished { .. }) {
            *others_are_done.0.lock().unwrap() += 1;
            others_are_done.1.notify_all();
        }
    };
    let class = Class::new(&["slow", "a", "b", "c"]);
    let Graded { grades, events } = class.grade(&stand_in, 2, watcher);
    let students: Vec<String> = grades
        .unwrap()
        .into_iter()
        .map(|grade| grade.student)
        .collect();
    assert_eq!(students, ["slow", "a", "b", "c"]);
    assert!(
        matches!(events.last(), Some(GradingEvent::SubmissionFinished { student, .. }) if student == "slow")
    );
}

#[test]
fn each_submission_is_told_of_when_it_starts_and_when_it_has_its_grade() {
    let texts = [
        "right",
        "wrong",
        "failing always",
        "failing once",
        "right too",
    ];
    for workers in [1, 3] {
        let stand_in = StandIn::new(as_named);
        let Graded { events, .. } = Class::new(&texts).grade(&stand_in, workers, |_| {});
        assert_eq!(
            events[0],
            GradingEvent::Started {
                submissions: texts.len()
            }
        );
        assert_eq!(events.len(), 1 + 2 * texts.len(), "{events:?}");
        for text in texts {
            let place = |is_it: &dyn Fn(&GradingEvent) -> bool| events.iter().position(is_it);
            let started = place(
                &|event| matches!(event, GradingEvent::SubmissionStarted { student, .. } if student == text),
            );
            let finished = place(
                &|event| matches!(event, GradingEvent::SubmissionFinished { student, .. } if student == text),
            );
            assert!(
                started.is_some() && started < finished,
                "{text}: {events:?}"
            );
        }
        let ungraded: Vec<&str> = events
            .iter()
            .filter_map(|event| match event {
                GradingEvent::SubmissionFinished {
                    student,
                    ungraded: true,
                    ..
                } => Some(student.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(ungraded, ["failing always"]);
    }
}
