//! Which function of a program is the one that a case asks for.
//!
//! The text says that `main` is replaced by testing code, so the function is right if that code would compile and link:
//! its name must be exactly the one in the text, and its parameters must take the arguments, which they do with or
//! without `const` and references and, for numbers, in any type that C++ converts to.

use super::symbols::DefinedFunction;
use model::{CppType, ParameterPassing, Prototype, PrototypeParameter};
use support::nearest;

/// A function that can be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionMatch {
    /// Which of the case's prototypes it fulfils.
    pub prototype: usize,
    /// Its real parameters.
    pub parameters: Vec<PrototypeParameter>,
    /// How its object knows it.
    pub linkage: Linkage,
}

/// How an object knows a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Linkage {
    /// By the name that C++ makes of its declaration.
    Cpp,
    /// By its bare name: it is declared `extern "C"`.
    C,
    /// By this symbol, which no other object sees until it is made global.
    Local(String),
    /// Not at all: the source has it, but the compiler made nothing of it that can be called from outside. The testing code
    /// is compiled together with the source.
    Included,
}

/// The function of one of these prototypes, and its place among the functions; or a sentence that says what there is instead: never
/// a function that another case has `asked` for.
///
/// # Errors
///
/// If there is no such function.
pub fn match_function(
    prototypes: &[Prototype],
    functions: &[DefinedFunction],
    asked: &[&str],
) -> Result<(FunctionMatch, usize), String> {
    let numbered = || prototypes.iter().enumerate();
    let found = numbered()
        .find_map(|(index, prototype)| {
            let exact = |actual: &[PrototypeParameter]| same_types(&prototype.parameters, actual);
            match_prototype(index, prototype, functions, &exact).or_else(|| {
                match_prototype(index, prototype, functions, &|actual| {
                    accepts_arguments(prototype, actual)
                })
            })
        })
        .or_else(|| {
            numbered().find_map(|(index, prototype)| match_c_linkage(index, prototype, functions))
        });
    found.ok_or_else(|| explain_missing(prototypes, functions, asked))
}

/// Whether only the sources may have the function: they call or define something of that name, and the object knows no
/// function of that name with other parameters.
pub fn may_be_hidden(
    prototypes: &[Prototype],
    functions: &[DefinedFunction],
    sources: &[(String, Vec<u8>)],
) -> bool {
    let Some(first) = prototypes.first() else {
        return false;
    };
    let is_known = functions.iter().any(|it| it.name == first.name);
    let mentions_it = |(_, source): &(String, Vec<u8>)| {
        mentions_call(&String::from_utf8_lossy(source), &first.name)
    };
    !is_known && sources.iter().any(mentions_it)
}

/// The function as only the sources have it, by each of its prototypes.
pub fn match_hidden(prototypes: &[Prototype]) -> Vec<FunctionMatch> {
    let included = prototypes
        .iter()
        .enumerate()
        .map(|(prototype, it)| FunctionMatch {
            prototype,
            parameters: it.parameters.clone(),
            linkage: Linkage::Included,
        });
    included.collect()
}

/// Whether a text has this word with a parenthesis behind it.
fn mentions_call(source: &str, name: &str) -> bool {
    source.match_indices(name).any(|(at, _)| {
        let before = &source[..at];
        let after = &source[at + name.len()..];
        !before.ends_with(is_word_character) && after.trim_start().starts_with('(')
    })
}

fn is_word_character(it: char) -> bool {
    it.is_alphanumeric() || it == '_'
}

fn match_prototype(
    index: usize,
    prototype: &Prototype,
    functions: &[DefinedFunction],
    suits: &dyn Fn(&[PrototypeParameter]) -> bool,
) -> Option<(FunctionMatch, usize)> {
    let mut named = functions
        .iter()
        .enumerate()
        .filter(|(_, it)| it.name == prototype.name);
    named.find_map(|(place, it)| {
        let parameters = it.parameters().filter(|actual| suits(actual))?;
        let linkage = if it.is_global {
            Linkage::Cpp
        } else {
            Linkage::Local(it.symbol.clone())
        };
        Some((
            FunctionMatch {
                prototype: index,
                parameters,
                linkage,
            },
            place,
        ))
    })
}

/// With the linkage of C a symbol says nothing of the parameters: they are taken for what was asked.
fn match_c_linkage(
    index: usize,
    prototype: &Prototype,
    functions: &[DefinedFunction],
) -> Option<(FunctionMatch, usize)> {
    let is_it = |it: &DefinedFunction| it.list.is_none() && it.name == prototype.name;
    let place = functions.iter().position(is_it)?;
    let it = functions.get(place)?;
    let linkage = if it.is_global {
        Linkage::C
    } else {
        Linkage::Local(it.symbol.clone())
    };
    Some((
        FunctionMatch {
            prototype: index,
            parameters: prototype.parameters.clone(),
            linkage,
        },
        place,
    ))
}

