//! Sources that want to crash the grader, which reads them in a process of its own, or to keep it busy.

use grader::model::{HeaderField, Library, Rule};
use grader::source::{Program, inspect};

/// Every rule there is.
fn rules() -> Vec<Rule> {
    let words = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect::<Vec<String>>();
    vec![
        Rule::NoGlobalVariables { constants: true, statics: true, allow: Vec::new() },
        Rule::NoArrays { dimensions: 1, allow: Vec::new() },
        Rule::NoVectors,
        Rule::NoStrings,
        Rule::ForbiddenTypes { types: words(&["map"]) },
        Rule::ForbiddenHeaders { headers: words(&["cmath"]) },
        Rule::RequiredHeaders { headers: words(&["iostream"]) },
        Rule::ForbiddenCalls { calls: words(&["a", "f"]), libraries: vec![Library::Cmath] },
        Rule::RequiredCalls { calls: words(&["a", "f"]) },
        Rule::RequiredFunctions { functions: vec![words(&["int a(int b)"])], called: true },
        Rule::FileName { names: words(&["a.cpp"]) },
        Rule::HeaderComment {
            says: vec![HeaderField::Name, HeaderField::StudentId, HeaderField::Email],
        },
        Rule::CommentShare { least: 50 },
        Rule::Indentation { tolerance: 0 },
        Rule::LineLength { most: 10, tab: 4 },
        Rule::FunctionLength { most: 1 },
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
        ("arguments", in_main([b"f(".to_vec(), full_of("a,"), b"a);".to_vec()].concat())),
        ("globals", full_of("int a;\n")),
        ("arrays", full_of("int a[3];")),
        ("declarators", [b"int a".to_vec(), full_of(", a[1]"), b";".to_vec()].concat()),
        ("functions", full_of("int a(int b){return a(b);}\n")),
        ("parameters", [b"int a(".to_vec(), full_of("int a[],"), b"int b) {}".to_vec()].concat()),
        ("aliases", full_of("typedef a b;typedef b a;")),
        ("additions", in_main([b"x = ".to_vec(), full_of("a+"), b"a;".to_vec()].concat())),
        ("streams", in_main([b"cout".to_vec(), full_of("<<a"), b";".to_vec()].concat())),
        ("strings", full_of("\"")),
        ("raw strings", full_of("R\"(")),
        ("comments", full_of("/*")),
        ("comment lines", full_of("// Name: a b 1\n")),
        ("mail", [b"// ".to_vec(), full_of("a@")].concat()),
        ("digits", [b"// ".to_vec(), full_of("1 ")].concat()),
        ("nul", vec![0; LARGEST]),
        ("no text", (0..LARGEST).map(|it| (it * 7919 % 251) as u8).collect()),
        ("bytes", vec![0xff; LARGEST]),
        ("directives", full_of("#if 1\n")),
        ("defines", full_of("#define a a a\n")),
        ("backslashes", full_of("\\\n")),
        ("labels", in_main(full_of("a:"))),
        ("cases", in_main([b"switch (a) {".to_vec(), full_of("case 1:"), b"}".to_vec()].concat())),
        ("scopes", full_of("a::")),
        ("operators", in_main(full_of("!"))),
        ("empty", Vec::new()),
        ("the largest that the rubric takes", b"int a[3]; {(".repeat(1 << 16)),
    ];
    let rules = rules();
    for (name, source) in sources {
        let start = std::time::Instant::now();
        let program = Program::read(&[("main.cpp".to_owned(), source)], None);
        eprintln!("{name}: {:?}", start.elapsed());
        let mut found = false;
        for rule in &rules {
            let start = std::time::Instant::now();
            found |= !inspect(rule, &program).findings.is_empty();
            if start.elapsed().as_millis() > 500 {
                eprintln!("   {}: {:?}", rule.id(), start.elapsed());
            }
        }
        // Every program lacks a header comment, or something else that was asked for.
        assert!(found, "{name}");
    }
}
