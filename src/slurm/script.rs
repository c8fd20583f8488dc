//! The scripts of the jobs. What differs from class to class stands in their first lines; the rest is `piece.sh` and `merge.sh`.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

use super::ask::SlurmError;

/// What the jobs are to do.
#[derive(Debug)]
pub(crate) struct JobScripts {
    /// This program.
    pub(crate) grader: PathBuf,
    /// What it is called with for every piece, but for which piece it is.
    pub(crate) run: Vec<OsString>,
    /// Into how many pieces the class is cut.
    pub(crate) pieces: u32,
    /// How many submissions a task grades at a time, if that was said.
    pub(crate) jobs: Option<usize>,
    /// The folder of the jobs.
    pub(crate) folder: PathBuf,
    /// The folder of the class's reports.
    pub(crate) out: PathBuf,
}

const PIECE: &str = include_str!("piece.sh");
const MERGE: &str = include_str!("merge.sh");

impl JobScripts {
    /// The script of a task, which grades one piece.
    pub(crate) fn shard_script(&self) -> Result<Vec<u8>, SlurmError> {
        let jobs = self.jobs.map(|jobs| jobs.to_string()).unwrap_or_default();
        let run = self.run.iter().map(OsString::as_os_str);
        let words: Vec<&OsStr> = [self.grader.as_os_str()].into_iter().chain(run).collect();
        let about = "Grades one piece of a class. `grader run --engine slurm` wrote this.";
        let own = [format!("pieces={}\njobs={jobs}\nfolder=", self.pieces).into_bytes()];
        let own = [own.concat(), quote_word(self.folder.as_os_str())?].concat();
        build_script(about, &own, &words, PIECE)
    }

    /// The script of the job that makes the class of its pieces.
    pub(crate) fn merge_script(&self) -> Result<Vec<u8>, SlurmError> {
        let words = [self.grader.as_os_str(), OsStr::new("merge")];
        let about = "Makes of its pieces the class. `grader run --engine slurm` wrote this.";
        let own = [
            format!("pieces={}\nfolder=", self.pieces).as_bytes(),
            &quote_word(self.folder.as_os_str())?,
            b"\nout=",
            &quote_word(self.out.as_os_str())?,
        ]
        .concat();
        build_script(about, &own, &words, MERGE)
    }
}

/// A script that sets these variables of its own and these words, and then does the rest.
fn build_script(
    about: &str,
    own: &[u8],
    words: &[&OsStr],
    rest: &str,
) -> Result<Vec<u8>, SlurmError> {
    let mut text = format!("#!/bin/sh\n# {about}\n").into_bytes();
    text.extend(own);
    text.extend(b"\nset --");
    for word in words {
        text.push(b' ');
        text.extend(quote_word(word)?);
    }
    text.push(b'\n');
    text.extend(rest.as_bytes());
    Ok(text)
}

