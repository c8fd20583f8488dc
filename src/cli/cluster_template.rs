//! `grader cluster-template`: files that grade a class in pieces elsewhere, for whoever keeps and changes them.

use std::io::Write as _;
use std::process::ExitCode;

use clap::ValueEnum;

use super::failure::{self, CliFailure};

/// What a file is for.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum ClusterTemplateKind {
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
pub(super) fn run(kind: ClusterTemplateKind) -> Result<ExitCode, CliFailure> {
    failure::finish_printing(
        anstream::stdout()
            .lock()
            .write_all(template_text(kind).as_bytes()),
    )
}

fn template_text(kind: ClusterTemplateKind) -> &'static str {
    match kind {
        ClusterTemplateKind::Ci => include_str!("cluster_template/ci.yml"),
        ClusterTemplateKind::K8s => include_str!("cluster_template/k8s.yml"),
        ClusterTemplateKind::Slurm => include_str!("cluster_template/slurm.sh"),
        ClusterTemplateKind::Parallel => include_str!("cluster_template/parallel.sh"),
    }
}
