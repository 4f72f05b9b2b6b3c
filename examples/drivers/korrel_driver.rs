//! The driver's side of `korrel test`: calls functions on the inputs that it sends (harness/1).
//!
//! ```ignore
//! #[path = "korrel_driver.rs"]
//! mod korrel_driver;
//!
//! fn main() -> std::io::Result<()> {
//!     Driver::new()
//!         .operation("push", |heap| {
//!             let list = heap.root("h");
//!             …
//!             heap.set(&list, "elements", json!(elements));
//!             Ok(Value::Null)
//!         })
//!         .serve()
//! }
//! ```
//!
//! Objects stay JSON, under their names: what the code under test needs is read from their fields, and
//! what it has changed is written back. What no root and no result leads to afterwards is gone. A
//! function's value is its result; a panic is reported. Standard output is for replies alone.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Map, Value, json};

const WINDOW: usize = 64;

/// What an operation says where it does not return.
#[allow(dead_code, reason = "a program needs some of it")]
#[derive(Debug)]
pub enum Stop {
    /// It judges for itself and is not content. Failures are grouped by cause.
    Fail { cause: String, message: String },
    /// The code under test gave an error.
    Throw { ty: String, message: String },
    /// It is not applicable to its input.
    Skip(String),
}

type Operation = Box<dyn Fn(&mut Heap) -> Result<Value, Stop>>;

/// The operations under test.
#[derive(Default)]
pub struct Driver {
    operations: BTreeMap<String, (Operation, bool)>,
}

#[allow(dead_code, reason = "a program needs some of it")]
impl Driver {
    pub fn new() -> Driver {
        Driver::default()
    }

    /// A function under test.
    #[must_use]
    pub fn operation(
        mut self,
        name: &str,
        call: impl Fn(&mut Heap) -> Result<Value, Stop> + 'static,
    ) -> Driver {
        self.operations.insert(name.to_owned(), (Box::new(call), false));
        self
    }

    /// One that judges for itself: it passes unless it says `Fail`.
    #[must_use]
    pub fn judge(
        mut self,
        name: &str,
        call: impl Fn(&mut Heap) -> Result<Value, Stop> + 'static,
    ) -> Driver {
        self.operations.insert(name.to_owned(), (Box::new(call), true));
        self
    }

    /// Answers until there are no more inputs. Answers are written when no input is waiting.
    pub fn serve(&self) -> io::Result<()> {
        let mut inputs = BufReader::with_capacity(1 << 16, io::stdin().lock());
        let mut replies = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        let mut line = String::new();
        let mut header = None;
        loop {
            if !inputs.buffer().contains(&b'\n') {
                replies.flush()?;
            }
            line.clear();
            if inputs.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let record: Value = serde_json::from_str(&line)?;
            let reply = match &header {
                Some(header) => self.reply(header, record),
                None => {
                    header = Some(record);
                    let names: Vec<&String> = self.operations.keys().collect();
                    json!({ "ready": true, "window": WINDOW, "ops": names })
                }
            };
            serde_json::to_writer(&mut replies, &reply)?;
            replies.write_all(b"\n")?;
        }
    }

    fn reply(&self, header: &Value, input: Value) -> Value {
        let id = input["id"].clone();
        let op = input["op"].as_str().unwrap_or_default();
        let (call, judges) = &self.operations[op];
        let mut heap = Heap::new(header, input);
        let returned = catch_unwind(AssertUnwindSafe(|| call(&mut heap)));
        let mut reply = match returned.unwrap_or_else(|panic| Err(panicked(&*panic))) {
            Ok(result) => {
                let mut reply = heap.abstracted(&result);
                reply.insert("result".to_owned(), result);
                if *judges {
                    reply.insert("pass".to_owned(), json!(true));
                }
                reply
            }
            Err(stop) => stopped(&heap, stop),
        };
        reply.insert("id".to_owned(), id);
        if !heap.covered.is_empty() {
            reply.insert("cov".to_owned(), json!(heap.covered));
        }
        Value::Object(reply)
    }
}

