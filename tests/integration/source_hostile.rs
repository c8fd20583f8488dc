//! Sources that want to crash the grader, which reads them in a process of its own, or to keep it busy.

use std::process::Command;

use cpp::source::{ParsedProgram, ProgramSymbols, inspect_program};
use model::{HeaderField, LibraryHeader, RubricRule};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;

/// Every rule there is.
fn rules() -> Vec<RubricRule> {
    let words = |names: &[&str]| {
        names
            .iter()
            .map(|it| (*it).to_owned())
            .collect::<Vec<String>>()
    };
    vec![
        RubricRule::NoGlobalVariables {
            constants: true,
            statics: true,
            allow: Vec::new(),
        },
        RubricRule::NoArrays {
            dimensions: 1,
            allow: Vec::new(),
        },
        RubricRule::NoVectors,
        RubricRule::NoStrings,
        RubricRule::ForbiddenTypes {
            types: words(&["map"]),
        },
        RubricRule::ForbiddenHeaders {
            headers: words(&["cmath"]),
        },
        RubricRule::RequiredHeaders {
            headers: words(&["iostream"]),
        },
        RubricRule::ForbiddenCalls {
            calls: words(&["a", "f"]),
            libraries: vec![LibraryHeader::Cmath],
        },
        RubricRule::RequiredCalls {
            calls: words(&["a", "f"]),
        },
        RubricRule::RequiredFunctions {
            functions: vec![words(&["int a(int b)"])],
            called: true,
        },
        RubricRule::FileName {
            names: words(&["a.cpp"]),
        },
        RubricRule::HeaderComment {
            says: vec![
                HeaderField::Name,
                HeaderField::StudentId,
                HeaderField::Email,
            ],
        },
        RubricRule::CommentShare { least: 50 },
        RubricRule::Indentation { tolerance: 0 },
        RubricRule::LineLength { most: 10, tab: 4 },
        RubricRule::FunctionLength { most: 1 },
    ]
}

/// About as much as the rules read of a file.
const LARGEST: usize = 40 << 10;

/// As many copies as fit.
fn full_of(text: &str) -> Vec<u8> {
    text.repeat(LARGEST / text.len()).into_bytes()
}

fn nested(open: &str, middle: &str, close: &str) -> Vec<u8> {
    let count = LARGEST / (open.len() + close.len());
    format!("{}{middle}{}", open.repeat(count), close.repeat(count)).into_bytes()
}

