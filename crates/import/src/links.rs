//! Links of a package that stay inside it: which files they lead to.
//!
//! A link is resolved by the names in the list of the package, and files are opened without following any. So a link that
//! changes meanwhile leads nowhere.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The most links on the way to one file, as Linux has it.
const MOST_STEPS: usize = 40;

/// What is in a package: paths with `/`, and links with the text of each.
#[derive(Debug, Default)]
pub(super) struct PackageTree {
    pub(super) files: BTreeSet<String>,
    pub(super) folders: BTreeSet<String>,
    pub(super) links: BTreeMap<String, String>,
}

/// Where a link leads.
enum LinkTarget {
    File(String),
    Folder(String),
}

/// The files that a package has, with those that links lead to.
#[derive(Debug, Default)]
pub(super) struct FollowedLinks {
    /// For each path, the path of the file without a link in it.
    pub(super) files: BTreeMap<String, String>,
    /// The links that are not followed, and why.
    pub(super) refused: BTreeMap<String, String>,
    /// How many links were followed, each as often as it was.
    steps: usize,
    most: usize,
    deepest: usize,
}

/// Follows the links of a package; none if it would have more than `most` files, or be more than `deepest` folders deep.
pub(super) fn follow_links(
    tree: &PackageTree,
    most: usize,
    deepest: usize,
) -> Option<FollowedLinks> {
    let files = tree
        .files
        .iter()
        .map(|file| (file.clone(), file.clone()))
        .collect();
    let mut followed = FollowedLinks {
        files,
        refused: BTreeMap::new(),
        steps: 0,
        most,
        deepest,
    };
    for link in tree.links.keys() {
        let above = link.rsplit_once('/').map_or("", |(above, _)| above);
        followed.add_link(tree, link, link, &mut vec![above.to_owned()])?;
    }
    Some(followed)
}

impl FollowedLinks {
    /// Adds what the link leads to, below `path`. `open` are the folders that are being listed.
    fn add_link(
        &mut self,
        tree: &PackageTree,
        path: &str,
        link: &str,
        open: &mut Vec<String>,
    ) -> Option<()> {
        // Folders without files can double at each link, too.
        self.steps += 1;
        if path.matches('/').count() > self.deepest || self.steps > self.most {
            return None;
        }
        match tree.resolve_path(link) {
            Ok(LinkTarget::File(file)) => self.insert_file(path.to_owned(), file),
            Ok(LinkTarget::Folder(folder)) if open.iter().any(|one| is_inside(one, &folder)) => {
                let why = "it leads to a folder that it is in, which has no end";
                self.refused.insert(link.to_owned(), why.to_owned());
                Some(())
            }
            Ok(LinkTarget::Folder(folder)) => {
                for file in files_below(&tree.files, &folder) {
                    let rest = file.get(folder.len()..).unwrap_or_default();
                    self.insert_file(format!("{path}{rest}"), file.clone())?;
                }
                open.push(folder.clone());
                let start = format!("{folder}/");
                let inner = tree.links.range(start.clone()..).map(|(inner, _)| inner);
                for inner in inner.take_while(|inner| inner.starts_with(&start)) {
                    let rest = inner.get(folder.len()..).unwrap_or_default();
                    self.add_link(tree, &format!("{path}{rest}"), inner, open)?;
                }
                open.pop();
                Some(())
            }
            Err(why) => {
                self.refused.insert(link.to_owned(), why);
                Some(())
            }
        }
    }

    fn insert_file(&mut self, path: String, file: String) -> Option<()> {
        self.files.insert(path, file);
        (self.files.len() <= self.most).then_some(())
    }
}

