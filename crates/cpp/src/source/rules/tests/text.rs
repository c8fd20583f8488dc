//! Names of files, comments, and how a program is laid out.

use super::*;

#[test]
fn file_names_are_the_ones_that_were_asked_for() {
    let rule = RubricRule::FileName {
        names: words(&["domineering.cpp"]),
    };
    let found = |name: &str| {
        inspect_program(&rule, &read(&[(name, "")], None))
            .findings
            .len()
    };
    assert_eq!(found("domineering.cpp"), 0);
    assert_eq!(found("src/domineering.cpp"), 0);
    assert_eq!(found("Domineering.cpp"), 1);
    assert_eq!(found("main.cpp"), 1);
}

fn header_comment() -> RubricRule {
    let section = HeaderField::Pattern {
        title: "the section".to_owned(),
        pattern: "section: [A-Z]".to_owned(),
    };
    RubricRule::HeaderComment {
        says: vec![
            HeaderField::Name,
            HeaderField::StudentId,
            HeaderField::Email,
            section,
        ],
    }
}

#[test]
fn the_header_comment_says_who_wrote_it() {
    let says = |missing: &[&str], source: &str| {
        let findings =
            inspect_program(&header_comment(), &read(&[("main.cpp", source)], None)).findings;
        let text = findings.first().map_or("", |it| it.message.as_str());
        let expected = if missing.is_empty() {
            String::new()
        } else {
            format!(
                "The comment at the beginning does not say: {}.",
                missing.join(", ")
            )
        };
        assert_eq!(text, expected, "{source}");
    };
    says(
        &[],
        "// Name: ada\n// Student ID: 1155000000\n// E-mail: ada@example.org\n// Section: B",
    );
    says(
        &[],
        "/*\n * Ada Lovelace\n * 1155000000\n * 1155000000@link.example.org\n * section: b\n */\nint x;",
    );
    says(
        &[],
        "#include <iostream>\nusing namespace std;\n// Author: A. Lovelace, s12345, a.l@x.hk, section: C\nint x;",
    );
    says(
        &[],
        "// 陳大文\n// 1155000000, ada[at]example[dot]org Section: A",
    );
    says(
        &[],
        "// CHAN Tai Man, 1155000000\n// x@y.edu\n// section: A",
    );
    says(
        &[],
        "// Chan Tai Man,1155000000,1155000000@y.edu,section: A",
    );
    says(
        &["your student id"],
        "// Name: Chan Tai Man,1155000000@y.edu,section: A",
    );
    for name in [
        "Chan Tai-man",
        "Wong, Siu-ming",
        "Ludwig van der Berg",
        "Name：Kim",
        "姓名：陳大文",
        "Name:\n// Kim",
        "Student name\t: kim",
    ] {
        let rest = "1155000000, ada@example.org, section: A";
        says(&[], &format!("// {name}\n// {rest}"));
    }
    for date in [
        "2021-10-23",
        "CSCI1120 2021/22",
        "Date: 23 10 2021",
        "23/10/2021",
        "CS 1120",
    ] {
        let rest = "Name: Ada, ada@example.org, section: A";
        says(&["your student id"], &format!("// {date}\n// {rest}"));
        says(&[], &format!("// {date}\n// {rest}, s1155000000"));
    }
    for id in [
        "20211023",
        "SID: 2021-10-23",
        "1155-000-000",
        "20 1234 5678",
        "ID no. 12-34567",
    ] {
        says(
            &[],
            &format!("// Name: Ada, ada@example.org, section: A\n// {id}"),
        );
    }
    says(
        &["your name"],
        "// Player One And Two\n// Name:\n// 1155000000, a@b.org, section: A",
    );
    says(
        &["your student id"],
        "// Name: Ada, ada123456@example.org, section: A",
    );
    says(
        &["your name"],
        "// Assignment 3: Domineering\n// Student ID: 1155000000\n// Email: a@b.org, section: A",
    );
    says(&["your e-mail"], "// Name: Ada\n// 1155000000, section: A");
    let all = ["your name", "your student id", "your e-mail", "the section"];
    says(
        &all,
        "int main() {}\n// Name: Ada, 1155000000, a@b.org, section: A",
    );
    says(
        &all,
        "const char *s = \"// Name: Ada, 1155000000, a@b.org, section: A\";",
    );
    says(&all, "");
}

#[test]
fn names_in_another_encoding_are_names() {
    let rest = b"\n// 1155000000, a@b.org\n// section: A\nint main() {}";
    for name in [
        b"// J\xf6rg M\xfcller".as_slice(),
        b"// Name: J\xf6rg",
        b"// Name: \xb3\xc2\xb4\xf3",
    ] {
        let files = [("main.cpp".to_owned(), [name, rest].concat())];
        let program = ParsedProgram::parse_files(&files, &[], None);
        assert_eq!(
            inspect_program(&header_comment(), &program).findings,
            [],
            "{name:?}"
        );
    }
}

