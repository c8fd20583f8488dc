//! Options of `grader run`: `--partition`, with what goes along with a shard, and `--open`.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::SystemTime;

use super::arguments::RunArgs;
use super::failure::CliFailure;
use super::summary::print_remark;
use model::{Course, Partition, Submission};
use records::{ClassList, ShardStart};

/// Refuses what would leave unclear whom to grade.
pub(super) fn check_shard_options(wanted: &RunArgs) -> Result<(), CliFailure> {
    let refuse = |sentence: &str| Err(CliFailure::usage_error(anyhow::anyhow!("{sentence}")));
    let RunArgs {
        partition,
        students,
        only,
        only_failed,
        cases,
        ..
    } = wanted;
    let is_piece = partition.is_some();
    let names_students = !students.is_empty();
    match () {
        () if is_piece && names_students => refuse(
            "`--partition` takes a piece of the whole class, and `--student` names whom to grade; leave one of them out",
        ),
        () if is_piece && only.is_some() => refuse(
            "`--partition` takes a piece of the whole class, and `--only` names a part of it; leave one of them out",
        ),
        () if is_piece && !cases.is_empty() => refuse(
            "`--case` changes results of the last run of the class, and a piece has none; merge the pieces first, then use \
             `--case` with the merged folder as --out DIR",
        ),
        () if is_piece && *only_failed => refuse(
            "`--only-failed` goes by the last run of the class, and a piece has none; merge the pieces first, then use \
             `--only-failed` with the merged folder as --out DIR",
        ),
        () if only.is_some() && (names_students || *only_failed) => refuse(
            "`--only` names all that is to be graded; leave out `--student` and `--only-failed`",
        ),
        () => Ok(()),
    }
}

/// Leaves of all submissions of a class those of a piece. What is known of the piece is the value.
pub(super) fn select_shard(
    partition: &Partition,
    course: &Course,
    submissions: &mut Vec<Submission>,
) -> Result<ShardStart, CliFailure> {
    let course = grading::digest_of_course(course).map_err(|error| {
        let about = "cannot read all files of the course, so its pieces could not be told from those of another one";
        CliFailure::internal_error(anyhow::Error::from(error).context(about))
    })?;
    let class = ClassList(submissions.iter().map(Submission::name).collect());
    *submissions = grading::piece_of(submissions, partition);
    Ok(ShardStart {
        partition: *partition,
        class,
        course,
        started: SystemTime::now(),
    })
}

/// What opens a page as the user's desktop does.
const OPENER: &str = "xdg-open";

/// Shows a page with `$BROWSER`, or as the desktop does. Grades are written by now, so a browser that cannot be started is told
/// and no more. Nobody waits for it: it stays open.
pub(super) fn open_page(page: &Path) {
    let browser = env::var_os("BROWSER").filter(|name| !name.is_empty());
    let browser = browser.unwrap_or_else(|| OPENER.into());
    let mut command = Command::new(&browser);
    command
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        print_remark(&format!(
            "{} cannot be started ({error}); set BROWSER to a browser, or open {} yourself",
            Path::new(&browser).display(),
            page.display()
        ));
    }
}
