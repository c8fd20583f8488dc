//! What a case of kind `call` says: a prototype, and calls with their arguments.

use std::ops::Range;

use super::choices::parse_keyword;
use super::config_file::ConfigFile;
use super::keywords::PRINTED;
use super::raw;
use super::spanned::{Spanned, SpannedTable};
use super::values::parse_value;
use super::words;
use cpp::functions;
use model::{CallExpectation, CaseCall, CppType, FunctionCase, Prototype};

/// The function and the calls that were typed.
pub(super) fn parse_function_case(
    config: &ConfigFile<'_>,
    raw: &raw::RawCase,
) -> Option<FunctionCase> {
    let prototypes = parse_prototypes(config, raw.prototype.as_ref())?;
    if raw.calls.is_empty() {
        let text =
            "missing key `calls`: expected a list of calls, each such as `{ arguments = [4, 3] }`";
        config.report(&(0..0), text);
    }
    let first = prototypes.first()?;
    let calls = raw
        .calls
        .iter()
        .filter_map(|typed| parse_call(config, first, typed))
        .collect();
    let printed = raw.printed.as_ref();
    let printed = printed.and_then(|word| parse_keyword(config, "printed", word, PRINTED));
    Some(FunctionCase {
        calls,
        printed: printed.flatten(),
        prototypes,
    })
}

fn parse_prototypes(
    config: &ConfigFile<'_>,
    typed: Option<&Spanned<raw::OneOrMore>>,
) -> Option<Vec<Prototype>> {
    let shape = "expected the function's declaration, such as `\"int idxToRow(int idx, int dim)\"`";
    let Some(typed) = typed else {
        config.report(&(0..0), format!("missing key `prototype`: {shape}"));
        return None;
    };
    let texts = typed.get_ref().as_slice();
    if texts.is_empty() {
        config.report(&typed.span(), format!("`prototype` is empty: {shape}"));
    }
    let prototypes: Vec<Prototype> = texts
        .iter()
        .filter_map(|text| parse_prototype(config, &typed.span(), text))
        .collect();
    let (first, others) = prototypes.split_first()?;
    check_parameters(config, &typed.span(), first, others);
    (prototypes.len() == texts.len()).then_some(prototypes)
}

fn parse_prototype(config: &ConfigFile<'_>, at: &Range<usize>, text: &str) -> Option<Prototype> {
    let parsed = functions::parse_prototype(text).and_then(|it| {
        if it.name == "main" {
            Err("`main` is never called".to_owned())
        } else {
            Ok(it)
        }
    });
    parsed
        .map_err(|reason| config.report(at, format!("the prototype `{text}`: {reason}")))
        .ok()
}

/// Arguments are given to the first prototype; the others take some of them by name, and nothing else.
fn check_parameters(
    config: &ConfigFile<'_>,
    at: &Range<usize>,
    first: &Prototype,
    others: &[Prototype],
) {
    let is_named = |it: &model::PrototypeParameter| !it.name.is_empty();
    if !first.parameters.iter().all(is_named) {
        let text = format!(
            "the prototype `{}`: every parameter needs a name",
            first.text
        );
        config.report(at, text);
    }
    for other in others {
        let unknown = other.parameters.iter().find(|it| {
            !first
                .parameters
                .iter()
                .any(|known| known.name == it.name && known.cpp_type == it.cpp_type)
        });
        if let Some(unknown) = unknown {
            let text = format!(
                "the prototype `{}`: the first prototype has no parameter `{}` of that type",
                other.text, unknown.name
            );
            config.report(at, text);
        }
        if other.name != first.name || other.returned != first.returned {
            let text = "all prototypes of a case must have the same name and return the same type";
            config.report(at, text);
        }
    }
}

fn parse_call(
    config: &ConfigFile<'_>,
    prototype: &Prototype,
    SpannedTable { at, body }: &SpannedTable<raw::RawCall>,
) -> Option<CaseCall> {
    let Some(typed) = &body.arguments else {
        config.report(
            at,
            "missing key `arguments`: expected a list, one for each parameter",
        );
        return None;
    };
    let wanted = prototype.parameters.len();
    let found = typed.get_ref().len();
    if wanted != found {
        let text = format!(
            "found {found} arguments, expected {wanted}: `{}`",
            prototype.text
        );
        config.report(&typed.span(), text);
        return None;
    }
    let pairs = prototype.parameters.iter().zip(typed.get_ref());
    let arguments: Vec<_> = pairs
        .map(|(it, typed)| parse_value(config, &it.name, it.cpp_type, typed))
        .collect();
    let given = parse_call_expectation(config, prototype, body);
    let arguments = arguments.into_iter().collect::<Option<_>>()?;
    Some(CaseCall {
        arguments,
        expectation: given,
        line: config.line_number(at),
    })
}

fn parse_call_expectation(
    config: &ConfigFile<'_>,
    prototype: &Prototype,
    body: &raw::RawCall,
) -> CallExpectation {
    let returned = body
        .returns
        .as_ref()
        .and_then(|typed| match prototype.returned {
            Some(of) => parse_value(config, "returns", of, typed),
            None => {
                config.report(
                    &typed.span(),
                    format!("`{}` returns nothing", prototype.text),
                );
                None
            }
        });
    let after = body.after.iter().filter_map(|(name, typed)| {
        let (place, of) = find_changeable_parameter(config, prototype, name)?;
        Some((place, parse_value(config, name.get_ref(), of, typed)?))
    });
    let printed = body.prints.as_ref().map(|lines| {
        for line in lines
            .iter()
            .filter(|line| line.get_ref().contains(['\n', '\r']))
        {
            config.report(
                &line.span(),
                "a printed line is one line: write each as a string of its own",
            );
        }
        raw::to_strings(lines)
    });
    CallExpectation {
        returned,
        after: after.collect(),
        printed,
    }
}

/// The parameter of this name, if a call can change what was passed to it.
fn find_changeable_parameter(
    config: &ConfigFile<'_>,
    prototype: &Prototype,
    name: &raw::Text,
) -> Option<(usize, CppType)> {
    let changeable = || {
        prototype
            .parameters
            .iter()
            .enumerate()
            .filter(|(_, it)| it.shows_changes())
    };
    let found = changeable().find(|(_, it)| it.name == *name.get_ref());
    if found.is_none() {
        let names: Vec<&str> = changeable().map(|(_, it)| it.name.as_str()).collect();
        let text = words::describe_unknown("array or reference parameter", name.get_ref(), &names);
        config.report(&name.span(), text);
    }
    found.map(|(place, it)| (place, it.cpp_type))
}
