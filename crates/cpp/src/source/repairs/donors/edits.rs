//! What a donor has in the places where the program has something else, or nothing.

use super::super::control::body_of;
use super::super::places::RepairContext;
use super::super::switching::to_one_line;
use super::super::texts::is_print;
use super::compared::ComparedFunction;
use super::minimal::split_edit;
use super::names::DonorNames;
use crate::source::declarations::declared_names;
use crate::source::syntax::{NodeId, SyntaxTree};
use model::{RepairableSlip, SourceRepair, SwitchForm, SwitchedText, TextEdit};

/// How long a text of a donor may be, in bytes: a change is no other program.
const LONGEST: usize = 300;

/// A function of a donor, compared with the program's.
pub(super) struct DonorEdits<'d> {
    places: &'d RepairContext<'d>,
    donor: &'d RepairContext<'d>,
    pair: &'d ComparedFunction<'d>,
}

impl<'d> DonorEdits<'d> {
    pub(super) fn new(
        places: &'d RepairContext<'d>,
        donor: &'d RepairContext<'d>,
        pair: &'d ComparedFunction<'d>,
    ) -> DonorEdits<'d> {
        DonorEdits {
            places,
            donor,
            pair,
        }
    }

    /// Adds the changes to a list.
    pub(super) fn list_into(&self, found: &mut Vec<SourceRepair>) {
        let mut whole = Vec::new();
        for (own, other) in self.pair.alignment.own.iter().enumerate() {
            match other {
                Some(other) => self.replace_parts(own, *other, found, &mut whole),
                None => self.leave_out(own, found),
            }
        }
        for (other, own) in self.pair.alignment.other.iter().enumerate() {
            if own.is_none() {
                self.insert(other, found);
            }
        }
        // The less of a program is another's, the better.
        whole.sort_by_key(|repair: &SourceRepair| {
            repair
                .edits
                .iter()
                .map(|edit| edit.text.len())
                .sum::<usize>()
        });
        found.append(&mut whole);
    }

    /// What two statements for the same purpose have otherwise; `whole` is for statements with others in them.
    fn replace_parts(
        &self,
        own: usize,
        other: usize,
        found: &mut Vec<SourceRepair>,
        whole: &mut Vec<SourceRepair>,
    ) {
        let one = &self.pair.own.steps[own];
        let another = &self.pair.other.steps[other];
        if one.holds_others {
            if one.head.len() == another.head.len() {
                for (left, right) in one.head.iter().zip(&another.head) {
                    let edit = self.replacement(*left, *right);
                    let slip = RepairableSlip::WrongCondition;
                    found.extend(edit.map(|edit| self.repair_by(slip, one.node, &edit)));
                }
            }
            let slip = RepairableSlip::WrongStatement;
            let edit = self.replacement(one.node, another.node);
            whole.extend(edit.and_then(|edit| self.switched_statement(slip, one.node, edit)));
        } else if one.kind == "declaration" {
            self.replace_first_values(one.node, another.node, found);
        } else if let Some(edit) = self.replacement(one.node, another.node) {
            let slip = self.slip_of_statement(one.node, &edit.text);
            found.push(self.repair_by(slip, one.node, &edit));
        }
    }

    /// What is wrong with a statement that a donor has otherwise: perhaps only a text in quotes.
    fn slip_of_statement(&self, own: NodeId, other: &str) -> RepairableSlip {
        let own = StatementText::split(self.places.syntax.text(own));
        let other = StatementText::split(other);
        let shown = own.without_manipulators();
        if own.code != other.code && !shown.is_empty() && shown == other.without_manipulators() {
            RepairableSlip::NumberFormat
        } else if own.code != other.code || own.literals == other.literals {
            RepairableSlip::WrongStatement
        } else if own.without_breaks() == other.without_breaks() {
            if own.literals.len() < other.literals.len() {
                RepairableSlip::MissingPrint
            } else {
                RepairableSlip::ExtraPrint
            }
        } else if own.without_conversions() == other.without_conversions() {
            RepairableSlip::NumberFormat
        } else {
            RepairableSlip::PrintedText
        }
    }

    /// The donor's text in the place of the program's, if it is another.
    fn replacement(&self, own: NodeId, other: NodeId) -> Option<TextEdit> {
        let text = self.translated(other)?;
        let before = self.places.syntax.text(own);
        (without_blanks(before) != without_blanks(&text) && self.knows_names(own, other))
            .then(|| self.places.replace_node(own, text))
    }

    /// First values that variables have otherwise.
    fn replace_first_values(&self, own: NodeId, other: NodeId, found: &mut Vec<SourceRepair>) {
        let values = |syntax: &SyntaxTree, declaration| {
            let declared = declared_names(syntax, declaration).into_iter();
            let named =
                declared.filter_map(|one| Some((syntax.text(one.name?).to_owned(), one.value?)));
            named.collect::<Vec<(String, NodeId)>>()
        };
        for (name, left) in values(self.places.syntax, own) {
            for (theirs, right) in values(self.donor.syntax, other) {
                let is_same = self.pair.names.translate(&theirs) == Some(name.as_str());
                if let Some(edit) = self.replacement(left, right).filter(|_| is_same) {
                    let slip = RepairableSlip::InitialValue;
                    found.push(self.repair_by(slip, left, &edit));
                }
            }
        }
    }

    /// A statement with others in it that the donor does not have. What holds none is left out anyway.
    fn leave_out(&self, own: usize, found: &mut Vec<SourceRepair>) {
        let step = &self.pair.own.steps[own];
        if step.holds_others {
            let edit = self.places.replace_node(step.node, ";");
            let slip = RepairableSlip::ExtraStatement;
            found.extend(self.switched_statement(slip, step.node, edit));
        }
    }

    /// A statement that the program does not have: after the one that it follows, and before the one that follows it.
    fn insert(&self, other: usize, found: &mut Vec<SourceRepair>) {
        let steps = &self.pair.other.steps;
        let step = &steps[other];
        let syntax = self.donor.syntax;
        let is_movable = !matches!(step.kind, "declaration" | "case_statement");
        // A statement within one that is missing itself is inserted with that.
        let is_inside = step
            .outer
            .is_some_and(|outer| self.pair.alignment.other[outer].is_none());
        if !is_movable || is_inside {
            return;
        }
        let Some(text) = self.translated(step.node) else {
            return;
        };
        let is_sibling = |place: &usize| steps[*place].outer == step.outer;
        let own_of = |place: usize| self.pair.alignment.other[place];
        let before = (0..other).rev().filter(is_sibling).find_map(own_of);
        let after = (other + 1..steps.len()).filter(is_sibling).find_map(own_of);
        let mut inserted = Vec::new();
        if let Some(place) = before {
            let node = self.pair.own.steps[place].node;
            inserted.push((node, self.places.insert_after(node, format!(" {text}"))));
        }
        if let Some(place) = after {
            let node = self.pair.own.steps[place].node;
            inserted.push((node, self.places.insert_before(node, format!("{text} "))));
        }
        if inserted.is_empty() {
            inserted.extend(self.at_beginning(step.outer, &text));
        }
        let printed = StatementText::split(syntax.text(step.node));
        let slip = if printed.without_manipulators() == "cout;" {
            RepairableSlip::NumberFormat
        } else if is_print(syntax, step.node) {
            RepairableSlip::MissingPrint
        } else {
            RepairableSlip::MissingStatement
        };
        for (node, edit) in inserted {
            let outer = self.places.syntax.parent(node);
            let is_block = self.places.syntax.kind(outer) == "compound_statement"
                || self.places.syntax.text(node) == "{";
            if is_block && self.knows_names_at(edit.start, step.node) {
                found.extend(self.switched(slip, node, edit, SwitchForm::Insertion));
            }
        }
    }

    /// At the beginning of the block that is the donor's block.
    fn at_beginning(&self, outer: Option<usize>, text: &str) -> Option<(NodeId, TextEdit)> {
        let syntax = self.places.syntax;
        let block = match outer {
            Some(outer) => {
                let own = self.pair.alignment.other[outer]?;
                body_of(syntax, self.pair.own.steps[own].node)?
            }
            None => self.pair.own.body,
        };
        let brace = syntax.children(block).next();
        let brace = brace.filter(|brace| syntax.text(*brace) == "{")?;
        Some((brace, self.places.insert_after(brace, format!(" {text}"))))
    }

    /// A change that can be switched on as it is.
    fn switched(
        &self,
        slip: RepairableSlip,
        at: NodeId,
        edit: TextEdit,
        form: SwitchForm,
    ) -> Option<SourceRepair> {
        let text = to_one_line(&edit.text)?;
        let switched = SwitchedText {
            edit: TextEdit {
                text,
                ..edit.clone()
            },
            form,
        };
        let edits = self.fewest_edits(&edit);
        let repair = self
            .places
            .switched_repair_at(slip, at, edits, vec![switched]);
        Some(self.at_first_edit(repair))
    }

    /// A change of a statement with all that it holds. A `case` has none: one program cannot have the same label twice.
    fn switched_statement(
        &self,
        slip: RepairableSlip,
        at: NodeId,
        edit: TextEdit,
    ) -> Option<SourceRepair> {
        let syntax = self.places.syntax;
        let is_case = syntax.kind(at) == "case_statement";
        let is_short = syntax.bytes(at).len() <= LONGEST;
        if is_case || !is_short {
            return None;
        }
        self.switched(slip, at, edit, SwitchForm::Statement)
    }

    /// A change of a part of the program, in the place of its first word that is changed.
    fn repair_by(&self, slip: RepairableSlip, at: NodeId, edit: &TextEdit) -> SourceRepair {
        let edits = self.fewest_edits(edit);
        self.at_first_edit(self.places.repair_at(slip, at, edits))
    }

    /// The same change of as few words as possible.
    fn fewest_edits(&self, edit: &TextEdit) -> Vec<TextEdit> {
        let source = self.places.syntax.source_text();
        match source.get(edit.start..edit.end) {
            Some(before) if !before.is_empty() && edit.text.trim() != ";" => {
                split_edit(edit, before)
            }
            _ => vec![edit.clone()],
        }
    }

    fn at_first_edit(&self, mut repair: SourceRepair) -> SourceRepair {
        let source = self.places.syntax.source_text();
        let first = repair.edits.iter().map(|edit| edit.start).min();
        if let Some(before) = first.and_then(|start| source.get(..start)) {
            repair.line = before.matches('\n').count() + 1;
        }
        repair
    }

    /// A part of the donor in the program's words; none if it is long, or the program does not have all of its names.
    fn translated(&self, node: NodeId) -> Option<String> {
        let syntax = self.donor.syntax;
        let bytes = syntax.bytes(node);
        if bytes.len() > LONGEST {
            return None;
        }
        let mut text = String::new();
        let mut at = bytes.start;
        for name in syntax.subtree(node) {
            if syntax.kind(name) != "identifier" || self.is_declared_in(node, name) {
                continue;
            }
            let word = self.pair.names.translate(syntax.text(name))?;
            let place = syntax.bytes(name);
            text.push_str(syntax.source_text().get(at..place.start)?);
            text.push_str(word);
            at = place.end;
        }
        text.push_str(syntax.source_text().get(at..bytes.end)?);
        Some(text)
    }

    /// Whether a name of the donor is declared in the part that is taken.
    fn is_declared_in(&self, part: NodeId, name: NodeId) -> bool {
        let syntax = self.donor.syntax;
        let bytes = syntax.bytes(part);
        let mut declared = self.donor.variables.iter();
        declared.any(|one| {
            let start = syntax.bytes(one.declaration).start;
            bytes.contains(&start) && one.name == syntax.text(name)
        })
    }

    /// Whether the program knows the variables of a donor's part in the place of its own.
    fn knows_names(&self, own: NodeId, other: NodeId) -> bool {
        self.knows_names_at(self.places.syntax.bytes(own).start, other)
    }

    fn knows_names_at(&self, at: usize, other: NodeId) -> bool {
        let syntax = self.donor.syntax;
        let is_lost = |name: NodeId| {
            let names: &DonorNames = &self.pair.names;
            let Some(word) = names.translate(syntax.text(name)) else {
                return !self.is_declared_in(other, name);
            };
            let mut all = self.places.variables.iter();
            let is_variable = all.any(|one| one.name == word);
            let is_known = self.places.known_variables(at).any(|one| one.name == word);
            is_variable && !is_known
        };
        let mut names = syntax.subtree(other);
        !names.any(|name| syntax.kind(name) == "identifier" && is_lost(name))
    }
}

