//! Heaps of a running program, as `korrel learn`, `korrel eval` and `korrel show` read them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;

use korrel_heapgraph::typed::{Codec, Misfit, ValueWriter};
use korrel_heapgraph::{Header, Member, Shape};
use serde_core::ser::Serialize;
use serde_json::{Map, Value as Json, json};

use super::error::Error;
use super::inputs::Inputs;
use super::listing;

/// Writes heaps down as they are when it is called, each once, a line each.
///
/// ```no_run
/// use korrel_test::Inputs;
///
/// #[derive(serde::Serialize)]
/// struct Node { key: i64, next: Option<Box<Node>> }
///
/// let mut lists = Inputs::of("list.als", "repOk").recorder("good.jsonl")?;
/// lists.record(&Node { key: 3, next: None })?;
/// # Ok::<(), korrel_test::Error>(())
/// ```
#[derive(Debug)]
pub struct Recorder {
    codec: Arc<Codec>,
    file: File,
    known: BTreeSet<String>,
}

impl Inputs {
    /// Writes heaps that a program has to a file, with the types and values of these inputs. The file is added to; what
    /// stands there already is not written again.
    ///
    /// # Errors
    /// The reason why there are no types, or no file.
    pub fn recorder(&self, to: impl AsRef<Path>) -> Result<Recorder, Error> {
        let to = to.as_ref();
        let codec = listing::begun(self)?.codec()?;
        let opened = OpenOptions::new().create(true).read(true).append(true).open(to);
        let (mut text, wrong) =
            (String::new(), |error| Error::Program(format!("`{}`: {error}", to.display())));
        let mut file = opened.map_err(wrong)?;
        file.read_to_string(&mut text).map_err(wrong)?;
        Ok(Recorder { codec, file, known: text.lines().map(str::to_owned).collect() })
    }
}

impl Recorder {
    /// The heap of the first root. Structs become objects, as [`Recording::root`] says.
    ///
    /// # Errors
    /// A value that does not fit the spec's types, which is not written.
    pub fn record<T: Serialize>(&mut self, root: &T) -> Result<(), Error> {
        let first = self.codec.types.roots.first().map(|root| root.name.clone());
        let name = first.ok_or_else(|| Misfit::new("the command has no roots"))?;
        self.heap().root(&name, root)?.record()
    }

    /// A heap that is told root by root, and, where objects are shared or lead around in circles, object by object.
    pub fn heap(&mut self) -> Recording<'_> {
        Recording { recorder: self, roots: Map::new(), objects: Map::new() }
    }
}

/// A heap that is being told.
#[derive(Debug)]
#[must_use]
pub struct Recording<'r> {
    recorder: &'r mut Recorder,
    roots: Map<String, Json>,
    objects: Map<String, Json>,
}

impl Recording<'_> {
    /// One root. A struct becomes an object where the spec declares one; a field that serde calls `$id` says who it is, and a
    /// text there is the object of this id, which [`Recording::object`] tells.
    ///
    /// # Errors
    /// A value that does not fit the declarations; there is no root of this name.
    pub fn root<T: Serialize>(mut self, name: &str, root: &T) -> Result<Self, Misfit> {
        let codec = Arc::clone(&self.recorder.codec);
        let shape = codec.types.shape("roots", name).ok_or_else(|| {
            let there: Vec<&str> = codec.types.roots.iter().map(|root| &root.name[..]).collect();
            Misfit::new(format!("there is no root {name}; there are {}", there.join(", ")))
        })?;
        let mut writer = ValueWriter::new(&codec, &mut self.objects);
        let root = writer.value(serde_json::to_value(root)?, &shape);
        self.roots.insert(name.to_owned(), root.map_err(|misfit| misfit.below(name))?);
        Ok(self)
    }

    /// The object with this id, `Node$0`.
    ///
    /// # Errors
    /// As [`Recording::root`].
    pub fn object<T: Serialize>(mut self, id: &str, object: &T) -> Result<Self, Misfit> {
        let codec = Arc::clone(&self.recorder.codec);
        ValueWriter::new(&codec, &mut self.objects).add_named(id, serde_json::to_value(object)?)?;
        Ok(self)
    }

    /// Writes the heap, unless it stands in the file. A root that is not given is the one among the others that has its type.
    ///
    /// # Errors
    /// A heap that does not fit the spec's types, which is not written.
    pub fn record(self) -> Result<(), Error> {
        let types = &self.recorder.codec.types;
        let mut roots = Map::new();
        for Member { name, shape } in &types.roots {
            let given =
                self.roots.get(name).or_else(|| of_type(types, shape, &self.roots, &self.objects));
            roots.extend(given.map(|root| (name.clone(), root.clone())));
        }
        let whole = json!({ "roots": roots, "objects": self.objects });
        types.fit(&whole).map_err(|malformed| Misfit::new(malformed.to_string()))?;
        let line = visible(&Naming::new(types, &self.objects).record(&roots).to_string());
        if self.recorder.known.insert(line.clone()) {
            let written = writeln!(self.recorder.file, "{line}");
            written.map_err(|error| Error::Program(format!("the heap is not written: {error}")))?;
        }
        Ok(())
    }
}

