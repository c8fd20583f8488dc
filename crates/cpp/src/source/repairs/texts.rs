//! Texts that a program prints: made like what is expected, dropped, or added.

use std::collections::BTreeSet;

use super::super::syntax::{NodeId, SyntaxTree};
use super::groups::repair_together;
use super::hunks::{TextHunk, text_hunks};
use super::places::RepairContext;
use model::{
    RepairClue, RepairableSlip, SourceRepair, TRACE_END, TRACE_START, TextEdit, apply_edits,
};

/// Calls that print.
const PRINTERS: [&str; 8] = [
    "printf",
    "std::printf",
    "puts",
    "std::puts",
    "putchar",
    "std::putchar",
    "fputs",
    "cout.put",
];

/// Calls that read by a format.
const READERS: [&str; 4] = ["scanf", "std::scanf", "fscanf", "sscanf"];

/// How many clues are looked at.
const MOST_CLUES: usize = 8;

/// How many different texts are added somewhere, and in how many places.
const MOST_ADDED: usize = 4;
const MOST_PLACES: usize = 40;

/// How long a text may be that is added.
const LONGEST_ADDED: usize = 60;

/// How many statements that print are traced.
const MOST_TRACED: usize = 60;

/// How often one text is looked for in what was printed.
const MOST_OCCURRENCES: usize = 4;

/// A literal, or a part of one between two conversions of a format.
struct LiteralPart {
    /// What is printed of it.
    text: String,
    /// For each byte of the text where it stands in the source, and where the last one ends.
    offsets: Vec<usize>,
    is_format: bool,
}

impl LiteralPart {
    fn edit(&self, from: usize, to: usize, text: &str) -> Option<TextEdit> {
        Some(TextEdit {
            start: *self.offsets.get(from)?,
            end: *self.offsets.get(to)?,
            text: escape_text(text, self.is_format),
        })
    }

    /// What the differences within its place in what was printed make of it.
    fn edits_at(&self, place: usize, hunks: &[TextHunk]) -> Vec<TextEdit> {
        let end = place + self.text.len();
        let is_inside = |hunk: &&TextHunk| {
            place <= hunk.printed.start && hunk.printed.end <= end && !self.text.is_empty()
        };
        hunks
            .iter()
            .filter(is_inside)
            .filter_map(|hunk| {
                let from = hunk.printed.start - place;
                self.edit(from, hunk.printed.end - place, &hunk.expected)
            })
            .collect()
    }
}

/// Whether a statement reads from standard input.
pub(super) fn reads_input(syntax: &SyntaxTree, statement: NodeId) -> bool {
    let text = syntax.text(statement);
    syntax.kind(statement) == "expression_statement"
        && ["cin", "scanf", "getline", "getchar", "gets"]
            .iter()
            .any(|word| text.contains(word))
}

/// The statements that print, in the order of the text.
pub(super) fn print_statements(syntax: &SyntaxTree) -> Vec<NodeId> {
    syntax
        .nodes_of_kinds(&["expression_statement"])
        .filter(|id| is_print(syntax, *id))
        .collect()
}

pub(super) fn is_print(syntax: &SyntaxTree, statement: NodeId) -> bool {
    let Some(expression) = syntax.children(statement).next() else {
        return false;
    };
    match syntax.kind(expression) {
        "call_expression" => syntax
            .child_by_field(expression, "function")
            .is_some_and(|id| PRINTERS.contains(&syntax.text(id))),
        "binary_expression" => print_operands(syntax, expression).is_some(),
        _ => false,
    }
}

/// What a chain of `<<` prints, each with its operator; none if this is no such chain.
pub(super) fn print_operands(
    syntax: &SyntaxTree,
    expression: NodeId,
) -> Option<Vec<(NodeId, NodeId)>> {
    let mut operands = Vec::new();
    let mut left = expression;
    while syntax.kind(left) == "binary_expression" {
        let operator = syntax.child_by_field(left, "operator")?;
        if syntax.text(operator) != "<<" {
            return None;
        }
        operands.push((operator, syntax.child_by_field(left, "right")?));
        left = syntax.child_by_field(left, "left")?;
    }
    operands.reverse();
    let is_output = matches!(syntax.text(left), "cout" | "std::cout");
    (is_output && !operands.is_empty()).then_some(operands)
}

