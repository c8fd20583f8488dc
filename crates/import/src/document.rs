//! A file of settings that nobody trusts, YAML or JSON, as a tree whose every part knows its line.
//!
//! It is put together event by event. How deep it is and how many parts it has is bounded; what refers to an earlier part is a copy
//! of it that counts in full, so a file that refers to itself over and over is refused instead of growing.
//!
//! Each part remembers whether a format read it. What no format read is neither carried over nor explained, and is reported.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use saphyr_parser::{Event, Parser, ScalarStyle, Tag};

use super::comments::strip_comments;

/// How deep a file may be nested.
const DEEPEST: usize = 32;

/// The most parts of a file.
const MOST: usize = 50_000;

/// A part of a file.
#[derive(Debug, Clone)]
pub(super) struct DocumentNode {
    /// The line on which it begins.
    pub(super) line: usize,
    /// `!require` in YAML: the name of its tag, without `!`.
    pub(super) tag: Option<String>,
    pub(super) value: DocumentValue,
    /// How many parts it has, itself included.
    size: usize,
    /// Whether a format read it.
    is_read: Cell<bool>,
}

/// A part that no format read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct UnreadPart {
    /// The key under which it is.
    pub(super) key: String,
    pub(super) line: usize,
}

/// What a part is.
#[derive(Debug, Clone)]
pub(super) enum DocumentValue {
    /// A word, number or text; whether it was written without quotes.
    Text(String, bool),
    List(Vec<DocumentNode>),
    Map(Vec<(DocumentKey, DocumentNode)>),
}

/// A key and its line.
#[derive(Debug, Clone)]
pub(super) struct DocumentKey {
    pub(super) name: String,
    pub(super) line: usize,
}

/// Why a file cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DocumentError {
    pub(super) line: usize,
    pub(super) why: String,
}

pub(super) fn document_error(line: usize, why: impl Into<String>) -> DocumentError {
    DocumentError {
        line,
        why: why.into(),
    }
}

/// Refuses a part on this line that is inside too many others.
pub(super) fn check_depth(depth: usize, line: usize) -> Result<(), DocumentError> {
    if depth < DEEPEST {
        return Ok(());
    }
    let why = format!("it is nested more than {DEEPEST} deep");
    Err(document_error(line, why))
}

/// Refuses a file that has too many parts up to this line.
pub(super) fn check_part_count(count: usize, line: usize) -> Result<(), DocumentError> {
    if count <= MOST {
        return Ok(());
    }
    let why = format!("it has more than {MOST} parts");
    Err(document_error(line, why))
}

/// Reads YAML. A file without anything in it is a map without keys.
pub(super) fn parse_yaml(text: &str) -> Result<DocumentNode, DocumentError> {
    let mut builder = DocumentBuilder::default();
    for event in Parser::new_from_str(text) {
        match event {
            Ok((Event::DocumentEnd, _)) => break,
            Ok((event, span)) => builder.handle_event(event, span.start.line())?,
            Err(error) => {
                return Err(document_error(error.marker().line(), error.info()));
            }
        }
    }
    Ok(builder.whole.unwrap_or_else(DocumentNode::empty_map))
}

/// Reads JSON with the comments of C++ in it. YAML knows all that JSON has.
pub(super) fn parse_json(text: &str) -> Result<DocumentNode, DocumentError> {
    parse_yaml(&strip_comments(text))
}

#[derive(Default)]
struct DocumentBuilder {
    open: Vec<OpenPart>,
    anchors: HashMap<usize, DocumentNode>,
    parts: usize,
    whole: Option<DocumentNode>,
}

/// A list or a map whose end has not come yet.
struct OpenPart {
    line: usize,
    tag: Option<String>,
    anchor: usize,
    content: DocumentContent,
}

enum DocumentContent {
    List(Vec<DocumentNode>),
    /// With the names of its keys, and the key whose part is not over yet.
    Map(
        Vec<(DocumentKey, DocumentNode)>,
        HashSet<String>,
        Option<DocumentKey>,
    ),
}

