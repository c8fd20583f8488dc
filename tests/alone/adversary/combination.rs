//! What a program does, when, and how it is built.

use std::fs;

use crate::support::entries;
use crate::support::random::Random;

/// Where the parts are.
const PARTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/alone/adversary");

/// Ways to build and run a program; each is an assignment of [`super::class`].
pub(crate) const BUILDS: [&str; 6] = [
    "plain",
    "optimised",
    "static",
    "calls",
    "undefined",
    "terminal",
];

/// One attack.
#[derive(Debug, Clone)]
pub(crate) struct Combination {
    pub(crate) act: (String, String),
    pub(crate) moment: (String, String),
    pub(crate) build: &'static str,
    /// What an act that has a choice chooses by.
    pub(crate) number: u32,
}

impl Combination {
    /// Any of them.
    pub(crate) fn draw(random: &mut Random) -> Combination {
        Combination {
            act: random.one_of(&acts()),
            moment: random.one_of(&moments()),
            build: random.one_of(&BUILDS),
            number: u32::try_from(random.next() >> 32).unwrap(),
        }
    }

    /// The student who hands it in.
    pub(crate) fn student(&self, place: usize) -> String {
        let part = |name: &str| name.split('.').next().unwrap().replace('_', "-");
        format!(
            "m{place:03}-{}-{}-{}",
            part(&self.act.0),
            part(&self.moment.0),
            self.number
        )
    }

    /// Its files.
    pub(crate) fn files(&self, secret: &str, neighbour: &str) -> [(&'static str, String); 3] {
        let head = format!(
            "#define NUMBER {}u\n#define SECRET {secret:?}\n#define NEIGHBOUR {neighbour:?}\n#include \"honest.h\"\n",
            self.number
        );
        [
            ("main.cpp", self.moment.1.clone()),
            ("act.h", head + &self.act.1),
            ("honest.h", honest()),
        ]
    }
}

/// What programs do, by the names of the files.
pub(crate) fn acts() -> Vec<(String, String)> {
    parts("acts")
}

/// When they do it.
pub(crate) fn moments() -> Vec<(String, String)> {
    parts("moments")
}

/// What every program begins with.
pub(crate) fn honest() -> String {
    fs::read_to_string(format!("{PARTS}/honest.h")).unwrap()
}

fn parts(folder: &str) -> Vec<(String, String)> {
    let folder = format!("{PARTS}/{folder}");
    let names = entries(folder.as_ref());
    let read = |name: String| {
        let text = fs::read_to_string(format!("{folder}/{name}")).unwrap();
        (name, text)
    };
    names.into_iter().map(read).collect()
}