/// The parts of all literals that a node holds.
fn literal_parts(syntax: &SyntaxTree, id: NodeId) -> Vec<LiteralPart> {
    let mut parts = Vec::new();
    for literal in syntax.subtree(id) {
        if syntax.kind(literal) == "string_literal" {
            parts.extend(split_literal(syntax, literal));
        }
    }
    parts
}

fn split_literal(syntax: &SyntaxTree, literal: NodeId) -> Vec<LiteralPart> {
    let bytes = syntax.bytes(literal);
    let text = syntax.text(literal);
    let Some(inside) = text.strip_prefix('"').and_then(|it| it.strip_suffix('"')) else {
        return Vec::new();
    };
    let is_format = is_format_of(syntax, literal, &["printf", "std::printf"]);
    let mut parts = Vec::new();
    let mut part = LiteralPart {
        text: String::new(),
        offsets: Vec::new(),
        is_format,
    };
    let mut at = bytes.start + 1;
    let mut rest = inside;
    while let Some(first) = rest.chars().next() {
        let length = sign_length(rest);
        let sign = &rest[..length];
        if is_format && first == '%' && !rest.starts_with("%%") {
            let length = conversion_length(rest);
            part.offsets.push(at);
            let next = LiteralPart {
                text: String::new(),
                offsets: Vec::new(),
                is_format,
            };
            parts.push(std::mem::replace(&mut part, next));
            at += length;
            rest = &rest[length..];
            continue;
        }
        let (sign, length) = if is_format && rest.starts_with("%%") {
            ("%".to_owned(), 2)
        } else {
            (unescape_sign(sign), length)
        };
        for _ in 0..sign.len() {
            part.offsets.push(at);
        }
        part.text.push_str(&sign);
        at += length;
        rest = &rest[length..];
    }
    part.offsets.push(at);
    parts.push(part);
    parts
}

/// Whether a literal is the format of a call of one of these.
pub(super) fn is_format_of(syntax: &SyntaxTree, literal: NodeId, names: &[&str]) -> bool {
    let arguments = syntax.parent(literal);
    let call = syntax.parent(arguments);
    let name = syntax.child_by_field(call, "function");
    syntax.kind(arguments) == "argument_list"
        && name.is_some_and(|name| names.contains(&syntax.text(name)))
}

/// The bytes of the first sign of a literal's inside.
fn sign_length(text: &str) -> usize {
    let mut signs = text.char_indices();
    let is_escape = signs.next().is_some_and(|(_, sign)| sign == '\\');
    match signs.next() {
        Some((_, second)) if is_escape => 1 + second.len_utf8(),
        Some((at, _)) => at,
        None => text.len(),
    }
}

fn unescape_sign(sign: &str) -> String {
    match sign {
        "\\n" => "\n".to_owned(),
        "\\t" => "\t".to_owned(),
        "\\\"" => "\"".to_owned(),
        "\\\\" => "\\".to_owned(),
        "\\'" => "'".to_owned(),
        other => other.to_owned(),
    }
}

/// The bytes of a conversion such as `%5.2lf`.
pub(super) fn conversion_length(text: &str) -> usize {
    let is_end = |(at, sign): &(usize, char)| {
        *at > 0 && sign.is_ascii_alphabetic() && !"hljztL".contains(*sign)
    };
    let end = text.char_indices().find(is_end);
    end.map_or(text.len(), |(at, _)| at + 1)
}

