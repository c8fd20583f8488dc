//! Declarations as an assignment's text writes them, and parameter lists as symbol tables tell them.

use model::{CppInteger, CppScalar, CppType, ParameterPassing, Prototype, PrototypeParameter};

const INTEGERS: [CppInteger; 10] = [
    integer_type("int", i32::MIN as i128, i32::MAX as i128),
    integer_type("unsigned int", 0, u32::MAX as i128),
    integer_type("long", i64::MIN as i128, i64::MAX as i128),
    integer_type("unsigned long", 0, u64::MAX as i128),
    integer_type("long long", i64::MIN as i128, i64::MAX as i128),
    integer_type("unsigned long long", 0, u64::MAX as i128),
    integer_type("short", i16::MIN as i128, i16::MAX as i128),
    integer_type("unsigned short", 0, u16::MAX as i128),
    integer_type("signed char", i8::MIN as i128, i8::MAX as i128),
    integer_type("unsigned char", 0, u8::MAX as i128),
];

/// The types that a message names: one of each kind.
const KNOWN: &str = "`bool`, `char`, `int`, `long long`, `unsigned`, `double`, `std::string`, `vector<int>`, arrays \
    such as `char grid[]`, and references to them";

const fn integer_type(spelled: &'static str, least: i128, most: i128) -> CppInteger {
    CppInteger {
        spelled,
        least,
        most,
    }
}

/// Reads a declaration such as `int checkForWinner(char grid[], int dim)`.
///
/// # Errors
///
/// What is wrong with it, in a sentence.
pub fn parse_prototype(text: &str) -> Result<Prototype, String> {
    let text = text.trim().trim_end_matches(';').trim_end();
    let shape = "expected a prototype such as `int idxToRow(int idx, int dim)`";
    let (head, rest) = text.split_once('(').ok_or(shape)?;
    let list = rest.strip_suffix(')').ok_or(shape)?;
    let head = head.trim_end();
    let start = head.rfind(|it: char| !is_word(it)).map_or(0, |at| at + 1);
    let (returned, name) = head.split_at(start);
    if !is_name(name) || returned.trim().is_empty() {
        return Err(shape.to_owned());
    }
    let returned = match returned.trim() {
        "void" => None,
        other => match parse_parameter(other)? {
            PrototypeParameter {
                cpp_type: of,
                passing: ParameterPassing::Value,
                ..
            } if !matches!(of, CppType::Array(_)) => Some(of),
            _ => return Err(format!("`{other}` cannot be returned: expected a value")),
        },
    };
    let text = text.to_owned();
    let name = name.to_owned();
    Ok(Prototype {
        text,
        name,
        returned,
        parameters: parse_parameters(list)?,
    })
}

/// Reads a list of parameters, with or without names.
///
/// # Errors
///
/// If one has a type that this module does not know.
pub(super) fn parse_parameters(list: &str) -> Result<Vec<PrototypeParameter>, String> {
    let list = simplify_types(list);
    match list.trim() {
        "" | "void" => Ok(Vec::new()),
        list => list.split(',').map(parse_parameter).collect(),
    }
}

/// The library's own spelling of its types, as sources write them.
pub(super) fn simplify_types(list: &str) -> String {
    const ALLOCATOR: &str = ", std::allocator<";
    let mut list = list.replace(
        "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >",
        "std::string",
    );
    while let Some(start) = list.find(ALLOCATOR) {
        let Some(length) = list[start + ALLOCATOR.len()..].find('>') else {
            break;
        };
        list.replace_range(start..=start + ALLOCATOR.len() + length, "");
    }
    list
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_' || character == ':'
}

fn is_name(word: &str) -> bool {
    !word.is_empty()
        && !word.starts_with(|first: char| first.is_ascii_digit())
        && word
            .chars()
            .all(|it| it.is_ascii_alphanumeric() || it == '_')
}

fn parse_parameter(text: &str) -> Result<PrototypeParameter, String> {
    let unknown = || {
        format!(
            "`{}` has a type that cannot be called with: known are {KNOWN}",
            text.trim()
        )
    };
    let mut tokens = split_tokens(text);
    let is_array = tokens.last().is_some_and(|last| *last == "]");
    if is_array {
        let opening = tokens
            .iter()
            .position(|token| *token == "[")
            .ok_or_else(unknown)?;
        let size = &tokens[opening + 1..tokens.len() - 1];
        if size.len() > 1 || !size.iter().all(is_array_size) {
            return Err(unknown());
        }
        tokens.truncate(opening);
    }
    let name = parameter_name(&mut tokens);
    let mut marks = Vec::new();
    while let Some(mark) = tokens
        .last()
        .filter(|last| ["*", "&", "const"].contains(last))
    {
        marks.push(*mark);
        tokens.pop();
    }
    let constant = marks.contains(&"const") || tokens.contains(&"const");
    tokens.retain(|token| *token != "const");
    let signs: String = marks
        .iter()
        .filter(|mark| **mark != "const")
        .copied()
        .collect();
    let base = parse_type(&tokens).ok_or_else(unknown)?;
    let (of, passing) = match (base, signs.as_str(), is_array, constant) {
        (CppType::Scalar(scalar), "", true, _) | (CppType::Scalar(scalar), "*", false, _) => {
            let passing = if constant {
                ParameterPassing::Constant
            } else {
                ParameterPassing::Value
            };
            (CppType::Array(scalar), passing)
        }
        (of, "", false, _) => (of, ParameterPassing::Value),
        (of, "&", false, true) => (of, ParameterPassing::Constant),
        (of, "&", false, false) => (of, ParameterPassing::Reference),
        _ => return Err(unknown()),
    };
    Ok(PrototypeParameter {
        name,
        cpp_type: of,
        passing,
    })
}