/// A statement, and its texts in quotes.
#[derive(Default)]
struct StatementText {
    /// What is not in quotes, without blanks.
    code: String,
    literals: String,
}

impl StatementText {
    fn split(text: &str) -> StatementText {
        let mut parts = StatementText::default();
        for (number, part) in text.replace("\\\"", "'").split('"').enumerate() {
            if number % 2 == 0 {
                parts.code.push_str(&without_blanks(part));
            } else {
                parts.literals.push_str(part);
            }
        }
        parts
    }

    /// The code without what only says how numbers are printed; empty if it prints nothing to a stream.
    fn without_manipulators(&self) -> String {
        const MANIPULATORS: [&str; 4] = ["fixed", "scientific", "setprecision(", "setw("];
        let code = self.code.replace("std::", "");
        if !code.starts_with("cout<<") {
            return String::new();
        }
        let says_how = |part: &&str| {
            let mut all = MANIPULATORS.iter();
            all.any(|manipulator| part.starts_with(manipulator))
        };
        let code = code.trim_end_matches(';');
        let parts: Vec<&str> = code.split("<<").filter(|part| !says_how(part)).collect();
        format!("{};", parts.join("<<"))
    }

    /// The texts in quotes without blanks and line breaks.
    fn without_breaks(&self) -> String {
        without_blanks(&self.literals.replace("\\n", " "))
    }

    /// The texts in quotes without widths and decimals of what `printf` converts.
    fn without_conversions(&self) -> String {
        let mut pieces = self.literals.split('%');
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let end = piece.find(|letter: char| letter.is_ascii_alphabetic());
            text.push('%');
            text.push_str(end.map_or(piece, |end| &piece[end..]));
        }
        text
    }
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}
