//! What is done to a run that may change nothing, and what of it a program can notice.

use std::time::Instant;

use sandbox::RunStress;

use super::{
    Duration, Exit, GREETS, Interrupt, LIMITS, LimitKind, Observation, SandboxCommand,
    SandboxLimits, StdinSource, Supervisor, Tier, sandbox_of, supervisor_with, turns,
};

/// The strongest tiers that are tried: for root A and C, otherwise B and D.
const STRONGEST: [Tier; 2] = [Tier::A, Tier::C];

/// A run under pressure, and how long it took with all that was done to it.
fn pressed(
    supervisor: &mut Supervisor,
    lines: &[&str],
    limits: &SandboxLimits,
    pressure: RunStress,
) -> (Observation, Duration) {
    let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    let program = supervisor.path_inside("out").join("program");
    let command = SandboxCommand {
        stress: pressure,
        ..SandboxCommand::for_program(program, [])
    };
    let begun = Instant::now();
    let interrupt = Interrupt::without_signals().unwrap();
    let seen = supervisor
        .run(&command, limits, StdinSource::Lines(&lines), &interrupt)
        .unwrap();
    (seen, begun.elapsed())
}

/// Pauses that go by lines alone.
const AT_LINES: RunStress = RunStress::Pauses {
    after: Duration::from_secs(3600),
};

/// How long each pause is at least.
const PAUSE: Duration = Duration::from_millis(10);

#[test]
fn byte_by_byte_a_program_gets_one_byte_a_read_and_its_turns_are_the_same() {
    const PIECES: &str = r#"
        int main(void) {
            char piece[100];
            for (int count; (count = read(0, piece, 100)) > 0;) printf("%d ", count);
        }"#;
    for strongest in STRONGEST {
        let sandbox = sandbox_of(strongest);
        let mut reads = supervisor_with(PIECES, &sandbox);
        let lines = ["12", "", "x"];
        let (whole, _) = pressed(&mut reads, &lines, &LIMITS, RunStress::None);
        assert_eq!(String::from_utf8_lossy(&whole.stdout()), "3 1 2 ");
        let (apart, _) = pressed(&mut reads, &lines, &LIMITS, RunStress::ByteByByte);
        assert_eq!(String::from_utf8_lossy(&apart.stdout()), "1 1 1 1 1 1 ");
        let mut greets = supervisor_with(GREETS, &sandbox);
        let (whole, _) = pressed(&mut greets, &["ann", "bob"], &LIMITS, RunStress::None);
        let (apart, _) = pressed(&mut greets, &["ann", "bob"], &LIMITS, RunStress::ByteByByte);
        assert_eq!(
            turns(&apart),
            turns(&whole),
            "not stronger than {strongest}"
        );
        assert_eq!((apart.exit, apart.saw_eof), (Exit::Code(3), true));
    }
}

#[test]
fn byte_by_byte_ends_after_a_while_and_a_program_that_polls_gets_what_is_left() {
    const COUNTS: &str = r#"
        #include <poll.h>
        int main(int count, char** words) {
            char piece[5000];
            int sum = 0, reads = 0;
            struct pollfd input = {0, POLLIN, 0};
            for (int got = 1; got > 0; ++reads, sum += got) {
                if (POLLS) poll(&input, 1, -1);
                got = read(0, piece, sizeof piece);
            }
            printf("%d in %d", sum, reads - 1);
        }"#;
    let long = "x".repeat(999);
    for (polls, said) in [("0", "1000 in 257"), ("1", "1000 in 2")] {
        let mut counts = supervisor_with(&COUNTS.replace("POLLS", polls), &sandbox_of(Tier::A));
        let (seen, _) = pressed(&mut counts, &[&long], &LIMITS, RunStress::ByteByByte);
        assert_eq!(String::from_utf8_lossy(&seen.stdout()), said);
    }
}

