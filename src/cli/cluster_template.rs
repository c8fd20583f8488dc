//! `grader cluster-template`: files that grade a class in pieces elsewhere, for whoever keeps and changes them.

use std::io::Write as _;
use std::process::ExitCode;

use clap::ValueEnum;

use super::failure::{self, Failure};

/// What a file is for.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Kind {
    /// A workflow for GitHub Actions
    Ci,
    /// Jobs for Kubernetes
    K8s,
    /// A job script for Slurm
    Slurm,
    /// A script for GNU parallel, on this machine or over ssh
    Parallel,
}

/// Prints the file.
pub(super) fn run(kind: Kind) -> Result<ExitCode, Failure> {
    failure::printed(anstream::stdout().lock().write_all(text(kind).as_bytes()))
}

fn text(kind: Kind) -> &'static str {
    match kind {
        Kind::Ci => include_str!("cluster_template/ci.yml"),
        Kind::K8s => include_str!("cluster_template/k8s.yml"),
        Kind::Slurm => include_str!("cluster_template/slurm.sh"),
        Kind::Parallel => include_str!("cluster_template/parallel.sh"),
    }
}
