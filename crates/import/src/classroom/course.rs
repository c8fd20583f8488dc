//! Tests as cases and criteria.

use super::super::compilation::{ProgramCompilation, is_all_sources};
use super::super::error::ImportError;
use super::super::ids::UniqueIds;
use super::super::notes::{escape_word, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::{
    ImportPlan, ImportedCase, ImportedLimits, case_criterion, round_points, to_list, to_names,
};
use super::super::programs::{file_name, file_stem, is_header, is_source, sanitize_name};
use super::commands::{ProgramRun, TestCommands, parse_commands};
use super::makefile::Makefile;
use super::tests::{ClassroomTest, OutputMatch};
use super::unit_tests::{self, FrameworkTests};
use cpp::unit_tests::runner::is_framework_file;
use rubric::raw::{OneOrMore, RawComparison, RawCriterion, RawRunLimits, SpannedTable, to_texts};

/// The checker that accepts any output.
const ANYTHING: &str = "true";

/// Limits of less than a minute are meant for the program; others only end what never ends.
const MINUTE: f64 = 1.0;

/// Adds all tests that can be carried over.
pub(super) fn add_tests(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    file: &str,
    tests: &[ClassroomTest],
) -> Result<(), ImportError> {
    plan.use_answers();
    plan.compare.scope = Some("output".into());
    plan.assignment.exit = Some("zero".into());
    let needs_files = tests.iter().any(|test| test.expected.is_none());
    let mut filling = ClassroomConverter {
        package,
        test_files: if needs_files {
            unit_tests::find_test_files(package)?
        } else {
            Vec::new()
        },
        names: UniqueIds::default(),
        compilation: None,
        tested: Vec::new(),
        provided: Vec::new(),
        flags: Vec::new(),
    };
    let makefile = Makefile::read_from(package)?;
    for test in tests {
        let commands = parse_commands(&test.setup, &test.command, makefile.as_ref());
        if test.expected.is_none() && filling.add_unit_tests(plan, test, commands.as_ref().ok())? {
            continue;
        }
        match commands {
            Ok(commands) => filling.add_test(plan, test, commands)?,
            Err(why) => plan.notes.add_dropped(&test.place, why),
        }
    }
    if plan.cases.is_empty() && plan.criteria.is_empty() {
        let lost: Vec<String> = plan
            .notes
            .dropped
            .iter()
            .map(|note| format!("{}: {}", note.place, note.text))
            .collect();
        let why = format!("no test could be carried over\n{}", lost.join("\n"));
        return Err(package.mistake_error(file, None, &why));
    }
    filling.add_sources(plan, file);
    Ok(())
}

struct ClassroomConverter<'p> {
    package: &'p ImportPackage,
    /// The files of the package that have tests of a framework.
    test_files: Vec<FrameworkTests>,
    names: UniqueIds,
    /// How the program is compiled, by the first test that says so.
    compilation: Option<ProgramCompilation>,
    /// The files of students that unit tests are compiled with.
    tested: Vec<String>,
    /// Programs of the package that test what students hand in, and are compiled with it.
    provided: Vec<String>,
    /// The flags with which they are.
    flags: Vec<String>,
}