impl DocumentBuilder {
    fn handle_event(&mut self, event: Event<'_>, line: usize) -> Result<(), DocumentError> {
        match event {
            Event::SequenceStart(anchor, tag) => self.open_part(
                line,
                anchor,
                tag.as_deref(),
                DocumentContent::List(Vec::new()),
            ),
            Event::MappingStart(anchor, tag) => {
                let empty = DocumentContent::Map(Vec::new(), HashSet::new(), None);
                self.open_part(line, anchor, tag.as_deref(), empty)
            }
            Event::SequenceEnd | Event::MappingEnd => self.close_part(),
            Event::Scalar(text, style, anchor, tag) => {
                let value = DocumentValue::Text(text.into_owned(), style == ScalarStyle::Plain);
                self.attach_part(
                    anchor,
                    DocumentNode::new(line, tag.as_deref().map(tag_name), value),
                )
            }
            Event::Alias(anchor) => match self.anchors.get(&anchor).cloned() {
                Some(node) => self.attach_part(0, DocumentNode { line, ..node }),
                None => Err(document_error(
                    line,
                    "it refers to a part that is not over yet",
                )),
            },
            _ => Ok(()),
        }
    }

    fn open_part(
        &mut self,
        line: usize,
        anchor: usize,
        tag: Option<&Tag>,
        content: DocumentContent,
    ) -> Result<(), DocumentError> {
        check_depth(self.open.len(), line)?;
        if let Some(OpenPart {
            content: DocumentContent::Map(_, _, None),
            ..
        }) = self.open.last()
        {
            return Err(document_error(line, "a key must be a word here"));
        }
        self.open.push(OpenPart {
            line,
            tag: tag.map(tag_name),
            anchor,
            content,
        });
        Ok(())
    }

    fn close_part(&mut self) -> Result<(), DocumentError> {
        let Some(OpenPart {
            line,
            tag,
            anchor,
            content,
        }) = self.open.pop()
        else {
            return Ok(());
        };
        let value = match content {
            DocumentContent::List(nodes) => DocumentValue::List(nodes),
            DocumentContent::Map(entries, ..) => DocumentValue::Map(entries),
        };
        self.attach_part(anchor, DocumentNode::new(line, tag, value))
    }

    /// Puts a part that is over where it belongs.
    fn attach_part(&mut self, anchor: usize, node: DocumentNode) -> Result<(), DocumentError> {
        let line = node.line;
        let size = node.size;
        // What was counted inside of a list is counted again with it; there are no more levels than may be nested.
        self.parts += size;
        check_part_count(self.parts, line)?;
        if anchor > 0 {
            self.parts += size;
            self.anchors.insert(anchor, node.clone());
        }
        match self.open.last_mut().map(|open| &mut open.content) {
            None => self.whole = Some(node),
            Some(DocumentContent::List(nodes)) => nodes.push(node),
            Some(DocumentContent::Map(entries, names, key)) => match (key.take(), node.value) {
                (Some(key), value) => {
                    if !names.insert(key.name.clone()) {
                        return Err(document_error(key.line, "it has the same key twice"));
                    }
                    entries.push((key, DocumentNode { value, ..node }));
                }
                (None, DocumentValue::Text(name, _)) => *key = Some(DocumentKey { name, line }),
                (None, _) => return Err(document_error(line, "a key must be a word here")),
            },
        }
        Ok(())
    }
}

fn tag_name(tag: &Tag) -> String {
    tag.suffix.clone()
}

impl DocumentNode {
    pub(super) fn new(line: usize, tag: Option<String>, value: DocumentValue) -> DocumentNode {
        let inner: usize = match &value {
            DocumentValue::Text(..) => 0,
            DocumentValue::List(nodes) => nodes.iter().map(|node| node.size).sum(),
            DocumentValue::Map(entries) => entries.iter().map(|(_, node)| node.size).sum(),
        };
        DocumentNode {
            line,
            tag,
            value,
            size: inner + 1,
            is_read: Cell::new(false),
        }
    }

