//! Which prefixes are worth being compiled beforehand: those that save more than they cost.
//!
//! The headers that sources begin with are a tree. What is compiled for the leading part that many have in common serves
//! those that go on, too, so each step takes the node that pays most, beside those taken before.

use std::collections::BTreeMap;

use super::headers::{self, StandardHeader};

/// A choice of headers, in their order.
pub(super) type Prefix = Vec<&'static StandardHeader>;

/// How many prefixes there are at most.
const MOST: usize = 8;

/// How many nodes of the tree are weighed. Only a class that means ill has so many, and of those most have one file.
const MOST_WEIGHED: usize = 200;

/// What is saved with each source that begins with these headers, in milliseconds. Measured with g++ 12.2 and drained headers:
/// `<iostream>` alone takes 27 ms instead of 202, `<bits/stdc++.h>` 80 instead of 1204; small ones cost more than they save.
fn expected_saving(prefix: &[&StandardHeader]) -> i64 {
    cost_in_milliseconds(prefix) * 9 / 10 - 8
}

/// What it costs to compile them: 640 ms for `<iostream>`, 4700 ms for `<bits/stdc++.h>`, and 60 ms for the library that drains them.
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
    let serving = prefixes.filter(|prefix| leading.starts_with(prefix));
    let saved = serving
        .max_by_key(|prefix| prefix.len())
        .map_or(0, |prefix| expected_saving(prefix));
    cost_in_milliseconds(leading) - saved
}

fn cost_in_milliseconds(prefix: &[&StandardHeader]) -> i64 {
    i64::try_from(headers::compile_cost(prefix)).unwrap_or(0)
}

/// A prefix that is worth its cost.
#[derive(Debug)]
pub(super) struct PrefixChoice {
    pub(super) prefix: Prefix,
    /// Whether it pays even if it must be made.
    pub pays_to_make: bool,
}

