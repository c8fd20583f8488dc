//! Programs as beginners hand them in: the shipped ones, right and wrong, with other heads, names and comments, some of
//! which do not compile, and some that do not notice the end of their input.

use std::fs;
use std::path::Path;

use regex::{NoExpand, Regex};

use crate::Outcome;
use crate::chance::Chance;

/// What is changed in a program, from what to what.
type Edit = (&'static str, &'static str);

/// A program that students start from, and how much of a class does.
struct Base {
    file: &'static str,
    edits: &'static [Edit],
}

const fn base(file: &'static str) -> Base {
    Base { file, edits: &[] }
}

/// It waits for a number until one comes, in silence, and takes none as a reason to end.
const TTTN_LOOPS: &[Edit] = &[
    (
        "if (!(cin >> square)) {\n      return -1;",
        "while (!(cin >> square)) {\n      ",
    ),
    (
        "if (square < 0 || square >= dim * dim) {\n      return -1;",
        "if (square < 0 || square >= dim * dim) {\n      continue;",
    ),
];
const COUNTERS_LOOPS: &[Edit] = &[(
    "if (!(cin >> square)) {\n            return 0;",
    "while (!(cin >> square)) {\n            ",
)];

const TTTN: &[(usize, Base)] = &[
    (24, base("calibration/tttn/solution.cpp")),
    (10, base("submissions/tttn/student-01/tttn.cpp")),
    (10, base("submissions/tttn/student-02/tttn.cpp")),
    (10, base("submissions/tttn/student-03/tttn.cpp")),
    (6, base("submissions/tttn/student-04/tttn.cpp")),
    (8, base("calibration/tttn/untidy.cpp")),
    (4, base("calibration/tttn/draw-only-when-full.cpp")),
    (4, base("calibration/tttn/full-board-before-win.cpp")),
    (
        5,
        base("calibration/tttn/last-row-and-column-unchecked.cpp"),
    ),
    (6, base("calibration/tttn/misses-anti-diagonal.cpp")),
    (8, base("benches/class/printf.cpp")),
    (
        5,
        Base {
            file: "calibration/tttn/solution.cpp",
            edits: TTTN_LOOPS,
        },
    ),
];

const COUNTERS: &[(usize, Base)] = &[
    (50, base("calibration/counters/solution.cpp")),
    (15, base("submissions/counters/student-16/counters.cpp")),
    (10, base("submissions/counters/student-17/counters.cpp")),
    (
        8,
        base("calibration/counters/bad-square-costs-the-turn.cpp"),
    ),
    (8, base("calibration/counters/misses-main-diagonal.cpp")),
    (4, base("calibration/counters/never-draws.cpp")),
    (
        5,
        Base {
            file: "calibration/counters/never-draws.cpp",
            edits: COUNTERS_LOOPS,
        },
    ),
];

const ROWCOL: &[(usize, Base)] = &[
    (30, base("calibration/rowcol/solution.cpp")),
    (14, base("submissions/rowcol/student-11/rowcol.cpp")),
    (10, base("submissions/rowcol/student-12/rowcol.cpp")),
    (10, base("submissions/rowcol/student-13/rowcol.cpp")),
    (8, base("calibration/rowcol/checks-each-number-at-once.cpp")),
    (8, base("calibration/rowcol/checks-the-row-at-once.cpp")),
    (6, base("calibration/rowcol/reads-both-from-one-line.cpp")),
    (5, base("calibration/rowcol/misses-columns.cpp")),
    (5, base("calibration/rowcol/overwrites-occupied.cpp")),
    (4, base("calibration/rowcol/tie-on-full-board.cpp")),
];

/// The headers that programs begin with, in fourteen ways; those that a program needs besides follow them.
const HEADS: &[(usize, &[&str])] = &[
    (24, &["iostream"]),
    (10, &["iostream", "string"]),
    (6, &["string", "iostream"]),
    (8, &["iostream", "vector"]),
    (8, &["iostream", "string", "vector"]),
    (6, &["iostream", "vector", "string"]),
    (6, &["iostream", "cstdlib"]),
    (4, &["iostream", "cstdlib", "ctime"]),
    (5, &["iostream", "algorithm", "vector"]),
    (5, &["iostream", "cmath"]),
    (5, &["iostream", "iomanip"]),
    (4, &["iostream", "iomanip", "string", "cmath"]),
    (4, &["cstdio", "iostream"]),
    (5, &["bits/stdc++.h"]),
];

