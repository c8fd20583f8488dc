//! What small rubrics come to.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::time::Duration;

use reference::GameOptions;

use super::{find_rubric, load_course};
use games::built_in_games;
use model::{
    Assignment, ComparisonScope, Course, CreditRule, CriterionEvidence, ExitRule, Points,
    PromptMode, ReferenceSolution, WhitespaceMode,
};

/// An assignment with two cases, and room for more keys.
const HEAD: &str = "[assignments.ttt]\nsources = ['ttt.cpp']\nreference = { game = 'rowcol' }\n";

/// A criterion over all cases.
const ALL: &str = "[[assignments.ttt.criteria]]\nid = 'all'\npoints = 10\ncases = ['*']\n";

/// Loads a rubric with the cases `a` and `b`, whose files have `a` and `b` besides what every case needs.
fn course(rubric: &str, a: &str, b: &str) -> Course {
    let folder = tempfile::tempdir().unwrap();
    let cases = folder.path().join("testcases/ttt");
    fs::create_dir_all(&cases).unwrap();
    fs::write(folder.path().join("rubric.toml"), rubric).unwrap();
    fs::write(folder.path().join("right.cpp"), "").unwrap();
    for (name, more) in [("b.toml", b), ("a.toml", a)] {
        fs::write(
            cases.join(name),
            format!("description = 'a game'\ninput = ['1']\n{more}"),
        )
        .unwrap();
    }
    fs::write(cases.join("a.expected"), "").unwrap();
    load_course(&folder.path().join("rubric.toml"), &built_in_games()).unwrap()
}

fn assignment(more: &str, a: &str, b: &str) -> Assignment {
    course(&format!("{HEAD}{more}\n{ALL}"), a, b)
        .assignments
        .remove(0)
}

#[test]
fn an_assignment_that_says_little_has_sane_defaults() {
    let it = assignment("", "", "");
    assert_eq!(
        (
            it.outline.title.as_str(),
            it.outline.program.as_str(),
            it.toolchain.name.as_str()
        ),
        ("ttt", "ttt", "g++")
    );
    assert!(it.flags.is_empty() && it.also.is_empty() && it.index_bases.is_empty());
    assert_eq!(it.accept, ["*.cpp", "*.cc", "*.cxx"]);
    assert_eq!((it.exit, it.presentation_percent), (ExitRule::Any, 0));
    assert_eq!(it.build_limits.memory, 2 << 30);
    let case = &it.cases[0];
    assert_eq!((case.id.as_str(), case.weight), ("a", 1));
    assert_eq!(
        (case.limits.cpu, case.limits.memory),
        (Duration::from_secs(1), 256 << 20)
    );
    assert_eq!(case.comparison.scope, ComparisonScope::Transcript);
    assert_eq!(case.comparison.whitespace, WhitespaceMode::Trailing);
    assert_eq!(case.comparison.prompts, PromptMode::Any);
    assert_eq!(case.expected_file, case.file.with_extension("expected"));
}

#[test]
fn undefined_behaviour_checks_need_a_table_and_a_compiler() {
    let defaults = "[defaults]\nundefined = { uninitialised = true, quick = true }\n";
    for (defaults, more, cases) in [
        ("", "", None),
        (defaults, "", Some(vec![0, 1])),
        (
            defaults,
            "undefined = { sanitizers = true, cases = ['a'] }",
            Some(vec![0]),
        ),
        (defaults, "undefined = { uninitialised = false }", None),
        ("", "undefined = { uninitialised = false }", None),
        (defaults, "toolchain = 'spim'", None),
    ] {
        let course = course(&format!("{defaults}{HEAD}{more}\n{ALL}"), "", "");
        let checks = course.assignments[0].undefined.as_ref();
        assert_eq!(checks.map(|checks| checks.cases.clone()), cases, "{more}");
    }
}

