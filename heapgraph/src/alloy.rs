//! Instances as Alloy's viewer saves them, in XML: of Alloy, of Forge, and as Korrel exports them.
//!
//! ```text
//! XML ─► AlloyXml ─ declared ─► Header                for whoever has no spec
//! AlloyXml, Header ─► record of a heap or of a trace   for all that reads heaps
//! ```
//!
//! The format says which tuples each field holds, and nothing about multiplicities. So a value has the form that a
//! header declares: the spec's header, or the narrowest one that fits all states (`declared`). A trace is several
//! `instance` elements, one for each state. Only elements and attributes that hold values are looked at: texts,
//! comments and `source` are passed over, and a document type declares nothing.

mod declared;
mod record;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use serde_json::{Value as Json, json};

use crate::header::Header;
use crate::{MalformedRecord, malformed};

/// A document.
///
/// Invariant: there is a state, and `back` is the index of one.
#[derive(Clone, Debug, Default)]
pub struct AlloyXml {
    /// The command, and the name of the spec's file.
    command: String,
    file: String,
    states: Vec<AlloyState>,
    /// The scope gives a greatest number of states: something may change, even if only a sig that the rest of the spec
    /// keeps as it is.
    has_steps: bool,
    /// The state after the last one, if the document is a trace.
    back: Option<usize>,
}

/// An `instance` element.
#[derive(Clone, Debug, Default)]
struct AlloyState {
    /// The name of the command, which the names of skolems begin with.
    label: String,
    sigs: Vec<AlloySig>,
    fields: Vec<AlloyField>,
    skolems: Vec<AlloyField>,
}

#[derive(Clone, Debug, Default)]
struct AlloySig {
    /// Without `this/`.
    name: String,
    id: String,
    parent: Option<String>,
    is_builtin: bool,
    is_abstract: bool,
    is_one: bool,
    is_hidden: bool,
    is_enum: bool,
    is_variable: bool,
    /// The atoms that are in no sig that extends this one.
    atoms: Vec<String>,
    /// The sigs that a subset sig is part of.
    of: Vec<String>,
}

/// A field, or a witness.
#[derive(Clone, Debug, Default)]
struct AlloyField {
    name: String,
    /// The sig that declares it.
    parent: String,
    is_hidden: bool,
    is_variable: bool,
    tuples: Vec<Vec<String>>,
    /// Products of sigs, by id.
    types: Vec<Vec<String>>,
}

impl AlloyXml {
    /// True if the text can be a document: no spec and no JSON begins with this sign.
    pub fn is_one(text: &str) -> bool {
        text.trim_start().starts_with('<')
    }

    /// # Errors
    /// A text that is no XML, or no instance of Alloy.
    pub fn read(text: &str) -> Result<AlloyXml, MalformedRecord> {
        let mut reader = Reader::from_str(text.trim_start());
        let mut found = DocumentReading::default();
        loop {
            let at = reader.buffer_position();
            let line = || {
                let before = text.trim_start().as_bytes().iter().take(at as usize);
                format!("line {}", 1 + before.filter(|&&byte| byte == b'\n').count())
            };
            match reader.read_event() {
                Ok(Event::Start(element)) => found.opens(&element, &line)?,
                Ok(Event::Empty(element)) => {
                    found.opens(&element, &line)?;
                    found.closes(element.name().as_ref());
                }
                Ok(Event::End(element)) => found.closes(element.name().as_ref()),
                Ok(Event::Eof) => break,
                Ok(_) => {}
                Err(_) => return malformed(line(), "well-formed XML"),
            }
        }
        found.document()
    }

    /// The header and the record, in heapgraph/1, without a spec.
    pub fn record(&self) -> (Json, Json) {
        let declared = self.declared();
        let mut header = json!({
            "kind": "header", "format": "heapgraph/1", "tool": "Alloy",
            "spec": self.file, "command": self.command, "symmetry": "none",
        });
        let parts = header.as_object_mut().expect("a header is an object");
        if let Some(traces) = self.is_trace().then_some(self.states.len()) {
            parts.insert("traces".to_owned(), json!("lasso"));
            parts.insert("steps".to_owned(), json!([traces, traces]));
        }
        let declarations = declared.declarations().into_iter();
        parts.extend(declarations.map(|(name, part)| (name.to_owned(), part)));
        (header, self.record_of(&declared))
    }

