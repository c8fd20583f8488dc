//! Which prefixes are worth being compiled beforehand: those that save more than they cost.
//!
//! The headers that sources begin with are a tree. What is compiled for the leading part that many have in common serves
//! those that go on, too, so each step takes the node that pays most, beside those taken before.

use std::collections::BTreeMap;

use super::headers::{self, Header};

/// A choice of headers, in their order.
pub(super) type Prefix = Vec<&'static Header>;

/// How many prefixes there are at most.
const MOST: usize = 8;

/// How many nodes of the tree are weighed. Only a class that means ill has so many, and of those most have one file.
const MOST_WEIGHED: usize = 200;

/// What is saved with each source that begins with these headers, in milliseconds. Measured with g++ 12.2: `<iostream>` 189 of
/// 202 ms become 42 of 55, `<bits/stdc++.h>` 1190 of 1204 become 234 of 248; small ones cost more than they save.
fn saving(prefix: &[&Header]) -> i64 {
    milliseconds(prefix) * 4 / 5 - 8
}

/// What it costs to compile them: 547 ms for `<iostream>`, 4387 ms for `<bits/stdc++.h>`.
fn making(prefix: &[&Header]) -> i64 {
    milliseconds(prefix) * 7 / 2
}

/// What it costs to take what an earlier run made: 22 and 96 MiB are read, checked and written.
fn taking(prefix: &[&Header]) -> i64 {
    milliseconds(prefix) / 5
}

/// What compiling a source that begins with `leading` costs besides its own text, in milliseconds, once `prefixes` are compiled.
pub(super) fn remaining<'p>(leading: &Prefix, prefixes: impl Iterator<Item = &'p Prefix>) -> i64 {
    let serving = prefixes.filter(|prefix| leading.starts_with(prefix));
    let saved = serving.max_by_key(|prefix| prefix.len()).map_or(0, |prefix| saving(prefix));
    milliseconds(leading) - saved
}

fn milliseconds(prefix: &[&Header]) -> i64 {
    i64::try_from(headers::cost(prefix)).unwrap_or(0)
}

/// A prefix that is worth its cost.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) prefix: Prefix,
    /// Whether it pays even if it must be made.
    pub(super) pays_to_make: bool,
}

/// The prefixes that pay for sources that begin with these headers, those that take longest to make first.
pub(super) fn choose(
    leading: &[Prefix],
    is_kept: &mut dyn FnMut(&[&'static Header]) -> bool,
) -> Vec<Choice> {
    let mut sources: BTreeMap<Vec<&str>, (&Prefix, i64)> = BTreeMap::new();
    for prefix in leading.iter().filter(|prefix| !prefix.is_empty()) {
        sources.entry(names(prefix)).or_insert((prefix, 0)).1 += 1;
    }
    let sources: Vec<(&Prefix, i64)> = sources.into_values().collect();
    let mut nodes = nodes(&sources, is_kept);
    let mut chosen: Vec<Choice> = Vec::new();
    while chosen.len() < MOST {
        let gain = |node: &Node| saved(&node.prefix, &sources, &chosen) - node.cost;
        let best = nodes.iter().enumerate().max_by_key(|(_, node)| gain(node));
        let Some((place, best)) = best.filter(|(_, node)| gain(node) > 0) else { break };
        let saved = saved(&best.prefix, &sources, &chosen);
        let pays_to_make = saved > making(&best.prefix);
        let Node { prefix, .. } = nodes.swap_remove(place);
        chosen.push(Choice { prefix, pays_to_make });
    }
    chosen.sort_by_key(|choice| std::cmp::Reverse(making(&choice.prefix)));
    chosen
}

/// A leading part of what some sources begin with.
struct Node {
    prefix: Prefix,
    /// What it costs to have it.
    cost: i64,
}

/// The nodes of the tree that could pay at all.
fn nodes(
    sources: &[(&Prefix, i64)],
    is_kept: &mut dyn FnMut(&[&'static Header]) -> bool,
) -> Vec<Node> {
    let mut counts: BTreeMap<Vec<&str>, (&[&'static Header], i64)> = BTreeMap::new();
    for (prefix, count) in sources {
        for length in 1..=prefix.len() {
            let part = &prefix[..length];
            counts.entry(names(part)).or_insert((part, 0)).1 += count;
        }
    }
    let mut parts: Vec<(&[&'static Header], i64)> = counts.into_values().collect();
    parts.retain(|(part, count)| saving(part) * count > taking(part));
    parts.sort_by_key(|(part, count)| std::cmp::Reverse(saving(part) * count));
    parts.truncate(MOST_WEIGHED);
    let node = |(part, _): (&[&'static Header], i64)| {
        let cost = if is_kept(part) { taking(part) } else { making(part) };
        Node { prefix: part.to_vec(), cost }
    };
    parts.into_iter().map(node).collect()
}

/// What a prefix saves beside those that are chosen already.
fn saved(prefix: &[&Header], sources: &[(&Prefix, i64)], chosen: &[Choice]) -> i64 {
    let mut saved = 0;
    for (source, count) in sources.iter().filter(|(source, _)| source.starts_with(prefix)) {
        let others = chosen.iter().filter(|other| source.starts_with(&other.prefix));
        let before = others.map(|other| saving(&other.prefix)).max().unwrap_or(0).max(0);
        saved += (saving(prefix) - before).max(0) * count;
    }
    saved
}

fn names(prefix: &[&'static Header]) -> Vec<&'static str> {
    prefix.iter().map(|header| header.name).collect()
}

#[cfg(test)]
mod tests {
    use super::super::leading;
    use super::*;

    /// So many sources that begin with these headers.
    fn sources(count: usize, names: &[&str]) -> Vec<Prefix> {
        let text: String = names.iter().map(|name| format!("#include <{name}>\n")).collect();
        vec![leading::headers(text.as_bytes()); count]
    }

    fn chosen(leading: &[Prefix], kept: &[&[&str]]) -> Vec<(Vec<&'static str>, bool)> {
        let all = choose(leading, &mut |part| kept.contains(&names(part).as_slice()));
        all.iter().map(|choice| (names(&choice.prefix), choice.pays_to_make)).collect()
    }

    #[test]
    fn a_prefix_is_made_for_enough_sources_and_taken_for_one() {
        let io = ["iostream"].as_slice();
        assert_eq!(chosen(&sources(3, io), &[]), []);
        assert_eq!(chosen(&sources(10, io), &[]), [(vec!["iostream"], true)]);
        assert_eq!(chosen(&sources(1, io), &[io]), [(vec!["iostream"], false)]);
        assert_eq!(chosen(&sources(3, &["bits/stdc++.h"]), &[]), []);
        assert_eq!(chosen(&sources(6, &["bits/stdc++.h"]), &[]), [(vec!["bits/stdc++.h"], true)]);
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
        let both = [(vec!["iostream", "random", "regex"], true), (vec!["iostream"], true)];
        assert_eq!(chosen(&many, &[]), both);
    }

    #[test]
    fn a_class_that_means_ill_is_weighed_in_bounded_time() {
        let names: Vec<&str> =
            ["map", "set", "list", "deque", "array", "queue", "stack", "tuple"].to_vec();
        let mut all = Vec::new();
        for first in 0..5000 {
            let order: Vec<&str> = (0..24).map(|at| names[(first >> (at % 12)) % 8]).collect();
            all.extend(sources(1, &order));
        }
        assert!(choose(&all, &mut |_| false).len() <= MOST);
    }
}