/// A word that a shell reads as it is.
fn quote_word(word: &OsStr) -> Result<Vec<u8>, SlurmError> {
    let quoted = shlex::bytes::try_quote(word.as_bytes());
    let quoted = quoted.map_err(|_| SlurmError::ZeroByte(PathBuf::from(word)))?;
    Ok(quoted.into_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::ffi::OsStringExt as _;
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;
    use std::process::{Command, Output};

    use super::*;

    /// Scripts whose grader is a script that does this.
    fn scripts(place: &Path, grader: &str) -> JobScripts {
        let strange = place.join("a 'b' \"c\" $(touch d) `e` \\ \n ;& * ü");
        let folder = strange.join("reports.slurm");
        fs::create_dir_all(&folder).unwrap();
        let path = strange.join("grader");
        fs::write(&path, format!("#!/bin/sh\n{grader}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let student = OsString::from_vec(b"$HOME's \xff".to_vec());
        let run = vec![
            "run".into(),
            strange.join("submissions").into(),
            "".into(),
            student,
        ];
        JobScripts {
            grader: path,
            run,
            pieces: 3,
            jobs: None,
            folder,
            out: strange.join("reports"),
        }
    }

    fn run(place: &Path, script: &[u8], variables: &[(&str, &str)]) -> Output {
        let path = place.join("script");
        fs::write(&path, script).unwrap();
        let mut command = Command::new("sh");
        command
            .arg(&path)
            .current_dir(place)
            .env_clear()
            .env("PATH", "/usr/bin:/bin");
        command.envs(variables.iter().copied()).output().unwrap()
    }

    /// Prints each argument between brackets.
    const SHOWS: &str = "for word; do printf '[%s]' \"$word\"; done";

    #[test]
    fn a_shell_hands_every_word_on_as_it_is() {
        let place = tempfile::tempdir().unwrap();
        let scripts = scripts(place.path(), SHOWS);
        let task = [("SLURM_ARRAY_TASK_ID", "2"), ("SLURM_CPUS_PER_TASK", "4")];
        let seen = run(place.path(), &scripts.shard_script().unwrap(), &task).stdout;
        let own: Vec<OsString> = [
            "--partition".into(),
            "2/3".into(),
            "--out".into(),
            scripts.folder.join("pieces/2-of-3").into(),
            "--resume".into(),
            "--jobs".into(),
            "4".into(),
        ]
        .into();
        let expected: Vec<u8> = scripts
            .run
            .iter()
            .chain(&own)
            .fold(Vec::new(), |bytes, word| {
                [&bytes, b"[".as_slice(), word.as_bytes(), b"]"].concat()
            });
        assert_eq!(
            String::from_utf8_lossy(&seen),
            String::from_utf8_lossy(&expected)
        );
        assert_eq!(seen, expected);
        assert!(!place.path().join("d").exists());
    }

    #[test]
    fn a_task_succeeds_if_its_piece_is_whole() {
        let whole = "while [ \"$1\" != --out ]; do shift; done; mkdir -p \"$2\"; exit ";
        let place = tempfile::tempdir().unwrap();
        let task = [("SLURM_ARRAY_TASK_ID", "1")];
        for (grader, expected) in [
            (format!("{whole} 0"), 0),
            (format!("{whole} 1"), 0),
            (format!("{whole} 3"), 0),
            (format!("{whole} 2"), 2),
            ("exit 3".to_owned(), 3),
            ("exit 1".to_owned(), 1),
            ("kill -9 $$".to_owned(), 137),
        ] {
            let scripts = scripts(place.path(), &grader);
            let ended = run(place.path(), &scripts.shard_script().unwrap(), &task);
            assert_eq!(ended.status.code(), Some(expected), "{grader}");
            let _ = fs::remove_dir_all(scripts.folder.join("pieces"));
        }
    }

    #[test]
    fn a_task_grades_as_many_at_a_time_as_were_typed_or_as_slurm_gives() {
        let place = tempfile::tempdir().unwrap();
        let mut scripts = scripts(place.path(), SHOWS);
        let mut jobs = |typed: Option<usize>, given: &[(&str, &str)]| {
            scripts.jobs = typed;
            let task = [&[("SLURM_ARRAY_TASK_ID", "1")], given].concat();
            let ran = run(place.path(), &scripts.shard_script().unwrap(), &task);
            let seen = String::from_utf8_lossy(&ran.stdout).into_owned();
            seen.split_once("[--jobs]").map(|(_, rest)| rest.to_owned())
        };
        assert_eq!(jobs(None, &[]), None);
        assert_eq!(
            jobs(None, &[("SLURM_CPUS_ON_NODE", "2")]).as_deref(),
            Some("[2]")
        );
        let both = [("SLURM_CPUS_ON_NODE", "2"), ("SLURM_CPUS_PER_TASK", "8")];
        assert_eq!(jobs(None, &both).as_deref(), Some("[8]"));
        assert_eq!(jobs(Some(5), &both).as_deref(), Some("[5]"));
    }

    #[test]
    fn the_pieces_that_are_whole_are_merged() {
        let place = tempfile::tempdir().unwrap();
        let scripts = scripts(place.path(), SHOWS);
        let script = scripts.merge_script().unwrap();
        let nothing = run(place.path(), &script, &[]);
        assert_eq!(nothing.status.code(), Some(3));
        assert!(String::from_utf8_lossy(&nothing.stderr).contains("no piece is whole"));
        for name in ["1-of-3", "2-of-3.part", "3-of-3", "1-of-2"] {
            fs::create_dir_all(scripts.folder.join("pieces").join(name)).unwrap();
        }
        let seen = run(place.path(), &script, &[]).stdout;
        let piece = |name| {
            scripts
                .folder
                .join("pieces")
                .join(name)
                .display()
                .to_string()
        };
        let out = scripts.out.display();
        let first = piece("1-of-3");
        let third = piece("3-of-3");
        let expected = format!("[merge][--expect][3][--out][{out}][{first}][{third}]");
        assert_eq!(String::from_utf8_lossy(&seen), expected);
    }
}