/// How students write what is included.
const SPELLINGS: &[(usize, &str)] = &[(80, "#include <"), (15, "#include<"), (5, "# include <")];

/// Names that occur in no text that is printed.
const NAMES: &[&str] = &[
    "done", "winner", "count", "counter", "grid", "board", "marker", "tttdata",
];

const SUFFIXES: &[&str] = &["1", "2", "Now", "_", "_t", "X9"];

/// In so many of a hundred programs is a slip that the compiler refuses, or stand lines that end as on Windows.
const BROKEN: usize = 7;
const WINDOWS: usize = 15;

/// Programs of one assignment.
pub(crate) struct Programs {
    bases: Vec<(usize, String)>,
}

impl Programs {
    /// Those of `tttn`, `counters` or `rowcol`, from the repository's own programs.
    pub(crate) fn of(assignment: &str, repository: &Path) -> Outcome<Programs> {
        let mut bases = Vec::new();
        let shares = match assignment {
            "tttn" => TTTN,
            "rowcol" => ROWCOL,
            _ => COUNTERS,
        };
        for (weight, base) in shares {
            let mut text = fs::read_to_string(repository.join(base.file))?;
            for (from, to) in base.edits {
                if !text.contains(from) {
                    return Err(format!("{} does not hold {from:?} any more", base.file).into());
                }
                text = text.replacen(from, to, 1);
            }
            bases.push((*weight, text));
        }
        Ok(Programs { bases })
    }

    /// What a student hands in. `names` changes what it costs in nothing but that no two programs are the same.
    pub(crate) fn write(
        &self,
        student: &str,
        chance: &mut Chance,
        names: &mut Chance,
    ) -> Outcome<String> {
        let base = chance.weighted(&self.bases).ok_or("there is no program")?;
        let mut text = renamed(base, names)?;
        text = with_head(&text, student, chance, names);
        if chance.percent(BROKEN) {
            text = broken(&text, chance);
        }
        if chance.percent(WINDOWS) {
            text = text.replace('\n', "\r\n");
        }
        Ok(text)
    }
}

/// With names of the student's own, so that hardly two programs are the same.
fn renamed(text: &str, chance: &mut Chance) -> Outcome<String> {
    let mut text = text.to_owned();
    for name in NAMES {
        let suffix = SUFFIXES.get(chance.below(2 * SUFFIXES.len()));
        let Some(suffix) = suffix else { continue };
        let new = format!("{name}{suffix}");
        if !text.contains(&new) {
            let name = Regex::new(&format!(r"\b{name}\b"))?;
            text = name.replace_all(&text, NoExpand(&new)).into_owned();
        }
    }
    Ok(text)
}

/// With other headers, and a comment before or behind them.
fn with_head(text: &str, student: &str, chance: &mut Chance, names: &mut Chance) -> String {
    let mut needed = Vec::new();
    let mut rest = String::new();
    for line in text.lines() {
        match line
            .strip_prefix("#include <")
            .and_then(|rest| rest.strip_suffix('>'))
        {
            Some(header) => needed.push(header),
            None => rest += &format!("{line}\n"),
        }
    }
    let is_c = needed == ["stdio.h"];
    let mut headers: Vec<&str> = match chance.weighted(HEADS) {
        _ if is_c => vec![if chance.percent(50) {
            "stdio.h"
        } else {
            "cstdio"
        }],
        Some(head) => head.to_vec(),
        None => Vec::new(),
    };
    if !is_c && headers != ["bits/stdc++.h"] {
        for header in needed {
            if !headers.contains(&header) {
                headers.push(header);
            }
        }
    }
    let spelling = chance.weighted(SPELLINGS).copied().unwrap_or("#include <");
    let includes: String = headers
        .iter()
        .map(|header| format!("{spelling}{header}>\n"))
        .collect();
    let comment = format!("// {student}, version {}\n", 1 + names.below(1000));
    if chance.percent(40) {
        format!("{comment}{includes}{rest}")
    } else {
        format!("{includes}{comment}{rest}")
    }
}

/// With a slip.
fn broken(text: &str, chance: &mut Chance) -> String {
    let (from, to) = [
        ("return 0;", "return 0"),
        ("while (", "whlie ("),
        ("int main()", "int main("),
    ][chance.below(3)];
    text.replacen(from, to, 1)
}
