//! Landlock: which files a program may touch. Made once for each kind of program; a run only puts it in force.

use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use crate::protocol::{SandboxProfile, SupervisorSetup};
use crate::tier::Tier;
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, Scope,
};

/// The newest interface we know; an older kernel guards what it knows.
const KNOWN: ABI = ABI::V6;

/// Where libraries are.
const LIBRARIES: [&str; 7] = [
    "/lib",
    "/lib64",
    "/lib32",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/etc/ld.so.cache",
];

/// Where locales are: the C library opens one of a locale's folders, and takes the locale for unknown if it cannot.
const LOCALES: &str = "/usr/lib/locale";

/// Where compilers and what they need are.
const TOOLCHAIN: [&str; 7] = [
    "/usr",
    "/bin",
    "/lib",
    "/lib64",
    "/lib32",
    "/etc/alternatives",
    "/etc/ld.so.cache",
];

/// Rulesets for all kinds of programs; none where there is no Landlock.
#[derive(Default)]
pub(super) struct LandlockRules {
    program: Option<OwnedFd>,
    /// Made only where the toolchain has a simulator.
    simulator: Option<OwnedFd>,
    compiler: Option<OwnedFd>,
    analysis: Option<OwnedFd>,
    /// Made only where there is a consumer.
    consumer: Option<OwnedFd>,
    /// Made only where untrusted files direct the build.
    build_system: Option<OwnedFd>,
}

impl LandlockRules {
    /// Makes the rulesets; paths are as they are seen from inside the walls.
    pub(super) fn prepare(
        tier: Tier,
        setup: &SupervisorSetup,
        own: &OwnedFd,
    ) -> io::Result<LandlockRules> {
        if !tier.has_landlock() {
            return Ok(LandlockRules::default());
        }
        let SupervisorSetup {
            toolchain,
            simulator,
            consumer,
            ..
        } = setup;
        let simulator = match simulator.as_slice() {
            [] => None,
            paths => program_ruleset(setup, paths)?,
        };
        let consumer = match consumer.as_slice() {
            [] => None,
            paths => tool_ruleset(setup, &[paths, &interpreter_settings()?].concat(), &["tmp"])?,
        };
        // Compilers put into it what is built there, and take out what was made.
        let (written, build_system) = match setup.build_system {
            true => (
                ["out", "tmp", "build"].as_slice(),
                tool_ruleset(setup, toolchain, &["build"])?,
            ),
            false => (["out", "tmp"].as_slice(), None),
        };
        let program = program_ruleset(setup, &[])?;
        let compiler = tool_ruleset(setup, toolchain, written)?;
        // A copy in memory needs no rule, and can have none.
        let analysis = analysis_ruleset(setup, (!setup.own_is_copy).then_some(own))?;
        Ok(LandlockRules {
            program,
            simulator,
            compiler,
            analysis,
            consumer,
            build_system,
        })
    }

    /// The ruleset for a run.
    pub(super) fn ruleset_for(&self, profile: SandboxProfile) -> Option<BorrowedFd<'_>> {
        match profile {
            // Without a ruleset of its own, a simulator, a consumer or a build system gets a program's: it cannot be read then.
            SandboxProfile::Simulator => self
                .simulator
                .as_ref()
                .or(self.program.as_ref())
                .map(AsFd::as_fd),
            SandboxProfile::Program | SandboxProfile::Instrumented => {
                self.program.as_ref().map(AsFd::as_fd)
            }
            SandboxProfile::Compiler => self.compiler.as_ref().map(AsFd::as_fd),
            SandboxProfile::Analysis => self.analysis.as_ref().map(AsFd::as_fd),
            SandboxProfile::Consumer => self
                .consumer
                .as_ref()
                .or(self.program.as_ref())
                .map(AsFd::as_fd),
            SandboxProfile::BuildSystem => self
                .build_system
                .as_ref()
                .or(self.program.as_ref())
                .map(AsFd::as_fd),
            SandboxProfile::Trusted => None,
        }
    }
}

/// For untrusted programs. Where one runs in a simulator, that and the sources are read, too.
fn program_ruleset(setup: &SupervisorSetup, simulator: &[PathBuf]) -> io::Result<Option<OwnedFd>> {
    let SupervisorSetup {
        inside: work,
        private,
        ..
    } = setup;
    let reads = AccessFs::ReadFile | AccessFs::Execute;
    let mut ruleset = create_ruleset()?;
    for path in LIBRARIES {
        ruleset = allow_system(ruleset, path, reads, private)?;
    }
    ruleset = allow_system(ruleset, LOCALES, reads | AccessFs::ReadDir, private)?;
    ruleset = allow_path(ruleset, &work.join("out"), reads)?;
    // No right to make, remove or rename anything: what is there was put there for this run.
    let own = AccessFs::ReadFile | AccessFs::ReadDir | AccessFs::WriteFile | AccessFs::Truncate;
    ruleset = allow_path(ruleset, &work.join("run"), own)?;
    for path in simulator {
        ruleset = allow_except_private(ruleset, path, reads | AccessFs::ReadDir, private)?;
    }
    if !simulator.is_empty() {
        ruleset = allow_path(ruleset, &work.join("source"), AccessFs::ReadFile.into())?;
    }
    Ok(allow_devices(ruleset)?.into())
}

