//! Ways to build the same sources, whether two variants of a program did the same, and whether it can be expected of them.

use std::sync::LazyLock;

use model::{BuildSettings, Exit, LimitKind, Observation};
use object::{Object, ObjectSymbol};
use regex::bytes::Regex;

/// A way to build a program that is not the rubric's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BuildVariant {
    /// With the address and undefined sanitizers and the C++ library's assertions.
    Sanitized,
    /// Not optimised; memory that nobody has set holds a pattern. (Optimised code takes a truth value of that pattern for
    /// false, as if it were zero.)
    Pattern,
    /// Optimised; memory that nobody has set holds zeros.
    Optimised,
    /// Not optimised, with zeros.
    Zeros,
}

/// No optimisation of its own, so that no faulty line is optimised away. Without position-independent code, an address in
/// a report is the address in the file.
const SANITIZED: [&str; 8] = [
    "-w",
    "-g",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fno-omit-frame-pointer",
    "-D_GLIBCXX_ASSERTIONS",
    "-fno-pie",
    "-no-pie",
];

/// Numbers come out the same however much is optimised, and no function of the C library becomes another one.
const EXACT: [&str; 4] = [
    "-ffp-contract=off",
    "-fno-fast-math",
    "-frounding-math",
    "-U_FORTIFY_SOURCE",
];

/// What Clang does not take.
const GCC_ONLY: [&str; 3] = [
    "-fanalyzer",
    "-Wmaybe-uninitialized",
    "-Wno-error=maybe-uninitialized",
];

/// What a compiler suspects of having no value is found where several of its passes look for it.
/// Where the rubric makes errors of warnings, these are none: they look at more than the rubric's own build does.
const SUSPICIONS: [&str; 7] = [
    "-Wuninitialized",
    "-Wmaybe-uninitialized",
    "-Wreturn-type",
    "-Wno-error",
    "-Wno-error=uninitialized",
    "-Wno-error=maybe-uninitialized",
    "-Wno-error=return-type",
];

/// Follows all ways through a function. GCC alone knows it.
const ANALYSIS: [&str; 1] = ["-fanalyzer"];

impl BuildVariant {
    /// The flags that it adds to the rubric's.
    fn added_flags(self) -> Vec<&'static str> {
        match self {
            BuildVariant::Sanitized => SANITIZED.to_vec(),
            BuildVariant::Pattern => [
                &EXACT[..],
                &["-w", "-O0", "-ftrivial-auto-var-init=pattern"],
            ]
            .concat(),
            BuildVariant::Optimised => [
                &EXACT[..],
                &["-O2", "-ftrivial-auto-var-init=zero"],
                &SUSPICIONS,
            ]
            .concat(),
            BuildVariant::Zeros => {
                let build = ["-O0", "-ftrivial-auto-var-init=zero"];
                [&EXACT[..], &build, &SUSPICIONS, &ANALYSIS].concat()
            }
        }
    }

    /// What its programs find in their environment, which overrules what a source sets (`__asan_default_options`). `mark` is a random number of one run.
    pub fn environment(self, mark: &str) -> Vec<(String, String)> {
        let pairs: &[(&str, &str)] = match self {
            BuildVariant::Sanitized => &[
                ("GRADER_MARK", mark),
                (
                    "ASAN_OPTIONS",
                    "detect_leaks=0:symbolize=0:handle_abort=0:detect_stack_use_after_return=1:\
                     allocator_may_return_null=1:quarantine_size_mb=16:print_legend=0:halt_on_error=1:allow_user_segv_handler=0:log_path=stderr:log_to_syslog=0:verbosity=0",
                ),
                (
                    "UBSAN_OPTIONS",
                    "symbolize=0:print_stacktrace=0:halt_on_error=1:log_path=stderr:log_to_syslog=0:verbosity=0",
                ),
            ],
            // The C library fills what `malloc` returns with the complement.
            BuildVariant::Zeros | BuildVariant::Optimised => &[("MALLOC_PERTURB_", "255")],
            BuildVariant::Pattern => &[("MALLOC_PERTURB_", "85")],
        };
        pairs
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect()
    }

    /// The settings with the variant's flags after their own: whatever builds a program with them builds that variant.
    pub fn apply_to(self, settings: &BuildSettings) -> BuildSettings {
        let command = settings.toolchain.compiler_command();
        let is_clang = command.is_some_and(|command| command.contains("clang"));
        let knows = |flag: &&str| !is_clang || !GCC_ONLY.contains(flag);
        let mut variant = settings.clone();
        variant.flags.extend(
            self.added_flags()
                .into_iter()
                .filter(knows)
                .map(str::to_owned),
        );
        variant
    }
}

