//! The effect of a program on an input, in terms of the objects that it has reached.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::garbage::{Fates, StateAfter};
use super::tree::is_told_apart;
use crate::protocol::{Coverage, Opinion, PostState, Reads, Reply};
use korrel_heapgraph::Header;
use korrel_heapgraph::json::{each_text, pruned};

/// An answer without the input that it was given to.
pub struct Effect {
    /// The reply without the state afterwards.
    pub reply: Reply,
    /// The objects that the program has reached, in order.
    pub met: Vec<String>,
    /// The state afterwards, where it was given.
    pub change: Option<StateChange>,
    pub fates: Fates,
}

/// The state afterwards, without the unchanged parts.
#[derive(Default)]
pub struct StateChange {
    /// New objects with their fields.
    pub made: Vec<(String, Value)>,
    /// An object, a field and its value. Without a value the field is not there any more.
    pub fields: Vec<(String, String, Option<Value>)>,
    /// Objects that the program has reached, and of which nothing is known any more.
    pub gone: Vec<String>,
    /// Roots, sets and relations that were given.
    pub parts: Map<String, Value>,
    /// The unchanged ones among them, without the objects that are gone.
    pub pruned: Vec<&'static str>,
}

pub const PARTS: [&str; 3] = ["roots", "sets", "relations"];

impl Effect {
    /// Returns `None` if the answer is about this input alone: it names an atom that the program never read, or
    /// the state afterwards is malformed.
    ///
    /// # Errors
    /// The reason why the program must have read more than it says.
    pub fn new(
        types: &Header,
        heap: &Value,
        met: Vec<String>,
        reply: &Reply,
    ) -> Result<Option<Effect>, String> {
        let none = Map::new();
        let before = heap["objects"].as_object().unwrap_or(&none);
        let post = reply.post.as_ref().map(PostState::whole);
        let after = post.and_then(|post| post["objects"].as_object());
        let answered = AnsweredInput { types, heap, before, met: &met, reply };
        let change = match (post, after) {
            (Some(post), Some(after)) => Some(answered.change(post, after)?),
            _ => None,
        };
        if !answered.names_only_what_was_met(change.as_ref())? {
            return Ok(None);
        }
        let after = after.unwrap_or(before);
        let mut objects = after.clone();
        let missing = before.iter().filter(|(id, _)| !after.contains_key(*id));
        objects.extend(missing.map(|(id, fields)| (id.clone(), fields.clone())));
        let parts = change.as_ref().map_or(&none, |change| &change.parts);
        let state = StateAfter { heap, objects: &objects, parts, result: reply.result.as_ref() };
        let garbage = state.garbage();
        let is_there = |id: &str| after.contains_key(id);
        let is_garbage = |id: &str| garbage.iter().any(|(other, _)| *other == id);
        if objects.keys().any(|id| !is_there(id) && !is_garbage(id)) {
            return Ok(None);
        }
        let fates = Fates::new(&garbage, is_there);
        let reply = Reply { post: None, read: None, ..reply.clone() };
        Ok(Some(Effect { reply, met, change, fates }))
    }

    /// The amount that it remembers: the number of values, and of parts of a like size.
    pub fn size(&self) -> usize {
        let Reply { result, opinion, throw, skip, coverage, .. } = &self.reply;
        let said = skip.as_ref().map_or(0, |reason| text_size(reason))
            + throw.as_ref().map_or(0, |throw| text_size(&throw.ty) + text_size(&throw.message))
            + match opinion {
                Some(Opinion::Fail { cause, message }) => text_size(cause) + text_size(message),
                Some(Opinion::Pass) | None => 0,
            };
        let covered = match coverage {
            Some(Coverage::All(names) | Coverage::New(names)) => {
                names.iter().map(|name| text_size(name)).sum()
            }
            None => 0,
        };
        let change = self.change.as_ref().map_or(0, StateChange::size);
        self.met.len() + result.as_ref().map_or(0, value_size) + said + covered + change
    }
}

impl StateChange {
    fn size(&self) -> usize {
        let made: usize = self.made.iter().map(|(_, fields)| value_size(fields)).sum();
        let given =
            self.fields.iter().map(|(_, _, value)| 1 + value.as_ref().map_or(0, value_size));
        let parts: usize = self.parts.values().map(value_size).sum();
        made + given.sum::<usize>() + self.gone.len() + parts
    }
}