/// The prefixes that pay for sources that begin with these headers, those that take longest to make first.
pub(super) fn choose_prefixes(
    leading: &[Prefix],
    is_kept: &mut dyn FnMut(&[&'static StandardHeader]) -> bool,
) -> Vec<PrefixChoice> {
    let mut sources: BTreeMap<Vec<&str>, (&Prefix, i64)> = BTreeMap::new();
    for prefix in leading.iter().filter(|prefix| !prefix.is_empty()) {
        sources.entry(header_names(prefix)).or_insert((prefix, 0)).1 += 1;
    }
    let sources: Vec<(&Prefix, i64)> = sources.into_values().collect();
    let mut nodes = candidate_nodes(&sources, is_kept);
    let mut chosen: Vec<PrefixChoice> = Vec::new();
    while chosen.len() < MOST {
        let gain =
            |node: &PrefixNode| additional_saving(&node.prefix, &sources, &chosen) - node.cost;
        let best = nodes.iter().enumerate().max_by_key(|(_, node)| gain(node));
        let Some((place, best)) = best.filter(|(_, node)| gain(node) > 0) else {
            break;
        };
        let saved = additional_saving(&best.prefix, &sources, &chosen);
        let pays_to_make = saved > making_cost(&best.prefix);
        let PrefixNode { prefix, .. } = nodes.swap_remove(place);
        chosen.push(PrefixChoice {
            prefix,
            pays_to_make,
        });
    }
    chosen.sort_by_key(|choice| std::cmp::Reverse(making_cost(&choice.prefix)));
    chosen
}

/// A leading part of what some sources begin with.
struct PrefixNode {
    prefix: Prefix,
    /// What it costs to have it.
    cost: i64,
}

/// The nodes of the tree that could pay at all.
fn candidate_nodes(
    sources: &[(&Prefix, i64)],
    is_kept: &mut dyn FnMut(&[&'static StandardHeader]) -> bool,
) -> Vec<PrefixNode> {
    let mut counts: BTreeMap<Vec<&str>, (&[&'static StandardHeader], i64)> = BTreeMap::new();
    for (prefix, count) in sources {
        for length in 1..=prefix.len() {
            let part = &prefix[..length];
            counts.entry(header_names(part)).or_insert((part, 0)).1 += count;
        }
    }
    let mut parts: Vec<(&[&'static StandardHeader], i64)> = counts.into_values().collect();
    parts.retain(|(part, count)| expected_saving(part) * count > loading_cost(part));
    parts.sort_by_key(|(part, count)| std::cmp::Reverse(expected_saving(part) * count));
    parts.truncate(MOST_WEIGHED);
    let node = |(part, _): (&[&'static StandardHeader], i64)| {
        let cost = if is_kept(part) {
            loading_cost(part)
        } else {
            making_cost(part)
        };
        PrefixNode {
            prefix: part.to_vec(),
            cost,
        }
    };
    parts.into_iter().map(node).collect()
}

/// What a prefix saves beside those that are chosen already.
fn additional_saving(
    prefix: &[&StandardHeader],
    sources: &[(&Prefix, i64)],
    chosen: &[PrefixChoice],
) -> i64 {
    let mut saved = 0;
    for (source, count) in sources
        .iter()
        .filter(|(source, _)| source.starts_with(prefix))
    {
        let others = chosen
            .iter()
            .filter(|other| source.starts_with(&other.prefix));
        let before = others
            .map(|other| expected_saving(&other.prefix))
            .max()
            .unwrap_or(0)
            .max(0);
        saved += (expected_saving(prefix) - before).max(0) * count;
    }
    saved
}

fn header_names(prefix: &[&'static StandardHeader]) -> Vec<&'static str> {
    prefix.iter().map(|header| header.name).collect()
}

#[cfg(test)]
mod tests {
    use super::super::leading;
    use super::*;

    /// So many sources that begin with these headers.
    fn sources(count: usize, names: &[&str]) -> Vec<Prefix> {
        let text: String = names
            .iter()
            .map(|name| format!("#include <{name}>\n"))
            .collect();
        vec![leading::read_headers(text.as_bytes()); count]
    }

    fn chosen(leading: &[Prefix], kept: &[&[&str]]) -> Vec<(Vec<&'static str>, bool)> {
        let all = choose_prefixes(leading, &mut |part| {
            kept.contains(&header_names(part).as_slice())
        });
        all.iter()
            .map(|choice| (header_names(&choice.prefix), choice.pays_to_make))
            .collect()
    }

    #[test]
    fn a_prefix_is_made_for_enough_sources_and_taken_for_one() {
        let io = ["iostream"].as_slice();
        assert_eq!(chosen(&sources(3, io), &[]), []);
        assert_eq!(chosen(&sources(10, io), &[]), [(vec!["iostream"], true)]);
        assert_eq!(chosen(&sources(1, io), &[io]), [(vec!["iostream"], false)]);
        assert_eq!(chosen(&sources(3, &["bits/stdc++.h"]), &[]), []);
        assert_eq!(
            chosen(&sources(6, &["bits/stdc++.h"]), &[]),
            [(vec!["bits/stdc++.h"], true)]
        );
    }

    #[test]
    fn what_is_cheap_to_include_is_never_worth_it() {
        for name in ["cstdio", "stdio.h", "cstdlib", "cstring"] {
            assert_eq!(chosen(&sources(1000, &[name]), &[&[name]]), [], "{name}");
        }
        assert_eq!(chosen(&[], &[]), []);
        assert_eq!(chosen(&sources(1000, &[]), &[]), []);
    }

    #[test]
    fn sources_share_the_leading_part_that_they_have_in_common() {
        let few = [
            sources(3, &["iostream"]),
            sources(3, &["iostream", "string"]),
            sources(3, &["iostream", "vector", "map"]),
        ];
        assert_eq!(chosen(&few.concat(), &[]), [(vec!["iostream"], true)]);
        let many = [few.concat(), sources(60, &["iostream", "random", "regex"])].concat();
        let both = [
            (vec!["iostream", "random", "regex"], true),
            (vec!["iostream"], true),
        ];
        assert_eq!(chosen(&many, &[]), both);
    }

    #[test]
    fn a_class_that_means_ill_is_weighed_in_bounded_time() {
        let names: Vec<&str> = [
            "map", "set", "list", "deque", "array", "queue", "stack", "tuple",
        ]
        .to_vec();
        let mut all = Vec::new();
        for first in 0..5000 {
            let order: Vec<&str> = (0..24).map(|at| names[(first >> (at % 12)) % 8]).collect();
            all.extend(sources(1, &order));
        }
        assert!(choose_prefixes(&all, &mut |_| false).len() <= MOST);
    }
}
