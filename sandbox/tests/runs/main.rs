//! Real programs behind real walls: what is seen of them, and where they are stopped.

#![expect(
    clippy::unwrap_used,
    reason = "a machine without walls or a compiler is a failed test"
)]

mod pressure;

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command as Process;
use std::sync::Arc;
use std::time::Duration;

use rustix::process::{Signal, getpid, kill_process};
use sandbox::{
    ConfinementError, Exit, Interrupt, LimitKind, LinuxSandbox, Observation, SandboxCommand,
    SandboxError, SandboxLimits, StdinSource, Supervisor, Tier, TierRequirements, ToolPaths,
};

/// What every program here begins with.
const HEADERS: &str = "#include <errno.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
                       #include <string.h>\n#include <unistd.h>\n";

/// As much time as a busy machine may take for an honest program.
const LIMITS: SandboxLimits = SandboxLimits {
    cpu: Duration::from_secs(5),
    after_end: None,
    wall: Duration::from_secs(60),
    memory: 256 << 20,
    output: 1 << 20,
    overflow: sandbox::OutputOverflow::Stop,
    stack: 8 << 20,
    file_size: 0,
};

/// The strongest tier of this machine that is not stronger than this one.
fn sandbox_of(strongest: Tier) -> LinuxSandbox {
    let interrupt = Arc::new(Interrupt::without_signals().unwrap());
    let demands = TierRequirements {
        strongest,
        allow_unconfined: true,
        ..TierRequirements::default()
    };
    let supervisor = Path::new(env!("CARGO_BIN_EXE_sandbox-supervisor"));
    LinuxSandbox::find_strongest(supervisor, &demands, &interrupt).unwrap()
}

/// A supervisor with a program that was made of this code.
fn supervisor_with(code: &str, sandbox: &LinuxSandbox) -> Supervisor {
    let supervisor = sandbox.start_supervisor(&ToolPaths::default()).unwrap();
    let program = supervisor.path_outside("out").join("program");
    let source = program.with_extension("c");
    std::fs::write(&source, format!("{HEADERS}{code}")).unwrap();
    let built = Process::new("cc")
        .arg("-o")
        .arg(&program)
        .arg(&source)
        .status()
        .unwrap();
    assert!(built.success(), "{code}");
    supervisor
}

/// What is seen of one run.
fn observe(
    supervisor: &mut Supervisor,
    limits: &SandboxLimits,
    input: StdinSource<'_>,
    interrupt: &Interrupt,
) -> Result<Observation, SandboxError> {
    let command = SandboxCommand::for_program(supervisor.path_inside("out").join("program"), []);
    supervisor.run(&command, limits, input, interrupt)
}

/// The run of a program that reads these lines.
fn run(code: &str, lines: &[&str], limits: &SandboxLimits) -> Observation {
    let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    let mut supervisor = supervisor_with(code, &sandbox_of(Tier::A));
    let interrupt = Interrupt::without_signals().unwrap();
    observe(
        &mut supervisor,
        limits,
        StdinSource::Lines(&lines),
        &interrupt,
    )
    .unwrap()
}

/// What was printed before each line that was read, and at the end.
fn turns(seen: &Observation) -> Vec<(String, Option<&str>)> {
    assert!(seen.synchronised, "reads are not seen here");
    let turn = |turn: &sandbox::ObservedTurn| String::from_utf8_lossy(&turn.output).into_owned();
    seen.turns
        .iter()
        .map(|one| (turn(one), one.input.as_deref()))
        .collect()
}

/// Asks for names and greets them.
const GREETS: &str = r#"
    int main(void) {
        char name[64];
        for (;;) {
            printf("name? ");
            fflush(stdout);
            if (scanf("%63s", name) != 1) return 3;
            printf("hello %s\n", name);
        }
    }"#;

#[test]
fn output_is_cut_where_a_line_was_read() {
    let seen = run(GREETS, &["ann", "bob"], &LIMITS);
    assert_eq!(
        turns(&seen),
        [
            ("name? ".to_owned(), Some("ann")),
            ("hello ann\nname? ".to_owned(), Some("bob")),
            ("hello bob\nname? ".to_owned(), None),
        ]
    );
    assert!(seen.saw_eof);
    assert_eq!(seen.exit, Exit::Code(3));
}