fn escape_text(text: &str, is_format: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\n' => escaped.push_str("\\n"),
            '\t' => escaped.push_str("\\t"),
            '"' => escaped.push_str("\\\""),
            '\\' => escaped.push_str("\\\\"),
            '%' if is_format => escaped.push_str("%%"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// What the clues say of a program's texts.
pub(super) struct PrintClues<'c> {
    clues: Vec<(&'c RepairClue, Vec<TextHunk>)>,
}

impl<'c> PrintClues<'c> {
    /// Keeps the clues that show another difference than those before, or the same in another text.
    pub(super) fn new(clues: &'c [RepairClue]) -> PrintClues<'c> {
        let mut seen: BTreeSet<(String, String, String)> = BTreeSet::new();
        let mut kept = Vec::new();
        for clue in clues {
            let hunks = text_hunks(&clue.printed, &clue.expected);
            let mut is_new = false;
            for hunk in &hunks {
                let printed = &clue.printed[hunk.printed.clone()];
                let words = letters_around(&clue.printed, hunk.printed.start);
                let key = (
                    without_digits(printed),
                    without_digits(&hunk.expected),
                    words,
                );
                is_new |= seen.insert(key);
            }
            if is_new && kept.len() < MOST_CLUES {
                kept.push((clue, hunks));
            }
        }
        PrintClues { clues: kept }
    }

    /// The texts that are expected and not printed, the shortest first.
    pub(super) fn added_texts(&self) -> Vec<&str> {
        let mut all: Vec<&str> = Vec::new();
        for (clue, hunks) in &self.clues {
            for hunk in hunks {
                let is_short = (1..=LONGEST_ADDED).contains(&hunk.expected.len());
                if is_short && hunk.printed.is_empty() && !all.contains(&&*hunk.expected) {
                    all.push(&hunk.expected);
                }
            }
            // Numbers that run together differ as a whole.
            let solid = |text: &str| text.split_whitespace().collect::<String>();
            if solid(&clue.printed) == solid(&clue.expected) {
                let blanks = [" ", "\n"].into_iter();
                let more = blanks.filter(|blank| {
                    clue.expected.matches(blank).count() > clue.printed.matches(blank).count()
                });
                all.splice(0..0, more);
            }
        }
        all.truncate(MOST_ADDED);
        all
    }

    /// How many decimals the expected numbers have.
    pub(super) fn decimals(&self) -> Vec<usize> {
        let mut all = Vec::new();
        for (clue, _) in &self.clues {
            for word in clue
                .expected
                .split(|it: char| !it.is_ascii_digit() && it != '.')
            {
                let decimals = word.trim_end_matches('.').split_once('.');
                let count = decimals.map_or(0, |(_, decimals)| decimals.len());
                if !word.is_empty() && count <= 12 && !all.contains(&count) {
                    all.push(count);
                }
            }
        }
        all
    }

    /// Whether a print of these texts may be one too many: some clue has fewer of them than were printed.
    fn may_be_dropped(&self, parts: &[LiteralPart]) -> bool {
        let is_too_many = |text: &str| {
            let mut clues = self.clues.iter();
            clues.any(|(clue, _)| {
                clue.printed.matches(text).count() > clue.expected.matches(text).count()
            })
        };
        let mut texts = parts.iter().map(|part| part.text.as_str());
        let has_text = texts.clone().any(|text| !text.trim().is_empty());
        !has_text || self.is_empty() || texts.any(is_too_many)
    }

    /// Whether programs may ask for their input in any words.
    fn has_free_prompts(&self) -> bool {
        self.clues.iter().any(|(clue, _)| clue.has_free_prompts)
    }

    /// Whether anything is known of what is expected.
    pub(super) fn is_empty(&self) -> bool {
        self.clues.is_empty()
    }
}

/// Whether a text becomes another text of the program: then a condition is wrong, and no text.
fn swaps_texts(syntax: &SyntaxTree, reworded: &[(NodeId, Vec<TextEdit>)]) -> bool {
    reworded.iter().any(|(id, edits)| {
        let start = syntax.bytes(*id).start;
        let within = edits.iter().map(|edit| TextEdit {
            start: edit.start - start,
            end: edit.end - start,
            text: edit.text.clone(),
        });
        let within: Vec<TextEdit> = within.collect();
        let after = apply_edits(&within, syntax.text(*id));
        let mut literals = syntax.nodes_of_kinds(&["string_literal"]);
        literals.any(|other| after.as_deref() == Some(syntax.text(other)))
    })
}

/// A text with the same sign for all digits.
fn without_digits(text: &str) -> String {
    text.replace(|sign: char| sign.is_ascii_digit(), "0")
}

/// The letters of the line of a text in which a byte is.
fn letters_around(text: &str, at: usize) -> String {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    line.chars().filter(|sign| sign.is_alphabetic()).collect()
}

/// Each statement that prints, with its line printed before it and a mark after it: so it is known who printed what.
pub(super) fn trace_prints(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    for id in print_statements(syntax).into_iter().take(MOST_TRACED) {
        let text = syntax.text(id);
        let printer = if text.contains("cout") {
            "std::cout <<"
        } else {
            "printf"
        };
        let line = syntax.line(id) + 1;
        let start = format!(
            "\\{:03o}{line}\\{:03o}",
            TRACE_START as u32, TRACE_END as u32
        );
        let end = format!("\\{:03o}\\{:03o}", TRACE_START as u32, TRACE_END as u32);
        let traced = format!("{{ {printer}(\"{start}\"); {text} {printer}(\"{end}\"); }}");
        found.push(places.replacement_at(RepairableSlip::TracedPrint, id, traced));
    }
}

/// Other words in a program's literals, and prints that are left out or added.
pub(super) fn repair_texts(
    places: &RepairContext<'_>,
    clues: &PrintClues<'_>,
    found: &mut Vec<SourceRepair>,
) {
    let syntax = places.syntax;
    let prints = print_statements(syntax);
    let mut reworded: Vec<(NodeId, Vec<TextEdit>)> = Vec::new();
    for id in syntax.nodes_of_kinds(&["string_literal"]) {
        if is_printable(syntax, id) && syntax.kind(syntax.parent(id)) != "linkage_specification" {
            let edits = reword_parts(places, clues, id, &split_literal(syntax, id), found);
            if !edits.is_empty() {
                reworded.push((id, edits));
            }
        }
    }
    if let [(first, _), _, ..] = reworded.as_slice()
        && !swaps_texts(syntax, &reworded)
    {
        let first = *first;
        let edits = reworded.into_iter().flat_map(|(_, edits)| edits).collect();
        let slip = RepairableSlip::PrintedText;
        found.push(repair_together(places, slip, first, edits));
    }
    for id in &prints {
        reword_parts(places, clues, *id, &literal_parts(syntax, *id), found);
        reword_characters(places, clues, *id, found);
    }
    for id in &prints {
        let is_prompt = places
            .next_statement(*id)
            .is_some_and(|next| reads_input(syntax, next));
        if !(is_prompt && clues.has_free_prompts()) {
            drop_print(places, clues, *id, found);
        }
    }
    drop_neighbours(places, clues, &prints, found);
    if !clues.is_empty() {
        add_to_prints(places, clues, &prints, found);
        add_prints(places, clues, found);
    }
}

/// Each difference within a text, and all of them. Returns what the first clue that has the text makes of it.
fn reword_parts(
    places: &RepairContext<'_>,
    clues: &PrintClues<'_>,
    at: NodeId,
    parts: &[LiteralPart],
    found: &mut Vec<SourceRepair>,
) -> Vec<TextEdit> {
    let mut whole = Vec::new();
    for (clue, hunks) in &clues.clues {
        let mut from = 0;
        for _ in 0..MOST_OCCURRENCES {
            // The parts one after the other, as they were printed.
            let mut edits: Vec<TextEdit> = Vec::new();
            let mut next = from;
            let mut first = None;
            for part in parts.iter().filter(|part| !part.text.is_empty()) {
                let rest = clue.printed.get(next..).unwrap_or_default();
                let Some(place) = rest.find(&part.text).map(|place| place + next) else {
                    next = usize::MAX;
                    break;
                };
                first.get_or_insert(place);
                edits.extend(part.edits_at(place, hunks));
                next = place + part.text.len();
            }
            let Some(first) = first.filter(|_| next != usize::MAX) else {
                break;
            };
            edits.dedup();
            if whole.is_empty() {
                // What is missing between two texts is not missing twice.
                let is_within = |edit: &&TextEdit| edit.start < edit.end;
                whole.extend(edits.iter().filter(is_within).cloned());
            }
            if edits.len() > 1 {
                found.push(places.repair_at(RepairableSlip::PrintedText, at, edits.clone()));
            }
            for edit in edits {
                // A line of its own is printed by a statement of its own.
                if !(edit.start == edit.end && is_line(&edit.text, "\\n")) {
                    let slip = slip_of_text(&edit);
                    found.push(places.repair_at(slip, at, vec![edit]));
                }
            }
            from = first + 1;
            while !clue.printed.is_char_boundary(from) && from < clue.printed.len() {
                from += 1;
            }
        }
    }
    whole
}

/// Whether a literal may be printed: it is no format by which something is read, and no name of a header.
pub(super) fn is_printable(syntax: &SyntaxTree, literal: NodeId) -> bool {
    let is_header = syntax.kind(syntax.parent(literal)) == "preproc_include";
    !is_header && !is_format_of(syntax, literal, &READERS)
}

/// Whether a text has words and ends its line.
fn is_line(text: &str, line_break: &str) -> bool {
    text.strip_suffix(line_break)
        .is_some_and(|words| !words.trim().is_empty())
}

fn slip_of_text(edit: &TextEdit) -> RepairableSlip {
    if edit.text.is_empty() {
        RepairableSlip::ExtraPrint
    } else if edit.start == edit.end {
        RepairableSlip::MissingPrint
    } else {
        RepairableSlip::PrintedText
    }
}

/// `'a'` for `'A'`.
fn reword_characters(
    places: &RepairContext<'_>,
    clues: &PrintClues<'_>,
    statement: NodeId,
    found: &mut Vec<SourceRepair>,
) {
    let syntax = places.syntax;
    for id in syntax.subtree(statement) {
        if syntax.kind(id) != "char_literal" {
            continue;
        }
        let inside = syntax.text(id).trim_matches('\'');
        let sign = unescape_sign(inside);
        for (clue, hunks) in &clues.clues {
            for hunk in hunks
                .iter()
                .filter(|hunk| hunk.expected.chars().count() == 1)
            {
                if clue.printed.get(hunk.printed.clone()) == Some(&sign) {
                    let text = format!("'{}'", escape_text(&hunk.expected, false));
                    found.push(places.replacement_at(RepairableSlip::PrintedText, id, text));
                }
            }
        }
    }
}

/// A print that is left out, or one thing that it prints.
fn drop_print(
    places: &RepairContext<'_>,
    clues: &PrintClues<'_>,
    statement: NodeId,
    found: &mut Vec<SourceRepair>,
) {
    let syntax = places.syntax;
    if clues.may_be_dropped(&literal_parts(syntax, statement)) {
        found.push(places.replacement_at(RepairableSlip::ExtraPrint, statement, ";"));
    }
    let Some(expression) = syntax.children(statement).next() else {
        return;
    };
    let operands = print_operands(syntax, expression).unwrap_or_default();
    if operands.len() < 2 {
        return;
    }
    for (operator, operand) in operands {
        // A manipulator changes how a number is printed, and prints nothing.
        let is_text = syntax.kind(operand) == "call_expression"
            || (syntax.kind(operand) == "string_literal"
                && !clues.may_be_dropped(&split_literal(syntax, operand)));
        if is_text {
            continue;
        }
        let edit = TextEdit {
            start: syntax.bytes(operator).start,
            end: syntax.bytes(operand).end,
            text: String::new(),
        };
        found.push(places.repair_at(RepairableSlip::ExtraPrint, operand, vec![edit]));
    }
}

/// Prints that stand one after the other, all left out: they showed how far a program came.
fn drop_neighbours(
    places: &RepairContext<'_>,
    clues: &PrintClues<'_>,
    prints: &[NodeId],
    found: &mut Vec<SourceRepair>,
) {
    let syntax = places.syntax;
    let mut row: Vec<NodeId> = Vec::new();
    for id in prints {
        let follows = row
            .last()
            .is_some_and(|last| places.next_statement(*last) == Some(*id));
        if !follows {
            row.clear();
        }
        if !clues.may_be_dropped(&literal_parts(syntax, *id)) {
            row.clear();
            continue;
        }
        row.push(*id);
        if let [first, _, ..] = row.as_slice() {
            let edits = row.iter().map(|id| places.replace_node(*id, ";"));
            let slip = RepairableSlip::ExtraPrint;
            found.push(repair_together(places, slip, *first, edits.collect()));
        }
    }
}

/// A text that is missing, before or after each thing that is printed.
fn add_to_prints(
    places: &RepairContext<'_>,
    clues: &PrintClues<'_>,
    prints: &[NodeId],
    found: &mut Vec<SourceRepair>,
) {
    let syntax = places.syntax;
    let mut points: Vec<(NodeId, usize, bool)> = Vec::new();
    for id in prints {
        let Some(expression) = syntax.children(*id).next() else {
            continue;
        };
        if let Some(operands) = print_operands(syntax, expression) {
            let first = operands
                .first()
                .map(|(operator, _)| syntax.bytes(*operator).start);
            points.extend(first.map(|at| (*id, at, true)));
            for (_, operand) in operands {
                points.push((*id, syntax.bytes(operand).end, true));
            }
            continue;
        }
        for part in literal_parts(syntax, *id) {
            let ends = [part.offsets.first(), part.offsets.last()];
            for at in ends.into_iter().flatten() {
                points.push((*id, *at, false));
            }
        }
    }
    points.dedup();
    points.truncate(MOST_PLACES);
    for id in prints {
        add_around(places, clues, *id, found);
    }
    let parts = clues.added_texts().into_iter();
    for text in parts.filter(|text| !is_line(text, "\n")) {
        for (id, at, is_stream) in &points {
            let added = if *is_stream {
                format!(" << \"{}\"", escape_text(text, false))
            } else {
                escape_text(text, true)
            };
            let edit = TextEdit::insertion(*at, added);
            found.push(places.repair_at(RepairableSlip::MissingPrint, *id, vec![edit]));
        }
    }
}

/// What is missing before and after all that a statement prints: brackets around a result.
fn add_around(
    places: &RepairContext<'_>,
    clues: &PrintClues<'_>,
    statement: NodeId,
    found: &mut Vec<SourceRepair>,
) {
    let parts = literal_parts(places.syntax, statement);
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else {
        return;
    };
    let ends = first.offsets.first().zip(last.offsets.last());
    for (_, hunks) in &clues.clues {
        if let [before, after] = hunks.as_slice()
            && let Some((start, end)) = ends
            && [before, after].iter().all(|hunk| hunk.printed.is_empty())
        {
            let edits = vec![
                TextEdit::insertion(*start, escape_text(&before.expected, first.is_format)),
                TextEdit::insertion(*end, escape_text(&after.expected, last.is_format)),
            ];
            found.push(places.repair_at(RepairableSlip::PrintedText, statement, edits));
        }
    }
}

/// A text that is missing, between any two statements.
fn add_prints(places: &RepairContext<'_>, clues: &PrintClues<'_>, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    for text in clues.added_texts().into_iter().take(2) {
        let statement = render_print(syntax, text);
        let mut borders = statement_borders(syntax);
        // A case that ends early is forgotten most often.
        borders.sort_by_key(|(id, _)| !is_jump(syntax, *id));
        for (id, at) in borders.into_iter().take(MOST_PLACES) {
            let edit = TextEdit::insertion(at, format!(" {statement} "));
            found.push(places.repair_at(RepairableSlip::MissingPrint, id, vec![edit]));
        }
    }
}

/// Whether a statement leaves a function or a loop.
fn is_jump(syntax: &SyntaxTree, id: NodeId) -> bool {
    matches!(syntax.kind(id), "return_statement" | "break_statement")
}

/// A statement that prints a text as the program prints.
pub(super) fn render_print(syntax: &SyntaxTree, text: &str) -> String {
    if syntax.source_text().contains("<iostream>") {
        format!("std::cout << \"{}\";", escape_text(text, false))
    } else {
        format!("printf(\"{}\");", escape_text(text, true))
    }
}

/// Where a statement may be added, with the node whose line is near: before each statement of a block, and at its end.
pub(super) fn statement_borders(syntax: &SyntaxTree) -> Vec<(NodeId, usize)> {
    let mut borders = Vec::new();
    for block in syntax.nodes_of_kinds(&["compound_statement"]) {
        for child in syntax.children(block) {
            match syntax.kind(child) {
                "{" | "comment" => {}
                "case_statement" => break,
                _ => borders.push((child, syntax.bytes(child).start)),
            }
        }
    }
    borders
}