impl ClassroomConverter<'_> {
    fn add_test(
        &mut self,
        plan: &mut ImportPlan,
        test: &ClassroomTest,
        commands: TestCommands,
    ) -> Result<(), ImportError> {
        for command in &commands.installs {
            let text = format!(
                "{} is not done here: install what it installs",
                quote_word(command)
            );
            plan.notes.add_remark(&test.place, text);
        }
        if let Some(made) = commands.compilation {
            let known = self.compilation.get_or_insert_with(|| made.clone());
            if !known.is_equivalent(&made) {
                let why = "it compiles another program, or in another way, than the first test";
                plan.notes.add_dropped(&test.place, why);
                return Ok(());
            }
            if test.expected.is_none() && self.provided.is_empty() {
                self.provide_test_programs(plan, &made)?;
            }
        }
        let Some(run) = commands.run else {
            let id = self.names.assign_id(&test.name);
            self.add_build_test(plan, test, id);
            return Ok(());
        };
        if let Some(known) = &self.compilation
            && file_name(&known.program) != run.program
        {
            let why = format!(
                "it runs {}, and the tests compile {}",
                quote_word(&run.program),
                quote_word(&known.program)
            );
            plan.notes.add_dropped(&test.place, why);
            return Ok(());
        }
        let (comparison, expected) = match &test.expected {
            Some((comparison, expected)) => (*comparison, expected.as_str()),
            // The exit code alone decides.
            None => (OutputMatch::Contains, ""),
        };
        let compare = match to_comparison(comparison, expected) {
            Ok(compare) => compare,
            Err(why) => {
                plan.notes.add_dropped(&test.place, why);
                return Ok(());
            }
        };
        let is_free = compare.as_ref().is_some_and(|it| it.checker.is_some());
        let id = self.names.assign_id(&test.name);
        let input = self.read_input(&run, &test.input)?;
        let mut output = Vec::new();
        if !is_free {
            output.extend_from_slice(expected.as_bytes());
            if !output.ends_with(b"\n") {
                output.push(b'\n');
            }
        }
        let mut case = ImportedCase::new(id.clone(), input, output);
        case.file.description = Some(test.name.as_str().into());
        case.file.args = to_list(&run.arguments);
        case.file.compare = compare.map(Into::into);
        case.file.limits = time_limit(test, &run);
        let text = match is_free {
            true => format!("the case {}: exit code 0 decides", quote_word(&id)),
            false => format!("the case {}", quote_word(&id)),
        };
        add_case(plan, test, case, text);
        Ok(())
    }

    /// Sources of the package that test what students hand in are compiled with every program: of those it compiles, files that are
    /// called tests.
    fn provide_test_programs(
        &mut self,
        plan: &mut ImportPlan,
        made: &ProgramCompilation,
    ) -> Result<(), ImportError> {
        let is_test = |path: &&String| {
            let path = path.to_lowercase();
            path.contains("test") || path.contains("check")
        };
        for source in made.sources.iter().filter(is_test) {
            if !self.package.has_file(source) {
                continue;
            }
            let bytes = self.package.read_bytes(source)?;
            let text = String::from_utf8_lossy(&bytes);
            if !unit_tests::has_main(&text) {
                continue;
            }
            // All files are in one folder here.
            let provided = unit_tests::without_folders(&text);
            let name = sanitize_name(file_name(source));
            plan.add_provided_file(&name, provided.into_bytes());
            let said = "a program of tests, compiled with every program (`provide`)";
            plan.notes.add_imported(escape_word(source), said);
            for file in unit_tests::tested_files(self.package, source, &text) {
                if is_header(&file) && !self.tested.contains(&file) {
                    self.tested.push(file);
                }
            }
            self.provided.push(source.clone());
        }
        Ok(())
    }

    /// Adds the unit tests that a test builds and runs; whether it does that.
    fn add_unit_tests(
        &mut self,
        plan: &mut ImportPlan,
        test: &ClassroomTest,
        commands: Option<&TestCommands>,
    ) -> Result<bool, ImportError> {
        let all = &self.test_files;
        let compilation = commands.and_then(|all| all.compilation.as_ref());
        let is_compiled = |file: &FrameworkTests| {
            let sources = compilation.map(|it| it.sources.as_slice());
            let sources = sources.unwrap_or_default();
            sources.iter().any(|source| {
                *source == file.path || is_all_sources(source) && !file.path.contains('/')
            })
        };
        let is_named = all.iter().any(is_compiled);
        let is_built = ["make", "cmake", "ctest"]
            .iter()
            .any(|word| test.setup.contains(word) || test.command.contains(word));
        let chosen: Vec<&FrameworkTests> = match is_named {
            true => all.iter().filter(|file| is_compiled(file)).collect(),
            false if is_built => all.iter().collect(),
            false => Vec::new(),
        };
        let Some(first) = chosen.first() else {
            return Ok(false);
        };
        let run = commands.and_then(|all| all.run.as_ref());
        let arguments = run.map(|run| run.arguments.as_slice()).unwrap_or_default();
        let only = unit_tests::selected_names(first.framework, arguments);
        let is_mixed = chosen.iter().any(|file| file.framework != first.framework);
        let Some(only) = only.filter(|_| !is_mixed && (!is_named || run.is_some())) else {
            let why = "which unit tests it runs is not known here";
            plan.notes.add_dropped(&test.place, why);
            return Ok(true);
        };
        if let Some(made) = compilation {
            let others = made.sources.iter();
            let others = others.filter(|source| {
                !is_all_sources(source) && !chosen.iter().any(|file| file.path == **source)
            });
            self.tested
                .extend(others.map(|source| file_name(source).to_owned()));
            self.flags = made.flags.clone();
        }
        for file in &chosen {
            self.tested.extend(file.tested_files(self.package));
        }
        let id = self.names.assign_id(&test.name);
        add_test_case(self.package, plan, test, id, &chosen, &only)?;
        Ok(true)
    }

    /// A test that only compiles.
    fn add_build_test(&mut self, plan: &mut ImportPlan, test: &ClassroomTest, id: String) {
        plan.criteria.push(RawCriterion {
            id: Some(id.into()),
            title: Some(test.name.clone()),
            points: Some(round_points(test.points).into()),
            build: Some("compiles".into()),
            ..RawCriterion::default()
        });
        let text = "a criterion with `build = \"compiles\"`";
        plan.notes.add_imported(&test.place, text);
    }

    fn read_input(&self, run: &ProgramRun, input: &str) -> Result<Vec<u8>, ImportError> {
        match (&run.input_file, &run.piped) {
            (Some(file), _) => self.package.read_bytes(file.trim_start_matches("./")),
            (None, Some(text)) => Ok(text.clone().into_bytes()),
            (None, None) => Ok(input.as_bytes().to_vec()),
        }
    }

    /// What students hand in: the sources that are compiled.
    fn add_sources(&self, plan: &mut ImportPlan, file: &str) {
        if self.compilation.is_none() && !self.tested.is_empty() {
            let mut sources: Vec<String> = Vec::new();
            for file in &self.tested {
                let name = sanitize_name(file);
                if !sources.contains(&name) {
                    sources.push(name);
                }
            }
            let text = format!("students hand in {}", quote_word(&sources.join(", ")));
            plan.notes.add_imported(file, text);
            plan.assignment.sources = Some(to_texts(sources));
            plan.assignment.toolchain = Some(to_names(&["g++"]));
            plan.assignment.flags = Some(self.flags.clone()).filter(|all| !all.is_empty());
            return;
        }
        let Some(made) = &self.compilation else {
            plan.assignment.sources = Some(to_texts(["*.cpp"]));
            plan.assignment.toolchain = Some(to_names(&["g++"]));
            let why =
                "no test says how the program is compiled: students hand in files ending in `.cpp`";
            plan.notes.add_dropped(file, why);
            return;
        };
        let own = made.sources.iter().filter(|it| !self.provided.contains(it));
        let mut sources: Vec<String> = own
            .map(|source| match is_all_sources(source) {
                true => source.clone(),
                false => sanitize_name(file_name(source)),
            })
            .collect();
        if !self.provided.is_empty() {
            sources.extend(self.tested.iter().map(|file| sanitize_name(file)));
        } else if sources.is_empty() {
            // Of `make hello` only the name of the program is known.
            let is_meant = |name: &&str| is_source(name) && file_stem(name) == made.program;
            let found = self.package.files_below("").map(file_name).find(is_meant);
            sources.push(found.map_or_else(|| format!("{}.cpp", made.program), str::to_owned));
        }
        let text = format!("students hand in {}", quote_word(&sources.join(", ")));
        plan.notes.add_imported(file, text);
        made.add_to(plan, sources);
    }
}

