//! `grader similar`: a class with a disguised copy, from files to the page and back.

use std::fs;

use serde_json::Value;

use crate::support::Course;

/// A program that is long enough, and different for each number.
fn program(number: usize, names: [&str; 2]) -> String {
    let [value, total] = names;
    let mut text = String::from("#include <iostream>\nusing namespace std;\n");
    for part in 0..5 {
        let kind = (number * 7 + part * 3) % 11;
        let sign = ["+", "-", "*", "/", "%"][(number + part) % 5];
        text += &format!("int part{part}(int {value}) {{\n  int {total} = {kind};\n");
        for step in 0..4 {
            text += &match (number * 5 + part * 13 + step * (number + 3)) % 9 {
                0 => {
                    format!("  while ({value} > {kind}) {{ {value} = {value} / 2; {total}--; }}\n")
                }
                1 => format!("  if ({value} {sign} {kind} == {step}) {{ return {total}; }}\n"),
                2 => format!("  {total} = {value} {sign} ({total} + {kind});\n"),
                3 => format!("  cout << {value} << \" of \" << {total} {sign} {step} << endl;\n"),
                4 => format!(
                    "  for (int i = 0; i < {value}; i++) {{ {total} += i {sign} {kind}; }}\n"
                ),
                5 => format!("  {value} -= {total} * {total} {sign} {kind};\n"),
                6 => format!(
                    "  if ({total} < {value}) {{ {total} = -{value}; }} else {{ cin >> {total}; }}\n"
                ),
                7 => format!(
                    "  do {{ {total} = {total} {sign} {kind}; }} while ({total} > {value} && {value} != {step});\n"
                ),
                _ => {
                    format!("  {total} = {value} > {step} ? {value} {sign} 3 : {total} * {kind};\n")
                }
            };
        }
        text += &format!("  return {total};\n}}\n");
    }
    text + "int main() { cout << part0(1) + part1(2) << part2(3) * part3(4) - part4(5) << endl; }\n"
}

fn data(course: &Course) -> Value {
    serde_json::from_str(&course.read("similarity/similarity.json")).unwrap()
}

#[test]
fn a_disguised_copy_is_first_and_stays_so_until_it_is_explained() {
    let course = Course::sum();
    for number in 0..14 {
        let text = program(number, ["value", "total"]);
        course.write(format!("submissions/student-{number:02}/sum.cpp"), text);
    }
    let copy = program(3, ["x", "y"]).replace("\n  ", " // Zoe Müller <b>\n\t");
    let latin: Vec<u8> = copy.chars().map(|letter| letter as u8).collect();
    course.write("submissions/zoe/sum.cpp", latin);
    let similar = |more: &[&str]| {
        let arguments = [&["similar", "submissions"], more].concat();
        course
            .grader(&arguments)
            .exits_with(0)
            .shows(&["not a verdict"])
            .stdout
            .clone()
    };

    let printed = similar(&["--keep", "archives/2025"]);
    assert!(
        printed.contains("student-03 + zoe") && printed.contains("Group: student-03, zoe"),
        "{printed}"
    );
    let first = data(&course)["assignments"][0]["pairs"][0].clone();
    assert_eq!(
        (&first["shared"], &first["first"], &first["second"]),
        (&1.0.into(), &"student-03".into(), &"zoe".into())
    );
    assert!(first["expected_pairs"].as_f64().unwrap() < 0.01);
    let renamed = |one: &Value| one["first"] == "total" && one["second"] == "y";
    assert!(
        first["renamings"].as_array().unwrap().iter().any(renamed),
        "{first}"
    );
    let page = course.read("similarity/index.html");
    assert!(
        page.contains("Content-Security-Policy") && page.contains("Zoe M\u{fc}ller &#60;b&#62;")
    );

    // The same bytes with any number of threads.
    let written = course.files_in("similarity");
    similar(&["--jobs", "1"]);
    assert_eq!(course.files_in("similarity"), written);

    let printed = similar(&["--anonymous"]);
    let page = course.read("similarity/index.html");
    for name in ["zoe", "Zoe", "student-03", "sum.cpp"] {
        assert!(!printed.contains(name) && !page.contains(name), "{name}");
    }

    let printed = similar(&[
        "--explain",
        "zoe",
        "student-03",
        "--reason",
        "twins, and allowed",
    ]);
    assert!(
        printed.contains("twins, and allowed") && !printed.contains("Group"),
        "{printed}"
    );
    assert!(course.read("explained.toml").contains("twins, and allowed"));

    // Next year somebody hands in what an earlier student wrote.
    fs::remove_dir_all(course.path("submissions")).unwrap();
    course.write("submissions/new/sum.cpp", program(5, ["a", "b"]));
    let printed = similar(&["--archive", "archives/2025"]);
    assert!(printed.contains("new + 2025/student-05"), "{printed}");
    let base = similar(&["--base", "submissions/new/sum.cpp"]);
    assert!(
        base.contains("Nothing left without base code: new"),
        "{base}"
    );
    course
        .grader(&["similar", "--forget", "submissions"])
        .exits_with(2)
        .says(&["--keep"]);
    course
        .grader(&["similar", "--forget", "archives/2025"])
        .exits_with(0);
    assert!(!course.path("archives/2025").exists() && course.path("submissions").exists());
}
