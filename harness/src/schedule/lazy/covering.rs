//! The inputs that were sent, by the values read in them, and the inputs that they cover.
//!
//! *Rule.* A deterministic program's writes, exceptions and results depend on the values that it read, and on
//! nothing else. So the answer to one input holds for each one in which it would read the same. A field that is
//! written counts as read, in its place. A reply gives the whole state afterwards, and does not tell a field that
//! was left alone from one that was given the value it had. A field that was neither read nor written keeps the
//! covered input's own value, and the spec judges that. An object that nothing leads to any more stays or goes as
//! its like did in the input that was sent. If that had none, the input is sent, too.

use serde_json::Value;

use super::carry::carried;
use super::effect::Effect;
use super::tree::ReadTree;
use crate::protocol::{Reads, Reply};
use korrel_heapgraph::Header;

/// The greatest number of reads and values of answers that are kept: about a GiB. Later answers cover
/// nothing.
const MOST: usize = 4 << 20;

pub struct Covering<'t> {
    types: &'t Header,
    tree: ReadTree,
    effects: Vec<Effect>,
    keeps_coverage: bool,
    /// The size of all effects together.
    size: usize,
    most: usize,
}

impl<'t> Covering<'t> {
    pub fn new(types: &'t Header, keeps_coverage: bool) -> Covering<'t> {
        let (tree, effects) = (ReadTree::default(), Vec::new());
        Covering { types, tree, effects, keeps_coverage, size: 0, most: MOST }
    }

    /// The answer to an input, if another one covers it.
    pub fn answer(&self, op: usize, heap: &Value) -> Option<Reply> {
        let (answers, met) = self.tree.find(self.types, op, heap)?;
        answers.iter().find_map(|at| carried(&self.effects[*at], heap, &met))
    }

    /// Learns from the answer to an input.
    ///
    /// # Errors
    /// The reason why this driver cannot be trusted.
    pub fn learn(&mut self, op: usize, heap: &Value, reply: &Reply) -> Result<(), String> {
        let reads = match &reply.read {
            None => return Err(UNSAID.to_owned()),
            Some(Reads::Untold(why)) => return Err(format!("what was read is not known: {why}")),
            Some(Reads::All) => return Ok(()),
            Some(Reads::Fields(reads)) => reads,
        };
        if self.tree.len() + self.size > self.most {
            return Ok(());
        }
        let (end, met) = self.tree.add(self.types, op, heap, reads)?;
        if let Some(mut effect) = Effect::new(self.types, heap, met, reply)? {
            if !self.keeps_coverage {
                effect.reply.coverage = None;
            }
            self.tree.answers(end, self.effects.len());
            self.size += 1 + effect.size();
            self.effects.push(effect);
        }
        Ok(())
    }
}

const UNSAID: &str = "the driver does not say what it has read: its answers need \
                      \"read\":[[\"Node$0\",\"left\"],…], in order";

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A list of two nodes, the first of which has this key and leads to the second.
    fn list(key: i64, second: i64) -> Value {
        json!({ "roots": { "l": "N$0" }, "objects": {
            "N$0": { "$type": "N", "key": key, "next": "N$1" },
            "N$1": { "$type": "N", "key": second, "next": null } } })
    }

    fn learned(covering: &mut Covering<'_>, heap: &Value, reply: Value) -> Result<(), String> {
        let mut reply = reply;
        reply["id"] = 0.into();
        let Ok(reply) = Reply::parse(reply.to_string().as_bytes(), 0, &heap.clone().into()) else {
            panic!("{reply}")
        };
        covering.learn(0, heap, &reply)
    }

    fn post(change: impl FnOnce(&mut Value)) -> Value {
        let mut post = json!({ "objects": list(1, 2)["objects"] });
        change(&mut post["objects"]);
        post
    }

