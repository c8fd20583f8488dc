//! How far the pieces of a class are while other machines grade them, as far as their folders tell.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::folder::{FOLDER, RECORDS, RUN};
use super::frame;
use super::piece_folder::unfinished_path;

/// The pieces of a class, which others grade.
#[derive(Debug)]
pub struct ShardMonitor {
    /// Where each piece is going to be.
    folders: Vec<PathBuf>,
    /// What was counted before of each file of records, so that nothing is looked at twice.
    counted: HashMap<PathBuf, RecordCount>,
}

#[derive(Debug, Clone, Copy, Default)]
struct RecordCount {
    end: u64,
    records: usize,
}

/// How far they are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ShardCounts {
    /// How many pieces are whole.
    pub finished: usize,
    /// How many submissions are graded, in these and the others.
    pub graded: usize,
}

impl ShardMonitor {
    /// The pieces that are going to be in these folders.
    pub fn new(folders: Vec<PathBuf>) -> ShardMonitor {
        ShardMonitor {
            folders,
            counted: HashMap::new(),
        }
    }

    /// How far they are now. What cannot be read counts for nothing: it is only for somebody who waits.
    pub fn poll_counts(&mut self) -> ShardCounts {
        let mut extent = ShardCounts::default();
        for folder in self.folders.clone() {
            if folder.is_dir() {
                extent.finished += 1;
                extent.graded += self.count_records(&folder.join(FOLDER).join(RECORDS));
            } else {
                extent.graded += self.count_unfinished(&unfinished_path(&folder));
            }
        }
        extent
    }

    /// Of the runs of a piece, one goes on with another, so the one with the most records tells.
    fn count_unfinished(&mut self, part: &Path) -> usize {
        let entries = fs::read_dir(part.join(FOLDER))
            .into_iter()
            .flatten()
            .flatten();
        let is_of_records = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name == RECORDS || name.starts_with(RUN)
        };
        let files = entries.map(|entry| entry.path()).filter(is_of_records);
        files
            .map(|file| self.count_records(&file))
            .max()
            .unwrap_or_default()
    }

    fn count_records(&mut self, path: &Path) -> usize {
        let counted = self.counted.entry(path.to_owned()).or_default();
        // What cannot be read now may be read next time.
        let _ = update_count(path, counted);
        counted.records
    }
}

/// Counts what was written since.
fn update_count(path: &Path, counted: &mut RecordCount) -> io::Result<()> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    while let Some(end) = frame::find_frame_end(&file, counted.end, length)? {
        // The first says what made the file.
        if counted.end > 0 {
            counted.records += 1;
        }
        counted.end = end;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn framed(record: &[u8]) -> Vec<u8> {
        frame::encode_frame(record).unwrap()
    }

    #[test]
    fn records_are_counted_as_they_come_and_a_torn_one_is_none() {
        let place = tempfile::tempdir().unwrap();
        let piece = |number: u32| place.path().join(format!("{number}-of-3"));
        let mut pieces = ShardMonitor::new((1..=3).map(piece).collect());
        assert_eq!(pieces.poll_counts(), ShardCounts::default());

        let part = place.path().join("1-of-3.part/.grader");
        fs::create_dir_all(&part).unwrap();
        fs::write(
            part.join("run-old"),
            [framed(b"scheme"), framed(b"a")].concat(),
        )
        .unwrap();
        let mut run = File::create(part.join("run-new")).unwrap();
        run.write_all(&[framed(b"scheme"), framed(b"a"), framed(b"b")].concat())
            .unwrap();
        assert_eq!(
            pieces.poll_counts(),
            ShardCounts {
                finished: 0,
                graded: 2
            }
        );
        let third = framed(b"third");
        run.write_all(&third[..10]).unwrap();
        assert_eq!(
            pieces.poll_counts(),
            ShardCounts {
                finished: 0,
                graded: 2
            }
        );
        run.write_all(&third[10..]).unwrap();
        assert_eq!(
            pieces.poll_counts(),
            ShardCounts {
                finished: 0,
                graded: 3
            }
        );

        let whole = place.path().join("2-of-3/.grader");
        fs::create_dir_all(&whole).unwrap();
        fs::write(
            whole.join("records"),
            [framed(b"scheme"), framed(b"")].concat(),
        )
        .unwrap();
        assert_eq!(
            pieces.poll_counts(),
            ShardCounts {
                finished: 1,
                graded: 4
            }
        );
    }
}
