//! What this machine can do, tested with small programs that break one rule each; and what the compilers and programs of a course may
//! need of it, at most.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::error::{PipelineError, format_error_chain};
use crate::execute::{self, StdinSource};
use crate::{Session, checker, undefined};
use model::{
    Assignment, BuildLimits, BuildSettings, BuildVerdict, Confinement, Course, Exit, LimitKind,
    Observation, RunLimits, SourceFile, Tier, Toolchain,
};
use sandbox::ResourceNeeds;
use toolchain::{BuildError, BuildExtras, PrecompilingSupport};

/// What was found.
#[derive(Debug, Clone)]
pub struct DoctorReport {
    /// The compiler's version.
    pub compiler: String,
    /// What of its headers the compiler can keep.
    pub precompiling: PrecompilingSupport,
    /// How programs are confined here.
    pub confinement: Confinement,
    /// One entry for each rule.
    pub trials: Vec<DoctorTrial>,
}

/// One rule, and what became of the program that breaks it.
#[derive(Debug, Clone)]
pub struct DoctorTrial {
    /// The rule, as a sentence.
    pub claim: &'static str,
    /// What must happen.
    pub expected: &'static str,
    /// What did.
    pub seen: DoctorOutcome,
}

/// What became of a program, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DoctorOutcome {
    /// The result.
    Outcome(String),
    /// No result in time: this machine was too busy.
    Unfinished(String),
}

/// What a trial says of its rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoctorFinding {
    /// It holds here.
    Holds,
    /// It does not.
    Fails,
    /// The machine was too busy to say.
    Undecided,
}

impl DoctorTrial {
    /// Whether the rule holds here.
    pub fn finding(&self) -> DoctorFinding {
        match &self.seen {
            DoctorOutcome::Outcome(seen) if seen == self.expected => DoctorFinding::Holds,
            DoctorOutcome::Outcome(_) => DoctorFinding::Fails,
            DoctorOutcome::Unfinished(_) => DoctorFinding::Undecided,
        }
    }
}

impl DoctorReport {
    /// Whether submissions can be graded here, as far as is known.
    pub fn is_sound(&self) -> bool {
        self.trials
            .iter()
            .all(|trial| trial.finding() != DoctorFinding::Fails)
    }

    /// What an instructor should know before grading programs of strangers, and how to get more.
    pub fn cautions(&self) -> Vec<&'static str> {
        let mut cautions = Vec::new();
        cautions.extend(match self.confinement.tier {
            Tier::A | Tier::B => None,
            Tier::C => Some("to get tier A, allow namespaces (a container needs the right to make them: CAP_SYS_ADMIN)"),
            Tier::D => Some(
                "to get tier B, allow user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns=0 or \
                 kernel.unprivileged_userns_clone=1), or run as root for tier A",
            ),
            Tier::E => Some("to guard files, use Linux 5.13 or later with Landlock switched on (lsm=landlock,…)"),
        });
        if !self.confinement.shows_reads {
            cautions.push(
                "this kernel does not show when a program reads (it needs Linux 5.5 with seccomp): scripts are given \
                 all at once, and prompts are found by the look of the output",
            );
        }
        cautions
    }
}

