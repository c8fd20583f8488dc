//! `indentation`: one style, whichever it is.
//!
//! Three things are looked at, and only at the beginnings of lines:
//!
//! 1. statements of one block begin in the same column;
//! 2. a block's statements, and a body without braces, begin further right than the line of what they belong to;
//! 3. a closing brace stands under that line, under the opening brace, or under the statements.
//!
//! How many columns further right, where braces stand, and whether `case` is indented is everybody's own choice. Tabs may
//! be as wide as suits the program best, so a mixture that looks right in some editor is right.

use std::collections::BTreeMap;

use super::super::program::{ParsedFile, ParsedProgram};
use super::super::syntax::{NodeId, SyntaxTree};
use super::line_counts::line_width;
use model::RuleFinding;

/// The widths of tabs that are tried.
const TABS: [usize; 4] = [4, 8, 2, 3];

/// The lines that deviate, if there are more than `tolerance` in the whole program.
pub(super) fn find_violations(
    rule: &'static str,
    program: &ParsedProgram,
    tolerance: usize,
) -> Vec<RuleFinding> {
    let in_best = |file| {
        TABS.iter()
            .map(|tab| check_file(rule, file, *tab))
            .min_by_key(Vec::len)
    };
    let findings: Vec<RuleFinding> = program.files.iter().filter_map(in_best).flatten().collect();
    if findings.len() > tolerance {
        findings
    } else {
        Vec::new()
    }
}

fn check_file(rule: &'static str, file: &ParsedFile, tab: usize) -> Vec<RuleFinding> {
    let check = IndentationCheck {
        file,
        syntax: &file.syntax,
        tab,
    };
    let mut found: BTreeMap<usize, String> = BTreeMap::new();
    for id in file.syntax.all_nodes() {
        match file.syntax.kind(id) {
            "translation_unit" => check.check_siblings(&check.top_level_nodes(id), &mut found),
            "compound_statement" | "field_declaration_list" => check.check_block(id, &mut found),
            "case_statement" => check.check_siblings(&check.case_statements(id), &mut found),
            "if_statement" | "else_clause" | "while_statement" | "for_statement"
            | "for_range_loop" | "do_statement" => check.check_bare_body(id, &mut found),
            _ => {}
        }
    }
    let found = found.into_iter();
    found
        .map(|(line, message)| file.finding_at(rule, line, message))
        .collect()
}

struct IndentationCheck<'p> {
    file: &'p ParsedFile,
    syntax: &'p SyntaxTree,
    tab: usize,
}

