//! Which prefixes are worth being compiled beforehand: those that save more than they cost.
//!
//! A prefix serves each source that begins with all of its headers, in any order. So each step takes the set of headers that pays
//! most, beside those taken before. What a prefix would have saved in earlier runs counts, too: it was not made for the few sources
//! of any of them, and the next class begins its programs in the same ways.

use std::collections::BTreeMap;

use super::headers::{self, StandardHeader};

/// Headers that are compiled together: in the order of the table of headers, each once.
pub(super) type Prefix = Vec<&'static StandardHeader>;

/// How many prefixes there are at most.
const MOST: usize = 8;

/// How many ways to begin a source are combined with each other, and how many sets of headers are weighed. Only a class that means
/// ill has so many, and of those most have one file.
const MOST_COMBINED: usize = 48;
const MOST_WEIGHED: usize = 300;

/// What was seen in earlier runs will be seen again, so it counts twice: for what it cost, and for what it will cost.
const EARLIER: i64 = 2;

/// Sources that begin with the same headers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SeenHeaders {
    pub(super) headers: Prefix,
    /// How many sources this run compiles.
    pub(super) now: i64,
    /// How many earlier runs compiled.
    pub(super) earlier: i64,
}

/// When a prefix is made that is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MakingTime {
    /// Before the sources are compiled: they save at least half of what it costs.
    First,
    /// When all sources are compiled, for later runs: they save at least a third of what it costs.
    Last,
    /// Never: it would be taken if it were kept, and it seemed to be.
    Never,
}

/// A prefix that is worth its cost.
#[derive(Debug)]
pub(super) struct PrefixChoice {
    pub(super) prefix: Prefix,
    pub(super) making: MakingTime,
}

/// The headers as a prefix.
pub(super) fn to_prefix(mut headers: Vec<&'static StandardHeader>) -> Prefix {
    headers.sort_by_key(|header| header.name);
    headers.dedup();
    headers
}

/// Whether a source that begins with `headers` can be given this prefix.
pub(super) fn serves(prefix: &Prefix, headers: &Prefix) -> bool {
    prefix.iter().all(|header| headers.contains(header))
}

/// Of some prefixes that serve a source, the place of the one that saves most.
pub(super) fn choose_best<'p>(prefixes: impl Iterator<Item = &'p Prefix>) -> Option<usize> {
    let cost = |(_, prefix): &(usize, &Prefix)| headers::compile_cost(prefix);
    prefixes
        .enumerate()
        .max_by_key(cost)
        .map(|(place, _)| place)
}

/// What is saved with each source that begins with these headers, in milliseconds. Measured with g++ 12.2 and drained headers:
/// `<iostream>` alone takes 27 ms instead of 202; small ones cost more than they save.
fn expected_saving(prefix: &[&StandardHeader]) -> i64 {
    cost_in_milliseconds(prefix) * 9 / 10 - 8
}

/// What it costs to compile them: 640 ms for `<iostream>`, 4700 ms for `<bits/stdc++.h>`, and to try them once.
fn making_cost(prefix: &[&StandardHeader]) -> i64 {
    cost_in_milliseconds(prefix) * 9 / 2
}

/// What it costs to take what an earlier run made: 22 and 96 MiB are read, checked and written.
fn loading_cost(prefix: &[&StandardHeader]) -> i64 {
    cost_in_milliseconds(prefix) / 5
}

/// What compiling a source that begins with `leading` costs besides its own text, in milliseconds, once `prefixes` are compiled.
pub(super) fn remaining_cost<'p>(
    leading: &Prefix,
    prefixes: impl Iterator<Item = &'p Prefix>,
) -> i64 {
    let serving = prefixes.filter(|prefix| serves(prefix, leading));
    let saved = serving.map(|prefix| expected_saving(prefix)).max();
    cost_in_milliseconds(leading) - saved.unwrap_or(0).max(0)
}

fn cost_in_milliseconds(prefix: &[&StandardHeader]) -> i64 {
    i64::try_from(headers::compile_cost(prefix)).unwrap_or(0)
}