    /// If this failed, the answers of a driver that leaves something out would be carried over.
    #[test]
    fn what_an_answer_shows_must_have_been_read() {
        let types = Header::default();
        let why =
            |reply| learned(&mut Covering::new(&types, false), &list(1, 2), reply).unwrap_err();
        let key = |objects: &mut Value| objects["N$0"]["key"] = 7.into();
        assert!(why(json!({})).contains("does not say what it has read"));
        assert!(why(json!({ "read": "a Proxy" })).contains("is not known: a Proxy"));
        assert!(why(json!({ "read": [], "post": post(key) })).contains("it changed `N$0.key`"));
        assert!(why(json!({ "read": [], "result": "N$1" })).contains("speaks of `N$1`"));
        let unread = post(|objects| drop(objects["N$1"].as_object_mut().unwrap().remove("key")));
        assert!(why(json!({ "read": [], "post": unread })).contains("it changed `N$1.key`"));
    }

    /// If this failed, a malformed state would be taken for the covered input's own.
    #[test]
    fn what_is_missing_in_a_state_is_carried_over() {
        let types = Header::default();
        let mut covering = Covering::new(&types, false);
        let lacking = post(|objects| drop(objects["N$0"].as_object_mut().unwrap().remove("key")));
        let read = json!([["N$0", "key"]]);
        learned(&mut covering, &list(1, 2), json!({ "read": read, "post": lacking })).unwrap();
        let answer = covering.answer(0, &list(1, 3)).unwrap().post.unwrap();
        let answer = answer.whole();
        assert_eq!(answer["objects"]["N$0"], json!({ "$type": "N", "next": "N$1" }));
        assert_eq!(answer["objects"]["N$1"]["key"], 3);
        // A node that something still leads to cannot be gone: that is about this input alone.
        let gone = post(|objects| drop(objects.as_object_mut().unwrap().remove("N$1")));
        learned(&mut covering, &list(4, 2), json!({ "read": read, "post": gone })).unwrap();
        assert!(covering.answer(0, &list(4, 3)).is_none());
    }

    /// If this failed, a long run would take all memory.
    #[test]
    fn what_is_kept_is_bounded() {
        let types = Header::default();
        let mut covering = Covering { most: 8, ..Covering::new(&types, false) };
        for key in 0..50 {
            learned(&mut covering, &list(key, 2), json!({ "read": [["N$0", "key"]] })).unwrap();
        }
        assert!(
            covering.answer(0, &list(0, 9)).is_some() && covering.answer(0, &list(49, 9)).is_none()
        );
    }

    /// If this failed, a few large answers would take all memory.
    #[test]
    fn large_answers_count_for_what_they_are() {
        let types = Header::default();
        let many: Vec<usize> = (0..50).collect();
        let long = "x".repeat(1 << 14);
        let made = post(|objects| objects["N$2"] = json!({ "$type": "N", "keys": many }));
        let mut related = post(|_| ());
        related["relations"] = json!({ "r": many });
        let is_bounded = |large: Value, keeps_coverage| {
            let new = Covering::new(&types, keeps_coverage);
            let mut covering = Covering { most: 40, ..new };
            let mut small = json!({ "read": [["N$0", "key"]] });
            learned(&mut covering, &list(8, 2), small.clone()).unwrap();
            let entries = large.as_object().unwrap().clone();
            small.as_object_mut().unwrap().extend(entries);
            learned(&mut covering, &list(1, 2), small.clone()).unwrap();
            learned(&mut covering, &list(9, 2), json!({ "read": [["N$0", "key"]] })).unwrap();
            assert!(covering.answer(0, &list(8, 7)).is_some());
            covering.answer(0, &list(9, 7)).is_none()
        };
        assert!(!is_bounded(json!({}), true));
        let throw = json!({ "type": "E", "message": long });
        for large in [
            json!({ "result": many }),
            json!({ "result": long }),
            json!({ "post": made }),
            json!({ "post": related }),
            json!({ "throw": throw }),
            json!({ "skip": long }),
        ] {
            assert!(is_bounded(large.clone(), false), "{large}");
        }
        assert!(is_bounded(json!({ "cov": many }), true));
        assert!(!is_bounded(json!({ "cov": many }), false), "nobody wants it");
    }
}
