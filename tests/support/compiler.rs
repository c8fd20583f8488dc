//! A compiler of the test's own in the place of `g++`.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use super::Course;
use super::programs::executable;

/// The last line of a script that does what the system's compiler does.
pub(crate) const COMPILES: &str = "PATH=/usr/bin:/bin exec /usr/bin/g++ \"$@\"\n";

/// Puts a shell script named `g++` beside the course, where every account may read it. Returns its folder, for `PATH`.
pub(crate) fn install(course: &Course, script: &str) -> PathBuf {
    let home = course.home();
    let folder = home.join("bin");
    executable(&folder.join("g++"), format!("#!/bin/sh\n{script}"));
    for folder in [&home, &folder] {
        fs::set_permissions(folder, Permissions::from_mode(0o755)).unwrap();
    }
    folder
}