#[test]
fn lines_may_be_made_of_what_the_program_printed() {
    let mut supervisor = supervisor_with(GREETS, &sandbox_of(Tier::A));
    let mut answer = |printed: &[u8]| match printed {
        b"name? " => Some("ann".to_owned()),
        b"hello ann\nname? " => Some("bob".to_owned()),
        _ => None,
    };
    let interrupt = Interrupt::without_signals().unwrap();
    let seen = observe(
        &mut supervisor,
        &LIMITS,
        StdinSource::Callback(&mut answer),
        &interrupt,
    )
    .unwrap();
    assert_eq!(
        String::from_utf8_lossy(&seen.stdout()),
        "name? hello ann\nname? hello bob\nname? "
    );
}

#[test]
fn input_as_a_whole_is_a_file_that_nobody_waits_for_and_nobody_changes() {
    let code = r#"
        #include <errno.h>
        #include <fcntl.h>
        #include <signal.h>
        #include <sys/stat.h>
        int main(void) {
            struct stat data;
            signal(SIGXFSZ, SIG_IGN);
            fstat(0, &data);
            long sum = 0, number;
            while (scanf("%ld", &number) == 1) sum += number;
            rewind(stdin);
            int again = open("/dev/stdin", O_RDWR);
            int written = write(again < 0 ? 0 : again, "9", 1);
            printf("%ld %ld %d %d", (long)data.st_size, sum, getchar(), written);
        }"#;
    let input: String = (1..=100_000).map(|number| format!("{number}\n")).collect();
    for strongest in [Tier::A, Tier::C, Tier::E] {
        let mut supervisor = supervisor_with(code, &sandbox_of(strongest));
        let interrupt = Interrupt::without_signals().unwrap();
        let whole = StdinSource::File(input.as_bytes());
        let seen = observe(&mut supervisor, &LIMITS, whole, &interrupt).unwrap();
        let printed = String::from_utf8_lossy(&seen.stdout()).into_owned();
        assert_eq!(printed, "588895 5000050000 49 -1", "{strongest:?}");
        assert!(!seen.synchronised && !seen.saw_eof && seen.turns.len() == 1);
        assert_eq!(seen.exit, Exit::Code(0));
    }
}

#[test]
fn a_program_is_stopped_at_its_limit_and_the_limit_is_named() {
    let quick = SandboxLimits {
        cpu: Duration::from_millis(200),
        ..LIMITS
    };
    let short = SandboxLimits {
        wall: Duration::from_millis(200),
        ..quick
    };
    let little = SandboxLimits {
        memory: 64 << 20,
        ..LIMITS
    };
    for (code, limits, limit) in [
        (
            "int main(void) { for (volatile int n = 0;; ++n); }",
            quick,
            LimitKind::Cpu,
        ),
        (
            "int main(void) { for (;;) pause(); }",
            short,
            LimitKind::Wall,
        ),
        (
            "int main(void) { for (;;) memset(malloc(1 << 20), 1, 1 << 20); }",
            little,
            LimitKind::Memory,
        ),
        (
            "int main(void) { for (;;) puts(\"again\"); }",
            LIMITS,
            LimitKind::Output,
        ),
        (
            "int main(void) { for (char c;;) read(0, &c, 1); }",
            LIMITS,
            LimitKind::Reads,
        ),
    ] {
        assert_eq!(run(code, &[], &limits).exit, Exit::Stopped(limit), "{code}");
    }
}

/// Burns the given milliseconds of its own processor time.
const BURNS: &str = r#"
    #include <time.h>
    void burn(long milliseconds) {
        clock_t until = clock() + milliseconds * (CLOCKS_PER_SEC / 1000);
        while (clock() < until) {}
    }"#;

#[test]
fn silence_after_the_end_of_input_has_a_limit_of_its_own_in_every_tier() {
    let short = SandboxLimits {
        after_end: Some(Duration::from_millis(200)),
        ..LIMITS
    };
    let code =
        format!("{BURNS} int main(void) {{ puts(\"so far\"); getchar(); for (;;) burn(10); }}");
    for strongest in [Tier::A, Tier::C] {
        let mut supervisor = supervisor_with(&code, &sandbox_of(strongest));
        let input = StdinSource::Lines(&[]);
        let interrupt = Interrupt::without_signals().unwrap();
        let seen = observe(&mut supervisor, &short, input, &interrupt).unwrap();
        assert_eq!(
            seen.exit,
            Exit::Stopped(LimitKind::AfterEnd),
            "not stronger than {strongest}"
        );
        assert!(seen.saw_eof && seen.usage.cpu < LIMITS.cpu, "{seen:?}");
    }
}

