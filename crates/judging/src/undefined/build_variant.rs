//! Ways to build the same sources.

use model::BuildSettings;

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

/// What the stack filler fills the stack with: a byte that is a truth value, and as the C library fills the heap with it.
pub fn stack_fill_environment(byte: u8) -> Vec<(String, String)> {
    let pairs = [("GRADER_FILL", byte), ("MALLOC_PERTURB_", !byte)];
    pairs
        .map(|(name, value)| (name.to_owned(), value.to_string()))
        .to_vec()
}