#[test]
fn each_layer_changes_only_what_it_names() {
    let more = "limits = { wall = '2s' }\ncompare = { whitespace = 'collapse' }";
    let defaults =
        "[defaults]\nlimits = { cpu = '500ms', wall = '9s' }\ncompare = { scope = 'final' }\n";
    let rubric = format!("{defaults}{HEAD}{more}\n{ALL}compare = {{ prompts = 'exact' }}\n");
    let course = course(
        &rubric,
        "limits = { output = '1KiB' }",
        "compare = { scope = 'transcript' }",
    );
    let it = &course.assignments[0];
    let [a, b] = it.cases.as_slice() else {
        panic!("two cases")
    };
    assert_eq!(a.limits.cpu, Duration::from_millis(500));
    assert_eq!(
        (a.limits.wall, a.limits.output),
        (Duration::from_secs(2), 1024)
    );
    assert_eq!(
        (a.comparison.scope, a.comparison.whitespace),
        (ComparisonScope::Final, WhitespaceMode::Collapse)
    );
    assert_eq!(
        (b.comparison.scope, b.comparison.prompts),
        (ComparisonScope::Transcript, PromptMode::Any)
    );
    let CriterionEvidence::Cases { cases, credit } = &it.criteria[0].evidence else {
        panic!("cases")
    };
    assert_eq!(*credit, CreditRule::PerCase);
    let judged: Vec<_> = cases
        .iter()
        .map(|it| it.comparison.as_ref().unwrap())
        .collect();
    assert_eq!(
        (judged[0].scope, judged[0].prompts),
        (ComparisonScope::Final, PromptMode::Exact)
    );
    assert_eq!(
        (judged[1].scope, judged[1].prompts),
        (ComparisonScope::Transcript, PromptMode::Exact)
    );
}

#[test]
fn a_case_matched_by_two_globs_of_a_criterion_counts_once() {
    let criterion = ALL.replace("'*'", "'a', '?', '[ab]'");
    let it = course(&format!("{HEAD}{criterion}"), "", "")
        .assignments
        .remove(0);
    let CriterionEvidence::Cases { cases, .. } = &it.criteria[0].evidence else {
        panic!("cases")
    };
    assert_eq!(
        cases.iter().map(|judged| judged.index).collect::<Vec<_>>(),
        [0, 1]
    );
    assert!(cases.iter().all(|judged| judged.comparison.is_none()));
}

#[test]
fn patterns_use_the_vocabulary_and_an_empty_list_takes_them_away_again() {
    let more = "vocabulary = { end = 'over|{tie}', tie = 'dra(w|wn)' }\ncompare = { patterns = ['^{end} {2}!'] }";
    let it = assignment(more, "", "compare = { patterns = [] }");
    let patterns = it.cases[0].comparison.patterns.as_ref().unwrap();
    assert!(patterns.ordered[0].regex.is_match("hello\nDRAWN  !"));
    assert!(!patterns.ordered[0].regex.is_match("drawn !"));
    assert!(patterns.ending.is_empty() && it.cases[1].comparison.patterns.is_none());
}

#[test]
fn white_space_counts_in_a_word_that_a_verbose_pattern_uses() {
    let more = "vocabulary = { over = 'game over' }\ncompare = { never = ['(?x) {over} \\d'] }";
    let it = assignment(more, "", "");
    assert!(it.cases[0].comparison.patterns.as_ref().unwrap().never[0].is_match("Game over1"));
}

#[test]
fn an_assignments_own_word_stands_before_the_defaults_word() {
    let defaults = "[defaults.vocabulary]\ntie = 'tie'\nwin = 'win'\n";
    let more = "vocabulary = { tie = 'remis' }\ncompare = { ending = ['{tie}', '{win}'] }";
    let course = course(&format!("{defaults}{HEAD}{more}\n{ALL}"), "", "");
    let patterns = course.assignments[0].cases[0]
        .comparison
        .patterns
        .clone()
        .unwrap();
    assert!(patterns.ending[0].is_match("Remis") && !patterns.ending[0].is_match("tie"));
    assert!(patterns.ending[1].is_match("win"));
}

