//! Accounts for programs that root runs: each supervisor has two that nobody else has.
//!
//! The kernel counts processes and threads by account, on the whole machine. So programs under one account could use up
//! each other's, those of another owner, and those of whatever else runs under it.

use std::fs;
use std::io;
use std::ops::Range;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};

use rustix::rand::{GetRandomFlags, getrandom};
use serde::{Deserialize, Serialize};

use crate::scarcity;

/// Numbers that systems give to nobody, the best first. By the table of allocations that systemd documents, 60706–61183,
/// 65520–65533 and everything from 1879048192 to 2147483647 are free; SSSD and FreeIPA give numbers to users of a directory up
/// to 2000200000, so the first range begins there. Containers often map no number above 65535, and leave the small ranges.
/// The last range is systemd's for services that come and go, which a container hardly has.
const NUMBERS: [Range<u32>; 4] = [
    2_000_200_000..2_147_483_647,
    65520..65534,
    60706..61184,
    65000..65520,
];

/// The accounts of one supervisor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct AccountPair {
    /// For compilers or a consumer. The folders that they write into belong to it.
    pub(super) tools: u32,
    /// For untrusted programs: it owns nothing but the files that a run may write, so none of them can change what it is started from.
    pub(super) programs: u32,
}

/// Accounts that are ours as long as this value lives.
#[derive(Debug)]
pub(super) struct ReservedAccounts {
    pub(super) accounts: AccountPair,
    /// A name that only one process on the machine can have, until the kernel takes it from the process when that dies.
    _name: Option<UnixDatagram>,
}

impl ReservedAccounts {
    /// Two accounts that no other supervisor has, of whichever owner; none unless we are root.
    ///
    /// # Errors
    ///
    /// If all numbers that are mapped here are taken, or none of them is mapped.
    pub(super) fn reserve_if_root() -> io::Result<Option<ReservedAccounts>> {
        if !rustix::process::geteuid().is_root() {
            return Ok(None);
        }
        let users = parse_mapped_ranges(&fs::read_to_string("/proc/self/uid_map")?);
        let groups = parse_mapped_ranges(&fs::read_to_string("/proc/self/gid_map")?);
        ReservedAccounts::reserve_one_of(&usable_ranges(&users, &groups)).map(Some)
    }

    /// The first free pair from a random one on, in the first range that has one.
    fn reserve_one_of(ranges: &[Range<u32>]) -> io::Result<ReservedAccounts> {
        // So many are tried in a range: the small ones are smaller, and in the large one the first is free.
        const TRIES: u32 = 512;
        if ranges.is_empty() {
            return Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "root is root of a user namespace that maps no number for programs (65520 to 65533, for example)",
            ));
        }
        for range in ranges {
            let pairs = range.len().try_into().unwrap_or(u32::MAX) / 2;
            let start = random_number()?;
            for step in 0..pairs.min(TRIES) {
                let tools = range.start + 2 * (start.wrapping_add(step) % pairs);
                if let Some(taken) = try_reserve(AccountPair {
                    tools,
                    programs: tools + 1,
                })? {
                    return Ok(taken);
                }
            }
        }
        Err(io::Error::from_raw_os_error(libc::EAGAIN))
    }
}

/// None if somebody else has them.
fn try_reserve(accounts: AccountPair) -> io::Result<Option<ReservedAccounts>> {
    let name = SocketAddr::from_abstract_name(format!("sandbox-accounts-{}", accounts.tools))?;
    match UnixDatagram::bind_addr(&name) {
        Ok(name) => Ok(Some(ReservedAccounts {
            accounts,
            _name: Some(name),
        })),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => Ok(None),
        Err(error) if scarcity::classify_io_error(&error).is_some() => Err(error),
        // Where no socket may have a name, a random number must do.
        Err(_) => Ok(Some(ReservedAccounts {
            accounts,
            _name: None,
        })),
    }
}

fn random_number() -> io::Result<u32> {
    let mut bytes = [0; 4];
    getrandom(&mut bytes, GetRandomFlags::empty())?;
    Ok(u32::from_le_bytes(bytes))
}

/// The numbers that a user namespace maps, from the text of `uid_map` or `gid_map`.
fn parse_mapped_ranges(map: &str) -> Vec<Range<u64>> {
    map.lines().filter_map(parse_id_range).collect()
}

fn parse_id_range(line: &str) -> Option<std::ops::Range<u64>> {
    let mut words = line
        .split_ascii_whitespace()
        .map(|word| word.parse::<u64>().ok());
    let first = words.next()??;
    let _ = words.next()?;
    let count = words.next()??;
    Some(first..first + count)
}

/// The parts of [`NUMBERS`] that are mapped for users and for groups, those that hold a pair.
fn usable_ranges(users: &[Range<u64>], groups: &[Range<u64>]) -> Vec<Range<u32>> {
    let mut free = Vec::new();
    for numbers in &NUMBERS {
        for user in users {
            for group in groups {
                let start = u64::from(numbers.start).max(user.start).max(group.start);
                let end = u64::from(numbers.end).min(user.end).min(group.end);
                if let (Ok(start), Ok(end)) = (start.try_into(), end.try_into())
                    && end > start + 1
                {
                    free.push(start..end);
                }
            }
        }
    }
    free
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = "         0          0 4294967295\n";

    #[test]
    fn accounts_are_numbers_that_are_mapped_and_nobodys() {
        let container = "0 100000 65536\n";
        for (users, groups, expected) in [
            (WHOLE, WHOLE, NUMBERS.to_vec()),
            (container, WHOLE, NUMBERS[1..].to_vec()),
            (WHOLE, container, NUMBERS[1..].to_vec()),
            ("0 1000 1\n1 100000 65525\n", container, {
                vec![65520..65526, 60706..61184, 65000..65520]
            }),
            ("0 1000 1\n", "0 1000 1\n", Vec::new()),
            ("", WHOLE, Vec::new()),
        ] {
            assert_eq!(
                usable_ranges(&parse_mapped_ranges(users), &parse_mapped_ranges(groups)),
                expected,
                "{users} {groups}"
            );
        }
    }

    #[test]
    fn no_two_supervisors_have_the_same_accounts() {
        // Only this test uses these numbers; nothing is run under them.
        let few = 3_000_000_000..3_000_000_006;
        let ranges = std::slice::from_ref(&few);
        let taken: Vec<ReservedAccounts> = (0..3)
            .map(|_| ReservedAccounts::reserve_one_of(ranges).unwrap())
            .collect();
        let mut tools: Vec<u32> = taken.iter().map(|one| one.accounts.tools).collect();
        tools.sort_unstable();
        assert_eq!(tools, [few.start, few.start + 2, few.start + 4]);
        let error = ReservedAccounts::reserve_one_of(ranges).unwrap_err();
        assert_eq!(error.raw_os_error(), Some(libc::EAGAIN));
        drop(taken);
        assert!(ReservedAccounts::reserve_one_of(ranges).is_ok());
    }

    #[test]
    fn a_namespace_without_numbers_is_named() {
        let error = ReservedAccounts::reserve_one_of(&[]).unwrap_err();
        assert!(error.to_string().contains("maps no number"), "{error}");
    }
}