fn value_size(value: &Value) -> usize {
    match value {
        Value::String(text) => text_size(text),
        Value::Array(items) => 1 + items.iter().map(value_size).sum::<usize>(),
        Value::Object(entries) => {
            let entry = |(name, item): (&String, &Value)| text_size(name) - 1 + value_size(item);
            1 + entries.iter().map(entry).sum::<usize>()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => 1,
    }
}

/// A long text is as large as several values.
fn text_size(text: &str) -> usize {
    1 + text.len() / 128
}

struct AnsweredInput<'a> {
    types: &'a Header,
    heap: &'a Value,
    before: &'a Map<String, Value>,
    met: &'a [String],
    reply: &'a Reply,
}

impl AnsweredInput<'_> {
    fn change(&self, post: &Value, after: &Map<String, Value>) -> Result<StateChange, String> {
        let mut change = StateChange::default();
        let none = Map::new();
        for (id, value) in after {
            let Some(was) = self.before.get(id) else {
                change.made.push((id.clone(), value.clone()));
                continue;
            };
            let (was, fields) =
                (was.as_object().unwrap_or(&none), value.as_object().unwrap_or(&none));
            let lost = was.keys().filter(|field| !fields.contains_key(*field));
            let lost = lost.map(|field| (field, None));
            let told = fields.iter().map(|(field, value)| (field, Some(value)));
            for (field, value) in told.chain(lost) {
                if self.is_same(was, field, value) {
                    continue;
                }
                self.must_have_read(id, field, value.is_some() && was.contains_key(field))?;
                change.fields.push((id.clone(), field.clone(), value.cloned()));
            }
        }
        let is_gone = |id: &&String| self.before.contains_key(*id) && !after.contains_key(*id);
        change.gone = self.met.iter().filter(is_gone).cloned().collect();
        for part in PARTS {
            let Some(told) = post.get(part) else { continue };
            change.parts.insert(part.to_owned(), told.clone());
            let is_gone = |id: &str| self.before.contains_key(id) && !after.contains_key(id);
            let was = self.heap.get(part).unwrap_or(&Value::Null);
            if part != "roots" && told != was && *told == Value::from(pruned(was, is_gone)) {
                change.pruned.push(part);
            }
        }
        Ok(change)
    }

    /// True if a field is as it was.
    fn is_same(&self, was: &Map<String, Value>, field: &str, value: Option<&Value>) -> bool {
        match (was.get(field), value) {
            (Some(Value::Array(before)), Some(Value::Array(after))) if before != after => {
                let ty = was.get("$type").and_then(Value::as_str).unwrap_or_default();
                self.types.is_unordered(ty, field) && sorted(before) == sorted(after)
            }
            (before, after) => before == after,
        }
    }

    /// Checks that the program has reached the object of a changed field, and, with `is_value`,
    /// that it has read the field.
    fn must_have_read(&self, id: &String, field: &String, is_value: bool) -> Result<(), String> {
        let Some(Reads::Fields(reads)) = &self.reply.read else { return Ok(()) };
        let has_read = reads.iter().any(|(object, read)| object == id && read == field);
        match self.met.contains(id) && (has_read || !is_value || field == "$type") {
            true => Ok(()),
            false => Err(format!(
                "it changed `{id}.{field}`, and does not say that it read it. A field that is written counts as \
                 read, since the state afterwards does not tell whether it was written if its value is the same"
            )),
        }
    }

    /// True if an answer names only objects that the program has reached or made.
    fn names_only_what_was_met(&self, change: Option<&StateChange>) -> Result<bool, String> {
        let mut named = HashSet::new();
        let mut name = |value| each_text(value, &mut |text| _ = named.insert(text));
        self.reply.result.iter().for_each(&mut name);
        let mut makes_atoms = false;
        if let Some(change) = change {
            let made = change.made.iter().map(|(_, fields)| fields);
            let given = change.fields.iter().filter_map(|(_, _, value)| value.as_ref());
            made.chain(given).chain(change.parts.values()).for_each(&mut name);
            makes_atoms = change.made.iter().any(|(_, fields)| is_told_apart(self.types, fields));
        }
        let is_unmet =
            |id: &&&str| self.before.contains_key(**id) && !self.met.iter().any(|met| met == *id);
        let mut unmet: Vec<&str> = named.iter().filter(is_unmet).copied().collect();
        unmet.sort_unstable();
        match unmet.iter().find(|id| !is_told_apart(self.types, &self.before[**id])) {
            Some(id) => {
                Err(format!("its answer speaks of `{id}`, and nothing that it read leads there"))
            }
            None => Ok(unmet.is_empty() && !makes_atoms),
        }
    }
}

fn sorted(items: &[Value]) -> Vec<String> {
    let mut texts: Vec<String> = items.iter().map(Value::to_string).collect();
    texts.sort_unstable();
    texts
}
