//! The faults that a source can have, found in its syntax.
//!
//! Each operator makes few mutants that stand for many: of the six other comparisons, three which no test can all tell from the
//! right one without telling the others, too.

mod control_flow;
mod expressions;
mod fault;
mod variables;

use std::collections::BTreeSet;

use super::constant::{is_never_mutated, may_be_constant};
use super::mutant::{SourceMutant, SourceText};
use crate::source::{DeclaredVariable, NodeId, SyntaxTree, declared_variables};
use fault::MutationCandidate;
use model::SwitchForm;

/// Which faults are worth a look in an assignment.
#[derive(Debug, Clone, Copy)]
pub struct MutantFilter {
    /// Whether the words of texts matter to some case.
    pub texts: bool,
    /// Whether the words of exceptions do.
    pub thrown_texts: bool,
}

impl MutantFilter {
    /// Every fault that there is.
    #[cfg(test)]
    pub(crate) const ALL: MutantFilter = MutantFilter {
        texts: true,
        thrown_texts: true,
    };
}

/// All mutants of these sources, in the order of their text.
pub fn generate_mutants(sources: &[SourceText], wanted: MutantFilter) -> Vec<SourceMutant> {
    let mut all = Vec::new();
    for (source, SourceText { text, .. }) in sources.iter().enumerate() {
        let Ok(syntax) = SyntaxTree::parse(text) else {
            continue;
        };
        let mut seen = BTreeSet::new();
        for (fault, switchable, function) in find_candidates(&syntax, wanted) {
            let MutationCandidate {
                operator,
                bytes,
                becomes,
                form,
            } = fault;
            let key = (
                bytes.start,
                bytes.end,
                becomes.clone(),
                form == SwitchForm::Statement,
            );
            let is_change = text.get(bytes.clone()).is_some_and(|was| was != becomes);
            if is_change && seen.insert(key) {
                let number = u32::try_from(all.len() + 1).unwrap_or(u32::MAX);
                all.push(SourceMutant {
                    number,
                    source,
                    function,
                    operator,
                    bytes,
                    becomes,
                    form,
                    switchable,
                });
            }
        }
    }
    all
}

/// The faults of one source, each with whether a switch can stand there, and with its function.
fn find_candidates(
    syntax: &SyntaxTree,
    wanted: MutantFilter,
) -> Vec<(MutationCandidate, bool, Option<String>)> {
    let mut all = Vec::new();
    let variables = declared_variables(syntax);
    let mut skipped_to = 0;
    for id in syntax.all_nodes() {
        if id < skipped_to {
            continue;
        }
        if is_never_mutated(syntax, id) {
            skipped_to = syntax.subtree(id).end;
            continue;
        }
        if syntax.is_doubtful(id) {
            continue;
        }
        let mut here = node_candidates(syntax, id, &variables, wanted);
        if here.is_empty() {
            continue;
        }
        let switchable = !may_be_constant(syntax, id);
        let function = enclosing_function(syntax, id);
        all.extend(here.drain(..).map(|fault| {
            let switchable = switchable && !has_line_comment(&fault);
            (fault, switchable, function.clone())
        }));
    }
    all
}

/// A comment ends with its line, and a switch stands in one line.
fn has_line_comment(fault: &MutationCandidate) -> bool {
    fault.becomes.contains("//")
}

/// The name of the function around a node.
fn enclosing_function(syntax: &SyntaxTree, id: NodeId) -> Option<String> {
    let definition = syntax
        .ancestors(id)
        .find(|it| syntax.kind(*it) == "function_definition")?;
    let declarator = syntax
        .subtree(definition)
        .find(|it| syntax.kind(*it) == "function_declarator")?;
    Some(
        syntax
            .text(syntax.child_by_field(declarator, "declarator")?)
            .to_owned(),
    )
}

fn node_candidates(
    syntax: &SyntaxTree,
    id: NodeId,
    variables: &[DeclaredVariable],
    wanted: MutantFilter,
) -> Vec<MutationCandidate> {
    match syntax.kind(id) {
        "binary_expression" => expressions::mutate_binary(syntax, id),
        "assignment_expression" => expressions::mutate_assignment(syntax, id),
        "update_expression" => expressions::mutate_update(syntax, id),
        "unary_expression" => expressions::mutate_unary(syntax, id),
        "call_expression" => expressions::swap_arguments(syntax, id),
        "number_literal" => expressions::mutate_number(syntax, id),
        "char_literal" => expressions::mutate_character(syntax, id),
        "true" | "false" => expressions::mutate_boolean(syntax, id),
        "string_literal" | "concatenated_string" if mutates_text(syntax, id, wanted) => {
            expressions::mutate_string(syntax, id)
        }
        "conditional_expression" => control_flow::mutate_ternary(syntax, id),
        "if_statement" => {
            let mut all = control_flow::mutate_condition(syntax, id);
            all.extend(control_flow::mutate_else(syntax, id));
            all
        }
        "while_statement" | "do_statement" | "for_statement" => {
            let mut all = control_flow::mutate_condition(syntax, id);
            all.extend(control_flow::exit_early(syntax, id));
            all
        }
        "for_range_loop" => control_flow::exit_early(syntax, id).into_iter().collect(),
        "identifier" => variables::mutate_variable(syntax, id, variables)
            .into_iter()
            .collect(),
        "init_declarator" => variables::mutate_first_value(syntax, id)
            .into_iter()
            .collect(),
        "expression_statement" | "break_statement" | "continue_statement" => {
            control_flow::delete_statement(syntax, id)
        }
        "return_statement" => control_flow::mutate_return(syntax, id),
        _ => Vec::new(),
    }
}