#[test]
fn no_source_crashes_or_holds_up_the_grader() {
    let in_main = |inner: Vec<u8>| [b"int main() {".to_vec(), inner, b"}".to_vec()].concat();
    let sources: Vec<(&str, Vec<u8>)> = vec![
        ("parentheses", full_of("(")),
        ("braces", full_of("{")),
        ("brackets", full_of("[")),
        ("closing", full_of(")}]>")),
        ("blocks", in_main(nested("{", "int x;", "}"))),
        ("expressions", in_main(nested("(", "1", ")"))),
        ("ifs", in_main(full_of("if (a) "))),
        ("else", in_main(full_of("if (a) b(); else "))),
        ("lambdas", in_main(nested("[]{", "", "}();"))),
        ("templates", full_of("a<")),
        ("classes", nested("struct A {", "int x;", "};")),
        ("namespaces", nested("namespace a {", "int x;", "}")),
        ("pointers", full_of("*")),
        ("calls", in_main(nested("f(", "", ")"))),
        ("subscripts", in_main(nested("a[", "0", "]"))),
        (
            "arguments",
            in_main([b"f(".to_vec(), full_of("a,"), b"a);".to_vec()].concat()),
        ),
        ("globals", full_of("int a;\n")),
        ("arrays", full_of("int a[3];")),
        (
            "declarators",
            [b"int a".to_vec(), full_of(", a[1]"), b";".to_vec()].concat(),
        ),
        ("functions", full_of("int a(int b){return a(b);}\n")),
        (
            "parameters",
            [
                b"int a(".to_vec(),
                full_of("int a[],"),
                b"int b) {}".to_vec(),
            ]
            .concat(),
        ),
        ("aliases", full_of("typedef a b;typedef b a;")),
        (
            "additions",
            in_main([b"x = ".to_vec(), full_of("a+"), b"a;".to_vec()].concat()),
        ),
        (
            "streams",
            in_main([b"cout".to_vec(), full_of("<<a"), b";".to_vec()].concat()),
        ),
        ("strings", full_of("\"")),
        ("raw strings", full_of("R\"(")),
        ("comments", full_of("/*")),
        ("comment lines", full_of("// Name: a b 1\n")),
        ("mail", [b"// ".to_vec(), full_of("a@")].concat()),
        ("digits", [b"// ".to_vec(), full_of("1 ")].concat()),
        ("nul", vec![0; LARGEST]),
        (
            "no text",
            (0..LARGEST).map(|it| (it * 7919 % 251) as u8).collect(),
        ),
        ("bytes", vec![0xff; LARGEST]),
        ("directives", full_of("#if 1\n")),
        ("defines", full_of("#define a a a\n")),
        ("backslashes", full_of("\\\n")),
        ("labels", in_main(full_of("a:"))),
        (
            "cases",
            in_main([b"switch (a) {".to_vec(), full_of("case 1:"), b"}".to_vec()].concat()),
        ),
        ("scopes", full_of("a::")),
        ("operators", in_main(full_of("!"))),
        ("empty", Vec::new()),
        (
            "the largest that the rubric takes",
            b"int a[3]; {(".repeat(1 << 16),
        ),
    ];
    let rules = rules();
    for (name, source) in sources {
        let start = std::time::Instant::now();
        let program = ParsedProgram::parse_files(&[("main.cpp".to_owned(), source)], &[], None);
        eprintln!("{name}: {:?}", start.elapsed());
        let mut found = false;
        for rule in &rules {
            let start = std::time::Instant::now();
            found |= !inspect_program(rule, &program).findings.is_empty();
            if start.elapsed().as_millis() > 500 {
                eprintln!("   {}: {:?}", rule.id(), start.elapsed());
            }
        }
        // Every program lacks a header comment, or something else that was asked for.
        assert!(found, "{name}");
    }
}

/// A real object, with functions, variables and templates.
fn object() -> Vec<u8> {
    const SOURCE: &str = "#include <map>\n#include <string>\nint count; static int local; thread_local int own;\n\
        namespace a { std::map<std::string, int> all; int f(std::string& s) { return all[s] + ++local; } }\n\
        int main() { std::string s; return a::f(s) + own; }\n";
    let folder = tempfile::tempdir().unwrap();
    let [source, object] = ["a.cpp", "a.o"].map(|name| folder.path().join(name));
    std::fs::write(&source, SOURCE).unwrap();
    let compiled = Command::new("g++")
        .arg("-c")
        .arg("-o")
        .args([&object, &source])
        .status();
    assert!(compiled.unwrap().success());
    std::fs::read(object).unwrap()
}

#[test]
fn an_object_with_some_other_bytes_is_read_or_not() {
    let whole = object();
    let mut symbols = ProgramSymbols::default();
    symbols.add_object(&whole);
    assert!(
        symbols.functions.iter().any(|it| it.name == "a::f"),
        "{symbols:?}"
    );
    assert!(
        symbols.variables.contains(&"count".to_owned()),
        "{symbols:?}"
    );
    let changes = vec((any::<Index>(), any::<u8>()), 0..20);
    // Headers and tables are what is read; most of them are at the beginning and at the end.
    let place = (any::<bool>(), any::<Index>());
    TestRunner::default()
        .run(&(changes, place), |(changes, (is_cut, end))| {
            let mut bytes = whole.clone();
            for (place, byte) in changes {
                let near = place.index(2 * 4096.min(whole.len() / 2));
                let place = if near < 4096 {
                    near
                } else {
                    whole.len() - 1 - (near - 4096)
                };
                bytes[place.min(whole.len() - 1)] = byte;
            }
            if is_cut {
                bytes.truncate(end.index(whole.len()));
            }
            let mut symbols = ProgramSymbols::default();
            symbols.add_object(&bytes);
            let longest = symbols.functions.iter().map(|it| it.name.len()).max();
            prop_assert!(longest.unwrap_or_default() <= 4 << 10);
            Ok(())
        })
        .unwrap();
}
