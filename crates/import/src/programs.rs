//! Programs of a package: which can be built here, and where they belong in the course.

use std::path::Path;

use super::error::ImportError;
use super::notes::{escape_word, quote_word};
use super::package::ImportPackage;
use super::plan::{ImportPlan, ImportedTool, JUDGE_FLAGS, to_list};
use super::python;
use rubric::raw::RawCalibration;

/// Files that the compiler is given, and those that others include.
const SOURCES: [&str; 6] = ["cpp", "cc", "cxx", "c++", "C", "c"];
const HEADERS: [&str; 5] = ["h", "hpp", "hh", "hxx", "inl"];

/// The ending of a file's name, without its dot; empty if it has none.
pub(super) fn file_extension(file: &str) -> &str {
    Path::new(file)
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default()
}

/// Whether the compiler is given such a file.
pub(super) fn is_source(file: &str) -> bool {
    SOURCES.contains(&file_extension(file))
}

/// Whether sources include such a file.
pub(super) fn is_header(file: &str) -> bool {
    HEADERS.contains(&file_extension(file))
}

/// The last part of a path.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Adds a file of the package that is compiled with every program.
pub(super) fn provide_file(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    file: &str,
) -> Result<(), ImportError> {
    let bytes = package.read_bytes(file)?;
    plan.add_provided_file(&sanitize_name(file_name(file)), bytes);
    plan.notes
        .add_imported(escape_word(file), "compiled with every program (`provide`)");
    Ok(())
}

/// The name of a file without its ending.
pub(super) fn file_stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// What a program is written in, for a message.
pub(super) fn describe_language(file: &str) -> String {
    match (other_language(file), file_extension(file)) {
        (Some(name), _) => format!("it is in {name}, and only C and C++ are built here"),
        (None, "") => "it is in no language that is known".to_owned(),
        (None, other) => format!("files ending in {} are not built here", quote_word(other)),
    }
}

/// The language of a program that is not built here; none where it is not known.
fn other_language(file: &str) -> Option<&'static str> {
    Some(match file_extension(file) {
        "py" | "py2" | "py3" => "Python",
        "java" => "Java",
        "kt" => "Kotlin",
        "rs" => "Rust",
        "go" => "Go",
        "js" => "JavaScript",
        "cs" => "C#",
        "hs" => "Haskell",
        _ => return None,
    })
}

/// Whether a file is a program in a known language that is not built here.
pub(super) fn is_in_other_language(file: &str) -> bool {
    other_language(file).is_some()
}

/// The files of a program: a file, or all that is in a folder.
pub(super) fn program_files(package: &ImportPackage, path: &str) -> Vec<String> {
    if package.has_file(path) {
        return vec![path.to_owned()];
    }
    package.files_below(path).map(str::to_owned).collect()
}

/// Copies a program into `folder` of the course; the value has its sources and headers there, sources first. None, with a note, if it is
/// in no language that is built here.
pub(super) fn copy_program(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    path: &str,
    folder: &str,
) -> Result<Option<Vec<String>>, ImportError> {
    let files = program_files(package, path);
    let Some(first) = files.iter().find(|file| is_source(file)) else {
        let example = files.first().map_or(path, String::as_str);
        plan.notes
            .add_remark(escape_word(path), describe_language(example));
        return Ok(None);
    };
    let first = first.clone();
    let mut sources = Vec::new();
    for file in files
        .iter()
        .filter(|file| is_source(file) || is_header(file))
    {
        let target = format!("{folder}/{}", sanitize_name(file_name(file)));
        if sources.contains(&target) {
            plan.notes.add_dropped(
                escape_word(file),
                "another file of the program has the same name",
            );
            continue;
        }
        plan.files.insert(target.clone(), package.read_bytes(file)?);
        // The program is named after its first source.
        let place = if *file == first { 0 } else { sources.len() };
        sources.insert(place, target);
    }
    Ok(Some(sources))
}

/// A name of a file that means the same everywhere.
pub(super) fn sanitize_name(name: &str) -> String {
    let is_part = |it: char| it.is_ascii_alphanumeric() || "._+-".contains(it);
    let name: String = name
        .chars()
        .map(|it| if is_part(it) { it } else { '_' })
        .collect();
    match name.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_') {
        true => name,
        false => format!("_{name}"),
    }
}

/// The same of each part of a path.
pub(super) fn sanitize_path(path: &str) -> String {
    let parts: Vec<String> = path.split('/').map(sanitize_name).collect();
    parts.join("/")
}

/// Copies the files of a folder of the package, and of the folders in it, into one folder of the course.
pub(super) fn copy_files(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    from: &str,
    to: &str,
) -> Result<(), ImportError> {
    for file in package.files_below(from) {
        let target = format!("{to}/{}", sanitize_name(file_name(file)));
        plan.files.insert(target, package.read_bytes(file)?);
    }
    Ok(())
}

