//! How well the ranking of `grader similar` finds copies that a generator makes, and what it costs.
//!
//! `cargo bench -p similarity --bench similar_programs` prints all figures, with `-- --programs N` only those of a class of that size;
//! `-- --export DIR` writes the classes, for other tools, with
//! their labels in `DIR/labels.csv`. Nothing is asserted. The programs are the sample class, the solutions, a program of an
//! example and two of the hint tables: independent ones, by assignment. `disguise` copies them.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark prints its figures"
)]

mod disguise;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use disguise::{Chance, LEVELS, disguise};
use similarity::{
    BaseCode, ExplainedPairs, ProgramSource, RankingOptions, SimilarityRanking, rank_programs,
    read_program,
};

/// A program that is no copy.
#[derive(Clone)]
struct Original {
    name: String,
    assignment: String,
    text: String,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let after = |option: &str| {
        let place = arguments.iter().position(|one| one == option)?;
        arguments.get(place + 1).cloned()
    };
    let originals = read_originals();
    println!("{} independent programs", originals.len());
    if let Some(folder) = after("--export") {
        export(&originals, Path::new(&folder));
        return;
    }
    if let Some(programs) = after("--programs").and_then(|text| text.parse().ok()) {
        large_class(&originals, programs);
        return;
    }
    all_together(&originals);
    one_copy(&originals);
    relatives();
    large_class(&originals, 5000);
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read_originals() -> Vec<Original> {
    let mut originals = Vec::new();
    let mut add = |path: PathBuf, assignment: &str, name: String| {
        if let Ok(text) = fs::read_to_string(path) {
            let assignment = assignment.to_owned();
            originals.push(Original {
                name,
                assignment,
                text,
            });
        }
    };
    for assignment in ["tttn", "domineering", "rowcol", "cpu", "counters"] {
        add(
            root().join(format!("calibration/{assignment}/solution.cpp")),
            assignment,
            format!("solution-{assignment}"),
        );
        for student in 1..=18 {
            let name = format!("student-{student:02}");
            add(
                root().join(format!("submissions/{assignment}/{name}/{assignment}.cpp")),
                assignment,
                name,
            );
        }
    }
    add(
        root().join("calibration/tttn/untidy.cpp"),
        "tttn",
        "untidy".to_owned(),
    );
    add(
        root().join("examples/sixth_game/course/submissions/right/cup.cpp"),
        "cup",
        "cup".to_owned(),
    );
    for name in ["average", "groups"] {
        add(
            root().join(format!("tests/integration/hint_table/{name}.cpp")),
            name,
            name.to_owned(),
        );
    }
    originals
}

fn handed_in(name: &str, text: &str) -> ProgramSource {
    ProgramSource {
        name: name.to_owned(),
        files: vec![("main.cpp".to_owned(), text.as_bytes().to_vec())],
        ..ProgramSource::default()
    }
}

fn rank(programs: &[ProgramSource], workers: usize) -> SimilarityRanking {
    let base = BaseCode::default();
    let read =
        support::parallel::map_jobs(programs, workers, |program| read_program(program, &base));
    let options = RankingOptions {
        top: 50,
        listed: 1_000_000,
        workers,
    };
    rank_programs("all", read, &ExplainedPairs::default(), options)
}

fn compiles(text: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("main.cpp");
    fs::write(&file, text).unwrap();
    let mut command = Command::new("g++");
    command
        .args(["-fsyntax-only", "-w", "-std=c++20"])
        .arg(file);
    command
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The copies of all programs in a level that compile.
fn copies(originals: &[Original], level: usize, seed: u64) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, original) in originals.iter().enumerate() {
        let text = disguise(&original.text, level, seed * 1000 + number as u64);
        if compiles(&text) {
            found.push((number, text));
        }
    }
    found
}

/// Average precision of a list, the best first.
fn average_precision(is_copy: &[bool]) -> f64 {
    let all = is_copy.iter().filter(|one| **one).count();
    let mut found = 0.0;
    let mut sum = 0.0;
    for (place, one) in is_copy.iter().enumerate() {
        if *one {
            found += 1.0;
            sum += found / (place + 1) as f64;
        }
    }
    sum / all as f64
}

