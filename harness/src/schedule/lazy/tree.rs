//! The values that were read, as a tree: each node is a read, each branch the value that was found
//! there.
//!
//! *Problem.* An input need not be sent if a deterministic program would read in it exactly the values that it has read
//! in another one. *Choice.* Objects are numbered in the order in which reads reach them, so that names play no part,
//! and values are written by these numbers. A deterministic program that has read the same so far reads the same next,
//! so the inputs that were sent make a tree. An input goes down it by its own values, and the effect at the leaf
//! answers for it. Atoms without fields are told apart by their names, since a driver may have values for them, and so
//! are those that their number tells apart. This is the pruning of Korat (Boyapati, Khurshid and Marinov 2002), by
//! reads instead of within a search, and for any language. *Rejected.* A list of the reads of each input: each input
//! would be compared with each other one.

use std::collections::HashMap;

use serde_json::{Map, Value};

use korrel_heapgraph::Header;

/// A read: an object by its number, and a field.
type FieldRead = (usize, String);

#[derive(Default)]
struct ReadNode {
    read: Option<FieldRead>,
    /// The nodes below, by the value that was found.
    below: HashMap<String, usize>,
    /// Nothing more is read.
    is_end: bool,
    /// The inputs that answer for others that end here.
    answers: Vec<usize>,
}

#[derive(Default)]
pub struct ReadTree {
    nodes: Vec<ReadNode>,
    /// The first nodes, by operation and the values of its roots.
    roots: HashMap<(usize, String), usize>,
}

/// The objects of a heap, in the order in which reads reach them.
struct MetObjects<'h> {
    types: &'h Header,
    objects: Option<&'h Map<String, Value>>,
    ids: Vec<String>,
}

impl<'h> MetObjects<'h> {
    fn new(types: &'h Header, heap: &'h Value) -> (MetObjects<'h>, String) {
        let objects = heap.get("objects").and_then(Value::as_object);
        let mut met = MetObjects { types, objects, ids: Vec::new() };
        let parts = ["roots", "sets", "relations"].map(|part| {
            let text = heap.get(part).map(|value| met.written(value));
            text.unwrap_or_default()
        });
        (met, parts.join(" "))
    }

    /// A value, with numbers for objects. New objects count as met.
    fn written(&mut self, value: &Value) -> String {
        match value {
            Value::Array(items) => {
                let items: Vec<String> = items.iter().map(|item| self.written(item)).collect();
                format!("[{}]", items.join(","))
            }
            Value::Object(entries) => {
                let entry = |(name, item): (&String, &Value)| {
                    let name = self.named(name);
                    format!("{name}:{}", self.written(item))
                };
                let entries: Vec<String> = entries.iter().map(entry).collect();
                format!("{{{}}}", entries.join(","))
            }
            Value::String(text) => self.named(text),
            other => other.to_string(),
        }
    }

    fn named(&mut self, text: &str) -> String {
        let Some(object) = self.objects.and_then(|objects| objects.get(text)) else {
            return Value::from(text).to_string();
        };
        let known = self.ids.iter().position(|id| id == text);
        let at = known.unwrap_or_else(|| {
            self.ids.push(text.to_owned());
            self.ids.len() - 1
        });
        match is_told_apart(self.types, object) {
            true => format!("#{at} {text}"),
            false => format!("#{at} {}", type_of(object)),
        }
    }

    fn read(&mut self, (object, field): &FieldRead) -> Option<String> {
        let value = self.objects?.get(self.ids.get(*object)?)?.get(field)?;
        Some(self.written(value))
    }
}

/// True if a program may tell an object from others of its type that look the same.
pub fn is_told_apart(types: &Header, object: &Value) -> bool {
    object.as_object().is_some_and(|fields| fields.len() == 1) || types.is_fixed(type_of(object))
}

fn type_of(object: &Value) -> &str {
    object["$type"].as_str().unwrap_or_default()
}

impl ReadTree {
    /// The inputs that may answer for a heap, and the ids of the heap's objects as they were met.
    pub fn find(&self, types: &Header, op: usize, heap: &Value) -> Option<(&[usize], Vec<String>)> {
        let (mut met, roots) = MetObjects::new(types, heap);
        let mut node = &self.nodes[*self.roots.get(&(op, roots))?];
        while !node.is_end {
            let value = met.read(node.read.as_ref()?)?;
            node = &self.nodes[*node.below.get(&value)?];
        }
        Some((&node.answers, met.ids))
    }

