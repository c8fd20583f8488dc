//! Checks as cases and criteria.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::super::compilation::{ProgramCompilation, parse_compilation};
use super::super::error::ImportError;
use super::super::ids::UniqueIds;
use super::super::notes::{escape_word, format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::{ImportPlan, ImportedCase, to_list};
use super::super::programs::{file_name, file_stem, is_source, sanitize_name};
use super::check::{CheckDefinition, CheckExpectation, CheckFile, CheckRun, CheckStep};
use super::keywords::parse_keywords;
use rubric::raw::{RawCriterion, RawExitCode, to_texts};

/// Makes cases and criteria.
pub(super) fn add_checks(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    checks: &CheckFile,
    required: &[String],
) -> Result<(), ImportError> {
    let program = add_sources(package, plan, checks, required)?;
    plan.use_answers();
    plan.compare.scope = Some("output".into());
    let words = plan.add_checker_script("expect.py", include_str!("expect.py"));
    plan.compare.checker = Some(to_texts(words));
    let mut filling = CheckConverter {
        package,
        checks,
        program,
        replaced: BTreeSet::new(),
        cases: UniqueIds::default(),
        criteria: UniqueIds::default(),
        known: BTreeMap::new(),
    };
    for check in &checks.all {
        filling.convert_check(plan, check)?;
    }
    if plan.cases.is_empty() {
        let why = "there is no check that runs a program by a chain such as `check50.run(\"./x\").stdout(\"1\")`";
        return Err(package.mistake_error(&checks.file, None, why));
    }
    let text = "input is given at once: that a program asks before it reads is not checked, and neither is when it prints";
    plan.notes.add_remark(escape_word(&checks.file), text);
    let text = "regular expressions and texts are looked for by a checker in Python, `expect.py`; every check is worth 1 point";
    plan.notes.add_imported(escape_word(&checks.file), text);
    Ok(())
}

/// The files that students hand in, and how they are built: the program.
fn add_sources(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    checks: &CheckFile,
    required: &[String],
) -> Result<ProgramCompilation, ImportError> {
    let mut there = Vec::new();
    for step in checks
        .all
        .iter()
        .filter_map(|check| check.steps.as_ref().ok())
        .flatten()
    {
        if let CheckStep::Exists(files) = step {
            there.extend(files.iter().cloned());
        }
    }
    there.extend(required.iter().cloned());
    let there: Vec<String> = there.into_iter().filter(|file| is_source(file)).collect();
    let made = find_student_compilation(package, checks).cloned();
    let mut made = match (made, there.first()) {
        (Some(made), _) => made,
        (None, Some(_)) => parse_keywords(there.clone(), &[])
            .map_err(|why| package.mistake_error(&checks.file, None, &why))?,
        (None, None) => {
            report_skipped_checks(plan, checks);
            let why = "no check names a source in C or C++: expected `check50.exists(\"hello.c\")` or \
                       `check50.c.compile(\"hello.c\")`";
            return Err(package.mistake_error(&checks.file, None, why));
        }
    };
    // Of `make hello` only the name of the program is known.
    if made.sources.is_empty() {
        let is_of_program = |file: &&String| file_stem(file_name(file)) == made.program;
        let source = there.iter().find(is_of_program).cloned();
        made.sources = vec![source.unwrap_or_else(|| format!("{}.c", made.program))];
    }
    let mut sources = Vec::new();
    for file in made
        .sources
        .iter()
        .map(|file| sanitize_name(file_name(file)))
    {
        if !sources.contains(&file) {
            sources.push(file);
        }
    }
    let handed_in = quote_word(&sources.join(", "));
    let toolchain = made.add_to(plan, sources);
    let text =
        format!("students hand in {handed_in}; it is built with {toolchain} where CS50 uses clang");
    plan.notes.add_imported(escape_word(&checks.file), text);
    if made.libraries.iter().any(|library| library == "cs50") {
        plan.notes.add_remark(
            escape_word(&checks.file),
            "the library of CS50 (`libcs50`) is linked, and must be installed here by hand",
        );
    }
    Ok(made)
}

/// Says of each check, with its line, what it does that no course in C or C++ can do.
fn report_skipped_checks(plan: &mut ImportPlan, checks: &CheckFile) {
    for check in &checks.all {
        let name = quote_word(&check.name);
        let found = match &check.steps {
            Err((line, why)) => Some((*line, why.clone())),
            Ok(steps) => steps.iter().find_map(|step| match step {
                CheckStep::Run(run) => {
                    Some((check.line, format!("it runs {}", quote_word(&run.command))))
                }
                _ => None,
            }),
        };
        if let Some((line, why)) = found {
            let place = format_place(&checks.file, line);
            plan.notes
                .add_dropped(place, format!("the check {name}: {why}"));
        }
    }
}

/// The compilation of the student's program: the first one of files that are all the student's. One in a check that is carried over comes
/// first; but how a program is compiled counts where its check is not carried over, too.
fn find_student_compilation<'c>(
    package: &ImportPackage,
    checks: &'c CheckFile,
) -> Option<&'c ProgramCompilation> {
    let is_of_student = |made: &&ProgramCompilation| {
        made.sources
            .iter()
            .all(|file| is_source(file) && !package.has_file(file))
    };
    let carried = checks.all.iter().filter(|check| check.steps.is_ok());
    let lost = checks.all.iter().filter(|check| check.steps.is_err());
    carried
        .chain(lost)
        .flat_map(|check| &check.compilations)
        .find(is_of_student)
}

