//! Three scripts in the place of Slurm.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::support::Course;
use crate::support::programs::executable;

/// The scripts, for one course.
pub(super) struct Slurm<'c> {
    course: &'c Course,
    folder: PathBuf,
}

/// Notes what is submitted, and runs it at once; a task that is lost says only what Slurm says.
const SBATCH: &str = r#"
PATH=/usr/bin:/bin
printf '%s ' "$@" >> "$PRETENDED/submitted"; echo >> "$PRETENDED/submitted"
refused=$(cat "$PRETENDED/refused")
for word; do
    case $word in
        "$refused"*) [ -n "$refused" ] && { echo 'sbatch: error: Job violates accounting policy' >&2; exit 1; } ;;
    esac
    case $word in
        --array=1-*) last=${word#--array=1-} ;;
        --output=*) log=$(printf %s "${word#--output=}" | sed 's/%%/%/g') ;;
    esac
    script=$word
done
if [ -z "$last" ]; then
    sh "$script" >> "$log" 2>&1
else
    for task in $(seq "$last"); do
        own=$(printf %s "$log" | sed "s/%a\.log$/$task.log/")
        case " $(cat "$PRETENDED/lost") " in
            *" $task "*) echo 'slurmstepd: error: *** JOB 1 CANCELLED ***' >> "$own" ;;
            *) SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=1 sh "$script" >> "$own" 2>&1 ;;
        esac
    done
fi
wc -l < "$PRETENDED/submitted"
"#;

const SQUEUE: &str = "PATH=/usr/bin:/bin; cat \"$PRETENDED/queue\"";

const SCONTROL: &str =
    "echo JobId=4 ArrayTaskId=2 JobState=NODE_FAIL Reason=NodeDown ExitCode=0:9 NodeList=n2";

impl Slurm<'_> {
    /// A cluster that grades this course.
    pub(super) fn that_runs(course: &Course) -> Slurm<'_> {
        let folder = course.home().join("pretended");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        let slurm = Slurm { course, folder };
        for (name, script) in [
            ("sbatch", SBATCH),
            ("squeue", SQUEUE),
            ("scontrol", SCONTROL),
        ] {
            slurm.is(name, script);
        }
        for name in ["submitted", "refused", "lost", "queue"] {
            slurm.says(name, "");
        }
        slurm
    }

    /// The grader where this cluster is.
    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.course.command(arguments);
        // Nothing but these: the machine may have a Slurm of its own.
        command
            .env("PATH", self.folder.join("bin"))
            .env("PRETENDED", &self.folder);
        command
    }

    /// Makes this command do something else.
    pub(super) fn is(&self, command: &str, script: &str) {
        executable(
            &self.folder.join("bin").join(command),
            format!("#!/bin/sh\n{script}\n"),
        );
    }

    /// Takes this command away.
    pub(super) fn lacks(&self, command: &str) {
        fs::remove_file(self.folder.join("bin").join(command)).unwrap();
    }

    /// Has these tasks lost with their nodes.
    pub(super) fn loses(&self, tasks: &str) {
        self.says("lost", tasks);
    }

    /// Has `sbatch` refuse what has an option that begins so.
    pub(super) fn refuses(&self, option: &str) {
        self.says("refused", option);
    }

    /// What `squeue` prints.
    pub(super) fn queues(&self, text: &str) {
        self.says("queue", text);
    }

    /// The words of each submission.
    pub(super) fn submitted(&self) -> Vec<String> {
        let text = fs::read_to_string(self.folder.join("submitted")).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    fn says(&self, name: &str, text: &str) {
        fs::write(self.folder.join(name), text).unwrap();
    }
}