/// What the stack filler fills the stack with (a byte that is a truth value, but for the exponents of `double`), and what the C library
/// fills the heap with.
pub fn stack_fill_environment(byte: u8) -> Vec<(String, String)> {
    let pairs = [("GRADER_FILL", byte), ("MALLOC_PERTURB_", !byte)];
    pairs
        .map(|(name, value)| (name.to_owned(), value.to_string()))
        .to_vec()
}

/// What a run came to, as far as the same program must come to it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunTrace {
    /// What was printed, without addresses.
    printed: Vec<u8>,
    exit: Exit,
}

impl RunTrace {
    /// The first lines that differ, ready to be quoted; none if what was printed is the same.
    pub fn first_difference(&self, other: &RunTrace) -> Option<(String, String)> {
        let mine = printed_lines(self);
        let theirs = printed_lines(other);
        let longer = mine.len().max(theirs.len());
        let pair = (0..longer).map(|at| (mine.get(at), theirs.get(at)));
        let (mine, theirs) = pair.into_iter().find(|(mine, theirs)| mine != theirs)?;
        let same = match (mine, theirs) {
            (Some(mine), Some(theirs)) => mine
                .chars()
                .zip(theirs.chars())
                .take_while(is_equal_pair)
                .count(),
            _ => 0,
        };
        Some((quote_line(mine, same), quote_line(theirs, same)))
    }
}

fn printed_lines(trace: &RunTrace) -> Vec<String> {
    let text = String::from_utf8_lossy(&trace.printed).into_owned();
    text.lines().map(str::to_owned).collect()
}

fn is_equal_pair((one, other): &(char, char)) -> bool {
    one == other
}

/// A line, or the part of a long one around the first `same` characters' end, where the difference begins.
fn quote_line(line: Option<&String>, same: usize) -> String {
    const LONGEST: usize = 80;
    let start = if same > LONGEST / 2 {
        same - LONGEST / 4
    } else {
        0
    };
    let ellipsis = if start == 0 { "" } else { "…" };
    let part = |line: &String| {
        let part: String = line.chars().skip(start).take(LONGEST).collect();
        format!("{ellipsis}{}", part.trim())
    };
    match line.map(part).filter(|line| !line.is_empty()) {
        Some(line) => format!("`{}`", line.replace('`', "'")),
        None => "nothing there".to_owned(),
    }
}

/// A stack of eight mebibytes is full: optimised code needs less of it, and that is no fault.
const FULL_STACK: u64 = 7 << 20;

#[expect(
    clippy::expect_used,
    reason = "the pattern is a constant, and a test compiles it"
)]
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"0x[0-9a-f]{6,}").expect("valid"));

/// The trace of a run; none if it was stopped, or may have run out of stack: that depends on how it was compiled.
pub fn trace_run(seen: &Observation) -> Option<RunTrace> {
    let counts = match seen.exit {
        Exit::Code(_) | Exit::Stopped(LimitKind::Reads) => true,
        Exit::Signal(_) => seen.usage.peak_memory.max(seen.usage.touched_memory) < FULL_STACK,
        Exit::Stopped(_) | Exit::NotStarted => false,
    };
    let printed = ADDRESS.replace_all(&seen.stdout(), &b"0x"[..]).into_owned();
    counts.then_some(RunTrace {
        printed,
        exit: seen.exit,
    })
}

/// What makes a program do something else each time, or in each build, by right.
const CHANGING: [&str; 24] = [
    "rand",
    "rand_r",
    "srand",
    "random",
    "srandom",
    "drand48",
    "lrand48",
    "time",
    "clock",
    "clock_gettime",
    "gettimeofday",
    "timespec_get",
    "getrandom",
    "getentropy",
    "getpid",
    "arc4random",
    "open",
    "fopen",
    "getenv",
    "environ",
    "__environ",
    "pthread_create",
    "thrd_create",
    "malloc_usable_size",
];

/// The same by a part of a C++ symbol.
const CHANGING_CPP: [&str; 3] = ["13random_device", "6chrono3_V2", "6thread"];

