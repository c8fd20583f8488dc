//! A Slurm cluster of three nodes on this machine, in a folder of its own, on loopback. Everything that was started is ended by its
//! number, also when a test fails.

use std::fs::{self, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::support::processes::{Guarded, alive, descendants};

/// What has not happened by then never will: Slurm waits about three minutes before it starts again what a node has lost.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

/// The nodes' names.
pub(crate) const NODES: [&str; 3] = ["n1", "n2", "n3"];

/// The cluster.
pub(crate) struct Cluster {
    // In the order in which they are ended.
    nodes: Vec<Guarded>,
    _controller: Guarded,
    _munge: Guarded,
    folder: TempDir,
}

impl Cluster {
    /// Starts it, and waits until all nodes are idle.
    pub(crate) fn start() -> Cluster {
        let folder = tempfile::Builder::new().prefix("slurm-").tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        fs::create_dir(folder.path().join("state")).unwrap();
        let munge = munge(&folder);
        fs::write(folder.path().join("slurm.conf"), configuration(&folder)).unwrap();
        let start = |command: &mut Command| {
            command.env("SLURM_CONF", folder.path().join("slurm.conf"));
            Guarded(
                command
                    .stdin(Stdio::null())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn()
                    .unwrap(),
            )
        };
        let controller = start(Command::new("slurmctld").arg("-D"));
        let node = |name: &&str| {
            fs::create_dir(folder.path().join(format!("spool.{name}"))).unwrap();
            start(Command::new("slurmd").args(["-D", "-N", name]))
        };
        let nodes = NODES.iter().map(node).collect();
        let cluster = Cluster {
            nodes,
            _controller: controller,
            _munge: munge,
            folder,
        };
        cluster.wait_until("all nodes are idle", || {
            let said = cluster.asks("sinfo", &["--noheader", "--Node", "--format=%t"]);
            (said.lines().filter(|state| *state == "idle").count() == NODES.len()).then_some(())
        });
        cluster
    }

    /// Where its configuration is, for the commands.
    pub(crate) fn configuration(&self) -> PathBuf {
        self.folder.path().join("slurm.conf")
    }

    /// What a command of Slurm's prints; nothing while the cluster does not answer.
    pub(crate) fn asks(&self, command: &str, arguments: &[&str]) -> String {
        let mut command = Command::new(command);
        let output = command
            .args(arguments)
            .env("SLURM_CONF", self.configuration())
            .output();
        String::from_utf8_lossy(&output.unwrap().stdout).into_owned()
    }

    /// Waits for something that no event tells of.
    pub(crate) fn wait_until<T>(&self, what: &str, mut look: impl FnMut() -> Option<T>) -> T {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(seen) = look() {
                return seen;
            }
            assert!(Instant::now() < end, "{what}: never; {}", self.logs());
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Kills a node as a power cut does: the daemon, and every job on it.
    pub(crate) fn loses(&mut self, name: &str) {
        let place = NODES.iter().position(|node| *node == name).unwrap();
        let daemon = &mut self.nodes[place];
        daemon.0.kill().unwrap();
        daemon.0.wait().unwrap();
        self.end_jobs(Some(name));
    }

    /// Ends the jobs of a node, or of all.
    fn end_jobs(&self, node: Option<&str>) {
        for daemon in self.jobs() {
            let below = descendants(daemon);
            let is_there = |name| below.iter().any(|one| has(one.id, "SLURMD_NODENAME", name));
            if node.is_some_and(|name| !is_there(name)) {
                continue;
            }
            for id in below.iter().map(|one| one.id).chain([daemon]) {
                let _ = Pid::from_raw(id).map(|id| kill_process(id, Signal::KILL));
            }
        }
    }

    /// The daemons of jobs. They are nobody's children, but know where this cluster's configuration is.
    fn jobs(&self) -> Vec<i32> {
        let configuration = self.configuration().display().to_string();
        let daemons = alive("slurmstepd").into_iter();
        let daemons = daemons.filter(|one| one.command.starts_with("slurmstepd"));
        daemons
            .map(|one| one.id)
            .filter(|id| has(*id, "SLURM_CONF", &configuration))
            .collect()
    }

    /// The ends of its logs, for a test that fails.
    pub(crate) fn logs(&self) -> String {
        let mut text = String::new();
        for name in ["slurmctld", "slurmd.n1", "slurmd.n2", "slurmd.n3", "munged"] {
            let log = fs::read_to_string(self.folder.path().join(format!("{name}.log")));
            let log = log.unwrap_or_default();
            let lines: Vec<&str> = log.lines().collect();
            let end = lines[lines.len().saturating_sub(12)..].join("\n");
            text += &format!("--- {name}\n{end}\n");
        }
        text
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // First what would start others.
        for node in &mut self.nodes {
            let _ = node.0.kill();
            let _ = node.0.wait();
        }
        self.end_jobs(None);
    }
}

/// Whether a process was started with this variable.
fn has(id: i32, name: &str, value: &str) -> bool {
    let variables = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
    let wanted = format!("{name}={value}");
    variables
        .split(|byte| *byte == 0)
        .any(|variable| variable == wanted.as_bytes())
}

/// What tells one who is who on the cluster, with a key and a socket of its own.
fn munge(folder: &TempDir) -> Guarded {
    let place = folder.path().join("munge");
    let path = |name: &str| place.join(name).display().to_string();
    fs::create_dir(&place).unwrap();
    fs::write(
        place.join("key"),
        (0..=255_u8).cycle().take(1024).collect::<Vec<u8>>(),
    )
    .unwrap();
    for (path, mode) in [(place.join("key"), 0o600), (place.clone(), 0o755)] {
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        assert!(
            Command::new("chown")
                .arg("munge:munge")
                .arg(path)
                .status()
                .unwrap()
                .success()
        );
    }
    let log = fs::File::create(folder.path().join("munged.log")).unwrap();
    let mut command = Command::new("setpriv");
    command.args([
        "--reuid=munge",
        "--regid=munge",
        "--init-groups",
        "munged",
        "--foreground",
    ]);
    for (option, file) in [
        ("key-file", "key"),
        ("socket", "socket"),
        ("pid-file", "pid"),
        ("seed-file", "seed"),
    ] {
        command.arg(format!("--{option}={}", path(file)));
    }
    command.arg(format!("--log-file={}", path("log")));
    let munged = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .unwrap();
    let mut munged = Guarded(munged);
    let end = Instant::now() + Duration::from_secs(30);
    while !place.join("socket").exists() {
        let said = || fs::read_to_string(folder.path().join("munged.log")).unwrap();
        assert!(
            munged.0.try_wait().unwrap().is_none() && Instant::now() < end,
            "{}",
            said()
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    munged
}

/// The configuration. Daemons listen on loopback alone (`NoInAddrAny`); a node that does not answer for ten seconds is lost.
fn configuration(folder: &TempDir) -> String {
    let ports: Vec<TcpListener> = (0..4)
        .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
        .collect();
    let port = |number: usize| ports[number].local_addr().unwrap().port();
    let host = rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned();
    let host = host.split('.').next().unwrap_or_default().to_owned();
    let place = folder.path().display();
    let nodes: String = NODES
        .iter()
        .enumerate()
        .map(|(number, name)| {
            let port = port(number + 1);
            format!("NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1 RealMemory=4000\n")
        })
        .collect();
    format!(
        "ClusterName=grader\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={}\nSlurmUser=root\n\
         CommunicationParameters=NoInAddrAny,NoCtldInAddrAny\n\
         AuthType=auth/munge\nAuthInfo=socket={place}/munge/socket\n\
         StateSaveLocation={place}/state\nSlurmdSpoolDir={place}/spool.%n\n\
         SlurmctldPidFile={place}/slurmctld.pid\nSlurmdPidFile={place}/slurmd.%n.pid\n\
         SlurmctldLogFile={place}/slurmctld.log\nSlurmdLogFile={place}/slurmd.%n.log\n\
         ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nJobAcctGatherType=jobacct_gather/none\n\
         SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\nReturnToService=2\nSlurmdTimeout=10\n\
         MinJobAge=86400\nSlurmdParameters=config_overrides\n{nodes}\
         PartitionName=all Nodes=n[1-3] Default=YES MaxTime=INFINITE State=UP\n",
        port(0)
    )
}