/// The prefixes that pay for sources that begin with these headers, those that take longest to make first.
pub(super) fn choose_prefixes(
    sources: &[SeenHeaders],
    is_kept: &mut dyn FnMut(&Prefix) -> bool,
) -> Vec<PrefixChoice> {
    let mut candidates = list_candidates(sources, is_kept);
    let mut chosen: Vec<PrefixChoice> = Vec::new();
    while chosen.len() < MOST {
        let gains = candidates
            .iter()
            .map(|candidate| candidate.gain(sources, &chosen));
        let Some((place, gain)) = gains.enumerate().max_by_key(|(_, gain)| *gain) else {
            break;
        };
        if gain <= 0 {
            break;
        }
        let PrefixCandidate { prefix, .. } = candidates.swap_remove(place);
        let saved = Saving::of(&prefix, sources, &chosen);
        let making = saved.making_time(making_cost(&prefix));
        chosen.push(PrefixChoice { prefix, making });
    }
    chosen.sort_by_key(|choice| std::cmp::Reverse(making_cost(&choice.prefix)));
    chosen
}

/// Headers that some sources have in common.
struct PrefixCandidate {
    prefix: Prefix,
    is_kept: bool,
}

impl PrefixCandidate {
    /// What it saves beside those that are chosen already, less what it costs.
    fn gain(&self, sources: &[SeenHeaders], chosen: &[PrefixChoice]) -> i64 {
        let saved = Saving::of(&self.prefix, sources, chosen);
        let making_cost = making_cost(&self.prefix);
        if saved.now <= loading_cost(&self.prefix) {
            0
        } else if self.is_kept {
            saved.now - loading_cost(&self.prefix)
        } else if saved.making_time(making_cost) == MakingTime::Never {
            0
        } else {
            saved.with_earlier() - making_cost
        }
    }
}

/// The sets of headers that could pay at all: all with which sources begin, and what two of them have in common.
fn list_candidates(
    sources: &[SeenHeaders],
    is_kept: &mut dyn FnMut(&Prefix) -> bool,
) -> Vec<PrefixCandidate> {
    let worth = |seen: &SeenHeaders| {
        expected_saving(&seen.headers).saturating_mul(seen.now + EARLIER * seen.earlier)
    };
    let mut usual: Vec<&SeenHeaders> = sources.iter().collect();
    usual.sort_by_key(|seen| std::cmp::Reverse(worth(seen)));
    usual.truncate(MOST_COMBINED);
    let mut sets: BTreeMap<Vec<&str>, Prefix> = BTreeMap::new();
    for (number, one) in usual.iter().enumerate() {
        for other in usual.iter().take(number + 1) {
            let shared = one.headers.iter().filter(|it| other.headers.contains(it));
            let shared: Prefix = shared.copied().collect();
            sets.entry(header_names(&shared)).or_insert(shared);
        }
    }
    let mut prefixes: Vec<(i64, Prefix)> = sets
        .into_values()
        .map(|prefix| (Saving::of(&prefix, sources, &[]), prefix))
        .filter(|(saved, prefix)| saved.now > loading_cost(prefix))
        .map(|(saved, prefix)| (saved.with_earlier(), prefix))
        .collect();
    prefixes.sort_by_key(|(saved, _)| std::cmp::Reverse(*saved));
    prefixes.truncate(MOST_WEIGHED);
    prefixes
        .into_iter()
        .map(|(_, prefix)| PrefixCandidate {
            is_kept: is_kept(&prefix),
            prefix,
        })
        .collect()
}

/// What a prefix saves, in milliseconds.
struct Saving {
    /// In this run.
    now: i64,
    /// What it would have saved in earlier ones.
    earlier: i64,
}

impl Saving {
    /// What it saves beside those that are chosen already.
    fn of(prefix: &Prefix, sources: &[SeenHeaders], chosen: &[PrefixChoice]) -> Saving {
        let mut saving = Saving { now: 0, earlier: 0 };
        for seen in sources.iter().filter(|seen| serves(prefix, &seen.headers)) {
            let others = chosen
                .iter()
                .filter(|other| serves(&other.prefix, &seen.headers));
            let before = others.map(|other| expected_saving(&other.prefix)).max();
            let more = (expected_saving(prefix) - before.unwrap_or(0).max(0)).max(0);
            saving.now += more * seen.now;
            saving.earlier += more * seen.earlier;
        }
        saving
    }