/// Every program with a copy of each, in one class: is each copy above every honest pair of its assignment?
fn all_together(originals: &[Original]) {
    println!("\nAll copies of a level together; pairs within an assignment");
    println!(
        "level seed copies pairs | AP score, shape, words | lowest copy, highest honest, separation | copies E < 0.05, honest pairs E < 0.05"
    );
    for level in 0..LEVELS {
        let seeds: &[u64] = if level >= 4 { &[1, 2, 3] } else { &[1] };
        for seed in seeds {
            let copies = copies(originals, level, *seed);
            let mut programs: Vec<ProgramSource> = originals
                .iter()
                .map(|one| handed_in(&one.name, &one.text))
                .collect();
            for (number, text) in &copies {
                programs.push(handed_in(
                    &format!("copy of {}", originals[*number].name),
                    text,
                ));
            }
            let ranking = rank(&programs, 2);
            report_level(originals, &ranking, (level, *seed, copies.len()));
        }
    }
}

fn report_level(
    originals: &[Original],
    ranking: &SimilarityRanking,
    (level, seed, copies): (usize, u64, usize),
) {
    let assignments: BTreeMap<&str, &str> = originals
        .iter()
        .map(|one| (one.name.as_str(), one.assignment.as_str()))
        .collect();
    // Score, shape, words, whether it is a copy, expectation.
    let mut rows: Vec<([f64; 3], bool, f64)> = Vec::new();
    for pair in &ranking.pairs {
        let names =
            [pair.first, pair.second].map(|place| ranking.programs[place].program.name.as_str());
        let origins = names.map(|name| name.strip_prefix("copy of ").unwrap_or(name));
        let is_copy = origins[0] == origins[1];
        let is_within = assignments[origins[0]] == assignments[origins[1]];
        // Two programs that descend from two originals are independent, but each would be counted four times.
        let is_counted =
            is_copy || names == origins || (names[0] != origins[0]) != (names[1] != origins[1]);
        if is_within && is_counted {
            rows.push((
                [pair.score, pair.shape, pair.words],
                is_copy,
                pair.expected.unwrap_or(f64::NAN),
            ));
        }
    }
    let precision = |view: usize| {
        let mut sorted: Vec<(f64, bool)> = rows
            .iter()
            .map(|(values, is_copy, _)| (values[view], *is_copy))
            .collect();
        sorted.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        average_precision(&sorted.iter().map(|one| one.1).collect::<Vec<_>>())
    };
    let of = |copy: bool| rows.iter().filter(move |row| row.1 == copy);
    let lowest = of(true).map(|row| row.0[0]).fold(1.0, f64::min);
    let highest = of(false).map(|row| row.0[0]).fold(0.0, f64::max);
    let unlikely = |copy: bool| of(copy).filter(|row| row.2 < 0.05).count();
    println!(
        "L{level} {seed} {copies:3} {:4} | {:.3} {:.3} {:.3} | {lowest:.2} {highest:.2} {:.2} | {} of {}, {} of {}",
        rows.len(),
        precision(0),
        precision(1),
        precision(2),
        lowest - highest,
        unlikely(true),
        of(true).count(),
        unlikely(false),
        of(false).count(),
    );
}

/// One copy in an honest class: is its pair the first of all, and what is expected of it and of the first honest pair?
fn one_copy(originals: &[Original]) {
    println!("\nOne copy in an honest class of 15 or 20 programs of all assignments");
    println!("level | copies, first of all pairs, E < 0.05, honest pair E < 0.05 in classes");
    for level in [1, 3, 4, 5, 6] {
        let copies = copies(originals, level, 7);
        let mut counts = [0; 4];
        for (number, text) in &copies {
            for size in [15, 20] {
                let mut chance = Chance::new((size * 100 + number) as u64);
                let mut others: Vec<usize> = (0..originals.len())
                    .filter(|other| other != number)
                    .collect();
                chance.shuffle(&mut others);
                let chosen = others.iter().take(size - 1).chain([number]);
                let mut programs: Vec<ProgramSource> = chosen
                    .map(|one| handed_in(&originals[*one].name, &originals[*one].text))
                    .collect();
                programs.push(handed_in("copy", text));
                let ranking = rank(&programs, 1);
                let is_copy = |place: usize| {
                    let pair = &ranking.pairs[place];
                    let names = [pair.first, pair.second]
                        .map(|place| ranking.programs[place].program.name.as_str());
                    names.contains(&"copy") && names.contains(&originals[*number].name.as_str())
                };
                let Some(place) = (0..ranking.pairs.len()).find(|place| is_copy(*place)) else {
                    continue;
                };
                let mut honest = ranking.pairs.iter().filter(|pair| {
                    [pair.first, pair.second]
                        .iter()
                        .all(|place| ranking.programs[*place].program.name != "copy")
                });
                counts[0] += 1;
                counts[1] += usize::from(place == 0);
                counts[2] += usize::from(
                    ranking.pairs[place]
                        .expected
                        .is_some_and(|expected| expected < 0.05),
                );
                counts[3] += usize::from(
                    honest.any(|pair| pair.expected.is_some_and(|expected| expected < 0.05)),
                );
            }
        }
        println!(
            "L{level} | {} {} {} {}",
            counts[0], counts[1], counts[2], counts[3]
        );
    }
    println!("Honest classes of 12 and 20 without a copy: with a pair E < 0.05, with one E < 0.01");
    for size in [12, 20] {
        let mut counts = [0; 3];
        for seed in 0..60 {
            let mut chosen: Vec<usize> = (0..originals.len()).collect();
            Chance::new(seed + 1).shuffle(&mut chosen);
            let programs: Vec<ProgramSource> = chosen
                .iter()
                .take(size)
                .map(|one| handed_in(&originals[*one].name, &originals[*one].text))
                .collect();
            let ranking = rank(&programs, 1);
            let Some(first) = ranking.pairs.first().and_then(|pair| pair.expected) else {
                continue;
            };
            counts[0] += 1;
            counts[1] += usize::from(first < 0.05);
            counts[2] += usize::from(first < 0.01);
        }
        println!(
            "{size} | {} classes, {}, {}",
            counts[0], counts[1], counts[2]
        );
    }
}

