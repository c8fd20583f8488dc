//! A terminal that a test holds the other end of.

use std::fs::File;
use std::io::{Read as _, Write as _};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// The end that a person sits at.
pub(crate) struct Terminal {
    ours: File,
    shown: String,
}

impl Terminal {
    /// A terminal, and the end for a program. Nobody has told it a size.
    pub(crate) fn open() -> (Terminal, File) {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap();
        let theirs = File::options()
            .read(true)
            .write(true)
            .open(name.to_str().unwrap())
            .unwrap();
        (
            Terminal {
                ours: File::from(ours),
                shown: String::new(),
            },
            theirs,
        )
    }

    /// Waits until this is shown, after all that was waited for before.
    #[track_caller]
    pub(crate) fn expect(&mut self, text: &str) {
        while !self.shown.contains(text) {
            let mut bytes = [0; 4096];
            let count = self.ours.read(&mut bytes).unwrap_or(0);
            assert_ne!(count, 0, "`{text}` was never shown: {}", self.shown);
            self.shown += &String::from_utf8_lossy(&bytes[..count]);
        }
        let end = self.shown.find(text).unwrap() + text.len();
        self.shown = self.shown.split_off(end);
    }

    /// Types keys.
    pub(crate) fn type_keys(&mut self, keys: &str) {
        self.ours.write_all(keys.as_bytes()).unwrap();
    }

    /// All that is shown until the program has closed its end.
    pub(crate) fn rest(mut self) -> String {
        let mut bytes = Vec::new();
        // A terminal whose other end is closed is no end of a file but an error, after all that was written.
        let _ = self.ours.read_to_end(&mut bytes);
        self.shown + &String::from_utf8_lossy(&bytes)
    }
}