/// Adds the case of a test that runs files of a framework, of which only the tests count that `only` names.
fn add_test_case(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    test: &ClassroomTest,
    id: String,
    files: &[&FrameworkTests],
    only: &[String],
) -> Result<(), ImportError> {
    let folder = format!("testcases/{}", plan.id);
    let mut names = Vec::new();
    let mut expected = String::new();
    for file in files {
        let name = sanitize_name(file_name(&file.path));
        for (line, test) in file.selected(only) {
            expected += &format!("{name}:{line} {test}\n");
        }
        let target = format!("{folder}/{name}");
        plan.files.insert(target, package.read_bytes(&file.path)?);
        names.push(name);
    }
    // Catch2 comes with many packages as a header.
    for file in package.files_below("") {
        let name = file_name(file);
        if is_framework_file(name) && !names.iter().any(|known| known == name) {
            let target = format!("{folder}/{name}");
            plan.files.insert(target, package.read_bytes(file)?);
            names.push(name.to_owned());
        }
    }
    plan.files
        .insert(format!("{folder}/{id}.expected"), expected.into_bytes());
    let framework = files.first().map_or("catch2", |file| file.framework);
    let mut case = ImportedCase::new(id.clone(), Vec::new(), Vec::new());
    case.streams = None;
    case.file.kind = Some("tests".into());
    case.file.description = Some(test.name.as_str().into());
    case.file.tests = Some(OneOrMore::More(names).into());
    case.file.framework = Some(framework.into());
    case.file.only = to_list(only);
    let text = format!("the case {} of unit tests ({framework})", quote_word(&id));
    add_case(plan, test, case, text);
    Ok(())
}

/// Adds the case of a test, and its criterion; `said` notes that.
fn add_case(plan: &mut ImportPlan, test: &ClassroomTest, case: ImportedCase, said: String) {
    plan.notes.add_imported(&test.place, said);
    let criterion = case_criterion(case.id.clone(), test.points, std::slice::from_ref(&case.id));
    plan.cases.push(case);
    plan.criteria.push(RawCriterion {
        title: Some(test.name.clone()),
        ..criterion
    });
}

