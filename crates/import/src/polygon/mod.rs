//! Polygon, where problems of Codeforces are made: `problem.xml`, tests, and programs with testlib.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `testset` | tests as cases, and what they and their groups are worth |
//! | `judges` | checkers and interactors |
//! | `solutions` | programs with what is expected of them |
//! | `settings` | the name of `problem.xml` |

mod judges;
mod settings;
mod solutions;
mod testset;

use super::document::DocumentNode;
use super::error::ImportError;
use super::notes::{format_place, quote_word};
use super::package::ImportPackage;
use super::plan::ImportPlan;
pub(super) use settings::FILE;

/// Parts of the file that decide no grade.
const NEEDLESS: [&str; 8] = [
    "statements",
    "tutorials",
    "properties",
    "stresses",
    "tags",
    "documents",
    "names",
    "validators",
];

/// Makes the plan of a package.
pub(super) fn fill_plan(package: &ImportPackage, plan: &mut ImportPlan) -> Result<(), ImportError> {
    let node = package.read_xml(FILE)?;
    plan.use_judge_defaults();
    plan.compare.scope = Some("output".into());
    plan.limits.output = Some(64 << 20);
    let title = node
        .get("names")
        .and_then(|names| names.get("name")?.get("value")?.as_text());
    if let Some(title) = title {
        plan.assignment.title = Some(title.to_owned());
    }
    let nothing = DocumentNode::empty_map();
    let assets = node.get("assets").unwrap_or(&nothing);
    solutions::add_solutions(package, plan, assets)?;
    judges::convert_judges(package, plan, &node, assets)?;
    let judging = node.get("judging").unwrap_or(&nothing);
    convert_judging(plan, judging);
    testset::add_testset(package, plan, &node, judging)?;
    if plan.needs_reference() && !plan.use_accepted_reference() {
        let why = "what is right stands in no file, so an accepted solution in C or C++ is needed as the reference";
        return Err(package.mistake_error(FILE, None, why));
    }
    node.mark_keys_as_read(&NEEDLESS);
    assets.mark_keys_as_read(&NEEDLESS);
    node.mark_keys_as_read(&["revision", "short-name", "url", "files"]);
    for part in ["statements/", "documents/"] {
        plan.notes
            .add_remark(part, "hand out the text of the assignment yourself");
    }
    let text = format!(
        "students hand in {}, or one other file in C or C++; it is built with g++ (or gcc), `-O2 -std=gnu++20` and `-lm`",
        quote_word(&format!("{}.cpp", plan.id))
    );
    plan.notes.add_imported("problem", text);
    Ok(())
}

