//! Changes of a program's text that were proved.

use serde::Serialize;

use crate::source_changes;
use model::{LineChange, ProvedRepair, RepairPlace, RepairProof};

/// Where changes are, and the lines before and after.
#[derive(Serialize)]
pub(super) struct RepairJson<'a, Place> {
    places: &'a [Place],
    diff: String,
}

impl<'a, Place> RepairJson<'a, Place> {
    pub(super) fn new(places: &'a [Place], changes: &[LineChange]) -> RepairJson<'a, Place> {
        RepairJson {
            places,
            diff: source_changes::render_diff(changes),
        }
    }
}

/// Changes of a program that runs, and which wrong cases they make right.
#[derive(Serialize)]
pub(super) struct ProvedRepairJson<'a> {
    /// Whether every wrong case is right after them.
    makes_all_right: bool,
    /// How many wrong cases are right after them, and how many were wrong; left out where all are right.
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong_cases: Option<FixedCasesJson>,
    #[serde(flatten)]
    changes: RepairJson<'a, RepairPlace>,
}

#[derive(Serialize)]
struct FixedCasesJson {
    fixed: usize,
    all: usize,
}

impl<'a> ProvedRepairJson<'a> {
    pub(super) fn new(repair: &'a ProvedRepair) -> ProvedRepairJson<'a> {
        let wrong_cases = match repair.proof {
            RepairProof::AllCases => None,
            RepairProof::SomeCases { fixed, wrong } => Some(FixedCasesJson { fixed, all: wrong }),
        };
        ProvedRepairJson {
            makes_all_right: wrong_cases.is_none(),
            wrong_cases,
            changes: RepairJson::new(&repair.places, &repair.changes),
        }
    }
}