/// Takes a program for a calibration program; `known` has what is known of it.
pub(super) fn add_calibration_program(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    path: &str,
    known: RawCalibration,
    said: &str,
) -> Result<(), ImportError> {
    let name = file_name(path);
    let stem = Path::new(name)
        .file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or(name);
    let group = path.rsplit('/').nth(1).unwrap_or("programs");
    let mut folder = format!(
        "calibration/{}/{}/{}",
        plan.id,
        sanitize_name(group),
        sanitize_name(stem)
    );
    let is_taken = |folder: &str, plan: &ImportPlan| {
        plan.files
            .keys()
            .any(|file| file.starts_with(&format!("{folder}/")))
    };
    while is_taken(&folder, plan) {
        folder += "_";
    }
    let target = format!("{folder}/{}", sanitize_name(name));
    python::keep_accepted_program(package, plan, path, (target, &known))?;
    if let Some(sources) = copy_program(package, plan, path, &folder)? {
        plan.notes
            .add_imported(escape_word(path), format!("a calibration program: {said}"));
        plan.calibration.push(RawCalibration {
            sources: to_list(sources),
            ..known
        });
    }
    Ok(())
}

/// Takes a program of the package for one that judges: the words that start it. One that cannot be built here is an error, because the
/// course could not grade without it.
pub(super) fn add_judge_program(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    path: &str,
    flags: &[String],
) -> Result<Vec<String>, ImportError> {
    let folder = judge_folder(plan, path);
    let files = program_files(package, path);
    let is_python = |file: &&String| file_extension(file) == "py";
    if let Some(script) = files
        .iter()
        .find(|file| file.ends_with("/build") || file.ends_with("/run"))
    {
        let why = "it builds or runs the checker, and nothing of a package is executed: remove it and leave sources in C++ or \
                   a program in Python, which the course needs to grade";
        return Err(package.mistake_error(script, None, why));
    }
    if !files.is_empty() && files.iter().all(|file| is_python(&file)) {
        for file in &files {
            let target = format!("{folder}/{}", sanitize_name(file_name(file)));
            plan.files.insert(target, package.read_bytes(file)?);
        }
        let start = match files.as_slice() {
            [only] => format!("{folder}/{}", sanitize_name(file_name(only))),
            _ => folder,
        };
        return Ok(vec!["python3".to_owned(), start]);
    }
    let Some(sources) = copy_program(package, plan, path, &folder)? else {
        let example = files.first().map_or(path, String::as_str);
        let why = format!(
            "it decides what is right, and the course cannot grade without it: {}; write it in C++ or Python",
            describe_language(example)
        );
        return Err(package.mistake_error(path, None, &why));
    };
    let name = sanitize_name(file_name(path));
    let program = format!("checkers/{}/{name}.program", plan.id);
    let usual = JUDGE_FLAGS.map(str::to_owned);
    let has_standard = flags.iter().any(|flag| flag.starts_with("-std="));
    let usual = usual
        .into_iter()
        .filter(|flag| !(has_standard && flag.starts_with("-std=")));
    let flags = usual.chain(flags.iter().cloned()).collect();
    plan.tools.push(ImportedTool {
        sources,
        program: program.clone(),
        place: escape_word(path),
        flags,
    });
    Ok(vec![program])
}

/// The folder of the course with the files of a judge's program, by the program's path in the package.
fn judge_folder(plan: &ImportPlan, program: &str) -> String {
    let name = sanitize_name(file_name(program));
    format!("checkers/{}/{name}.d", plan.id)
}

/// The path in the course of a further file of a judge's program.
pub(super) fn judge_file_path(plan: &ImportPlan, program: &str, file: &str) -> String {
    let folder = judge_folder(plan, program);
    format!("{folder}/{}", sanitize_name(file_name(file)))
}

/// Adds a further file to the program that `add_judge_program` added last, and has it compiled with the others.
pub(super) fn add_judge_file(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    program: &str,
    file: &str,
) -> Result<(), ImportError> {
    let target = judge_file_path(plan, program, file);
    let bytes = package.read_bytes(file)?;
    let is_new = plan.files.insert(target.clone(), bytes).is_none();
    if let Some(tool) = plan.tools.last_mut().filter(|_| is_new) {
        tool.sources.push(target);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{PackageFormat, test_package};

    #[test]
    fn a_checker_that_cannot_be_built_here_is_an_error_that_says_what_to_do() {
        let custom = "name: Sum\nvalidation: custom\n";
        let cannot = "write it in C++ or Python";
        let table: [(&[&str], &str); 6] = [
            (
                &["Check.java"],
                "it is in Java, and only C and C++ are built here",
            ),
            (
                &["check/Check.java"],
                "output_validators/check: it decides what is right",
            ),
            (
                &["check/check.rs"],
                "it is in Rust, and only C and C++ are built here",
            ),
            (&["check/check"], "it is in no language that is known"),
            (
                &["check/build", "check/check.cpp"],
                "output_validators/check/build: it builds or runs the checker",
            ),
            (
                &["check/run", "check/check.py"],
                "output_validators/check/run: it builds or runs the checker",
            ),
        ];
        for (files, said) in table {
            let names: Vec<String> = files
                .iter()
                .map(|file| format!("output_validators/{file}"))
                .collect();
            let mut package = vec![
                ("problem.yaml", custom),
                ("data/secret/1.in", "1 2\n"),
                ("data/secret/1.ans", "3\n"),
            ];
            package.extend(names.iter().map(|name| (name.as_str(), "")));
            let error = test_package::read_files(PackageFormat::Kattis, &package)
                .unwrap_err()
                .to_string();
            assert!(error.contains(said), "{files:?}: {error}");
            assert!(
                files.len() > 1 || error.contains(cannot),
                "{files:?}: {error}"
            );
        }
    }
}
