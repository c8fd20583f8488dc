//! Whether two runs of a program are equal. Times never count.

use super::stress::StressCondition;
use model::{
    CallReport, CasePlayer, CaseReport, Exit, InputOrigin, LimitKind, Observation, TestCase,
    TestReport, Verdict,
};

/// What must be equal in each run, as it is reported.
#[derive(Debug, Clone)]
pub struct FlakyRun {
    /// The name of the verdict, and how the program ended.
    pub outcome: String,
    /// What it printed and read; inputs are written as `‹2›`.
    pub transcript: String,
    /// Whether a limit ended it.
    is_stopped: bool,
}

/// The first run of a case and one that differs from it; none if they are equal, or the grader failed.
pub(super) fn compare_runs(
    case: &TestCase,
    first: &CaseReport,
    again: &CaseReport,
    condition: StressCondition,
) -> Option<(FlakyRun, FlakyRun)> {
    let verdicts = [&first.judgement.verdict, &again.judgement.verdict];
    let is_known = !verdicts
        .iter()
        .any(|verdict| matches!(verdict, Verdict::Ungraded(_)));
    // A policy may play another game each time. That is no fault of the program.
    if !is_known || matches!(case.player, CasePlayer::Policy { .. }) {
        return None;
    }
    let in_one_piece =
        condition == StressCondition::OnePiece && !case.end_of_input && first.calls.is_empty();
    let (was, is) = if in_one_piece {
        let old = first.observation.as_ref()?;
        let new = again.observation.as_ref()?;
        // Without turns it is not known what another player would answer.
        let is_plain = first.input_origin == InputOrigin::Script
            && again.input_origin == InputOrigin::Script
            && matches!(old.exit, Exit::Code(_));
        if !is_plain {
            return None;
        }
        (summarise_output(old), summarise_output(new))
    } else {
        (summarise_case(first), summarise_case(again))
    };
    was.differs_from(&is).then_some((was, is))
}

impl FlakyRun {
    fn differs_from(&self, other: &FlakyRun) -> bool {
        // How much a program prints before a limit stops it depends on time.
        let is_cut = self.is_stopped && other.is_stopped;
        self.outcome != other.outcome || !is_cut && self.transcript != other.transcript
    }
}

fn summarise_case(report: &CaseReport) -> FlakyRun {
    let mut outcome = report.judgement.verdict.name().to_owned();
    let mut transcript = String::new();
    let mut is_stopped = false;
    if let Some(observation) = &report.observation {
        outcome = format!("{outcome}, {}", describe_exit(observation.exit));
        transcript = render_turns(observation);
        is_stopped = matches!(observation.exit, Exit::Stopped(_));
    }
    for CallReport {
        call,
        actual,
        judgement,
        ..
    } in &report.calls
    {
        transcript += &format!("{call}: {}, {actual:?}\n", judgement.verdict.name());
    }
    for TestReport {
        test, judgement, ..
    } in &report.tests
    {
        transcript += &format!("{}: {}\n", test.name, judgement.verdict.name());
    }
    FlakyRun {
        outcome,
        transcript,
        is_stopped,
    }
}

fn render_turns(observation: &Observation) -> String {
    let mut transcript = String::new();
    for turn in &observation.turns {
        transcript += &String::from_utf8_lossy(&turn.output);
        if let Some(input) = &turn.input {
            transcript += &format!("‹{input}›\n");
        }
    }
    transcript
}

fn summarise_output(observation: &Observation) -> FlakyRun {
    let output: Vec<u8> = observation
        .turns
        .iter()
        .flat_map(|turn| turn.output.iter().copied())
        .collect();
    let transcript = String::from_utf8_lossy(&output).into_owned();
    let is_stopped = matches!(observation.exit, Exit::Stopped(_));
    FlakyRun {
        outcome: describe_exit(observation.exit),
        transcript,
        is_stopped,
    }
}

/// How it ended. Which of the time limits it was depends on time.
fn describe_exit(exit: Exit) -> String {
    match exit {
        Exit::Code(code) => format!("exit code {code}"),
        Exit::Signal(signal) => format!("signal {signal}"),
        Exit::Stopped(LimitKind::Cpu | LimitKind::Wall | LimitKind::AfterEnd) => {
            "stopped by time".to_owned()
        }
        Exit::Stopped(_) => "stopped".to_owned(),
        Exit::NotStarted => "not started".to_owned(),
    }
}
