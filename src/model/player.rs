//! Who answers the program that is tested.

use ::reference::cpu::Policy;

/// Where the lines come from that a program reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Player {
    /// The case's input, line by line, whatever the program prints.
    Script,
    /// The case's input, taken as rows and columns and given as the program asks for them.
    AsAsked,
    /// The case's input, and after it a policy that answers what the program really did.
    Policy {
        /// How it chooses.
        policy: Policy,
        /// One game is played for each; the policy's chance follows from it.
        seeds: Vec<u64>,
    },
}
