//! The file that says what a problem is.

/// Its name.
pub(super) const FILE: &str = "init.yml";

/// A limit of memory in KiB, as DMOJ has it, in bytes.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is clamped"
)]
pub(super) fn memory_bytes(kibibytes: f64) -> u64 {
    (kibibytes * 1024.0).clamp(16e6, 64e9) as u64
}