/// The same as words in a source.
const CHANGING_WORDS: [&str; 10] = [
    "__DATE__",
    "__TIME__",
    "__TIMESTAMP__",
    "__OPTIMIZE__",
    "__NO_INLINE__",
    "__COUNTER__",
    "asm",
    "__asm__",
    "__asm",
    "envp",
];

/// Whether a program of these sources may do something else in each build: they use what only their build knows.
pub fn depends_on_build(files: &[(String, Vec<u8>)]) -> bool {
    files.iter().any(|(_, bytes)| {
        source_words(&String::from_utf8_lossy(bytes)).any(|word| CHANGING_WORDS.contains(&word))
    })
}

/// Whether programs may end with any exit code by right: in C before 1999, a `main` without `return` does.
pub fn has_no_exit_code(is_cpp: bool, flags: &[String]) -> bool {
    let is_old = |flag: &String| {
        let year = flag
            .strip_prefix("-std=")
            .map(|name| name.rsplit(':').next().unwrap_or(name));
        flag == "-ansi"
            || year.is_some_and(|year| ["c89", "c90", "gnu89", "gnu90", "1990"].contains(&year))
    };
    !is_cpp && flags.iter().any(is_old)
}

fn source_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

/// Whether a program with this object may do something else each time: it uses chance or the clock. What is no object is
/// not known, so it may.
pub fn is_nondeterministic(object: &[u8]) -> bool {
    let Ok(file) = object::File::parse(object) else {
        return true;
    };
    file.symbols()
        .filter(ObjectSymbol::is_undefined)
        .any(|symbol| {
            let name = symbol.name().unwrap_or_default();
            CHANGING.contains(&name) || CHANGING_CPP.iter().any(|part| name.contains(part))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{ObservedTurn, ResourceUsage};

    fn seen(output: &str, exit: Exit, peak_memory: u64) -> Observation {
        Observation {
            usage: ResourceUsage {
                peak_memory,
                ..ResourceUsage::default()
            },
            ..Observation::new(vec![ObservedTurn::without_input(output)], exit)
        }
    }

    #[test]
    fn addresses_do_not_count_and_what_was_stopped_has_no_trace() {
        let ended = |output| trace_run(&seen(output, Exit::Code(0), 0));
        assert_eq!(ended("at 0x7ffd1234abcd: 1"), ended("at 0x55a1b2c3d4e5: 1"));
        assert_ne!(ended("1"), ended("2"));
        let first = |one, other| ended(one).unwrap().first_difference(&ended(other).unwrap());
        assert_eq!(
            first("a\nb\n", "a\nc\n"),
            Some(("`b`".to_owned(), "`c`".to_owned()))
        );
        assert_eq!(
            first("a\n", "a\n `\n"),
            Some(("nothing there".to_owned(), "`'`".to_owned()))
        );
        assert_eq!(first("a\n", "a\n"), None);
        // Of a long line, the part in which the difference begins.
        let asks = "Player 1: Player 2: ".repeat(6);
        let wins = format!("{asks}wins");
        let draw = format!("{asks}draw");
        let (one, other) = first(wins.as_str(), draw.as_str()).unwrap();
        assert_eq!(one, "`…Player 1: Player 2: wins`");
        assert_eq!(other, "`…Player 1: Player 2: draw`");
        assert_ne!(ended("1"), trace_run(&seen("1", Exit::Code(3), 0)));
        assert_eq!(
            trace_run(&seen("1", Exit::Stopped(LimitKind::Cpu), 0)),
            None
        );
        assert_eq!(
            trace_run(&seen("1", Exit::Signal(libc::SIGSEGV), 8 << 20)),
            None
        );
        assert!(trace_run(&seen("1", Exit::Signal(libc::SIGSEGV), 3 << 20)).is_some());
    }

    #[test]
    fn only_old_c_leaves_the_exit_code_open() {
        let old = |is_cpp, flag: &str| has_no_exit_code(is_cpp, &[flag.to_owned()]);
        assert!(old(false, "-ansi") && old(false, "-std=c90") && old(false, "-std=iso9899:1990"));
        assert!(!old(true, "-ansi") && !old(false, "-std=c99") && !old(false, "-O2"));
    }

    #[test]
    fn a_source_that_knows_its_build_may_change() {
        let files = |text: &str| [(String::new(), text.as_bytes().to_vec())];
        assert!(depends_on_build(&files("std::cout << __TIME__;")));
        assert!(!depends_on_build(&files(
            "// each time, an asmara and MY__TIME__"
        )));
        assert!(is_nondeterministic(b"no object"));
    }
}