/// For the owner's executable itself, which reads the sources and what was made of them.
fn analysis_ruleset(setup: &SupervisorSetup, own: Option<&OwnedFd>) -> io::Result<Option<OwnedFd>> {
    let SupervisorSetup {
        inside: work,
        private,
        ..
    } = setup;
    let mut ruleset = create_ruleset()?;
    for path in LIBRARIES {
        ruleset = allow_system(
            ruleset,
            path,
            AccessFs::ReadFile | AccessFs::Execute,
            private,
        )?;
    }
    for folder in ["source", "out", "tmp"] {
        ruleset = allow_path(ruleset, &work.join(folder), AccessFs::ReadFile.into())?;
    }
    if let Some(file) = own {
        let access = AccessFs::ReadFile | AccessFs::Execute;
        ruleset = ruleset
            .add_rule(PathBeneath::new(file, access))
            .map_err(io::Error::other)?;
    }
    Ok(allow_devices(ruleset)?.into())
}

/// For a compiler or a consumer, which reads the system's programs, `paths` and the sources, and writes into `folders`.
fn tool_ruleset(
    setup: &SupervisorSetup,
    paths: &[PathBuf],
    folders: &[&str],
) -> io::Result<Option<OwnedFd>> {
    let SupervisorSetup {
        inside: work,
        private,
        ..
    } = setup;
    let reads = AccessFs::ReadFile | AccessFs::ReadDir | AccessFs::Execute;
    let mut ruleset = create_ruleset()?;
    for path in TOOLCHAIN {
        ruleset = allow_system(ruleset, path, reads, private)?;
    }
    for path in paths {
        ruleset = allow_except_private(ruleset, path, reads, private)?;
    }
    ruleset = allow_path(
        ruleset,
        &work.join("source"),
        AccessFs::ReadFile | AccessFs::ReadDir,
    )?;
    for folder in folders {
        let everything = AccessFs::from_all(KNOWN) & !AccessFs::IoctlDev;
        ruleset = allow_path(ruleset, &work.join(folder), everything)?;
    }
    Ok(allow_devices(ruleset)?.into())
}

/// Where interpreters keep settings that they look for at each start, and complain about or fail if they are locked away.
fn interpreter_settings() -> io::Result<Vec<PathBuf>> {
    const INTERPRETERS: [&str; 3] = ["perl", "python", "ruby"];
    const NODE: &str = "/etc/ssl/openssl.cnf";
    let is_known = |name: &OsStr| {
        let name = name.as_encoded_bytes();
        INTERPRETERS
            .iter()
            .any(|known| name.starts_with(known.as_bytes()))
    };
    let mut paths = vec![PathBuf::from(NODE)];
    // A root of our own may be without this folder.
    let Ok(entries) = std::fs::read_dir("/etc") else {
        return Ok(paths);
    };
    for entry in entries {
        let entry = entry?;
        if is_known(&entry.file_name()) {
            paths.push(entry.path());
        }
    }
    Ok(paths)
}

fn allow_devices(mut ruleset: RulesetCreated) -> io::Result<RulesetCreated> {
    ruleset = allow_path(
        ruleset,
        Path::new("/dev/null"),
        AccessFs::ReadFile | AccessFs::WriteFile,
    )?;
    for path in ["/dev/zero", "/dev/random", "/dev/urandom"] {
        ruleset = allow_path(ruleset, Path::new(path), AccessFs::ReadFile.into())?;
    }
    Ok(ruleset)
}

fn create_ruleset() -> io::Result<RulesetCreated> {
    Ruleset::default()
        // The first version is demanded, what later ones added is taken where it exists.
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))
        .map_err(io::Error::other)?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(KNOWN))
        .and_then(|ruleset| ruleset.handle_access(AccessNet::from_all(KNOWN)))
        .and_then(|ruleset| ruleset.scope(Scope::from_all(KNOWN)))
        .and_then(Ruleset::create)
        .map_err(io::Error::other)
}

/// What does not exist needs no rule.
fn allow_path(
    ruleset: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> io::Result<RulesetCreated> {
    let Ok(descriptor) = PathFd::new(path) else {
        return Ok(ruleset);
    };
    let access = if path.is_dir() {
        access
    } else {
        access & AccessFs::from_file(KNOWN)
    };
    ruleset
        .add_rule(PathBeneath::new(descriptor, access))
        .map_err(io::Error::other)
}

/// As [`allow_except_private`], for what is the system's only as far as it is not private.
fn allow_system(
    ruleset: RulesetCreated,
    path: &str,
    access: BitFlags<AccessFs>,
    private: &[PathBuf],
) -> io::Result<RulesetCreated> {
    match Path::new(path).canonicalize() {
        Ok(real) if private.iter().any(|folder| real.starts_with(folder)) => Ok(ruleset),
        _ => allow_except_private(ruleset, Path::new(path), access, private),
    }
}

/// Allows a file or folder without the private folders below it. Landlock only adds, so then the folder itself is not allowed,
/// but all that is in it beside the way to a private one. Links are no files: what they lead to has its own rule, or none.
fn allow_except_private(
    mut ruleset: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
    private: &[PathBuf],
) -> io::Result<RulesetCreated> {
    let Ok(real) = path.canonicalize() else {
        return Ok(ruleset);
    };
    if !private
        .iter()
        .any(|folder| *folder != real && folder.starts_with(&real))
    {
        return allow_path(ruleset, &real, access);
    }
    let Ok(entries) = std::fs::read_dir(&real) else {
        return Ok(ruleset);
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        if !is_link && !private.contains(&path) {
            ruleset = allow_except_private(ruleset, &path, access, private)?;
        }
    }
    Ok(ruleset)
}
