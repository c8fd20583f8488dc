//! With which headers the sources of earlier runs began: a file for each compiler and its flags, `seen/KEY`.
//!
//! It only decides what is compiled beforehand. Two graders that write at once may lose what one of them saw.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::choose::{Prefix, header_names, to_prefix};
use super::headers;
use super::identity::entry_key;
use super::private_folder::make_folder;
use super::settings::PrefixGroup;

/// The folder with these files.
pub(super) const SEEN: &str = "seen";

/// How many ways to begin a source are remembered; the rarest go first.
const MOST: usize = 64;

/// How many sources are counted before all counts are halved, so that what was usual years ago is forgotten.
const MOST_SOURCES: i64 = 2000;

/// How much of a file is read, in bytes.
const LONGEST: u64 = 256 << 10;

/// What such a file holds.
#[derive(Debug, Default, Serialize, Deserialize)]
struct History {
    seen: Vec<SeenBeginning>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SeenBeginning {
    headers: Vec<String>,
    /// How many sources began with them.
    sources: i64,
}

/// How sources of earlier runs began, and how many.
pub(super) fn read(folder: &Path, group: &PrefixGroup) -> Vec<(Prefix, i64)> {
    let path = folder.join(SEEN).join(file_name(group));
    let is_short = fs::metadata(&path).is_ok_and(|data| data.len() <= LONGEST);
    let text = is_short.then(|| fs::read(&path).ok()).flatten();
    let history: Option<History> = text.and_then(|text| serde_json::from_slice(&text).ok());
    let mut all = history.unwrap_or_default().seen;
    all.truncate(MOST);
    all.iter()
        .filter_map(|one| {
            let found = one
                .headers
                .iter()
                .map(|name| headers::find_header(name.as_bytes()));
            let headers: Option<Prefix> = found.collect();
            Some((to_prefix(headers?), one.sources.clamp(0, MOST_SOURCES)))
        })
        .collect()
}

/// Adds sources that began so.
pub(super) fn add(folder: &Path, group: &PrefixGroup, seen: &[(Prefix, i64)]) -> io::Result<()> {
    make_folder(folder)?;
    make_folder(&folder.join(SEEN))?;
    let mut all = read(folder, group);
    for (headers, count) in seen.iter().filter(|(headers, _)| !headers.is_empty()) {
        match all.iter_mut().find(|(known, _)| known == headers) {
            Some((_, sources)) => *sources += count,
            None => all.push((headers.clone(), *count)),
        }
    }
    let sum: i64 = all.iter().map(|(_, sources)| sources).sum();
    let divisor = if sum > MOST_SOURCES { 2 } else { 1 };
    let halved = all.into_iter().map(|(headers, sources)| SeenBeginning {
        headers: header_names(&headers)
            .into_iter()
            .map(str::to_owned)
            .collect(),
        sources: sources / divisor,
    });
    let mut kept: Vec<SeenBeginning> = halved.filter(|one| one.sources > 0).collect();
    kept.sort_by_key(|one| std::cmp::Reverse(one.sources));
    kept.truncate(MOST);
    let mut file = tempfile::NamedTempFile::new_in(folder.join(SEEN))?;
    file.write_all(&serde_json::to_vec(&History { seen: kept })?)?;
    file.persist(folder.join(SEEN).join(file_name(group)))?;
    Ok(())
}

fn file_name((command, flags): &PrefixGroup) -> String {
    entry_key(&format!("{command}\n{flags:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(name: &str, sources: i64) -> (Prefix, i64) {
        let headers = headers::find_header(name.as_bytes()).into_iter();
        (headers.collect(), sources)
    }

    #[test]
    fn counts_add_up_and_are_halved_when_they_are_large() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("precompiled");
        let group = ("g++".to_owned(), vec!["-O2".to_owned()]);
        let names = |group: &PrefixGroup| -> Vec<(Vec<&str>, i64)> {
            let all = read(&folder, group);
            all.iter()
                .map(|(headers, count)| (header_names(headers), *count))
                .collect()
        };
        assert_eq!(names(&group), []);
        add(&folder, &group, &[seen("iostream", 4)]).unwrap();
        add(&folder, &group, &[seen("map", 1), seen("iostream", 3)]).unwrap();
        let expected = [(vec!["iostream"], 7), (vec!["map"], 1)];
        assert_eq!(names(&group), expected);
        assert_eq!(names(&("g++".to_owned(), Vec::new())), []);
        add(&folder, &group, &[seen("iostream", 3000)]).unwrap();
        assert_eq!(names(&group), [(vec!["iostream"], 1503)]);
        // What somebody else has written there is nothing, or names that are known.
        let file = folder.join(SEEN).join(file_name(&group));
        for text in ["", "[]", r#"{"seen":[{"headers":["../map"],"sources":4}]}"#] {
            fs::write(&file, text).unwrap();
            assert_eq!(names(&group), [], "{text}");
        }
    }
}