fn of_type<'r>(
    types: &Header,
    shape: &Shape,
    roots: &'r Map<String, Json>,
    objects: &Map<String, Json>,
) -> Option<&'r Json> {
    roots.values().find(|root| {
        let object = root.as_str().and_then(|id| objects.get(id));
        let of = object.and_then(|object| object["$type"].as_str());
        of.is_some_and(|of| shape.columns()[0].sorts().any(|sort| types.is_a(of, sort)))
    })
}

/// The names that objects have in all languages: each gets the next number of its top-level sig when it is met. Roots are
/// met in the order of the header, then all that the object holds that was met last.
struct Naming<'h> {
    types: &'h Header,
    objects: &'h Map<String, Json>,
    names: BTreeMap<String, String>,
    counts: BTreeMap<&'h str, u64>,
    waiting: Vec<String>,
}

impl<'h> Naming<'h> {
    fn new(types: &'h Header, objects: &'h Map<String, Json>) -> Naming<'h> {
        let (names, counts) = (BTreeMap::new(), BTreeMap::new());
        Naming { types, objects, names, counts, waiting: Vec::new() }
    }

    fn record(mut self, roots: &Map<String, Json>) -> Json {
        let roots = self.members(roots);
        let mut objects = Vec::new();
        while let Some(id) = self.waiting.pop() {
            let fields = self.objects[&id].as_object().expect("it fits");
            let written = self.members(fields);
            objects.push((self.names[&id].clone(), written));
        }
        objects.sort_by_cached_key(|(id, _)| self.types.place_of_object(id));
        let objects: Map<String, Json> = objects.into_iter().collect();
        json!({ "kind": "instance", "roots": roots, "objects": objects })
    }

    fn members(&mut self, members: &Map<String, Json>) -> Json {
        members
            .iter()
            .map(|(name, value)| {
                (name.clone(), if name == "$type" { value.clone() } else { self.value(value) })
            })
            .collect()
    }

    fn value(&mut self, value: &Json) -> Json {
        match value {
            Json::String(text) => self.text(text).into(),
            Json::Array(items) => items.iter().map(|item| self.value(item)).collect(),
            Json::Object(entries) => {
                entries.iter().map(|(key, item)| (self.text(key), self.value(item))).collect()
            }
            plain => plain.clone(),
        }
    }

    /// A text is a reference exactly if it is the id of an object.
    fn text(&mut self, text: &str) -> String {
        let Some(object) = self.objects.get(text) else { return text.to_owned() };
        if let Some(name) = self.names.get(text) {
            return name.clone();
        }
        let types = self.types;
        let of = object["$type"].as_str().expect("it fits");
        let ty = types.type_of(of).expect("it fits");
        let count = self.counts.entry(types.top(&ty.name)).or_default();
        let name = format!("{of}${count}");
        *count += 1;
        self.names.insert(text.to_owned(), name.clone());
        self.waiting.push(text.to_owned());
        name
    }
}

/// JSON in which what a terminal would obey, and what hides, is written by its number, as the program has it
/// (`lang/src/message/visible.rs`).
fn visible(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for c in json.chars() {
        if !is_deceptive(c) {
            shown.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            write!(shown, "\\u{unit:04x}").expect("strings take all");
        }
    }
    shown
}

fn is_deceptive(c: char) -> bool {
    c.is_control()
        || matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}'
        | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}
