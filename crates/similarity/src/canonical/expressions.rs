//! Expressions in canonical form: operands in order, comparisons turned one way, streams item by item.

use super::emitter::{TokenEmitter, TokenList, are_same, compare_codes, is_mark};
use crate::codes::{
    AND, ASSIGN, CALL, CHARACTER, EQUAL, FIELD, IF, INDEX, LESS, LESS_EQUAL, MINUS, NAME, NEW_LINE,
    NOT, NOT_EQUAL, NULL, NUMBER, OR, PRINT, READ, STEP_DOWN, STEP_UP, TEXT, TRUTH, code_of,
    library_code, operator_code,
};
use cpp::source::{NodeId, last_part};

/// A binary expression.
#[derive(Debug, Clone, Copy)]
struct BinaryParts<'p> {
    left: NodeId,
    sign: &'p str,
    right: NodeId,
}

impl<'p> TokenEmitter<'p> {
    /// Writes an expression.
    pub(super) fn emit_expression(&mut self, id: NodeId, out: &mut TokenList) {
        if self.enter() {
            self.emit_by_kind(id, out);
        } else {
            self.emit_flat(id, out);
        }
        self.leave();
    }

    fn emit_by_kind(&mut self, id: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        match syntax.kind(id) {
            "parenthesized_expression" | "condition_clause" => {
                let inner = self.strip_brackets(id);
                if inner == id {
                    self.emit_parts(id, out);
                } else {
                    self.emit_expression(inner, out);
                }
            }
            "identifier" | "field_identifier" | "type_identifier" | "namespace_identifier" => {
                self.emit_identifier(id, out);
            }
            "qualified_identifier" | "template_function" | "template_method" | "dependent_name" => {
                let name = last_part(syntax, id);
                if name == id {
                    self.emit_parts(id, out);
                } else {
                    self.emit_expression(name, out);
                }
            }
            "number_literal" | "user_defined_literal" => self.push(NUMBER, id, out),
            "string_literal" | "raw_string_literal" | "concatenated_string" => {
                self.push(TEXT, id, out);
            }
            "char_literal" => self.push(CHARACTER, id, out),
            "true" | "false" => self.push(TRUTH, id, out),
            "null" | "nullptr" => self.push(NULL, id, out),
            "this" | "comment" | "template_argument_list" | "type_descriptor" => {}
            "binary_expression" => self.emit_binary(id, out),
            "assignment_expression" => self.emit_assignment_expression(id, out),
            "update_expression" => self.emit_update(id, out),
            "unary_expression" => self.emit_unary(id, out),
            "pointer_expression" => {
                let sign = syntax.child_by_field(id, "operator");
                let sign = sign.map_or("*", |sign| syntax.text(sign));
                self.push(
                    operator_code(if sign == "&" { "address" } else { "at" }),
                    id,
                    out,
                );
                self.emit_field_of(id, "argument", out);
            }
            "conditional_expression" => self.emit_branches(id, out, Self::emit_expression),
            "call_expression" => self.emit_call(id, out),
            "subscript_expression" => {
                self.push(INDEX, id, out);
                self.emit_parts(id, out);
            }
            "field_expression" => {
                let object = syntax.child_by_field(id, "argument");
                let is_this = object.is_some_and(|object| syntax.kind(object) == "this");
                if !is_this {
                    self.push(FIELD, id, out);
                }
                self.emit_field_of(id, "argument", out);
                if is_this {
                    self.emit_field_of(id, "field", out);
                }
            }
            "cast_expression" => self.emit_field_of(id, "value", out),
            "compound_literal_expression" => self.emit_field_of(id, "value", out),
            "lambda_expression" => {
                self.push(code_of("lambda"), id, out);
                if let Some(body) = syntax.child_by_field(id, "body") {
                    self.emit_statement(body, out);
                }
            }
            "new_expression" | "delete_expression" | "sizeof_expression" | "throw_statement" => {
                self.push(code_of(syntax.kind(id)), id, out);
                self.emit_parts(id, out);
            }
            "compound_statement" | "declaration" => self.emit_statement(id, out),
            _ => self.emit_parts(id, out),
        }
    }

    /// What stands in a node that has no form of its own.
    fn emit_parts(&mut self, id: NodeId, out: &mut TokenList) {
        let parts = self.parts(id);
        if parts.is_empty() && !is_mark(self.syntax.kind(id)) {
            let code = code_of(self.syntax.kind(id));
            self.push(code, id, out);
        }
        for part in parts {
            self.emit_expression(part, out);
        }
    }