    /// A map without keys.
    pub(super) fn empty_map() -> DocumentNode {
        DocumentNode::new(1, None, DocumentValue::Map(Vec::new()))
    }

    /// Marks all of it as read, for whoever says elsewhere what became of it.
    pub(super) fn mark_as_read(&self) {
        self.is_read.set(true);
        match &self.value {
            DocumentValue::Text(..) => {}
            DocumentValue::List(nodes) => nodes.iter().for_each(DocumentNode::mark_as_read),
            DocumentValue::Map(entries) => entries.iter().for_each(|(_, node)| node.mark_as_read()),
        }
    }

    /// Marks what these keys of a map say as read.
    pub(super) fn mark_keys_as_read(&self, keys: &[&str]) {
        for node in keys.iter().filter_map(|key| self.get(key)) {
            node.mark_as_read();
        }
    }

    /// The parts of it that no format read, each as large as it can be.
    pub(super) fn unread_parts(&self) -> Vec<UnreadPart> {
        let mut all = Vec::new();
        self.add_unread("", self.line, true, &mut all);
        all
    }

    fn add_unread(&self, key: &str, line: usize, is_root: bool, all: &mut Vec<UnreadPart>) {
        if self.is_blank() {
            return;
        }
        if !is_root && !self.has_read_part() {
            all.push(UnreadPart {
                key: key.to_owned(),
                line,
            });
            return;
        }
        match &self.value {
            DocumentValue::Text(..) => {}
            DocumentValue::List(nodes) => {
                for node in nodes {
                    node.add_unread(key, node.line, false, all);
                }
            }
            DocumentValue::Map(entries) => {
                for (inner, node) in entries {
                    node.add_unread(&inner.name, inner.line, false, all);
                }
            }
        }
    }

    fn has_read_part(&self) -> bool {
        self.is_read.get()
            || match &self.value {
                DocumentValue::Text(..) => false,
                DocumentValue::List(nodes) => nodes.iter().any(DocumentNode::has_read_part),
                DocumentValue::Map(entries) => entries.iter().any(|(_, node)| node.has_read_part()),
            }
    }

    /// Whether it is empty: a key without a value.
    fn is_blank(&self) -> bool {
        match &self.value {
            DocumentValue::Text(text, is_plain) => {
                *is_plain && ["", "~", "null"].contains(&text.as_str())
            }
            DocumentValue::List(nodes) => nodes.iter().all(DocumentNode::is_blank),
            DocumentValue::Map(entries) => entries.is_empty(),
        }
    }

    /// What stands under a key of a map.
    pub(super) fn get(&self, key: &str) -> Option<&DocumentNode> {
        self.entries()
            .iter()
            .find(|(known, _)| known.name == key)
            .map(|(_, node)| node)
    }

    /// The parts under a key that a map may have several times, as elements of XML are.
    pub(super) fn children(&self, name: &str) -> impl Iterator<Item = &DocumentNode> {
        let all = self
            .entries()
            .iter()
            .filter(move |(key, _)| key.name == name);
        all.map(|(_, node)| node)
    }