impl IndentationCheck<'_> {
    /// The column in which a line begins.
    fn line_column(&self, line: usize) -> usize {
        let text = self.file.lines.get(line).map_or("", String::as_str);
        line_width(&text[..text.len() - text.trim_start().len()], self.tab)
    }

    /// Those of these nodes that begin a line and that the grammar understands.
    fn first_on_line<'s>(&'s self, ids: impl Iterator<Item = NodeId> + 's) -> Vec<NodeId> {
        let syntax = self.syntax;
        let begins = |id: &NodeId| {
            !matches!(
                syntax.kind(*id),
                "{" | "}" | ";" | "ERROR" | "access_specifier" | ":" | "labeled_statement"
            ) && syntax.is_first_on_line(*id)
        };
        ids.filter(begins)
            .filter(|id| !syntax.is_doubtful(*id))
            .collect()
    }

    fn top_level_nodes(&self, id: NodeId) -> Vec<NodeId> {
        self.first_on_line(self.syntax.children(id))
    }

    /// What stands in a `case`, behind its label, on lines of its own. A block of its own is looked at as a block.
    fn case_statements(&self, id: NodeId) -> Vec<NodeId> {
        let behind = self
            .syntax
            .children(id)
            .skip_while(|it| self.syntax.kind(*it) != ":");
        let own = behind
            .skip(1)
            .filter(|it| self.syntax.kind(*it) != "compound_statement");
        // `break;` is often put under its `case`.
        self.first_on_line(own.filter(|it| self.syntax.kind(*it) != "break_statement"))
    }

    fn check_siblings(&self, ids: &[NodeId], found: &mut BTreeMap<usize, String>) {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for id in ids {
            *counts
                .entry(self.line_column(self.syntax.line(*id)))
                .or_default() += 1;
        }
        // With as many lines on either side, the one that comes first is right.
        let most = counts.values().copied().max().unwrap_or(0);
        let columns = ids.iter().map(|id| self.line_column(self.syntax.line(*id)));
        let usual = columns.clone().find(|column| counts[column] == most);
        for (id, column) in ids.iter().zip(columns) {
            let line = self.syntax.line(*id);
            match usual {
                Some(usual) if usual != column => {
                    found.entry(line).or_insert_with(|| {
                        format!(
                            "The line begins in column {}; the others of its block begin in column {}.",
                            column + 1,
                            usual + 1
                        )
                    });
                }
                _ => {}
            }
        }
    }

    fn check_block(&self, id: NodeId, found: &mut BTreeMap<usize, String>) {
        let syntax = self.syntax;
        let inside = self.first_on_line(syntax.children(id));
        self.check_siblings(&inside, found);
        if syntax.is_doubtful(id) {
            return;
        }
        let owner = self.owner_line(id);
        let outer = self.line_column(owner);
        let opening = self.line_column(syntax.line(id));
        let is_switch = syntax.kind(syntax.parent(id)) == "switch_statement";
        let is_on_one_line = syntax.line(id) == syntax.last_line(id);
        if let Some(first) = inside.first().filter(|_| !is_switch && !is_on_one_line) {
            let line = syntax.line(*first);
            if self.line_column(line) <= outer && line != owner {
                let message = deeper_message(owner);
                found.entry(line).or_insert(message);
            }
        }
        let Some(closing) = syntax
            .children(id)
            .filter(|it| syntax.kind(*it) == "}")
            .last()
        else {
            return;
        };
        let line = syntax.line(closing);
        if is_on_one_line || !syntax.is_first_on_line(closing) {
            return;
        }
        let column = self.line_column(line);
        let inner = inside.first().map(|it| self.line_column(syntax.line(*it)));
        if column != outer && column != opening && Some(column) != inner {
            found.entry(line).or_insert_with(|| {
                format!(
                    "The brace stands in column {}; what it closes begins in column {}.",
                    column + 1,
                    outer + 1
                )
            });
        }
    }

    /// The line to which a block belongs: that of the `if`, the loop, or the function.
    fn owner_line(&self, id: NodeId) -> usize {
        let parent = self.syntax.parent(id);
        match self.syntax.kind(parent) {
            "compound_statement" | "translation_unit" | "case_statement" => self.syntax.line(id),
            _ => self.syntax.line(self.construct_head(parent)),
        }
    }

    /// Where a construct begins: an `if` behind `else` begins with the `else`.
    fn construct_head(&self, id: NodeId) -> NodeId {
        let parent = self.syntax.parent(id);
        let is_chained = self.syntax.kind(id) == "if_statement"
            && self.syntax.kind(parent) == "else_clause"
            && self.syntax.line(parent) == self.syntax.line(id);
        if is_chained { parent } else { id }
    }

    /// A body without braces on a line of its own.
    fn check_bare_body(&self, id: NodeId, found: &mut BTreeMap<usize, String>) {
        let syntax = self.syntax;
        let body = syntax
            .child_by_field(id, "body")
            .or_else(|| syntax.child_by_field(id, "consequence"))
            .or_else(|| {
                syntax
                    .children(id)
                    .filter(|it| syntax.kind(*it) != "else")
                    .last()
            });
        let Some(body) = body else { return };
        // `else` and `if` on two lines is a way to write `else if`.
        let is_chain = syntax.kind(id) == "else_clause" && syntax.kind(body) == "if_statement";
        let is_own = !matches!(syntax.kind(body), "compound_statement" | ";")
            && !is_chain
            && syntax.is_first_on_line(body)
            && !syntax.is_doubtful(id);
        let owner = syntax.line(self.construct_head(id));
        if is_own && self.line_column(syntax.line(body)) <= self.line_column(owner) {
            found
                .entry(syntax.line(body))
                .or_insert_with(|| deeper_message(owner));
        }
    }
}

fn deeper_message(owner: usize) -> String {
    format!(
        "The line belongs to line {} and should begin further right.",
        owner + 1
    )
}
