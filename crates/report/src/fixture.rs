//! A small class for the tests of this module: each student stands for one kind of report.

use std::time::Duration;

use model::{
    AssignmentOutline, BuildReport, BuildVerdict, CaseOutline, CaseReport, CaseVisibility,
    CrashCause, CriterionKind, CriterionReport, CriterionState, DiffLine, DifferingTurn, Exit,
    Grade, GradingEnvironment, Hint, InputOrigin, Invocation, Judgement, Observation, ObservedTurn,
    Points, ResourceUsage, RunLimits, ToolchainVersion, TranscriptDifference, Verdict,
    WhitespaceMode,
};

/// What they were graded with.
pub(super) fn environment() -> GradingEnvironment {
    let gcc = ToolchainVersion {
        name: "g++".into(),
        command: "g++".into(),
        version: "g++ (Debian 14.2.0-19) 14.2.0".into(),
        digest: None,
    };
    GradingEnvironment {
        toolchains: vec![gcc],
        confinement: None,
    }
}

/// One student of each kind.
pub(super) fn class() -> Vec<Grade> {
    vec![perfect(), wrong(), compile_error(), ungraded(), crash()]
}

/// Everything is right.
pub(super) fn perfect() -> Grade {
    grade(
        "student-01",
        vec![draw(), diagonal(Verdict::Accepted, None)],
    )
}

/// One case is wrong in one square.
pub(super) fn wrong() -> Grade {
    let lines = vec![
        DiffLine::Skipped(18),
        DiffLine::Same(" X | O | O ".into()),
        DiffLine::Same("-----------".into()),
        DiffLine::Expected(" ? | X | ? ".into()),
        DiffLine::Actual(" X | ? | ? ".into()),
        DiffLine::Same("-----------".into()),
        DiffLine::Same(" ? | ? | X ".into()),
        DiffLine::Expected("X player wins!".into()),
        DiffLine::Actual("Player X enter your square choice [0-8]: ".into()),
    ];
    let sentence = "Row 2 of the last board differs: `? | X | ?` was expected.".into();
    let turn = Some(DifferingTurn {
        number: 2,
        earlier_are_right: false,
    });
    let difference = TranscriptDifference {
        sentence,
        lines,
        first: 3,
        turn,
        tells_end: false,
    };
    grade(
        "student-02",
        vec![draw(), diagonal(Verdict::WrongAnswer, Some(difference))],
    )
}

/// The program does not compile.
pub(super) fn compile_error() -> Grade {
    let idle = || Verdict::NotRun("The program was not built.".into());
    let mut cases = vec![draw(), diagonal(idle(), None)];
    for case in &mut cases {
        case.judgement.verdict = idle();
        case.observation = None;
        case.points = Points::ZERO;
    }
    let mut grade = grade("student-03", cases);
    grade.build.verdict = BuildVerdict::CompileError;
    grade.build.reason = Some(BuildReport::COMPILER_ERRORS.into());
    grade.build.diagnostics = "tttn.cpp: In function 'int main()':\n\
        tttn.cpp:12:15: error: expected ';' before 'return'\n   \
        12 |     int dim = 3\n      |               ^\n"
        .into();
    for criterion in &mut grade.criteria {
        criterion.points = Points::ZERO;
        criterion.state = CriterionState::Decided;
        criterion.reason = Some("The program was not built.".into());
    }
    grade.points = Points::ZERO;
    grade
}

/// The grader failed on one case.
pub(super) fn ungraded() -> Grade {
    let failed = Verdict::Ungraded("The sandbox could not be set up: no user namespaces.".into());
    let mut cases = vec![diagonal(failed, None), draw()];
    cases[0].observation = None;
    let mut grade = grade("student-04", cases);
    grade.criteria[0].state = CriterionState::Ungraded;
    grade.criteria[0].reason = None;
    grade
}

/// One case crashes, and every piece of text tries to break out of its place.
pub(super) fn crash() -> Grade {
    let verdict = Verdict::RuntimeError(CrashCause::Signal(libc::SIGSEGV));
    let difference = TranscriptDifference {
        sentence: "It printed <script>alert(1)</script> | instead\n# of the board".into(),
        lines: vec![
            DiffLine::Same("  ::error::pwned".into()),
            DiffLine::Expected("X player wins!".into()),
            DiffLine::Actual("````\u{1b}[31m<b>".into()),
        ],
        first: 1,
        turn: None,
        tells_end: false,
    };
    let mut case = diagonal(verdict, Some(difference));
    let seen = case.observation.as_mut().unwrap();
    seen.exit = Exit::Signal(libc::SIGSEGV);
    seen.turns[0].output = b"```\n# Full marks\n::error::pwned\n\x1b[2J\xff|\n".to_vec();
    seen.stderr = b"~~~\n```````\n<img src=x>\n".to_vec();
    grade("student-05", vec![case, draw()])
}

/// The same case under another name.
pub(super) fn renamed(report: &CaseReport, id: &str) -> CaseReport {
    let case = CaseOutline {
        id: id.to_owned(),
        ..report.case.clone()
    };
    CaseReport {
        case,
        ..report.clone()
    }
}

/// A run that printed these texts, each followed by the input that was then read (none if empty).
pub(super) fn observation(turns: &[(&str, &str)]) -> Observation {
    let turn = |&(output, input): &(&str, &str)| ObservedTurn {
        output: output.into(),
        input: (!input.is_empty()).then(|| input.to_owned()),
    };
    let usage = ResourceUsage {
        cpu: Duration::from_millis(2),
        wall: Duration::from_millis(9),
        peak_memory: 3_600_000,
        touched_memory: 600_000,
        activity: None,
    };
    Observation {
        usage,
        ..Observation::new(turns.iter().map(turn).collect(), Exit::Code(0))
    }
}

