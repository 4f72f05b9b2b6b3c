//! The ways to call an operation on a state: its other parameters have all values of the scope.
//!
//! An argument that is an object is one of the state, or a new one as far as the scope has room, whose fields
//! have all values in turn. The operation's predicate decides which of these it takes.

use korrel_heapgraph::{Column, Member, Shape};
use serde_json::{Map, Value as Json, json};

use super::program::ExploredProgram;
use crate::commands::test::operations::Subject;
use crate::commands::test::space::{ValueSpace, ids};

/// More ways to call one operation on one state are refused.
const MOST: usize = 100_000;

/// One way to call it.
#[derive(Clone, Debug, Default)]
pub struct CallArguments {
    /// The arguments without the receiver.
    pub values: Map<String, Json>,
    /// New objects.
    pub objects: Map<String, Json>,
}

/// All of them, whether the operation takes them or not.
///
/// # Errors
/// There are too many, or no end of them.
pub fn arguments(
    program: &ExploredProgram,
    op: usize,
    state: &Json,
) -> Result<Vec<CallArguments>, String> {
    let subject = &program.subjects[op];
    let none = Map::new();
    let objects = state["objects"].as_object().unwrap_or(&none);
    let receiver = program.receivers[op].as_ref().filter(|_| !program.is_constructor(op));
    let parameters: Vec<&Member> = subject
        .operation
        .parameters
        .iter()
        .filter(|one| Some(&one.name) != receiver && !program.fixed_roots.contains(&one.name))
        .collect();
    let mut space = ValueSpace::new(&subject.types, objects, subject.integers);
    add_new(program, subject, objects, &parameters, &mut space);
    let mut choice =
        ArgumentChoice { space, parameters, chosen: CallArguments::default(), found: Vec::new() };
    match choice.choose(0) {
        Ok(()) => Ok(choice.found),
        Err(why) => Err(format!("`{}` {why}", subject.operation.name)),
    }
}

/// Adds as many new objects as may be arguments at once.
fn add_new(
    program: &ExploredProgram,
    subject: &Subject,
    objects: &Map<String, Json>,
    parameters: &[&Member],
    space: &mut ValueSpace<'_>,
) {
    let (schema, types) = (&program.states.schema, &subject.types);
    for ty in space.concrete().collect::<Vec<_>>() {
        let takes = |column: &Column| column.sorts().any(|sort| types.is_a(ty, sort));
        let is_taken = parameters.iter().filter(|one| one.shape.columns().into_iter().any(takes));
        let top = types.top(ty);
        let sig = schema.types.iter().find(|other| other.name == top).map(|other| other.sig);
        let has_place = |of: &str| types.is_a(of, top);
        let there =
            objects.values().filter(|one| one["$type"].as_str().is_some_and(has_place)).count();
        let most = sig.map_or(0, |sig| program.scopes.top_level(sig).max as usize);
        let is_fixed = types.fixed.iter().any(|one| one == top);
        let room = if is_fixed { 0 } else { most.saturating_sub(there) };
        (0..is_taken.count().min(room)).for_each(|_| space.add_new(ty));
    }
}

struct ArgumentChoice<'a> {
    space: ValueSpace<'a>,
    parameters: Vec<&'a Member>,
    chosen: CallArguments,
    found: Vec<CallArguments>,
}

impl ArgumentChoice<'_> {
    fn choose(&mut self, at: usize) -> Result<(), String> {
        let Some(Member { name, shape }) = self.parameters.get(at).copied() else {
            return self.fill(0, 0);
        };
        for value in self.values(shape)? {
            let before = self.chosen.objects.len();
            self.reach(&value);
            self.chosen.values.insert(name.clone(), value);
            self.choose(at + 1)?;
            self.forget(before);
        }
        self.chosen.values.shift_remove(name);
        Ok(())
    }

    /// Gives values to the fields of new objects, from this one on.
    fn fill(&mut self, object: usize, field: usize) -> Result<(), String> {
        let Some((id, fields)) = self.chosen.objects.iter().nth(object) else {
            self.found.push(self.chosen.clone());
            return match self.found.len() > MOST {
                true => Err(format!("can be called in more than {MOST} ways on one state")),
                false => Ok(()),
            };
        };
        let (id, types) = (id.clone(), self.space.types);
        let ty = types.type_of(fields["$type"].as_str().unwrap_or_default());
        let Some(Member { name, shape }) = ty.and_then(|ty| ty.fields.get(field)) else {
            return self.fill(object + 1, 0);
        };
        for value in self.values(shape)? {
            let before = self.chosen.objects.len();
            self.reach(&value);
            self.chosen.objects[&id][name] = value;
            self.fill(object, field + 1)?;
            self.forget(before);
        }
        Ok(())
    }

    fn values(&self, shape: &Shape) -> Result<Vec<Json>, String> {
        let values = self.space.values(shape);
        values.ok_or_else(|| format!("takes a `{shape}`, whose values cannot be listed"))
    }

    fn reach(&mut self, value: &Json) {
        for id in ids(value) {
            if self.space.is_new(&id) && !self.chosen.objects.contains_key(&id) {
                let ty = json!({ "$type": self.space.type_of(&id) });
                self.chosen.objects.insert(id, ty);
            }
        }
    }

    fn forget(&mut self, length: usize) {
        while self.chosen.objects.len() > length {
            let last = self.chosen.objects.keys().next_back().cloned().expect("there is one");
            self.chosen.objects.shift_remove(&last);
        }
    }
}