fn mutates_text(syntax: &SyntaxTree, id: NodeId, wanted: MutantFilter) -> bool {
    wanted.texts && (wanted.thrown_texts || !is_thrown(syntax, id))
}

fn is_thrown(syntax: &SyntaxTree, id: usize) -> bool {
    syntax
        .ancestors(id)
        .any(|outer| syntax.kind(outer) == "throw_statement")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn becomes(text: &str) -> Vec<String> {
        let source = SourceText {
            name: "a.cpp".to_owned(),
            text: text.to_owned(),
        };
        let all = generate_mutants(std::slice::from_ref(&source), MutantFilter::ALL);
        all.iter().map(|one| one.to_diff(&source).becomes).collect()
    }

    #[test]
    fn a_comparison_has_three_faults_that_stand_for_six() {
        let all = becomes("bool f(int a, int b)\n{\n    return a < b;\n}\n");
        for line in [
            "return a <= b;",
            "return a != b;",
            "return false;",
            "return 0;",
        ] {
            assert!(all.iter().any(|one| one == line), "{line}: {all:?}");
        }
        assert_eq!(all.len(), 4, "{all:?}");
    }

    #[test]
    fn streams_and_includes_and_parameters_are_no_calculations() {
        let all = becomes("#include \"3.h\"\nvoid f(int a[3])\n{\n    cout << a[0] << endl;\n}\n");
        assert_eq!(
            all,
            ["", "cout << a[1] << endl;", "cout << a[(-1)] << endl;"]
        );
    }

    #[test]
    fn the_words_of_an_exception_matter_only_where_somebody_reads_them() {
        let text = "void f()\n{\n    throw std::out_of_range(\"empty\");\n}\n";
        let source = SourceText {
            name: "a.cpp".to_owned(),
            text: text.to_owned(),
        };
        let count = |wanted| generate_mutants(std::slice::from_ref(&source), wanted).len();
        assert_eq!(
            count(MutantFilter::ALL),
            count(MutantFilter {
                thrown_texts: false,
                ..MutantFilter::ALL
            }) + 1
        );
    }

    #[test]
    fn a_sum_inside_a_product_stays_one_operand() {
        let all = becomes("int f(int a, int b)\n{\n    return a - a * b;\n}\n");
        assert!(all.contains(&"return a - (a + b);".to_owned()), "{all:?}");
    }

    #[test]
    fn an_else_a_loop_a_first_value_and_a_variable_have_the_faults_of_beginners() {
        let all = becomes(
            "int f(int a, int b)\n{\n    int c = f(a, 1);\n    if (c) { a = 1; } else { b = 2; a = 3; }\n    \
             while (b) { b--; }\n    return c;\n}\n",
        );
        let loose = becomes(
            "void f()\n{\n    int sum = 0;\n    int read = 0;\n    cin >> read;\n    const int most = 9;\n    for (int i = 0; i < most; i++) { f(); }\n}\n",
        );
        assert_eq!(loose.iter().filter(|one| one.contains("32767")).count(), 1);
        assert!(loose.contains(&"int sum = 32767;".to_owned()), "{loose:?}");
        for line in [
            "int c = 0;",
            "int c = f(b, 1);",
            "if (c) { a = 1; } else",
            "if (c) { a = 1; { b = 2; a = 3; }} else { b = 2; a = 3; }",
            "while (b) { b--; break;}",
            "return b;",
        ] {
            assert!(all.iter().any(|one| one == line), "{line}: {all:?}");
        }
    }

    #[test]
    fn the_start_of_a_generator_is_left_alone() {
        assert_eq!(becomes("int main()\n{\n    srand(7);\n}\n"), [""; 0]);
    }

    #[test]
    fn what_must_be_constant_has_no_switch() {
        let text = "const int SIZE = 3;\nint f(int x)\n{\n    int a[4];\n    switch (x) { case 5: x = 6; }\n    return a[x];\n}\n";
        let source = SourceText {
            name: "a.cpp".to_owned(),
            text: text.to_owned(),
        };
        let all = generate_mutants(std::slice::from_ref(&source), MutantFilter::ALL);
        let fixed: BTreeSet<&str> = all
            .iter()
            .filter(|one| !one.switchable)
            .map(|one| &text[one.bytes.clone()])
            .collect();
        assert_eq!(fixed, BTreeSet::from(["3", "4", "5"]));
    }

    proptest::proptest! {
        /// A rubric's own program may be anything, too.
        #[test]
        fn any_text_has_mutants_within_its_bounds(text in "[ -~\n]{0,200}") {
            let source = SourceText { name: "a.cpp".to_owned(), text };
            for one in generate_mutants(std::slice::from_ref(&source), MutantFilter::ALL) {
                let _ = (one.apply_to(&source), one.to_diff(&source));
            }
        }
    }
}