    /// When a prefix that costs so much is made. One source alone makes none: grading one program again must not take longer for
    /// the sake of later classes.
    fn making_time(&self, making_cost: i64) -> MakingTime {
        if self.now * 2 > making_cost {
            MakingTime::First
        } else if self.with_earlier() > making_cost && self.now * 3 > making_cost {
            MakingTime::Last
        } else {
            MakingTime::Never
        }
    }

    fn with_earlier(&self) -> i64 {
        self.now + EARLIER * self.earlier
    }
}

pub(super) fn header_names(prefix: &[&'static StandardHeader]) -> Vec<&'static str> {
    prefix.iter().map(|header| header.name).collect()
}

#[cfg(test)]
mod tests {
    use super::super::leading;
    use super::*;

    /// So many sources that begin with these headers, and so many in earlier runs.
    fn seen(now: i64, earlier: i64, names: &[&str]) -> SeenHeaders {
        let text: String = names
            .iter()
            .map(|name| format!("#include <{name}>\n"))
            .collect();
        SeenHeaders {
            headers: to_prefix(leading::read_headers(text.as_bytes())),
            now,
            earlier,
        }
    }

    fn chosen(sources: &[SeenHeaders], kept: &[&[&str]]) -> Vec<(Vec<&'static str>, MakingTime)> {
        let all = choose_prefixes(sources, &mut |part| {
            kept.contains(&header_names(part).as_slice())
        });
        all.iter()
            .map(|choice| (header_names(&choice.prefix), choice.making))
            .collect()
    }

    #[test]
    fn a_prefix_is_made_for_enough_sources_and_taken_for_one() {
        use MakingTime::{First, Last, Never};
        let io = ["iostream"].as_slice();
        let bits = ["bits/stdc++.h"].as_slice();
        for (now, earlier, names, kept, expected) in [
            (3, 0, io, false, None),
            (10, 0, io, false, Some(First)),
            (1, 0, io, true, Some(Never)),
            (3, 0, bits, false, None),
            (6, 0, bits, false, Some(First)),
            // What was seen in earlier runs was not worth it in any of them.
            (3, 2, bits, false, Some(First)),
            (2, 4, bits, false, Some(Last)),
            (1, 40, bits, false, None),
            (2, 1, bits, false, None),
            (0, 40, bits, false, None),
        ] {
            let kept: Vec<&[&str]> = kept.then_some(io).into_iter().collect();
            let made = chosen(&[seen(now, earlier, names)], &kept);
            let making = made.first().map(|(_, making)| *making);
            assert_eq!(making, expected, "{now} {earlier} {names:?}");
        }
    }

    #[test]
    fn what_is_cheap_to_include_is_never_worth_it() {
        for name in ["cstdio", "stdio.h", "cstdlib", "cstring"] {
            let sources = [seen(1000, 1000, &[name])];
            assert_eq!(chosen(&sources, &[&[name]]), [], "{name}");
        }
        assert_eq!(chosen(&[], &[]), []);
        assert_eq!(chosen(&[seen(1000, 0, &[])], &[]), []);
    }

    #[test]
    fn sources_share_the_headers_that_they_have_in_common_in_any_order() {
        let few = [
            seen(3, 0, &["iostream"]),
            seen(3, 0, &["string", "iostream"]),
            seen(3, 0, &["vector", "map", "iostream", "vector"]),
        ];
        assert_eq!(chosen(&few, &[]), [(vec!["iostream"], MakingTime::First)]);
        let many = [&few[..], &[seen(60, 0, &["regex", "iostream", "random"])]].concat();
        let both = [
            (vec!["iostream", "random", "regex"], MakingTime::First),
            (vec!["iostream"], MakingTime::First),
        ];
        assert_eq!(chosen(&many, &[]), both);
    }

    #[test]
    fn a_class_that_means_ill_is_weighed_in_bounded_time() {
        let names: Vec<&str> = headers::all_names().collect();
        let mut all = Vec::new();
        for first in 0..5000 {
            let set: Vec<&str> = (0..24)
                .map(|at| names[(first * 7 + at * (1 + first % 11)) % names.len()])
                .collect();
            all.push(seen(1, 1, &set));
        }
        assert!(choose_prefixes(&all, &mut |_| false).len() <= MOST);
    }
}
