//! How output is judged.

use super::super::error::ImportError;
use super::super::notes::{at, code, plain};
use super::super::package::Package;
use super::super::plan::{Compare, Plan};
use super::super::programs;
use super::metadata::{FILE, Metadata};

/// How the cases of a problem are judged.
#[derive(Debug)]
pub(super) enum Rule {
    /// By Kattis' own validator with flags.
    Default,
    /// By a program of the package with flags.
    Program,
}

/// The rule of the problem, which becomes that of the assignment.
pub(super) fn of_problem(
    package: &Package,
    plan: &mut Plan,
    metadata: &Metadata,
) -> Result<Rule, ImportError> {
    let place = at(FILE, metadata.flags_line.max(1));
    if !metadata.is_custom {
        let mut compare = default_validator(&metadata.flags, plan, &place);
        compare.scope = Some("output");
        compare.numbers = compare.numbers.filter(|numbers| *numbers != (0.0, 0.0));
        plan.compare = compare;
        let text = "Kattis' own validator: words are compared (`whitespace = \"tokens\"`), and what its flags say";
        plan.notes.carry("validation", text);
        return Ok(Rule::Default);
    }
    let path = validator(package, plan)?;
    let words = programs::judge(package, plan, &path, &[])?;
    plan.compare.scope = Some("output").filter(|_| !metadata.is_interactive);
    plan.compare.protocol = Some("kattis");
    plan.compare.checker_args.clone_from(&metadata.flags);
    if metadata.is_interactive {
        plan.compare.interactor = words;
        plan.notes.carry(plain(&path), "the interactor, with `protocol = \"kattis\"`");
    } else {
        plan.compare.checker = words;
        plan.notes.carry(plain(&path), "the checker, with `protocol = \"kattis\"`");
    }
    plan.compare.passes = metadata.passes;
    Ok(Rule::Program)
}

/// The program that validates: one of them, if there are several.
fn validator(package: &Package, plan: &mut Plan) -> Result<String, ImportError> {
    // The newer form has one program, and its files may stand in the folder itself.
    if package.has_folder("output_validator") {
        let names = package.inside("output_validator");
        return Ok(match names.first() {
            Some(only) if names.len() == 1 => format!("output_validator/{only}"),
            _ => "output_validator".to_owned(),
        });
    }
    let names = package.inside("output_validators");
    let is_program = |name: &&String| {
        let path = format!("output_validators/{name}");
        package.has_folder(&path) || programs::is_source(name) || name.ends_with(".py")
    };
    let mut all = names.iter().filter(is_program);
    // A program in another language is refused with its name: it is there, and cannot be used.
    let in_other_language = || names.iter().find(|name| programs::is_in_other_language(name));
    let Some(first) = all.next().or_else(in_other_language) else {
        let why = "the validator is missing: expected a program in `output_validators/`";
        return Err(package.mistake(FILE, None, why));
    };
    for other in all {
        let place = plain(&format!("output_validators/{other}"));
        plan.notes.lose(place, "one checker decides: this is a second validator");
    }
    Ok(format!("output_validators/{first}"))
}

/// What flags of Kattis' own validator mean. All is said, so that it may take the place of anything.
pub(super) fn default_validator(flags: &[String], plan: &mut Plan, place: &str) -> Compare {
    let mut compare = Compare {
        whitespace: Some("tokens"),
        case_sensitive: Some(false),
        numbers: Some((0.0, 0.0)),
        ..Compare::default()
    };
    let (mut abs, mut rel) = (0.0, 0.0);
    let mut words = flags.iter();
    while let Some(word) = words.next() {
        let mut tolerance = || -> f64 {
            let number = words.next().and_then(|word| word.parse().ok());
            let number = number.filter(|it: &f64| it.is_finite() && *it >= 0.0);
            number.unwrap_or_else(|| {
                plan.notes.lose(place, format!("{} needs a number behind it", code(word)));
                0.0
            })
        };
        match word.as_str() {
            "case_sensitive" => compare.case_sensitive = Some(true),
            "space_change_sensitive" => compare.whitespace = Some("exact"),
            "float_absolute_tolerance" => abs = tolerance(),
            "float_relative_tolerance" => rel = tolerance(),
            "float_tolerance" => {
                abs = tolerance();
                rel = abs;
            }
            other => plan.notes.lose(place, format!("the flag {} is not known", code(other))),
        }
    }
    compare.numbers = Some((abs, rel));
    compare
}
