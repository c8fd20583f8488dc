//! Small changes of a program's text that may make it right, found where beginners slip: one file for each kind of place.
//!
//! Nothing here says that a place is wrong. Each change is a suspicion; whoever asks builds the changed program and runs it.

mod arithmetic;
mod conditions;
mod loops;
mod places;
mod reading;

use super::program::decoded;
use super::syntax::Syntax;
use crate::model::Repair;
use places::Places;

/// How many changes are tried at most, and how many of each kind: each is a compilation.
const MOST: usize = 16;
const MOST_OF_A_KIND: usize = 5;

/// The changes that are worth trying in these files, the likeliest first. Their places are those of [`readable`] text. Those of the names in
/// `provided` are an instructor's, and stay as they are.
pub(crate) fn repairs(files: &[(String, Vec<u8>)], provided: &[String]) -> Vec<Repair> {
    let mut found: Vec<Repair> = Vec::new();
    for (file, (name, bytes)) in files.iter().enumerate() {
        if provided.contains(name) {
            continue;
        }
        let Ok(syntax) = Syntax::read(&decoded(bytes)) else { continue };
        let places = Places { syntax: &syntax, file };
        conditions::find(&places, &mut found);
        reading::find(&places, &mut found);
        arithmetic::find(&places, &mut found);
        loops::find(&places, &mut found);
    }
    found.sort();
    found.dedup();
    let mut kept: Vec<Repair> = Vec::new();
    for repair in found {
        let alike = kept.iter().filter(|kept| kept.slip == repair.slip).count();
        if alike < MOST_OF_A_KIND && kept.len() < MOST {
            kept.push(repair);
        }
    }
    kept
}

/// A file's text as changes count its bytes.
pub(crate) fn readable(bytes: &[u8]) -> String {
    decoded(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Slip;

    /// The changed programs of one kind.
    fn changed(slip: Slip, text: &str) -> Vec<String> {
        let program = format!("int main() {{ {text} }}\n");
        let found = repairs(&[("a.cpp".to_owned(), program.clone().into_bytes())], &[]);
        let of_kind = found.iter().filter(|repair| repair.slip == slip);
        let texts = of_kind.map(|repair| {
            let changed = repair.applied(&program).unwrap();
            changed["int main() { ".len()..changed.len() - " }\n".len()].to_owned()
        });
        texts.collect()
    }

    #[test]
    fn each_slip_is_undone_where_it_may_have_been_made() {
        for (slip, text, wanted) in [
            (Slip::AssignmentInCondition, "if (a = 1) b = 2;", &["if (a == 1) b = 2;"][..]),
            (
                Slip::AssignmentInCondition,
                "while ((a = 1) && b) c();",
                &["while ((a == 1) && b) c();"],
            ),
            (Slip::AssignmentInCondition, "if (a == 1) { b = 2; }", &[]),
            (Slip::ChainedComparison, "if (1 <= a < 9) b();", &["if (1 <= a && a < 9) b();"]),
            (
                Slip::BareValue,
                "if (a == 1 || 2 || 3) b();",
                &["if (a == 1 || a == 2 || a == 3) b();"],
            ),
            (Slip::BareValue, "if (a == 1 || b) c();", &[]),
            (
                Slip::LineLeftUnread,
                "cin >> a; getline(cin, b);",
                &["cin >> a; getline(cin >> std::ws, b);"],
            ),
            (Slip::LineLeftUnread, "getline(cin, b); cin >> a;", &[]),
            (
                Slip::LineLeftUnread,
                "for (;;) { getline(cin, b); cin >> a; }",
                &["for (;;) { getline(cin >> std::ws, b); cin >> a; }"],
            ),
            (
                Slip::FailedReadRepeated,
                "while (a < 1) { cin >> a; b(); }",
                &[
                    "while (a < 1) { cin >> a; if (!cin && !cin.eof()) { cin.clear(); cin.ignore(1000000, '\\n'); } b(); }",
                ],
            ),
            (
                Slip::FailedReadRepeated,
                "while (!(std::cin >> a)) { b(); }",
                &[
                    "while (!(std::cin >> a)) { std::cin.clear(); std::cin.ignore(1000000, '\\n'); b(); }",
                ],
            ),
            (Slip::FailedReadRepeated, "cin >> a; while (a) { a--; }", &[]),
            (
                Slip::EndNoticedLate,
                "while (!in.eof()) { in >> a; s += a; }",
                &["while (!in.eof()) { in >> a; if (!in) break; s += a; }"],
            ),
            (
                Slip::EndNoticedLate,
                "do { getline(in, a); b(); } while (in);",
                &["do { getline(in, a); if (!in) break; b(); } while (in);"],
            ),
            (Slip::WholeDivision, "double a = 5 / 9 * b;", &["double a = 1.0 * 5 / 9 * b;"]),
            (Slip::WholeDivision, "int a = b / c;", &["double a = 1.0 * b / c;"]),
            (Slip::WholeDivision, "double a = b / 2.0;", &[]),
            (Slip::WholeDivision, "int a = b / 2.0;", &["double a = b / 2.0;"]),
            (Slip::OrderOfOperations, "a = b + c / 2;", &["a = (b + c) / 2;"]),
            (Slip::OrderOfOperations, "a = b / c + 2;", &["a = b / (c + 2);"]),
            (Slip::OrderOfOperations, "a = (b + c) / 2;", &[]),
            (
                Slip::NotReset,
                "int s = 0; for (;;) { for (;;) { s += 1; } cout << s; }",
                &["int s = 0; for (;;) { s = 0; for (;;) { s += 1; } cout << s; }"],
            ),
            (Slip::NotReset, "for (;;) { int s = 0; for (;;) s += 1; }", &[]),
            (Slip::TooFewRounds, "while (i < n) i++;", &["while (i <= n) i++;"]),
            (
                Slip::TooManyRounds,
                "for (int i = 0; i <= n; i++) b();",
                &["for (int i = 0; i < n; i++) b();", "for (int i = 1; i <= n; i++) b();"],
            ),
            (Slip::Limit, "if (a > 9) b();", &["if (a >= 9) b();"]),
        ] {
            let mut found = changed(slip, text);
            found.sort();
            assert_eq!(found, wanted, "{slip:?} {text}");
        }
    }

    #[test]
    fn a_program_that_cannot_be_read_has_no_changes() {
        let text = "(".repeat(10_000);
        assert_eq!(repairs(&[("a.cpp".to_owned(), text.into_bytes())], &[]), []);
        let loops = "int main() { while (i < n) i++; while (i < n) i++; }".repeat(50);
        let files = [("a.cpp".to_owned(), loops.into_bytes())];
        assert_eq!(repairs(&files, &[]).len(), MOST_OF_A_KIND);
        assert_eq!(repairs(&files, &["a.cpp".to_owned()]), [], "it is the instructor's");
    }
}