    /// The keys and parts of a map; none of anything else.
    pub(super) fn entries(&self) -> &[(DocumentKey, DocumentNode)] {
        match &self.value {
            DocumentValue::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The parts of a list; a single part stands for a list of it.
    pub(super) fn items(&self) -> &[DocumentNode] {
        match &self.value {
            DocumentValue::List(nodes) => nodes,
            DocumentValue::Text(text, true) if text.is_empty() => &[],
            DocumentValue::Text(..) | DocumentValue::Map(_) => std::slice::from_ref(self),
        }
    }

    /// All of it, read: its words and numbers are texts.
    pub(super) fn to_json(&self) -> serde_json::Value {
        self.is_read.set(true);
        match &self.value {
            DocumentValue::Text(text, _) => text.as_str().into(),
            DocumentValue::List(nodes) => nodes.iter().map(DocumentNode::to_json).collect(),
            DocumentValue::Map(entries) => {
                let pairs = entries.iter();
                let pairs = pairs.map(|(key, part)| (key.name.clone(), part.to_json()));
                serde_json::Value::Object(pairs.collect())
            }
        }
    }

    /// A word, number or text.
    pub(super) fn as_text(&self) -> Option<&str> {
        let DocumentValue::Text(text, _) = &self.value else {
            return None;
        };
        self.is_read.set(true);
        Some(text)
    }

    /// All words of a list, or of a text between its blanks.
    pub(super) fn to_words(&self) -> Vec<String> {
        match &self.value {
            DocumentValue::Text(text, _) => {
                self.is_read.set(true);
                text.split_whitespace().map(str::to_owned).collect()
            }
            DocumentValue::List(nodes) => nodes
                .iter()
                .filter_map(DocumentNode::as_text)
                .map(str::to_owned)
                .collect(),
            DocumentValue::Map(_) => Vec::new(),
        }
    }

    /// A number that is not written as a text, and neither infinite nor none.
    pub(super) fn as_number(&self) -> Option<f64> {
        self.as_text()?
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
    }

    /// Whether it says yes; none if it says neither yes nor no.
    pub(super) fn as_flag(&self) -> Option<bool> {
        match self.as_text()? {
            "true" | "True" | "yes" | "on" => Some(true),
            "false" | "False" | "no" | "off" => Some(false),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_knows_its_line_and_comments_of_json_are_none() {
        let text =
            "{ // a list\n\t\"cases\": [1, /* two\n\n */ {\"a\\\"//b\": \"x\\ty\"}],\n \"n\":2 }";
        let node = parse_json(text).unwrap();
        let [first, second] = node.get("cases").unwrap().items() else {
            panic!("two")
        };
        assert_eq!((first.as_number(), first.line), (Some(1.0), 2));
        let (key, value) = &second.entries()[0];
        assert_eq!(
            (key.name.as_str(), key.line, value.as_text()),
            ("a\"//b", 4, Some("x\ty"))
        );
        assert_eq!(node.get("n").unwrap().as_number(), Some(2.0));
        let yaml = parse_yaml("files:\n- !require hello.c\nbase: &b {x: 1}\nagain: *b\n").unwrap();
        let file = &yaml.get("files").unwrap().items()[0];
        assert_eq!(
            (file.tag.as_deref(), file.as_text()),
            (Some("require"), Some("hello.c"))
        );
        assert_eq!(
            yaml.get("again").and_then(|it| it.get("x")?.as_number()),
            Some(1.0)
        );
    }

    #[test]
    fn parts_that_no_format_read_are_known_with_their_lines() {
        let node =
            parse_yaml("a: 1\nb:\n  c: 2\n  d: [3, 4]\ne: {f: {g: 5}}\nh:\ni: []\n").unwrap();
        node.get("a").unwrap().as_text();
        node.get("b").unwrap().get("d").unwrap().items()[0].as_number();
        let unread = |node: &DocumentNode| -> Vec<String> {
            node.unread_parts()
                .iter()
                .map(|one| format!("{}:{}", one.key, one.line))
                .collect()
        };
        assert_eq!(unread(&node), ["c:3", "d:4", "e:5"]);
        node.mark_as_read();
        assert_eq!(unread(&node), [""; 0]);
    }

    #[test]
    fn a_file_that_would_grow_or_has_no_bottom_is_refused() {
        let mut bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n".to_owned();
        for level in 1..30 {
            let parts = vec![format!("*a{}", level - 1); 9].join(",");
            bomb += &format!("a{level}: &a{level} [{parts}]\n");
        }
        let itself = "a: &a [*a]";
        let twice = "a: 1\na: 2";
        for text in [
            &bomb,
            itself,
            twice,
            &"[".repeat(1 << 16),
            &"{a: ".repeat(1 << 16),
            "? [a]\n: b",
            "a: [",
        ] {
            assert!(
                parse_yaml(text).is_err(),
                "{}",
                text.get(..20).unwrap_or(text)
            );
        }
    }
}