/// What each program does, how it must end, and its code. One that gets past a limit ends by itself soon after, so that this
/// is not taken for want of time.
const TRIALS: [(&str, &str, &str); 10] = [
    (
        "a program that ends is seen to end",
        "exit code 0",
        "int main() {}",
    ),
    (
        "a crash is told by its signal",
        "signal 6",
        "#include <cstdlib>\nint main() { std::abort(); }",
    ),
    (
        "an endless loop is stopped by processor time",
        "stopped: Cpu",
        "int main() { for (volatile int i = 0;; i = i + 1) {} }",
    ),
    (
        "a sleeping program is stopped by the clock",
        "stopped: Wall",
        "#include <unistd.h>\nint main() { for (;;) sleep(100); }",
    ),
    (
        "endless output is stopped",
        "stopped: Output",
        "#include <cstdio>\nint main() { for (int i = 0; i < 100000; ++i) std::puts(\"and so on\"); }",
    ),
    (
        "a program that takes ever more memory is stopped",
        "stopped: Memory",
        "int main() { for (int n = 0; n < 512; ++n) { char* volatile p = new char[1 << 20]; \
         for (int i = 0; i < (1 << 20); i += 4096) p[i] = 1; } }",
    ),
    (
        "a program cannot make another process",
        "exit code 0",
        "#include <unistd.h>\nint main() { return fork() == -1 ? 0 : 1; }",
    ),
    (
        "a program cannot read the system's files",
        "exit code 0",
        "#include <fstream>\nint main() { return std::ifstream(\"/etc/passwd\") ? 1 : 0; }",
    ),
    (
        "a program cannot write a file",
        "exit code 0",
        "#include <fstream>\nint main() { return std::ofstream(\"trace.txt\") ? 1 : 0; }",
    ),
    (
        "a program cannot open a connection",
        "exit code 0",
        "#include <sys/socket.h>\nint main() { return socket(AF_INET, SOCK_STREAM, 0) == -1 ? 0 : 1; }",
    ),
];

/// Tries the compiler and every limit.
///
/// # Errors
///
/// If there is no compiler, or no place to work in.
pub fn examine_machine(session: Session<'_>) -> Result<DoctorReport, PipelineError> {
    let install = Some("on Debian and Ubuntu: `apt-get install g++`".to_owned());
    let toolchain = toolchain::probe_toolchain(
        &Toolchain {
            install,
            ..trial_toolchain()
        },
        session.interrupt(),
    )?;
    let place = tempfile::Builder::new()
        .prefix("grader-")
        .tempdir()
        .map_err(PipelineError::Workplace)?;
    let mut trials = Vec::new();
    for (claim, expected, code) in TRIALS {
        let path = place.path().join("trial.cpp");
        fs::write(&path, code).map_err(PipelineError::Workplace)?;
        let seen = run_trial_with_retries(expected, &path, session);
        if session.is_interrupted() {
            return Err(PipelineError::Interrupted);
        }
        trials.push(DoctorTrial {
            claim,
            expected,
            seen,
        });
    }
    let precompiling = try_precompiling(session).unwrap_or_else(|error| {
        tracing::warn!(%error, "precompiled headers cannot be tried");
        PrecompilingSupport::Nothing
    });
    Ok(DoctorReport {
        compiler: toolchain.version,
        precompiling,
        confinement: session.confinement(),
        trials,
    })
}

fn try_precompiling(session: Session<'_>) -> Result<PrecompilingSupport, BuildError> {
    let settings = trial_build_settings();
    let mut runner = session.start_runner(&settings.toolchain, false)?;
    toolchain::try_precompiling(&settings, &mut runner)
}

/// Tries a program until there is a result, with more time each time: others may need the machine as well.
fn run_trial_with_retries(expected: &str, path: &Path, session: Session<'_>) -> DoctorOutcome {
    const TIMES: [(u32, u32); 3] = [(1, 1), (2, 10), (4, 60)];
    let mut seen = DoctorOutcome::Unfinished(String::new());
    for (cpu, wall) in TIMES {
        let limits = RunLimits {
            cpu: LIMITS.cpu * cpu,
            wall: LIMITS.wall * wall,
            ..LIMITS
        };
        let attempt = run_trial_once(expected, path, &limits, session);
        seen = attempt.unwrap_or_else(|error| DoctorOutcome::Outcome(format_error_chain(&error)));
        if session.is_interrupted() || matches!(seen, DoctorOutcome::Outcome(_)) {
            break;
        }
    }
    seen
}

