//! JUnit XML, in the shape that the schemas of Jenkins' xUnit plugin and of Ant's JUnit task both accept.
//!
//! There is no standard. A root without attributes, suites with all that Ant asks for, three decimals, no attribute that only some
//! know: that is what all readers take. GitLab drops tests of a class with the same name, so a class is a submission.

use std::io::{self, Write};
use std::time::SystemTime;

use quick_xml::events::{BytesDecl, BytesText, Event};
use quick_xml::writer::Writer;

use super::every_grade::iter_grades;
use super::test_result::{TestOutcome, TestResult, test_results};
use model::{Grade, Gradebook};

/// Writes the tests of all submissions.
pub(super) fn write_grades(
    gradebook: &(impl Gradebook + ?Sized),
    out: &mut impl Write,
) -> io::Result<()> {
    let mut xml = Writer::new_with_indent(out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.create_element("testsuites")
        .write_inner_content(|xml| {
            for (number, grade) in iter_grades(gradebook).enumerate() {
                write_suite(&*grade?, number, xml)?;
            }
            Ok(())
        })?;
    xml.get_mut().write_all(b"\n")
}

fn write_suite(grade: &Grade, number: usize, xml: &mut Writer<&mut impl Write>) -> io::Result<()> {
    let tests = test_results(grade);
    let count = |outcome| {
        tests
            .iter()
            .filter(|test| test.outcome == outcome)
            .count()
            .to_string()
    };
    let seconds: f64 = tests.iter().map(|test| test.seconds).sum();
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let name = format!("{}.{}", grade.assignment, grade.student);
    let properties = [
        ("assignment", grade.assignment.clone()),
        ("student", grade.student.clone()),
        ("points", format_points(grade)),
        ("max_points", grade.max_points.to_string()),
    ];
    xml.create_element("testsuite")
        .with_attribute(("name", name.as_str()))
        .with_attribute(("package", grade.assignment.as_str()))
        .with_attribute(("id", number.to_string().as_str()))
        .with_attribute(("hostname", "localhost"))
        .with_attribute(("timestamp", now.trim_end_matches('Z')))
        .with_attribute(("tests", tests.len().to_string().as_str()))
        .with_attribute(("failures", count(TestOutcome::Failed).as_str()))
        .with_attribute(("errors", count(TestOutcome::Errored).as_str()))
        .with_attribute(("skipped", count(TestOutcome::Skipped).as_str()))
        .with_attribute(("time", format!("{seconds:.3}").as_str()))
        .write_inner_content(|xml| {
            xml.create_element("properties")
                .write_inner_content(|xml| {
                    for (key, value) in &properties {
                        let property = xml
                            .create_element("property")
                            .with_attribute(("name", *key));
                        property
                            .with_attribute(("value", value.as_str()))
                            .write_empty()?;
                    }
                    Ok(())
                })?;
            tests
                .iter()
                .try_for_each(|test| write_case(test, &name, xml))?;
            xml.create_element("system-out").write_empty()?;
            xml.create_element("system-err").write_empty()?;
            Ok(())
        })?;
    Ok(())
}

/// The points; a question mark where they are no grade.
fn format_points(grade: &Grade) -> String {
    if grade.is_ungraded() {
        "?".to_owned()
    } else {
        grade.points.to_string()
    }
}

fn write_case(test: &TestResult, class: &str, xml: &mut Writer<&mut impl Write>) -> io::Result<()> {
    let element = xml
        .create_element("testcase")
        .with_attribute(("name", test.name.as_str()))
        .with_attribute(("classname", class))
        .with_attribute(("time", format!("{:.3}", test.seconds).as_str()));
    let (tag, is_told) = match test.outcome {
        TestOutcome::Passed => return element.write_empty().map(drop),
        TestOutcome::Failed => ("failure", true),
        TestOutcome::Errored => ("error", true),
        TestOutcome::Skipped => ("skipped", false),
    };
    element.write_inner_content(|xml| {
        let inner = xml.create_element(tag);
        if !is_told {
            return inner.write_empty().map(drop);
        }
        // GitLab shows what is in the element, others the attribute.
        let text = if test.details.is_empty() {
            test.message.clone()
        } else {
            test.plain_details()
        };
        inner
            .with_attribute(("message", test.message.as_str()))
            .with_attribute(("type", test.verdict))
            .write_text_content(BytesText::new(&text))
            .map(drop)
    })?;
    Ok(())
}
