//! Small changes of a program's text that may make it right, found where beginners slip: one file for each kind of place.
//!
//! Nothing here says that a place is wrong. Each change is a suspicion; whoever asks builds the changed program and runs it.

mod additions;
mod alike;
mod control;
mod donors;
mod expressions;
mod formats;
mod groups;
mod hunks;
mod loops;
mod operators;
mod places;
mod switching;
mod texts;
mod variables;

use std::collections::BTreeSet;

use super::declared::declared_variables;
use super::program::decode_source;
use super::syntax::SyntaxTree;
pub use hunks::text_distance;
use model::{DonorProgram, RepairClue, RepairableSlip, SourceRepair};
use places::RepairContext;
use texts::PrintClues;

/// How many changes are tried at most, and how many of each kind.
const MOST: usize = 900;
const MOST_OF_A_KIND: usize = 120;

/// How many changes of a kind are tried that each need a compilation.
const MOST_COMPILED: usize = 5;

/// The changes that are worth trying in these files, the likeliest first, and then all prints, traced. Their places are those of [`decode_for_repair`] text. Those of the names in
/// `provided` are an instructor's, and stay as they are. `clues` says what was printed and what is expected, and `donors` are other
/// programs for the same task.
pub fn suggest_repairs(
    files: &[(String, Vec<u8>)],
    provided: &[String],
    clues: &[RepairClue],
    donors: &[DonorProgram],
) -> Vec<SourceRepair> {
    let clues = PrintClues::new(clues);
    let trees = donors::parse_donors(donors);
    let donors = donors::list_donors(&trees);
    let mut found: Vec<SourceRepair> = Vec::new();
    let mut traced: Vec<SourceRepair> = Vec::new();
    for (file, (name, bytes)) in files.iter().enumerate() {
        if provided.contains(name) {
            continue;
        }
        let Ok(syntax) = SyntaxTree::parse(&decode_source(bytes)) else {
            continue;
        };
        let places = RepairContext {
            syntax: &syntax,
            file,
            variables: declared_variables(&syntax),
        };
        expressions::repair_conditions(&places, &mut found);
        loops::repair_reading(&places, &mut found);
        expressions::repair_arithmetic(&places, &mut found);
        loops::repair_loops(&places, &mut found);
        groups::repair_all_limits(&places, &mut found);
        let mut texts = Vec::new();
        texts::repair_texts(&places, &clues, &mut texts);
        alike::repair_alike_texts(&places, &mut texts);
        found.append(&mut texts);
        formats::repair_formats(&places, &clues, &mut found);
        operators::repair_operators(&places, &mut found);
        operators::repair_constants(&places, &mut found);
        variables::repair_variables(&places, &mut found);
        variables::repair_first_values(&places, &mut found);
        formats::repair_types(&places, &mut found);
        control::repair_control(&places, &mut found);
        additions::repair_missing_statements(&places, &clues, &mut found);
        donors::repair_by_donors(&places, &donors, &mut found);
        if !clues.is_empty() {
            texts::trace_prints(&places, &mut traced);
        }
    }
    let mut found = keep_likeliest(found);
    traced.retain(|repair| !repair.switched.is_empty());
    found.append(&mut traced);
    found
}

/// Each change once, by its likeliest kind, and not too many of a kind.
fn keep_likeliest(mut found: Vec<SourceRepair>) -> Vec<SourceRepair> {
    // Of texts that are wrong in several places, one place may suffice.
    found.sort_by_key(|repair| match repair.slip {
        RepairableSlip::PrintedText if repair.switched.len() > 1 => RepairableSlip::NumberFormat,
        slip => slip,
    });
    let mut seen = BTreeSet::new();
    let mut kept: Vec<SourceRepair> = Vec::new();
    let mut count: Vec<(RepairableSlip, bool, usize)> = Vec::new();
    for repair in found {
        let is_compiled = repair.switched.is_empty();
        let most = if is_compiled {
            MOST_COMPILED
        } else {
            MOST_OF_A_KIND
        };
        let key = (repair.file, repair.edits.clone());
        let is_kind =
            |one: &&mut (RepairableSlip, bool, usize)| one.0 == repair.slip && one.1 == is_compiled;
        let alike = match count.iter_mut().find(is_kind) {
            Some((.., alike)) => alike,
            None => {
                count.push((repair.slip, is_compiled, 0));
                match count.last_mut() {
                    Some((.., alike)) => alike,
                    None => continue,
                }
            }
        };
        let changes = !key.1.is_empty();
        if changes && *alike < most && kept.len() < MOST && seen.insert(key) {
            *alike += 1;
            kept.push(repair);
        }
    }
    kept
}

