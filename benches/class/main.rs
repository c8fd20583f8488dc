//! What it costs to grade a class: against the loop that an instructor would write, and against the compiler alone.
//!
//! `cargo bench --bench class` makes a class from a seed and prints ratios of processor time. Rows take turns in one run, so
//! that a busy machine slows all of them alike. Nothing is asserted. `cargo bench --bench class -- --help` has the options.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![expect(clippy::print_stderr, reason = "and how far it has come")]

mod chance;
mod course;
mod large;
mod meter;
mod others;
mod programs;
mod ratios;
mod repair;
mod shares;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use clap::{Parser, ValueEnum};

use course::{Course, Seed};
use meter::Meter;

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

/// What a class costs: ratios of processor time, taken in turns.
#[derive(Debug, Parser)]
#[command(name = "class")]
pub(crate) struct Options {
    /// Students in the class; each hands in two programs
    #[arg(long, default_value_t = 20)]
    pub(crate) students: usize,
    /// How often each row is measured
    #[arg(long, default_value_t = 3)]
    pub(crate) rounds: usize,
    /// The class and its programs follow from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many submissions at a time [default: as many as there are processors]
    #[arg(long)]
    jobs: Option<usize>,
    /// How many cases each assignment has at most
    #[arg(long, default_value_t = 18)]
    cases: usize,
    /// What is measured
    #[arg(long, value_delimiter = ',', default_value = "ratios,shares,sizes")]
    measure: Vec<Figure>,
    /// Sizes of classes, in submissions, for `sizes` and `kept`, such as 10,100,500,2000
    #[arg(long, value_delimiter = ',', default_value = "10")]
    pub(crate) sizes: Vec<usize>,
    /// Write the class into this folder, and measure nothing
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
    /// What cargo says to every benchmark
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Figure {
    /// The grader in four states, the loop and the compiler
    Ratios,
    /// Compile, link, run, ours
    Shares,
    /// The same for the repository's sample class
    Sample,
    /// Cost per submission by the size of the class
    Sizes,
    /// The search for changes that make a program right, beside none
    Repair,
    /// Cost of a class whose headers are precompiled and kept, by its size
    Kept,
    /// Memory of the grader with an input and an output of 10 MB
    Large,
    /// check50 and BAPCtools beside the loop and the grader
    Others,
}

impl Options {
    pub(crate) fn repository(&self) -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR"))
    }

    pub(crate) fn seed(&self) -> Seed {
        Seed {
            class: self.seed,
            names: self.seed,
            cases: self.cases,
        }
    }

    pub(crate) fn jobs(&self) -> usize {
        self.jobs
            .unwrap_or_else(|| available_parallelism().map_or(1, usize::from))
    }
}

fn main() -> Outcome<()> {
    let options = Options::parse();
    if let Some(folder) = &options.write {
        Course::write(
            folder,
            options.repository(),
            options.students,
            options.seed(),
        )?;
        return Ok(());
    }
    let meter = Meter::find()?;
    println!("processor time by {}\n", meter.in_words());
    for figure in [
        Figure::Ratios,
        Figure::Shares,
        Figure::Sample,
        Figure::Sizes,
        Figure::Repair,
        Figure::Kept,
        Figure::Large,
        Figure::Others,
    ] {
        match figure {
            _ if !options.measure.contains(&figure) => {}
            Figure::Ratios => ratios::print(&options, meter)?,
            Figure::Shares => shares::print(&options)?,
            Figure::Sample => shares::print_sample(&options)?,
            Figure::Kept => ratios::print_kept(&options, meter)?,
            Figure::Large => large::print()?,
            Figure::Sizes => ratios::print_sizes(&options, meter)?,
            Figure::Repair => repair::print(&options, meter)?,
            Figure::Others => others::print(&options, meter)?,
        }
    }
    Ok(())
}
