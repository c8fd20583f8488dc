//! Why pieces do not make a class.

use std::io;
use std::path::PathBuf;

use model::{Partition, SubmissionName};

/// Why pieces do not make a class.
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A file cannot be read.
    #[error("cannot read {}", path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There is nothing.
    #[error("there is no folder {}; name the folders of the pieces, as `--out` named them", folder.display())]
    NotThere { folder: PathBuf },
    /// There is nothing but pieces that are not whole.
    #[error(
        "no piece is finished, and {} is left of a run that was stopped or still goes on; with --resume it goes on where it was \
         stopped", folder.display()
    )]
    NoneFinished {
        /// A folder of one.
        folder: PathBuf,
    },
    /// It is something else.
    #[error(
        "{} is no piece of a class: it has no .grader/piece.json; name folders that `grader run SUBMISSIONS --partition K/N` \
         has written", folder.display()
    )]
    NotAShard { folder: PathBuf },
    /// What it says of itself cannot be understood.
    #[error(
        "{} is damaged or cut short; delete {} and grade that piece again", path.display(), folder.display()
    )]
    Damaged {
        folder: PathBuf,
        /// The file in it.
        path: PathBuf,
    },
    /// Some of its records are gone.
    #[error(
        "{} is torn: its records end before `{name}`; delete it and grade that piece again with `--partition {partition}`",
        folder.display()
    )]
    Torn {
        folder: PathBuf,
        /// Whose result is missing, for example.
        name: SubmissionName,
        /// Which piece it is.
        partition: Partition,
    },
    /// It is written in another form.
    #[error(
        "{} is written as `{found}`, and this grader reads `grader/piece/v1`; grade the piece again with this grader, or \
         merge with the one that wrote it", folder.display()
    )]
    Schema {
        folder: PathBuf,
        /// The form.
        found: String,
    },
    /// Another version wrote it.
    #[error(
        "{} was graded by grader {found}, and this is {}; grade the piece again with this version, or merge with that one",
        folder.display(), env!("CARGO_PKG_VERSION")
    )]
    Version {
        folder: PathBuf,
        /// The version.
        found: String,
    },
    /// There should be another number of pieces.
    #[error(
        "these are pieces of a class that was cut into {found}, and `--expect {expected}` was typed; correct one of the two"
    )]
    Expected {
        /// What was typed.
        expected: u32,
        /// What the pieces say.
        found: u32,
    },
    /// It is of another cut.
    #[error(
        "{} is piece {is}, and {} is {other}: the pieces of a class are cut in one way; leave it out, or cut all in the \
         same way", folder.display(), usual.display()
    )]
    OtherCut {
        folder: PathBuf,
        /// Which piece it is.
        is: Partition,
        /// A folder as most are.
        usual: PathBuf,
        /// Which piece that is.
        other: Partition,
    },
    /// It is of another class.
    #[error(
        "{} (graded on {host}) is a piece of another list of submissions than {}: somebody handed in or left in between, or \
         it is another class; grade it again with all submissions that the others saw", folder.display(), usual.display()
    )]
    OtherClass {
        folder: PathBuf,
        /// Where it was graded.
        host: String,
        /// A folder as most are.
        usual: PathBuf,
    },
    /// It is of another course.
    #[error(
        "{} (graded on {host}) was graded by another course than {}: the rubric, a case or a reference differs; grade it \
         again with the same files", folder.display(), usual.display()
    )]
    OtherCourse {
        folder: PathBuf,
        /// Where it was graded.
        host: String,
        /// A folder as most are.
        usual: PathBuf,
    },
    /// It was graded with another compiler.
    #[error(
        "{} (graded on {host}) was graded with another version of a toolchain than {}: {difference}; grade it again where that \
         one is installed", folder.display(), usual.display()
    )]
    OtherToolchain {
        folder: PathBuf,
        /// Where it was graded.
        host: String,
        /// A folder as most are.
        usual: PathBuf,
        /// What it was in either.
        difference: String,
    },
    /// It has results of somebody who is not in the class.
    #[error(
        "{} has results of `{name}`, which is not on its list of all submissions; delete it and grade that piece again",
        folder.display()
    )]
    Stranger {
        folder: PathBuf,
        /// Whose.
        name: SubmissionName,
    },
    /// A submission was graded twice, and not alike.
    #[error(
        "`{name}` was graded twice, and came out differently: {outcomes}; the difference is not one of time or memory. Compare \
         both reports, and leave one of the folders out"
    )]
    Unequal {
        /// Whose.
        name: SubmissionName,
        /// The points in either folder.
        outcomes: String,
    },
}
