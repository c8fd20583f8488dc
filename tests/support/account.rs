//! Who runs the grader: we ourselves, or an ordinary user that root may become.

use std::fs;
use std::os::unix::fs::lchown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The ordinary user that root makes for these tests, once for a machine.
const NAME: &str = "grader-test";

/// An account.
pub(crate) struct Account {
    /// None if it is the one that the test runs under.
    ids: Option<(u32, u32)>,
    pub(crate) home: PathBuf,
}

impl Account {
    /// Root, if the test runs as root.
    pub(crate) fn root() -> Result<Account, String> {
        if !is_root() {
            return Err("needs root".to_owned());
        }
        Ok(Account {
            ids: None,
            home: "/root".into(),
        })
    }

    /// Somebody who is not root.
    pub(crate) fn ordinary() -> Result<Account, String> {
        if !is_root() {
            let home = std::env::var_os("HOME").ok_or("there is no HOME")?;
            return Ok(Account {
                ids: None,
                home: home.into(),
            });
        }
        existing().map_or_else(made, Ok)
    }

    /// The command under this account.
    pub(crate) fn runs(&self, command: &mut Command) {
        if let Some((user, group)) = self.ids {
            command.uid(user).gid(group);
        }
    }

    /// Gives a folder with all that is in it to the account.
    pub(crate) fn owns(&self, folder: &Path) {
        let Some((user, group)) = self.ids else {
            return;
        };
        for entry in walkdir::WalkDir::new(folder) {
            lchown(entry.unwrap().path(), Some(user), Some(group)).unwrap();
        }
    }
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

fn existing() -> Option<Account> {
    let accounts = fs::read_to_string("/etc/passwd").ok()?;
    let line = accounts
        .lines()
        .find(|line| line.split(':').next() == Some(NAME))?;
    let fields: Vec<&str> = line.split(':').collect();
    let ids = (fields.get(2)?.parse().ok()?, fields.get(3)?.parse().ok()?);
    Some(Account {
        ids: Some(ids),
        home: fields.get(5)?.into(),
    })
}

/// `useradd` refuses a name that another test has made meanwhile: whoever is second finds it.
fn made() -> Result<Account, String> {
    let mut useradd = Command::new("useradd");
    let ran = useradd
        .args(["--create-home", "--shell", "/usr/sbin/nologin", NAME])
        .output();
    let said = ran.map_or_else(
        |error| error.to_string(),
        |ran| String::from_utf8_lossy(&ran.stderr).into_owned(),
    );
    existing().ok_or_else(|| format!("useradd made no ordinary user: {said}"))
}
