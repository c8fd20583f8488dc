//! Changes that are taken from other programs for the same task: the solution, and programs that an instructor names.
//!
//! A function of the program is compared with the function of the same name in a donor: variables by how they are used (`uses`, `names`), then
//! statements by their words (`alignment`). Where the two differ, what the donor has there is a change that is worth trying (`edits`).
//! Nothing depends on a donor being right: a change is only ever shown once the changed program was.

mod alignment;
mod compared;
mod edits;
mod minimal;
mod names;
mod steps;
mod uses;

use std::cmp::Reverse;

use super::super::declared;
use super::places::RepairContext;
use crate::source::program::decode_source;
use crate::source::syntax::SyntaxTree;
use compared::compare_functions;
use edits::DonorEdits;
use model::{DonorProgram, SourceRepair};
use steps::FunctionSteps;

/// How many files of donors are compared with a file, and how many of them give changes: those that are most like it.
const MOST_READ: usize = 24;
const MOST_USED: usize = 10;

/// A file of a donor.
pub(super) struct DonorFile<'d> {
    places: RepairContext<'d>,
    functions: Vec<FunctionSteps>,
}

/// The syntax of the files of donors that are read.
pub(super) fn parse_donors(donors: &[DonorProgram]) -> Vec<SyntaxTree> {
    let texts = donors.iter().flat_map(|donor| &donor.texts);
    texts
        .take(MOST_READ)
        .filter_map(|text| SyntaxTree::parse(&decode_source(text.as_bytes())).ok())
        .collect()
}

/// The files with this syntax.
pub(super) fn list_donors(trees: &[SyntaxTree]) -> Vec<DonorFile<'_>> {
    let files = trees.iter().map(|syntax| {
        let places = RepairContext {
            syntax,
            file: 0,
            variables: declared::declared_variables(syntax),
        };
        let functions = steps::list_functions(&places);
        DonorFile { places, functions }
    });
    files.collect()
}

/// What a program's file has elsewhere than donors have it.
pub(super) fn repair_by_donors(
    places: &RepairContext<'_>,
    donors: &[DonorFile<'_>],
    found: &mut Vec<SourceRepair>,
) {
    if donors.is_empty() {
        return;
    }
    let own = steps::list_functions(places);
    let declared = steps::declared_functions(places.syntax);
    let mut compared = Vec::new();
    for donor in donors {
        let pairs = compare_functions(&own, &declared, &donor.functions);
        let likeness: usize = pairs.iter().map(|pair| pair.alignment.likeness).sum();
        compared.push((likeness, donor, pairs));
    }
    compared.sort_by_key(|(likeness, ..)| Reverse(*likeness));
    for (_, donor, pairs) in compared.into_iter().take(MOST_USED) {
        for pair in &pairs {
            DonorEdits::new(places, &donor.places, pair).list_into(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::suggest_repairs;
    use model::{DonorProgram, RepairableSlip};

    /// The changed programs that only a donor gives.
    fn changed(program: &str, donor: &str) -> Vec<String> {
        let files = [("a.c".to_owned(), program.as_bytes().to_vec())];
        let donors = [DonorProgram {
            texts: vec![donor.to_owned()],
        }];
        let is_donated = |slip| {
            matches!(
                slip,
                RepairableSlip::WrongCondition
                    | RepairableSlip::WrongStatement
                    | RepairableSlip::MissingStatement
            )
        };
        suggest_repairs(&files, &[], &[], &donors)
            .iter()
            .filter(|repair| is_donated(repair.slip))
            .map(|repair| repair.apply_to(program).unwrap())
            .collect()
    }

    #[test]
    fn what_a_donor_has_elsewhere_is_tried_under_the_names_of_the_program() {
        let donor = "int main() { int n, sum = 0; scanf(\"%d\", &n); \
             while (n > 0) { sum += n % 10; n /= 10; } if (sum % 9 == 0 && n != 1) sum = 9; printf(\"%d\\n\", sum); }";
        for (program, wanted) in [
            // Another condition.
            (
                "int main() { int x, s = 0; scanf(\"%d\", &x); \
                 while (x != s * 2) { s += x % 10; x /= 10; } printf(\"%d\\n\", s); }",
                "while (x > 0) {",
            ),
            // A statement that is missing in a loop.
            (
                "int main() { int x, s = 0; scanf(\"%d\", &x); \
                 while (x > 0) { s += x % 10; } printf(\"%d\\n\", s); }",
                "s += x % 10; x /= 10;",
            ),
            // A statement that does something else.
            (
                "int main() { int x, s = 0; scanf(\"%d\", &x); \
                 while (x > 0) { s = x / 10 + 1; x /= 10; } printf(\"%d\\n\", s); }",
                "{ s += x % 10; x /= 10; }",
            ),
            // A branch that is missing.
            (
                "int main() { int x, s = 0; scanf(\"%d\", &x); \
                 while (x > 0) { s += x % 10; x /= 10; } printf(\"%d\\n\", s); }",
                "if (s % 9 == 0 && x != 1) s = 9;",
            ),
        ] {
            let all = changed(program, donor);
            assert!(
                all.iter().any(|text| text.contains(wanted)),
                "{wanted}: {all:#?}"
            );
        }
    }

    #[test]
    fn a_case_is_not_put_beside_itself() {
        let with_cases = |one: &str, other: &str| {
            format!(
                "int main() {{ int x; scanf(\"%d\", &x); switch (x) {{ case 1: {one} break; case 2: {other} break; }} }}"
            )
        };
        let program = with_cases("puts(\"a\"); x = 3;", "puts(\"c\"); x = 5;");
        let files = [("a.c".to_owned(), program.into_bytes())];
        let donors = [DonorProgram {
            texts: vec![with_cases("x = 2; puts(\"b\");", "x = 4; puts(\"d\");")],
        }];
        let found = suggest_repairs(&files, &[], &[], &donors);
        let switched = found.iter().flat_map(|repair| &repair.switched);
        let texts: Vec<&str> = switched.map(|part| part.edit.text.trim()).collect();
        // The whole statement is tried.
        assert!(
            texts.iter().any(|text| text.starts_with("switch")),
            "{texts:?}"
        );
        assert!(
            !texts.iter().any(|text| text.starts_with("case")),
            "{texts:?}"
        );
    }

    #[test]
    fn what_a_program_cannot_know_is_not_taken() {
        let program = "int main() { int x; scanf(\"%d\", &x); printf(\"%d\\n\", x); }";
        let donor = "int twice(int a) { return a + a; } \
             int main() { int x, other; scanf(\"%d\", &x); other = 7; x = twice(x); printf(\"%d\\n\", x); }";
        assert_eq!(changed(program, donor), Vec::<String>::new());
        assert_eq!(changed(program, program), Vec::<String>::new());
    }
}