/// The words behind the program's own; none if a shell is needed to understand it.
fn parse_arguments(command: &str) -> Option<Vec<String>> {
    if command.contains([
        '|', '&', ';', '<', '>', '$', '`', '*', '?', '(', ')', '\n', '\0',
    ]) {
        return None;
    }
    let words = shlex::split(command)?;
    let (first, rest) = words.split_first()?;
    (first.starts_with("./") && rest.len() <= 100).then(|| rest.to_vec())
}

struct CheckConverter<'f> {
    package: &'f ImportPackage,
    checks: &'f CheckFile,
    /// How the student's program is compiled.
    program: ProgramCompilation,
    /// The checks in whose folders the file of the student's program is another program, compiled there or by a check before.
    replaced: BTreeSet<String>,
    cases: UniqueIds,
    criteria: UniqueIds,
    /// The criterion of a check, or the check that it waits for in its turn.
    known: BTreeMap<String, Option<String>>,
}

impl CheckConverter<'_> {
    fn convert_check(
        &mut self,
        plan: &mut ImportPlan,
        check: &CheckDefinition,
    ) -> Result<(), ImportError> {
        let place = format_place(&self.checks.file, check.line);
        let title = Some(check.description.clone()).filter(|text| !text.is_empty());
        let required = check
            .after
            .as_ref()
            .and_then(|after| self.known.get(after).cloned().flatten());
        let requires: Vec<String> = required.iter().cloned().collect();
        if self.replaces_program(check) {
            self.replaced.insert(check.name.clone());
        }
        if let Some(after) = check
            .after
            .as_ref()
            .filter(|after| !self.known.contains_key(*after))
        {
            let text = format!(
                "the check {} waits for {}, which is no check before it",
                quote_word(&check.name),
                quote_word(after)
            );
            plan.notes.add_dropped(place.clone(), text);
        }
        let evidence = match &check.steps {
            Ok(steps) => self.gather_evidence(plan, check, steps)?,
            Err((line, why)) => CheckEvidence::Refused(*line, why.clone()),
        };
        let evidence = match evidence {
            // Only files are looked for, which is done before anything else here.
            CheckEvidence::Files => {
                plan.notes.add_imported(
                    place,
                    format!(
                        "the check {}: a student without these files has handed in nothing",
                        quote_word(&check.name)
                    ),
                );
                self.known.insert(check.name.clone(), required);
                return Ok(());
            }
            CheckEvidence::Criterion(evidence) => *evidence,
            CheckEvidence::Refused(line, why) => {
                let text = format!(
                    "the check {}: {why}; a person decides in its place (`manual`)",
                    quote_word(&check.name)
                );
                plan.notes
                    .add_dropped(format_place(&self.checks.file, line), text);
                self.known.insert(check.name.clone(), required);
                RawCriterion {
                    manual: Some("none".into()),
                    ..RawCriterion::default()
                }
            }
        };
        let id = self.criteria.assign_id(&check.name);
        if evidence.manual.is_none() {
            self.known.insert(check.name.clone(), Some(id.clone()));
            plan.notes
                .add_imported(place, format!("the check {}", quote_word(&check.name)));
        }
        plan.criteria.push(RawCriterion {
            id: Some(id.into()),
            title,
            points: Some(1.0.into()),
            requires: to_list(requires),
            ..evidence
        });
        Ok(())
    }

    /// Whether another program has the name of the student's in the folder of this check: what was compiled last counts.
    fn replaces_program(&self, check: &CheckDefinition) -> bool {
        let of_this_name = |made: &&ProgramCompilation| made.program == self.program.program;
        match check.compilations.iter().rev().find(of_this_name) {
            Some(made) => !made.is_equivalent(&self.program),
            None => check
                .after
                .as_ref()
                .is_some_and(|after| self.replaced.contains(after)),
        }
    }

    /// Why the course does not compile this, if so: it builds one program, in one way.
    fn explain_refused_compilation(&self, made: &ProgramCompilation) -> Option<String> {
        if made.program != self.program.program {
            return Some(format!(
                "it compiles {}, and the course builds only the student's program {}",
                quote_word(&made.program),
                quote_word(&self.program.program)
            ));
        }
        let why = "it compiles {} of other files or with other flags than another check";
        (!made.is_equivalent(&self.program)).then(|| why.replace("{}", &quote_word(&made.program)))
    }

    /// The arguments of a run of the student's program; none of a command that compiles it.
    fn run_arguments(
        &self,
        check: &CheckDefinition,
        run: &CheckRun,
    ) -> Result<Option<Vec<String>>, String> {
        if let Some(made) = parse_compilation(&run.command) {
            return match self.explain_refused_compilation(&made?) {
                Some(why) => Err(why),
                None => Ok(None),
            };
        }
        let args = parse_arguments(&run.command).ok_or_else(|| {
            format!(
                "the command {} is more than a program with arguments",
                quote_word(&run.command)
            )
        })?;
        let word = run.command.split_whitespace().next().unwrap_or_default();
        let name = word.strip_prefix("./").unwrap_or(word);
        if name != self.program.program || self.replaced.contains(&check.name) {
            return Err(format!(
                "the command {} does not run the student's program {}",
                quote_word(&run.command),
                quote_word(&format!("./{}", self.program.program))
            ));
        }
        if run.exit.is_some_and(|code| !(0..=255).contains(&code)) {
            return Err("an exit code is between 0 and 255".to_owned());
        }
        Ok(Some(args))
    }

    /// What a check looks at.
    fn gather_evidence(
        &mut self,
        plan: &mut ImportPlan,
        check: &CheckDefinition,
        steps: &[CheckStep],
    ) -> Result<CheckEvidence, ImportError> {
        let mut files = BTreeMap::new();
        let mut runs = Vec::new();
        let mut builds = false;
        let graded = plan.sources();
        for step in steps {
            match step {
                CheckStep::Exists(names) => {
                    let is_graded =
                        |name: &&String| graded.contains(&sanitize_name(file_name(name)));
                    if let Some(name) = names.iter().find(|name| !is_graded(name)) {
                        let why = format!(
                            "{} is not among the files that are graded",
                            quote_word(name)
                        );
                        return Ok(CheckEvidence::Refused(check.line, why));
                    }
                }
                CheckStep::Compiles(made) => match self.explain_refused_compilation(made) {
                    Some(why) => return Ok(CheckEvidence::Refused(check.line, why)),
                    None => builds = true,
                },
                CheckStep::Includes(names) => {
                    for name in names {
                        if !self.package.has_file(name) {
                            let why = format!("{} is no file of the package", quote_word(name));
                            return Ok(CheckEvidence::Refused(check.line, why));
                        }
                        files.insert(
                            sanitize_name(file_name(name)),
                            self.package.read_bytes(name)?,
                        );
                    }
                }
                CheckStep::Run(run) => match self.run_arguments(check, run) {
                    Ok(None) => builds = true,
                    Ok(Some(args)) => runs.push((run, args)),
                    Err(why) => return Ok(CheckEvidence::Refused(check.line, why)),
                },
            }
        }
        if runs.is_empty() {
            if !builds {
                return Ok(CheckEvidence::Files);
            }
            let evidence = RawCriterion {
                build: Some("compiles".into()),
                ..RawCriterion::default()
            };
            return Ok(CheckEvidence::Criterion(Box::new(evidence)));
        }
        let mut ids = Vec::new();
        for (run, args) in runs {
            if run.awaits_prompt {
                let text = "check50 waits for a prompt before it types a line, and here a program need not print one";
                plan.notes.add_remark("stdin", text);
            }
            let id = self.cases.assign_id(&check.name);
            let input: String = run
                .input
                .iter()
                .flat_map(|line| [line.as_str(), "\n"])
                .collect();
            let mut case = ImportedCase::new(
                id.clone(),
                input.into_bytes(),
                render_expectations(&run.output),
            );
            let description = Some(check.description.as_str()).filter(|text| !text.is_empty());
            case.file.description = description.map(Into::into);
            case.file.args = to_list(args);
            case.files.clone_from(&files);
            case.file.exit = run.exit.map(|code| RawExitCode::Code(code).into());
            case.file.visibility = check.is_hidden.then(|| "verdict".into());
            plan.cases.push(case);
            ids.push(id);
        }
        let evidence = RawCriterion {
            credit: (ids.len() > 1).then(|| "all-or-nothing".into()),
            cases: Some(to_texts(ids)),
            ..RawCriterion::default()
        };
        Ok(CheckEvidence::Criterion(Box::new(evidence)))
    }
}