fn stopped(heap: &Heap, stop: Stop) -> Map<String, Value> {
    let mut reply = Map::new();
    let (key, said) = match stop {
        Stop::Fail { cause, message } => {
            reply = heap.abstracted(&Value::Null);
            ("fail", json!({ "cause": cause, "message": message }))
        }
        Stop::Throw { ty, message } => ("throw", json!({ "type": ty, "message": message })),
        Stop::Skip(reason) => ("skip", json!(reason)),
    };
    reply.insert(key.to_owned(), said);
    reply
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> Stop {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    Stop::Throw { ty: "panic".to_owned(), message: text.unwrap_or_default().to_owned() }
}

/// An input's objects, roots, sets and relations.
#[derive(Debug)]
pub struct Heap {
    types: Value,
    input: Value,
    objects: Map<String, Value>,
    covered: BTreeSet<String>,
}

#[allow(dead_code, reason = "a program needs some of it")]
impl Heap {
    fn new(header: &Value, input: Value) -> Heap {
        let objects = input["objects"].as_object().cloned().unwrap_or_default();
        Heap { types: header["types"].clone(), input, objects, covered: BTreeSet::new() }
    }

    /// A parameter: the name of an object, a number, an array.
    pub fn root(&self, name: &str) -> Value {
        self.input["roots"][name].clone()
    }

    /// A field of the object of this name.
    ///
    /// # Panics
    /// If there is no such object.
    pub fn get(&self, object: &Value, field: &str) -> &Value {
        &self.objects[name(object)][field]
    }

    pub fn set(&mut self, object: &Value, field: &str, value: Value) {
        self.objects[name(object)][field] = value;
    }

    /// A new object, whose fields are null until they are set; gives its name.
    pub fn create(&mut self, ty: &str) -> Value {
        let mut number = self.objects.len();
        while self.objects.contains_key(&format!("{ty}${number}")) {
            number += 1;
        }
        let mut fields = Map::from_iter([("$type".to_owned(), json!(ty))]);
        for field in self.types[ty].as_object().into_iter().flat_map(Map::keys) {
            fields.insert(field.clone(), Value::Null);
        }
        let name = format!("{ty}${number}");
        self.objects.insert(name.clone(), Value::Object(fields));
        Value::String(name)
    }

    /// Says that this input covers something: a branch, a state.
    pub fn cover(&mut self, what: &str) {
        self.covered.insert(what.to_owned());
    }

    /// The state afterwards as a part of a reply, unless nothing has changed.
    fn abstracted(&self, result: &Value) -> Map<String, Value> {
        let given = self.input["objects"].as_object().expect("inputs have objects");
        let mut left = reached(&self.objects, [&self.input["roots"], result]);
        if left.len() < given.len() {
            // What the roots did not lead to in the input, either, is no garbage.
            let before = reached(given, [&self.input["roots"]]);
            let apart = given.keys().filter(|name| !before.contains(name.as_str()));
            let apart: Value = apart.cloned().map(Value::String).collect();
            left = reached(&self.objects, [&self.input["roots"], result, &apart]);
        }
        let objects = self.objects.iter().filter(|(name, _)| left.contains(name.as_str()));
        let objects: Map<_, _> =
            objects.map(|(name, fields)| (name.clone(), fields.clone())).collect();
        if objects == *given {
            return Map::new();
        }
        let mut post = Map::from_iter([("objects".to_owned(), Value::Object(objects))]);
        if let Some(sets) = self.input["sets"].as_object() {
            let mut sets = sets.clone();
            for set in sets.values_mut().filter_map(Value::as_array_mut) {
                set.retain(|name| name.as_str().is_some_and(|name| left.contains(name)));
            }
            post.insert("sets".to_owned(), Value::Object(sets));
        }
        if let Some(relations) = self.input.get("relations") {
            post.insert("relations".to_owned(), relations.clone());
        }
        Map::from_iter([("post".to_owned(), Value::Object(post))])
    }
}

fn name(object: &Value) -> &str {
    object.as_str().expect("a reference is a name")
}

/// The names of all objects that these values lead to.
fn reached<'v, const N: usize>(
    objects: &'v Map<String, Value>,
    from: [&'v Value; N],
) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut open = from.to_vec();
    while let Some(value) = open.pop() {
        match value {
            Value::String(name) => see(name, objects, &mut seen, &mut open),
            Value::Array(elements) => open.extend(elements),
            Value::Object(entries) => {
                for (key, element) in entries {
                    see(key, objects, &mut seen, &mut open);
                    open.push(element);
                }
            }
            _ => {}
        }
    }
    seen
}

fn see<'v>(
    name: &str,
    objects: &'v Map<String, Value>,
    seen: &mut BTreeSet<String>,
    open: &mut Vec<&'v Value>,
) {
    if let Some(fields) = objects.get(name)
        && seen.insert(name.to_owned())
    {
        open.push(fields);
    }
}