    /// The name of the command that was run, or checked, and which of the two: `p` and true of `Run p for 3`.
    pub fn command(&self) -> Option<(&str, bool)> {
        let mut words = self.command.split_whitespace();
        let is_run = match words.next()? {
            "Run" => true,
            "Check" => false,
            _ => return None,
        };
        Some((words.next()?, is_run))
    }

    /// The record, with values as a header declares them.
    pub fn record_of(&self, header: &Header) -> Json {
        record::record(self, header)
    }

    fn declared(&self) -> Header {
        declared::header(self)
    }

    /// Alloy writes an instance of one state as a trace of one: it is one if something can change.
    fn is_trace(&self) -> bool {
        let has_variable = |state: &AlloyState| {
            state.sigs.iter().any(|sig| sig.is_variable)
                || state.fields.iter().any(|field| field.is_variable)
        };
        self.states.len() > 1 || self.has_steps || self.states.iter().any(has_variable)
    }
}

impl AlloyState {
    fn sig(&self, id: &str) -> Option<&AlloySig> {
        self.sigs.iter().find(|sig| sig.id == id)
    }

    /// A sig and all that it extends. There are at most as many as there are sigs, for ids may lead in a circle.
    fn line<'s>(&'s self, sig: &'s AlloySig) -> impl Iterator<Item = &'s AlloySig> {
        let parent = |sig: &&'s AlloySig| self.sig(sig.parent.as_deref()?);
        std::iter::successors(Some(sig), parent).take(self.sigs.len())
    }

    /// A value of an enum: it is a sig that extends the enum.
    fn enum_of(&self, sig: &AlloySig) -> Option<&AlloySig> {
        self.sig(sig.parent.as_deref()?).filter(|parent| parent.is_enum)
    }
}

impl AlloySig {
    fn is_subset(&self) -> bool {
        self.parent.is_none() && !self.is_builtin
    }

    /// `boolean/True` and `boolean/False`, whatever the module is called.
    fn boolean(&self) -> Option<bool> {
        match self.name.rsplit_once('/')?.1 {
            "True" => Some(true),
            "False" => Some(false),
            _ => None,
        }
    }
}

/// What was read of a document.
#[derive(Default)]
struct DocumentReading {
    document: AlloyXml,
    /// Attributes of the first state: as they stand.
    length: usize,
    open: Open,
    tuple: Option<Vec<String>>,
    types: Option<Vec<String>>,
}

/// The element whose atoms, tuples and types come next.
#[derive(Default)]
enum Open {
    #[default]
    Nothing,
    Sig(AlloySig),
    Field(AlloyField),
    Skolem(AlloyField),
}

