//! Statements and declarations in canonical form: one kind of loop, no brackets, no declarations of functions, no dead code.

use super::emitter::{TokenEmitter, TokenList, is_mark};
use crate::codes::{
    ARRAY, CASE, FUNCTION, LOOP, NAME, REFERENCE, RETURN, SWITCH, TokenCode, code_of,
};
use cpp::source::{DeclaratorLayer, NodeId, declared_name, declared_names};

impl TokenEmitter<'_> {
    /// Writes a statement.
    pub(crate) fn emit_statement(&mut self, id: NodeId, out: &mut TokenList) {
        if self.enter() {
            self.emit_statement_by_kind(id, out);
        } else {
            self.emit_flat(id, out);
        }
        self.leave();
    }

    fn emit_statement_by_kind(&mut self, id: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        match syntax.kind(id) {
            "declaration" | "field_declaration" => self.emit_declaration(id, out),
            "expression_statement" => {
                for part in self.parts(id) {
                    self.emit_effect(part, out);
                }
            }
            "if_statement" => self.emit_branches(id, out, Self::emit_statement),
            "for_statement" => self.emit_for(id, out),
            "while_statement" | "do_statement" => self.emit_while(id, out),
            "for_range_loop" => self.emit_range_loop(id, out),
            "switch_statement" => {
                self.push(SWITCH, id, out);
                if let Some(condition) = syntax.child_by_field(id, "condition") {
                    self.emit_expression(condition, out);
                }
                if let Some(body) = syntax.child_by_field(id, "body") {
                    self.emit_statement(body, out);
                }
            }
            "case_statement" => self.emit_case(id, out),
            "return_statement" => self.emit_return(id, out),
            "break_statement" | "continue_statement" | "goto_statement" => {
                self.push(code_of(syntax.kind(id)), id, out);
            }
            "struct_specifier" | "class_specifier" | "union_specifier" => {
                self.emit_body_below("struct", id, out);
            }
            "enum_specifier" => self.emit_body_below("enum", id, out),
            "enumerator" => self.push(NAME, id, out),
            "try_statement" => self.emit_body_below("try", id, out),
            "catch_clause" => self.emit_body_below("catch", id, out),
            // Each function is a piece of its own.
            "function_definition" => {}
            "using_declaration"
            | "alias_declaration"
            | "type_definition"
            | "namespace_alias_definition"
            | "static_assert_declaration"
            | "friend_declaration"
            | "access_specifier"
            | "template_parameter_list"
            | "comment"
            | "namespace_identifier"
            | "else"
            | "namespace"
            | "template"
            | "extern" => {}
            "translation_unit"
            | "compound_statement"
            | "else_clause"
            | "declaration_list"
            | "namespace_definition"
            | "linkage_specification"
            | "template_declaration"
            | "labeled_statement"
            | "field_declaration_list"
            | "enumerator_list"
            | "ERROR" => {
                for child in syntax.children(id) {
                    self.emit_statement(child, out);
                }
            }
            kind if is_mark(kind) || kind.starts_with("preproc") => {}
            _ => self.emit_expression(id, out),
        }
    }

    fn emit_body_below(&mut self, word: &str, id: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        let Some(body) = syntax.child_by_field(id, "body") else {
            return;
        };
        self.push(code_of(word), id, out);
        self.emit_statement(body, out);
        for child in syntax.children(id) {
            if syntax.kind(child) == "catch_clause" {
                self.emit_statement(child, out);
            }
        }
    }

    /// An expression whose value nobody uses.
    fn emit_effect(&mut self, id: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        let id = self.strip_brackets(id);
        let target = match syntax.kind(id) {
            "assignment_expression" => syntax.child_by_field(id, "left"),
            "update_expression" => syntax.child_by_field(id, "argument"),
            _ => None,
        };
        let is_dead = target.is_some_and(|target| {
            let base = base_name(self, target);
            base.is_some_and(|base| self.dead.contains(base))
        });
        match syntax.kind(id) {
            _ if is_dead => {
                let value = syntax.child_by_field(id, "right");
                if let Some(value) = value.filter(|value| self.has_effect(*value)) {
                    self.emit_expression(value, out);
                }
            }
            "comma_expression" => {
                for part in self.parts(id) {
                    self.emit_effect(part, out);
                }
            }
            "conditional_expression" => {
                let mut arms = [TokenList::new(), TokenList::new()];
                for (arm, field) in arms.iter_mut().zip(["consequence", "alternative"]) {
                    if let Some(part) = syntax.child_by_field(id, field) {
                        self.emit_effect(part, arm);
                    }
                }
                if let Some(condition) = syntax.child_by_field(id, "condition") {
                    self.emit_if(condition, arms, out);
                }
            }
            _ if self.has_effect(id) => self.emit_expression(id, out),
            _ => {}
        }
    }

    /// A declaration with a value is a declaration and an assignment. Prototypes are nothing.
    fn emit_declaration(&mut self, id: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        let cpp_type = syntax.child_by_field(id, "type");
        if let Some(cpp_type) = cpp_type.filter(|it| syntax.child_by_field(*it, "body").is_some()) {
            self.emit_statement(cpp_type, out);
        }
        let class = cpp_type.map_or(code_of("declare"), |it| type_code(self, it));
        for declared in declared_names(syntax, id) {
            if declared.is_function() {
                continue;
            }
            let Some(name) = declared.name else {
                continue;
            };
            if self.dead.contains(syntax.text(name)) {
                let value = declared.value.filter(|value| self.has_effect(*value));
                if let Some(value) = value {
                    self.emit_expression(value, out);
                }
                continue;
            }
            self.push(class, name, out);
            if declared.array_dimensions() > 0 {
                self.push(ARRAY, name, out);
            }
            if let Some(value) = declared.value.filter(|value| !self.parts_are_empty(*value)) {
                let mut target = TokenList::new();
                self.push_name(NAME, name, &mut target);
                self.emit_assignment(name, &target, value, out);
            }
        }
    }

    /// Whether a list of values in brackets is empty.
    fn parts_are_empty(&self, id: NodeId) -> bool {
        let is_list = matches!(self.syntax.kind(id), "initializer_list" | "argument_list");
        is_list && self.parts(id).is_empty()
    }

    fn emit_for(&mut self, id: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        let mut body = TokenList::new();
        if let Some(part) = syntax.child_by_field(id, "body") {
            self.emit_statement(part, &mut body);
        }
        let condition = syntax.child_by_field(id, "condition");
        let initializer = syntax.child_by_field(id, "initializer");
        let declares = initializer.is_some_and(|part| syntax.kind(part) == "declaration");
        let mut step = TokenList::new();
        if let Some(part) = syntax.child_by_field(id, "update") {
            self.emit_effect(part, &mut step);
        }
        let does_nothing = body.is_empty()
            && (declares || step.is_empty())
            && !condition.is_some_and(|part| self.has_effect(part));
        if does_nothing && declares {
            return;
        }
        if let Some(part) = initializer {
            if declares {
                self.emit_statement(part, out);
            } else {
                self.emit_effect(part, out);
            }
        }
        if does_nothing {
            return;
        }
        self.emit_loop(id, condition, body, out);
        out.extend(step);
    }

    fn emit_while(&mut self, id: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        let mut body = TokenList::new();
        if let Some(part) = syntax.child_by_field(id, "body") {
            self.emit_statement(part, &mut body);
        }
        let condition = syntax.child_by_field(id, "condition");
        let does_nothing = body.is_empty() && !condition.is_some_and(|it| self.has_effect(it));
        if !does_nothing {
            self.emit_loop(id, condition, body, out);
        }
    }

    /// A loop: what it asks, then what it does. One that never ends asks nothing, and one that never begins is none.
    fn emit_loop(
        &mut self,
        id: NodeId,
        condition: Option<NodeId>,
        body: TokenList,
        out: &mut TokenList,
    ) {
        let truth = condition.and_then(|condition| self.constant_truth(condition));
        let is_do = self.syntax.kind(id) == "do_statement";
        match truth {
            Some(false) if is_do => return out.extend(body),
            Some(false) => return,
            _ => {}
        }
        self.push(LOOP, id, out);
        if let (Some(condition), None) = (condition, truth) {
            self.emit_condition(condition, false, out);
        }
        out.extend(body);
    }

    fn emit_range_loop(&mut self, id: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        self.push(LOOP, id, out);
        self.push(code_of("each"), id, out);
        if let Some(range) = syntax.child_by_field(id, "right") {
            self.emit_expression(range, out);
        }
        if let Some(body) = syntax.child_by_field(id, "body") {
            self.emit_statement(body, out);
        }
    }

    fn emit_case(&mut self, id: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        self.push(CASE, id, out);
        let value = syntax.child_by_field(id, "value");
        for child in syntax.children(id) {
            if Some(child) == value {
                self.emit_expression(child, out);
            } else if !matches!(syntax.kind(child), "case" | "default") {
                self.emit_statement(child, out);
            }
        }
    }

    fn emit_return(&mut self, id: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        let parts = self.parts(id);
        let value = parts
            .into_iter()
            .find(|part| syntax.kind(*part) != "return");
        let Some(value) = value.map(|value| self.strip_brackets(value)) else {
            return self.push(RETURN, id, out);
        };
        if self.is_main && matches!(syntax.text(value), "0" | "EXIT_SUCCESS") {
            return;
        }
        if self.is_choice(value) {
            return self.emit_branches(value, out, |emitter, part, arm| {
                emitter.push(RETURN, part, arm);
                emitter.emit_expression(part, arm);
            });
        }
        self.push(RETURN, id, out);
        self.emit_expression(value, out);
    }

    /// What a function's first line says: the kind of what it returns, and of its parameters.
    pub(crate) fn emit_header(&mut self, definition: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        self.push(FUNCTION, definition, out);
        if let Some(returned) = syntax.child_by_field(definition, "type") {
            self.push(type_code(self, returned), definition, out);
        }
        let Some(declarator) = syntax.child_by_field(definition, "declarator") else {
            return;
        };
        let layers = declared_name(syntax, declarator).layers;
        let function = layers
            .iter()
            .rev()
            .find(|(layer, _)| *layer == DeclaratorLayer::Function);
        let parameters = function.and_then(|(_, id)| syntax.child_by_field(*id, "parameters"));
        for parameter in parameters.map(|id| self.parts(id)).unwrap_or_default() {
            if let Some(cpp_type) = syntax.child_by_field(parameter, "type") {
                self.push(type_code(self, cpp_type), parameter, out);
            }
            for declared in declared_names(syntax, parameter) {
                for (layer, _) in &declared.layers {
                    match layer {
                        DeclaratorLayer::Array => self.push(ARRAY, parameter, out),
                        DeclaratorLayer::Reference => self.push(REFERENCE, parameter, out),
                        DeclaratorLayer::Pointer | DeclaratorLayer::Function => {}
                    }
                }
            }
        }
    }
}

/// The variable that is changed when this is assigned to.
pub(super) fn base_name<'p>(emitter: &TokenEmitter<'p>, target: NodeId) -> Option<&'p str> {
    super::dead_code::assigned_variable(emitter.syntax, target)
        .map(|name| emitter.syntax.text(name))
}

/// Types that beginners take for one another have one kind.
fn type_code(emitter: &TokenEmitter<'_>, id: NodeId) -> TokenCode {
    let text = emitter.syntax.text(id);
    let last = text.rsplit("::").next().unwrap_or(text).trim();
    code_of(match last {
        "bool" => "declare truth",
        "char" => "declare character",
        "string" => "declare text",
        "float" | "double" => "declare fraction",
        "void" => "declare nothing",
        // `long double`, however it is written.
        other if other.ends_with("double") => "declare fraction",
        _ if emitter.syntax.kind(id) == "primitive_type"
            || emitter.syntax.kind(id) == "sized_type_specifier" =>
        {
            "declare number"
        }
        _ => "declare",
    })
}