    /// What is nested too deeply: leaf by leaf.
    pub(super) fn emit_flat(&mut self, id: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        for part in syntax.subtree(id) {
            if syntax.subtree(part).len() > 1 || is_mark(syntax.kind(part)) {
                continue;
            }
            match syntax.kind(part) {
                "identifier" | "field_identifier" => self.push_name(NAME, part, out),
                kind => self.push(code_of(kind), part, out),
            }
        }
    }

    fn emit_field_of(&mut self, id: NodeId, field: &str, out: &mut TokenList) {
        if let Some(part) = self.syntax.child_by_field(id, field) {
            self.emit_expression(part, out);
        }
    }

    fn emit_identifier(&mut self, id: NodeId, out: &mut TokenList) {
        match self.syntax.text(id) {
            "endl" => self.push(NEW_LINE, id, out),
            "NULL" => self.push(NULL, id, out),
            _ => self.push_name(NAME, id, out),
        }
    }

    fn expression_tokens(&mut self, id: NodeId) -> TokenList {
        let mut list = TokenList::new();
        self.emit_expression(id, &mut list);
        list
    }

    fn binary_parts(&self, id: NodeId) -> Option<BinaryParts<'p>> {
        let syntax = self.syntax;
        if syntax.kind(id) != "binary_expression" {
            return None;
        }
        let sign = syntax.child_by_field(id, "operator")?;
        let sign = match syntax.text(sign) {
            "and" => "&&",
            "or" => "||",
            "not_eq" => "!=",
            other => other,
        };
        Some(BinaryParts {
            left: syntax.child_by_field(id, "left")?,
            sign,
            right: syntax.child_by_field(id, "right")?,
        })
    }

    fn emit_binary(&mut self, id: NodeId, out: &mut TokenList) {
        let Some(BinaryParts { left, sign, right }) = self.binary_parts(id) else {
            return self.emit_parts(id, out);
        };
        match sign {
            "&&" | "||" | "<" | ">" | "<=" | ">=" | "==" | "!=" => {
                self.emit_condition(id, false, out);
            }
            "<<" | ">>" if self.is_stream(id) => self.emit_stream(id, out),
            "+" | "*" => {
                let mut operands = Vec::new();
                for operand in self.chain_operands(id, sign) {
                    operands.push(self.expression_tokens(operand));
                }
                self.join_sorted(operands, operator_code(sign), id, out);
            }
            _ => {
                self.emit_expression(left, out);
                self.push(operator_code(sign), id, out);
                self.emit_expression(right, out);
            }
        }
    }

    /// The operands of a chain of the same operator, from left to right.
    fn chain_operands(&self, id: NodeId, sign: &str) -> Vec<NodeId> {
        let mut operands = Vec::new();
        let mut open = vec![id];
        while let Some(next) = open.pop() {
            let next = self.strip_brackets(next);
            match self.binary_parts(next) {
                Some(parts) if parts.sign == sign => open.extend([parts.right, parts.left]),
                _ => operands.push(next),
            }
        }
        operands
    }

    /// Writes a condition, or what is true when it is not.
    pub(super) fn emit_condition(&mut self, id: NodeId, negated: bool, out: &mut TokenList) {
        if self.enter() {
            self.emit_condition_by_kind(id, negated, out);
        } else {
            self.emit_flat(id, out);
        }
        self.leave();
    }

    fn emit_condition_by_kind(&mut self, id: NodeId, negated: bool, out: &mut TokenList) {
        let id = self.strip_brackets(id);
        if let Some(inner) = self.negated_part(id) {
            return self.emit_condition(inner, !negated, out);
        }
        let Some(BinaryParts { left, sign, right }) = self.binary_parts(id) else {
            if negated && !matches!(self.syntax.kind(id), "true" | "false") {
                self.push(NOT, id, out);
            }
            return self.emit_expression(id, out);
        };
        match (sign, negated) {
            ("&&", false) | ("||", true) => self.emit_junction(id, sign, (negated, AND), out),
            ("||", false) | ("&&", true) => self.emit_junction(id, sign, (negated, OR), out),
            ("<", false) | (">=", true) => self.emit_order(id, (left, LESS, right), out),
            (">", false) | ("<=", true) => self.emit_order(id, (right, LESS, left), out),
            ("<=", false) | (">", true) => self.emit_order(id, (left, LESS_EQUAL, right), out),
            (">=", false) | ("<", true) => self.emit_order(id, (right, LESS_EQUAL, left), out),
            ("==" | "!=", _) => self.emit_equality(id, (sign == "==") != negated, out),
            _ => {
                if negated {
                    self.push(NOT, id, out);
                }
                self.emit_expression(id, out);
            }
        }
    }

    /// What `!` stands before.
    fn negated_part(&self, id: NodeId) -> Option<NodeId> {
        if self.syntax.kind(id) != "unary_expression" {
            return None;
        }
        let sign = self.syntax.child_by_field(id, "operator")?;
        let is_not = matches!(self.syntax.text(sign), "!" | "not");
        is_not
            .then(|| self.syntax.child_by_field(id, "argument"))
            .flatten()
    }

    fn emit_junction(
        &mut self,
        id: NodeId,
        sign: &str,
        (negated, code): (bool, u32),
        out: &mut TokenList,
    ) {
        let mut operands = Vec::new();
        for operand in self.chain_operands(id, sign) {
            let mut list = TokenList::new();
            self.emit_condition(operand, negated, &mut list);
            operands.push(list);
        }
        self.join_sorted(operands, code, id, out);
    }

    /// A comparison whose smaller side comes first. With a number beside it `<=` is as good as `<` of the next one.
    fn emit_order(
        &mut self,
        id: NodeId,
        (small, code, large): (NodeId, u32, NodeId),
        out: &mut TokenList,
    ) {
        let is_number =
            |side: NodeId| self.syntax.kind(self.strip_brackets(side)) == "number_literal";
        let code = if is_number(small) || is_number(large) {
            LESS
        } else {
            code
        };
        self.emit_expression(small, out);
        self.push(code, id, out);
        self.emit_expression(large, out);
    }

    fn emit_equality(&mut self, id: NodeId, is_equal: bool, out: &mut TokenList) {
        let Some(BinaryParts { left, right, .. }) = self.binary_parts(id) else {
            return;
        };
        // `done == true` is `done`.
        for (truth, other) in [(right, left), (left, right)] {
            match self.syntax.kind(self.strip_brackets(truth)) {
                "true" => return self.emit_condition(other, !is_equal, out),
                "false" => return self.emit_condition(other, is_equal, out),
                _ => {}
            }
        }
        let operands = vec![self.expression_tokens(left), self.expression_tokens(right)];
        let code = if is_equal { EQUAL } else { NOT_EQUAL };
        self.join_sorted(operands, code, id, out);
    }

    /// Whether a chain of `<<` or `>>` writes to a stream or reads from one. A number that is shifted and not used is rare.
    fn is_stream(&self, id: NodeId) -> bool {
        let syntax = self.syntax;
        if syntax.kind(syntax.parent(id)) == "expression_statement" {
            return true;
        }
        let first = self.stream_base(id);
        let name = last_part(syntax, first);
        matches!(syntax.text(name), "cout" | "cerr" | "clog" | "cin")
    }

    fn stream_base(&self, id: NodeId) -> NodeId {
        let mut now = id;
        while let Some(parts) = self.binary_parts(now) {
            if !matches!(parts.sign, "<<" | ">>") {
                break;
            }
            now = parts.left;
        }
        now
    }

    /// Each item that is printed or read stands for itself, so a chain may be cut anywhere.
    fn emit_stream(&mut self, id: NodeId, out: &mut TokenList) {
        let mut items = Vec::new();
        let mut now = id;
        while let Some(parts) = self.binary_parts(now) {
            if !matches!(parts.sign, "<<" | ">>") {
                break;
            }
            items.push((parts.sign, parts.right));
            now = parts.left;
        }
        for (sign, item) in items.into_iter().rev() {
            if sign == ">>" {
                self.push(READ, item, out);
                self.emit_expression(item, out);
            } else {
                self.emit_printed(item, out);
            }
        }
    }

    /// A printed text is cut at its line breaks, and texts beside each other are one.
    fn emit_printed(&mut self, item: NodeId, out: &mut TokenList) {
        let item = self.strip_brackets(item);
        let text = self.syntax.text(item);
        let name = self.syntax.text(last_part(self.syntax, item));
        match self.syntax.kind(item) {
            "string_literal" | "char_literal" => {
                let inner = text.trim_matches(|mark| mark == '"' || mark == '\'');
                for (at, piece) in inner.split("\\n").enumerate() {
                    if at > 0 {
                        self.push_printed(NEW_LINE, item, out);
                    }
                    if !piece.is_empty() {
                        self.push_printed(TEXT, item, out);
                    }
                }
            }
            "raw_string_literal" | "concatenated_string" => self.push_printed(TEXT, item, out),
            _ if name == "endl" => self.push_printed(NEW_LINE, item, out),
            _ if name == "flush" => {}
            "conditional_expression" => self.emit_branches(item, out, Self::emit_printed),
            _ => {
                self.push(PRINT, item, out);
                self.emit_expression(item, out);
            }
        }
    }

    fn push_printed(&self, code: u32, id: NodeId, out: &mut TokenList) {
        let ends_so =
            matches!(out.as_slice(), [.., print, last] if print.code == PRINT && last.code == code);
        if !ends_so {
            self.push(PRINT, id, out);
            self.push(code, id, out);
        }
    }

    /// A node with a condition and two branches, each written by `emit_branch`.
    pub(super) fn emit_branches(
        &mut self,
        id: NodeId,
        out: &mut TokenList,
        emit_branch: impl Fn(&mut Self, NodeId, &mut TokenList),
    ) {
        let syntax = self.syntax;
        let mut arms = [TokenList::new(), TokenList::new()];
        for (arm, field) in arms.iter_mut().zip(["consequence", "alternative"]) {
            if let Some(part) = syntax.child_by_field(id, field) {
                emit_branch(self, part, arm);
            }
        }
        if let Some(condition) = syntax.child_by_field(id, "condition") {
            self.emit_if(condition, arms, out);
        }
    }

    /// A decision, however it was written: which arm comes first, and whether the condition is turned round, makes no difference.
    pub(super) fn emit_if(
        &mut self,
        condition: NodeId,
        [then, otherwise]: [TokenList; 2],
        out: &mut TokenList,
    ) {
        match self.constant_truth(condition) {
            Some(true) => return out.extend(then),
            Some(false) => return out.extend(otherwise),
            None => {}
        }
        if then.is_empty() && otherwise.is_empty() {
            if self.has_effect(condition) {
                self.emit_expression(condition, out);
            }
            return;
        }
        self.push(IF, condition, out);
        if otherwise.is_empty() || then.is_empty() {
            self.emit_condition(condition, then.is_empty(), out);
        } else {
            let mut straight = TokenList::new();
            self.emit_condition(condition, false, &mut straight);
            let mut turned = TokenList::new();
            self.emit_condition(condition, true, &mut turned);
            let is_turned = compare_codes(&turned, &straight).is_lt();
            out.extend(if is_turned { turned } else { straight });
        }
        let is_sorted = compare_codes(&then, &otherwise).is_le();
        let arms = if is_sorted {
            [then, otherwise]
        } else {
            [otherwise, then]
        };
        out.extend(arms.into_iter().flatten());
    }

    /// Whether a condition without names always holds, or never does.
    pub(super) fn constant_truth(&self, id: NodeId) -> Option<bool> {
        let mut id = self.strip_brackets(id);
        let mut negated = false;
        while let Some(inner) = self.negated_part(id) {
            negated = !negated;
            id = self.strip_brackets(inner);
        }
        let truth = match self.syntax.kind(id) {
            "true" => true,
            "false" => false,
            "number_literal" => self.constant_number(id)? != 0,
            "binary_expression" => {
                let BinaryParts { left, sign, right } = self.binary_parts(id)?;
                let left = self.constant_number(left)?;
                let right = self.constant_number(right)?;
                match sign {
                    "<" => left < right,
                    ">" => left > right,
                    "<=" => left <= right,
                    ">=" => left >= right,
                    "==" => left == right,
                    "!=" => left != right,
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(truth != negated)
    }

    fn constant_number(&self, id: NodeId) -> Option<i64> {
        let id = self.strip_brackets(id);
        let is_number = self.syntax.kind(id) == "number_literal";
        is_number
            .then(|| self.syntax.text(id).parse().ok())
            .flatten()
    }

    fn emit_unary(&mut self, id: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        let sign = syntax.child_by_field(id, "operator");
        let sign = sign.map_or("", |sign| syntax.text(sign));
        let Some(argument) = syntax.child_by_field(id, "argument") else {
            return self.emit_parts(id, out);
        };
        match sign {
            "!" | "not" => self.emit_condition(id, false, out),
            "+" => self.emit_expression(argument, out),
            "-" => {
                if syntax.kind(argument) != "number_literal" {
                    self.push(MINUS, id, out);
                }
                self.emit_expression(argument, out);
            }
            other => {
                self.push(operator_code(other), id, out);
                self.emit_expression(argument, out);
            }
        }
    }

    fn emit_update(&mut self, id: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        let sign = syntax.child_by_field(id, "operator");
        let is_up = sign.is_none_or(|sign| syntax.text(sign) == "++");
        self.push(if is_up { STEP_UP } else { STEP_DOWN }, id, out);
        self.emit_field_of(id, "argument", out);
    }

    /// An assignment: `x = x + 1` and `x += 1` are steps, `x = c ? a : b` is a decision.
    pub(super) fn emit_assignment_expression(&mut self, id: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        let fields = ["left", "operator", "right"].map(|field| syntax.child_by_field(id, field));
        let [Some(left), Some(sign), Some(right)] = fields else {
            return self.emit_parts(id, out);
        };
        let target = self.expression_tokens(left);
        match syntax.text(sign) {
            "=" => match self.find_compound(&target, right) {
                Some((sign, rest)) => self.emit_compound(id, sign, (&target, rest), out),
                None => self.emit_assignment(id, &target, right, out),
            },
            other => {
                let sign = other.trim_end_matches('=');
                self.emit_compound(id, sign, (&target, right), out);
            }
        }
    }

    /// Whether what is assigned is the target itself and something more.
    fn find_compound(&mut self, target: &TokenList, right: NodeId) -> Option<(&'p str, NodeId)> {
        let right = self.strip_brackets(right);
        let BinaryParts { left, sign, right } = self.binary_parts(right)?;
        if !matches!(sign, "+" | "-" | "*" | "/" | "%") {
            return None;
        }
        if are_same(&self.expression_tokens(left), target) {
            return Some((sign, right));
        }
        let is_commutative = matches!(sign, "+" | "*");
        (is_commutative && are_same(&self.expression_tokens(right), target)).then_some((sign, left))
    }

    fn emit_compound(
        &mut self,
        id: NodeId,
        sign: &str,
        (target, rest): (&TokenList, NodeId),
        out: &mut TokenList,
    ) {
        let is_one = self.constant_number(rest) == Some(1);
        match sign {
            "+" if is_one => self.push(STEP_UP, id, out),
            "-" if is_one => self.push(STEP_DOWN, id, out),
            _ => self.push(operator_code(&format!("{sign}=")), id, out),
        }
        out.extend_from_slice(target);
        if !(is_one && matches!(sign, "+" | "-")) {
            self.emit_expression(rest, out);
        }
    }

    /// Writes that a target gets a value.
    pub(super) fn emit_assignment(
        &mut self,
        id: NodeId,
        target: &TokenList,
        value: NodeId,
        out: &mut TokenList,
    ) {
        let value = self.strip_brackets(value);
        if self.is_choice(value) {
            return self.emit_branches(value, out, |emitter, part, arm| {
                emitter.emit_assignment(id, target, part, arm);
            });
        }
        self.push(ASSIGN, id, out);
        out.extend_from_slice(target);
        self.emit_expression(value, out);
    }

    /// Whether it is `condition ? one : other`.
    pub(super) fn is_choice(&self, id: NodeId) -> bool {
        self.syntax.kind(id) == "conditional_expression"
            && self.syntax.child_by_field(id, "condition").is_some()
    }

    fn emit_call(&mut self, id: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        let fields = ["function", "arguments"].map(|field| syntax.child_by_field(id, field));
        let [Some(function), Some(arguments)] = fields else {
            return self.emit_parts(id, out);
        };
        match syntax.kind(function) {
            // `int(x)` and `static_cast<int>(x)` are `x`.
            "primitive_type" | "sized_type_specifier" => {}
            "template_function" if self.is_cast(function) => {}
            "field_expression" => {
                if let Some(object) = syntax.child_by_field(function, "argument") {
                    self.emit_expression(object, out);
                }
                if let Some(method) = syntax.child_by_field(function, "field") {
                    self.emit_called_name(method, out);
                }
            }
            "identifier" | "qualified_identifier" | "template_function" => {
                self.emit_called_name(function, out);
            }
            _ => {
                self.push(CALL, id, out);
                self.emit_expression(function, out);
            }
        }
        self.emit_parts_if_any(arguments, out);
    }

    /// Whether it is `static_cast<int>` or another cast.
    fn is_cast(&self, function: NodeId) -> bool {
        let name = last_part(self.syntax, function);
        self.syntax.text(name).ends_with("_cast")
    }

    fn emit_parts_if_any(&mut self, id: NodeId, out: &mut TokenList) {
        for part in self.parts(id) {
            self.emit_expression(part, out);
        }
    }

    /// The program's functions have one kind, those of the library one each: nobody can rename them.
    fn emit_called_name(&mut self, name: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        let name = last_part(syntax, name);
        let text = syntax.text(name);
        if self.program_functions.contains(text) {
            self.push_name(CALL, name, out);
        } else {
            self.push(library_code(text), name, out);
        }
    }
}
