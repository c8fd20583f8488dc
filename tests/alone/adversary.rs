//! A standing adversary: what a program does, when it does it, and how it was built, combined at random.
//!
//! `tests/alone/adversary/acts` holds what programs do, one file each, `tests/alone/adversary/moments` when they do it; a new file there
//! is combined with all others. Each class of such programs is graded beside honest neighbours, plain, threaded and slow.
//! Their reports must be byte for byte what they are without the attackers, no attacker may be `ungraded` or see a
//! secret, nothing may be left, and the grader must stay small. Every tier that this machine can produce is tried.
//!
//! ```text
//! GRADER_ADVERSARY=1000        how many combinations, over all tiers; a few without it
//! GRADER_ADVERSARY_SEED=7      where to begin; every failure names its own
//! ```

mod class;
mod combination;
use std::io::Write as _;

use crate::support::account::Account;
use crate::support::random::Random;
use crate::support::tiers::skipped;
use class::Class;
use combination::Combination;
use serial_test::serial;

/// How many attackers are graded at a time.
const CLASS: usize = 40;

/// How many tiers share the combinations.
const TIERS: usize = 4;

#[test]
#[serial(root)]
fn as_root_with_namespaces_no_combination_touches_a_neighbour() {
    withstands("A", Account::root());
}

#[test]
#[serial(ordinary)]
#[ignore = "takes long: scripts/test-long hostile"]
fn as_an_ordinary_user_with_namespaces_no_combination_touches_a_neighbour() {
    withstands("B", Account::ordinary());
}

#[test]
#[serial(root)]
#[ignore = "takes long: scripts/test-long hostile"]
fn as_root_without_namespaces_no_combination_touches_a_neighbour() {
    withstands("C", Account::root());
}

#[test]
#[serial(ordinary)]
#[ignore = "takes long: scripts/test-long hostile"]
fn as_an_ordinary_user_without_namespaces_no_combination_touches_a_neighbour() {
    withstands("D", Account::ordinary());
}

#[test]
#[serial(root, ordinary)]
fn every_act_and_every_moment_says_what_it_is() {
    for (name, text) in combination::acts().iter().chain(&combination::moments()) {
        assert!(text.starts_with("// "), "{name}");
    }
}

#[track_caller]
fn withstands(tier: &str, account: Result<Account, String>) {
    let account = match account {
        Ok(account) => account,
        Err(reason) => return skipped(&format!("tier {tier}: {reason}")),
    };
    let alone = Class::new(&account, &[]).grade(tier);
    if alone.tier != tier {
        assert!(
            tier != "A" && tier != "C",
            "root must get tier {tier}, not {}",
            alone.tier
        );
        return skipped(&format!("tier {tier}: this machine gives {}", alone.tier));
    }
    let seed = number("GRADER_ADVERSARY_SEED").unwrap_or(1_u64);
    let count = number("GRADER_ADVERSARY").map_or(8, |count: usize| count.div_ceil(TIERS));
    let mut random = Random::new(seed ^ u64::from(tier.as_bytes()[0]));
    let all: Vec<Combination> = (0..count).map(|_| Combination::draw(&mut random)).collect();
    let mut complaints = alone.complaints;
    for attackers in all.chunks(CLASS) {
        let mut graded = Class::new(&account, attackers).grade(tier);
        graded.complain_of_neighbours(&alone.neighbours);
        complaints.append(&mut graded.complaints);
        if count > CLASS {
            let memory = graded.memory >> 20;
            let number = attackers.len();
            say(&format!(
                "tier {tier}: {number} more, {} complaints, {memory} MiB",
                complaints.len()
            ));
        }
    }
    assert!(
        complaints.is_empty(),
        "tier {tier}, seed {seed}:\n{}",
        complaints.join("\n")
    );
}

fn number<T: std::str::FromStr>(variable: &str) -> Option<T> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Standard error itself, because a test's own is shown only if it fails.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