#[test]
fn comments_that_say_something_are_counted() {
    holds(
        &RubricRule::CommentShare { least: 25 },
        &[
            ("// Asks the players\nint a;\nint b;\nint c;", &[]),
            ("// Asks the players\nint a;\nint b;\nint c;\nint d;", &[0]),
            ("int a; // the first\nint b;\nint c;\nint d;\n\n\n\n", &[]),
            ("//\n//------\n/* */\nint a;\nint b;", &[0]),
            (
                "/* Two\n   lines */\nint a;\nint b;\nint c;\nint d;\nint e;\nint f;",
                &[],
            ),
            ("const char *s = \"// no comment\";\nint b;", &[0]),
            ("// 問\nint a;", &[]),
            ("", &[]),
        ],
    );
}

#[test]
fn long_lines_are_found_with_their_width() {
    holds(
        &RubricRule::LineLength { most: 10, tab: 4 },
        &[
            ("0123456789\n01234567890\n// 45678901", &[2, 3]),
            ("\t\t89", &[]),
            ("\t\t890", &[1]),
            ("0123456789      \r\n", &[]),
            ("äöüäöüäöüä", &[]),
        ],
    );
}

#[test]
fn functions_are_measured_without_comments_and_blank_lines() {
    holds(
        &RubricRule::FunctionLength { most: 4 },
        &[
            ("int f() {\n  int a;\n  int b;\n}", &[]),
            ("int f() {\n  int a;\n  int b;\n  int c;\n}", &[1]),
            (
                "int f() {\n  // one\n\n  int a;\n  /* two\n  */\n  int b;\n}",
                &[],
            ),
            (
                "\nint f()\n{\n  int a;\n  int b;\n}\nint g() { return 1; }",
                &[2],
            ),
            ("int f() {\n#if 0\n  int a;\n#endif\n  int b;\n}", &[1]),
        ],
    );
}

#[test]
fn every_consistent_style_of_indentation_passes() {
    let styles = [
        // Braces at the ends of lines, two blanks.
        "int main() {\n  if (x) {\n    f();\n  } else if (y) {\n    g();\n  } else {\n    h();\n  }\n  for (;;) {\n    i();\n  }\n}\n",
        // Braces on lines of their own, four blanks.
        "int main()\n{\n    if (x)\n    {\n        f();\n    }\n    else if (y)\n    {\n        g();\n    }\n    else\n        h();\n}\n",
        // Tabs.
        "int main() {\n\tif (x)\n\t\tf();\n\telse\n\t\tg();\n\twhile (y) {\n\t\th();\n\t}\n}\n",
        // Braces indented half-way, and all the way.
        "int main()\n{\n  if (x)\n    {\n      f();\n    }\n}\n",
        "int main()\n  {\n  if (x)\n    {\n    f();\n    }\n  }\n",
        // Three blanks, a switch with its cases inside.
        "int main() {\n   switch (x) {\n      case 1:\n         f();\n         break;\n      default:\n         g();\n   }\n}\n",
        // A switch with its cases under it, and a body in braces.
        "int main() {\n  switch (x) {\n  case 1: {\n    f();\n    break;\n  }\n  case 2: g(); break;\n  default:\n    h();\n  }\n}\n",
        // Tabs and blanks that look alike where a tab is four wide.
        "int main() {\n\tf();\n    g();\n\tif (x) {\n        h();\n\t\ti();\n    }\n}\n",
        // Statements over several lines, comments and switched-off code anywhere.
        "int main() {\n  cout << a\n << b\n              << c;\n// here\n        // there\n  f(1,\n2);\n#if 0\nx();\n#endif\n  int x = y\n    ? 1 : 2;\n}\n",
        // Classes, lambdas, namespaces, else-if on two lines.
        "namespace n {\nclass C {\npublic:\n  int x;\n  void f() {\n    g([&] {\n      h();\n    });\n  }\n};\n}\n",
        "int main() {\n  if (x)\n    f();\n  else\n  if (y)\n    g();\n}\n",
        "template <class T>\nT f(T a,\n    T b)\n{\n  return a; }\n",
        "int main() { int x; return x; }\nint f() { if (x) return 1; return 2; }\n",
        "int main() {\n  do {\n    f();\n  } while (x);\n  do\n    f();\n  while (x);\n  try {\n    f();\n  } catch (...) {\n    g();\n  }\n}\n",
    ];
    let table: Vec<(&str, &[usize])> = styles.iter().map(|it| (*it, [].as_slice())).collect();
    holds(&RubricRule::Indentation { tolerance: 0 }, &table);
}

#[test]
fn real_inconsistencies_are_found_and_a_few_are_forgiven() {
    holds(
        &RubricRule::Indentation { tolerance: 0 },
        &[
            ("int main() {\n  f();\n    g();\n  h();\n}", &[3]),
            ("int main() {\nf();\ng();\n}", &[2]),
            ("int main() {\n  if (x)\n  f();\n  g();\n}", &[3]),
            ("int main() {\n  for (;;) {\n  f();\n  }\n}", &[3]),
            ("int main() {\n  f();\n   }", &[3]),
            (
                "int main() {\n  f();\n\n  // c\n  }\n  int g() {\n  }\n",
                &[6],
            ),
            ("int main() {\n  while (x)\n{\n    f();\n      }\n}", &[5]),
        ],
    );
    holds(
        &RubricRule::Indentation { tolerance: 1 },
        &[
            ("int main() {\n  f();\n    g();\n  h();\n}", &[]),
            (
                "int main() {\n  f();\n    g();\n  h();\n     i();\n}",
                &[3, 5],
            ),
        ],
    );
}
