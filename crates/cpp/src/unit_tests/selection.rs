//! Which tests of a file count in a case, and which of them a compiler's or a linker's errors are about.

use super::bodies::TestBody;
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
pub fn matches_pattern(pattern: &str, name: &str) -> bool {
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

/// The places, among `bodies`, of the tests that lie on lines of `file` which the diagnostics name.
pub fn find_blamed_tests(diagnostics: &str, file: &str, bodies: &[TestBody]) -> Vec<usize> {
    let named: Vec<usize> = diagnostics
        .lines()
        .filter_map(|line| Some(parse_location(line, file)?.0))
        .collect();
    let places = bodies
        .iter()
        .enumerate()
        .filter(|(_, body)| is_named_body(&named, body));
    places.map(|(place, _)| place).collect()
}

fn is_named_body(named: &[usize], body: &TestBody) -> bool {
    named.iter().any(|line| body.contains_line(*line))
}

/// What the diagnostics say of one test, or of all of them if that is not known. Then an error in another file, such as a
/// header that was handed in, has its place before it: `account.h:33: expected ';' after class definition`.
pub fn error_message(diagnostics: &str, file: &str, body: Option<&TestBody>) -> String {
    let lines: Vec<&str> = diagnostics.lines().collect();
    let is_about = |line: &&&str| {
        parse_location(line, file)
            .is_some_and(|(number, _)| body.is_none_or(|body| body.contains_line(number)))
    };
    let own = lines
        .iter()
        .filter(is_about)
        .find_map(|line| parse_message(line));
    // An error in a template is told after the place that needs it.
    let begin = lines.iter().position(|line| is_about(&line)).unwrap_or(0);
    let placed = |line: &&str| match body {
        Some(_) => parse_message(line).map(str::to_owned),
        None => describe_error(line, file),
    };
    let later = || lines[begin..].iter().find_map(placed);
    let any = || lines.iter().find_map(placed);
    let found = own.map(str::to_owned).or_else(later).or_else(any);
    found.unwrap_or_else(|| "the compiler gives no reason".to_owned())
}

/// What a line says is wrong, after its place if that is not in `file`.
fn describe_error(line: &str, file: &str) -> Option<String> {
    let message = parse_message(line)?;
    let place = line
        .split_once(": error: ")
        .filter(|_| parse_location(line, file).is_none())
        .and_then(|(place, _)| {
            let mut parts = place.split(':');
            let name = parts.next()?.rsplit('/').next()?;
            let number: usize = parts.next()?.parse().ok()?;
            Some(format!("{name}:{number}: "))
        });
    Some(place.unwrap_or_default() + message)
}

impl TestBody {
    /// Whether it stands on this line.
    pub fn contains_line(&self, line: usize) -> bool {
        (self.line..=self.last_line).contains(&line)
    }
}

/// The line of `file` that a line of diagnostics names, and what follows.
fn parse_location<'l>(line: &'l str, file: &str) -> Option<(usize, &'l str)> {
    let mut from = 0;
    while let Some(found) = line.get(from..)?.find(file) {
        let start = from + found;
        let rest = &line[start + file.len()..];
        let before = line[..start].chars().next_back();
        let is_whole = before.is_none_or(|it| it == '/' || it == ' ');
        let after_colon = rest.strip_prefix(':').unwrap_or_default();
        let number: String = after_colon
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        if let (true, Ok(number)) = (is_whole, number.parse()) {
            return Some((number, rest));
        }
        from = start + file.len();
    }
    None
}

/// What a line says is wrong.
fn parse_message(line: &str) -> Option<&str> {
    let compilers = line.split_once("error: ").map(|(_, message)| message);
    let linkers = || line.find("undefined reference to ").map(|at| &line[at..]);
    let doubled = || line.find("multiple definition of ").map(|at| &line[at..]);
    compilers
        .or_else(linkers)
        .or_else(doubled)
        .filter(|it| !it.starts_with("ld returned"))
}

#[cfg(test)]
mod tests {
    use super::super::bodies::find_bodies;
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
    fn names_and_patterns_select_tests_and_mistakes_are_errors() {
        let tests = ["pop gives back", "pop of nothing", "push"];
        let chosen = |only: &[&str]| {
            let only: Vec<String> = only.iter().map(|one| (*one).to_owned()).collect();
            select_tests(all(&tests), &only).map(|found| found.len())
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
            select_tests(all(&["a", "a"]), &[])
                .unwrap_err()
                .contains("two tests")
        );
        assert!(
            select_tests(Vec::new(), &[])
                .unwrap_err()
                .contains("no test")
        );
    }

    const TEXT: &str = "#include \"s.h\"\nTEST(\"a\") {\n  f();\n}\nTEST(\"b\") { g(); }\n";

    #[test]
    fn errors_are_about_the_tests_whose_lines_they_name() {
        let bodies = find_bodies(TEXT.as_bytes(), &["TEST"]);
        let said = "tests/s_test.cpp: In function 'x':\ncompiled with s_test.cpp, tests/s_test.cpp:5:13: error: 'class S' has no member named 'g'\n";
        assert_eq!(find_blamed_tests(said, "s_test.cpp", &bodies), [1]);
        let message = error_message(said, "s_test.cpp", bodies.get(1));
        assert_eq!(message, "'class S' has no member named 'g'");
    }

    #[test]
    fn an_error_in_a_template_is_about_the_test_that_needs_it() {
        let bodies = find_bodies(TEXT.as_bytes(), &["TEST"]);
        let said = "s.h: In instantiation of 'T':\ntests/s_test.cpp:3:5:   required from here\ns.h:7:2: error: no match\n";
        assert_eq!(find_blamed_tests(said, "s_test.cpp", &bodies), [0]);
        assert_eq!(
            error_message(said, "s_test.cpp", bodies.first()),
            "no match"
        );
    }

    #[test]
    fn an_error_in_a_header_that_no_test_compiles_with_has_its_place() {
        let said = "In file included from tests/s_test.cpp:1:\nsub/s.h:7:2: error: expected ';'\ntests/s_test.cpp:3:5: error: no S\n";
        assert_eq!(error_message(said, "s_test.cpp", None), "no S");
        let alone = said.replace("tests/s_test.cpp:3:5: error: no S\n", "");
        assert_eq!(
            error_message(&alone, "s_test.cpp", None),
            "s.h:7: expected ';'"
        );
    }

    #[test]
    fn a_linker_names_lines_too() {
        let bodies = find_bodies(TEXT.as_bytes(), &["TEST"]);
        let said = "/usr/bin/ld: t.o: in function `x':\n/work/tests/s_test.cpp:3: undefined reference to `S::f()'\n";
        assert_eq!(find_blamed_tests(said, "s_test.cpp", &bodies), [0]);
        assert_eq!(
            error_message(said, "s_test.cpp", bodies.first()),
            "undefined reference to `S::f()'"
        );
        assert_eq!(
            find_blamed_tests(
                "s.h:3: error: x\nother_s_test.cpp:3: error: x",
                "s_test.cpp",
                &bodies
            ),
            [0; 0]
        );
    }
}
