//! What was seen to differ between builds, in words, and where the compiler suspects the cause.

use super::super::case_run::CaseRun;
use judging::undefined;
use judging::undefined::sameness::RunTrace;
use model::{BuildReport, SourceLocation};

/// What was seen to differ: the cases, and how the first of them did.
#[derive(Default)]
pub(super) struct VariantDifferences<'r> {
    /// The ordinary runs of these cases.
    pub(super) cases: Vec<&'r CaseRun>,
    pub(super) traces: Option<(RunTrace, RunTrace)>,
}

impl<'r> VariantDifferences<'r> {
    pub(super) fn add_case(&mut self, ran: &'r CaseRun, traces: (RunTrace, RunTrace)) {
        self.cases.push(ran);
        self.traces.get_or_insert(traces);
    }

    /// Whether the case of a run is among them.
    pub(super) fn shows(&self, ran: &CaseRun) -> bool {
        self.cases
            .iter()
            .any(|one| one.case.place == ran.case.place)
    }
}

/// The lines at which the compiler points, with its words. What it is certain of comes first, then the order of the source.
pub(super) fn suspect_lines<'r>(
    builds: impl Iterator<Item = (&'r BuildReport, &'r [(String, Vec<u8>)])>,
    by_memory: bool,
) -> Vec<(SourceLocation, String)> {
    const WITHOUT_RETURN: &str = "-Wreturn-type";
    const FLAGS: [&str; 5] = [
        "-Wuninitialized",
        WITHOUT_RETURN,
        "-Wsometimes-uninitialized",
        "-Wmaybe-uninitialized",
        "-Wanalyzer-use-of-uninitialized-value",
    ];
    let mut found: Vec<(usize, SourceLocation, String)> = Vec::new();
    for (report, files) in builds {
        for warning in &report.warnings.listed {
            let rank = FLAGS.iter().position(|flag| *flag == warning.flag);
            let rank = rank.filter(|_| warning.flag != WITHOUT_RETURN || !by_memory);
            let place = undefined::find_source_location(files, &warning.file, warning.line);
            found.extend(rank.zip(place).map(|(rank, place)| {
                let message = warning.message.replace(" [CWE-457]", "");
                (rank, place, message)
            }));
        }
    }
    found.sort_by(|(rank, one, _), (other, two, _)| {
        (rank, &one.file, one.line).cmp(&(other, &two.file, two.line))
    });
    let mut suspects: Vec<(SourceLocation, String)> = Vec::new();
    for (_, place, message) in found {
        if !suspects.iter().any(|(known, _)| *known == place) {
            suspects.push((place, message));
        }
    }
    suspects
}

/// What is wrong, in general words, and where the compiler points.
pub(super) fn finding_sentence(by_memory: bool, suspects: &[(SourceLocation, String)]) -> String {
    let what = if by_memory {
        "What the program does depends on memory that holds no value of its own: a variable is used before it has a value, \
         or memory after it was given back."
    } else {
        "The program does something else when it is compiled with optimisation (`-O2`), so it does what C++ leaves \
         undefined. Most often, a variable is used before it has a value, or a function ends without `return`."
    };
    let Some(((_, message), others)) = suspects.split_first() else {
        return what.to_owned();
    };
    let others: Vec<String> = others
        .iter()
        .take(4)
        .map(|(place, _)| format!("`{}:{}`", place.file, place.line))
        .collect();
    let also = if others.is_empty() {
        String::new()
    } else {
        format!(" It also points at {}.", others.join(", "))
    };
    format!("{what} The compiler points here: {message}.{also}")
}

/// Where the two first differ.
pub(super) fn finding_detail(
    by_memory: &VariantDifferences<'_>,
    by_build: &VariantDifferences<'_>,
) -> Option<String> {
    let (how, (one, other)) = match (&by_memory.traces, &by_build.traces) {
        (Some(traces), _) => (
            [
                "Where such memory holds zeros",
                "where it holds other bytes",
            ],
            traces,
        ),
        (None, Some(traces)) => (["Without optimisation", "with it"], traces),
        (None, None) => return None,
    };
    let (one, other) = one.first_difference(other)?;
    Some(format!("{} it prints {one}, {} {other}.", how[0], how[1]))
}