#[test]
fn whoever_gives_signs_of_life_after_the_end_of_input_is_not_silent() {
    let short = SandboxLimits {
        after_end: Some(Duration::from_millis(200)),
        ..LIMITS
    };
    for (code, what) in [
        ("burn(300); getchar(); return 7;", "computes before the end"),
        (
            "for (int i = 0; i < 6; ++i) { char c; read(0, &c, 1); burn(80); } return 7;",
            "reads",
        ),
        (
            "getchar(); for (int i = 0; i < 6; ++i) { write(1, \".\", 1); burn(80); } return 7;",
            "prints",
        ),
        (
            "getchar(); for (int i = 0; i < 6; ++i) { write(2, \".\", 1); burn(80); } return 7;",
            "complains",
        ),
        ("getchar(); usleep(500000); return 7;", "sleeps"),
    ] {
        let seen = run(&format!("{BURNS} int main(void) {{ {code} }}"), &[], &short);
        assert_eq!(seen.exit, Exit::Code(7), "{what}");
    }
}

#[test]
fn how_a_program_ends_by_itself_is_told_as_the_system_tells_it() {
    for (code, exit) in [
        ("int main(void) { return 7; }", Exit::Code(7)),
        ("int main(void) { abort(); }", Exit::Signal(libc::SIGABRT)),
        (
            "int main(void) { raise(SIGTERM); }",
            Exit::Signal(libc::SIGTERM),
        ),
        (
            "int main(void) { chroot(\"/\"); }",
            Exit::Signal(libc::SIGSYS),
        ),
    ] {
        assert_eq!(run(code, &[], &LIMITS).exit, exit, "{code}");
    }
}

#[test]
fn what_is_no_program_is_not_started() {
    let sandbox = sandbox_of(Tier::A);
    let mut supervisor = sandbox.start_supervisor(&ToolPaths::default()).unwrap();
    let program = supervisor.path_outside("out").join("program");
    std::fs::write(&program, "no program").unwrap();
    std::fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
    let interrupt = Interrupt::without_signals().unwrap();
    let seen = observe(&mut supervisor, &LIMITS, StdinSource::Empty, &interrupt).unwrap();
    assert_eq!(seen.exit, Exit::NotStarted);
}

#[test]
fn a_program_opens_no_file_of_the_user_and_starts_no_other() {
    let private = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&private, "private").unwrap();
    let code = format!(
        r#"
        int main(void) {{
            puts(fopen("{0}", "r") ? "read" : "not read");
            puts(fopen("{0}", "w") ? "written" : "not written");
            puts(fopen("new", "w") ? "made" : "not made");
            puts(fork() >= 0 ? "started" : "not started");
        }}"#,
        private.path().display()
    );
    // For root the tiers A and C, otherwise B and D.
    for strongest in [Tier::A, Tier::C] {
        let sandbox = sandbox_of(strongest);
        if !sandbox.tier().has_landlock() {
            eprintln!("skipped: nothing guards files here");
            continue;
        }
        let mut supervisor = supervisor_with(&code, &sandbox);
        let interrupt = Interrupt::without_signals().unwrap();
        let seen = observe(&mut supervisor, &LIMITS, StdinSource::Empty, &interrupt).unwrap();
        assert_eq!(
            String::from_utf8_lossy(&seen.stdout()),
            "not read\nnot written\nnot made\nnot started\n",
            "tier {}",
            sandbox.tier()
        );
    }
    assert_eq!(std::fs::read_to_string(&private).unwrap(), "private");
}

#[test]
fn an_interrupt_ends_a_run_under_way_and_all_that_follow() {
    const WAITS: &str = "int main(void) { getchar(); for (;;) pause(); }";
    let sandbox = sandbox_of(Tier::A);
    let mut supervisor = supervisor_with(WAITS, &sandbox);
    let interrupt = Interrupt::on_signals().unwrap();
    // The program waits for this answer, so it is under way.
    let mut answer = |_: &[u8]| {
        kill_process(getpid(), Signal::TERM).unwrap();
        Some("go on".to_owned())
    };
    let ended = observe(
        &mut supervisor,
        &LIMITS,
        StdinSource::Callback(&mut answer),
        &interrupt,
    );
    assert!(matches!(ended, Err(SandboxError::Interrupted)), "{ended:?}");
    let next = observe(&mut supervisor, &LIMITS, StdinSource::Empty, &interrupt);
    assert!(matches!(next, Err(SandboxError::Interrupted)), "{next:?}");
}

#[test]
fn an_executable_that_cannot_supervise_is_refused() {
    let interrupt = Arc::new(Interrupt::without_signals().unwrap());
    let found = LinuxSandbox::find_strongest(
        Path::new("/bin/true"),
        &TierRequirements::default(),
        &interrupt,
    );
    assert!(
        matches!(found, Err(ConfinementError::NoWorkingTier(_))),
        "{found:?}"
    );
}