fn same_types(asked: &[PrototypeParameter], actual: &[PrototypeParameter]) -> bool {
    asked.len() == actual.len() && asked.iter().zip(actual).all(has_same_type_and_passing)
}

fn has_same_type_and_passing((asked, actual): (&PrototypeParameter, &PrototypeParameter)) -> bool {
    asked.cpp_type == actual.cpp_type && asked.passing == actual.passing
}

fn accepts_arguments(prototype: &Prototype, actual: &[PrototypeParameter]) -> bool {
    let asked = &prototype.parameters;
    asked.len() == actual.len()
        && asked
            .iter()
            .zip(actual)
            .all(|(asked, it)| is_convertible(asked, it))
}

/// Whether an argument of the asked type can be passed.
fn is_convertible(asked: &PrototypeParameter, actual: &PrototypeParameter) -> bool {
    match (asked.cpp_type, actual.cpp_type) {
        // Numbers are converted on the way, but not where the function wants to change the caller's own.
        (CppType::Scalar(_), CppType::Scalar(_))
            if actual.passing != ParameterPassing::Reference =>
        {
            true
        }
        // An array whose elements are constant does not go where they may be changed.
        (CppType::Array(one), CppType::Array(other)) => {
            one == other
                && (asked.passing == ParameterPassing::Value
                    || actual.passing == ParameterPassing::Constant)
        }
        (one, other) => one == other,
    }
}

/// Says that there is no such function, and what there is that looks like it.
fn explain_missing(
    prototypes: &[Prototype],
    functions: &[DefinedFunction],
    elsewhere: &[&str],
) -> String {
    let Some(asked) = prototypes.first() else {
        return String::new();
    };
    let sentence = format!("Your program has no function `{}`.", asked.text);
    match describe_similar(asked, functions, elsewhere) {
        Some(hint) => format!("{sentence} {hint}"),
        None => sentence,
    }
}

/// Whether the parameters are right but for a missing `const`, which keeps a constant array out.
fn lacks_const(asked: &Prototype, it: &DefinedFunction) -> bool {
    let asked = &asked.parameters;
    it.parameters().is_some_and(|actual| {
        asked.len() == actual.len() && asked.iter().zip(&actual).all(has_same_type)
    })
}

fn has_same_type((asked, actual): (&PrototypeParameter, &PrototypeParameter)) -> bool {
    asked.cpp_type == actual.cpp_type
}

fn describe_similar(
    asked: &Prototype,
    functions: &[DefinedFunction],
    elsewhere: &[&str],
) -> Option<String> {
    let name = asked.name.as_str();
    let same = |it: &&DefinedFunction| it.name == name;
    if let Some(it) = functions.iter().find(same) {
        return Some(format!(
            "It has `{}`, whose parameters cannot take the same arguments{}.",
            it.display_signature(),
            if lacks_const(asked, it) {
                ": what is `const` in the assignment must be `const` there, too"
            } else {
                ""
            }
        ));
    }
    let inside = |it: &&DefinedFunction| it.name.rsplit("::").next() == Some(name);
    if let Some(it) = functions.iter().find(inside) {
        return Some(format!(
            "It has `{}`, which is inside a class or a namespace.",
            it.display_signature()
        ));
    }
    let names = functions.iter().map(|it| it.name.as_str());
    let names: Vec<&str> = names.filter(|name| !elsewhere.contains(name)).collect();
    let (near, slips) = nearest::find_nearest(name, &names)?;
    let it = functions.iter().find(|it| it.name == near)?;
    let why = match slips {
        0 => "large and small letters count",
        slips if slips <= name.len() / 3 => "the name must be exactly the one that was asked for",
        _ => return None,
    };
    Some(format!("It has `{}`: {why}.", it.display_signature()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::parse_prototype;

    #[test]
    fn a_function_that_is_not_the_right_one_is_shown_as_students_write_it() {
        let text =
            "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >";
        let table = [
            (
                "int f(char c)",
                text.to_owned(),
                "It has `f(std::string)`, whose parameters cannot take the same arguments.",
            ),
            (
                "int f(char c)",
                format!("std::vector<{text}, std::allocator<{text} > >"),
                "It has `f(std::vector<std::string>)`, whose parameters cannot take the same arguments.",
            ),
            (
                "int f(const char grid[], int n)",
                "char*, int".to_owned(),
                "It has `f(char*, int)`, whose parameters cannot take the same arguments: \
                 what is `const` in the assignment must be `const` there, too.",
            ),
        ];
        for (prototype, list, hint) in table {
            let prototypes = vec![parse_prototype(prototype).unwrap()];
            let it = DefinedFunction {
                symbol: "f".to_owned(),
                name: "f".to_owned(),
                list: Some(list),
                is_global: true,
            };
            let told = match_function(&prototypes, &[it], &[]).unwrap_err();
            assert_eq!(
                told,
                format!("Your program has no function `{prototype}`. {hint}")
            );
        }
    }
}