impl PackageTree {
    /// Where a path leads when all links on the way are followed; or why that is not done.
    fn resolve_path(&self, path: &str) -> Result<LinkTarget, String> {
        let mut pending: VecDeque<&str> = path.split('/').collect();
        let mut real: Vec<&str> = Vec::new();
        let mut steps = 0;
        while let Some(part) = pending.pop_front() {
            match part {
                "" | "." => continue,
                ".." => {
                    real.pop().ok_or("it leads out of the package")?;
                    continue;
                }
                name => real.push(name),
            }
            let Some(target) = self.links.get(&real.join("/")) else {
                continue;
            };
            steps += 1;
            if steps > MOST_STEPS {
                return Err("it leads in a circle".to_owned());
            }
            if target.starts_with('/') {
                return Err("it leads out of the package".to_owned());
            }
            real.pop();
            target
                .split('/')
                .rev()
                .for_each(|part| pending.push_front(part));
        }
        let real = real.join("/");
        if self.files.contains(&real) {
            Ok(LinkTarget::File(real))
        } else if real.is_empty() || self.folders.contains(&real) {
            Ok(LinkTarget::Folder(real))
        } else {
            Err("it leads to nothing in the package".to_owned())
        }
    }
}

/// Whether a folder is another one, or in it.
fn is_inside(folder: &str, other: &str) -> bool {
    other.is_empty()
        || folder
            .strip_prefix(other)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn files_below<'f>(files: &'f BTreeSet<String>, folder: &str) -> impl Iterator<Item = &'f String> {
    let start = format!("{folder}/");
    files
        .range(start.clone()..)
        .take_while(move |file| file.starts_with(&start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[&str], links: &[(&str, &str)]) -> PackageTree {
        let mut tree = PackageTree::default();
        for path in files.iter().chain(links.iter().map(|(path, _)| path)) {
            for (at, _) in path.match_indices('/') {
                tree.folders.insert(path[..at].to_owned());
            }
        }
        tree.files = files.iter().map(|file| (*file).to_owned()).collect();
        let links = links
            .iter()
            .map(|(path, target)| ((*path).to_owned(), (*target).to_owned()));
        tree.links = links.collect();
        tree
    }

    #[test]
    fn links_inside_are_followed_and_all_others_refused() {
        let links = [
            ("b/1.in", "../a/1.in"),
            ("b/2.in", "./1.in"),
            ("c", "b/../a"),
            ("d/e", "../c"),
            ("out", "../secret"),
            ("root", "/etc/passwd"),
            ("gone", "a/9.in"),
            ("x", "y"),
            ("y", "x"),
            ("a/up", ".."),
        ];
        let followed = follow_links(&tree(&["a/1.in"], &links), 100, 12).unwrap();
        let files: Vec<(&str, &str)> = followed
            .files
            .iter()
            .map(|(path, file)| (path.as_str(), file.as_str()))
            .collect();
        let expected = ["a/1.in", "b/1.in", "b/2.in", "c/1.in", "d/e/1.in"];
        assert_eq!(files, expected.map(|path| (path, "a/1.in")));
        let refused: Vec<(&str, &str)> = followed
            .refused
            .iter()
            .map(|(path, why)| (path.as_str(), why.as_str()))
            .collect();
        let out = "it leads out of the package";
        let circle = "it leads in a circle";
        assert_eq!(
            refused,
            [
                (
                    "a/up",
                    "it leads to a folder that it is in, which has no end"
                ),
                ("gone", "it leads to nothing in the package"),
                ("out", out),
                ("root", out),
                ("x", circle),
                ("y", circle),
            ]
        );
    }

    #[test]
    fn folders_that_double_at_each_link_are_too_many_files() {
        let mut links = Vec::new();
        let names: Vec<[String; 3]> = (0..30)
            .map(|level| {
                [
                    format!("l{level}/x"),
                    format!("l{level}/y"),
                    format!("../l{}", level + 1),
                ]
            })
            .collect();
        for [x, y, next] in &names {
            links.push((x.as_str(), next.as_str()));
            links.push((y.as_str(), next.as_str()));
        }
        assert!(follow_links(&tree(&["l30/file"], &links), 1000, 12).is_none());
        assert!(follow_links(&tree(&["l30/file"], &links), 1000, 100).is_none());
    }
}
