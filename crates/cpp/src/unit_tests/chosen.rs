//! Which tests of a file count in a case.

use model::TestName;
use support::nearest;

/// The tests that `only` names, all if it names none.
///
/// # Errors
///
/// What is wrong with the names, in a sentence.
pub fn select_tests(tests: Vec<TestName>, only: &[String]) -> Result<Vec<TestName>, String> {
    if tests.is_empty() {
        return Err("its files have no test".to_owned());
    }
    let mut names: Vec<&str> = tests.iter().map(|test| test.name.as_str()).collect();
    names.sort_unstable();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("two tests have the name `{}`", pair[0]));
    }
    let unknown = only
        .iter()
        .find(|pattern| !names.iter().any(|name| matches_pattern(pattern, name)));
    if let Some(pattern) = unknown {
        let nearest = names
            .iter()
            .min_by_key(|name| nearest::edit_distance(pattern, name));
        let nearest = nearest.copied().unwrap_or_default();
        return Err(format!(
            "no test has the name `{pattern}` of `only`; the nearest is `{nearest}`"
        ));
    }
    let is_chosen =
        |test: &TestName| only.is_empty() || only.iter().any(|it| matches_pattern(it, &test.name));
    Ok(tests.into_iter().filter(is_chosen).collect())
}

/// Whether a name is one of those that a pattern stands for, in which `*` is anything.
fn matches_pattern(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(mut left) = name.strip_prefix(start) else {
        return false;
    };
    let parts: Vec<&str> = rest.split('*').collect();
    let Some((last, middle)) = parts.split_last() else {
        return false;
    };
    for part in middle {
        let Some(at) = left.find(part) else {
            return false;
        };
        left = &left[at + part.len()..];
    }
    left.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(names: &[&str]) -> Vec<TestName> {
        let test = |name: &&str| TestName {
            name: (*name).to_owned(),
            file: String::new(),
            line: 1,
        };
        names.iter().map(test).collect()
    }

    #[test]
    fn names_and_patterns_choose_tests_and_slips_are_told() {
        let tests = ["pop gives back", "pop of nothing", "push"];
        let chosen = |only: &[&str]| {
            let only: Vec<String> = only.iter().map(|one| (*one).to_owned()).collect();
            super::select_tests(all(&tests), &only).map(|found| found.len())
        };
        assert_eq!(chosen(&[]), Ok(3));
        assert_eq!(chosen(&["push"]), Ok(1));
        assert_eq!(chosen(&["pop*"]), Ok(2));
        assert_eq!(chosen(&["*o*s*"]), Ok(1));
        assert!(
            chosen(&["pusj"])
                .unwrap_err()
                .ends_with("the nearest is `push`")
        );
        assert!(
            super::select_tests(all(&["a", "a"]), &[])
                .unwrap_err()
                .contains("two tests")
        );
        assert!(
            super::select_tests(Vec::new(), &[])
                .unwrap_err()
                .contains("no test")
        );
    }
}