/// What a check looks at.
enum CheckEvidence {
    /// Only whether files are there.
    Files,
    /// What a criterion can have: its keys, but for name, title and points.
    Criterion(Box<RawCriterion>),
    /// Something that is not carried over: its line, and why.
    Refused(usize, String),
}

/// What `expect.py` reads.
fn render_expectations(wanted: &[CheckExpectation]) -> Vec<u8> {
    let line = |one: &CheckExpectation| match one {
        CheckExpectation::Pattern(pattern, None) => json!({ "find": pattern }),
        CheckExpectation::Pattern(pattern, Some(shown)) => {
            json!({ "find": pattern, "shown": shown })
        }
        CheckExpectation::Text(text) => json!({ "text": text, "shown": text }),
        CheckExpectation::End => json!({ "end": true }),
    };
    wanted
        .iter()
        .map(|one| format!("{}\n", line(one)))
        .collect::<String>()
        .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::super::super::{ImportPlan, PackageFormat, test_package};

    /// The plan of a package whose file of checks has these lines after its import, each check with the name `a`, `b` and so on.
    fn plan(checks: &[&str]) -> ImportPlan {
        let mut text = String::from("import check50\nimport check50.c\n");
        let mut names = 'a'..;
        for check in checks {
            let (decorator, body) = check.split_once(": ").unwrap();
            let name = names.next().unwrap();
            text += &format!("@check50.check({decorator})\ndef {name}():\n    {body}\n");
        }
        let files = [("__init__.py", text.as_str()), ("given.c", "int f;\n")];
        test_package::read_files(PackageFormat::Check50, &files).unwrap()
    }

    #[test]
    fn only_runs_of_what_is_compiled_as_the_student_s_program_are_cases() {
        const SUM: &str = ": check50.c.compile(\"sum.c\")";
        const RUN: &str = "a: check50.run(\"./sum\").stdout(\"1\")";
        // The checks, the names of the cases, and what is reported besides.
        let table: [(&[&str], &str, &[&str]); 16] = [
            (&[SUM, RUN], "b", &[]),
            (
                &[
                    ": check50.c.compile(\"sum.c\", exe_name=\"add\")",
                    RUN,
                    "a: check50.run(\"./add\").exit(0)",
                ],
                "c",
                &["does not run the student's program `./add`"],
            ),
            (
                &[
                    ": check50.run(\"gcc -o add sum.c\")",
                    RUN,
                    "a: check50.run(\"./add\").exit(0)",
                ],
                "c",
                &["does not run the student's program `./add`"],
            ),
            (&[": check50.run(\"make sum\")", RUN], "b", &[]),
            (
                &[
                    SUM,
                    "a: check50.c.compile(\"max.c\")",
                    "b: check50.run(\"./max\").exit(0)",
                    RUN,
                ],
                "d",
                &[
                    "it compiles `max`, and the course builds only the student's program `sum`",
                    "`./max` does not run",
                ],
            ),
            // The program of another check takes the place of the student's.
            (
                &[
                    SUM,
                    "a: check50.c.compile(\"test.c\", exe_name=\"sum\")",
                    "b: check50.run(\"./sum\").exit(0)",
                    RUN,
                ],
                "d",
                &["it compiles `sum` of other files", "`./sum` does not run"],
            ),
            (
                &[SUM, "a: check50.c.compile(\"sum.c\", std=\"c99\")"],
                "",
                &["with other flags"],
            ),
            // A program of the package's files is not the student's.
            (
                &[
                    ": check50.c.compile(\"given.c\")",
                    ": check50.c.compile(\"sum.c\")",
                    "b: check50.run(\"./sum\").exit(0)",
                ],
                "c",
                &["it compiles `given`"],
            ),
            (
                &[SUM, "a: check50.exists(\"sum.h\")", RUN],
                "c",
                &["`sum.h` is not among the files that are graded"],
            ),
            (
                &[SUM, "a: check50.exists(\"sum.c\", hidden=True)"],
                "",
                &["`hidden` of `check50.exists` is not carried over"],
            ),
            (
                &[
                    SUM,
                    "a: check50.run(\"./sum\").stdin(\"1\", prompt=False).stdout(\"1\", timeout=9)",
                ],
                "",
                &["`timeout` of `stdout`"],
            ),
            (
                &[SUM, "a: check50.run(\"./sum\").exit(0, 9)"],
                "",
                &["argument 2 of `exit`"],
            ),
            (
                &[SUM, "a: check50.run(\"./sum\").exit(-11)"],
                "",
                &["an exit code is between 0 and 255"],
            ),
            (
                &[SUM, "a, timeout=9: check50.run(\"./sum\").exit(0)"],
                "",
                &["`timeout=9` of `check`"],
            ),
            (
                &[SUM, "z: check50.run(\"./sum\").exit(0)"],
                "b",
                &["the check `b` waits for `z`, which is no check before it"],
            ),
            (
                &[SUM, "a: check50.run(\"./sum &\").exit(0)"],
                "",
                &["more than a program with arguments"],
            ),
        ];
        for (checks, cases, reported) in table {
            // Without a case there is no course.
            let checks = [
                checks,
                &[
                    "a: check50.run(\"./sum\").exit(7)",
                    "a: check50.run(\"./add\").exit(7)",
                ],
            ]
            .concat();
            let plan = plan(&checks);
            let last =
                ["sum", "add"].map(|program| format!("the command `./{program}` does not run"));
            let is_known = |text: &str| last.iter().any(|it| text.contains(it.as_str()));
            let found: Vec<&str> = plan
                .cases
                .iter()
                .filter(|case| case.file.exit != Some(rubric::raw::RawExitCode::Code(7).into()))
                .map(|case| case.id.as_str())
                .collect();
            assert_eq!(found.join(" "), cases, "{checks:?}");
            let lost: Vec<&str> = plan
                .notes
                .dropped
                .iter()
                .map(|note| note.text.as_str())
                .collect();
            assert!(
                reported
                    .iter()
                    .all(|it| lost.iter().any(|text| text.contains(it))),
                "{checks:?}: {lost:?}"
            );
            assert!(
                !reported.is_empty() || lost.iter().all(|text| is_known(text)),
                "{checks:?}: {lost:?}"
            );
        }
    }

    #[test]
    fn a_refusal_names_the_lines_of_checks_that_run_other_programs() {
        let text = "import check50\n@check50.check()\ndef runs():\n    check50.run(\"python3 x.py\").stdout(\"1\")\n\
                    @check50.check()\ndef loops():\n    for i in range(3): check50.run(\"python3 x.py\")\n";
        let refused = test_package::read_files(PackageFormat::Check50, &[("__init__.py", text)]);
        let refused = refused.unwrap_err().to_string();
        for said in [
            "no check names a source in C or C++",
            "__init__.py:3: the check `runs`: it runs `python3 x.py`",
            "__init__.py:7: the check `loops`: only chains of calls",
        ] {
            assert!(refused.contains(said), "{said}: {refused}");
        }
    }

    #[test]
    fn keywords_of_compilations_are_flags_also_of_checks_that_are_not_carried_over() {
        let run = "a: check50.run(\"./sum\").exit(0)";
        let table = [
            (": check50.c.compile(\"sum.c\")", "-std=c11", "m"),
            (
                ": check50.c.compile(\"sum.c\", lcs50=True, std=\"c99\", lm=False)",
                "-std=c99",
                "cs50",
            ),
            (
                ": check50.run(\"gcc -Wall -o sum sum.c -lcs50\")",
                "-Wall",
                "cs50",
            ),
            (
                ": check50.c.compile(\"sum.c\", lcs50=True)\n    os.remove(\"x\")",
                "-std=c11",
                "cs50 m",
            ),
            (
                ": os.remove(\"x\")\n    check50.c.compile(\"sum.c\", lcs50=True)",
                "-std=c11",
                "cs50 m",
            ),
        ];
        for (check, flags, libraries) in table {
            let plan = plan(&[check, run]);
            assert_eq!(plan.sources(), ["sum.c"], "{check}");
            let assignment = plan.assignment;
            assert_eq!(
                assignment.flags.unwrap_or_default().join(" "),
                flags,
                "{check}"
            );
            let linked = assignment.libraries.unwrap_or_default();
            let linked: Vec<&str> = linked.iter().map(|one| one.get_ref().as_str()).collect();
            assert_eq!(linked.join(" "), libraries, "{check}");
        }
    }
}