#[test]
fn on_a_terminal_lines_stay_whole() {
    const READS: &str =
        "int main(void) { char line[100]; printf(\"%d\", (int)read(0, line, 100)); }";
    let mut reads = supervisor_with(READS, &sandbox_of(Tier::A));
    reads.use_terminal(true);
    let (seen, _) = pressed(&mut reads, &["four"], &LIMITS, RunStress::ByteByByte);
    assert_eq!(String::from_utf8_lossy(&seen.stdout()), "5");
}

#[test]
fn pauses_are_seen_on_the_clock_and_count_for_nothing() {
    const MEASURES: &str = r#"
        #include <time.h>
        double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec / 1e9; }
        int main(void) {
            char line[100];
            double before = now();
            for (int n = 0; n < 5; ++n) fgets(line, sizeof line, stdin);
            double took = now() - before;
            printf("%s", took >= 0.03 ? "three pauses" : "fewer");
        }"#;
    for strongest in STRONGEST {
        let mut measures = supervisor_with(MEASURES, &sandbox_of(strongest));
        let lines = ["1", "2", "3", "4", "5"];
        let (seen, took) = pressed(&mut measures, &lines, &LIMITS, AT_LINES);
        assert_eq!(String::from_utf8_lossy(&seen.stdout()), "three pauses");
        assert_eq!((seen.exit, seen.turns.len()), (Exit::Code(0), 6));
        assert!(seen.usage.wall + 3 * PAUSE <= took, "{took:?} for {seen:?}");
    }
}

#[test]
fn a_program_that_reads_nothing_is_stopped_by_the_clock_and_its_limits_hold() {
    const SLEEPS: &str = "int main(void) { usleep(300000); puts(\"slept\"); }";
    const FOREVER: &str = "int main(void) { for (volatile int n = 0;; ++n); }";
    let at_once = RunStress::Pauses {
        after: Duration::ZERO,
    };
    let (seen, took) = pressed(
        &mut supervisor_with(SLEEPS, &sandbox_of(Tier::A)),
        &[],
        &LIMITS,
        at_once,
    );
    assert_eq!(String::from_utf8_lossy(&seen.stdout()), "slept\n");
    assert!(seen.usage.wall + PAUSE <= took, "{took:?} for {seen:?}");
    let quick = SandboxLimits {
        cpu: Duration::from_millis(100),
        ..LIMITS
    };
    let mut forever = supervisor_with(FOREVER, &sandbox_of(Tier::A));
    assert_eq!(
        pressed(&mut forever, &[], &quick, at_once).0.exit,
        Exit::Stopped(LimitKind::Cpu)
    );
}

#[test]
fn a_pause_stops_what_a_program_has_started_and_what_that_has() {
    // Each waits for its child to go on after a stop; the last one tells so by the end of the one before it.
    const FAMILY: &str = r#"
        #include <sys/wait.h>
        int main(void) {
            int made[2], status = 0;
            char byte;
            pipe(made);
            int child = fork();
            if (child == 0) {
                int grandchild = fork();
                if (grandchild == 0) for (;;) pause();
                write(made[1], "!", 1);
                waitpid(grandchild, &status, WCONTINUED);
                _exit(WIFCONTINUED(status) ? 7 : 1);
            }
            read(made[0], &byte, 1);
            getchar();
            waitpid(child, &status, 0);
            printf("%d", WEXITSTATUS(status));
        }"#;
    let sandbox = sandbox_of(Tier::A);
    let made = supervisor_with(FAMILY, &sandbox);
    let mut free = sandbox.start_unconfined_supervisor().unwrap();
    let command = SandboxCommand {
        profile: sandbox::SandboxProfile::Trusted,
        stress: AT_LINES,
        ..SandboxCommand::for_program(made.path_outside("out").join("program"), [])
    };
    let line = ["go".to_owned()];
    let interrupt = Interrupt::without_signals().unwrap();
    let seen = free
        .run(&command, &LIMITS, StdinSource::Lines(&line), &interrupt)
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&seen.stdout()), "7", "{seen:?}");
}
