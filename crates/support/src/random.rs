//! Random numbers of the system, for secrets.

use std::io;

/// 128 random bits as 32 hexadecimal digits.
///
/// # Errors
///
/// If the system has no random numbers.
pub fn random_digits() -> io::Result<String> {
    let mut bytes = [0_u8; 16];
    // The system never gives a part of so few bytes.
    rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty())?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}
