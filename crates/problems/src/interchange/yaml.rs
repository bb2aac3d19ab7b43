//! YAML documents as trees of texts, with places. JSON is YAML too.

use super::InterchangeFault;
use hexmate_text::MAX_CELLS;
use saphyr_parser::{Event, Parser, ScanError, Span};

/// A value with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub(super) value: Value,
    /// Line, from 1.
    pub(super) line: u64,
    /// Column in characters, from 1.
    pub(super) column: u64,
}

/// A value. Numbers and other scalars are texts; `null` is empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Text(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

/// Most levels of lists and mappings.
const MAX_DEPTH: usize = 32;

/// Maximum number of values of a document.
pub(super) const MAX_NODES: usize = 1_000_000;

/// A fault with its line and column.
type Fault = (InterchangeFault, u64, u64);

impl Node {
    /// Returns the documents of a text whose first line has the number `line`.
    pub(super) fn documents(text: &str, line: u64) -> Result<Vec<Self>, Fault> {
        let mut builder = Builder { line, open: Vec::new(), documents: Vec::new(), nodes: 0 };
        for event in Parser::new_from_str(text) {
            let (event, span) = event.map_err(|error: ScanError| {
                let (line, column) = builder.place_of(*error.marker());
                (InterchangeFault::Syntax(error.info().to_owned()), line, column)
            })?;
            builder.add(event, span)?;
        }
        Ok(builder.documents)
    }

    /// Returns the value of a name.
    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        let Value::Map(members) = &self.value else { return None };
        members.iter().find(|(own, _)| own == name).map(|(_, node)| node)
    }

    /// Returns a text on its own, or the texts of a list; `None` if there is anything else.
    pub(super) fn texts(&self) -> Option<Vec<(&str, &Self)>> {
        match &self.value {
            Value::Text(text) => Some(vec![(text, self)]),
            Value::List(nodes) => nodes.iter().map(|node| Some((node.text()?, node))).collect(),
            Value::Map(_) => None,
        }
    }

    /// Returns the text, if it is one.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the value as one line of text, in the form of JSON if it has members.
    pub(super) fn line(&self) -> String {
        match &self.value {
            Value::Text(text) => text.trim().to_owned(),
            Value::List(nodes) if nodes.iter().all(|node| node.text().is_some()) => {
                nodes.iter().map(Self::line).collect::<Vec<_>>().join(", ")
            }
            _ => self.to_json(),
        }
    }

    /// Returns the value as JSON, with repeated names.
    pub(super) fn to_json(&self) -> String {
        let mut json = String::new();
        self.write_json(&mut json);
        json
    }

    fn write_json(&self, json: &mut String) {
        let text = |text: &str| serde_json::Value::from(text).to_string();
        match &self.value {
            Value::Text(value) => json.push_str(&text(value)),
            Value::List(nodes) => {
                json.push('[');
                for (index, node) in nodes.iter().enumerate() {
                    json.push_str(if index > 0 { "," } else { "" });
                    node.write_json(json);
                }
                json.push(']');
            }
            Value::Map(members) => {
                json.push('{');
                for (index, (name, node)) in members.iter().enumerate() {
                    json.extend([if index > 0 { "," } else { "" }, &text(name), ":"]);
                    node.write_json(json);
                }
                json.push('}');
            }
        }
    }
}

/// A list or mapping that is not complete.
struct Open {
    node: Node,
    /// The name of the next value of a mapping.
    name: Option<String>,
}

struct Builder {
    line: u64,
    open: Vec<Open>,
    documents: Vec<Node>,
    /// Number of values so far.
    nodes: usize,
}

impl Builder {
    fn place_of(&self, marker: saphyr_parser::Marker) -> (u64, u64) {
        (self.line + (marker.line() as u64).saturating_sub(1), marker.col() as u64 + 1)
    }

    fn add(&mut self, event: Event<'_>, span: Span) -> Result<(), Fault> {
        let (line, column) = self.place_of(span.start);
        let node = |value| Node { value, line, column };
        let refuse = |what: &str| Err((InterchangeFault::Syntax(what.to_owned()), line, column));
        match event {
            Event::Scalar(text, style, ..) => {
                let is_plain = style == saphyr_parser::ScalarStyle::Plain;
                let is_null = is_plain && matches!(&*text, "" | "~" | "null");
                let text = if is_null { String::new() } else { text.into_owned() };
                return self.close(node(Value::Text(text)));
            }
            Event::SequenceStart(..) | Event::MappingStart(..) if self.open.len() >= MAX_DEPTH => {
                return refuse("lists and mappings are nested too deeply");
            }
            Event::SequenceStart(..) => {
                self.open.push(Open { node: node(Value::List(Vec::new())), name: None });
            }
            Event::MappingStart(..) => {
                self.open.push(Open { node: node(Value::Map(Vec::new())), name: None });
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(open) = self.open.pop() {
                    return self.close(open.node);
                }
            }
            Event::Alias(_) => return refuse("aliases are not supported"),
            _ => {}
        }
        Ok(())
    }

    /// Adds a complete value to the list or mapping that contains it.
    fn close(&mut self, node: Node) -> Result<(), Fault> {
        let too_many = (InterchangeFault::TooManyNames, node.line, node.column);
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(too_many);
        }
        let Some(Open { node: parent, name }) = self.open.last_mut() else {
            self.documents.push(node);
            return Ok(());
        };
        match &mut parent.value {
            Value::List(nodes) => nodes.push(node),
            Value::Map(members) => {
                if let Some(name) = name.take() {
                    if members.len() >= MAX_CELLS {
                        return Err(too_many);
                    }
                    members.push((name, node));
                } else {
                    let Value::Text(text) = node.value else {
                        let fault = InterchangeFault::Syntax("a name must be a text".to_owned());
                        return Err((fault, node.line, node.column));
                    };
                    *name = Some(text);
                }
            }
            Value::Text(_) => {}
        }
        Ok(())
    }
}