    /// Adds the reads of a heap, in order. Returns the end that they lead to, and the ids of the objects as
    /// they were met.
    ///
    /// # Errors
    /// The reason why a deterministic driver that tells all reads would not answer so.
    pub fn add(
        &mut self,
        types: &Header,
        op: usize,
        heap: &Value,
        reads: &[(String, String)],
    ) -> Result<(usize, Vec<String>), String> {
        let (mut met, roots) = MetObjects::new(types, heap);
        let next = self.nodes.len();
        let mut at = *self.roots.entry((op, roots)).or_insert(next);
        self.grow(at);
        let mut seen: Vec<FieldRead> = Vec::new();
        for (id, field) in reads {
            let Some(object) = met.ids.iter().position(|other| other == id) else {
                return Err(format!(
                    "it read `{id}.{field}`, and nothing that it read before leads there"
                ));
            };
            let read = (object, field.clone());
            if seen.contains(&read) {
                continue;
            }
            let Some(value) = met.read(&read) else {
                return Err(format!("it read `{id}.{field}`, which the input does not have"));
            };
            seen.push(read.clone());
            at = self.below(at, read, value).map_err(|()| {
                format!(
                    "it is not deterministic: it read `{id}.{field}`, where it read something else, or no more, \
                     when all that it had read was the same"
                )
            })?;
        }
        let node = &mut self.nodes[at];
        if node.read.is_some() {
            return Err("it is not deterministic: it read no more, where it read on when all that it had read was the \
                        same"
                .to_owned());
        }
        node.is_end = true;
        Ok((at, met.ids))
    }

    /// From now on an input answers for others that reach this end, too.
    pub fn answers(&mut self, end: usize, answer: usize) {
        self.nodes[end].answers.push(answer);
    }

    /// The node below another one, after this read. It cannot be where there was another one.
    fn below(&mut self, at: usize, read: FieldRead, value: String) -> Result<usize, ()> {
        let next = self.nodes.len();
        let node = &mut self.nodes[at];
        if node.is_end || node.read.as_ref().is_some_and(|one| *one != read) {
            return Err(());
        }
        node.read = Some(read);
        let below = *node.below.entry(value).or_insert(next);
        self.grow(below);
        Ok(below)
    }

    fn grow(&mut self, to: usize) {
        if to == self.nodes.len() {
            self.nodes.push(ReadNode::default());
        }
    }

    /// The number of reads it holds.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn list(names: [&str; 2], keys: [i64; 2]) -> Value {
        let [first, second] = names;
        json!({ "roots": { "l": first }, "objects": {
            first: { "$type": "N", "key": keys[0], "next": second },
            second: { "$type": "N", "key": keys[1], "next": null } } })
    }

    fn reads(of: &[(&str, &str)]) -> Vec<(String, String)> {
        of.iter().map(|(id, field)| ((*id).to_owned(), (*field).to_owned())).collect()
    }

    /// If this failed, inputs would be left out that the program would have told apart, or none.
    #[test]
    fn what_was_read_decides() {
        let (mut tree, types) = (ReadTree::default(), Header::default());
        let sent = list(["N$0", "N$1"], [1, 2]);
        let (end, _) = tree.add(&types, 0, &sent, &reads(&[("N$0", "key")])).unwrap();
        tree.answers(end, 7);
        let other = list(["N$5", "N$4"], [1, 9]);
        let found = tree.find(&types, 0, &other).unwrap();
        assert_eq!(found, (&[7][..], vec!["N$5".to_owned()]));
        assert!(tree.find(&types, 0, &list(["N$0", "N$1"], [2, 2])).is_none());
        assert!(tree.find(&types, 1, &sent).is_none());
    }

    /// If this failed, a driver with values of its own for atoms would be taken to see the same in two of them.
    #[test]
    fn atoms_are_told_apart() {
        let (mut tree, types) = (ReadTree::default(), Header::default());
        let of =
            |key: &str| json!({ "roots": { "k": key }, "objects": { key: { "$type": "Key" } } });
        tree.add(&types, 0, &of("Key$0"), &[]).unwrap();
        assert!(tree.find(&types, 0, &of("Key$0")).is_some());
        assert!(tree.find(&types, 0, &of("Key$1")).is_none());
    }

    /// If this failed, a driver whose reads cannot be trusted would be trusted.
    #[test]
    fn what_cannot_be() {
        let (mut tree, types) = (ReadTree::default(), Header::default());
        let sent = list(["N$0", "N$1"], [1, 2]);
        let why = |tree: &mut ReadTree, of: &[(&str, &str)]| {
            tree.add(&types, 0, &sent, &reads(of)).unwrap_err()
        };
        assert!(
            why(&mut tree, &[("N$1", "key")]).contains("nothing that it read before leads there")
        );
        tree.add(&types, 0, &sent, &reads(&[("N$0", "key")])).unwrap();
        assert!(why(&mut tree, &[]).contains("it read no more"));
        assert!(why(&mut tree, &[("N$0", "next")]).contains("not deterministic"));
    }
}