/// A file's text as changes count its bytes.
pub fn decode_for_repair(bytes: &[u8]) -> String {
    decode_source(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::RepairableSlip;

    /// The changed programs of one kind.
    fn changed(slip: RepairableSlip, text: &str) -> Vec<String> {
        let program = format!("int main() {{ {text} }}\n");
        let files = [("a.cpp".to_owned(), program.clone().into_bytes())];
        let found = suggest_repairs(&files, &[], &[], &[]);
        let of_kind = found.iter().filter(|repair| repair.slip == slip);
        let texts = of_kind.map(|repair| {
            let changed = repair.apply_to(&program).unwrap();
            changed["int main() { ".len()..changed.len() - " }\n".len()].to_owned()
        });
        texts.collect()
    }

    #[test]
    fn each_slip_is_undone_where_it_may_have_been_made() {
        for (slip, text, wanted) in [
            (
                RepairableSlip::AssignmentInCondition,
                "if (a = 1) b = 2;",
                &["if (a == 1) b = 2;"][..],
            ),
            (
                RepairableSlip::AssignmentInCondition,
                "while ((a = 1) && b) c();",
                &["while ((a == 1) && b) c();"],
            ),
            (
                RepairableSlip::AssignmentInCondition,
                "if (a == 1) { b = 2; }",
                &[],
            ),
            (
                RepairableSlip::ChainedComparison,
                "if (1 <= a < 9) b();",
                &["if (1 <= a && a < 9) b();"],
            ),
            (
                RepairableSlip::BareValue,
                "if (a == 1 || 2 || 3) b();",
                &["if (a == 1 || a == 2 || a == 3) b();"],
            ),
            (RepairableSlip::BareValue, "if (a == 1 || b) c();", &[]),
            (
                RepairableSlip::LineLeftUnread,
                "cin >> a; getline(cin, b);",
                &["cin >> a; getline(cin >> std::ws, b);"],
            ),
            (
                RepairableSlip::LineLeftUnread,
                "getline(cin, b); cin >> a;",
                &[],
            ),
            (
                RepairableSlip::LineLeftUnread,
                "for (;;) { getline(cin, b); cin >> a; }",
                &["for (;;) { getline(cin >> std::ws, b); cin >> a; }"],
            ),
            (
                RepairableSlip::FailedReadRepeated,
                "while (a < 1) { cin >> a; b(); }",
                &[
                    "while (a < 1) { cin >> a; if (!cin && !cin.eof()) { cin.clear(); cin.ignore(1000000, '\\n'); } b(); }",
                ],
            ),
            (
                RepairableSlip::FailedReadRepeated,
                "while (!(std::cin >> a)) { b(); }",
                &[
                    "while (!(std::cin >> a)) { std::cin.clear(); std::cin.ignore(1000000, '\\n'); b(); }",
                ],
            ),
            (
                RepairableSlip::FailedReadRepeated,
                "cin >> a; while (a) { a--; }",
                &[],
            ),
            (
                RepairableSlip::EndNoticedLate,
                "while (!in.eof()) { in >> a; s += a; }",
                &["while (!in.eof()) { in >> a; if (!in) break; s += a; }"],
            ),
            (
                RepairableSlip::EndNoticedLate,
                "do { getline(in, a); b(); } while (in);",
                &["do { getline(in, a); if (!in) break; b(); } while (in);"],
            ),
            (
                RepairableSlip::WholeDivision,
                "double a = 5 / 9 * b;",
                &["double a = 1.0 * 5 / 9 * b;"],
            ),
            (
                RepairableSlip::WholeDivision,
                "int a = b / c;",
                &["double a = 1.0 * b / c;"],
            ),
            (RepairableSlip::WholeDivision, "double a = b / 2.0;", &[]),
            (
                RepairableSlip::WholeDivision,
                "int a = b / 2.0;",
                &["double a = b / 2.0;"],
            ),
            (
                RepairableSlip::OrderOfOperations,
                "a = b + c / 2;",
                &["a = (b + c) / 2;"],
            ),
            (
                RepairableSlip::OrderOfOperations,
                "a = b / c + 2;",
                &["a = b / (c + 2);"],
            ),
            (RepairableSlip::OrderOfOperations, "a = (b + c) / 2;", &[]),
            (RepairableSlip::OrderOfOperations, "a = b / 2 - 1;", &[]),
            (RepairableSlip::Arithmetic, "a = true;", &[]),
            (
                RepairableSlip::NotReset,
                "int s = 0; for (;;) { for (;;) { s += 1; } cout << s; }",
                &["int s = 0; for (;;) { s = 0; for (;;) { s += 1; } cout << s; }"],
            ),
            (
                RepairableSlip::NotReset,
                "for (;;) { int s = 0; for (;;) s += 1; }",
                &[],
            ),
            (
                RepairableSlip::TooFewRounds,
                "while (i < n) i++;",
                &["while (i <= n) i++;"],
            ),
            (
                RepairableSlip::TooManyRounds,
                "for (int i = 0; i <= n; i++) b();",
                &[
                    "for (int i = 0; i < n; i++) b();",
                    "for (int i = 1; i <= n; i++) b();",
                ],
            ),
            (
                RepairableSlip::Limit,
                "if (a > 9) b();",
                &["if (a >= 9) b();"],
            ),
        ] {
            let mut found = changed(slip, text);
            found.sort();
            assert_eq!(found, wanted, "{slip:?} {text}");
        }
    }

    /// A program, what it prints and what is expected, and one of the programs that must be tried.
    #[test]
    fn each_kind_of_change_is_tried() {
        for (slip, text, printed, expected, wanted) in [
            (RepairableSlip::Arithmetic, "a = b;", "", "", "a += b;"),
            (RepairableSlip::Arithmetic, "a += b;", "", "", "a -= b;"),
            (
                RepairableSlip::PrintedText,
                "puts(\"Sum is\");",
                "Sum is",
                "Sum:",
                "puts(\"Sum:\");",
            ),
            (
                RepairableSlip::MissingPrint,
                "printf(\"%d\", a);",
                "7",
                "7\n",
                "printf(\"%d\\n\", a);",
            ),
            (
                RepairableSlip::MissingPrint,
                "cout << a << \"b\";",
                "7b",
                "7 b",
                "cout << a << \" b\";",
            ),
            (
                RepairableSlip::ExtraPrint,
                "cout << a << b;",
                "",
                "",
                "cout << b;",
            ),
            (
                RepairableSlip::NumberFormat,
                "double a; printf(\"%f\", a);",
                "1.5",
                "1.50",
                "double a; printf(\"%.2f\", a);",
            ),
            (
                RepairableSlip::ReadFormat,
                "double a; scanf(\"%f\", &a);",
                "",
                "",
                "double a; scanf(\"%lf\", &a);",
            ),
            (
                RepairableSlip::MissingAddress,
                "int a; scanf(\"%d\", a);",
                "",
                "",
                "int a; scanf(\"%d\", &a);",
            ),
            (
                RepairableSlip::Comparison,
                "if (a < b) c();",
                "",
                "",
                "if (a > b) c();",
            ),
            (
                RepairableSlip::Logic,
                "if (a && b) c();",
                "",
                "",
                "if (a || b) c();",
            ),
            (
                RepairableSlip::NegatedCondition,
                "if (!a) c();",
                "",
                "",
                "if (a) c();",
            ),
            (
                RepairableSlip::InitialValue,
                "int a; b();",
                "",
                "",
                "int a; a = 0; b();",
            ),
            (
                RepairableSlip::InitialValue,
                "int a = 5;",
                "",
                "",
                "int a = 0;",
            ),
            (RepairableSlip::Constant, "a(5);", "", "", "a(6);"),
            (
                RepairableSlip::OffByOne,
                "if (a < b) c();",
                "",
                "",
                "if (a < (b - 1)) c();",
            ),
            (
                RepairableSlip::Variable,
                "int a = 1, b = 2; c(a);",
                "",
                "",
                "int a = 1, b = 2; c(b);",
            ),
            (RepairableSlip::Order, "c(a, b);", "", "", "c(b, a);"),
            (
                RepairableSlip::MissingElse,
                "if (a) b(); if (c) d();",
                "",
                "",
                "if (a) b(); else if (c) d();",
            ),
            (
                RepairableSlip::MissingBreak,
                "switch (a) { case 1: b(); case 2: c(); }",
                "",
                "",
                "switch (a) { case 1: b(); break; case 2: c(); }",
            ),
            (
                RepairableSlip::ExtraStatement,
                "a(); b();",
                "",
                "",
                "a(); ;",
            ),
            (
                RepairableSlip::StraySemicolon,
                "if (a); { b(); }",
                "",
                "",
                "if (a) { b(); }",
            ),
            (RepairableSlip::NumberType, "int a;", "", "", "double a;"),
            (
                RepairableSlip::MissingBranch,
                "if (a) puts(\"b\"); c();",
                "",
                "none",
                "if (a) puts(\"b\"); else printf(\"none\"); c();",
            ),
            (
                RepairableSlip::InitialValue,
                "int a[9]; b();",
                "",
                "",
                "int a[9] = {0}; b();",
            ),
            (
                RepairableSlip::StatementPlace,
                "int n; int a[n]; cin >> n; b();",
                "",
                "",
                "int n;  cin >> n; int a[n]; b();",
            ),
            (
                RepairableSlip::MissingReset,
                "int a = 0; while (b) { c(); }",
                "",
                "",
                "int a = 0; while (b) { a = 0; c(); }",
            ),
            (
                RepairableSlip::Constant,
                "int n = 7; a(5);",
                "",
                "",
                "int n = 7; a(n);",
            ),
            (
                RepairableSlip::NegatedCondition,
                "a = b * c; // stdlib",
                "",
                "",
                "a = abs(b * c); // stdlib",
            ),
            (
                RepairableSlip::MissingStep,
                "int i = 0; while (i < 9) { b(); }",
                "",
                "",
                "int i = 0; while (i < 9) { b(); i++; }",
            ),
            (
                RepairableSlip::TooFewRounds,
                "while (a) { b(); }",
                "",
                "",
                "do { b(); } while (a);",
            ),
            (
                RepairableSlip::MissingBreak,
                "char c; while (c != 'x') { c = getchar(); b(c); }",
                "",
                "",
                "char c; while (c != 'x') { c = getchar(); if (!(c != 'x')) break; b(c); }",
            ),
            (
                RepairableSlip::Limit,
                "if (a > b && a < c || b > c) d();",
                "",
                "",
                "if (a >= b && a <= c || b >= c) d();",
            ),
            (
                RepairableSlip::Logic,
                "if (a || b || c) d();",
                "",
                "",
                "if (a && b && c) d();",
            ),
            (
                RepairableSlip::Comparison,
                "if (a < b && b < c) d();",
                "",
                "",
                "if (a > b && b > c) d();",
            ),
            (
                RepairableSlip::Arithmetic,
                "a = sqrt((b - c)^2 + d^2);",
                "",
                "",
                "a = sqrt(((b - c) * (b - c)) + (d * d));",
            ),
            (
                RepairableSlip::Constant,
                "int n = 1; a(6); b(6);",
                "",
                "",
                "int n = 1; a(n); b(n);",
            ),
            (
                RepairableSlip::MissingAddress,
                "int a, b; scanf(\"%d%d\", a, b);",
                "",
                "",
                "int a, b; scanf(\"%d%d\", &a, &b);",
            ),
            (
                RepairableSlip::MissingAddress,
                "scanf(\"%d%d\", (p->x), p->y);",
                "",
                "",
                "scanf(\"%d%d\", &(p->x), &p->y);",
            ),
            (
                RepairableSlip::ReadFormat,
                "int a, b; scanf(\"%d, %d\\n\", &a, &b);",
                "",
                "",
                "int a, b; scanf(\"%d %d\", &a, &b);",
            ),
            (
                RepairableSlip::MissingElse,
                "if (a) b(); if (c) d(); if (e) f();",
                "",
                "",
                "if (a) b(); else if (c) d(); else if (e) f();",
            ),
            (
                RepairableSlip::StatementPlace,
                "if (a) b(); else c();",
                "",
                "",
                "if (a) b(); c();",
            ),
            (
                RepairableSlip::StatementPlace,
                "for (;;) a(); b();",
                "",
                "",
                "for (;;) { a(); b(); }",
            ),
            (
                RepairableSlip::StatementPlace,
                "for (;;) { if (a) return 0; else return 1; }",
                "",
                "",
                "for (;;) { if (a) return 0; } return 1;",
            ),
            (
                RepairableSlip::NegatedCondition,
                "int a; scanf(\"%d\", &a); b(a);",
                "",
                "",
                "int a; scanf(\"%d\", &a); if (a < 0) a = -a; b(a);",
            ),
            (
                RepairableSlip::PrintedText,
                "puts(\"is a B\"); puts(\"is a C\");",
                "is a B",
                "is an B",
                "puts(\"is an B\"); puts(\"is an C\");",
            ),
            (
                RepairableSlip::ExtraPrint,
                "printf(\"%d\", a); printf(\"%d\", b); c();",
                "",
                "",
                "; ; c();",
            ),
            (
                RepairableSlip::MissingArgument,
                "int a; float b; printf(\"%d %f\", a);",
                "",
                "",
                "int a; float b; printf(\"%d %f\", a, b);",
            ),
            (
                RepairableSlip::NumberFormat,
                "int a, b; printf(\"%d:%d\", a, b);",
                "",
                "",
                "int a, b; printf(\"%02d:%02d\", a, b);",
            ),
            (
                RepairableSlip::PrintedText,
                "int a, b; printf(\"%d,%d\", a, b);",
                "1,2",
                "(1,2)",
                "int a, b; printf(\"(%d,%d)\", a, b);",
            ),
            (
                RepairableSlip::MissingStatement,
                "int n; scanf(\"%d\", &n); b(26);",
                "",
                "",
                "int n; scanf(\"%d\", &n); n = n % 26; b(26);",
            ),
            (
                RepairableSlip::MissingBranch,
                "if (a) puts(\"b\"); else if (d) puts(\"e\"); c();",
                "",
                "none",
                "if (a) puts(\"b\"); else if (d) puts(\"e\"); else printf(\"none\"); c();",
            ),
            (
                RepairableSlip::ConditionTooMany,
                "if (a) b(); else if (c) d();",
                "",
                "",
                "if (a) b(); else  d();",
            ),
        ] {
            let program = format!("int main() {{ {text}\n}}\n");
            let files = [("a.cpp".to_owned(), program.clone().into_bytes())];
            let clue = RepairClue {
                expected: expected.to_owned(),
                printed: printed.to_owned(),
                has_free_prompts: false,
            };
            let found = suggest_repairs(&files, &[], &[clue], &[]);
            let texts: Vec<String> = found
                .iter()
                .filter(|repair| repair.slip == slip)
                .filter_map(|repair| repair.apply_to(&program))
                .map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "))
                .collect();
            let wanted = format!("int main() {{ {wanted} }}");
            let wanted = wanted.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(texts.contains(&wanted), "{slip:?} {text}: {texts:#?}");
        }
    }

    #[test]
    fn a_function_of_the_program_is_given_addresses() {
        let program = "void swap(char *a, char *b) {}\nint main() { char s[9]; int i = 0; swap(s[i], s[1]); }\n";
        let files = [("a.c".to_owned(), program.as_bytes().to_vec())];
        let found = suggest_repairs(&files, &[], &[], &[]);
        let mut texts = found.iter().filter_map(|repair| repair.apply_to(program));
        assert!(texts.any(|text| text.contains("swap(&s[i], &s[1]);")));
    }

    #[test]
    fn each_print_can_be_traced_behind_a_switch() {
        let program = "int main() { if (a) printf(\"b\");\n puts(\"c\"); }\n";
        let files = [("a.c".to_owned(), program.as_bytes().to_vec())];
        let clue = RepairClue {
            printed: "b".to_owned(),
            ..RepairClue::default()
        };
        let found = suggest_repairs(&files, &[], &[clue], &[]);
        let traced = found
            .iter()
            .filter(|repair| repair.slip == RepairableSlip::TracedPrint);
        let traced: Vec<(usize, &str)> = traced
            .map(|repair| (repair.line, repair.switched[0].edit.text.as_str()))
            .collect();
        let wanted = [
            (
                1,
                r#"{ printf("\0011\002"); printf("b"); printf("\001\002"); }"#,
            ),
            (
                2,
                r#"{ printf("\0012\002"); puts("c"); printf("\001\002"); }"#,
            ),
        ];
        assert_eq!(traced, wanted);
    }

    #[test]
    fn a_number_with_a_fraction_is_tried_only_where_one_may_stand() {
        let tried = |text: &str| {
            let declared = "int a = 1; double d = 2; ";
            changed(RepairableSlip::Variable, &format!("{declared}{text}")).len()
        };
        assert_eq!(tried("b(a);"), 1);
        for text in ["switch (a) {}", "b[a];", "b(a % 2);", "b[(a)];"] {
            assert_eq!(tried(text), 0, "{text}");
        }
    }

    #[test]
    fn a_program_that_cannot_be_read_has_no_changes() {
        let text = "(".repeat(10_000);
        assert_eq!(
            suggest_repairs(&[("a.cpp".to_owned(), text.into_bytes())], &[], &[], &[]),
            []
        );
        let loops = "int main() { while (i < n) i++; while (i < n) i++; }".repeat(500);
        let files = [("a.cpp".to_owned(), loops.into_bytes())];
        assert!(suggest_repairs(&files, &[], &[], &[]).len() <= MOST);
        assert_eq!(
            suggest_repairs(&files, &["a.cpp".to_owned()], &[], &[]),
            [],
            "it is the instructor's"
        );
    }
}