/// Hard negatives that are not independent: the calibration programs of an assignment were made from one solution.
fn relatives() {
    println!(
        "\nRelatives (calibration programs of one solution), which are no independent programs: shared, lowest to highest"
    );
    for assignment in ["tttn", "domineering", "rowcol", "cpu", "counters"] {
        let mut programs = Vec::new();
        for entry in fs::read_dir(root().join("calibration").join(assignment)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "cpp") {
                let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                programs.push(handed_in(&name, &fs::read_to_string(&path).unwrap()));
            }
        }
        let ranking = rank(&programs, 1);
        let shared = ranking.pairs.iter().map(|pair| pair.shared);
        println!(
            "{assignment}: {:.2} to {:.2}",
            shared.clone().fold(1.0, f64::min),
            shared.fold(0.0, f64::max)
        );
    }
}

/// A class as large as the largest, of disguised copies: more alike than any real one, so more work.
fn large_class(originals: &[Original], count: usize) {
    let programs: Vec<ProgramSource> = (0..count)
        .map(|number| {
            let original = &originals[number % originals.len()];
            let text = disguise(&original.text, 4 + number % 3, number as u64);
            handed_in(&format!("student-{number:05}"), &text)
        })
        .collect();
    let mut digests = Vec::new();
    for workers in [2, 1] {
        let start = Instant::now();
        let ranking = rank(&programs, workers);
        let seconds = start.elapsed().as_secs_f64();
        let pairs = ranking.pairs.iter().take(1000);
        let digest: Vec<u64> = pairs
            .flat_map(|pair| {
                [
                    pair.score.to_bits(),
                    pair.shape.to_bits(),
                    pair.first as u64,
                ]
            })
            .collect();
        digests.push(digest);
        println!(
            "\n{count} programs, {} pairs, {workers} threads: {seconds:.1} s; {}",
            ranking.pair_count,
            peak_memory()
        );
    }
    println!(
        "the same with any number of threads: {}",
        digests[0] == digests[1]
    );
}

fn peak_memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.unwrap_or("").to_owned()
}

/// Writes each level's class as files, with the pairs that are copies.
fn export(originals: &[Original], folder: &Path) {
    let mut labels = String::from("level,seed,copy,original\n");
    for level in 0..LEVELS {
        for seed in [1, 2, 3] {
            if level < 4 && seed > 1 {
                continue;
            }
            let place = folder.join(format!("L{level}-{seed}"));
            fs::create_dir_all(&place).unwrap();
            for original in originals {
                fs::write(
                    place.join(format!("{}__{}.cpp", original.assignment, original.name)),
                    &original.text,
                )
                .unwrap();
            }
            for (number, text) in copies(originals, level, seed) {
                let Original {
                    name, assignment, ..
                } = &originals[number];
                let copy = format!("{assignment}__copy-{name}");
                fs::write(place.join(format!("{copy}.cpp")), text).unwrap();
                labels += &format!("{level},{seed},{copy},{assignment}__{name}\n");
            }
        }
    }
    fs::write(folder.join("labels.csv"), labels).unwrap();
}
