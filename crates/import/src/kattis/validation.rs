//! How output is judged.

use super::super::error::ImportError;
use super::super::notes::{escape_word, format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::{ImportPlan, to_list, tolerance_table};
use super::super::programs;
use super::metadata::{FILE, KattisMetadata};
use rubric::raw::{RawComparison, to_texts};

/// How the cases of a problem are judged.
#[derive(Debug)]
pub(super) enum KattisValidator {
    /// By Kattis' own validator with flags.
    Default,
    /// By a program of the package with flags.
    Program,
}

/// The rule of the problem, which becomes that of the assignment.
pub(super) fn convert_validation(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    metadata: &KattisMetadata,
) -> Result<KattisValidator, ImportError> {
    let place = format_place(FILE, metadata.flags_line.max(1));
    if !metadata.is_custom {
        let mut compare = convert_default_validator(&metadata.flags, plan, &place);
        compare.scope = Some("output".into());
        compare.numbers = compare
            .numbers
            .filter(|numbers| *numbers != tolerance_table(0.0, 0.0));
        plan.compare = compare;
        let text = "Kattis' own validator: words are compared (`whitespace = \"tokens\"`), and what its flags say";
        plan.notes.add_imported("validation", text);
        return Ok(KattisValidator::Default);
    }
    let path = find_validator(package, plan)?;
    let words = programs::add_judge_program(package, plan, &path, &[])?;
    let is_one_run = !metadata.is_interactive && metadata.passes.is_none();
    plan.compare.scope = Some("output".into()).filter(|_| is_one_run);
    plan.compare.protocol = Some("kattis".into());
    plan.compare.checker_args = to_list(&metadata.flags);
    if metadata.is_interactive {
        plan.compare.interactor = Some(to_texts(words));
        plan.notes.add_imported(
            escape_word(&path),
            "the interactor, with `protocol = \"kattis\"`",
        );
    } else {
        plan.compare.checker = Some(to_texts(words));
        plan.notes.add_imported(
            escape_word(&path),
            "the checker, with `protocol = \"kattis\"`",
        );
    }
    plan.compare.passes = metadata.passes.map(Into::into);
    Ok(KattisValidator::Program)
}

/// The program that validates: one of them, if there are several.
fn find_validator(package: &ImportPackage, plan: &mut ImportPlan) -> Result<String, ImportError> {
    // The newer form has one program, and its files may stand in the folder itself.
    if package.has_folder("output_validator") {
        let names = package.names_in("output_validator");
        return Ok(match names.first() {
            Some(only) if names.len() == 1 => format!("output_validator/{only}"),
            _ => "output_validator".to_owned(),
        });
    }
    let names = package.names_in("output_validators");
    let is_program = |name: &&String| {
        let path = format!("output_validators/{name}");
        package.has_folder(&path) || programs::is_source(name) || name.ends_with(".py")
    };
    let mut all = names.iter().filter(is_program);
    // A program in another language is refused with its name: it is there, and cannot be used.
    let in_other_language = || {
        names
            .iter()
            .find(|name| programs::is_in_other_language(name))
    };
    let Some(first) = all.next().or_else(in_other_language) else {
        let why = "the validator is missing: expected a program in `output_validators/`";
        return Err(package.mistake_error(FILE, None, why));
    };
    for other in all {
        let place = escape_word(&format!("output_validators/{other}"));
        plan.notes
            .add_dropped(place, "one checker decides: this is a second validator");
    }
    Ok(format!("output_validators/{first}"))
}

/// What flags of Kattis' own validator mean. All is said, so that it may take the place of anything.
pub(super) fn convert_default_validator(
    flags: &[String],
    plan: &mut ImportPlan,
    place: &str,
) -> RawComparison {
    let mut compare = RawComparison {
        whitespace: Some("tokens".into()),
        case_sensitive: Some(false.into()),
        ..RawComparison::default()
    };
    let mut abs = 0.0;
    let mut rel = 0.0;
    let mut words = flags.iter();
    while let Some(word) = words.next() {
        let mut tolerance = || -> f64 {
            let number = words.next().and_then(|word| word.parse().ok());
            let number = number.filter(|it: &f64| it.is_finite() && *it >= 0.0);
            number.unwrap_or_else(|| {
                plan.notes.add_dropped(
                    place,
                    format!("{} needs a number behind it", quote_word(word)),
                );
                0.0
            })
        };
        match word.as_str() {
            "case_sensitive" => compare.case_sensitive = Some(true.into()),
            "space_change_sensitive" => compare.whitespace = Some("exact".into()),
            "float_absolute_tolerance" => abs = tolerance(),
            "float_relative_tolerance" => rel = tolerance(),
            "float_tolerance" => {
                abs = tolerance();
                rel = abs;
            }
            other => plan.notes.add_dropped(
                place,
                format!("the flag {} is not known", quote_word(other)),
            ),
        }
    }
    compare.numbers = Some(tolerance_table(abs, rel));
    compare
}
