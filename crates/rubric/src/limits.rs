//! Limits: each layer of a rubric changes only what it names.

use std::time::Duration;

use super::config_file::ConfigFile;
use super::quantity::{RawQuantity, parse_duration, parse_size};
use super::raw;
use super::spanned::{Spanned, SpannedTable};
use model::{BuildLimits, RunLimits};

const MIB: u64 = 1 << 20;

/// What a run may use where nothing else is said.
pub(super) const RUN: RunLimits = RunLimits {
    cpu: Duration::from_secs(1),
    after_end: Some(Duration::from_millis(100)),
    wall: Duration::from_secs(5),
    memory: 256 * MIB,
    stack: sandbox::DEFAULT_STACK,
    output: MIB,
};

/// What a compilation may use where nothing else is said.
pub(super) const BUILD: BuildLimits = BuildLimits {
    cpu: Duration::from_secs(10),
    wall: Duration::from_secs(30),
    memory: 2048 * MIB,
    source: MIB,
};

/// `base`, changed as `layer` says.
pub(super) fn parse_run_limits(
    config: &ConfigFile<'_>,
    layer: Option<&SpannedTable<raw::RawRunLimits>>,
    base: RunLimits,
) -> RunLimits {
    let Some(SpannedTable { body, .. }) = layer else {
        return base;
    };
    let time = |typed: &Option<_>| {
        typed
            .as_ref()
            .and_then(|typed| parse_duration(config, typed))
    };
    let bytes = |typed: &Option<_>| typed.as_ref().and_then(|typed| parse_size(config, typed));
    RunLimits {
        cpu: time(&body.cpu).unwrap_or(base.cpu),
        after_end: time(&body.after_end).or(base.after_end),
        wall: time(&body.wall).unwrap_or(base.wall),
        memory: bytes(&body.memory).unwrap_or(base.memory),
        stack: body
            .stack
            .as_ref()
            .and_then(|typed| parse_stack_size(config, typed))
            .unwrap_or(base.stack),
        output: bytes(&body.output).unwrap_or(base.output),
    }
}

/// A stack on which a program can start.
fn parse_stack_size(config: &ConfigFile<'_>, typed: &Spanned<RawQuantity>) -> Option<u64> {
    const LEAST: u64 = MIB;
    let bytes = parse_size(config, typed)?;
    if bytes < LEAST {
        let wanted = "expected 1MiB or more: programs start on it, with their arguments";
        config.report(
            &typed.span(),
            format!("found a `stack` of {bytes} bytes, {wanted}"),
        );
        return None;
    }
    Some(bytes)
}

/// `base`, changed as `layer` says.
pub(super) fn parse_build_limits(
    config: &ConfigFile<'_>,
    layer: Option<&SpannedTable<raw::RawBuildLimits>>,
    base: BuildLimits,
) -> BuildLimits {
    let Some(SpannedTable { body, .. }) = layer else {
        return base;
    };
    let time = |typed: &Option<_>| {
        typed
            .as_ref()
            .and_then(|typed| parse_duration(config, typed))
    };
    let bytes = |typed: &Option<_>| typed.as_ref().and_then(|typed| parse_size(config, typed));
    BuildLimits {
        cpu: time(&body.cpu).unwrap_or(base.cpu),
        wall: time(&body.wall).unwrap_or(base.wall),
        memory: bytes(&body.memory).unwrap_or(base.memory),
        source: bytes(&body.source).unwrap_or(base.source),
    }
}
