//! A class that a Slurm cluster grades: an array of jobs, a piece each, and a job that merges them. Slurm does all that a scheduler
//! does (it queues, places, and starts again what a lost node had); what is here writes two scripts and asks three commands.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `script` | the scripts of the jobs, with everything in them quoted for a shell |
//! | `ask` | `sbatch`, `squeue` and `scontrol`, and what they answer |
//! | `job_folder` | the folder beside the reports: scripts, logs, pieces, and which jobs were submitted |

mod ask;
mod job_folder;
mod script;

pub(crate) use self::ask::SlurmError;
pub(crate) use ask::{SlurmQueue, describe_task, query_queue, submit_merge, submit_shards};
pub(crate) use job_folder::{JobFolder, SubmittedJobs};
pub(crate) use script::JobScripts;