fn draw() -> CaseReport {
    let input = ["3", "4", "0", "1", "7", "6", "2", "5", "3"];
    let mut report = case("draw-early", "Nobody can win any more", &input);
    report.observation = Some(observation(&[("", "3"), ("Draw...game over!\n", "")]));
    report
}

fn diagonal(verdict: Verdict, difference: Option<TranscriptDifference>) -> CaseReport {
    let input = ["3", "0", "1", "4", "2", "8"];
    let mut report = case(
        "win-main-diagonal",
        "X fills the main diagonal of a 3×3 board",
        &input,
    );
    let board = " ? | ? | ? \n-----------\n ? | ? | ? \n-----------\n ? | ? | ? \n";
    let last = " X | O | O \n-----------\n X | ? | ? \n-----------\n ? | ? | X \n";
    report.observation = Some(observation(&[("", "3"), (board, "0"), (last, "")]));
    if verdict != Verdict::Accepted {
        report.points = Points::ZERO;
    }
    report.judgement = Judgement {
        difference,
        ..Judgement::new(verdict)
    };
    report
}

fn case(id: &str, description: &str, input: &[&str]) -> CaseReport {
    let input: Vec<String> = input.iter().map(|&line| line.to_owned()).collect();
    let second = Duration::from_secs(1);
    let case = CaseOutline {
        id: id.into(),
        description: description.into(),
        tags: Vec::new(),
        visibility: CaseVisibility::Full,
        limits: RunLimits {
            cpu: second,
            after_end: Some(second / 4),
            wall: 5 * second,
            memory: 256 << 20,
            stack: 8 << 20,
            output: 1 << 20,
        },
        whitespace: WhitespaceMode::Collapse,
        calls_function: false,
        runs_tests: false,
        long_input: None,
        exact_input: None,
        invocation: Invocation::default(),
    };
    let verdict = Verdict::Accepted;
    CaseReport {
        case,
        input,
        input_origin: InputOrigin::Script,
        judgement: Judgement::new(verdict),
        observation: None,
        other_games: Vec::new(),
        calls: Vec::new(),
        tests: Vec::new(),
        shortest: None,
        points: Points::from_number(25.0),
        max_points: Points::from_number(25.0),
    }
}

fn grade(student: &str, cases: Vec<CaseReport>) -> Grade {
    let right = cases
        .iter()
        .filter(|case| case.judgement.verdict == Verdict::Accepted)
        .count();
    let missing = format!(
        "{} of {} games are not right.",
        cases.len() - right,
        cases.len()
    );
    let games: Points = cases.iter().map(|case| case.points).sum();
    let decided = CriterionState::Decided;
    let reason = (right < cases.len()).then_some(missing);
    let criteria = vec![
        criterion("games", "Games", games, 50.0, decided, reason),
        criterion(
            "warnings",
            "No warnings",
            Points::from_number(30.0),
            30.0,
            decided,
            None,
        ),
        criterion(
            "style",
            "Style",
            Points::from_number(20.0),
            20.0,
            CriterionState::AwaitsInstructor,
            None,
        ),
    ];
    Grade {
        student: student.into(),
        assignment: "tttn".into(),
        outline: AssignmentOutline::new("N×N tic-tac-toe", "tttn"),
        points: criteria.iter().map(|criterion| criterion.points).sum(),
        max_points: Points::from_number(100.0),
        build: build(),
        undefined: model::UndefinedBehaviour::NotAsked,
        repair: None,
        cases,
        criteria,
        adjustments: Vec::new(),
        comments: Vec::new(),
        requests: Vec::new(),
        remarks: Vec::new(),
        to_check: Vec::new(),
        hand_in: None,
        scoring: model::ScoringRecord::default(),
    }
}

fn build() -> BuildReport {
    let command = [
        "g++",
        "-std=c++17",
        "-Wall",
        "-Wextra",
        "tttn.cpp",
        "-o",
        "tttn",
    ];
    BuildReport {
        command: command.iter().map(|&word| word.to_owned()).collect(),
        toolchain: Some("g++".into()),
        ..BuildReport::new(BuildVerdict::Ok)
    }
}

fn criterion(
    id: &str,
    title: &str,
    points: Points,
    of: f64,
    state: CriterionState,
    reason: Option<String>,
) -> CriterionReport {
    let max_points = Points::from_number(of);
    let id = id.to_owned();
    let title = title.to_owned();
    let kind = CriterionKind::Ordinary(max_points);
    CriterionReport {
        id,
        title,
        points,
        max_points,
        kind,
        state,
        reason,
        looks_at: Vec::new(),
        judgements: Vec::new(),
        is_partial: false,
        rule: None,
    }
}

fn hint(mistake: &'static str) -> Hint {
    Hint::new(mistake, format!("It is {mistake}."))
        .with_detail("Here input 3 (`8`) shows it.")
        .with_remedy("Mend it.")
}

/// A grade whose failed cases have these causes.
pub(super) fn failing(mistakes: &[&'static str]) -> Grade {
    let mut grade = wrong();
    let failed = grade.cases[1].clone();
    grade.cases = mistakes
        .iter()
        .enumerate()
        .map(|(number, mistake)| {
            let mut report = renamed(&failed, &format!("case-{number}"));
            report.judgement.hints = vec![hint(mistake)];
            report
        })
        .collect();
    grade
}
