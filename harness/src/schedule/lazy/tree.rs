//! What was read, as a tree: each node is a read, each branch the value that was found there.
//!
//! *Problem.* Of an input it is to be known whether a program that is deterministic would read in it just what it
//! has read in another one. *Choice.* Objects are numbered in the order in which reads come upon them, so that
//! names play no part, and values are written by these numbers. A deterministic program that has read the same so
//! far reads the same next, so the inputs that were sent make a tree; an input goes down it by its own values,
//! and what stands at the leaf answers for it. This is what Korat prunes by (Boyapati, Khurshid and Marinov 2002),
//! by reads instead of within a search, and for any language. *Rejected.* A list of what each input has read:
//! each input would be compared with each other one.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// A read: an object by its number, and a field.
type Read = (usize, String);

#[derive(Default)]
struct Node {
    read: Option<Read>,
    /// By the value that was found.
    below: HashMap<String, usize>,
    /// The input that has been read so far, and no further.
    leaf: Option<usize>,
}

#[derive(Default)]
pub struct ReadTree {
    nodes: Vec<Node>,
    /// By operation, and by what its roots are.
    roots: HashMap<(usize, String), usize>,
}

/// The objects of a heap, in the order in which reads come upon them.
pub struct Met<'h> {
    objects: Option<&'h Map<String, Value>>,
    pub ids: Vec<String>,
}

impl<'h> Met<'h> {
    fn new(heap: &'h Value) -> (Met<'h>, String) {
        let mut met =
            Met { objects: heap.get("objects").and_then(Value::as_object), ids: Vec::new() };
        let parts = ["roots", "sets", "relations"].map(|part| {
            let text = heap.get(part).map(|value| met.written(value));
            text.unwrap_or_default()
        });
        (met, parts.join(" "))
    }

    /// A value, with numbers for objects; those that are new are met.
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
        let object = self.objects.and_then(|objects| objects.get(text));
        let Some(ty) = object.map(|object| object["$type"].as_str().unwrap_or_default()) else {
            return Value::from(text).to_string();
        };
        let known = self.ids.iter().position(|id| id == text);
        let at = known.unwrap_or_else(|| {
            self.ids.push(text.to_owned());
            self.ids.len() - 1
        });
        format!("#{at} {ty}")
    }

    fn read(&mut self, (object, field): &Read) -> Option<String> {
        let value = self.objects?.get(self.ids.get(*object)?)?.get(field)?;
        Some(self.written(value))
    }
}

impl ReadTree {
    /// The input that answers for a heap, and the heap's objects as they were met.
    pub fn find<'h>(&self, op: usize, heap: &'h Value) -> Option<(usize, Met<'h>)> {
        let (mut met, roots) = Met::new(heap);
        let mut node = &self.nodes[*self.roots.get(&(op, roots))?];
        loop {
            if let Some(leaf) = node.leaf {
                return Some((leaf, met));
            }
            let value = met.read(node.read.as_ref()?)?;
            node = &self.nodes[*node.below.get(&value)?];
        }
    }

    /// Takes what was read of a heap, in order. `answer` stands for it from now on.
    ///
    /// # Errors
    /// Why a deterministic driver that tells all reads would not say so.
    pub fn add<'h>(
        &mut self,
        op: usize,
        heap: &'h Value,
        reads: &[(String, String)],
        answer: usize,
    ) -> Result<Met<'h>, String> {
        let (mut met, roots) = Met::new(heap);
        let next = self.nodes.len();
        let mut at = *self.roots.entry((op, roots)).or_insert(next);
        if at == next {
            self.nodes.push(Node::default());
        }
        let mut seen: Vec<Read> = Vec::new();
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
            let below = self.nodes.len();
            let node = &mut self.nodes[at];
            let is_other =
                node.leaf.is_some() || node.read.as_ref().is_some_and(|one| *one != read);
            if is_other {
                return Err(format!(
                    "it is not deterministic: it read `{id}.{field}`, where it read something else, or \
                                    no more, when all that it had read was the same"
                ));
            }
            seen.push(read.clone());
            node.read = Some(read);
            at = *node.below.entry(value).or_insert(below);
            if at == below {
                self.nodes.push(Node::default());
            }
        }
        let node = &mut self.nodes[at];
        if node.read.is_some() {
            return Err("it is not deterministic: it read no more, where it read on when all that it had read was the \
                        same"
                .to_owned());
        }
        node.leaf = Some(answer);
        Ok(met)
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
        let mut tree = ReadTree::default();
        let sent = list(["N$0", "N$1"], [1, 2]);
        tree.add(0, &sent, &reads(&[("N$0", "key")]), 7).unwrap();
        let (leaf, met) =
            tree.find(0, &list(["N$5", "N$4"], [1, 9])).map(|(leaf, met)| (leaf, met.ids)).unwrap();
        assert_eq!((leaf, met), (7, vec!["N$5".to_owned()]));
        assert!(tree.find(0, &list(["N$0", "N$1"], [2, 2])).is_none());
        assert!(tree.find(1, &sent).is_none());
    }

    /// If this failed, a driver whose reads cannot be trusted would be trusted.
    #[test]
    fn what_cannot_be() {
        let mut tree = ReadTree::default();
        let sent = list(["N$0", "N$1"], [1, 2]);
        let why = |tree: &mut ReadTree, of: &[(&str, &str)]| {
            tree.add(0, &sent, &reads(of), 0).err().unwrap()
        };
        assert!(
            why(&mut tree, &[("N$1", "key")]).contains("nothing that it read before leads there")
        );
        tree.add(0, &sent, &reads(&[("N$0", "key")]), 0).unwrap();
        assert!(why(&mut tree, &[]).contains("it read no more"));
        assert!(why(&mut tree, &[("N$0", "next")]).contains("not deterministic"));
    }
}