/// How programs are started.
fn convert_judging(plan: &mut ImportPlan, judging: &DocumentNode) {
    for (key, value) in judging.entries() {
        let place = format_place(FILE, key.line);
        match key.name.as_str() {
            "input-file" | "output-file" => {
                let file = value.as_text().unwrap_or_default();
                if !["", "stdin", "stdout"].contains(&file) {
                    let text = format!(
                        "programs read and write the file {} there, and standard input and output here",
                        quote_word(file)
                    );
                    plan.notes.add_dropped(place, text);
                }
            }
            "run-count" if value.as_number().is_some_and(|count| count > 1.0) => {
                let text =
                    "programs run twice there, with what the interactor makes of the first run";
                plan.notes.add_dropped(place, text);
            }
            "treat-points-from-checker-as-percent"
                if value.as_flag() == Some(true) && plan.compare.protocol.is_some() =>
            {
                plan.compare.full_score = Some(100.0.into());
            }
            "cpu-name" | "cpu-speed" => value.mark_as_read(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::{criterion_id, criterion_points, to_strings};
    use super::super::{ImportPlan, PackageFormat, test_package};

    const MAIN: &str =
        "<solution tag='main'><source path='solutions/a.cpp' type='cpp.g++17'/></solution>";

    fn import_problem(judging: &str, assets: &str, files: &[(&str, &str)]) -> ImportPlan {
        let xml = format!(
            "<?xml version='1.0' encoding='utf-8'?>\n<problem short-name='sum'>\n<judging>\n{judging}\n</judging>\n\
             <assets>{assets}<solutions>{MAIN}<solution tag='wrong-answer'><source path='solutions/b.cpp' type='cpp.g++17'/></solution>\
             </solutions></assets>\n</problem>\n"
        );
        let usual = [
            ("problem.xml", xml.as_str()),
            ("solutions/a.cpp", ""),
            ("solutions/b.cpp", ""),
        ];
        let all = [usual.as_slice(), files].concat();
        test_package::read_files(PackageFormat::Polygon, &all).unwrap()
    }

    fn testset(tests: &str, groups: &str) -> String {
        format!(
            "<testset name='tests'><time-limit>1500</time-limit><memory-limit>268435456</memory-limit><test-count>3</test-count>\
             <input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>\
             <tests>{tests}</tests>{groups}</testset>"
        )
    }

    const FILES: [(&str, &str); 6] = [
        ("tests/01", "1\n"),
        ("tests/01.a", "2\n"),
        ("tests/02", "2\n"),
        ("tests/02.a", "3\n"),
        ("tests/03", "3\n"),
        ("tests/03.a", "4\n"),
    ];

    #[test]
    fn tests_limits_and_solutions_are_carried_over() {
        let tests = "<test method='manual' sample='true'/><test method='generated' cmd='gen 2'/><test method='manual'/>";
        let checker = "<checker name='std::rcmp6.cpp' type='testlib'><source path='files/check.cpp' type='cpp.g++17'/></checker>";
        let plan = import_problem(&testset(tests, ""), checker, &FILES);
        assert_eq!(plan.notes.dropped, []);
        let ids: Vec<&str> = plan.cases.iter().map(|case| case.id.as_str()).collect();
        assert_eq!(ids, ["01", "02", "03"]);
        assert_eq!(
            (plan.limits.cpu, plan.limits.memory),
            (Some(1.5), Some(256 << 20))
        );
        assert!(plan.compare.numbers.is_some() && plan.tools.is_empty());
        let required = |place: usize| to_strings(plan.calibration[place].required.as_ref());
        assert_eq!(required(0), [""; 0]);
        assert!(required(1).contains(&"wrong-answer".to_owned()));
        assert!((criterion_points(&plan.criteria[0]) - 100.0).abs() < 1e-9);
    }

    #[test]
    fn groups_become_criteria_that_require_others() {
        let tests = "<test method='manual' sample='true' group='0'/><test method='manual' group='1' points='30.0'/>\
                     <test method='manual' group='2' points='70.0'/>";
        let groups = "<groups><group name='0' points-policy='complete-group'/>\
                      <group name='1' points-policy='complete-group'><dependencies><dependency group='0'/></dependencies></group>\
                      <group name='2' points-policy='each-test'><dependencies><dependency group='1'/></dependencies></group></groups>";
        let plan = import_problem(&testset(tests, groups), "", &FILES);
        assert_eq!(plan.notes.dropped, []);
        let found: Vec<String> = plan
            .criteria
            .iter()
            .map(|one| {
                format!(
                    "{} {} {} {} {}",
                    criterion_id(one),
                    criterion_points(one),
                    one.credit.as_ref().map_or("", |word| word.get_ref()),
                    to_strings(one.cases.as_ref()).join("+"),
                    to_strings(one.requires.as_ref()).join("+"),
                )
            })
            .collect();
        let expected = [
            "group-1 30 all-or-nothing 01+02 ",
            "group-2 70 per-case 03 group-1",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn tests_without_files_are_made_by_generators_and_the_main_solution() {
        let tests = "<test method='generated' cmd='gen 2 x'/>";
        let xml = testset(tests, "");
        let files = [("files/gen.cpp", ""), ("files/testlib.h", "")];
        let plan = import_problem(&xml, "", &files);
        assert_eq!(plan.notes.dropped, []);
        assert_eq!(
            plan.generated[0].words,
            ["checkers/sum/gen.cpp.program", "2", "x"]
        );
        assert!(plan.needs_reference() && plan.assignment.reference.is_some());
        let headers: Vec<&String> = plan.tools[0].sources.iter().skip(1).collect();
        assert_eq!(headers, ["checkers/sum/gen.cpp.d/testlib.h"]);
    }

    #[test]
    fn programs_that_judge_are_compiled() {
        let interactor =
            "<interactor><source path='files/talk.cpp' type='cpp.g++17'/></interactor>";
        let files = [FILES.as_slice(), &[("files/talk.cpp", "")]].concat();
        // Points of a judge are those of the test, or of a hundred.
        let tests = testset("<test method='manual' points='5'/>", "");
        let percent = format!(
            "<treat-points-from-checker-as-percent>true</treat-points-from-checker-as-percent>{tests}"
        );
        for (judging, of_case, of_all) in [(&tests, Some(5.0), None), (&percent, None, Some(100.0))]
        {
            let plan = import_problem(judging, interactor, &files);
            assert_eq!(plan.notes.dropped, []);
            let compare = plan.cases[0].file.compare.as_ref();
            let own = compare.and_then(|it| it.body.full_score.as_ref());
            assert_eq!(own.map(|it| *it.get_ref()), of_case);
            let full_score = plan.compare.full_score.as_ref();
            assert_eq!(full_score.map(|it| *it.get_ref()), of_all);
        }
        let plan = import_problem(&testset("<test method='manual'/>", ""), interactor, &files);
        assert_eq!(plan.notes.dropped, []);
        let words = to_strings(plan.compare.interactor.as_ref());
        assert_eq!(words, ["checkers/sum/talk.cpp.program"]);
        assert_eq!(plan.compare.protocol, Some("testlib".into()));
        assert!(plan.compare.scope.is_none() && plan.assignment.reference.is_some());
    }
}
