//! Small changes of a program's text that may make it right, found where beginners slip: one file for each kind of place.
//!
//! Nothing here says that a place is wrong. Each change is a suspicion; whoever asks builds the changed program and runs it.

mod expressions;
mod loops;
mod places;

use super::program::decode_source;
use super::syntax::SyntaxTree;
use model::SourceRepair;
use places::RepairContext;

/// How many changes are tried at most, and how many of each kind: each is a compilation.
const MOST: usize = 16;
const MOST_OF_A_KIND: usize = 5;

/// The changes that are worth trying in these files, the likeliest first. Their places are those of [`decode_for_repair`] text. Those of the names in
/// `provided` are an instructor's, and stay as they are.
pub fn suggest_repairs(files: &[(String, Vec<u8>)], provided: &[String]) -> Vec<SourceRepair> {
    let mut found: Vec<SourceRepair> = Vec::new();
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
        };
        expressions::repair_conditions(&places, &mut found);
        loops::repair_reading(&places, &mut found);
        expressions::repair_arithmetic(&places, &mut found);
        loops::repair_loops(&places, &mut found);
    }
    found.sort();
    found.dedup();
    let mut kept: Vec<SourceRepair> = Vec::new();
    for repair in found {
        let alike = kept.iter().filter(|kept| kept.slip == repair.slip).count();
        if alike < MOST_OF_A_KIND && kept.len() < MOST {
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
        let found = suggest_repairs(&[("a.cpp".to_owned(), program.clone().into_bytes())], &[]);
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

    #[test]
    fn a_program_that_cannot_be_read_has_no_changes() {
        let text = "(".repeat(10_000);
        assert_eq!(
            suggest_repairs(&[("a.cpp".to_owned(), text.into_bytes())], &[]),
            []
        );
        let loops = "int main() { while (i < n) i++; while (i < n) i++; }".repeat(50);
        let files = [("a.cpp".to_owned(), loops.into_bytes())];
        assert_eq!(suggest_repairs(&files, &[]).len(), MOST_OF_A_KIND);
        assert_eq!(
            suggest_repairs(&files, &["a.cpp".to_owned()]),
            [],
            "it is the instructor's"
        );
    }
}
