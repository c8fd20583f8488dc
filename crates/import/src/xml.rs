//! XML as a tree whose parts know their lines: an element is a map of its attributes and of what is in it, or a text if it has nothing else.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::document::{
    DocumentError, DocumentKey, DocumentNode, DocumentValue, check_depth, check_part_count,
    document_error,
};

/// Reads XML; its only element is the value.
pub(super) fn parse_xml(text: &str) -> Result<DocumentNode, DocumentError> {
    let mut reader = Reader::from_str(text);
    let mut lines = LineCounter {
        text,
        at: 0,
        line: 1,
    };
    let mut open: Vec<OpenElement> = Vec::new();
    let mut parts = 0;
    loop {
        let line = lines.line_at(reader.buffer_position());
        let event = reader
            .read_event()
            .map_err(|error| document_error(line, error.to_string()))?;
        let line = lines.line_at(reader.buffer_position());
        let element = match event {
            Event::Start(start) => {
                check_depth(open.len(), line)?;
                open.push(OpenElement::new(&start, line)?);
                continue;
            }
            Event::Empty(start) => OpenElement::new(&start, line)?,
            Event::End(_) => open
                .pop()
                .ok_or_else(|| document_error(line, "an element ends that has not begun"))?,
            Event::Text(text) => {
                if let Some(last) = open.last_mut() {
                    last.text += &text.xml10_content();
                }
                continue;
            }
            Event::Eof => return Err(document_error(line, "it ends within an element")),
            // Entities and the like are only in texts for people.
            _ => continue,
        };
        parts += element.entries.len() + 1;
        if let Some(whole) = close_element(element, &mut open) {
            return Ok(whole);
        }
        check_part_count(parts, line)?;
    }
}

/// An element whose end has not come yet.
struct OpenElement {
    key: DocumentKey,
    entries: Vec<(DocumentKey, DocumentNode)>,
    text: String,
}

impl OpenElement {
    fn new(start: &BytesStart<'_>, line: usize) -> Result<OpenElement, DocumentError> {
        let mut entries = Vec::new();
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| document_error(line, error.to_string()))?;
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|error| document_error(line, error.to_string()))?;
            let key = DocumentKey {
                name: attribute.key.0.to_owned(),
                line,
            };
            let value = DocumentValue::Text(value.into_owned(), false);
            entries.push((key, DocumentNode::new(line, None, value)));
        }
        let key = DocumentKey {
            name: start.name().0.to_owned(),
            line,
        };
        Ok(OpenElement {
            key,
            entries,
            text: String::new(),
        })
    }
}

/// Puts an element into the one around it; the outermost one is the value.
fn close_element(element: OpenElement, open: &mut [OpenElement]) -> Option<DocumentNode> {
    let OpenElement { key, entries, text } = element;
    let text = text.trim();
    let value = if entries.is_empty() && !text.is_empty() {
        DocumentValue::Text(text.to_owned(), false)
    } else {
        DocumentValue::Map(entries)
    };
    let node = DocumentNode::new(key.line, None, value);
    match open.last_mut() {
        None => Some(node),
        Some(outer) => {
            outer.entries.push((key, node));
            None
        }
    }
}

/// Which line a place is in; places come in their order.
struct LineCounter<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl LineCounter<'_> {
    fn line_at(&mut self, place: u64) -> usize {
        let place = usize::try_from(place)
            .unwrap_or(usize::MAX)
            .min(self.text.len());
        let passed = self.text.as_bytes().get(self.at..place).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count();
        self.at = self.at.max(place);
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_maps_of_attributes_and_elements() {
        let text =
            "<?xml version=\"1.0\"?>\n<a x=\"1 &lt; 2\">\n<b> 5 </b><b y='2'/>\n<!-- no --></a>";
        let node = parse_xml(text).unwrap();
        let found: Vec<(&str, usize)> = node
            .entries()
            .iter()
            .map(|(key, node)| (key.name.as_str(), node.line))
            .collect();
        assert_eq!(found, [("x", 2), ("b", 3), ("b", 3)]);
        assert_eq!(node.get("x").and_then(DocumentNode::as_text), Some("1 < 2"));
        assert_eq!(node.get("b").and_then(DocumentNode::as_number), Some(5.0));
        let deep = "<a>".repeat(1 << 12);
        for text in ["", "<a>", "<a></b>", "<a b></a>", "</a>", &deep] {
            assert!(
                parse_xml(text).is_err(),
                "{}",
                text.get(..9).unwrap_or(text)
            );
        }
    }
}
