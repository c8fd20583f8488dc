//! Chains of calls: `run("./x").stdin("1").exit(0)`.

use tree_sitter::Node;

/// The longest chain of calls.
const LONGEST: usize = 200;

/// A call of a chain.
pub(super) struct PythonCall<'t> {
    pub(super) name: &'t str,
    pub(super) positional: Vec<Node<'t>>,
    pub(super) named: Vec<(&'t str, Node<'t>)>,
    pub(super) line: usize,
}

/// The calls of a chain, the first one first.
pub(super) fn parse_chain<'t>(source: &'t str, call: Node<'t>) -> Option<Vec<PythonCall<'t>>> {
    let mut calls = Vec::new();
    let mut next = Some(call);
    while let Some(node) = next {
        if calls.len() == LONGEST {
            return None;
        }
        let function = node.child_by_field_name("function")?;
        let object = function
            .child_by_field_name("object")
            .filter(|it| it.kind() == "call");
        let named = match object {
            Some(_) => function.child_by_field_name("attribute")?,
            None => function,
        };
        let mut positional = Vec::new();
        let mut keywords = Vec::new();
        let arguments = node.child_by_field_name("arguments")?;
        let mut cursor = arguments.walk();
        for argument in arguments.named_children(&mut cursor) {
            match argument.kind() {
                "keyword_argument" => {
                    let name = node_text(source, argument.child_by_field_name("name")?);
                    keywords.push((name, argument.child_by_field_name("value")?));
                }
                "comment" => {}
                "list_splat" | "dictionary_splat" | "for_in_clause" => return None,
                _ => positional.push(argument),
            }
        }
        calls.push(PythonCall {
            name: node_text(source, named),
            positional,
            named: keywords,
            line: node_line(named),
        });
        next = object;
    }
    calls.reverse();
    Some(calls)
}

/// The line of a node.
pub(super) fn node_line(node: Node<'_>) -> usize {
    node.start_position().row + 1
}

fn node_text<'t>(source: &'t str, node: Node<'_>) -> &'t str {
    source.get(node.byte_range()).unwrap_or_default()
}