fn run_trial_once(
    expected: &str,
    path: &Path,
    limits: &RunLimits,
    session: Session<'_>,
) -> Result<DoctorOutcome, BuildError> {
    let source = SourceFile::from_path(path.to_owned());
    let settings = trial_build_settings();
    let mut runner = session.start_runner(&settings.toolchain, false)?;
    let built =
        toolchain::build_program(&settings, &[source], &BuildExtras::default(), &mut runner)?;
    let Some(program) = built.program else {
        let text = "the program does not compile".to_owned();
        return Ok(match built.report.verdict {
            BuildVerdict::CompileLimit => DoctorOutcome::Unfinished(text),
            _ => DoctorOutcome::Outcome(text),
        });
    };
    let seen = execute::execute_program(
        &program.into(),
        StdinSource::Lines(&[]),
        limits,
        &mut runner,
    )?;
    let text = describe_exit(&seen);
    Ok(if text != expected && ran_out_of_time(&seen, limits) {
        DoctorOutcome::Unfinished(text)
    } else {
        DoctorOutcome::Outcome(text)
    })
}

/// Whether the clock stopped a program that had not been given its processor time, or its time was too short for what it
/// does. Whoever had it all before the clock stopped it got past the limit of processor time.
fn ran_out_of_time(seen: &Observation, limits: &RunLimits) -> bool {
    match seen.exit {
        Exit::Stopped(LimitKind::Wall) => seen.usage.cpu < limits.cpu,
        Exit::Stopped(LimitKind::Cpu) => true,
        _ => false,
    }
}

fn describe_exit(seen: &Observation) -> String {
    match seen.exit {
        Exit::Code(code) => format!("exit code {code}"),
        Exit::NotStarted => "not started".to_owned(),
        Exit::Signal(signal) => format!("signal {signal}"),
        Exit::Stopped(
            limit @ (LimitKind::Cpu | LimitKind::Wall | LimitKind::Memory | LimitKind::Output),
        ) => {
            format!("stopped: {limit:?}")
        }
        Exit::Stopped(limit) => format!("stopped: {limit:?}, which nobody expected"),
    }
}

const LIMITS: RunLimits = RunLimits {
    cpu: Duration::from_millis(300),
    after_end: None,
    wall: Duration::from_secs(1),
    memory: 128 << 20,
    stack: sandbox::DEFAULT_STACK,
    output: 64 << 10,
};

const BUILD_LIMITS: BuildLimits = BuildLimits {
    cpu: Duration::from_secs(10),
    wall: Duration::from_secs(30),
    memory: 2 << 30,
    source: 1 << 20,
};

/// What the trials may use of this machine, at most.
pub fn needs_to_examine() -> ResourceNeeds {
    ResourceNeeds::LEAST.with_at_least(BUILD_LIMITS.cpu, BUILD_LIMITS.memory)
}

/// What compiles the trials.
fn trial_toolchain() -> Toolchain {
    Toolchain::from_compiler("g++")
}

/// How the trials are built.
fn trial_build_settings() -> BuildSettings {
    let program = "trial".to_owned();
    BuildSettings {
        toolchain: trial_toolchain(),
        flags: Vec::new(),
        libraries: Vec::new(),
        limits: BUILD_LIMITS,
        program,
    }
}

/// The most that anything which is started for this course may use.
pub fn course_needs(course: &Course) -> ResourceNeeds {
    course
        .assignments
        .iter()
        .fold(ResourceNeeds::LEAST, add_assignment)
}

/// The same with one assignment more.
fn add_assignment(needs: ResourceNeeds, assignment: &Assignment) -> ResourceNeeds {
    let build = &assignment.build_limits;
    let needs = needs.with_at_least(build.cpu, build.memory);
    assignment.cases.iter().fold(needs, |needs, case| {
        let run = match &assignment.undefined {
            Some(_) => undefined::sanitizer_limits(&case.limits),
            None => case.limits,
        };
        let needs = needs
            .with_at_least(run.cpu, run.memory)
            .with_stack_at_least(run.stack);
        match &case.comparison.checker {
            Some(_) => needs.with_at_least(checker::LIMITS.cpu, checker::LIMITS.memory),
            None => needs,
        }
    })
}
