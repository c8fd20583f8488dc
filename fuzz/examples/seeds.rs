//! Writes the seeds into `fuzz/corpus/TARGET`, where `cargo fuzz` looks for them.

use std::path::Path;
use std::{fs, io};

use grader_fuzz::seeds::{TARGETS, of};

fn main() -> io::Result<()> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR"));
    let repository = fuzz.parent().unwrap_or(fuzz);
    for target in TARGETS {
        let corpus = fuzz.join("corpus").join(target.name);
        fs::create_dir_all(&corpus)?;
        for (number, seed) in of(target, repository)?.iter().enumerate() {
            fs::write(corpus.join(format!("seed-{number:03}")), seed)?;
        }
    }
    Ok(())
}