fn is_array_size(token: &&str) -> bool {
    token.bytes().all(|byte| byte.is_ascii_digit())
}

/// Takes the parameter's name from the end, if it has one.
fn parameter_name(tokens: &mut Vec<&str>) -> String {
    let is_parameter = tokens.len() > 1
        && tokens
            .last()
            .is_some_and(|last| is_name(last) && !WORDS.contains(last));
    if is_parameter {
        tokens.pop().unwrap_or_default().to_owned()
    } else {
        String::new()
    }
}

/// Words that are part of a type and so never a parameter's name.
const WORDS: [&str; 11] = [
    "const", "signed", "unsigned", "short", "long", "int", "char", "bool", "float", "double",
    "string",
];

fn split_tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if is_word(first) {
            rest.find(|it: char| !is_word(it)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

/// The type that these words name.
fn parse_type(words: &[&str]) -> Option<CppType> {
    match words {
        ["string" | "std::string"] => Some(CppType::Text),
        ["vector" | "std::vector", "<", inner @ .., ">"] => {
            parse_scalar(inner).map(CppType::Vector)
        }
        _ => parse_scalar(words).map(CppType::Scalar),
    }
}

/// The type of these words if it holds one value, whatever their order: `long unsigned int` is `unsigned long`.
pub(crate) fn parse_scalar(words: &[&str]) -> Option<CppScalar> {
    match words {
        ["bool"] => Some(CppScalar::Bool),
        ["char"] => Some(CppScalar::Char),
        ["float"] => Some(CppScalar::Real("float")),
        ["double"] => Some(CppScalar::Real("double")),
        _ => parse_integer_type(words),
    }
}

fn parse_integer_type(words: &[&str]) -> Option<CppScalar> {
    const ORDER: [&str; 6] = ["signed", "unsigned", "short", "long", "int", "char"];
    let known = !words.is_empty() && words.iter().all(|word| ORDER.contains(word));
    let mut sorted: Vec<&str> = ORDER
        .iter()
        .flat_map(|word| std::iter::repeat_n(*word, count_word(words, word)))
        .collect();
    if count_word(words, "char") == 0 {
        sorted.retain(|word| !["int", "signed"].contains(word));
        if sorted.iter().all(|word| *word == "unsigned") {
            sorted.push("int");
        }
    }
    let spelled = sorted.join(" ");
    let found = INTEGERS
        .into_iter()
        .find(|integer| integer.spelled == spelled);
    found
        .filter(|_| known && count_word(words, "int") <= 1)
        .map(CppScalar::Integer)
}

fn count_word(words: &[&str], word: &str) -> usize {
    words.iter().filter(|it| **it == word).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe_parameter(parameter: &PrototypeParameter) -> String {
        format!(
            "{}/{}/{:?}",
            parameter.cpp_type, parameter.name, parameter.passing
        )
    }

    #[test]
    fn parameters_are_read_as_texts_and_symbol_tables_write_them() {
        let table = [
            ("char grid[]", "char[]/grid/Value"),
            ("char grid[121]", "char[]/grid/Value"),
            ("char *grid", "char[]/grid/Value"),
            ("const char* grid", "char[]/grid/Constant"),
            ("char const*", "char[]//Constant"),
            ("long long &grid", "long long/grid/Reference"),
            ("long long&", "long long//Reference"),
            ("const int& x", "int/x/Constant"),
            ("int const&", "int//Constant"),
            ("const int x", "int/x/Value"),
            ("unsigned", "unsigned int//Value"),
            ("long unsigned int size", "unsigned long/size/Value"),
            ("long int", "long//Value"),
            ("signed char", "signed char//Value"),
            ("double", "double//Value"),
            ("string name", "std::string/name/Value"),
            ("std::string const&", "std::string//Constant"),
            ("vector<int> v", "std::vector<int>/v/Value"),
            (
                "std::vector<long long> & v",
                "std::vector<long long>/v/Reference",
            ),
            (
                "std::vector<int, std::allocator<int> > const&",
                "std::vector<int>//Constant",
            ),
            (
                "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >&",
                "std::string//Reference",
            ),
        ];
        for (text, wanted) in table {
            let found = parse_parameters(text)
                .map(|found| found.iter().map(describe_parameter).collect::<Vec<_>>());
            assert_eq!(found, Ok(vec![wanted.to_owned()]), "{text}");
        }
    }

    #[test]
    fn a_prototype_is_name_parameters_and_what_it_returns() {
        let it = parse_prototype(" int  checkForWinner(char grid[], int dim) ;").unwrap();
        assert_eq!(
            (it.name.as_str(), it.parameters.len()),
            ("checkForWinner", 2)
        );
        assert_eq!(it.returned.map(|of| of.to_string()), Some("int".to_owned()));
        assert_eq!(
            parse_prototype("void printGrid(long long grid)")
                .unwrap()
                .returned,
            None
        );
        assert_eq!(
            parse_prototype("std::string name()").unwrap().parameters,
            []
        );
    }

    #[test]
    fn what_cannot_be_called_is_refused() {
        for text in [
            "checkForWinner",
            "f(int x)",
            "int (int x)",
            "int 3f(int x)",
            "int f(int x",
            "int f(char grid[][3])",
            "int f(char grid[n])",
            "int f(char** grid)",
            "int f(int&& x)",
            "int f(Grid g)",
            "int f(int int x)",
            "int f(vector<string> v)",
            "char* f(int x)",
            "int& f(int x)",
            "int f(int x = 3)",
            "int f(...)",
            "int f(); int g(int x)",
        ] {
            assert!(
                parse_prototype(text).is_err(),
                "{text}: {:?}",
                parse_prototype(text)
            );
        }
    }
}
