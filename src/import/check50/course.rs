//! Checks as cases and criteria.

use std::collections::BTreeMap;

use serde_json::json;

use super::super::error::ImportError;
use super::super::ids::Names;
use super::super::notes::{at, code, plain};
use super::super::package::Package;
use super::super::plan::{Case, Criterion, Evidence, Plan};
use super::super::programs::{file_name, is_source, safe};
use super::check::{Check, Checks, Run, Step, Wanted};

/// Compilers by whose commands programs are made in checks.
const COMPILERS: [&str; 6] = ["gcc", "g++", "clang", "clang++", "cc", "c++"];

/// Makes cases and criteria.
pub(super) fn fill(
    package: &Package,
    plan: &mut Plan,
    checks: &Checks,
    required: &[String],
) -> Result<(), ImportError> {
    sources(package, plan, checks, required)?;
    plan.has_answers = true;
    plan.compare.scope = Some("output");
    let script = format!("checkers/{}/expect.py", plan.id);
    plan.compare.checker = vec!["python3".to_owned(), script.clone()];
    plan.files.insert(script, include_bytes!("expect.py").to_vec());
    let mut filling = Filling {
        package,
        checks,
        program: student_program(plan),
        cases: Names::default(),
        criteria: Names::default(),
        known: BTreeMap::new(),
    };
    for check in &checks.all {
        filling.check(plan, check)?;
    }
    if plan.cases.is_empty() {
        let why = "there is no check that runs a program by a chain such as `check50.run(\"./x\").stdout(\"1\")`";
        return Err(package.mistake(&checks.file, None, why));
    }
    let text = "input is given at once: that a program asks before it reads is not checked, and neither is when it prints";
    plan.notes.remark(plain(&checks.file), text);
    let text = "regular expressions and texts are looked for by a checker in Python, `expect.py`; every check is worth 1 point";
    plan.notes.carry(plain(&checks.file), text);
    Ok(())
}

/// The files that students hand in, and how they are built.
fn sources(
    package: &Package,
    plan: &mut Plan,
    checks: &Checks,
    required: &[String],
) -> Result<(), ImportError> {
    let (mut compiled, mut there, mut lcs50) = (Vec::new(), Vec::new(), false);
    for step in checks.all.iter().filter_map(|check| check.steps.as_ref().ok()).flatten() {
        match step {
            Step::Compiles(files, with) => {
                compiled.extend(files.iter().cloned());
                lcs50 |= with;
            }
            Step::Exists(files) => there.extend(files.iter().cloned()),
            Step::Run(run) => compiled.extend(made_by(run).unwrap_or_default()),
            Step::Includes(_) => {}
        }
    }
    there.extend(required.iter().cloned());
    for files in [compiled, there] {
        for file in files.iter().map(|file| safe(file_name(file))).filter(|file| is_source(file)) {
            if !plan.sources.contains(&file) {
                plan.sources.push(file);
            }
        }
        if !plan.sources.is_empty() {
            break;
        }
    }
    let Some(first) = plan.sources.first() else {
        let why = "no check names a source in C or C++: expected `check50.exists(\"hello.c\")` or \
                   `check50.c.compile(\"hello.c\")`";
        return Err(package.mistake(&checks.file, None, why));
    };
    let is_c = first.ends_with(".c");
    plan.toolchain = vec![if is_c { "gcc" } else { "g++" }];
    plan.flags = vec![if is_c { "-std=c11" } else { "-std=c++17" }.to_owned()];
    plan.libraries = vec!["m".to_owned()];
    let text = format!(
        "students hand in {}; it is built with {} where CS50 uses clang",
        code(&plan.sources.join(", ")),
        plan.toolchain.join("")
    );
    plan.notes.carry(plain(&checks.file), text);
    if lcs50 {
        plan.libraries.insert(0, "cs50".to_owned());
        plan.notes.remark(
            plain(&checks.file),
            "the library of CS50 (`libcs50`) is linked, and must be installed here by hand",
        );
    }
    Ok(())
}

/// The sources that a command compiles; none if it is another command.
fn made_by(run: &Run) -> Option<Vec<String>> {
    let words = shlex::split(&run.command)?;
    let (first, rest) = words.split_first()?;
    if COMPILERS.contains(&first.as_str()) {
        return Some(rest.iter().filter(|word| is_source(word)).cloned().collect());
    }
    (first == "make").then(Vec::new)
}

/// The words behind the program's own; none if a shell is needed to understand it.
fn arguments(command: &str) -> Option<Vec<String>> {
    if command.contains(['|', '&', ';', '<', '>', '$', '`', '*', '?', '(', ')', '\n', '\0']) {
        return None;
    }
    let words = shlex::split(command)?;
    let (first, rest) = words.split_first()?;
    (first.starts_with("./") && rest.len() <= 100).then(|| rest.to_vec())
}

struct Filling<'f> {
    package: &'f Package,
    checks: &'f Checks,
    /// The name of the student's program.
    program: String,
    cases: Names,
    criteria: Names,
    /// The criterion of a check, or the check that it waits for in its turn.
    known: BTreeMap<String, Option<String>>,
}