#[test]
fn a_word_that_names_itself_is_what_it_was_and_more() {
    let defaults = "[defaults.vocabulary]\ntie = 'tie'\n";
    let more = "vocabulary = { tie = '{tie}|{other}', other = 'remis' }\ncompare = { ending = ['^{tie}$'] }";
    let course = course(&format!("{defaults}{HEAD}{more}\n{ALL}"), "", "");
    let ending = &course.assignments[0].cases[0]
        .comparison
        .patterns
        .as_ref()
        .unwrap()
        .ending[0];
    assert!(ending.is_match("Remis") && ending.is_match("tie") && !ending.is_match("tied"));
}

#[test]
fn references_options_and_bases_are_taken_over() {
    let rubric =
        format!("{HEAD}index_bases = [1, 0]\n{ALL}").replace("'rowcol' }", "'rowcol', base = 1 }");
    let it = course(&rubric, "", "").assignments.remove(0);
    let options = GameOptions {
        base: Some(1),
        seed: None,
    };
    let ReferenceSolution::Game(game, found) = it.reference else {
        panic!("a game")
    };
    assert_eq!((game.rules().name, found), ("rowcol", options));
    assert_eq!(it.index_bases, [1, 0]);
}

#[test]
fn files_that_a_rubric_names_are_found_from_its_folder() {
    let rubric = format!("{HEAD}{ALL}").replace("game = 'rowcol'", "sources = ['right.cpp']")
        + "[[assignments.ttt.calibration]]\nsources = ['right.cpp']\npoints = 10\nverdicts = { a = 'accepted' }\n";
    let course = course(&rubric, "", "");
    let right = course.rubric.with_file_name("right.cpp");
    let it = &course.assignments[0];
    assert!(
        matches!(&it.reference, ReferenceSolution::Sources(files) if *files == [right.clone()])
    );
    let calibration = &it.calibrations[0];
    assert_eq!(
        (calibration.name.as_str(), &calibration.sources),
        ("right", &vec![right])
    );
    assert_eq!(calibration.points, Some(Points::from_number(10.0)));
    assert_eq!(
        calibration.verdicts,
        [("a".to_owned(), "accepted".to_owned())]
    );
}

#[test]
fn assignments_and_criteria_keep_the_order_of_the_rubric() {
    let two =
        HEAD.replace("ttt", "aaa") + "testcases = 'testcases/ttt'\n" + &ALL.replace("ttt", "aaa");
    let course = course(&format!("{HEAD}{ALL}{two}"), "", "");
    let ids: Vec<_> = course.assignments.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["ttt", "aaa"]);
}

#[test]
fn the_rubric_is_found_here_or_in_the_nearest_parent() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("a/b");
    fs::create_dir_all(&deep).unwrap();
    fs::write(folder.path().join("rubric.toml"), "").unwrap();
    fs::create_dir(deep.join("rubric.toml")).unwrap();
    assert_eq!(find_rubric(&deep), Some(folder.path().join("rubric.toml")));
    assert_eq!(
        find_rubric(folder.path()),
        Some(folder.path().join("rubric.toml"))
    );
    assert_eq!(
        find_rubric(Path::new("../..")),
        Some(Path::new("../../rubric.toml").to_owned())
    );
}

#[test]
fn a_course_below_a_path_that_is_not_utf_8_is_refused_in_words() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join(OsStr::from_bytes(b"caf\xe9"));
    fs::create_dir(&folder).unwrap();
    let rubric = folder.join("rubric.toml");
    fs::write(&rubric, "").unwrap();
    let mistakes = load_course(&rubric, &built_in_games()).unwrap_err().0;
    let [mistake] = <[_; 1]>::try_from(mistakes).unwrap();
    assert!(mistake.text.contains("caf\\xe9") && mistake.text.ends_with("rename the folder"));
}
