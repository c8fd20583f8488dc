//! What marks a record as ours.

use sandbox::SandboxError;

/// What marks the record of one run: a new random number.
pub(crate) fn generate_mark() -> Result<String, SandboxError> {
    let mut bytes = [0_u8; 16];
    rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty()).map_err(
        |error| SandboxError::System {
            action: "get a random number",
            source: error.into(),
        },
    )?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}