/// The name of the program that students hand in: check50 names it after its first source.
fn student_program(plan: &Plan) -> String {
    let first = plan.sources.first().map_or("", String::as_str);
    first.rsplit_once('.').map_or(first, |(stem, _)| stem).to_owned()
}

impl Filling<'_> {
    /// Whether a command that starts a program by its path starts that of the student.
    fn runs_student_program(&self, command: &str) -> bool {
        let word = command.split_whitespace().next().unwrap_or_default();
        word.strip_prefix("./").is_none_or(|name| name == self.program)
    }

    fn check(&mut self, plan: &mut Plan, check: &Check) -> Result<(), ImportError> {
        let place = at(&self.checks.file, check.line);
        let title = Some(check.description.clone()).filter(|text| !text.is_empty());
        let required =
            check.after.as_ref().and_then(|after| self.known.get(after).cloned().flatten());
        let requires: Vec<String> = required.iter().cloned().collect();
        let evidence = match &check.steps {
            Ok(steps) => self.evidence(plan, check, steps)?,
            Err((line, why)) => Err((*line, why.clone())),
        };
        let evidence = match evidence {
            // Only files are looked for, which is done before anything else here.
            Ok(None) => {
                plan.notes.carry(
                    place,
                    format!(
                        "the check {}: a student without these files has handed in nothing",
                        code(&check.name)
                    ),
                );
                self.known.insert(check.name.clone(), required);
                return Ok(());
            }
            Ok(Some(evidence)) => evidence,
            Err((line, why)) => {
                let text = format!(
                    "the check {}: {why}; a person decides in its place (`manual`)",
                    code(&check.name)
                );
                plan.notes.lose(at(&self.checks.file, line), text);
                self.known.insert(check.name.clone(), required);
                Evidence::Manual
            }
        };
        let id = self.criteria.give(&check.name);
        if evidence != Evidence::Manual {
            self.known.insert(check.name.clone(), Some(id.clone()));
            plan.notes.carry(place, format!("the check {}", code(&check.name)));
        }
        plan.criteria.push(Criterion { id, title, points: 1.0, extra: false, evidence, requires });
        Ok(())
    }

    /// What a check looks at; none if only at files, an error if it cannot be carried over.
    fn evidence(
        &mut self,
        plan: &mut Plan,
        check: &Check,
        steps: &[Step],
    ) -> Result<Result<Option<Evidence>, (usize, String)>, ImportError> {
        let mut files = BTreeMap::new();
        let mut runs = Vec::new();
        let mut builds = false;
        for step in steps {
            match step {
                Step::Exists(_) => {}
                Step::Compiles(..) => builds = true,
                Step::Run(run) if made_by(run).is_some() => builds = true,
                Step::Includes(names) => {
                    for name in names {
                        if !self.package.has(name) {
                            let why = format!("{} is no file of the package", code(name));
                            return Ok(Err((check.line, why)));
                        }
                        files.insert(safe(file_name(name)), self.package.bytes(name)?);
                    }
                }
                Step::Run(run) if !self.runs_student_program(&run.command) => {
                    let why = format!(
                        "the command {} does not run the student's program {}",
                        code(&run.command),
                        code(&format!("./{}", self.program))
                    );
                    return Ok(Err((check.line, why)));
                }
                Step::Run(run) => match arguments(&run.command) {
                    Some(args) => runs.push((run, args)),
                    None => {
                        let why = format!(
                            "the command {} is more than a program with arguments",
                            code(&run.command)
                        );
                        return Ok(Err((check.line, why)));
                    }
                },
            }
        }
        if runs.is_empty() {
            return Ok(Ok(builds.then_some(Evidence::Build("compiles"))));
        }
        let mut ids = Vec::new();
        for (run, args) in runs {
            let id = self.cases.give(&check.name);
            let input: String = run.input.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
            let mut case = Case::new(id.clone(), input.into_bytes(), expectations(&run.output));
            case.description = Some(check.description.clone()).filter(|text| !text.is_empty());
            case.args = args;
            case.files.clone_from(&files);
            case.exit = run
                .exit
                .and_then(|code| i32::try_from(code).ok())
                .filter(|code| (0..=255).contains(code));
            case.visibility = check.is_hidden.then_some("verdict");
            plan.cases.push(case);
            ids.push(id);
        }
        let credit = (ids.len() > 1).then_some("all-or-nothing");
        Ok(Ok(Some(Evidence::Cases(ids, credit))))
    }
}

/// What `expect.py` reads.
fn expectations(wanted: &[Wanted]) -> Vec<u8> {
    let line = |one: &Wanted| match one {
        Wanted::Pattern(pattern, None) => json!({ "find": pattern }),
        Wanted::Pattern(pattern, Some(shown)) => json!({ "find": pattern, "shown": shown }),
        Wanted::Text(text) => json!({ "text": text, "shown": text }),
        Wanted::End => json!({ "end": true }),
    };
    wanted.iter().map(|one| format!("{}\n", line(one))).collect::<String>().into_bytes()
}