impl DocumentReading {
    fn opens(
        &mut self,
        element: &BytesStart<'_>,
        line: &dyn Fn() -> String,
    ) -> Result<(), MalformedRecord> {
        let attributes = Attributes::of(element, line)?;
        let is = |name: &str| attributes.get(name).is_some_and(|value| value == "yes");
        let text = |name: &str| attributes.get(name).map(str::to_owned).unwrap_or_default();
        match element.name().as_ref() {
            b"instance" => {
                if is("metamodel") {
                    return malformed(line(), "an instance, but a metamodel");
                }
                if self.document.states.is_empty() {
                    self.document.command = text("command");
                    self.document.file = text("filename");
                    // -1 where nothing can change.
                    let steps = text("maxtrace").parse::<i64>();
                    self.document.has_steps = steps.is_ok_and(|steps| steps > 0);
                    self.length = self.number(&attributes, "tracelength", line)?.unwrap_or(1);
                    let back = self.number(&attributes, "backloop", line)?;
                    let looping = self.number(&attributes, "looplength", line)?;
                    let of_length = || self.length.checked_sub(looping?);
                    self.document.back = back.or_else(of_length);
                }
                let label = self.document.command().map(|(label, _)| label.to_owned());
                let label = label.unwrap_or_default();
                self.document.states.push(AlloyState { label, ..AlloyState::default() });
            }
            b"sig" => {
                let label = text("label");
                self.open = Open::Sig(AlloySig {
                    name: label.strip_prefix("this/").unwrap_or(&label).to_owned(),
                    id: text("ID"),
                    parent: attributes.get("parentID").map(str::to_owned),
                    is_builtin: is("builtin"),
                    is_abstract: is("abstract"),
                    is_one: is("one"),
                    is_hidden: is("private") || is("meta"),
                    is_enum: is("enum"),
                    is_variable: is("var"),
                    ..AlloySig::default()
                });
            }
            name @ (b"field" | b"skolem") => {
                let field = AlloyField {
                    name: text("label"),
                    parent: text("parentID"),
                    is_hidden: is("private") || is("meta"),
                    is_variable: is("var"),
                    ..AlloyField::default()
                };
                let is_field = name == b"field";
                self.open = if is_field { Open::Field(field) } else { Open::Skolem(field) };
            }
            b"tuple" => self.tuple = Some(Vec::new()),
            b"types" => self.types = Some(Vec::new()),
            b"atom" => {
                let Some(label) = attributes.get("label") else {
                    return malformed(line(), "an atom with a label");
                };
                match (&mut self.tuple, &mut self.open) {
                    (Some(tuple), _) => tuple.push(label.to_owned()),
                    (None, Open::Sig(sig)) => sig.atoms.push(label.to_owned()),
                    _ => return malformed(line(), "an atom of a sig or of a tuple"),
                }
            }
            b"type" => match (&mut self.types, &mut self.open) {
                (Some(types), _) => types.push(text("ID")),
                (None, Open::Sig(sig)) => sig.of.push(text("ID")),
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    fn number(
        &self,
        attributes: &Attributes,
        name: &str,
        line: &dyn Fn() -> String,
    ) -> Result<Option<usize>, MalformedRecord> {
        let Some(text) = attributes.get(name) else { return Ok(None) };
        match text.parse::<i64>() {
            Ok(number) => Ok(usize::try_from(number).ok()),
            Err(_) => malformed(line(), "a number of states"),
        }
    }

    fn closes(&mut self, name: &[u8]) {
        match (name, &mut self.open) {
            (b"tuple", Open::Field(field) | Open::Skolem(field)) => {
                field.tuples.extend(self.tuple.take().filter(|tuple| !tuple.is_empty()));
            }
            (b"types", Open::Field(field) | Open::Skolem(field)) => {
                field.types.extend(self.types.take());
            }
            (b"sig" | b"field" | b"skolem", _) => {
                let open = std::mem::take(&mut self.open);
                let Some(state) = self.document.states.last_mut() else { return };
                match open {
                    Open::Sig(sig) => state.sigs.push(sig),
                    Open::Field(field) => state.fields.push(field),
                    Open::Skolem(field) => state.skolems.push(field),
                    Open::Nothing => {}
                }
            }
            _ => {}
        }
    }

    fn document(mut self) -> Result<AlloyXml, MalformedRecord> {
        let document = &mut self.document;
        let Some(first) = document.states.first() else {
            return malformed("alloy", "a document with an instance of Alloy");
        };
        if first.sigs.is_empty() {
            return malformed("instance", "an instance: it has no sigs");
        }
        let arity = |field: &AlloyField| {
            let mut tuples = field.tuples.iter();
            let first = tuples.next().map_or(0, Vec::len);
            tuples.all(|tuple| tuple.len() == first)
        };
        for state in &document.states {
            for field in state.fields.iter().chain(&state.skolems) {
                if !arity(field) {
                    return malformed(&field.name, "a relation: its tuples have several lengths");
                }
            }
        }
        document.back = match document.is_trace() {
            false => None,
            true => Some(document.back.unwrap_or(document.states.len() - 1)),
        };
        match document.back {
            Some(back) if back >= document.states.len() => {
                malformed("backloop", "the index of a state")
            }
            _ => Ok(self.document),
        }
    }
}

/// The attributes of an element.
struct Attributes(Vec<(String, String)>);

impl Attributes {
    fn of(
        element: &BytesStart<'_>,
        line: &dyn Fn() -> String,
    ) -> Result<Attributes, MalformedRecord> {
        let mut all = Vec::new();
        for attribute in element.attributes() {
            let attribute = attribute.map_err(|_| MalformedRecord {
                path: line(),
                expected: "an element whose attributes have values",
            })?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|_| MalformedRecord {
                path: line(),
                expected: "a value without entities",
            })?;
            let name = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
            all.push((name, value.into_owned()));
        }
        Ok(Attributes(all))
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests;
