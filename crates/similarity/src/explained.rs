//! Pairs that a person has looked at and explained, with the reason: `explained.toml`.

use serde::{Deserialize, Serialize};

/// A pair that is explained.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplainedPair {
    /// The assignment's id.
    pub assignment: String,
    /// The two programs, as the ranking names them.
    pub pair: [String; 2],
    /// Why they are alike.
    pub reason: String,
}

/// All pairs that are explained.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplainedPairs {
    #[serde(default, rename = "explained")]
    pairs: Vec<ExplainedPair>,
}

/// Why `explained.toml` cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ExplainedPairsError {
    /// It is no such file.
    #[error("it lists no explained pairs: {0}")]
    Read(#[from] toml::de::Error),
    /// It cannot be written as TOML.
    #[error("the pairs cannot be written: {0}")]
    Write(#[from] toml::ser::Error),
}

impl ExplainedPairs {
    /// Reads the file.
    ///
    /// # Errors
    ///
    /// If it is no TOML, or has other keys.
    pub fn parse_toml(text: &str) -> Result<ExplainedPairs, ExplainedPairsError> {
        Ok(toml::from_str(text)?)
    }

    /// The file's text.
    ///
    /// # Errors
    ///
    /// If it cannot be written as TOML, which would be a mistake of ours.
    pub fn to_toml(&self) -> Result<String, ExplainedPairsError> {
        let head = "# Pairs that somebody has looked at. `grader similar --explain` adds to this file.\n\n";
        Ok(format!("{head}{}", toml::to_string(self)?))
    }

    /// Adds a pair, or replaces what was said of it.
    pub fn set_reason(&mut self, explained: ExplainedPair) {
        self.pairs
            .retain(|one| one.assignment != explained.assignment || !one.is_about(&explained.pair));
        self.pairs.push(explained);
    }

    /// Removes all pairs with a program of this archive, and returns how many there were.
    pub fn forget_archive(&mut self, archive: &str) -> usize {
        let before = self.pairs.len();
        let start = format!("{archive}/");
        self.pairs
            .retain(|one| !one.pair.iter().any(|name| name.starts_with(&start)));
        before - self.pairs.len()
    }

    /// Why two programs of an assignment are alike, if somebody has said so.
    pub fn reason_for(&self, assignment: &str, first: &str, second: &str) -> Option<&str> {
        let pair = [first.to_owned(), second.to_owned()];
        let mut pairs = self.pairs.iter();
        let found = pairs.find(|one| one.assignment == assignment && one.is_about(&pair));
        found.map(|one| one.reason.as_str())
    }
}

impl ExplainedPair {
    fn is_about(&self, [a, b]: &[String; 2]) -> bool {
        let [first, second] = &self.pair;
        (first == a && second == b) || (first == b && second == a)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_holds_for_both_orders_until_its_archive_is_removed() {
        let mut all = ExplainedPairs::default();
        for reason in ["first word", "worked together, allowed"] {
            all.set_reason(ExplainedPair {
                assignment: "tttn".to_owned(),
                pair: ["2025/ann".to_owned(), "bob".to_owned()],
                reason: reason.to_owned(),
            });
        }
        let mut read = ExplainedPairs::parse_toml(&all.to_toml().unwrap()).unwrap();
        assert_eq!(read, all);
        let reason = read.reason_for("tttn", "bob", "2025/ann");
        assert_eq!(reason, Some("worked together, allowed"));
        assert_eq!(read.reason_for("rowcol", "bob", "2025/ann"), None);
        assert_eq!(read.forget_archive("202"), 0);
        assert_eq!(read.forget_archive("2025"), 1);
        assert_eq!(read, ExplainedPairs::default());
        assert!(ExplainedPairs::parse_toml("[[explained]]\npair = [\"a\"]").is_err());
    }
}