/// How the case is compared, where that differs from comparing all output; or why nothing here is like it.
fn to_comparison(comparison: OutputMatch, expected: &str) -> Result<Option<RawComparison>, String> {
    let expected = expected.trim().replace("\r\n", "\n");
    let pattern = match comparison {
        // No output at all is right then.
        OutputMatch::Exact if expected.is_empty() => return Ok(None),
        OutputMatch::Exact => format!(r"(?-im)\A\s*{}\s*\z", regex::escape(&expected)),
        OutputMatch::Contains => format!("(?-im){}", regex::escape(&expected)),
        OutputMatch::Pattern => format!("(?-im){}", anchor_text(&expected)),
    };
    let found = match regex::Regex::new(&pattern) {
        Ok(found) => found,
        // A text that is too long for a pattern.
        Err(_) if comparison == OutputMatch::Exact => return Ok(None),
        Err(_) => {
            return Err(format!(
                "the regular expression {} is one of JavaScript alone",
                quote_word(&expected)
            ));
        }
    };
    let is_anchored = ["^", "$", "\\b", "\\B"]
        .iter()
        .any(|it| expected.contains(it));
    match (found.is_match(""), comparison) {
        (false, _) => Ok(Some(RawComparison {
            patterns: Some(vec![pattern.into()]),
            ..RawComparison::default()
        })),
        // An empty text is a part of any output.
        (true, OutputMatch::Pattern) if is_anchored => Err(format!(
            "the regular expression {} also accepts no output at all, which patterns here do not",
            quote_word(&expected)
        )),
        (true, _) => Ok(Some(RawComparison {
            checker: Some(to_texts([ANYTHING])),
            ..RawComparison::default()
        })),
    }
}

/// A regular expression for output with white space at its ends, made of one for output without.
fn anchor_text(pattern: &str) -> String {
    let mut text = String::new();
    let mut in_class = false;
    let mut is_escaped = false;
    for letter in pattern.chars() {
        match letter {
            '^' if !in_class && !is_escaped => text.push_str(r"\A\s*"),
            '$' if !in_class && !is_escaped => text.push_str(r"\s*\z"),
            _ => text.push(letter),
        }
        match letter {
            '[' if !is_escaped => in_class = true,
            ']' if !is_escaped => in_class = false,
            _ => {}
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    text
}

/// The limit of processor time, where the test means the program.
fn time_limit(test: &ClassroomTest, run: &ProgramRun) -> Option<SpannedTable<RawRunLimits>> {
    let short = test
        .timeout
        .filter(|minutes| *minutes > 0.0 && *minutes < MINUTE);
    let limits = ImportedLimits {
        cpu: run.seconds.or(short.map(|minutes| minutes * 60.0)),
        ..ImportedLimits::default()
    };
    limits.to_table()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_output_becomes_what_matches_the_same_output() {
        let matches = |comparison, expected: &str, output: &str| {
            let compare = to_comparison(comparison, expected).unwrap().unwrap();
            let pattern = compare.patterns.unwrap()[0].get_ref().clone();
            regex::Regex::new(&pattern).unwrap().is_match(output)
        };
        assert!(matches(OutputMatch::Contains, "a {b}.", "x a {b}.\n"));
        assert!(!matches(OutputMatch::Contains, "Sum", "sum\n"));
        assert!(matches(OutputMatch::Pattern, "^Sum: [^a-c]+$", "Sum: 5\n"));
        assert!(!matches(OutputMatch::Pattern, "^5$", "4\n5\n6\n"));
        assert!(matches(OutputMatch::Pattern, r"cost \$5", "cost $5 or so"));
        assert!(matches(OutputMatch::Exact, "a\n  b.", "\n  a\n  b. \n\n"));
        for output in ["a\n b.\n", "a\n  b.\nc\n", "= a\n  b.\n", "A\n  b.\n"] {
            assert!(!matches(OutputMatch::Exact, "a\n  b.", output), "{output}");
        }
        for (expected, why) in [
            ("(?!x)y", "one of JavaScript alone"),
            ("^a*$", "also accepts no output"),
        ] {
            let found = to_comparison(OutputMatch::Pattern, expected).unwrap_err();
            assert!(found.contains(why), "{expected}: {found}");
        }
        for (comparison, expected) in [(OutputMatch::Pattern, "a*"), (OutputMatch::Contains, " ")] {
            let compare = to_comparison(comparison, expected).unwrap().unwrap();
            assert!(compare.checker.is_some(), "{expected}");
        }
        assert!(to_comparison(OutputMatch::Exact, "").unwrap().is_none());
    }
}
