//! The ways to call an operation on a state: its other parameters have all values of the scope.
//!
//! An argument that is an object is one of the state, or a new one as far as the scope has room, whose fields
//! have all values in turn. The operation's predicate decides which of these it takes.

use korrel_heapgraph::{Column, Member};
use serde_json::{Map, Value as Json};

use crate::subject::Subject;
use crate::values::{ObjectChoice, UnfilledReason, ValueSpace};

use super::program::ExploredProgram;

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
pub(super) fn arguments(
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
    let choice = ObjectChoice::new(space, true);
    let mut choice = ArgumentChoice { choice, parameters, values: Map::new(), found: Vec::new() };
    let why = match choice.choose(0) {
        Ok(()) => return Ok(choice.found),
        Err(UnfilledReason::Enough) => {
            format!("can be called in more than {MOST} ways on one state")
        }
        Err(UnfilledReason::Unlisted(shape)) => {
            format!("takes a `{shape}`, whose values cannot be listed")
        }
    };
    Err(format!("`{}` {why}", subject.operation.name))
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
    choice: ObjectChoice<'a>,
    parameters: Vec<&'a Member>,
    values: Map<String, Json>,
    found: Vec<CallArguments>,
}

impl ArgumentChoice<'_> {
    /// Gives values to the parameters from this one on, and to the fields of new objects.
    fn choose(&mut self, at: usize) -> Result<(), UnfilledReason> {
        let Some(Member { name, shape }) = self.parameters.get(at).copied() else {
            let ArgumentChoice { choice, values, found, .. } = self;
            return choice.fill(0, 0, &mut |objects| {
                found.push(CallArguments { values: values.clone(), objects: objects.clone() });
                found.len() <= MOST
            });
        };
        for value in self.choice.values(shape)? {
            let before = self.choice.objects.len();
            self.choice.reach(&value);
            self.values.insert(name.clone(), value);
            self.choose(at + 1)?;
            self.choice.forget(before);
        }
        self.values.shift_remove(name);
        Ok(())
    }
}
